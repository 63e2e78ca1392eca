//! All nodes of a space, each stored once.
//!
//! A memory access costs more here than all else, so a node is stored near what the
//! recursion has just visited. The table has lines, each as long as a cache line of the
//! processor. The entry of a node is in the line of its *newest* child if there is
//! room: that child was usually made a moment ago. Otherwise the entry is in the first
//! line with room, beginning with the line that the node's hash gives, in long steps. Each
//! node has exactly one newest child, so on average the line of four children has four
//! parents.
//!
//! Steps of one line would not do. Where a whole set has many parents, the lines of its
//! nodes are all full, and they are neighbours: an entry that its hash leads there would
//! go through thousands of them.
//!
//! Entries leave a line only when all lines are filled anew. So a line with room on the
//! way to a node proves that the node is not in the table.

use super::edge::{END, Edge, Node};
use super::marks::Marks;
use super::table::{Table, lengthen, table};
use crate::knobs::Knobs;

/// No more nodes fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The upper half of an entry is a hash, the lower half the number of a node; 0 is no
/// entry.
type Line = [u64; ENTRIES];

const ENTRIES: usize = 8;
/// The largest number of nodes: one bit of an edge marks complements.
pub(super) const MAX_NODES: usize = (1 << 31) - 2;
/// The level of a free node, whose `low` leads to the next free node.
const FREE: u32 = END - 1;

pub(crate) struct Nodes {
    nodes: Table<Node>,
    lines: Table<Line>,
    /// Leads to the first free node; to the leaf if there is none.
    free: Edge,
    in_use: usize,
    capacity: usize,
}

impl Nodes {
    /// The largest number of nodes for a table of `entries` entries.
    pub fn most_with(entries: usize) -> usize {
        entries / 8 * Knobs::MAX_FILL_EIGHTHS
    }

    /// The smallest power of two that is enough entries for `nodes` nodes.
    pub fn entries_for(nodes: usize) -> usize {
        let entries = nodes.min(MAX_NODES).div_ceil(Knobs::MAX_FILL_EIGHTHS) * 8;
        entries
            .next_power_of_two()
            .max(Knobs::MIN_NODE_LINES * ENTRIES)
    }

    pub fn new(capacity: usize) -> Self {
        let end = Node {
            level: END,
            low: Edge::TRUE,
            high: Edge::TRUE,
        };
        Nodes {
            nodes: table(1, end),
            lines: table(Knobs::MIN_NODE_LINES, [0; ENTRIES]),
            free: Edge::TRUE,
            in_use: 0,
            capacity,
        }
    }

    /// The number of nodes, including garbage.
    pub fn in_use(&self) -> usize {
        self.in_use
    }

    /// All numbers of nodes are smaller than this.
    pub fn numbers(&self) -> usize {
        self.nodes.len()
    }

    /// The number of entries of all lines.
    #[inline(always)]
    pub fn entries(&self) -> usize {
        self.lines.len() * ENTRIES
    }

    #[inline(always)]
    pub fn get(&self, edge: Edge) -> Node {
        self.nodes[edge.number()]
    }

    /// The function that is `low` where the level's variable is false, and `high` where
    /// it is true.
    #[inline(always)]
    pub fn make(&mut self, level: u32, low: Edge, high: Edge) -> Result<Edge, Full> {
        if low == high {
            return Ok(low);
        }
        let complement = high.is_complement();
        let node = Node {
            level,
            low: low.complement_if(complement),
            high: high.regular(),
        };
        Ok(Edge::to(self.number(node)?).complement_if(complement))
    }

    /// The number of a node; makes the node if there is none yet.
    #[inline]
    fn number(&mut self, node: Node) -> Result<u32, Full> {
        let hash = hash(&node);
        let mut way = Way::new(&node, hash, self.lines.len());
        let (line, entry) = 'search: loop {
            let line = way.line();
            for (place, &entry) in self.lines[line].iter().enumerate() {
                if entry == 0 {
                    break 'search (line, place);
                }
                let number = entry as u32;
                if (entry >> 32) as u32 == hash && self.nodes[number as usize] == node {
                    return Ok(number);
                }
            }
        };
        let number = self.add(node)?;
        self.lines[line][entry] = joined(hash, number);
        if self.in_use > Nodes::most_with(self.entries()) {
            self.spread();
        }
        Ok(number)
    }

    #[inline]
    fn add(&mut self, node: Node) -> Result<u32, Full> {
        if self.in_use >= self.capacity {
            return Err(Full);
        }
        self.in_use += 1;
        let number = self.free.number();
        if number == 0 {
            let number = self.nodes.len();
            let most = 1 + self.capacity.min(MAX_NODES);
            lengthen(&mut self.nodes, number + 1, most, node);
            return Ok(number as u32);
        }
        self.free = self.nodes[number].low;
        self.nodes[number] = node;
        Ok(number as u32)
    }

    /// Doubles the number of lines.
    #[cold]
    fn spread(&mut self) {
        let most = Nodes::entries_for(self.capacity) / ENTRIES;
        let twice = self.lines.len() * 2;
        lengthen(&mut self.lines, twice, most, [0; ENTRIES]);
        self.lines[..twice / 2].fill([0; ENTRIES]);
        for number in 1..self.nodes.len() {
            let node = self.nodes[number];
            if node.level != FREE {
                self.enter(&node, joined(hash(&node), number as u32));
            }
        }
    }

    /// Enters a node that is not in the table.
    fn enter(&mut self, node: &Node, entry: u64) {
        let mut way = Way::new(node, (entry >> 32) as u32, self.lines.len());
        loop {
            let line = &mut self.lines[way.line()];
            if let Some(free) = line.iter_mut().find(|it| **it == 0) {
                *free = entry;
                return;
            }
        }
    }

    /// Frees all nodes that are not marked.
    pub fn retain(&mut self, live: &Marks) {
        self.lines.fill([0; ENTRIES]);
        self.free = Edge::TRUE;
        self.in_use = 0;
        // From the last one back, so that free nodes are reused in ascending order.
        for number in (1..self.nodes.len()).rev() {
            let node = self.nodes[number];
            if live.has(number) {
                self.enter(&node, joined(hash(&node), number as u32));
                self.in_use += 1;
                continue;
            }
            self.nodes[number] = Node {
                level: FREE,
                low: self.free,
                high: Edge::TRUE,
            };
            self.free = Edge::to(number as u32);
        }
    }
}

/// From a line to the next. It is odd, so that a way leads through all lines; and its
/// lowest bits, however many a table takes, are a long step, which leaves neighbours
/// behind.
const STEP: usize = 0x9e37_79b9;

/// The lines in which a node may be, one after the other.
struct Way {
    line: usize,
    after: usize,
    mask: usize,
}

impl Way {
    #[inline(always)]
    fn new(node: &Node, hash: u32, lines: usize) -> Self {
        let newest = node.low.number().max(node.high.number());
        let mask = lines - 1;
        Way {
            line: (newest / 4) & mask,
            after: hash as usize & mask,
            mask,
        }
    }

    #[inline(always)]
    fn line(&mut self) -> usize {
        let line = self.line;
        self.line = self.after;
        self.after = (self.after + STEP) & self.mask;
        line
    }
}

#[inline(always)]
fn hash(node: &Node) -> u32 {
    mix(node.low.bits(), node.high.bits(), node.level) as u32
}

#[inline(always)]
fn joined(hash: u32, number: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(number)
}

/// A hash of three numbers; its bits depend on all of them.
#[inline(always)]
pub(super) fn mix(a: u32, b: u32, c: u32) -> u64 {
    let first = joined(a, b) ^ 0x9e37_79b9_7f4a_7c15;
    let second = (u64::from(c) ^ 0xd1b5_4a32_d192_ed03).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let product = u128::from(first) * u128::from(second | 1);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use testkit::SplitMix64;

    use super::*;

    /// Many parents of one child do not fit into its line.
    #[test]
    fn each_node_is_there_once_however_crowded_its_line_is() {
        let mut nodes = Nodes::new(usize::MAX);
        let mut random = SplitMix64::new(1);
        let mut children = vec![Edge::TRUE];
        let mut made = std::collections::HashMap::new();
        for level in (0..12).rev() {
            let mut new = Vec::new();
            for _ in 0..3000 {
                // A few of them have most of the parents.
                let [low, high] = [children.len(), children.len().min(9)].map(|among| {
                    let child = children[random.below(among)];
                    child.complement_if(random.happens(1, 2))
                });
                let edge = nodes.make(level, low, high).unwrap();
                let known = made.entry((level, low, high)).or_insert(edge);
                assert_eq!(*known, edge);
                new.push(edge.regular());
            }
            children.extend(new);
        }
        let functions = made.values().map(|it| it.regular());
        let functions: std::collections::HashSet<Edge> = functions.collect();
        let inner = functions.iter().filter(|it| **it != Edge::TRUE);
        assert!(inner.clone().count() > 5000);
        // Of each function one node, whichever way it was made.
        assert_eq!(nodes.in_use(), inner.count());
        // All are found again after all lines were filled anew.
        let in_use = nodes.in_use();
        let mut live = Marks::default();
        live.begin(nodes.numbers());
        (0..nodes.numbers()).for_each(|number| {
            live.mark(number);
        });
        nodes.retain(&live);
        for ((level, low, high), edge) in made {
            assert_eq!(nodes.make(level, low, high), Ok(edge));
        }
        assert_eq!(nodes.in_use(), in_use);
    }

    #[test]
    fn the_room_is_bounded_and_what_is_freed_is_used_again() {
        let mut nodes = Nodes::new(10);
        let variables: Vec<Edge> = (0..10)
            .map(|level| nodes.make(level, Edge::FALSE, Edge::TRUE).unwrap())
            .collect();
        assert_eq!(nodes.make(10, Edge::FALSE, Edge::TRUE), Err(Full));
        // What is there is found even so.
        assert_eq!(
            nodes.make(3, Edge::TRUE, Edge::FALSE),
            Ok(variables[3].not())
        );
        let mut live = Marks::default();
        live.begin(nodes.numbers());
        live.mark(variables[4].number());
        nodes.retain(&live);
        assert_eq!(nodes.in_use(), 1);
        assert_eq!(nodes.make(4, Edge::FALSE, Edge::TRUE), Ok(variables[4]));
        for level in 20..29 {
            nodes.make(level, Edge::FALSE, Edge::TRUE).unwrap();
        }
        assert_eq!(nodes.make(29, Edge::FALSE, Edge::TRUE), Err(Full));
        assert_eq!(nodes.numbers(), 11);
    }
}

//! The nodes of relations, each kept once and never dropped.

use rustc_hash::{FxHashMap, FxHashSet};

/// The number of a relation. Numbers are not used again: results are cached
/// under them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MatrixId(pub(crate) u32);

/// The four children: by the value now, then by the value next.
pub(crate) type Children = [[MatrixId; 2]; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MatrixNode {
    pub level: u32,
    pub children: Children,
}

/// All relations of a space.
pub(crate) struct Matrices {
    nodes: Vec<MatrixNode>,
    ids: FxHashMap<MatrixNode, MatrixId>,
    pub(super) unions: FxHashMap<(MatrixId, MatrixId), MatrixId>,
}

impl MatrixId {
    pub const EMPTY: MatrixId = MatrixId(0);
    pub const IDENTITY: MatrixId = MatrixId(1);
}

impl Matrices {
    pub fn new() -> Self {
        let end = MatrixNode {
            level: u32::MAX,
            children: [[MatrixId::EMPTY; 2]; 2],
        };
        Matrices {
            nodes: vec![end; 2],
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
        }
    }

    pub fn node(&self, id: MatrixId) -> &MatrixNode {
        &self.nodes[id.0 as usize]
    }

    /// The number of nodes; none is ever dropped.
    pub fn nodes_made(&self) -> usize {
        self.nodes.len()
    }

    /// The relation with these children.
    pub fn add(&mut self, level: u32, children: Children) -> MatrixId {
        let [[stays_false, rises], [falls, stays_true]] = children;
        if rises == MatrixId::EMPTY && falls == MatrixId::EMPTY && stays_false == stays_true {
            return stays_false;
        }
        let node = MatrixNode { level, children };
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes fit memory");
        let id = MatrixId(number);
        self.nodes.push(node);
        self.ids.insert(node, id);
        id
    }

    /// The children of a relation at a level that is not below its root.
    pub fn children_at(&self, id: MatrixId, level: u32) -> Children {
        let node = self.node(id);
        if node.level == level {
            node.children
        } else {
            [[id, MatrixId::EMPTY], [MatrixId::EMPTY, id]]
        }
    }

    /// The part of a relation for one value of a variable now and one next; its level
    /// is not below the root.
    #[inline(always)]
    pub fn child(&self, id: MatrixId, level: u32, now: usize, next: usize) -> MatrixId {
        let node = self.node(id);
        match node.level == level {
            true => node.children[now][next],
            false if now == next => id,
            false => MatrixId::EMPTY,
        }
    }

    /// The number of nodes of a relation.
    pub fn size(&self, root: MatrixId) -> usize {
        let mut seen: FxHashSet<MatrixId> = FxHashSet::default();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if id > MatrixId::IDENTITY && seen.insert(id) {
                open.extend(self.node(id).children.as_flattened());
            }
        }
        seen.len()
    }
}

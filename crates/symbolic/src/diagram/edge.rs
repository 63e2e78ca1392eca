//! Edges and nodes, of which diagrams are made.

/// A Boolean function: that of a node, or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Edge(u32);

/// A variable, and where to go on if it is false or true. `high` is never a complement
/// and differs from `low`, so each function has exactly one diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub level: u32,
    pub low: Edge,
    pub high: Edge,
}

/// The level of the leaf, below all variables.
pub(crate) const END: u32 = u32::MAX;

impl Edge {
    pub const TRUE: Edge = Edge(0);
    pub const FALSE: Edge = Edge(1);

    /// The function of the node with this number. Number 0 is the leaf, the function
    /// that is always true.
    #[inline(always)]
    pub fn to(number: u32) -> Self {
        Edge(number << 1)
    }

    /// The number of its node.
    #[inline(always)]
    pub fn number(self) -> usize {
        self.0 as usize >> 1
    }

    #[inline(always)]
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    pub fn not(self) -> Self {
        Edge(self.0 ^ 1)
    }

    /// Its complement if `complement`, otherwise itself.
    #[inline(always)]
    pub fn complement_if(self, complement: bool) -> Self {
        Edge(self.0 ^ u32::from(complement))
    }

    /// Itself without the mark of a complement.
    #[inline(always)]
    pub fn regular(self) -> Self {
        Edge(self.0 & !1)
    }

    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub fn from_bits(bits: u32) -> Self {
        Edge(bits)
    }
}

impl Node {
    /// The cofactors of an edge to this node: where the variable of a level is false,
    /// and where it is true. The level is not below the node's.
    #[inline(always)]
    pub fn cofactors(&self, edge: Edge, level: u32) -> [Edge; 2] {
        match self.level == level {
            true => [self.low, self.high].map(|it| it.complement_if(edge.is_complement())),
            false => [edge, edge],
        }
    }
}

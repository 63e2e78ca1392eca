//! The fluents that nodes depend on.

use game::RoleId;
use ground::{FluentId, GroundGame, Node, NodeId};
use rustc_hash::FxHashMap;

/// Finds the fluents that nodes read, directly or not.
pub(crate) struct Supports<'g> {
    game: &'g GroundGame,
    /// The definitions of the variables of loops.
    definitions: FxHashMap<NodeId, NodeId>,
    /// The number of the last search that visited each node.
    visited: Vec<u32>,
    search: u32,
}

impl<'g> Supports<'g> {
    /// For the circuit of a game.
    pub fn new(game: &'g GroundGame) -> Self {
        let loops = game.circuit().loops().iter();
        let definitions = loops.flat_map(|around| &around.definitions);
        Supports {
            game,
            definitions: definitions.copied().collect(),
            visited: vec![0; game.circuit().nodes().len()],
            search: 0,
        }
    }

    /// The fluents that one of these nodes depends on, in ascending order.
    pub fn of(&mut self, roots: impl IntoIterator<Item = NodeId>) -> Vec<FluentId> {
        self.search += 1;
        let mut fluents = self.unvisited(roots);
        fluents.sort_unstable();
        fluents
    }

    /// The fluents below these nodes that this search has not visited yet.
    fn unvisited(&mut self, roots: impl IntoIterator<Item = NodeId>) -> Vec<FluentId> {
        let mut fluents = Vec::new();
        let mut open: Vec<NodeId> = roots.into_iter().collect();
        while let Some(node) = open.pop() {
            let last = std::mem::replace(&mut self.visited[node.index()], self.search);
            if last == self.search {
                continue;
            }
            let content = self.game.circuit().node(node);
            if let Node::Fluent(fluent) = content {
                fluents.push(*fluent);
            }
            open.extend(content.reads());
            open.extend(self.definitions.get(&node));
        }
        fluents
    }

    /// The fluents that no move, end or goal depends on, now or ever.
    pub fn unread(&mut self) -> Vec<FluentId> {
        let game = self.game;
        self.search += 1;
        let roles = RoleId::all(game.roles().len());
        let outputs = roles.flat_map(|role| {
            let legal = game.moves_of(role).map(|mov| game.legal(mov));
            legal.chain(game.goals(role).iter().map(|&(_, node)| node))
        });
        let mut open = self.unvisited(outputs.chain([game.terminal()]));
        let mut read = vec![false; game.fluents().len()];
        while let Some(fluent) = open.pop() {
            read[fluent.index()] = true;
            open.extend(self.unvisited([game.next(fluent)]));
        }
        let fluents = game.fluent_ids();
        fluents.filter(|fluent| !read[fluent.index()]).collect()
    }
}

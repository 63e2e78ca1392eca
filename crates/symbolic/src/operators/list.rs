//! Converts sets of a space to a list of nodes, and back.

use game::Stop;

use crate::diagram::{Diagrams, Edge, Halt, ListedNode, Listing, Reference};
use crate::knobs::Knobs;

/// Lists the nodes of sets, those of the first set first.
pub(crate) fn list(d: &mut Diagrams, variables: u32, sets: &[Edge]) -> Listing {
    let mut listing = Listing::new(variables);
    d.marks.begin(d.nodes.numbers());
    for &set in sets {
        let root = visit(d, &mut listing, set);
        listing.roots.push(root);
    }
    listing
}

fn visit(d: &mut Diagrams, listing: &mut Listing, edge: Edge) -> Reference {
    let number = edge.number();
    if number == 0 {
        return Reference(Reference::TRUE.0 | u32::from(edge.is_complement()));
    }
    let place = d.marks.get(number).unwrap_or_else(|| {
        let node = d.nodes.get(edge);
        let high = visit(d, listing, node.high);
        let low = visit(d, listing, node.low);
        let level = node.level;
        listing.push(ListedNode { level, high, low });
        let place = listing.nodes.len() as u32;
        d.marks.set(number, place);
        place
    });
    Reference::new(place as usize, edge.is_complement())
}

/// Makes the sets of a list in a space.
pub(crate) fn restore(d: &mut Diagrams, stop: &Stop, listing: &Listing) -> Result<Vec<Edge>, Halt> {
    let mut edges = Vec::with_capacity(listing.nodes.len() + 1);
    edges.push(Edge::TRUE);
    let edge =
        |edges: &[Edge], it: Reference| edges[it.0 as usize >> 1].complement_if(it.is_complement());
    for (done, node) in listing.nodes.iter().enumerate() {
        if done % Knobs::LISTED_PER_CHECK == Knobs::LISTED_PER_CHECK - 1
            && let Some(reason) = stop.requested()
        {
            return Err(Halt::Stopped(reason));
        }
        let [low, high] = [node.low, node.high].map(|it| edge(&edges, it));
        edges.push(d.make(node.level, low, high)?);
    }
    let roots = listing.roots.iter();
    Ok(roots.map(|&root| edge(&edges, root)).collect())
}

//! Which groups of fluents depend on each other, as a picture and as text for Graphviz.
//!
//! In: [`Dependencies`]. Out: SVG, or DOT.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::Write;

use analysis::families;
use decompose::Dependencies;
use ground::GroundGame;

use crate::svg;

/// Room for a group in a picture: the distance of neighbours on a circle.
const ROOM: f64 = 46.0;
/// The radius of a group.
const DOT: f64 = 7.0;
/// Most groups that have their names in a picture; all have them as tips.
const NAMED: usize = 80;

/// The dependency graph as text for Graphviz: a box for each component.
pub fn dependency_dot(game: &GroundGame, graph: &Dependencies) -> String {
    let names = names(game, graph);
    let quoted = |name: &str| name.replace('\\', "\\\\").replace('"', "\\\"");
    let mut dot = "graph dependencies {\n  node [shape=box];\n".to_owned();
    for (place, groups) in graph.components().iter().enumerate() {
        let _ = writeln!(dot, "  subgraph cluster_{place} {{");
        for &group in groups {
            let _ = writeln!(dot, "    g{group} [label=\"{}\"];", quoted(&names[group]));
        }
        dot.push_str("  }\n");
    }
    for ((one, other), moves) in &graph.joined {
        let _ = writeln!(dot, "  g{one} -- g{other} [weight={moves}];");
    }
    dot.push_str("}\n");
    dot
}

/// The dependency graph as a picture: each component is a circle of groups.
pub fn dependency_svg(game: &GroundGame, graph: &Dependencies) -> String {
    let names = names(game, graph);
    let (places, height) = arranged(graph);
    let mut picture = svg::begin(height);
    for (one, other) in graph.joined.keys() {
        let ((a, b), (c, d)) = (places[one], places[other]);
        let _ = writeln!(
            picture,
            "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" stroke=\"#999999\"/>"
        );
    }
    for (group, &(x, y)) in &places {
        let tip = svg::escaped(&names[*group]);
        let _ = writeln!(
            picture,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{DOT}\" fill=\"#2c69b0\">\
             <title>{tip}</title></circle>"
        );
        if places.len() <= NAMED {
            svg::text(
                &mut picture,
                (x, y - DOT - 3.0),
                "middle",
                svg::SMALL,
                &names[*group],
            );
        }
    }
    picture.push_str("</svg>\n");
    picture
}

/// Where each group is drawn, and how high the picture is.
fn arranged(graph: &Dependencies) -> (BTreeMap<usize, (f64, f64)>, f64) {
    let mut places = BTreeMap::new();
    let (mut left, mut top, mut row) = (0.0, 0.0_f64, 0.0_f64);
    for groups in graph.components() {
        let count = groups.len() as f64;
        let radius = if groups.len() > 1 {
            count * ROOM / TAU
        } else {
            0.0
        };
        // A picture has one width: large circles become smaller.
        let radius = radius.min(svg::WIDTH / 2.0 - 2.0 * ROOM);
        let side = 2.0 * radius + 3.0 * ROOM;
        if left + side > svg::WIDTH && left > 0.0 {
            (left, top, row) = (0.0, top + row, 0.0);
        }
        let centre = (left + side / 2.0, top + side / 2.0);
        for (number, group) in groups.into_iter().enumerate() {
            let angle = number as f64 / count * TAU;
            let place = (
                centre.0 + radius * angle.sin(),
                centre.1 - radius * angle.cos(),
            );
            places.insert(group, place);
        }
        (left, row) = (left + side, row.max(side));
    }
    (places, (top + row).max(ROOM))
}

/// What each group is called: the pattern of its fluents.
fn names(game: &GroundGame, graph: &Dependencies) -> Vec<String> {
    let groups = graph.groups.iter();
    let named = groups.map(|group| {
        let family = families(game, std::slice::from_ref(group)).pop();
        family.map_or_else(String::new, |it| it.example)
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim() -> (GroundGame, Dependencies) {
        let game = testkit::ground_game(&testkit::library_rules("nim", &[("heaps", "1,2,3")]));
        let budget = analysis::Budget::new(game::Stop::new());
        let facts = analysis::analyse(&game, &budget).unwrap();
        let graph = Dependencies::new(&game, &facts).unwrap();
        (game, graph)
    }

    #[test]
    fn heaps_are_not_joined() {
        let (game, graph) = nim();
        assert_eq!(graph.components().len(), 3);
        let dot = dependency_dot(&game, &graph);
        assert_eq!(dot.matches("subgraph").count(), 3);
        assert!(!dot.contains("--"), "{dot}");
        assert_eq!(dependency_svg(&game, &graph).matches("<circle").count(), 3);
    }

    #[test]
    fn boards_are_circles_of_cells() {
        let game = testkit::ground_game(&testkit::library_rules("tic-tac-toe", &[]));
        let budget = analysis::Budget::new(game::Stop::new());
        let facts = analysis::analyse(&game, &budget).unwrap();
        let graph = Dependencies::new(&game, &facts).unwrap();
        assert_eq!(graph.groups.len(), 9);
        assert!(dependency_svg(&game, &graph).contains("(cell 1 1 *)"));
    }
}

//! The graph keeps to its memory.

use search::Settings;

use crate::games::{library, run, uct};

#[test]
fn the_graph_keeps_to_its_memory() {
    let mut sizes = Vec::new();
    for memory_bytes in [4 << 20, 16 << 20] {
        let mut search = library(
            "connect-four",
            &[],
            Settings {
                memory_bytes,
                playouts: 1,
                ..uct()
            },
        );
        run(&mut search, 60_000);
        assert!(
            search.memory_bytes() <= memory_bytes,
            "{}",
            search.memory_bytes()
        );
        assert_eq!(search.estimates().iterations, 60_000);
        sizes.push(search.size());
    }
    assert!(sizes[0] < sizes[1], "{sizes:?}");
}

/// Without room for a single node beside the root, playouts still tell the moves apart.
#[test]
fn without_memory_moves_are_still_judged_by_playouts() {
    let mut search = library(
        "connect-four",
        &[],
        Settings {
            memory_bytes: 1,
            ..uct()
        },
    );
    run(&mut search, 5000);
    assert_eq!(search.size(), 1);
    let visits: u64 = search.estimates().moves.iter().map(|it| it.visits).sum();
    assert_eq!(visits, 5000);
}

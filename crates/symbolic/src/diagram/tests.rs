//! Diagrams against those of another library, which keeps them canonical in the
//! same way: the same functions must have as many nodes and states there.

use game::Stop;
use oxidd::bcdd::{BCDDFunction, new_manager};
use oxidd::util::SatCountCache;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use testkit::SplitMix64;

use super::Set;
use crate::space::Space;

const VARIABLES: u32 = 24;

/// The same function here and there.
#[derive(Clone)]
struct Twin {
    here: Set,
    there: BCDDFunction,
}

fn variables(space: &Space) -> Vec<Twin> {
    let manager = new_manager(1 << 22, 1 << 16, 1);
    manager.with_manager_exclusive(|m| m.add_vars(VARIABLES));
    let twin = |variable| Twin {
        here: space.variable(variable).unwrap(),
        there: manager.with_manager_shared(|m| BCDDFunction::var(m, variable).unwrap()),
    };
    (0..VARIABLES).map(twin).collect()
}

fn combined(space: &Space, a: &Twin, b: &Twin, operation: usize) -> Twin {
    let (here, there) = match operation {
        0 => (space.and(&a.here, &b.here), a.there.and(&b.there)),
        1 => (space.or(&a.here, &b.here), a.there.or(&b.there)),
        2 => (space.xor(&a.here, &b.here), a.there.xor(&b.there)),
        _ => (space.minus(&a.here, &b.here), b.there.imp_strict(&a.there)),
    };
    Twin {
        here: here.unwrap(),
        there: there.unwrap(),
    }
}

#[test]
fn random_functions_have_the_nodes_and_states_that_another_library_finds() {
    let mut random = SplitMix64::new(5);
    // With so little room garbage is collected many times.
    let space = Space::new(VARIABLES, 3 << 14, Stop::new());
    let mut twins = variables(&space);
    let mut largest = 0;
    for round in 0..6000 {
        let [a, b] = [0; 2].map(|_| random.below(twins.len()));
        let twin = combined(&space, &twins[a], &twins[b], random.below(4));
        let nodes = twin.there.node_count();
        assert_eq!(twin.here.nodes(), nodes, "round {round}");
        if round % 16 == 0 {
            let mut cache = SatCountCache::<u64, std::hash::RandomState>::default();
            let states = twin.there.sat_count(VARIABLES, &mut cache);
            assert_eq!(space.count(&twin.here), Some(states.into()));
        }
        largest = largest.max(nodes);
        // Large ones would soon be all that is left.
        let place = VARIABLES as usize + random.below(60);
        match place < twins.len() {
            true if nodes < 300 => twins[place] = twin,
            false if nodes < 300 => twins.push(twin),
            _ => {}
        }
    }
    assert!(largest > 300, "all functions were small");
    assert!(
        space.work() > 4 * space.capacity,
        "little was ever collected"
    );
    drop(twins);
    assert_eq!(space.live(), 0);
}

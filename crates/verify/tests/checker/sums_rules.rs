//! Sheets that are no sums, with files that say they are: none is called right.
//!
//! The parts are those of nim with heaps 1, 2 and 3; the rules break one condition each.

use testkit::load;
use verify::VerifyError;

use crate::sums::{Sum, edited};

/// What the sheet says more, and what it says instead.
type Edit = (&'static [(&'static str, &'static str)], &'static str);

const HEAPS: &[(&str, &str)] = &[("heaps", "1,2,3")];
/// What breaks a condition, in a state that is reached soon.
const BROKEN: [(&str, Edit); 10] = [
    (
        "play ends when one heap is empty",
        (&[], "(<= terminal (true (heap 3 0)))"),
    ),
    (
        "play goes on without moves",
        (
            &[(
                "(<= terminal\n    (not remaining))",
                "(<= terminal (not remaining) (true (control first)))",
            )],
            "",
        ),
    ),
    (
        "an end has other rewards",
        (&[("(goal ?role 100)", "(goal ?role 90)")], ""),
    ),
    (
        "rewards depend on more than the turn",
        (
            &[(
                "(<= (goal ?role 100)\n",
                "(<= (goal ?role 100) (not (true last))\n",
            )],
            "(<= (next last) (does ?role (take ?heap 2))) (<= (goal ?role 90) (role ?role) (not (true (control ?role))) (true last))",
        ),
    ),
    (
        "a heap is open only while another is even",
        (
            &[(
                "    (true (heap ?heap ?size))\n    (sum ?rest ?taken ?size)\n    (distinct ?taken 0))\n(<= (legal ?role noop)",
                "    (true (heap ?heap ?size))\n    (not (closed ?heap)) (sum ?rest ?taken ?size)\n    (distinct ?taken 0))\n(<= (legal ?role noop)",
            )],
            "(<= (closed 1) (true (heap 2 1)))",
        ),
    ),
    (
        "a move changes another heap",
        (&[], "(<= (next (heap 2 2)) (does ?role (take 1 1)))"),
    ),
    (
        "a move keeps the turn",
        (
            &[(
                "(<= (next (control second))\n    (true (control first)))",
                "(<= (next (control second)) (true (control first)) (not (does first (take 1 1)))) (<= (next (control first)) (does first (take 1 1)))",
            )],
            "",
        ),
    ),
    (
        "the role on turn may wait",
        (
            &[],
            "(<= (legal ?role (take 1 pass)) (true (control ?role)) (true (heap 1 1)))",
        ),
    ),
    (
        "the other role may choose",
        (
            &[(
                "(touched ?heap)\n    (does ?role (take ?heap ?taken))",
                "(touched ?heap)\n    (not (does second shout)) (does ?role (take ?heap ?taken))",
            )],
            "(<= (legal second shout) (true (control first)))",
        ),
    ),
    (
        "a role has moves of its own",
        (
            &[],
            "(<= (legal first (take 3 both)) (true (control first)) (true (heap 3 3))) (<= (next (heap 3 2)) (does first (take 3 both)))",
        ),
    ),
];

#[test]
fn no_game_that_is_no_sum_is_called_one() {
    let sum = Sum::of("nim", HEAPS);
    for (what, (edits, more)) in BROKEN {
        let sheet = edited("nim", HEAPS, edits);
        let text = gdl::print(sheet.sheet(), gdl::Notation::Kif);
        let rules = load(format!("{text}\n{more}\n"));
        let mut changed = sum.clone();
        changed.about.subject.rules = gdl::print(rules.sheet(), gdl::Notation::Kif);
        changed.about.subject.rules_hash = rules.hash().to_string();
        match changed.verify() {
            Err(VerifyError::Wrong(wrong)) => println!("{what}: {wrong:?}"),
            other => panic!("{what}: {other:?}"),
        }
    }
}

//! What is wrong with a state, given its successors, in words.
//!
//! In: what the file says of a state and of all its successors. Out: what does not
//! fit, if anything.

use crate::labels::Values;
use crate::local::Pace;
use crate::value::{Outcome, Value};

/// What is wrong with a terminal state; `distances` says whether the file has any.
pub fn of_end(says: &Outcome, right: &Value, distances: bool) -> Option<String> {
    if says.value != *right {
        let says = &says.value;
        return Some(format!(
            "play ends with other rewards\n  says   {says}\n  right  {right}"
        ));
    }
    let wrong = says.distance != Some(0) && (distances || says.distance.is_some());
    wrong.then(|| "the distance of an end is not 0".to_owned())
}

/// What is wrong with any other state. The flags say whether the file has
/// distances, and those of draws.
pub fn of_state(
    values: &Values,
    mover: Option<usize>,
    says: &Outcome,
    after: &[&Outcome],
    (distances, draws): (bool, bool),
) -> Option<String> {
    let numbers = after.iter().map(|it| values.number(&it.value));
    let numbers: Vec<u32> = numbers.collect();
    let right = values.best(mover, &numbers);
    if right.as_ref() != Some(&says.value) {
        let right = right.map_or("no state is unresolved".to_owned(), |it| it.to_string());
        let says = &says.value;
        return Some(format!(
            "a value does not fit those of the successors\n  says   {says}\n  right  {right}"
        ));
    }
    let pace = values.pace(mover, values.number(&says.value), draws);
    let same = after.iter().filter(|it| it.value == says.value);
    let same = same.map(|it| it.distance);
    let last = match pace {
        Pace::None => None,
        Pace::Hasten => same.flatten().min(),
        // A successor without a distance is farther than all others.
        Pace::Delay => {
            let all: Option<Vec<u64>> = same.collect();
            all.and_then(|all| all.into_iter().max())
        }
    };
    let right = last.and_then(|last| last.checked_add(1));
    let text = |it: Option<u64>| it.map_or("no distance".to_owned(), |it| format!("distance {it}"));
    let wrong = says.distance != right && (distances || says.distance.is_some());
    wrong.then(|| {
        let (value, says, right) = (&says.value, text(says.distance), text(right));
        format!("the value {value} has another distance\n  says   {says}\n  right  {right}")
    })
}

//! A file that knows a part of the states: what it does not know stays unknown, and
//! its judgements are those of the whole file.

use game::Stop;
use play::{Judgement, Knowledge, PlayError, SolvedGame, best_line, choose, review};
use table::solution::{Absent, DEFAULT_CACHE, Key, OutcomeId, SolutionError, SolutionWriter};

use super::solved;

/// The same file with two of three states, by their order.
fn part_of(solved: &SolvedGame, folder: &std::path::Path) -> SolvedGame {
    let file = solved.file();
    let path = folder.join("part.solution");
    let mut writer = SolutionWriter::create(&path, "part", 1 << 28).unwrap();
    writer.begin(file.encoding().clone(), file.layout().clone(), true);
    for section in file.sections().unwrap() {
        let kept = file.states(section.number).map(Result::unwrap);
        let kept = kept.enumerate().filter(|(place, _)| place % 3 != 1);
        let mut outcome = |id: OutcomeId| {
            let outcome = file.outcome(id);
            writer.outcome(&outcome.value, outcome.distance)
        };
        let kept: Vec<(Key, OutcomeId)> = kept.map(|(_, (key, id))| (key, outcome(id))).collect();
        let mut give = |take: table::solution::Take<'_>| -> Result<(), SolutionError> {
            kept.iter().try_for_each(|(key, id)| take(key.words(), *id))
        };
        writer.add_sorted(section.number, &mut give).unwrap();
    }
    let mut about = file.about().clone();
    about.absent = Absent::Unknown;
    writer.finish(about).unwrap();
    SolvedGame::open(&path, DEFAULT_CACHE, Stop::new()).unwrap()
}

#[test]
fn what_is_judged_is_judged_as_with_all_states() {
    let (folder, whole) = solved("tic-tac-toe", &[]);
    let part = part_of(&whole, folder.path());
    let mut states = vec![whole.start().clone()];
    let (mut judged, mut unknown) = (0, 0);
    let mut at = 0;
    while at < states.len() && states.len() < 3000 {
        let all = whole.position(&states[at]).unwrap();
        let some = part.position(&states[at]).unwrap();
        unknown += usize::from(some.outcome.is_none());
        assert!(some.outcome.is_none() || some.outcome == all.outcome);
        for choice in &some.moves {
            let same = all.moves.iter().find(|it| it.text == choice.text).unwrap();
            match (choice.judgement, same.judgement) {
                (Judgement::Unjudged, _) | (Judgement::Best, Judgement::Only) => {}
                (mine, theirs) => {
                    assert_eq!(mine, theirs);
                    judged += 1;
                }
            }
        }
        assert_eq!(
            choose(&part, &some).unwrap().is_none(),
            some.terminal,
            "there is always a move"
        );
        best_line(&part, &some).unwrap();
        states.extend(all.moves.iter().map(|it| it.next.clone()));
        at += 1;
    }
    assert!(judged > 100 && unknown > 100, "{judged}, {unknown}");
}

#[test]
fn a_match_through_unknown_states_is_reviewed() {
    let (folder, whole) = solved("tic-tac-toe", &[]);
    let part = part_of(&whole, folder.path());
    let moves = ["mark 1 1", "mark 1 2", "mark 2 2", "mark 3 3", "mark 2 1"];
    let review = review(&part, &moves.map(str::to_owned)).unwrap();
    let summaries = review.summaries(2);
    let all: u64 = summaries.iter().map(|it| it.judged + it.unjudged).sum();
    assert_eq!(all, 5);
}

#[test]
fn an_unknown_state_is_not_refused_but_no_state_is() {
    let (folder, whole) = solved("tic-tac-toe", &[]);
    let part = part_of(&whole, folder.path());
    let first = whole.position(whole.start()).unwrap();
    let texts = first.moves.iter().map(|it| whole.state_text(&it.next));
    let asked: Vec<_> = texts.map(|it| part.state_with(&it).unwrap()).collect();
    let known = asked.iter().map(|it| part.ask(it).unwrap());
    assert!(known.filter(|it| *it == Knowledge::Unknown).count() > 0);
    let error = part.state_with("(cell 1 1 x)").unwrap_err();
    assert!(matches!(error, PlayError::Misfit(_)), "{error}");
}

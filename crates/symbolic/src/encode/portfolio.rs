//! Encodes a game in the requested order of variables, or in the best of several.

use analysis::{Facts, Group};
use game::{Stop, StopReason};
use ground::GroundGame;

use crate::SymbolicError;
use crate::encode::candidates::{Candidate, Groups, LISTED};
use crate::encode::encoding::{Encoding, Field};
use crate::encode::merge::{MERGED, joined, merged};
use crate::encode::order::{Choice, Found, Order};
use crate::encode::race::{Race, stopped};
use crate::encode::trial::Trial;
use crate::knobs::Knobs;

/// With more variables, recursions would be too deep for the stack.
const MAX_VARIABLES: u32 = 4096;

/// Encodes a game in the requested order; `capacity` is the number of nodes that fit
/// into memory.
pub(crate) fn choose(
    game: &GroundGame,
    facts: &Facts,
    order: &Order,
    capacity: usize,
    (knobs, stop): (&Knobs, &Stop),
) -> Result<(Encoding, Choice), SymbolicError> {
    let groups = Groups::new(facts);
    let all = groups.tops.iter().chain(&groups.others);
    if all.map(Group::bits).sum::<u32>() > MAX_VARIABLES {
        return Err(SymbolicError::Unsuited("its states take too many bits"));
    }
    let unknown = || {
        let all = groups.candidates(game, knobs).into_iter();
        let listed = std::iter::once(LISTED.to_owned());
        let others = all.map(|it| it.name).filter(|it| it != LISTED);
        SymbolicError::NoSuchOrder {
            names: listed.chain(others).collect(),
        }
    };
    let mut tried = Vec::new();
    let plain = |candidate: Candidate| {
        let encoding = Encoding::new(game, groups.arranged(&candidate));
        (candidate.name, encoding)
    };
    let (name, encoding) = match order {
        Order::Listed => plain(groups.listed()),
        Order::Named(name) => {
            let named = Named {
                game,
                facts,
                groups: &groups,
                knobs,
                stop,
            };
            let encoding = named.encoding(name);
            let encoding = encoding.map_err(|reason| SymbolicError::stopped(reason, 0))?;
            (name.clone(), encoding.ok_or_else(unknown)?)
        }
        Order::Given(fields) => {
            let (name, encoding) = plain(given(game, &groups, fields).ok_or_else(unknown)?);
            let merged = merge_given(game, facts, encoding, fields, (knobs, stop));
            let merged = merged.map_err(|reason| SymbolicError::stopped(reason, 0))?;
            (name, merged.ok_or_else(unknown)?)
        }
        Order::Found(found) => {
            let encoding = of_blocks(game, &groups, found).ok_or_else(unknown)?;
            ("given".to_owned(), encoding)
        }
        Order::Auto => {
            let raced = Race::new(
                game,
                facts,
                &groups,
                capacity / knobs.race_share,
                (knobs, stop),
            )
            .run();
            let (name, encoding, all) =
                raced.map_err(|reason| SymbolicError::stopped(reason, 0))?;
            tried = all;
            (name, encoding)
        }
    };
    let name_of = |group: &Group| game.fluents()[group.fluents[0].index()].clone();
    let fields = encoding.fields.iter();
    let fields = fields.map(|field| field.block.groups.iter().map(name_of).collect());
    let choice = Choice {
        name,
        fields: fields.collect(),
        tried,
    };
    Ok((encoding, choice))
}

/// Finds encodings by name.
struct Named<'a> {
    game: &'a GroundGame,
    facts: &'a Facts,
    groups: &'a Groups,
    knobs: &'a Knobs,
    stop: &'a Stop,
}

impl Named<'_> {
    /// The encoding with this name, if there is one.
    fn encoding(&self, name: &str) -> Result<Option<Encoding>, StopReason> {
        let way = MERGED.iter().position(|way| name.ends_with(way));
        let order = name.split(' ').next().unwrap_or(name);
        let mut all = self.groups.candidates(self.game, self.knobs).into_iter();
        let Some(candidate) = all.find(|it| it.name == order) else {
            return Ok(None);
        };
        let plain = Encoding::new(self.game, self.groups.arranged(&candidate));
        let Some(way) = way else {
            return Ok((name == order).then_some(plain));
        };
        let trial = Trial::new(
            self.game,
            self.facts,
            plain,
            self.knobs.given_work,
            (self.knobs, self.stop),
        );
        let Some(trial) = stopped(trial)? else {
            return Ok(None);
        };
        let runs = self.groups.runs(&candidate);
        let merged = stopped(merged(self.game, &trial, &runs))?;
        Ok(merged.and_then(|it| it.into_iter().nth(way)))
    }
}

/// Merges the groups of a plain encoding that are given together; none if they
/// have too many combinations.
fn merge_given(
    game: &GroundGame,
    facts: &Facts,
    plain: Encoding,
    fields: &[Vec<String>],
    (knobs, stop): (&Knobs, &Stop),
) -> Result<Option<Encoding>, StopReason> {
    let together = fields.iter().filter(|it| it.len() > 1);
    if together.count() == 0 {
        return Ok(Some(plain));
    }
    let Some(trial) = stopped(Trial::new(
        game,
        facts,
        plain,
        knobs.given_work,
        (knobs, stop),
    ))?
    else {
        return Ok(None);
    };
    let Some(projector) = stopped(trial.projector())? else {
        return Ok(None);
    };
    let mut left = projector.encoding.fields.iter();
    let mut blocks = Vec::new();
    for names in fields {
        let run: Vec<&Field> = left.by_ref().take(names.len()).collect();
        let has = |field: &Field, name: &String| {
            let mut fluents = field.block.fluents();
            fluents.any(|it| game.fluents()[it.index()] == *name)
        };
        if !run.iter().zip(names).all(|(field, name)| has(field, name)) {
            return Ok(None);
        }
        match run.as_slice() {
            [single] => blocks.push(single.block.clone()),
            _ => match stopped(joined(&projector, &run))? {
                Some(Some(block)) => blocks.push(block),
                _ => return Ok(None),
            },
        }
    }
    Ok(Some(Encoding::new(game, blocks)))
}

/// The encoding that was found; none if it is not of these groups.
fn of_blocks(game: &GroundGame, groups: &Groups, found: &Found) -> Option<Encoding> {
    let mut known: Vec<&Group> = groups.tops.iter().chain(&groups.others).collect();
    let mut own: Vec<&Group> = found.blocks.iter().flat_map(|it| &it.groups).collect();
    known.sort_unstable();
    own.sort_unstable();
    (own == known).then(|| Encoding::new(game, found.blocks.clone()))
}

/// The candidate whose groups have these fluents; none if these are not all
/// groups, each once.
fn given(game: &GroundGame, groups: &Groups, fields: &[Vec<String>]) -> Option<Candidate> {
    let mut candidate = groups.listed();
    candidate.name = "given".to_owned();
    candidate.order.clear();
    for name in fields.iter().flatten() {
        let fluent = game.fluents().iter().position(|it| it == name)?;
        let has = |group: &Group| group.fluents.iter().any(|it| it.index() == fluent);
        match groups.others.iter().position(has) {
            Some(group) => candidate.order.push(group),
            None => groups.tops.iter().any(has).then_some(())?,
        }
    }
    let mut sorted = candidate.order.clone();
    sorted.sort_unstable();
    (sorted == groups.listed().order).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use gdl::{Notation, Rules};
    use testkit::{Style, layered_game, obfuscate};

    use super::*;
    use crate::encode::sampled::{load, prepare, samples};
    use crate::space::Space;

    /// Encodes states and takes them back; tells in how many ways, and in how
    /// many with merged groups.
    fn round_trip(rules: &Rules) -> (usize, usize) {
        let Some((game, facts)) = prepare(rules) else {
            return (0, 0);
        };
        let states = samples(&game, 5);
        let (mut ways, mut merged) = (0, 0);
        let groups = Groups::new(&facts);
        for candidate in groups.candidates(&game, &Knobs::default()) {
            for way in ["", " merged+", " merged-"] {
                let order = Order::Named(format!("{}{way}", candidate.name));
                let Ok((encoding, choice)) = choose(
                    &game,
                    &facts,
                    &order,
                    usize::MAX,
                    (&Knobs::default(), &Stop::new()),
                ) else {
                    continue;
                };
                let space = Space::new(encoding.bands(), 1 << 15, Stop::new());
                for state in &states {
                    let set = encoding.state(&space, |it| state.holds(it)).unwrap();
                    assert_eq!(space.count(&set), Some(1), "{order:?}");
                    let values = space.pick(&set).unwrap();
                    assert_eq!(encoding.decode(&values), *state, "{order:?}");
                }
                let again = Order::Given(choice.fields.clone());
                let (given, chosen) = choose(
                    &game,
                    &facts,
                    &again,
                    usize::MAX,
                    (&Knobs::default(), &Stop::new()),
                )
                .unwrap();
                let blocks = |it: &Encoding| -> Vec<_> {
                    it.fields.iter().map(|field| field.block.clone()).collect()
                };
                assert_eq!(blocks(&given), blocks(&encoding), "{order:?}");
                let found = Order::Found(Found {
                    blocks: blocks(&encoding),
                });
                let ready = (&Knobs::default(), &Stop::new());
                let (found, same) = choose(&game, &facts, &found, usize::MAX, ready).unwrap();
                assert_eq!(blocks(&found), blocks(&encoding), "{order:?}");
                assert_eq!(found.variables, encoding.variables, "{order:?}");
                assert_eq!(same, chosen, "{order:?}");
                ways += 1;
                merged += usize::from(!way.is_empty());
            }
        }
        (ways, merged)
    }

    #[test]
    fn states_of_library_games_survive_every_encoding() {
        let games = [
            ("connect-four", "width=3 height=4"),
            ("clobber", "rows=3 columns=3"),
            ("mnk", "width=4 height=3"),
            ("cubi-cup", "edge=3"),
            ("sliding-puzzle", ""),
            ("nim", ""),
        ];
        let mut all = (0, 0);
        for (name, settings) in games {
            let settings = settings.split_whitespace();
            let settings = settings.filter_map(|it| it.split_once('='));
            let settings: Vec<(String, String)> = settings
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let rules = load(&library::find(name).unwrap().render(&settings).unwrap());
            let sheet = obfuscate(rules.sheet(), 7);
            let hidden = load(&gdl::print(sheet.sheet(), Notation::Kif));
            for rules in [&rules, &hidden] {
                let (ways, merged) = round_trip(rules);
                all = (all.0 + ways, all.1 + merged);
            }
        }
        assert!(all.0 > 50 && all.1 > 10, "only {all:?} ways");
    }

    #[test]
    fn states_of_random_games_survive_every_encoding() {
        let mut ways = 0;
        for seed in 0..20 {
            let game = layered_game(seed);
            for style in [Style::Named, Style::Binary] {
                ways += round_trip(&load(&game.to_gdl(style))).0;
            }
        }
        assert!(ways > 40, "only {ways} ways");
    }

    #[test]
    fn an_order_of_another_game_is_refused() {
        let rules = load(&library::find("tic-tac-toe").unwrap().render(&[]).unwrap());
        let (game, facts) = prepare(&rules).unwrap();
        let nim = load(&library::find("nim").unwrap().render(&[]).unwrap());
        let (nim, known) = prepare(&nim).unwrap();
        let groups = Groups::new(&known);
        let encoding = Encoding::new(&nim, groups.arranged(&groups.listed()));
        let blocks = encoding.fields.into_iter().map(|field| field.block);
        for order in [
            Order::Given(vec![]),
            Order::Given(vec![vec!["(no such fluent)".to_owned()]]),
            Order::Found(Found {
                blocks: blocks.collect(),
            }),
        ] {
            let ready = (&Knobs::default(), &Stop::new());
            let chosen = choose(&game, &facts, &order, usize::MAX, ready);
            assert!(matches!(chosen, Err(SymbolicError::NoSuchOrder { .. })));
        }
    }

    #[test]
    fn a_column_that_is_filled_from_below_is_one_field() {
        let settings = [("width", "4"), ("height", "4")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let text = library::find("connect-four")
            .unwrap()
            .render(&settings)
            .unwrap();
        let sheet = obfuscate(load(&text).sheet(), 3);
        let rules = load(&gdl::print(sheet.sheet(), Notation::Kif));
        let (game, facts) = prepare(&rules).unwrap();
        let tuning = (&Knobs::default(), &Stop::new());
        let chosen = || choose(&game, &facts, &Order::Auto, usize::MAX, tuning).unwrap();
        let (encoding, choice) = chosen();
        // 31 combinations in each of 4 columns, and whose turn it is.
        assert_eq!(encoding.variables, 4 * 5 + 1, "{}", choice.name);
        assert_eq!(chosen().1, choice);
    }
}

//! Looks one move ahead.

use game::{Draws, Stop};

use crate::{Chosen, Grounds, Player, PlayerError, Seat, Track};

/// Most replies of the others that are looked at for each move.
const MAX_REPLIES: usize = 16;

/// A player that takes the move after which its goals are best at once: its own reward
/// less the greatest of the others', as the rules tell it in the next state.
///
/// Where others choose at the same time, it takes the mean over some of their moves,
/// drawn at random. Moves that are equally good are drawn from.
pub struct Greedy {
    running: Option<(Track, Draws)>,
}

impl Greedy {
    /// Looks one move ahead.
    pub fn new() -> Self {
        Greedy { running: None }
    }
}

impl Default for Greedy {
    fn default() -> Self {
        Greedy::new()
    }
}

impl Player for Greedy {
    fn start(&mut self, seat: &Seat, stop: &Stop) -> Result<(), PlayerError> {
        self.running = Some((Track::new(seat, stop)?, Draws::new(seat.seed)));
        Ok(())
    }

    fn told(&mut self, joint: &[String]) -> Result<(), PlayerError> {
        let (track, _) = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        track.told(joint)
    }

    fn choose(&mut self, stop: &Stop) -> Result<Chosen, PlayerError> {
        let (track, draws) = self.running.as_mut().ok_or(PlayerError::NoMatch)?;
        let legal = track.legal()?;
        let role = track.role().index();
        let own = legal.get(role).ok_or(PlayerError::NoMatch)?;
        let mut best: (Vec<&String>, i64) = (Vec::new(), i64::MIN);
        for mov in own {
            if stop.requested().is_some() && !best.0.is_empty() {
                break;
            }
            let worth = worth(track, &legal, mov, draws)?;
            if worth > best.1 {
                best = (Vec::new(), worth);
            }
            if worth == best.1 {
                best.0.push(mov);
            }
        }
        let text = best.0[draws.below(best.0.len())].clone();
        let grounds = Grounds::Estimate;
        Ok(Chosen { text, grounds })
    }
}

/// The sum over replies of what the goals say after a move, in half points; a goal that
/// is no number counts as nothing.
fn worth(
    track: &Track,
    legal: &[Vec<String>],
    own: &str,
    draws: &mut Draws,
) -> Result<i64, PlayerError> {
    let role = track.role().index();
    let others = legal.iter().enumerate().filter(|(it, _)| *it != role);
    let alone = others.clone().all(|(_, moves)| moves.len() == 1);
    // The same number for each move, so that sums compare as means do.
    let replies = if alone { 1 } else { MAX_REPLIES };
    let mut sum = 0;
    for _ in 0..replies {
        let drawn = legal.iter().map(|moves| &moves[draws.below(moves.len())]);
        let mut joint: Vec<String> = drawn.cloned().collect();
        joint[role] = own.to_owned();
        let next = track.referee().after_joint(track.state(), &joint)?;
        let points = track.referee().points(&next)?;
        let points = points.iter().map(|it| it.map_or(0, |it| it.half_points()));
        let points: Vec<i64> = points.collect();
        let rivals = points.iter().enumerate().filter(|(it, _)| *it != role);
        sum += points[role] - rivals.map(|(_, it)| *it).max().unwrap_or(0);
    }
    Ok(sum)
}

//! Moves in a picture: their colours and words, and a list of them.

use game::{RoleId, Value};
use play::{Choice, Judgement, Position};

use super::canvas::{Canvas, LINE, Words};
use crate::svg;

/// Most moves of a list.
const MAX_LISTED: usize = 24;
const SIZE: f64 = 14.0;

/// The colour of a move's cell, and of what is written there.
#[derive(Clone, Copy)]
pub(super) struct Shade {
    pub fill: &'static str,
    pub ink: &'static str,
}

/// Green keeps the value, yellow keeps it too but takes longer, red loses some.
pub(super) fn shade(judgement: Judgement) -> Shade {
    let (fill, ink) = match judgement {
        Judgement::Only | Judgement::Best => ("#d3ead3", "#1f5a1f"),
        Judgement::Inaccuracy => ("#f5edc4", "#665510"),
        Judgement::Mistake(_) => ("#f6d5d5", "#7a1f1f"),
        Judgement::Forced | Judgement::Unjudged => ("#e8e8e8", "#555555"),
    };
    Shade { fill, ink }
}

/// What a move leads to, for the mover: `wins`, `draws`, `loses`, or its reward.
pub(super) fn result(choice: &Choice, mover: Option<RoleId>) -> String {
    let value = choice.outcome.as_ref().map(|it| &it.value);
    match (value, mover) {
        (Some(Value::Rewards(rewards)), Some(mover)) if rewards.role_count() == 2 => {
            match rewards.leader() {
                None => "draws",
                Some(leader) if leader == mover => "wins",
                Some(_) => "loses",
            }
            .to_owned()
        }
        (Some(Value::Rewards(rewards)), Some(mover)) => rewards[mover].to_string(),
        (Some(value), _) => value.to_string(),
        (None, _) => "?".to_owned(),
    }
}

/// A move with what it leads to, in a line.
pub(super) fn line(choice: &Choice, mover: Option<RoleId>) -> String {
    let distance = choice.outcome.as_ref().and_then(|it| it.distance);
    let distance = distance.map_or(String::new(), |it| format!(" in {}", it + 1));
    format!("{} {}{distance}", choice.text, result(choice, mover))
}

/// The moves, best first.
pub(super) struct MoveList<'a> {
    position: &'a Position,
}

impl<'a> MoveList<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        MoveList { position }
    }

    /// Draws from a corner on; returns width and height.
    pub(super) fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64)) -> (f64, f64) {
        let moves = &self.position.moves;
        let mut widest: f64 = 0.0;
        let mut y = top;
        for choice in moves.iter().take(MAX_LISTED) {
            let shade = shade(choice.judgement);
            canvas.square((left, y), 14.0, shade.fill, choice.judgement.name());
            let words = line(choice, self.position.mover);
            let how = Words {
                size: SIZE,
                anchor: "start",
                colour: shade.ink,
                bold: choice.judgement.is_best(),
            };
            canvas.written((left + 22.0, y + 12.0), &how, &words);
            // Bold letters are wider.
            let bold = if how.bold { 1.1 } else { 1.0 };
            widest = widest.max(svg::width(&words, SIZE) * bold);
            y += LINE;
        }
        if moves.len() > MAX_LISTED {
            let more = format!("and {} more", moves.len() - MAX_LISTED);
            canvas.words((left + 22.0, y + 12.0), SIZE, &more);
            y += LINE;
        }
        (22.0 + widest, y - top)
    }
}

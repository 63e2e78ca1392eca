//! Text of games.
//!
//! In: a value of the arena. Out: its text, exactly as CGSuite writes values,
//! with `±` for a switch: symbols for numbers, ups, nimbers and uptimals, then
//! switches `±…`, then `Tiny(…)` and `Miny(…)` with a number before them, then
//! braces with as many bars as the nesting needs.

use crate::knobs::Exhausted;
use crate::partizan::arena::{GameId, Games};

/// From this many bars on, a game has braces of its own.
const MOST_BARS: usize = 4;

/// Where a game is written.
#[derive(Clone, Copy)]
struct Place {
    /// It is alone in its list or outermost: bars alone do not end it.
    braces: bool,
    /// It follows `±`: several symbols need parentheses.
    parentheses: bool,
}

impl Place {
    const ALONE: Place = Place {
        braces: true,
        parentheses: false,
    };
}

impl Games {
    /// The game in the notation of CGSuite.
    ///
    /// ```
    /// use cgt::{Dyadic, Games, Knobs};
    ///
    /// let mut games = Games::new(Knobs::default());
    /// let [two, one] = [2, 1].map(|n| games.number(Dyadic::integer(n)).expect("small"));
    /// let switch = games.of_options(&[two], &[games.negate(one)])?;
    /// assert_eq!(games.show(switch)?, "{2|-1}");
    /// # Ok::<(), cgt::Exhausted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Exhausted::Text`] if it is longer than the knob `text` allows; else as
    /// an addition, which `Tiny` needs.
    pub fn show(&mut self, game: GameId) -> Result<String, Exhausted> {
        self.start();
        let mut text = String::new();
        self.write(game, Place::ALONE, &mut text)?;
        Ok(text)
    }

    /// Appends the game. Out: the bars of its outermost level, 0 if enclosed.
    ///
    /// Recursion is as deep as lists are nested, plus that of the subscripts of
    /// tinies, which are games of less depth: at most the knob `depth` each.
    fn write(&mut self, game: GameId, place: Place, text: &mut String) -> Result<usize, Exhausted> {
        if text.len() > self.knobs.text {
            return Err(Exhausted::Text);
        }
        let bars = if let Some(symbol) = self.symbol(game, place)? {
            text.push_str(&symbol);
            0
        } else if game == self.negate(game) {
            self.write_switch(game, text)?;
            0
        } else if let Some((name, number, inner)) = self.as_tiny(game)? {
            self.write_tiny(name, number, inner, place, text)?;
            0
        } else {
            self.write_braces(game, place, text)?
        };
        if text.len() > self.knobs.text {
            return Err(Exhausted::Text);
        }
        Ok(bars)
    }

    /// The text of a plain game or of an uptimal with a symbol.
    fn symbol(&mut self, game: GameId, place: Place) -> Result<Option<String>, Exhausted> {
        let (text, is_one) = if let Some(plain) = self.as_plain(game) {
            (plain.to_string(), plain.is_one_symbol())
        } else {
            match self.uptimal(game)? {
                Some(uptimal) if uptimal.has_symbol() => {
                    (uptimal.to_string(), uptimal.is_one_symbol())
                }
                _ => return Ok(None),
            }
        };
        Ok(Some(match place.parentheses && !is_one {
            true => format!("({text})"),
            false => text,
        }))
    }

    fn write_switch(&mut self, game: GameId, text: &mut String) -> Result<(), Exhausted> {
        let left = self.left(game)?;
        let left = self.sorted(&left)?;
        text.push('±');
        if let [option] = left[..] {
            let place = Place {
                braces: true,
                parentheses: true,
            };
            self.write(option, place, text)?;
            return Ok(());
        }
        text.push('{');
        self.write_list(&left, Place::ALONE, text)?;
        text.push('}');
        Ok(())
    }

    /// Name, number and subscript of n + Tiny(G) = {n ‖ n | n−G} and of the
    /// negatives, if the game is one: a threat that must be answered.
    fn as_tiny(
        &mut self,
        game: GameId,
    ) -> Result<Option<(&'static str, GameId, GameId)>, Exhausted> {
        if let Some((number, subscript)) = self.tiny_parts(game)? {
            return Ok(Some(("Tiny", number, subscript)));
        }
        let mirrored = self.tiny_parts(self.negate(game))?;
        Ok(mirrored.map(|(number, subscript)| ("Miny", self.negate(number), subscript)))
    }

    fn tiny_parts(&mut self, game: GameId) -> Result<Option<(GameId, GameId)>, Exhausted> {
        let (left, right) = (self.left(game)?, self.right(game)?);
        let ([number], [threat]) = (&*left, &*right) else {
            return Ok(None);
        };
        let Some(value) = self.as_number(*number) else {
            return Ok(None);
        };
        let (answer, goal) = (self.left(*threat)?, self.right(*threat)?);
        let (true, [goal]) = (answer == left, &*goal) else {
            return Ok(None);
        };
        if self.thermograph_at(*goal)?.mean >= value {
            return Ok(None);
        }
        let subscript = self.plus_at(self.negate(*goal), *number, 0)?;
        Ok(Some((*number, subscript)))
    }

    fn write_tiny(
        &mut self,
        name: &str,
        number: GameId,
        subscript: GameId,
        place: Place,
        text: &mut String,
    ) -> Result<(), Exhausted> {
        text.push_str(if place.parentheses { "(" } else { "" });
        if number != GameId::ZERO {
            self.write(number, Place::ALONE, text)?;
        }
        text.push_str(name);
        text.push('(');
        self.write(subscript, Place::ALONE, text)?;
        text.push(')');
        text.push_str(if place.parentheses { ")" } else { "" });
        Ok(())
    }

    fn write_braces(
        &mut self,
        game: GameId,
        place: Place,
        text: &mut String,
    ) -> Result<usize, Exhausted> {
        let mut bars = 0;
        // Both lists are written first: their bars decide how many this has.
        let mut sides = [String::new(), String::new()];
        for (options, side) in [self.left(game)?, self.right(game)?].iter().zip(&mut sides) {
            let options = self.sorted(options)?;
            let inner = Place {
                braces: options.len() > 1,
                parentheses: false,
            };
            bars = bars.max(self.write_list(&options, inner, side)? + 1);
        }
        let enclosed = place.braces || bars == MOST_BARS;
        let [left, right] = sides;
        text.push_str(if enclosed { "{" } else { "" });
        text.push_str(&left);
        text.push_str(&"|".repeat(bars));
        text.push_str(&right);
        text.push_str(if enclosed { "}" } else { "" });
        Ok(if enclosed { 0 } else { bars })
    }

    /// Appends the options with commas. Out: the most bars of one.
    fn write_list(
        &mut self,
        options: &[GameId],
        place: Place,
        text: &mut String,
    ) -> Result<usize, Exhausted> {
        let mut bars = 0;
        for (index, &option) in options.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            bars = bars.max(self.write(option, place, text)?);
        }
        Ok(bars)
    }
}

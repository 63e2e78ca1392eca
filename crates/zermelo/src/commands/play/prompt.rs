//! Reads what the user types: on a terminal with a line editor, else as it comes.

use std::io::{self, IsTerminal, StdinLock};

use rustyline::completion::Completer;
use rustyline::config::Config;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Editor, Helper};

use crate::failure::Failure;
use crate::output;

/// Where lines come from.
pub enum Prompt {
    /// A person at a terminal.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// A file or a pipe.
    Plain(StdinLock<'static>),
}

/// What the user has typed.
pub enum Typed {
    /// A line.
    Line(String),
    /// Something that is no line of text, and why.
    Refused(String),
    /// The end: Ctrl-D, or that of a file.
    End,
    /// Ctrl-C.
    Interrupt,
}

impl Prompt {
    /// A line editor if a person is there to use it.
    pub fn new() -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(editor) if is_terminal => {
                host::remember_terminal();
                Prompt::Terminal(Box::new(editor))
            }
            _ => Prompt::Plain(io::stdin().lock()),
        }
    }

    /// Asks for a line; Tab completes these words.
    pub fn ask(&mut self, prompt: &str, words: Vec<String>) -> Result<Typed, Failure> {
        match self {
            Prompt::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                edited(editor.readline(prompt))
            }
            Prompt::Plain(lines) => {
                output::data(prompt)?;
                let line = report::next_line(lines).map_err(|error| unreadable(&error))?;
                Ok(match line {
                    Some(Ok(line)) => Typed::Line(line),
                    Some(Err(error)) => Typed::Refused(error),
                    None => {
                        output::data("\n")?;
                        Typed::End
                    }
                })
            }
        }
    }
}

fn edited(line: Result<String, ReadlineError>) -> Result<Typed, Failure> {
    match line {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
        #[cfg(unix)]
        Err(ReadlineError::Signal(_)) => Ok(Typed::Interrupt),
        Err(ReadlineError::Io(error)) => Err(unreadable(&error)),
        Err(error) => Ok(Typed::Refused(error.to_string())),
    }
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::usage(format!("cannot read: {error}"))
}

/// What Tab completes: moves in KIF, with or without parentheses, and commands.
pub struct Words(Vec<String>);

impl Words {
    /// The words that begin with this text.
    fn completions(&self, typed: &str) -> Vec<String> {
        let typed = typed.trim_start();
        let bare = |word: &String| match typed.starts_with('(') {
            true => word.clone(),
            false => without_parentheses(word),
        };
        let words = self.0.iter().map(bare);
        words.filter(|word| word.starts_with(typed)).collect()
    }
}

/// A move as people type it: `mark 1 1`. A list of several moves needs its parentheses.
fn without_parentheses(word: &str) -> String {
    let inner = word.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let inner = inner.filter(|it| !it.starts_with('('));
    inner.unwrap_or(word).to_owned()
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.completions(&line[..place])))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_completed_with_and_without_parentheses() {
        let words = ["(mark 1 1)", "(mark 2 1)", "((go 1) noop)", "quit"];
        let words = Words(words.map(str::to_owned).to_vec());
        assert_eq!(words.completions("mark 1"), ["mark 1 1"]);
        assert_eq!(words.completions("(mark 2"), ["(mark 2 1)"]);
        assert_eq!(words.completions("(("), ["((go 1) noop)"]);
        assert_eq!(words.completions("q"), ["quit"]);
    }
}

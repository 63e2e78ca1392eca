//! What is wrong in a text, or odd: with its place, a stable code and a hint.

use crate::Span;

/// Whether the text can be used all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rules are not valid.
    Error,
    /// The rules are valid; the author may have meant something else.
    Warning,
}

/// Something wrong or odd at one place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing it is.
    pub code: Code,
    /// The place.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Diagnostic {
    /// Makes a diagnostic.
    pub fn new(
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Diagnostic {
            code,
            span,
            message: message.into(),
            help: help.into(),
        }
    }

    /// Whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $severity:ident;)+) => {
        /// The kinds of diagnostics. Their names are stable: scripts may rely
        /// on them. `docs/gdl.md` lists them for users.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)+
                }
            }

            /// Whether such a thing makes the rules invalid.
            pub fn severity(self) -> Severity {
                match self {
                    $(Code::$variant => Severity::$severity,)+
                }
            }
        }
    };
}

codes! {
    /// The text is longer than Zermelo reads.
    SourceTooLarge = "source-too-large", Error;
    /// The text is not UTF-8.
    NotUtf8 = "not-utf8", Error;
    /// A parenthesis has no partner.
    UnbalancedParenthesis = "unbalanced-parenthesis", Error;
    /// Lists or terms are nested too deeply.
    NestingTooDeep = "nesting-too-deep", Error;
    /// A rule has more conditions than Zermelo evaluates.
    RuleTooLong = "rule-too-long", Error;
    /// The text is not of the form that the notation asks for.
    Syntax = "syntax", Error;
    /// A keyword has the wrong number of arguments.
    KeywordArity = "keyword-arity", Error;
    /// A keyword stands where it has no meaning.
    KeywordMisplaced = "keyword-misplaced", Error;
    /// The sheet uses GDL-II: chance or hidden information.
    GdlIi = "gdl-ii", Error;
    /// A relation that every game needs is not defined.
    MissingRelation = "missing-relation", Error;
    /// A relation depends on `true` or `does` although it must not.
    ForbiddenDependency = "forbidden-dependency", Error;
    /// A variable of a head is not bound by the body.
    UnsafeHead = "unsafe-head", Error;
    /// A variable under `not` is not bound by a positive literal.
    UnsafeNegation = "unsafe-negation", Error;
    /// A variable of `distinct` is not bound by a positive literal.
    UnsafeDistinct = "unsafe-distinct", Error;
    /// An atom depends on its own negation.
    Unstratified = "unstratified", Error;
    /// A recursive rule can build ever larger terms.
    RecursionRestriction = "recursion-restriction", Error;
    /// Stratification holds at the start, but is not proven for every state.
    StratificationUnproven = "stratification-unproven", Warning;
    /// One name is used with different numbers of arguments.
    ArityDiffers = "arity-differs", Warning;
    /// Two names differ only in upper and lower case.
    CaseDiffers = "case-differs", Warning;
    /// A relation is used but has no rule and no fact.
    UndefinedRelation = "undefined-relation", Warning;
    /// A relation is defined but never used.
    UnusedRelation = "unused-relation", Warning;
    /// A fluent is read, but nothing makes it.
    FluentNeverMade = "fluent-never-made", Warning;
    /// A fluent is made, but nothing reads it.
    FluentNeverRead = "fluent-never-read", Warning;
    /// A move is read, but never legal.
    MoveNeverLegal = "move-never-legal", Warning;
    /// A move with arguments is legal, but nothing reads it.
    MoveNeverRead = "move-never-read", Warning;
    /// A condition on a relation that its facts and rules never meet.
    ConditionNeverHolds = "condition-never-holds", Warning;
    /// A name stands for a role but is none.
    UnknownRole = "unknown-role", Warning;
    /// A name occurs once and looks like another.
    NameOccursOnce = "name-occurs-once", Warning;
    /// A rule has no body.
    EmptyBody = "empty-body", Warning;
    /// A name without arguments stands in parentheses.
    ParenthesisedProposition = "parenthesised-proposition", Warning;
    /// `not` over `distinct`: an equality test.
    NotOverDistinct = "not-over-distinct", Warning;
    /// A goal value is not an integer from 0 to 100.
    GoalValue = "goal-value", Warning;
    /// There is no `init` or no `next`: the game has only one or two states.
    NoDynamics = "no-dynamics", Warning;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_codes_are_unique() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }
}

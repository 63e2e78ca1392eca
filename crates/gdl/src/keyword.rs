//! The keywords of GDL: their names, arguments and places.

/// A relation or connective that the language itself gives a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the keyword of its name")]
pub enum Keyword {
    Role,
    Base,
    Input,
    Init,
    True,
    Does,
    Next,
    Legal,
    Goal,
    Terminal,
    Distinct,
    Not,
    And,
    Or,
    Implied,
    Sees,
}

impl Keyword {
    /// All keywords.
    pub const ALL: [Keyword; 16] = [
        Keyword::Role,
        Keyword::Base,
        Keyword::Input,
        Keyword::Init,
        Keyword::True,
        Keyword::Does,
        Keyword::Next,
        Keyword::Legal,
        Keyword::Goal,
        Keyword::Terminal,
        Keyword::Distinct,
        Keyword::Not,
        Keyword::And,
        Keyword::Or,
        Keyword::Implied,
        Keyword::Sees,
    ];

    /// The relations that are queried; `true` and `does` are inputs.
    pub const ASKED: [Keyword; 6] = [
        Keyword::Role,
        Keyword::Init,
        Keyword::Terminal,
        Keyword::Legal,
        Keyword::Goal,
        Keyword::Next,
    ];

    /// The keyword of this name, in upper or lower case.
    pub fn from_name(name: &str) -> Option<Keyword> {
        Keyword::ALL
            .into_iter()
            .find(|keyword| keyword.name().eq_ignore_ascii_case(name))
    }

    /// How the keyword is written.
    pub fn name(self) -> &'static str {
        match self {
            Keyword::Role => "role",
            Keyword::Base => "base",
            Keyword::Input => "input",
            Keyword::Init => "init",
            Keyword::True => "true",
            Keyword::Does => "does",
            Keyword::Next => "next",
            Keyword::Legal => "legal",
            Keyword::Goal => "goal",
            Keyword::Terminal => "terminal",
            Keyword::Distinct => "distinct",
            Keyword::Not => "not",
            Keyword::And => "and",
            Keyword::Or => "or",
            Keyword::Implied => "<=",
            Keyword::Sees => "sees",
        }
    }

    /// The number of arguments, where it is fixed.
    pub fn arity(self) -> Option<usize> {
        match self {
            Keyword::Terminal => Some(0),
            Keyword::Role
            | Keyword::Base
            | Keyword::Init
            | Keyword::True
            | Keyword::Next
            | Keyword::Not => Some(1),
            Keyword::Input
            | Keyword::Does
            | Keyword::Legal
            | Keyword::Goal
            | Keyword::Distinct
            | Keyword::Sees => Some(2),
            Keyword::And | Keyword::Or | Keyword::Implied => None,
        }
    }

    /// Whether a rule may have it as its head.
    pub fn heads_rules(self) -> bool {
        matches!(
            self,
            Keyword::Role
                | Keyword::Base
                | Keyword::Input
                | Keyword::Init
                | Keyword::Next
                | Keyword::Legal
                | Keyword::Goal
                | Keyword::Terminal
                | Keyword::Sees
        )
    }

    /// Whether it may stand in a rule's body, other than as a connective.
    pub fn stands_in_bodies(self) -> bool {
        matches!(
            self,
            Keyword::Role
                | Keyword::True
                | Keyword::Does
                | Keyword::Legal
                | Keyword::Goal
                | Keyword::Terminal
                | Keyword::Base
                | Keyword::Input
        )
    }
}

//! Who plays which role.

use player::Who;

use crate::failure::Failure;

/// The players in role order, from `ROLE=WHO` or `WHO`; random where nobody is named.
pub fn roster(texts: &[String], roles: &[String]) -> Result<Vec<Who>, Failure> {
    let mut seats: Vec<Option<Who>> = vec![None; roles.len()];
    let mut others = Vec::new();
    for text in texts {
        let (role, who) = match text.split_once('=') {
            Some((role, who)) if roles.iter().any(|it| it == role) => (Some(role), who),
            // Settings of a player have equals signs too.
            Some((role, who)) if who.parse::<Who>().is_ok() => return Err(no_role(role, roles)),
            _ => (None, text.as_str()),
        };
        let who: Who = who.parse().map_err(|error: String| {
            Failure::usage(format!("there is no player `{who}`")).help(error)
        })?;
        let place = role.and_then(|role| roles.iter().position(|it| it == role));
        match place {
            Some(place) if seats[place].is_some() => {
                return Err(Failure::usage(format!("{} has two players", roles[place])));
            }
            Some(place) => seats[place] = Some(who),
            None => others.push(who),
        }
    }
    let mut others = others.into_iter();
    for seat in seats.iter_mut().filter(|it| it.is_none()) {
        *seat = others.next();
    }
    match others.len() {
        0 => Ok(seats
            .into_iter()
            .map(|it| it.unwrap_or(Who::Random))
            .collect()),
        more => Err(Failure::usage(format!(
            "there are {more} more players than roles: the game has {}",
            roles.join(", ")
        ))),
    }
}

fn no_role(role: &str, roles: &[String]) -> Failure {
    Failure::usage(format!("there is no role {role}"))
        .help(format!("the roles are {}", roles.join(", ")))
}

/// The names of players, each once: the second of two that are alike has a number.
pub fn names(roster: &[Who]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for who in roster {
        let text = who.to_string();
        let numbered = (1..).map(|number| match number {
            1 => text.clone(),
            more => format!("{text} ({more})"),
        });
        let mut fresh = numbered.filter(|it| !names.contains(it));
        let name = fresh.next().expect("numbers do not end");
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Result<Vec<String>, String> {
        let texts: Vec<String> = texts.iter().map(|it| (*it).to_owned()).collect();
        let roles = ["x".to_owned(), "o".to_owned()];
        let roster = roster(&texts, &roles).map_err(|it| it.message)?;
        Ok(names(&roster))
    }

    #[test]
    fn roles_are_named_or_taken_in_order() {
        assert_eq!(read(&[]).unwrap(), ["random", "random (2)"]);
        assert_eq!(read(&["o=greedy"]).unwrap(), ["random", "greedy"]);
        assert_eq!(
            read(&["perfect", "x=greedy"]).unwrap(),
            ["greedy", "perfect"]
        );
        assert_eq!(read(&["perfect:a=b"]).unwrap(), ["perfect:a=b", "random"]);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        assert_eq!(read(&["y=greedy"]).unwrap_err(), "there is no role y");
        assert_eq!(read(&["x=best"]).unwrap_err(), "there is no player `best`");
        let twice = read(&["x=greedy", "x=random"]);
        assert_eq!(twice.unwrap_err(), "x has two players");
        assert!(read(&["random", "random", "random"]).is_err());
    }
}

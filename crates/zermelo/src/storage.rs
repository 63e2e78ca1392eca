//! Where a command keeps what is finished: the folder that the user names, or one
//! in the user's cache.
//!
//! Small games are done before anything is written. A run that ends well
//! clears what it kept in the cache; a folder that the user named stays.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use explicit::Storage;
use table::{Store, StoreError};

use crate::arguments::StorageArguments;
use crate::failure::Failure;
use crate::output;

/// The number of states from which on the cache is used: a few seconds' work.
const WORTH_KEEPING: u64 = 1 << 22;

/// An error that carries a failure for people, to which something can be added.
pub trait Retell: From<StoreError> {
    /// The same with another failure.
    fn retell(self, tell: impl FnOnce(Failure) -> Failure) -> Self;
}

impl Retell for Failure {
    fn retell(self, tell: impl FnOnce(Failure) -> Failure) -> Self {
        tell(self)
    }
}

/// A folder for layers, and what it has to agree on.
pub struct Work {
    folder: Option<PathBuf>,
    /// Whether the user named it.
    named: bool,
    fresh: bool,
    identity: Vec<(String, String)>,
}

impl Work {
    /// The folder for a command on a game with these rules; `identity` is what
    /// the engine's layers depend on.
    pub fn new(
        arguments: &StorageArguments,
        command: &str,
        (game, rules_hash): (&str, &str),
        identity: Vec<(String, String)>,
    ) -> Self {
        let version = ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let rules = ("rules".to_owned(), rules_hash.to_owned());
        let own = arguments.work.clone();
        Work {
            named: own.is_some(),
            folder: own.or_else(|| cached(command, game, rules_hash)),
            fresh: arguments.fresh,
            identity: [version, rules].into_iter().chain(identity).collect(),
        }
    }

    /// Whether an earlier run has begun what this one is about: then it is gone on with.
    pub fn is_kept(&self) -> bool {
        let folder = self.folder.as_ref().filter(|_| !self.fresh);
        folder.is_some_and(|folder| Store::is_kept(folder, &self.identity()))
    }

    /// The same folder, from which whatever was there goes.
    pub fn begun_anew(self) -> Self {
        Work {
            fresh: true,
            ..self
        }
    }

    fn open(&self, folder: &Path, fresh: bool) -> Result<Store, StoreError> {
        Store::open(folder, &self.identity(), fresh)
    }

    fn identity(&self) -> Vec<(&str, &str)> {
        let identity = self.identity.iter();
        identity
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    /// Runs something with storage in the folder, which is cleared when it is done.
    pub fn during<T, E: Retell>(
        &self,
        run: impl FnOnce(Storage<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let result = self.keep_during(run)?;
        self.clear();
        Ok(result)
    }

    /// Runs something with storage in the folder, and says where it is if the
    /// run does not come to its end. What is kept there stays until the result is
    /// safe, and [`Work::clear`] is called.
    pub fn keep_during<T, E: Retell>(
        &self,
        run: impl FnOnce(Storage<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(folder) = &self.folder else {
            return run(Storage::Memory);
        };
        let later = Box::new(|| self.open_in_cache(folder));
        let storage = match (self.named, folder.exists() && !self.fresh) {
            (true, _) => Storage::Store(self.open(folder, self.fresh)?),
            (false, true) => Storage::Store(self.open_in_cache(folder)?),
            (false, false) => Storage::Later(WORTH_KEEPING, later),
        };
        run(storage).map_err(|error| error.retell(|failure| self.told(failure)))
    }

    /// Says where to go on from, if there is anything.
    pub fn told(&self, failure: Failure) -> Failure {
        match &self.folder {
            Some(folder) if failure.can_go_on() && folder.exists() => failure.note(format!(
                "what is finished is kept in {}; the same command goes on from there",
                folder.display()
            )),
            _ => failure,
        }
    }

    /// In the cache, what cannot be used is started over.
    fn open_in_cache(&self, folder: &Path) -> Result<Store, StoreError> {
        let opened = match folder.parent().map(fs::create_dir_all) {
            Some(Err(source)) => Err(StoreError::Io {
                path: folder.to_owned(),
                source,
            }),
            _ => self.open(folder, self.fresh),
        };
        match opened {
            Err(
                StoreError::Foreign { .. }
                | StoreError::Version { .. }
                | StoreError::Corrupt { .. },
            ) => self.open(folder, true),
            other => other,
        }
    }

    /// Removes what was only kept to go on from.
    pub fn clear(&self) {
        let folder = self.folder.as_ref().filter(|it| it.exists());
        let Some(folder) = folder.filter(|_| !self.named) else {
            return;
        };
        if let Err(error) = fs::remove_dir_all(folder) {
            output::warn(&format!("{} stays: {error}", folder.display()));
        }
    }
}

/// A folder in the user's cache, named after the command, the game and its
/// rules: what one command clears away, another may still need.
fn cached(command: &str, game: &str, rules_hash: &str) -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let given = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
    let cache = given
        .and_then(absolute)
        .or_else(|| home().and_then(absolute))?;
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let stem = Path::new(game).file_stem()?.to_string_lossy();
    let plain: String = stem.chars().filter(|&it| is_plain(it)).take(40).collect();
    let hash: String = rules_hash
        .chars()
        .filter(|&it| is_plain(it))
        .take(16)
        .collect();
    let name = format!("{command}-{plain}-{hash}");
    Some(cache.join("zermelo").join(name))
}

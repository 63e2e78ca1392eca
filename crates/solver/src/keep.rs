//! Where finished layers are kept: the folder that the request names, or one in a
//! cache.
//!
//! Small games are done before anything is written. A run that ends well clears what
//! it kept in the cache; a folder that was named stays.

use std::fs;
use std::path::{Path, PathBuf};

use explicit::Storage;
use table::{Store, StoreError};

use crate::error::{Error, Unfinished};
use crate::event::Event;
use crate::run::Run;
use crate::subject::Game;

/// Where a request keeps what is finished. By default nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// This folder, from the start and for good.
    pub folder: Option<PathBuf>,
    /// A folder for the folders of all games, used for large ones until they are done.
    pub cache: Option<PathBuf>,
    /// Whether what an earlier run has left is removed first.
    pub fresh: bool,
}

/// A folder for layers, and what it has to agree on.
pub struct Work<'a> {
    run: &'a Run<'a>,
    folder: Option<PathBuf>,
    /// Whether the request named it.
    named: bool,
    fresh: bool,
    identity: Vec<(String, String)>,
}

impl<'a> Work<'a> {
    /// The folder for work of this name on a game; `identity` is what the engine's
    /// layers depend on.
    pub fn new(
        run: &'a Run<'a>,
        keep: &Keep,
        work: &str,
        game: &Game,
        identity: Vec<(String, String)>,
    ) -> Self {
        let hash = game.rules.hash().to_string();
        let own = keep.folder.clone();
        let cached = || Some(keep.cache.as_ref()?.join(name_in_cache(work, game, &hash)?));
        let version = ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let rules = ("rules".to_owned(), hash.clone());
        Work {
            run,
            named: own.is_some(),
            folder: own.or_else(cached),
            fresh: keep.fresh,
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

    /// Runs something with storage in the folder, which is cleared when it is done.
    pub fn during<T, E>(
        &self,
        run: impl FnOnce(Storage<'_>) -> Result<T, E>,
    ) -> Result<T, Unfinished>
    where
        Error: From<E>,
    {
        let result = self.keep_during(run)?;
        self.clear();
        Ok(result)
    }

    /// Runs something with storage in the folder, and says where it is if the run does
    /// not come to its end. What is kept there stays until the result is safe, and
    /// [`Work::clear`] is called.
    pub fn keep_during<T, E>(
        &self,
        run: impl FnOnce(Storage<'_>) -> Result<T, E>,
    ) -> Result<T, Unfinished>
    where
        Error: From<E>,
    {
        let Some(folder) = &self.folder else {
            return Ok(run(Storage::Memory)?);
        };
        let later = Box::new(|| self.open_in_cache(folder));
        let storage = match (self.named, folder.exists() && !self.fresh) {
            (true, _) => Storage::Store(self.open(folder, self.fresh)?),
            (false, true) => Storage::Store(self.open_in_cache(folder)?),
            (false, false) => Storage::Later(self.run.knobs.worth_keeping, later),
        };
        run(storage).map_err(|error| self.told(Unfinished::from(error)))
    }

    /// Says where to go on from, if there is anything.
    pub fn told(&self, unfinished: Unfinished) -> Unfinished {
        let folder = self.folder.as_ref().filter(|folder| folder.exists());
        match unfinished.can_go_on() {
            true => Unfinished {
                kept: folder.cloned(),
                ..unfinished
            },
            false => unfinished,
        }
    }

    /// Removes what was only kept to go on from.
    pub fn clear(&self) {
        let folder = self.folder.as_ref().filter(|it| it.exists());
        let Some(folder) = folder.filter(|_| !self.named) else {
            return;
        };
        if let Err(error) = fs::remove_dir_all(folder) {
            let error = &error;
            self.run.tell(Event::CacheStays { folder, error });
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
}

/// A name after the work, the game and its rules: what one kind of work clears away,
/// another may still need.
fn name_in_cache(work: &str, game: &Game, hash: &str) -> Option<String> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let plain = |text: &str, most: usize| -> String {
        text.chars().filter(|&it| is_plain(it)).take(most).collect()
    };
    let stem = Path::new(&game.name).file_stem()?.to_string_lossy();
    Some(format!("{work}-{}-{}", plain(&stem, 40), plain(hash, 16)))
}

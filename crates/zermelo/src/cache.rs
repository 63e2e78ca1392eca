//! Where the user's cache is.

use std::env;
use std::path::PathBuf;

use solver::Keep;

use crate::arguments::StorageArguments;

/// Where finished layers are kept: the folder that the user names, or the cache.
pub fn keep(arguments: &StorageArguments) -> Keep {
    Keep {
        folder: arguments.work.clone(),
        cache: folder(),
        fresh: arguments.fresh,
    }
}

/// Our folder in the user's cache, where there is one.
fn folder() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let given = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
    let cache = given
        .and_then(absolute)
        .or_else(|| home().and_then(absolute))?;
    Some(cache.join("zermelo"))
}

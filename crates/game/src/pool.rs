//! Objects that one thread uses at a time: lent, and given back.
//!
//! For objects that are expensive to make and change while in use, such as
//! working memory: many threads share the owner of the pool, and each works with
//! its own object.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Objects that no thread uses at the moment.
#[derive(Debug)]
pub struct Pool<T> {
    idle: Mutex<Vec<T>>,
    most: usize,
}

/// An object of a pool, until it is dropped: then it is idle again.
#[derive(Debug)]
pub struct Lent<'a, T> {
    pool: &'a Pool<T>,
    thing: Option<T>,
}

impl<T> Pool<T> {
    /// A pool with one object in it, which keeps at most `most` of them idle.
    pub fn new(first: T, most: usize) -> Self {
        Pool {
            idle: Mutex::new(vec![first]),
            most,
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<T>> {
        // A panic can at worst leave one object too few.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends the object that was given back last, or a new one if all are in use.
    ///
    /// # Errors
    ///
    /// That of `make`.
    pub fn lend<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<Lent<'_, T>, E> {
        let idle = self.idle().pop();
        let thing = match idle {
            Some(thing) => thing,
            None => make()?,
        };
        Ok(Lent {
            pool: self,
            thing: Some(thing),
        })
    }

    /// Applies `action` to each idle object, while all borrowers wait.
    pub fn each_idle(&self, action: impl FnMut(&mut T)) {
        self.idle().iter_mut().for_each(action);
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing.as_ref().expect("it is given back at the end")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing.as_mut().expect("it is given back at the end")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        let mut idle = self.pool.idle();
        if idle.len() < self.pool.most {
            idle.extend(self.thing.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_is_lent_again() {
        let pool = Pool::new(1, 2);
        let make = |new| move || Ok::<i32, ()>(new);
        let mut one = pool.lend(make(2)).unwrap();
        let other = pool.lend(make(3)).unwrap();
        assert_eq!((*one, *other), (1, 3));
        *one = 10;
        drop(other);
        drop(one);
        assert_eq!(*pool.lend(make(4)).unwrap(), 10);
        let lent: Vec<_> = (5..8).map(|new| pool.lend(make(new)).unwrap()).collect();
        assert_eq!(lent.iter().map(|it| **it).collect::<Vec<_>>(), [10, 3, 7]);
        drop(lent);
        let mut idle = 0;
        pool.each_idle(|_| idle += 1);
        assert_eq!(idle, 2);
    }
}

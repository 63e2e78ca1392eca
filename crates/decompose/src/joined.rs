//! What hangs together: places that are joined step by step (union-find).

/// Places, each joined with some others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joined {
    /// For each place one that it is joined with and that is not greater; a place that has
    /// none but itself represents all that lead to it.
    up: Vec<u32>,
}

impl Joined {
    /// Places that are joined with nothing.
    pub fn new(places: usize) -> Self {
        Joined {
            up: (0..places as u32).collect(),
        }
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.up.len()
    }

    /// The least place that this one is joined with.
    pub fn root(&mut self, mut place: usize) -> usize {
        while self.up[place] as usize != place {
            let above = self.up[place] as usize;
            self.up[place] = self.up[above];
            place = above;
        }
        place
    }

    /// Joins two places, and all that they are joined with.
    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.up[one.max(other)] = one.min(other) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_place_represents_all_that_are_joined() {
        let mut joined = Joined::new(6);
        joined.join(5, 3);
        joined.join(4, 1);
        joined.join(3, 4);
        let roots: Vec<usize> = (0..joined.len()).map(|it| joined.root(it)).collect();
        assert_eq!(roots, [0, 1, 2, 1, 1, 1]);
    }
}

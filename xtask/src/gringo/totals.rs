//! The totals of a race, and whether they are good enough.

use super::race::Cost;
use crate::outcome::Shown;

/// Largest allowed ratio of our time to gringo's.
const MAX_RATIO: f64 = 0.5;

/// Fewest seconds of gringo's in all for which a ratio means something.
const MIN_SECONDS: f64 = 1.0;

/// The totals of the rows.
#[derive(Debug, Default)]
pub struct Totals {
    both: usize,
    gringo: SideTotal,
    ours: SideTotal,
    /// The sheets with the same fluents and moves on both sides.
    pub equal: usize,
    /// The sheets where ours are fewer, and that is proven right.
    pub smaller: usize,
    /// The sheets that only gringo could ground.
    pub only_gringo: Vec<String>,
    /// The sheets that only ours could ground.
    pub only_ours: Vec<String>,
    /// The sheets that neither could ground.
    pub neither: Vec<String>,
    /// The sheets that are not games.
    pub not_valid: Vec<String>,
    /// Failures, each with its sheet.
    pub faults: Vec<String>,
}

/// What one side used on the sheets that both finished.
#[derive(Debug, Default)]
struct SideTotal {
    cpu_seconds: f64,
    peak_memory_bytes: u64,
}

impl SideTotal {
    fn add(&mut self, cost: &Cost) {
        self.cpu_seconds += cost.cpu_seconds;
        self.peak_memory_bytes = self.peak_memory_bytes.max(cost.peak_memory_bytes);
    }
}

impl Totals {
    /// Adds a sheet that both finished.
    pub fn add_both(&mut self, gringo: &Cost, ours: &Cost) {
        self.both += 1;
        self.gringo.add(gringo);
        self.ours.add(ours);
    }

    /// Writes everything; returns whether nothing is wrong.
    pub fn report(&self) -> Shown {
        self.report_costs();
        println!(
            "fluents and moves: {} equal; {} smaller, each proven by clingo: the rest never holds",
            self.equal, self.smaller
        );
        let lists = [
            ("only gringo finished", &self.only_gringo),
            ("only ours finished", &self.only_ours),
            ("neither finished", &self.neither),
            ("not valid", &self.not_valid),
        ];
        for (what, names) in lists {
            if !names.is_empty() {
                println!("{what}: {}: {}", names.len(), names.join(", "));
            }
        }
        for fault in &self.faults {
            println!("FAULT {fault}");
        }
        match self.faults.is_empty() && !self.is_too_slow() {
            true => Shown::Yes,
            false => Shown::No,
        }
    }

    fn report_costs(&self) {
        let [gringo, ours] = [&self.gringo, &self.ours];
        println!(
            "\n{} sheets ground by both: gringo {:.3} s, ours {:.3} s, ours/gringo {:.3}",
            self.both,
            gringo.cpu_seconds,
            ours.cpu_seconds,
            self.share()
        );
        println!(
            "peak memory: gringo {} MiB, ours {} MiB",
            gringo.peak_memory_bytes >> 20,
            ours.peak_memory_bytes >> 20
        );
        if self.is_too_slow() {
            println!("FAULT ours takes more than {MAX_RATIO} of gringo's time");
        }
    }

    fn share(&self) -> f64 {
        self.ours.cpu_seconds / self.gringo.cpu_seconds
    }

    fn is_too_slow(&self) -> bool {
        self.gringo.cpu_seconds >= MIN_SECONDS && self.share() > MAX_RATIO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(gringo: f64, ours: f64) -> Totals {
        let cost = |cpu_seconds| Cost {
            cpu_seconds,
            peak_memory_bytes: 1,
        };
        let mut totals = Totals::default();
        totals.add_both(&cost(gringo), &cost(ours));
        totals
    }

    #[test]
    fn half_of_the_time_is_enough() {
        assert_eq!(totals(10.0, 5.0).report(), Shown::Yes);
        assert_eq!(totals(10.0, 5.1).report(), Shown::No);
        assert_eq!(totals(0.1, 0.2).report(), Shown::Yes);
    }

    #[test]
    fn a_fault_outweighs_speed() {
        let mut totals = totals(10.0, 1.0);
        totals.faults.push("sheet: ours has also x".to_owned());
        assert_eq!(totals.report(), Shown::No);
    }
}

//! Seeds for the target `solution`: a small file in all forms, with and without
//! distances, compressed and plain.
//!
//! `cargo run --example seeds -- FILE FOLDER`, with a FILE of `solve -o`.

use std::error::Error;
use std::path::Path;

use table::solution::{Form, SolutionError, SolutionFile, SolutionWriter};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: seeds FILE FOLDER".into());
    };
    let (file, folder) = (
        SolutionFile::open(file.as_ref(), 1 << 24)?,
        Path::new(&folder),
    );
    for (form, word) in [
        (Form::Diagram, "diagram"),
        (Form::Ranked, "ranked"),
        (Form::Listed, "listed"),
    ] {
        for (distances, more) in [(false, ""), (true, "-distances")] {
            let path = folder.join(format!("{}-{word}{more}", file.about().subject.game));
            copy(&file, &path, form, distances)?;
            let bytes = std::fs::read(&path)?;
            let plain = testkit::frame::plain(&bytes).ok_or("the file is too large")?;
            SolutionFile::open(&path, 1 << 24)?.check_blocks()?;
            let path = path.with_extension("plain");
            std::fs::write(&path, plain)?;
            SolutionFile::open(&path, 1 << 24)?.check_blocks()?;
        }
    }
    Ok(())
}

fn copy(
    file: &SolutionFile,
    path: &Path,
    form: Form,
    distances: bool,
) -> Result<(), SolutionError> {
    let mut writer = SolutionWriter::create(path, &file.about().subject.rules_hash, 1 << 24)?;
    writer.force(form);
    writer.begin(file.encoding().clone(), file.layout().clone(), distances);
    for section in file.sections()? {
        let mut states = Vec::new();
        for state in file.states(section.number) {
            let (key, outcome) = state?;
            let outcome = file.outcome(outcome);
            let distance = outcome.distance.filter(|_| distances);
            states.push((key, writer.outcome(&outcome.value, distance)));
        }
        writer.add_sorted(section.number, &mut |take| {
            let mut states = states.iter();
            states.try_for_each(|(key, outcome)| take(key.words(), *outcome))
        })?;
    }
    writer.finish(file.about().clone())?;
    Ok(())
}

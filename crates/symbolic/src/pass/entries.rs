//! Layers and their values as entries of the archive.
//!
//! `docs/formats/symbolic-layers.md` has the bytes.

use game::{Count, Model, Reward, Rewards};
use table::{Archive, Reader, StoreError, read_number, write_number};

use crate::diagram::Listing;
use crate::pass::listed::{Form, ListedValues, Worth};
use crate::pass::scale::Side;

/// A layer in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayerNumbers {
    pub states: Count,
    pub terminals: Count,
    /// The number of nodes of the layer as one set.
    pub nodes: usize,
}

pub(crate) fn layer_name(layer: usize) -> String {
    format!("layer-{layer:05}")
}

/// The entry with the order of variables that all others have.
const ORDER: &str = "order";

/// The forms, by their number in an entry.
const FORMS: [Form; 3] = [
    Form::Apart,
    Form::Graded(Side::Makes),
    Form::Graded(Side::Misses),
];

pub(crate) fn values_name(model: Model, layer: usize) -> String {
    format!("values-{model}-{layer:05}")
}

/// Puts the order of variables into the archive, as in [`Choice::fields`].
///
/// [`Choice::fields`]: crate::Choice::fields
pub(crate) fn put_order(
    archive: &mut Archive<'_>,
    fields: &[Vec<String>],
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    write_number(&mut bytes, fields.len() as u64);
    for field in fields {
        write_number(&mut bytes, field.len() as u64);
        for name in field {
            write_number(&mut bytes, name.len() as u64);
            bytes.extend_from_slice(name.as_bytes());
        }
    }
    put(archive, ORDER.to_owned(), &bytes)
}

/// The order of variables that the archive's layers have, if it has any.
pub(crate) fn read_order(archive: &Archive<'_>) -> Result<Option<Vec<Vec<String>>>, StoreError> {
    if !archive.contains(ORDER) {
        return Ok(None);
    }
    let bytes = archive.read(ORDER)?.read_all()?;
    let fields = order(&mut bytes.as_slice());
    fields.map(Some).ok_or_else(|| damaged(ORDER))
}

fn order(bytes: &mut &[u8]) -> Option<Vec<Vec<String>>> {
    let mut fields = Vec::new();
    for _ in 0..read_number(bytes)? {
        let mut field = Vec::new();
        for _ in 0..read_number(bytes)? {
            let length = usize::try_from(read_number(bytes)?).ok()?;
            let (name, rest) = bytes.split_at_checked(length)?;
            field.push(String::from_utf8(name.to_vec()).ok()?);
            *bytes = rest;
        }
        fields.push(field);
    }
    bytes.is_empty().then_some(fields)
}

/// Puts a layer into the archive: all of it, and its states that are not
/// terminal.
pub(crate) fn put_layer(
    archive: &mut Archive<'_>,
    layer: usize,
    numbers: LayerNumbers,
    sets: &Listing,
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    write_count(&mut bytes, numbers.states);
    write_count(&mut bytes, numbers.terminals);
    write_number(&mut bytes, numbers.nodes as u64);
    sets.write(&mut bytes);
    put(archive, layer_name(layer), &bytes)
}

pub(crate) fn read_layer_numbers(
    archive: &Archive<'_>,
    layer: usize,
) -> Result<LayerNumbers, StoreError> {
    let name = layer_name(layer);
    let mut reader = archive.read(&name)?;
    layer_numbers(&mut reader)?.ok_or_else(|| damaged(&name))
}

/// The layer, and its states that are not terminal.
pub(crate) fn read_layer(
    archive: &Archive<'_>,
    layer: usize,
    variables: u32,
) -> Result<Listing, StoreError> {
    let name = layer_name(layer);
    let mut reader = archive.read(&name)?;
    let numbers = layer_numbers(&mut reader)?;
    numbers.ok_or_else(|| damaged(&name))?;
    let sets = listing(&reader.read_all()?, variables);
    let sets = sets.filter(|sets| sets.roots.len() == 2);
    sets.ok_or_else(|| damaged(&name))
}

/// Puts the values of a layer into the archive.
pub(crate) fn put_values(
    archive: &mut Archive<'_>,
    model: Model,
    layer: usize,
    values: &ListedValues,
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    write_number(&mut bytes, values.worths.len() as u64);
    for (rewards, states) in &values.worths {
        write_number(&mut bytes, rewards.iter().count() as u64);
        for reward in rewards.iter() {
            write_signed(&mut bytes, reward.half_points());
        }
        write_count(&mut bytes, *states);
    }
    let form = FORMS.iter().position(|it| *it == values.form);
    write_number(&mut bytes, form.expect("all forms are listed") as u64);
    values.sets.write(&mut bytes);
    put(archive, values_name(model, layer), &bytes)
}

/// The values of a layer in numbers, and the number of nodes of its sets.
pub(crate) fn read_worths(
    archive: &Archive<'_>,
    model: Model,
    layer: usize,
) -> Result<(Vec<Worth>, usize), StoreError> {
    let name = values_name(model, layer);
    let mut reader = archive.read(&name)?;
    let worths = worths(&mut reader)?.ok_or_else(|| damaged(&name))?;
    form(&mut reader)?.ok_or_else(|| damaged(&name))?;
    // The list of nodes begins with their number.
    let nodes = reader.number()?.and_then(|it| usize::try_from(it).ok());
    let nodes = nodes.ok_or_else(|| damaged(&name))?;
    Ok((worths, nodes + 1))
}

pub(crate) fn read_values(
    archive: &Archive<'_>,
    model: Model,
    layer: usize,
    variables: u32,
) -> Result<ListedValues, StoreError> {
    let name = values_name(model, layer);
    let mut reader = archive.read(&name)?;
    let worths = worths(&mut reader)?.ok_or_else(|| damaged(&name))?;
    let form = form(&mut reader)?.ok_or_else(|| damaged(&name))?;
    let mut values = ListedValues {
        worths,
        form,
        sets: Listing::new(variables),
    };
    let (roots, variables) = match form {
        Form::Apart => (values.worths.len(), variables),
        Form::Graded(_) => (1, variables + values.scale().bits()),
    };
    let sets = listing(&reader.read_all()?, variables);
    let sets = sets.filter(|sets| sets.roots.len() == roots);
    values.sets = sets.ok_or_else(|| damaged(&name))?;
    Ok(values)
}

fn form(reader: &mut Reader<'_>) -> Result<Option<Form>, StoreError> {
    let number = reader.number()?.and_then(|it| usize::try_from(it).ok());
    Ok(number.and_then(|it| FORMS.get(it).copied()))
}

fn put(archive: &mut Archive<'_>, name: String, bytes: &[u8]) -> Result<(), StoreError> {
    let mut writer = archive.create(name)?;
    writer.write(bytes)?;
    archive.put(writer)
}

fn listing(mut bytes: &[u8], variables: u32) -> Option<Listing> {
    let listing = Listing::read(&mut bytes, variables);
    listing.filter(|_| bytes.is_empty())
}

fn layer_numbers(reader: &mut Reader<'_>) -> Result<Option<LayerNumbers>, StoreError> {
    let states = read_count(reader)?;
    let terminals = read_count(reader)?;
    let nodes = reader.number()?;
    Ok((|| {
        Some(LayerNumbers {
            states: states?,
            terminals: terminals?,
            nodes: usize::try_from(nodes?).ok()?,
        })
    })())
}

fn worths(reader: &mut Reader<'_>) -> Result<Option<Vec<Worth>>, StoreError> {
    let Some(count) = reader.number()? else {
        return Ok(None);
    };
    let mut worths = Vec::new();
    for _ in 0..count {
        let Some(roles) = reader.number()? else {
            return Ok(None);
        };
        let mut rewards = Vec::new();
        for _ in 0..roles {
            let Some(number) = reader.number()? else {
                return Ok(None);
            };
            rewards.push(Reward::from_half_points(signed(number)));
        }
        let Some(states) = read_count(reader)? else {
            return Ok(None);
        };
        worths.push((Rewards::new(rewards), states));
    }
    Ok(Some(worths))
}

fn write_count(bytes: &mut Vec<u8>, count: Count) {
    write_number(bytes, (count >> 64) as u64);
    write_number(bytes, count as u64);
}

fn read_count(reader: &mut Reader<'_>) -> Result<Option<Count>, StoreError> {
    let (high, low) = (reader.number()?, reader.number()?);
    let count = |(high, low)| Count::from(high) << 64 | Count::from(low);
    Ok(high.zip(low).map(count))
}

/// Small numbers of either sign in few bytes.
fn write_signed(bytes: &mut Vec<u8>, number: i64) {
    write_number(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

fn signed(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn damaged(name: &str) -> StoreError {
    StoreError::Corrupt {
        file: name.into(),
        why: "it is not a list of sets",
    }
}

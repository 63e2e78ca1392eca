//! States as columns of a Parquet file.
//!
//! The state in KIF; a reward for each role, null where there is none; whether play
//! has no end; the distance, null where there is none. Rows come in groups, so that
//! few are in memory at a time.

use std::io::{self, Write};
use std::sync::Arc;

use game::{Reward, Value};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use table::solution::Outcome;

use super::table::{ExportEnd, Table};

/// How many rows a group has.
const GROUP: usize = 1 << 16;

/// A file of columns.
pub struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    states: Vec<ByteArray>,
    /// For each role.
    rewards: Vec<Optional<f64>>,
    infinite: Vec<bool>,
    distances: Optional<i64>,
}

/// Numbers that may be missing: those that are there, and for each row whether it
/// has one, in the way of the format.
struct Optional<T> {
    values: Vec<T>,
    levels: Vec<i16>,
}

impl<T> Optional<T> {
    fn new() -> Self {
        Optional {
            values: Vec::new(),
            levels: Vec::new(),
        }
    }

    fn push(&mut self, value: Option<T>) {
        self.levels.push(i16::from(value.is_some()));
        self.values.extend(value);
    }
}

impl From<ParquetError> for ExportEnd {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => (*error).into(),
                Err(other) => failed(&other.to_string()),
            },
            other => failed(&other.to_string()),
        }
    }
}

fn failed(why: &str) -> ExportEnd {
    ExportEnd::Unwritable(io::Error::other(why.to_owned()))
}

impl<W: Write + Send> Columns<W> {
    /// Begins a file.
    pub fn new(roles: &[String], out: W) -> Result<Self, ExportEnd> {
        let schema = Arc::new(schema(roles)?);
        let properties = Arc::new(WriterProperties::builder().build());
        Ok(Columns {
            writer: SerializedFileWriter::new(out, schema, properties)?,
            states: Vec::new(),
            rewards: roles.iter().map(|_| Optional::new()).collect(),
            infinite: Vec::new(),
            distances: Optional::new(),
        })
    }

    /// Writes the rows that are there as a group.
    fn end_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        column::<ByteArrayType, W>(&mut group, &self.states, None)?;
        for rewards in &self.rewards {
            column::<DoubleType, W>(&mut group, &rewards.values, Some(&rewards.levels))?;
        }
        column::<BoolType, W>(&mut group, &self.infinite, None)?;
        let distances = &self.distances;
        column::<Int64Type, W>(&mut group, &distances.values, Some(&distances.levels))?;
        group.close()?;
        self.states.clear();
        self.rewards.fill_with(Optional::new);
        self.infinite.clear();
        self.distances = Optional::new();
        Ok(())
    }
}

/// Writes the next column of a group.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let column = group.next_column()?;
    let mut column = column.expect("there are as many columns as the schema has");
    let typed: &mut ColumnWriterImpl<'_, T> = column.typed::<T>();
    typed.write_batch(values, levels, None)?;
    column.close()
}

fn schema(roles: &[String]) -> Result<Type, ParquetError> {
    let field = |name: &str, physical, repetition, converted| {
        let field = Type::primitive_type_builder(name, physical);
        let field = field.with_repetition(repetition);
        field.with_converted_type(converted).build().map(Arc::new)
    };
    let (required, optional) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let (text, plain) = (ConvertedType::UTF8, ConvertedType::NONE);
    let mut fields = vec![field("state", Physical::BYTE_ARRAY, required, text)?];
    for role in roles {
        // So that a role called `state` is no second column of that name.
        let name = format!("reward_{role}");
        fields.push(field(&name, Physical::DOUBLE, optional, plain)?);
    }
    fields.push(field("infinite", Physical::BOOLEAN, required, plain)?);
    fields.push(field("distance", Physical::INT64, optional, plain)?);
    Type::group_type_builder("states")
        .with_fields(fields)
        .build()
}

impl<W: Write + Send> Table<W> for Columns<W> {
    fn row(&mut self, state: String, outcome: &Outcome) -> Result<(), ExportEnd> {
        let points = |reward: Reward| reward.half_points() as f64 / 2.0;
        let rewards: Vec<Option<f64>> = match &outcome.value {
            Value::Rewards(rewards) => rewards.iter().map(|it| Some(points(it))).collect(),
            Value::Infinite | Value::Unresolved => vec![None; self.rewards.len()],
        };
        self.states.push(state.into_bytes().into());
        for (column, reward) in self.rewards.iter_mut().zip(rewards) {
            column.push(reward);
        }
        self.infinite.push(outcome.value == Value::Infinite);
        let distance = outcome.distance.and_then(|it| i64::try_from(it).ok());
        self.distances.push(distance);
        if self.states.len() == GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<W, ExportEnd> {
        if !self.states.is_empty() {
            self.end_group()?;
        }
        let mut out = self.writer.into_inner()?;
        out.flush()?;
        Ok(out)
    }
}

//! States as columns of a Parquet file, compressed.
//!
//! Texts are UTF-8, keys are bytes, rewards numbers that are null where there is none,
//! with a column that says whether play has no end; best moves are a list. The file
//! also says which game it is of, and how keys are made. Rows come in groups, so that
//! few are in memory at a time.

use std::io::{self, Write};
use std::sync::Arc;

use game::{Reward, Value};
use parquet::basic::{
    Compression, ConvertedType, LogicalType, Repetition, Type as Physical, ZstdLevel,
};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray,
    FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use play::SolvedGame;

use super::column::Column;
use super::table::{ExportEnd, Row, Table};

/// How many rows a group has.
const GROUP: usize = 1 << 16;

/// A file of columns.
pub struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    buffers: Vec<Buffer>,
    rows: usize,
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
    pub fn new(columns: &[Column], solved: &SolvedGame, out: W) -> Result<Self, ExportEnd> {
        let roles = solved.roles();
        let schema = Arc::new(schema(columns, solved)?);
        let properties = Arc::new(properties(columns, solved));
        Ok(Columns {
            writer: SerializedFileWriter::new(out, schema, properties)?,
            buffers: columns
                .iter()
                .map(|&it| Buffer::new(it, roles.len()))
                .collect(),
            rows: 0,
        })
    }

    /// Writes the rows that are there as a group.
    fn end_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for buffer in &mut self.buffers {
            buffer.write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl<W: Write + Send> Table<W> for Columns<W> {
    fn row(&mut self, mut row: Row<'_>) -> Result<(), ExportEnd> {
        for buffer in &mut self.buffers {
            buffer.take(&mut row);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<W, ExportEnd> {
        if self.rows > 0 {
            self.end_group()?;
        }
        let mut out = self.writer.into_inner()?;
        out.flush()?;
        Ok(out)
    }
}

/// The values of a column in the way of the format: those that are there, and for each
/// row how much of it is; for lists also which values go on with a row.
struct Values<T> {
    values: Vec<T>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl<T> Values<T> {
    fn new() -> Self {
        Values {
            values: Vec::new(),
            definition: Vec::new(),
            repetition: Vec::new(),
        }
    }

    /// A value that every row has.
    fn push(&mut self, value: T) {
        self.values.push(value);
    }

    /// A value that a row may lack.
    fn push_optional(&mut self, value: Option<T>) {
        self.definition.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    /// A list of values, if there is one.
    fn push_list(&mut self, values: Option<Vec<T>>) {
        let count = values.as_ref().map_or(0, Vec::len);
        let depth = match (&values, count) {
            (None, _) => 0,
            (_, 0) => 1,
            _ => 2,
        };
        for place in 0..count.max(1) {
            self.definition.push(depth);
            self.repetition.push(i16::from(place > 0));
        }
        self.values.extend(values.into_iter().flatten());
    }

    /// Writes the next column of a group, and forgets it.
    fn write<D: DataType<T = T>, W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        let given = |levels: &'_ Vec<i16>| !levels.is_empty();
        let definition = given(&self.definition).then_some(self.definition.as_slice());
        let repetition = given(&self.repetition).then_some(self.repetition.as_slice());
        let column = group.next_column()?;
        let mut column = column.expect("there are as many columns as the schema has");
        let typed = column.typed::<D>();
        typed.write_batch(&self.values, definition, repetition)?;
        column.close()?;
        *self = Values::new();
        Ok(())
    }
}

/// What a group has of a column so far.
enum Buffer {
    State(Values<ByteArray>),
    Key(Values<FixedLenByteArray>),
    Rewards {
        /// For each role.
        rewards: Vec<Values<f64>>,
        infinite: Values<bool>,
    },
    Distance(Values<i64>),
    Mover(Values<ByteArray>),
    Layer(Values<i64>),
    Best(Values<ByteArray>),
}

impl Buffer {
    fn new(column: Column, roles: usize) -> Self {
        match column {
            Column::State => Buffer::State(Values::new()),
            Column::Key => Buffer::Key(Values::new()),
            Column::Rewards => Buffer::Rewards {
                rewards: (0..roles).map(|_| Values::new()).collect(),
                infinite: Values::new(),
            },
            Column::Distance => Buffer::Distance(Values::new()),
            Column::Mover => Buffer::Mover(Values::new()),
            Column::Layer => Buffer::Layer(Values::new()),
            Column::Best => Buffer::Best(Values::new()),
        }
    }

    fn take(&mut self, row: &mut Row<'_>) {
        let number = |it: Option<u64>| it.and_then(|it| i64::try_from(it).ok());
        match self {
            Buffer::State(states) => states.push(text(std::mem::take(&mut row.state))),
            Buffer::Key(keys) => keys.push(std::mem::take(&mut row.key).into()),
            Buffer::Rewards { rewards, infinite } => {
                let value = &row.outcome.value;
                for (role, column) in rewards.iter_mut().enumerate() {
                    column.push_optional(points(value, role));
                }
                infinite.push(*value == Value::Infinite);
            }
            Buffer::Distance(distances) => distances.push_optional(number(row.outcome.distance)),
            Buffer::Mover(movers) => movers.push_optional(row.mover.map(|it| text(it.to_owned()))),
            Buffer::Layer(layers) => layers.push_optional(number(row.layer)),
            Buffer::Best(best) => {
                let moves = row.best.take();
                best.push_list(moves.map(|it| it.into_iter().map(text).collect()));
            }
        }
    }

    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        match self {
            Buffer::State(texts) | Buffer::Mover(texts) | Buffer::Best(texts) => {
                texts.write::<ByteArrayType, W>(group)
            }
            Buffer::Key(keys) => keys.write::<FixedLenByteArrayType, W>(group),
            Buffer::Rewards { rewards, infinite } => {
                for column in rewards {
                    column.write::<DoubleType, W>(group)?;
                }
                infinite.write::<BoolType, W>(group)
            }
            Buffer::Distance(numbers) | Buffer::Layer(numbers) => {
                numbers.write::<Int64Type, W>(group)
            }
        }
    }
}

fn text(text: String) -> ByteArray {
    text.into_bytes().into()
}

/// The points of a role, if there are any.
fn points(value: &Value, role: usize) -> Option<f64> {
    let points = |reward: Reward| reward.half_points() as f64 / 2.0;
    match value {
        Value::Rewards(rewards) => rewards.iter().nth(role).map(points),
        Value::Infinite | Value::Unresolved => None,
    }
}

fn properties(columns: &[Column], solved: &SolvedGame) -> WriterProperties {
    let about = solved.about();
    let mut said = vec![
        KeyValue::new("zermelo.game".to_owned(), about.subject.game.clone()),
        KeyValue::new(
            "zermelo.rules_hash".to_owned(),
            about.subject.rules_hash.clone(),
        ),
        KeyValue::new("zermelo.model".to_owned(), about.terms.model.to_string()),
    ];
    if columns.contains(&Column::Key) {
        let encoding = serde_json::to_string(solved.file().encoding());
        let encoding = encoding.expect("an encoding is valid JSON");
        said.push(KeyValue::new("zermelo.encoding".to_owned(), encoding));
    }
    let level = ZstdLevel::try_new(3).expect("there is a level 3");
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        // No state comes twice.
        .set_column_dictionary_enabled(ColumnPath::from("state"), false)
        .set_column_dictionary_enabled(ColumnPath::from("key"), false)
        .set_key_value_metadata(Some(said))
        .build()
}

fn schema(columns: &[Column], solved: &SolvedGame) -> Result<Type, ParquetError> {
    let mut fields = Vec::new();
    for column in columns {
        let name = column.name();
        match column {
            Column::State => fields.push(required(name, Physical::BYTE_ARRAY, UTF8)?),
            Column::Key => {
                let zero = table::solution::Key::zero(solved.file().encoding().bits());
                let bytes = solved.file().encoding().key_bytes(&zero).len();
                fields.push(fixed(name, bytes)?);
            }
            Column::Rewards => {
                for role in solved.roles() {
                    // So that a role called `state` is no second column of that name.
                    let name = format!("reward_{role}");
                    fields.push(optional(&name, Physical::DOUBLE, PLAIN)?);
                }
                fields.push(required("infinite", Physical::BOOLEAN, PLAIN)?);
            }
            Column::Distance | Column::Layer => {
                fields.push(optional(name, Physical::INT64, PLAIN)?);
            }
            Column::Mover => fields.push(optional(name, Physical::BYTE_ARRAY, UTF8)?),
            Column::Best => fields.push(list(name)?),
        }
    }
    Type::group_type_builder("states")
        .with_fields(fields)
        .build()
}

const UTF8: ConvertedType = ConvertedType::UTF8;
const PLAIN: ConvertedType = ConvertedType::NONE;

fn required(name: &str, of: Physical, as_what: ConvertedType) -> Result<TypePtr, ParquetError> {
    let field = Type::primitive_type_builder(name, of);
    let field = field.with_repetition(Repetition::REQUIRED);
    field.with_converted_type(as_what).build().map(Arc::new)
}

fn optional(name: &str, of: Physical, as_what: ConvertedType) -> Result<TypePtr, ParquetError> {
    let field = Type::primitive_type_builder(name, of);
    let field = field.with_repetition(Repetition::OPTIONAL);
    field.with_converted_type(as_what).build().map(Arc::new)
}

fn fixed(name: &str, bytes: usize) -> Result<TypePtr, ParquetError> {
    let field = Type::primitive_type_builder(name, Physical::FIXED_LEN_BYTE_ARRAY);
    let field = field.with_repetition(Repetition::REQUIRED);
    field.with_length(bytes as i32).build().map(Arc::new)
}

/// A list of texts, in the three levels that the format wants.
fn list(name: &str) -> Result<TypePtr, ParquetError> {
    let element = required("element", Physical::BYTE_ARRAY, UTF8)?;
    let entries = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(entries)])
        .build()
        .map(Arc::new)
}

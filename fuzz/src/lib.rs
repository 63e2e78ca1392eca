//! What the fuzz targets share.
//!
//! - [`mutate`]: changes to sheets that leave many of them valid.
//! - [`deadline`]: work that takes long is asked to stop.

pub mod deadline;
pub mod mutate;
mod places;

//! A result as one HTML file that needs nothing else: the tables and the manifest go into a page that draws them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use thiserror::Error;

use crate::manifest::{MANIFEST, RUN};

/// The page; `{{DATA}}` stands for the result.
const PAGE: &str = include_str!("../data/report.html");

/// The tables that the page shows.
const TABLES: [&str; 5] = ["matchups", "decks", "ladder", "lengths", "cards"];

/// The file's name in a result's directory.
pub const REPORT: &str = "report.html";

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file of the result can't be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the result is not what `fixer` writes.
    #[error("{}: {what}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// The report on the result in a directory.
///
/// # Errors
/// If its manifest, its account of the run or one of its tables can't be read. Tables that this kind of result has not
/// are left out.
pub fn report(directory: &Path) -> Result<String, ReportError> {
    let mut data = Map::new();
    for (key, file) in [("manifest", MANIFEST), ("run", RUN)] {
        let path = directory.join(file);
        let text = text_of(&path)?;
        let value = serde_json::from_str(&text)
            .map_err(|error| ReportError::Malformed { path: path.clone(), what: error.to_string() })?;
        data.insert(key.to_owned(), value);
    }
    let mut tables = Map::new();
    for name in TABLES {
        let path = directory.join(format!("{name}.csv"));
        if path.exists() {
            tables.insert(name.to_owned(), table(&path)?);
        }
    }
    if !tables.contains_key(TABLES[0]) {
        let path = directory.join(format!("{}.csv", TABLES[0]));
        return Err(ReportError::Malformed { path, what: "missing, expected a finished result".to_owned() });
    }
    data.insert("tables".to_owned(), Value::Object(tables));
    // Inside a script element only `<` could end it.
    let json = Value::Object(data).to_string().replace('<', "\\u003c");
    Ok(PAGE.replacen("{{DATA}}", &json, 1))
}

fn text_of(path: &Path) -> Result<String, ReportError> {
    fs::read_to_string(path).map_err(|source| ReportError::Unreadable { path: path.to_owned(), source })
}

/// A CSV file as an array of objects. Numbers stay the texts that they are in the file.
fn table(path: &Path) -> Result<Value, ReportError> {
    let text = text_of(path)?;
    let malformed = |error: csv::Error| ReportError::Malformed { path: path.to_owned(), what: error.to_string() };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().map_err(malformed)?.clone();
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(malformed)?;
        let cells = heads.iter().zip(&row).map(|(head, cell)| (head.to_owned(), Value::from(cell)));
        rows.push(Value::Object(cells.collect()));
    }
    Ok(Value::Array(rows))
}

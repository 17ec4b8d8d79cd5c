//! Tables for people and programs: aligned text, Markdown, CSV, JSON.

use std::fmt::Write;

use clap::ValueEnum;

/// The forms in which results are printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Aligned columns for people.
    Table,
    /// Comma-separated values.
    Csv,
    /// A list of objects.
    Json,
    /// A Markdown table.
    Markdown,
}

/// A table of texts. Cells that are numbers are set flush right.
#[derive(Clone, Debug)]
pub struct Grid {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns and no row.
    pub fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row; it is as long as the header.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as text that ends with a line feed.
    pub fn show(&self, format: Format) -> String {
        match format {
            Format::Table => self.aligned(["", "  ", ""]),
            Format::Markdown => self.aligned(["| ", " | ", " |"]),
            Format::Csv => {
                let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
                String::from_utf8_lossy(&fixer_sim::tables::table(&header, self.rows.iter().cloned())).into_owned()
            }
            Format::Json => self.json(),
        }
    }

    fn aligned(&self, [open, between, close]: [&str; 3]) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.header[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let right: Vec<bool> = (0..self.header.len())
            .map(|column| !self.rows.is_empty() && self.rows.iter().all(|row| is_numeric(&row[column])))
            .collect();
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).zip(&right).map(|((cell, width), right)| {
                if *right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            let line = format!("{open}{}{close}", cells.collect::<Vec<_>>().join(between));
            line.trim_end().to_owned() + "\n"
        };
        let mut text = line(&self.header);
        if !open.is_empty() {
            let rules: Vec<String> = widths
                .iter()
                .zip(&right)
                .map(|(width, right)| {
                    "-".repeat(width.saturating_sub(usize::from(*right)).max(2)) + if *right { ":" } else { "" }
                })
                .collect();
            let _ = writeln!(text, "|{}|", rules.iter().map(|rule| format!(" {rule} ")).collect::<Vec<_>>().join("|"));
        }
        self.rows.iter().for_each(|row| text += &line(row));
        text
    }

    fn json(&self) -> String {
        let objects: Vec<serde_json::Value> = self
            .rows
            .iter()
            .map(|row| {
                let fields = self.header.iter().zip(row).map(|(name, cell)| (name.clone(), value(cell)));
                serde_json::Value::Object(fields.collect())
            })
            .collect();
        format!("{:#}\n", serde_json::Value::Array(objects))
    }
}

/// A cell as JSON: a number where it is one, null where it is empty.
fn value(cell: &str) -> serde_json::Value {
    if cell.is_empty() {
        return serde_json::Value::Null;
    }
    let looks = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && !cell.contains(|c: char| !c.is_ascii_digit() && !"-.".contains(c));
    match serde_json::from_str(cell) {
        Ok(number @ serde_json::Value::Number(_)) if looks => number,
        _ => serde_json::Value::String(cell.to_owned()),
    }
}

fn is_numeric(cell: &str) -> bool {
    cell.is_empty() || cell.chars().all(|c| c.is_ascii_digit() || " .,%±+-−–/".contains(c))
}

/// A CSV file of ours as a table.
pub fn of_csv(bytes: &[u8]) -> Grid {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().map(|header| header.iter().map(str::to_owned).collect()).unwrap_or_default();
    let rows = reader.records().filter_map(Result::ok).map(|row| row.iter().map(str::to_owned).collect()).collect();
    Grid { header, rows }
}

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A fraction as `52.3 %`.
pub fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Grid {
        let mut grid = Grid::new(["deck", "games", "wr"]);
        grid.row(["one", "1,000", "52.3 %"]);
        grid.row(["zwölf", "20", ""]);
        grid
    }

    #[test]
    fn forms() {
        assert_eq!(sample().show(Format::Table), "deck   games      wr\none    1,000  52.3 %\nzwölf     20\n");
        assert_eq!(
            sample().show(Format::Markdown),
            "| deck  | games |     wr |\n| ----- | ----: | -----: |\n| one   | 1,000 | 52.3 % |\n| zwölf |    20 |        |\n"
        );
        assert_eq!(sample().show(Format::Csv), "deck,games,wr\none,\"1,000\",52.3 %\nzwölf,20,\n");
        let json: serde_json::Value = serde_json::from_str(&sample().show(Format::Json)).unwrap();
        assert_eq!(json[1]["games"], 20);
        assert!(json[1]["wr"].is_null() && json[0]["games"] == "1,000");
        let ids = of_csv(b"deck_id\n00ff00\n12e4\n0012\n").show(Format::Json);
        assert_eq!(ids.matches('"').count(), 12, "ids are no numbers: {ids}");
    }

    #[test]
    fn numbers() {
        assert_eq!(
            ["0", "999", "1,000", "1,234,567"],
            [0, 999, 1_000, 1_234_567].map(thousands).each_ref().map(String::as_str)
        );
        assert_eq!(percent(0.5234), "52.3 %");
    }
}

//! What is wrong with a text somebody wrote, where, and what was expected: card files, decks, scenarios, records, plans.

use std::borrow::Cow;
use std::fmt;

use ron::error::{Error, Position, SpannedError};

/// One complaint about a text: an error, or a warning where a reader returns one beside its result.
///
/// `Display` prints `FILE:LINE:COLUMN: SUBJECT: MESSAGE`, as far as the parts are known; the help stands apart, for the
/// line below.
///
/// ```
/// # use fixer_core::diagnostics::Diagnostic;
/// let wrong = Diagnostic::new("mine.txt", "no card \"mantis blade\"").at(3, 1).near("mantis blade", ["Mantis Blades"]);
/// assert_eq!(wrong.to_string(), "mine.txt:3:1: no card \"mantis blade\"");
/// assert_eq!(wrong.help.as_deref(), Some("did you mean Mantis Blades?"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The name of the text, as its reader was given it.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1, in characters.
    pub column: Option<u32>,
    /// What the complaint is about: a card's id, a step of a scenario.
    pub subject: Option<String>,
    /// What is wrong and what was expected, in one line.
    pub message: String,
    /// What to do about it, in one line.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A complaint about a text as a whole.
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, column: None, subject: None, message: one_line(message), help: None }
    }

    /// At this line and column, both from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// At this line, from 1.
    #[must_use]
    pub fn on_line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }

    /// At this byte of `text`.
    #[must_use]
    pub fn at_offset(self, text: &str, offset: usize) -> Self {
        let (line, column) = line_and_column(text, offset);
        self.at(line, column)
    }

    /// About this card, step or other part.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// With this help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(one_line(help));
        self
    }

    /// With the names among `candidates` that look like `word`, if there are any, as help.
    #[must_use]
    pub fn near<'a>(mut self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        if let Some(help) = did_you_mean(word, candidates) {
            self.help = Some(help);
        }
        self
    }

    /// An error of the RON reader, in words of ours. `part` is the piece of `text` that was read, a slice of it.
    pub fn from_ron(file: &str, text: &str, part: &str, error: &SpannedError) -> Self {
        let (offset, message, help) = ron_error(part, error);
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let mut diagnostic = Self::new(file, message).at_offset(text, start + offset);
        diagnostic.help = help;
        diagnostic
    }

    /// An error of the TOML reader.
    pub fn from_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let diagnostic = Self::new(file, error.message());
        match error.span() {
            Some(span) => diagnostic.at_offset(text, span.start),
            None => diagnostic,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        if let Some(subject) = &self.subject {
            write!(f, ": {subject}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Messages are one line: what stands in a user's text may not break it, nor make it endless.
fn one_line(text: impl Into<String>) -> String {
    let text = shortened(&text.into(), LONGEST_MESSAGE).into_owned();
    if text.contains(char::is_control) {
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    } else {
        text
    }
}

/// No message has more characters; the longest lists of expected words stay below.
const LONGEST_MESSAGE: usize = 1_000;

/// How many characters of somebody's word a message repeats.
const LONGEST_WORD: usize = 80;

/// What somebody wrote, as a message repeats it: a whole file in place of a name is cut.
pub fn word(text: &str) -> Cow<'_, str> {
    shortened(text, LONGEST_WORD)
}

fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Line and column, both from 1, of a byte of a text. Past its end, or inside a character, the nearest place before.
pub fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = 1 + before.matches('\n').count();
    (line as u32, 1 + before[line_start..].chars().count() as u32)
}

/// How many near names an answer lists.
const NEAR_NAMES: usize = 3;

/// The names most like `word`, best first, at most three; none if nothing is like it. Case does not count.
pub fn near_names<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = word.to_lowercase();
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let name = candidate.to_lowercase();
            let mut score = strsim::jaro_winkler(&wanted, &name);
            // A part of a longer name is near it, however much is missing.
            if wanted.chars().count() >= 3 && name.contains(&wanted) {
                score = score.max(0.9);
            }
            (score >= 0.8).then_some((score, candidate))
        })
        .collect();
    scored.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(y.1)));
    scored.dedup_by(|x, y| x.1 == y.1);
    // What is clearly worse than the best is noise.
    let best = scored.first().map_or(0.0, |first| first.0);
    scored.into_iter().take_while(|near| near.0 >= best - 0.08).take(NEAR_NAMES).map(|near| near.1).collect()
}

/// `did you mean X, Y or Z?`, if something is near.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = near_names(word, candidates);
    (!near.is_empty()).then(|| format!("did you mean {}?", list(&near, "or")))
}

/// `a`, `a or b`, `a, b or c`.
pub fn list<S: AsRef<str>>(words: &[S], link: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} {link} {last}", first.join(", ")),
    }
}

/// Carries the place and the help of an error inside a value that is read on its own (see `nested`).
const NESTED: char = '\u{1}';

/// Wraps an error of reading `part` on its own, a value inside a larger one, so that the reader of the larger value
/// still finds the exact place: serde passes on nothing but a text.
pub(crate) fn nested<E: serde::de::Error>(part: &str, error: &SpannedError) -> E {
    let (offset, message, help) = ron_error(part, error);
    let from_end = part.len() - offset.min(part.len());
    E::custom(format!("{message}{NESTED}{from_end}{NESTED}{}", help.unwrap_or_default()))
}

/// An error about the whole of `part`, a value inside a larger one that is read on its own.
pub(crate) fn nested_message<E: serde::de::Error>(part: &str, message: &str) -> E {
    E::custom(format!("{message}{NESTED}{}{NESTED}", part.len()))
}

/// The place in `part`, what is wrong, and a help.
fn ron_error(part: &str, error: &SpannedError) -> (usize, String, Option<String>) {
    let (start, end) = (offset_of(part, error.span.start), offset_of(part, error.span.end));
    // Blanks and commas before a word belong to what came before it.
    let skipped = part[start..].find(|c: char| !c.is_whitespace() && c != ',').unwrap_or(0);
    let at = start + skipped;
    match &error.code {
        Error::Message(text) => match text.split(NESTED).collect::<Vec<_>>().as_slice() {
            [message, from_end, help] => {
                let value_end = part[..end].trim_end().len();
                let at = value_end.saturating_sub(from_end.parse().unwrap_or(0));
                (at, (*message).to_string(), (!help.is_empty()).then(|| (*help).to_string()))
            }
            _ => (at, text.clone(), None),
        },
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let kind = outer.as_deref().unwrap_or("word");
            let message = format!("no {kind} \"{found}\"; expected {}", list(expected, "or"));
            (at, message, did_you_mean(found, expected.iter().copied()))
        }
        Error::NoSuchStructField { expected, found, outer } => {
            let kind = outer.as_deref().unwrap_or("this");
            let message = format!("no field \"{found}\" in {kind}; expected {}", list(expected, "or"));
            (at, message, did_you_mean(found, expected.iter().copied()))
        }
        Error::MissingStructField { field, outer } => {
            let kind = outer.as_deref().unwrap_or("this");
            (at, format!("{kind} lacks the field \"{field}\""), None)
        }
        Error::DuplicateStructField { field, outer } => {
            let kind = outer.as_deref().unwrap_or("this");
            (at, format!("{kind} has the field \"{field}\" twice"), None)
        }
        Error::ExpectedRawValue => (at, "expected one value".to_string(), None),
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            let lowered = letters.next().map_or(String::new(), |c| c.to_lowercase().chain(letters).collect());
            (at, lowered, None)
        }
    }
}

/// The byte at a place that the RON reader names.
fn offset_of(text: &str, place: Position) -> usize {
    let mut start = 0;
    for _ in 1..place.line {
        match text[start..].find('\n') {
            Some(length) => start += length + 1,
            None => return text.len(),
        }
    }
    text[start..].char_indices().nth(place.col.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

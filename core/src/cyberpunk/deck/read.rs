//! Reading deck lists: text as people write it, JSON as sites export it, the project's own TOML.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::super::cards::{CardId, CardPool, CardType};
use super::names::{Names, key};
use super::{Deck, Rules, UnknownRules};
use crate::diagnostics::{Diagnostic, word as shown};

/// The three forms of a list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A line a card.
    Text,
    /// As sites export it.
    Json,
    /// The project's own.
    Toml,
}

impl Format {
    /// The form of a file, by the ending of its name, or else by its look.
    pub fn guess(file: &str, text: &str) -> Self {
        let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        match ending.as_deref() {
            Some("json") => return Self::Json,
            Some("toml") => return Self::Toml,
            _ => {}
        }
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let opening = text.strip_prefix('[').map(str::trim_start);
        if text.starts_with('{') || opening.is_some_and(|rest| rest.starts_with(['{', '"', ']'])) {
            return Self::Json;
        }
        let assigns = |line: &str| {
            line.split_once('=').is_some_and(|(before, _)| {
                let word = before.trim().trim_matches('"');
                !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            })
        };
        if text.lines().any(assigns) { Self::Toml } else { Self::Text }
    }
}

/// Reads a list. `file` is its name, for messages and for the deck's own name; the form is guessed.
///
/// # Errors
/// The first thing that can't be read, with its line and near names. Whether the deck is legal is another question:
/// [`super::legality::violations`].
pub fn read(file: &str, text: &str, pool: &CardPool) -> Result<Deck, Diagnostic> {
    read_with(file, text, &Names::new(pool))
}

/// As [`read`], with names prepared before.
///
/// # Errors
/// As [`read`].
pub fn read_with(file: &str, text: &str, names: &Names<'_>) -> Result<Deck, Diagnostic> {
    let text = text.trim_start_matches('\u{feff}');
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| if stem.is_empty() { file } else { stem });
    let deck = Deck { id: stem.to_string(), name: stem.to_string(), ..Deck::default() };
    let mut reader = Reader { file, text, names, deck };
    match Format::guess(file, text) {
        Format::Text => reader.text()?,
        Format::Json => {
            let node = serde_json::from_str(text).map_err(|error| {
                let (line, column) = (error.line().max(1) as u32, error.column().max(1) as u32);
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or(&message);
                Diagnostic::new(file, format!("no valid JSON: {message}")).at(line, column)
            })?;
            reader.json(node)?;
        }
        Format::Toml => {
            let node = toml::from_str(text).map_err(|error| Diagnostic::from_toml(file, text, &error))?;
            reader.toml(node)?;
        }
    }
    let mut deck = reader.deck;
    if deck.legends.is_empty() && deck.cards.is_empty() && deck.sideboard.is_empty() {
        let help = "a list names three Legends and some forty other cards: lines like \"3x Mantis Blades\"";
        return Err(Diagnostic::new(file, "no card in this deck list").with_help(help));
    }
    deck.sort(names.pool());
    Ok(deck)
}

/// Which part of a list a line belongs to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Part {
    Main,
    Sideboard,
}

/// The most copies a line may ask for: more is a slip of the pen.
const MOST_COPIES: u64 = 99;

struct Reader<'a, 'p> {
    file: &'a str,
    text: &'a str,
    names: &'a Names<'p>,
    deck: Deck,
}

impl Reader<'_, '_> {
    // ---- text ----

    fn text(&mut self) -> Result<(), Diagnostic> {
        let mut part = Part::Main;
        // Lines end in any of the three ways of ending them.
        let text = self.text.replace("\r\n", "\n").replace('\r', "\n");
        for (index, line) in text.lines().enumerate() {
            let number = index as u32 + 1;
            let line = line.trim();
            let (comment, content) = match line.strip_prefix('#').or_else(|| line.strip_prefix("//")) {
                Some(rest) => (true, rest.trim_start_matches(['#', '/']).trim()),
                None => (false, without_remark(line)),
            };
            if content.is_empty() {
                continue;
            }
            if let Some(section) = section(content) {
                part = section;
            } else if is_table_head(content) {
                // What stands in the columns is seen line by line.
            } else if !self.told(content) && !comment {
                self.text_card(content, number, part)?;
            }
        }
        Ok(())
    }

    /// Keeps a fact about the deck, `Name: ...`, behind a `#` or not; whether the line is one.
    fn told(&mut self, line: &str) -> bool {
        let Some((word, value)) = line.split_once(':') else { return false };
        let word = word.trim().to_lowercase();
        if word == "rules" {
            // What people remark about rules need not be a word of ours.
            if let Ok(rules) = value.parse() {
                self.deck.rules = rules;
            }
            return true;
        }
        let slot = self.slot(&word);
        let known = slot.is_some();
        if let Some(slot) = slot {
            keep(slot, value);
        }
        known
    }

    fn text_card(&mut self, content: &str, line: u32, part: Part) -> Result<(), Diagnostic> {
        let content = content.trim_start_matches(['-', '*', '•', '·']).trim_start();
        // A card may be called like a number of copies.
        if let Ok(card) = self.names.find(content) {
            return self.add(card, 1, part).map_err(|wrong| wrong.on_line(line));
        }
        if is_heading(content) {
            let message = format!("no section \"{}\" in a deck list; expected {SECTIONS}", shown(content));
            return Err(self.wrong(message).on_line(line));
        }
        let (name, copies) = self.counted(content).map_err(|wrong| wrong.on_line(line))?;
        let card = self.names.find(name).map_err(|error| error.diagnostic(self.file).on_line(line))?;
        self.add(card, copies, part).map_err(|wrong| wrong.on_line(line))
    }

    /// The name in `3x Name`, and how many.
    fn counted<'l>(&self, line: &'l str) -> Result<(&'l str, u64), Diagnostic> {
        let (copies, name) = copies_and_name(line);
        let Some(digits) = copies else { return Ok((name, 1)) };
        // `3xName`: the cross is part of a name only if a card has it.
        let bare =
            name.strip_prefix(CROSS).filter(|bare| self.names.find(name).is_err() && self.names.find(bare).is_ok());
        match digits.parse() {
            Ok(copies) if (1..=MOST_COPIES).contains(&copies) => Ok((bare.unwrap_or(name), copies)),
            _ => Err(self.wrong(format!("{} copies, expected 1 to {MOST_COPIES}", shown(digits)))),
        }
    }

    // ---- JSON and TOML ----

    fn json(&mut self, node: Node) -> Result<(), Diagnostic> {
        match node {
            Node::List(_) => self.cards(node, Part::Main),
            Node::Map(entries) => {
                for (word, node) in entries {
                    match key(&word).as_str() {
                        "deck" | "decklist" | "list" if has_sections(&node) => self.json(node)?,
                        "legends" | "legend" | "cards" | "main" | "maindeck" | "mainboard" | "deck" | "units"
                        | "gears" | "gear" | "programs" => self.cards(node, Part::Main)?,
                        "sideboard" | "side" => self.cards(node, Part::Sideboard)?,
                        // `{id: copies}` without a section around it.
                        _ if matches!(node, Node::Number(_)) && self.names.find(&word).is_ok() => {
                            let copies = self.copies(&node, &word)?;
                            self.named_card(&word, copies, Part::Main)?;
                        }
                        other if counts_cards(&node) || self.names_cards(&node) => {
                            let message =
                                format!("cards in an unknown section \"{}\"; expected {SECTIONS}", shown(&word));
                            return Err(self.locate(self.wrong(message), &word).near(other, NEAR_SECTIONS));
                        }
                        other => self.fact(other, &node)?,
                    }
                }
                Ok(())
            }
            other => Err(self.wrong(format!("a deck list is an object or a list, not {other}"))),
        }
    }

    fn toml(&mut self, node: Node) -> Result<(), Diagnostic> {
        const KEYS: [&str; 8] = ["name", "rules", "kind", "date", "source", "legends", "cards", "sideboard"];
        let Node::Map(entries) = node else { unreachable!("a TOML document is a table") };
        for (word, node) in entries {
            match word.as_str() {
                "legends" | "cards" => self.cards(node, Part::Main)?,
                "sideboard" => self.cards(node, Part::Sideboard)?,
                known if KEYS.contains(&known) => self.fact(known, &node)?,
                other => {
                    let message = format!("no key \"{}\" in a deck list; expected {}", shown(other), KEYS.join(", "));
                    return Err(self.locate(self.wrong(message), other).near(other, KEYS));
                }
            }
        }
        Ok(())
    }

    /// A fact about the deck; in JSON other programs' facts stand beside ours.
    fn fact(&mut self, word: &str, node: &Node) -> Result<(), Diagnostic> {
        match (word, node) {
            ("rules", Node::Text(text)) => {
                let rules = text.parse().map_err(|error: UnknownRules| {
                    let wrong = self.wrong(error.to_string()).near(text, Rules::ALL.map(Rules::word));
                    self.locate(wrong, text)
                })?;
                self.deck.rules = rules;
            }
            // Exports write null for what they don't know.
            (_, Node::Null) => {}
            // A date that TOML reads as one.
            ("date", Node::Map(fields)) if matches!(fields.as_slice(), [(mark, Node::Text(_))] if mark == TOML_DATE) => {
                if let [(_, Node::Text(date))] = fields.as_slice() {
                    self.deck.date = Some(date.clone());
                }
            }
            (_, Node::Text(text)) => {
                if let Some(slot) = self.slot(word) {
                    keep(slot, text);
                }
            }
            ("name" | "rules" | "kind" | "date" | "source", other) => {
                return Err(self.locate(self.wrong(format!("{word} is a text in quotes, not {other}")), word));
            }
            _ => {}
        }
        Ok(())
    }

    /// Where a text about the deck is kept.
    fn slot(&mut self, word: &str) -> Option<Slot<'_>> {
        match word {
            "name" => Some(Slot::Needed(&mut self.deck.name)),
            "kind" => Some(Slot::Optional(&mut self.deck.kind)),
            "date" => Some(Slot::Optional(&mut self.deck.date)),
            "source" => Some(Slot::Optional(&mut self.deck.source)),
            _ => None,
        }
    }

    /// Cards as `{id: copies}`, `[id, ...]` or `[{id, count}, ...]`.
    fn cards(&mut self, node: Node, part: Part) -> Result<(), Diagnostic> {
        match node {
            Node::Null => Ok(()),
            Node::Map(entries) => {
                for (name, copies) in entries {
                    let copies = self.copies(&copies, &name)?;
                    self.named_card(&name, copies, part)?;
                }
                Ok(())
            }
            Node::List(entries) => {
                for entry in entries {
                    match entry {
                        Node::Text(name) if self.names.find(&name).is_ok() => self.named_card(&name, 1, part)?,
                        Node::Text(line) => {
                            let (name, copies) = self.counted(&line).map_err(|wrong| self.locate(wrong, &line))?;
                            self.named_card(name, copies, part)?;
                        }
                        Node::Map(fields) => self.card_object(&fields, part)?,
                        other => return Err(self.wrong(format!("a card is a name or an object, not {other}"))),
                    }
                }
                Ok(())
            }
            other => Err(self.wrong(format!("cards are a list or an object, not {other}"))),
        }
    }

    fn card_object(&mut self, fields: &[(String, Node)], part: Part) -> Result<(), Diagnostic> {
        // Some write the card as an object of its own beside the count.
        let card = fields.iter().find_map(|(word, node)| match node {
            Node::Map(card) if key(word) == "card" => Some(card.as_slice()),
            _ => None,
        });
        let words = called(card.unwrap_or(fields));
        // Sites have ids of their own beside the name.
        let name = words.iter().find(|word| self.names.find(word).is_ok()).or(words.first());
        let Some(name) = name else { return Err(self.wrong("a card object without id, slug or name")) };
        let copies = fields.iter().find(|(word, _)| COUNTS.contains(&key(word).as_str()));
        let copies = match copies {
            Some((_, node)) => self.copies(node, name)?,
            None => 1,
        };
        self.named_card(name, copies, part)
    }

    fn copies(&self, node: &Node, name: &str) -> Result<u64, Diagnostic> {
        match node {
            Node::Number(copies) if (1..=MOST_COPIES).contains(copies) => Ok(*copies),
            // Forms on web pages write numbers as texts.
            Node::Text(text) if text.parse().is_ok_and(|copies: u64| (1..=MOST_COPIES).contains(&copies)) => {
                Ok(text.parse().expect("it was read just now"))
            }
            // `{id: {count: 3}}`
            Node::Map(fields) if fields.iter().any(|(word, _)| COUNTS.contains(&key(word).as_str())) => {
                let (_, node) =
                    fields.iter().find(|(word, _)| COUNTS.contains(&key(word).as_str())).expect("just seen");
                self.copies(node, name)
            }
            other => {
                let found = match other {
                    Node::Number(_) | Node::Other(_) => format!("{other} copies"),
                    _ => format!("{other} as the number of copies"),
                };
                let wrong = self.wrong(format!("{found} of {}, expected 1 to {MOST_COPIES}", shown(name)));
                Err(self.locate(wrong, name))
            }
        }
    }

    /// Whether an entry that no section is called by names cards all the same: left out, they would be missed.
    fn names_cards(&self, node: &Node) -> bool {
        let known = |name: &str| self.names.find(name).is_ok();
        match node {
            Node::Map(entries) => entries.iter().any(|(word, node)| matches!(node, Node::Number(_)) && known(word)),
            Node::List(entries) => entries.iter().any(|entry| match entry {
                Node::Text(name) => known(name),
                Node::Map(fields) => called(fields).iter().any(|name| known(name)),
                _ => false,
            }),
            _ => false,
        }
    }

    fn named_card(&mut self, name: &str, copies: u64, part: Part) -> Result<(), Diagnostic> {
        let card = self.names.find(name).map_err(|error| self.locate(error.diagnostic(self.file), name))?;
        self.add(card, copies, part).map_err(|wrong| self.locate(wrong, name))
    }

    // ---- shared ----

    fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.file, message)
    }

    /// Adds the place where a word stands in the text, if it does as it is.
    fn locate(&self, diagnostic: Diagnostic, word: &str) -> Diagnostic {
        let part_of_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let place = self.text.match_indices(word).map(|(at, _)| at).find(|&at| {
            !self.text[..at].ends_with(part_of_word) && !self.text[at + word.len()..].starts_with(part_of_word)
        });
        match place {
            Some(at) if !word.is_empty() => diagnostic.at_offset(self.text, at),
            _ => diagnostic,
        }
    }

    /// A Legend is a Legend wherever it stands; only in a sideboard it is one too many.
    fn add(&mut self, card: CardId, copies: u64, part: Part) -> Result<(), Diagnostic> {
        let pool = self.names.pool();
        let list = match part {
            Part::Main if pool.get(card).kind == CardType::Legend => {
                self.deck.legends.extend((0..copies).map(|_| card));
                return Ok(());
            }
            Part::Main => &mut self.deck.cards,
            Part::Sideboard => &mut self.deck.sideboard,
        };
        let at = list.iter().position(|known| known.0 == card).unwrap_or_else(|| {
            list.push((card, 0));
            list.len() - 1
        });
        let sum = list[at].1 as u64 + copies;
        if sum > MOST_COPIES {
            let id = &pool.get(card).id;
            return Err(self.wrong(format!("{sum} copies of {id} in all, expected at most {MOST_COPIES}")));
        }
        list[at].1 = sum as u8;
        Ok(())
    }
}

/// A text about the deck.
enum Slot<'a> {
    Needed(&'a mut String),
    Optional(&'a mut Option<String>),
}

/// Keeps a text about the deck, as one line; an empty one says nothing.
fn keep(slot: Slot<'_>, text: &str) {
    let text: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if !text.is_empty() {
        match slot {
            Slot::Needed(slot) => *slot = text,
            Slot::Optional(slot) => *slot = Some(text),
        }
    }
}

/// The part that a heading opens: `Legends`, `# Units (12)`, `Main Deck: 40 cards` ...
fn section(line: &str) -> Option<Part> {
    let word: String = line.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let counted = line.contains(|c: char| c.is_ascii_digit());
    let word =
        if counted { word.strip_suffix("cards").filter(|rest| !rest.is_empty()).unwrap_or(&word) } else { &word };
    Some(match word {
        "legends" | "legend" | "cards" | "main" | "maindeck" | "mainboard" | "deck" | "units" | "unit" | "gears"
        | "gear" | "programs" | "program" => Part::Main,
        "sideboard" | "side" => Part::Sideboard,
        _ => return None,
    })
}

/// What a section may be called, for messages.
const SECTIONS: &str = "Legends, Cards, Main, Units, Gears, Programs or Sideboard";

/// The words of sections in JSON that a slip of the pen may have meant.
const NEAR_SECTIONS: [&str; 6] = ["legends", "cards", "units", "gears", "programs", "sideboard"];

/// The fields of a card object that say how many.
const COUNTS: [&str; 4] = ["count", "qty", "quantity", "copies"];

/// How the TOML reader hands on a date.
const TOML_DATE: &str = "$__toml_private_datetime";

/// Whether a line looks like a heading: `Maybe:`, `[Maybe]`.
fn is_heading(line: &str) -> bool {
    line.ends_with(':')
        || (line.starts_with('[') && line.ends_with(']') && !line.contains(|c: char| c.is_ascii_digit()))
}

/// Whether an entry of a JSON list says how many of some cards there are: left out, they would be missed.
fn counts_cards(node: &Node) -> bool {
    match node {
        Node::Map(entries) => entries.len() > 1 && entries.iter().all(|(_, node)| matches!(node, Node::Number(_))),
        Node::List(entries) => {
            !entries.is_empty()
                && entries.iter().all(|entry| match entry {
                    Node::Map(fields) => fields.iter().any(|(word, _)| COUNTS.contains(&key(word).as_str())),
                    _ => false,
                })
        }
        _ => false,
    }
}

/// Whether an object holds the sections of a list: `{"deck": {"legends": .., "cards": ..}}`.
fn has_sections(node: &Node) -> bool {
    let Node::Map(entries) = node else { return false };
    entries.iter().any(|(word, node)| section(word).is_some() && matches!(node, Node::List(_) | Node::Map(_)))
}

/// What a card object calls its card, the surest first.
fn called(fields: &[(String, Node)]) -> Vec<String> {
    let text = |wanted: &str| {
        fields.iter().find_map(|(name, node)| match node {
            Node::Text(text) if key(name) == wanted => Some(text.as_str()),
            _ => None,
        })
    };
    let printed = text("name").map(|name| match text("subtitle") {
        Some(subtitle) if !key(name).ends_with(&key(subtitle)) => format!("{name} — {subtitle}"),
        _ => name.to_string(),
    });
    ["id", "slug", "officialslug", "card"].into_iter().filter_map(text).map(str::to_owned).chain(printed).collect()
}

/// Whether a line is the head of a table: `Count,Name`.
fn is_table_head(line: &str) -> bool {
    let columns: Vec<String> = line.split([',', ';', '\t']).map(key).collect();
    columns.len() > 1
        && columns.iter().all(|word| {
            COUNTS.contains(&word.as_str()) || matches!(word.as_str(), "id" | "slug" | "name" | "card" | "cardname")
        })
}

/// A line of text up to a remark behind the card.
fn without_remark(line: &str) -> &str {
    let end = [" #", "\t#", " //", "\t//"].into_iter().filter_map(|mark| line.find(mark)).min();
    end.map_or(line, |end| line[..end].trim_end())
}

/// What stands between a number of copies and a name.
const CROSS: [char; 3] = ['x', 'X', '×'];

/// Splits `3x Name`, `3xName` (with the cross at the name), `3 Name`, `x3 Name`, `Name x3`, `Name (3)`, `Name, 3` into the digits and the name.
fn copies_and_name(line: &str) -> (Option<&str>, &str) {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();

    // In front.
    let crossed = line.strip_prefix(CROSS);
    let start = crossed.unwrap_or(line);
    let length = digits(start);
    if length > 0 {
        let rest = &start[length..];
        let name = if crossed.is_some() {
            rest
        } else {
            let crossed = rest.trim_start().strip_prefix(CROSS);
            let apart = rest.strip_prefix([',', ';']);
            crossed.filter(|name| name.starts_with(char::is_whitespace)).or(apart).unwrap_or(rest)
        };
        let joined = crossed.is_none() && rest.starts_with(CROSS);
        if name.starts_with(char::is_whitespace) || rest.starts_with([',', ';']) || joined {
            return (Some(&start[..length]), name.trim());
        }
    }

    // Behind.
    let bare = line.trim_end_matches([')', ']']);
    let length = bare.chars().rev().take_while(char::is_ascii_digit).count();
    if length > 0 {
        let (name, count) = bare.split_at(bare.len() - length);
        let before = name.trim_end();
        let crossed = before.strip_suffix(CROSS).filter(|name| name.ends_with(|c: char| c.is_whitespace() || c == '('));
        let bracketed = before.strip_suffix(['(', '[']);
        // As spreadsheets separate them.
        let apart = before.strip_suffix([',', ';', ':']).or(name.strip_suffix('\t'));
        if let Some(name) = crossed.or(bracketed).or(apart) {
            return (Some(count), name.trim_end_matches(['(', '[']).trim_end());
        }
    }
    (None, line)
}

/// JSON or TOML, with the order and the repetitions of what was written.
enum Node {
    Null,
    Number(u64),
    /// A number that is no count, true, false.
    Other(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Other(text) => f.write_str(text),
            Self::Text(text) => write!(f, "\"{}\"", shown(text)),
            Self::List(_) => f.write_str("a list"),
            Self::Map(_) => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a deck list")
    }
    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Other(value.to_string()))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Number(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(u64::try_from(value).map_or_else(|_| Node::Other(value.to_string()), Node::Number))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        // Some languages know no other numbers.
        let whole = value.fract() == 0.0 && (0.0..1e6).contains(&value);
        Ok(if whole { Node::Number(value as u64) } else { Node::Other(format!("{value:?}")) })
    }
    fn visit_i128<E>(self, value: i128) -> Result<Node, E> {
        Ok(Node::Other(value.to_string()))
    }
    fn visit_u128<E>(self, value: u128) -> Result<Node, E> {
        Ok(Node::Other(value.to_string()))
    }
    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = items.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            nodes.push(entry);
        }
        Ok(Node::Map(nodes))
    }
}

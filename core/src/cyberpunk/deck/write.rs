//! Writing deck lists in each of the forms that [`super::read`] reads.

use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::super::cards::{CardId, CardPool, CardType};
use super::Deck;
use super::read::Format;

/// The list in this form; read again it is the same deck.
pub fn write(deck: &Deck, pool: &CardPool, format: Format) -> String {
    match format {
        Format::Text => text(deck, pool),
        Format::Json => json(deck, pool),
        Format::Toml => toml(deck, pool),
    }
}

fn text(deck: &Deck, pool: &CardPool) -> String {
    let mut out = format!("# Name: {}\n# Rules: {}\n", deck.name, deck.rules);
    for (word, fact) in [("Kind", &deck.kind), ("Date", &deck.date), ("Source", &deck.source)] {
        if let Some(fact) = fact {
            let _ = writeln!(out, "# {word}: {fact}");
        }
    }
    out.push_str("\n# Legends\n");
    for &legend in &deck.legends {
        let _ = writeln!(out, "1x {}", pool.get(legend).full_name());
    }
    for (kind, heading) in [(CardType::Unit, "Units"), (CardType::Gear, "Gears"), (CardType::Program, "Programs")] {
        let part: Vec<(CardId, u8)> =
            deck.cards.iter().copied().filter(|entry| pool.get(entry.0).kind == kind).collect();
        text_section(&mut out, heading, &part, pool);
    }
    text_section(&mut out, "Sideboard", &deck.sideboard, pool);
    out
}

fn text_section(out: &mut String, heading: &str, entries: &[(CardId, u8)], pool: &CardPool) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n# {heading}");
    for &(card, copies) in entries {
        let _ = writeln!(out, "{copies}x {}", pool.get(card).full_name());
    }
}

/// A list as an object `{id: copies}` that keeps its order.
struct Copies<'a>(&'a [(CardId, u8)], &'a CardPool);

impl Serialize for Copies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for &(card, copies) in self.0 {
            map.serialize_entry(&self.1.get(card).id, &copies)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Json<'a> {
    name: &'a str,
    rules: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: &'a Option<String>,
    legends: Vec<&'a str>,
    cards: Copies<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sideboard: Option<Copies<'a>>,
}

fn json(deck: &Deck, pool: &CardPool) -> String {
    let list = Json {
        name: &deck.name,
        rules: deck.rules.word(),
        kind: &deck.kind,
        date: &deck.date,
        source: &deck.source,
        legends: deck.legends.iter().map(|&legend| pool.get(legend).id.as_str()).collect(),
        cards: Copies(&deck.cards, pool),
        sideboard: (!deck.sideboard.is_empty()).then_some(Copies(&deck.sideboard, pool)),
    };
    let mut out = serde_json::to_string_pretty(&list).expect("a deck list holds nothing that JSON lacks");
    out.push('\n');
    out
}

fn toml(deck: &Deck, pool: &CardPool) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut out = format!("name = {}\nrules = \"{}\"\n", quoted(&deck.name), deck.rules);
    for (word, fact) in [("kind", &deck.kind), ("date", &deck.date), ("source", &deck.source)] {
        if let Some(fact) = fact {
            let _ = writeln!(out, "{word} = {}", quoted(fact));
        }
    }
    out.push_str("legends = [\n");
    for &legend in &deck.legends {
        let _ = writeln!(out, "    {},", quoted(&pool.get(legend).id));
    }
    out.push_str("]\n");
    for (heading, entries) in [("cards", &deck.cards), ("sideboard", &deck.sideboard)] {
        if !entries.is_empty() {
            let _ = writeln!(out, "\n[{heading}]");
        }
        for &(card, copies) in entries {
            let _ = writeln!(out, "{} = {copies}", pool.get(card).id);
        }
    }
    out
}

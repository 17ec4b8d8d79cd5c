//! Writing lists.

use std::fmt::Write as _;

use super::super::cards::CardPool;
use super::Deck;

/// The list as TOML; reading it gives the same list.
pub fn write(deck: &Deck, pool: &CardPool) -> String {
    let mut out = String::new();
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let _ = writeln!(out, "name = {}", quoted(&deck.name));
    let mut leaders = deck.leaders.iter().map(|&leader| pool.get(leader).id.as_str());
    let _ = writeln!(out, "leader = {}", quoted(leaders.next().unwrap_or_default()));
    out.push_str("cards = [\n");
    // What is more than one Leader stands among the cards, so that nothing is lost.
    for leader in leaders {
        let _ = writeln!(out, "  {},", quoted(&format!("1 {leader}")));
    }
    for &(card, copies) in &deck.cards {
        let _ = writeln!(out, "  {},", quoted(&format!("{copies} {}", pool.get(card).id)));
    }
    out.push_str("]\n");
    out
}

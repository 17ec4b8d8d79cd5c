//! The review of every card stands: somebody who had not seen the programs compared each card's description with the card,
//! and its data is still what was reviewed.

use std::path::Path;

use fixer_core::cyberpunk::cards::CardPool;

/// What a reviewer may have found: it says what the card says, or it does since it was mended.
const VERDICTS: [&str; 2] = ["ok", "mended"];

/// The row of a card: id, hash of its data, verdict, what changed.
struct Row<'a> {
    card: &'a str,
    hash: &'a str,
    verdict: &'a str,
    changed: &'a str,
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("card,hash,verdict,changed"), "the first line of results/card-review.csv");
    lines
        .map(|line| {
            let mut cells = line.splitn(4, ',');
            let mut cell = || cells.next().unwrap_or_else(|| panic!("{line}: four columns"));
            Row { card: cell(), hash: cell(), verdict: cell(), changed: cell() }
        })
        .collect()
}

#[test]
fn no_card_has_changed_since_its_review() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/card-review.csv");
    let text = std::fs::read_to_string(path).expect("results/card-review.csv");
    let rows = rows(&text);
    let pool = CardPool::builtin();
    let mut wrong = Vec::new();
    for card in pool.cards() {
        let hash = format!("{:016x}", card.hash());
        match rows.iter().filter(|row| row.card == card.id).collect::<Vec<_>>()[..] {
            [row] if row.hash == hash => {
                if !VERDICTS.contains(&row.verdict) {
                    wrong.push(format!("{}: verdict `{}`; one of {VERDICTS:?}", card.id, row.verdict));
                } else if row.verdict == "mended" && row.changed.is_empty() {
                    wrong.push(format!("{}: what was mended?", card.id));
                }
            }
            [row] => wrong.push(format!("{}: reviewed as {}, now {hash}; review it anew", card.id, row.hash)),
            ref found => wrong.push(format!("{}: {} rows instead of 1; its hash is {hash}", card.id, found.len())),
        }
    }
    for row in rows.iter().filter(|row| pool.find(row.card).is_none()) {
        wrong.push(format!("{}: no such card", row.card));
    }
    assert!(wrong.is_empty(), "results/card-review.csv:\n{}", wrong.join("\n"));
}

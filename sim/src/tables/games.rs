//! `games.csv`, a row a game, and `errors.csv`, the games that did not end.

use std::io::Write;

use fixer_core::game::Player;

use crate::pairs::{GameId, GameRow};
use crate::plan::{Plan, PlanError};
use crate::tables::table;

/// The columns of `games.csv`.
#[rustfmt::skip]
pub const GAMES: [&str; 16] = [
    "pair", "game", "deck_first", "deck_second", "agent_first", "agent_second", "seed", "winner", "reason", "turns",
    "gigs_first", "gigs_second", "decisions_first", "decisions_second", "iterations", "capped",
];

/// The columns of `errors.csv`.
pub const ERRORS: [&str; 5] = ["kind", "pair", "game", "seed", "command"];

/// Writes `games.csv` row by row, so that its length does not matter.
///
/// # Errors
/// If it can't be written.
pub fn games<W: Write>(plan: &Plan, rows: impl Iterator<Item = GameRow>, out: W) -> Result<(), csv::Error> {
    let luck = plan.luck().map_err(std::io::Error::other)?;
    let pairings = plan.pairings();
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(GAMES)?;
    for row in rows {
        let id = row.id;
        let pairing = &pairings[id.pairing];
        let seating = pairing.seating(id.game);
        let [deck_first, deck_second] = seating.decks.map(|deck| plan.decks[pairing.decks[deck]].name.as_str());
        let [agent_first, agent_second] = seating.sides.map(|side| plan.agents[pairing.agents[side]].as_str());
        let winner = match row.winner {
            Some(Player::A) => "first",
            Some(Player::B) => "second",
            None => "draw",
        };
        let mut record: Vec<String> = [id.pair, id.game as u64].map(|number| number.to_string()).into();
        record.extend([deck_first, deck_second, agent_first, agent_second].map(str::to_owned));
        record.push(luck.seed(pairing, id.pair, id.game).to_string());
        record.extend([winner, row.reason.map_or("capped", |reason| reason.word())].map(str::to_owned));
        record.extend([row.turns].iter().chain(&row.gigs).chain(&row.decisions).map(ToString::to_string));
        record.push(row.iterations.to_string());
        record.push(u8::from(row.reason.is_none()).to_string());
        writer.write_record(record)?;
    }
    writer.flush()?;
    Ok(())
}

/// `errors.csv`: the capped games in the order of the plan, each with the command that plays its pair again.
///
/// # Errors
/// If the plan's hashes are none.
pub fn errors(plan: &Plan, capped: &[GameId]) -> Result<Vec<u8>, PlanError> {
    let luck = plan.luck()?;
    let pairings = plan.pairings();
    let mut capped = capped.to_vec();
    capped.sort_unstable();
    Ok(table(
        &ERRORS,
        capped.into_iter().map(|id| {
            let seed = luck.seed(&pairings[id.pairing], id.pair, id.game);
            ["capped".to_owned(), id.pair.to_string(), id.game.to_string(), seed.to_string(), command(plan, id)]
        }),
    ))
}

/// The command that plays the pair of a game again.
pub fn command(plan: &Plan, id: GameId) -> String {
    if plan.kind == crate::plan::Kind::Stage {
        // Its lists have no names that the command line knows.
        return format!("fixer run plan.toml --only {}:{}", id.pairing, id.pair);
    }
    let entry = &plan.pairings[id.pairing];
    let [deck_a, deck_b] = plan.decks_of(entry).map(|deck| quoted(&deck.name));
    let [agent_a, agent_b] = plan.agents_of(entry).map(quoted);
    let unpaired = if plan.paired { "" } else { " --unpaired" };
    let pilots = if plan.kind == crate::plan::Kind::Ladder { " --swap pilots" } else { "" };
    let game = if plan.game == "cyberpunk" { String::new() } else { format!(" --game {}", plan.game) };
    format!(
        "fixer sim{game} {deck_a} {deck_b} --agent-a {agent_a} --agent-b {agent_b} --seed {}{unpaired}{pilots} --games 2 --pair {}",
        plan.seed, id.pair
    )
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

//! `fixer replay`: a recorded game in words.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::narrate::luck_in_words;
use fixer_core::cyberpunk::record::{Replayed, playable, replay};
use fixer_core::game::{Game, Player, Status};
use fixer_core::record::Record;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::Data;

/// Play a record again and tell it in words
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Exit code 1 if the game goes otherwise than the record says.\n\nExamples:\n  fixer replay games/000000-0.game.toml --plain\n  fixer replay games/000000-0.game.toml --plain | less"
)]
pub struct Args {
    /// A record, as --record writes it
    #[arg(value_name = "RECORD")]
    pub record: PathBuf,
    /// Print the whole game as text; there is no other form so far
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub data: Data,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards(&args.data.cards)?;
    let name = args.record.display().to_string();
    let record = Record::read(&name, &lists::text_of(&args.record)?)?;
    playable(&record, &pool)?;
    let replayed = replay(&record, &pool).map_err(Failure::no)?;
    print(&story(&record, &replayed, &pool))?;
    match replayed.differs {
        Some(difference) => Err(Failure::no(difference)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The game from the deal to the result.
fn story(record: &Record, replayed: &Replayed, pool: &CardPool) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    for (player, seat) in Player::BOTH.into_iter().zip(&record.seats) {
        let _ = writeln!(text, "{}: {}, played by {}", player.letter(), seat.deck, seat.agent);
    }
    let _ = writeln!(text, "seed {}, cards {}, engine {}", record.seed, record.cards, record.engine);
    if record.cards != pool.card_hash().to_string() {
        let _ = writeln!(text, "Other cards have changed since; those of this game have not.");
    }
    let mut at = 0;
    for turn in &record.history {
        if turn.number == 0 {
            let _ = writeln!(text, "\nBefore the first turn");
        } else {
            let _ = writeln!(text, "\nTurn {}, {}", turn.number, turn.player.letter());
            if let Some(table) = replayed.table(at) {
                for player in Player::BOTH {
                    let _ = writeln!(text, "  {}", table.standing_in_words(player));
                }
            }
        }
        for line in &turn.actions {
            if let Some(luck) = luck_in_words(&line.text) {
                let _ = writeln!(text, "      {luck}");
                continue;
            }
            let (Some(step), Some(table)) = (replayed.steps.get(at), replayed.table(at)) else { continue };
            // The result of a roll stands in the action's own line.
            let rolled = line.text.split_once('=').map_or_else(String::new, |(_, value)| format!(": {}", value.trim()));
            let _ = writeln!(text, "    {} {}{rolled}", step.player.letter(), table.action_in_words(step.action));
            at += 1;
        }
    }
    let end = replayed.end();
    let _ = writeln!(text);
    for player in Player::BOTH {
        let _ = writeln!(text, "  {}", end.standing_in_words(player));
    }
    let result = match end.status() {
        Status::Decide(player, _) => format!("The game is not over: {} decides.", player.letter()),
        Status::Over(outcome) => match outcome.winner {
            Some(winner) => format!("{} wins in turn {} ({}).", winner.letter(), end.turn(), outcome.reason.word()),
            None => format!("Nobody wins: a tie in turn {}.", end.turn()),
        },
    };
    let _ = writeln!(text, "{result}");
    text
}

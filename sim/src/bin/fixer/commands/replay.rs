//! `fixer replay`: a recorded game, on the screen step by step or in words.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use fixer_ai::registry::Cheating;
use fixer_core::cascade::Cascade;
use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::Table;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::chronicle::{Reader, Told};
use fixer_core::cyberpunk::record::{Replayed, playable, replay};
use fixer_core::game::{Game, Player, Status};
use fixer_core::record::Record;

use crate::agents::{agent, pilot};
use crate::failure::{Failure, print};
use crate::lists;
use crate::options::{Color, Data, GameName};
use crate::play::watch::{self, Watch};

/// Watch a recorded game step by step, or read it in words
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "On a terminal, keys go through the game, and a curve below the table shows what the agent thinks of it; into a pipe or file, it is told in words.\nExit code 1 if the game goes otherwise than the record says.\n\nExamples:\n  fixer replay games/000000-0.game.toml\n  fixer replay games/000000-0.game.toml --agent ismcts:1000\n  fixer replay games/000000-0.game.toml --plain | less"
)]
pub struct Args {
    /// A record, as --record writes it
    #[arg(value_name = "RECORD")]
    pub record: PathBuf,
    /// Step through the game on the screen, also where output is no terminal
    #[arg(long, conflicts_with = "plain")]
    pub step: bool,
    /// Print the whole game in words
    #[arg(long)]
    pub plain: bool,
    /// Whose opinion the curve shows
    #[arg(long, default_value = "greedy")]
    pub agent: String,
    /// Colour on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub data: Data,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let name = args.record.display().to_string();
    let record = Record::read(&name, &lists::text_of(&args.record)?)?;
    // A record says itself which game it is of.
    if GameName::of(&record.game) == Ok(GameName::Cascade) {
        return duel(args, &record);
    }
    let pool = lists::cards::<Cyberpunk>(&args.data.cards)?;
    let spec = agent::<Cyberpunk>(&args.agent, Cheating::Refused)?;
    playable(&record, &pool)?;
    let replayed = replay(&record, &pool).map_err(Failure::no)?;
    let on_a_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.step || (on_a_terminal && !args.plain) {
        let mut asked = pilot::<Cyberpunk>(&spec, Cheating::Refused);
        watch::run(&mut Watch::new(&record, &replayed, &args.agent, args.color.on_screen()), &mut asked)?;
    } else {
        print(&story(&record, &replayed, &pool))?;
    }
    match replayed.differs {
        Some(difference) => Err(Failure::no(difference)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// A duel of Cascade, in words.
fn duel(args: &Args, record: &Record) -> Result<ExitCode, Failure> {
    if args.step {
        return Err(Failure::wrong("--step: only games of cyberpunk are stepped through; expected --plain"));
    }
    let pool = lists::cards::<Cascade>(&args.data.cards)?;
    fixer_core::record::playable::<Cascade>(record, &pool)?;
    let replayed = fixer_core::record::replay::<Cascade>(record, &pool).map_err(Failure::no)?;
    print(&crate::play::duel::story(record, &replayed))?;
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
    let reader = Reader::everything(Player::BOTH.map(|player| player.letter().to_string()));
    let standings = |text: &mut String, table: &Table<'_>| {
        for player in Player::BOTH {
            let _ = writeln!(text, "  {}", reader.standing(table, player));
        }
    };
    let _ = writeln!(text, "\nBefore the first turn");
    for (at, step) in replayed.steps.iter().enumerate() {
        let (Some(before), Some(after)) = (replayed.table(at), replayed.table(at + 1)) else { break };
        for told in reader.tell(&before, step.action, &after) {
            match told {
                Told::Action(action) => drop(writeln!(text, "    {action}")),
                Told::Event(event) => drop(writeln!(text, "      {event}")),
                Told::Turn(turn) => {
                    let _ = writeln!(text, "\n{turn}");
                    standings(&mut text, &after);
                }
            }
        }
    }
    let end = replayed.end();
    let _ = writeln!(text);
    standings(&mut text, &end);
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

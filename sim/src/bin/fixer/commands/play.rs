//! `fixer play`: a person against an agent.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use fixer_ai::agent::GameKey;
use fixer_ai::registry::Cheating;
use fixer_core::cascade::Cascade;
use fixer_core::chance::mix;
use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::game::Player;
use fixer_core::pool::{CardHash, CardPool};
use fixer_core::record::{Record, Replayed, Title, replay};
use fixer_sim::tournament::Tournament;

use crate::agents::{agent, pilot};
use crate::failure::{Failure, note, print};
use crate::lists;
use crate::options::{Color, Data, GameName};
use crate::play::duel::Duel;
use crate::play::session::{PERSON, Session};
use crate::play::{Helper, lines, screen};

/// The agent that plays against the person unless another is named.
const RIVAL: &str = "ismcts:1000";

/// Which turn the person takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Seat {
    /// The first.
    First,
    /// The second.
    Second,
    /// What the seed says.
    Any,
}

/// Play against an agent in the terminal
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Type the number of an action, or the action as the notation writes it; `help` says what else.\n\nExamples:\n  fixer play\n  fixer play my-deck.txt the-heist-starter --agent ismcts:2000 --seat second\n  fixer play --resume my-game.toml\n  printf '1\\n1\\nquit\\n' | fixer play --plain --seed 7"
)]
pub struct Args {
    /// Your deck and the rival's [default: the two retail starters]
    #[arg(value_name = "DECK", num_args = 0..=2)]
    pub decks: Vec<String>,
    /// Who plays against you [default: ismcts:1000; in a game that was saved, whoever did]
    #[arg(long)]
    pub agent: Option<String>,
    /// Who gives hints
    #[arg(long, default_value = "ismcts:2000", value_name = "AGENT")]
    pub hints: String,
    /// Whether you take the first turn or the second
    #[arg(long, value_enum, default_value_t = Seat::Any)]
    pub seat: Seat,
    /// The seed of the game [default: a new one each time]
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "seed", "seat"])]
    pub resume: Option<PathBuf>,
    /// Rows of text instead of a screen: for pipes and screen readers
    #[arg(long)]
    pub plain: bool,
    /// Colour on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub data: Data,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let record = args.resume.as_ref().map(|path| {
        let name = path.display().to_string();
        lists::text_of(path).and_then(|text| Ok(Record::read(&name, &text)?))
    });
    let game = match record.transpose()? {
        // A saved game says itself which game it is of.
        Some(record) => GameName::of(&record.game).unwrap_or(args.data.game),
        None => args.data.game,
    };
    match game {
        GameName::Cyberpunk => against_an_agent(args),
        GameName::Cascade => duel(args),
    }
}

/// A duel of Cascade, in rows of text.
fn duel(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<Cascade>(&args.data.cards)?;
    let adviser = agent::<Cascade>(&args.hints, Cheating::Refused)?;
    let saved = args.resume.as_ref().map(|path| Saved::<Cascade>::read(path, &pool)).transpose()?;
    let rival_name = args.agent.as_deref().or(saved.as_ref().map(Saved::rival)).unwrap_or(RIVAL).to_owned();
    let rival = agent::<Cascade>(&rival_name, Cheating::Refused)?;
    let (cards, title, person, actions) = if let Some(saved) = saved {
        saved.go_on(&rival_name, pool.card_hash())
    } else {
        let (cards, title, person) = deal::<Cascade>(args, &rival_name, &pool)?;
        (cards, title, person, Vec::new())
    };
    let [rival, adviser] = [rival, adviser].map(|spec| pilot::<Cascade>(&spec, Cheating::Refused));
    let mut duel = Duel::start(&cards, title, person, rival, adviser);
    duel.follow(actions);
    let over = duel.run(|name| match Cascade::card(name, &pool) {
        Ok(card) => Cascade::describe(pool.get(card)).trim_end().to_owned(),
        Err((message, help)) => help.map_or_else(|| message.clone(), |help| format!("{message}; {help}")),
    })?;
    if !over {
        note("note: the game was left; what `save FILE` did not write is gone");
    }
    Ok(ExitCode::SUCCESS)
}

fn against_an_agent(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<Cyberpunk>(&args.data.cards)?;
    let adviser = agent::<Cyberpunk>(&args.hints, Cheating::Refused)?;
    let saved = args.resume.as_ref().map(|path| Saved::<Cyberpunk>::read(path, &pool)).transpose()?;
    let rival_name = args.agent.as_deref().or(saved.as_ref().map(Saved::rival)).unwrap_or(RIVAL).to_owned();
    let rival = agent::<Cyberpunk>(&rival_name, Cheating::Refused)?;
    let (cards, title, person, actions) = if let Some(saved) = saved {
        saved.go_on(&rival_name, pool.card_hash())
    } else {
        let (cards, title, person) = deal::<Cyberpunk>(args, &rival_name, &pool)?;
        (cards, title, person, Vec::new())
    };
    let mut helper = Helper { pool: &pool, adviser: pilot::<Cyberpunk>(&adviser, Cheating::Refused) };
    helper.adviser.begin(person, GameKey(mix(&[title.seed, 1])));
    let mut session = Session::start(&cards, title, person, pilot::<Cyberpunk>(&rival, Cheating::Refused));
    session.follow(actions);
    let on_a_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.plain || !on_a_terminal {
        lines::run(&mut session, &mut helper)?;
    } else {
        screen::run(&mut session, &mut helper, args.color.on_screen())?;
    }
    if session.is_over() {
        if let Some(last) = session.story().last() {
            print(&format!("{}\n", last.text()))?;
        }
    } else {
        note("note: the game was left; what `save FILE` did not write is gone");
    }
    Ok(ExitCode::SUCCESS)
}

/// A new game.
fn deal<T: Tournament>(
    args: &Args,
    rival: &str,
    pool: &CardPool<T::Card>,
) -> Result<(T::MatchUp, Title, Player), Failure> {
    let [starter, other] = T::STARTERS.map(str::to_owned);
    let names = match args.decks.as_slice() {
        [] => [starter, other],
        [own] => [own.clone(), starter],
        [own, rival, ..] => [own.clone(), rival.clone()],
    };
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
        mix(&[now]) >> 32
    });
    let person = match args.seat {
        Seat::First => Player::A,
        Seat::Second => Player::B,
        Seat::Any => Player::BOTH[(mix(&[seed, 2]) & 1) as usize],
    };
    let [own, theirs] = [lists::deck::<T>(&names[0], pool)?, lists::deck::<T>(&names[1], pool)?];
    let decks = [own, theirs];
    lists::check::<T>(&decks, None, pool)?;
    // In the order of the seats.
    let seated = match person {
        Player::A => [&decks[0], &decks[1]],
        Player::B => [&decks[1], &decks[0]],
    };
    let cards = T::match_up(pool, seated).map_err(Failure::wrong)?;
    let title = Title {
        cards: pool.card_hash(),
        seed,
        decks: seated.map(|deck| T::deck_name(deck).to_owned()),
        agents: seated_agents(person, rival),
    };
    note(&format!("seed {seed}: `--seed {seed}` deals the same game again"));
    Ok((cards, title, person))
}

/// Who plays in which seat, as records name them.
fn seated_agents(person: Player, rival: &str) -> [String; 2] {
    Player::BOTH.map(|player| if player == person { PERSON.to_owned() } else { rival.to_owned() })
}

/// A game that was saved.
struct Saved<T: Tournament> {
    replayed: Replayed<T>,
    record: Record,
    person: Player,
}

impl<T: Tournament> Saved<T> {
    /// What it takes to go on with it against an agent: cards, title, the person's seat, the actions so far.
    fn go_on(self, rival: &str, cards: CardHash) -> (T::MatchUp, Title, Player, Vec<T::Action>) {
        let Self { replayed, record, person } = self;
        let actions = replayed.steps.iter().map(|step| step.action).collect();
        let title = Title {
            cards,
            seed: record.seed,
            decks: record.seats.map(|seat| seat.deck),
            agents: seated_agents(person, rival),
        };
        (replayed.match_up, title, person, actions)
    }

    fn read(path: &std::path::Path, pool: &CardPool<T::Card>) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let record = Record::read(&name, &lists::text_of(path)?)?;
        let replayed = replay::<T>(&record, pool)?;
        if let Some(differs) = replayed.differs {
            return Err(differs.into());
        }
        let seat = record.seats.iter().position(|seat| seat.agent == PERSON);
        let Some(at) = seat else {
            return Err(Failure::wrong(format!(
                "{name}: nobody played this game by hand; expected the agent {PERSON:?} in a seat"
            ))
            .help(format!("`fixer replay {name}` shows it")));
        };
        Ok(Self { replayed, record, person: Player::BOTH[at] })
    }

    /// The agent that played against the person.
    fn rival(&self) -> &str {
        &self.record.seats[self.person.rival().index()].agent
    }
}

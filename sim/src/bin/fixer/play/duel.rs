//! A person at the table of Cascade, in rows of text: the picture, what happened, what can be done.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::Pilot;
use fixer_core::cascade::record::{Replayed, Title};
use fixer_core::cascade::state::Spot;
use fixer_core::cascade::{Action, Cascade, MatchUp, Slot, Table};
use fixer_core::chance::{Streams, mix};
use fixer_core::game::{Game, Player, Status};
use fixer_core::notation::{Handles, Written};
use fixer_core::record::{Record, Scribe};
use fixer_sim::output::write_whole;
use fixer_sim::seeds::agent_key;

use super::SHOWN;
use crate::failure::{Failure, print};

/// Columns that the picture takes.
const WIDTH: usize = 100;

/// What can be typed.
const HELP: &str = "\
a number   does what stands behind it
an action  as the notation writes it: `attack front-1 altar`
undo       takes your last choice back
hint       what an agent would do
card NAME  what a card does
save FILE  keeps the duel for later
quit       stops";

/// The names of the lines, the Front Line first.
const LINES: [&str; 3] = ["Front", "Second", "Third"];

/// Who sees the table.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Eyes {
    /// One player: what the other hides stays hidden.
    Of(Player),
    /// Somebody who sees all cards.
    All,
}

impl Eyes {
    fn name(self, player: Player) -> &'static str {
        match (self, player) {
            (Self::Of(eyes), player) if eyes == player => "You",
            (Self::Of(_), _) => "Rival",
            (Self::All, Player::A) => "A",
            (Self::All, Player::B) => "B",
        }
    }

    fn sees(self, player: Player) -> bool {
        self == Self::All || self == Self::Of(player)
    }
}

/// How a player stands: counts, the three lines, the hand where it is seen.
fn side(table: &Table<'_>, eyes: Eyes, player: Player, deck: &str) -> Vec<String> {
    let (state, at) = (&table.state, player.index());
    let name = |card| table.match_up().definition(card).name.clone();
    let names = |cards: Vec<String>| if cards.is_empty() { "none".to_owned() } else { cards.join(" · ") };
    let realm = state.realm[at].some().map_or("none".to_owned(), name);
    let mut rows = vec![format!(
        "{} {deck} · hand {} · deck {} · discard {} · set {} · Realm {realm}",
        eyes.name(player),
        state.hand.of_player(player).len(),
        state.deck_len[at],
        state.discard.of_player(player).len(),
        state.face_down.of_player(player).len(),
    )];
    for (line, label) in LINES.iter().enumerate() {
        let spots = Slot::of(player).filter(|slot| usize::from(slot.line()) == line);
        let souls: Vec<String> = spots
            .filter_map(|slot| {
                let spot = &state.spots[slot.index()];
                let soul = spot.soul.some()?;
                let mut text = format!("{} {}", slot.word(), name(soul));
                if spot.is(Spot::CAPTURED) {
                    return Some(text + " (captured)");
                }
                let _ = write!(text, " {}/{}", table.at(slot), table.hp_left(slot));
                for arm in spot.arms.iter().filter_map(|arm| arm.some()) {
                    let _ = write!(text, " + {}", name(arm));
                }
                if spot.is(Spot::FROZEN) {
                    text += " (frozen)";
                }
                Some(text)
            })
            .collect();
        rows.push(format!("  {label:6} {}", names(souls)));
    }
    if eyes.sees(player) {
        let set: Vec<String> = state.face_down.of_player(player).map(name).collect();
        if !set.is_empty() {
            rows.push(format!("  Set    {}", names(set)));
        }
        let mut hand: Vec<String> = state.hand.of_player(player).map(name).collect();
        hand.sort();
        rows.push(format!("  Hand   {}", names(hand)));
    }
    rows
}

/// The whole table: the rival's lines mirrored above, the own below.
fn picture(table: &Table<'_>, eyes: Eyes, decks: [&str; 2]) -> Vec<String> {
    let below = if let Eyes::Of(player) = eyes { player } else { Player::A };
    let above = below.rival();
    let mut rows = vec![format!("Turn {} · {}", table.turn(), eyes.name(table.state.active))];
    let mut upper = side(table, eyes, above, decks[above.index()]);
    // Front Lines face each other.
    upper[1..=LINES.len()].reverse();
    rows.extend(upper);
    rows.push("─".repeat(WIDTH));
    for (at, entry) in table.state.cascade.iter().enumerate().rev() {
        let source = entry.by.source.some().or(entry.by.user.some());
        let name = source.map_or("an effect".to_owned(), |card| table.match_up().definition(card).name.clone());
        rows.push(format!("  Cascade {}: {name}", at + 1));
    }
    let lower = side(table, eyes, below, decks[below.index()]);
    rows.extend(lower[1..=LINES.len()].iter().cloned());
    rows.push(lower[0].clone());
    rows.extend(lower[LINES.len() + 1..].iter().cloned());
    rows
}

/// What somebody did, as others see it.
fn told(table: &Table<'_>, eyes: Eyes, action: Action) -> String {
    let Status::Decide(player, _) = table.status() else { return String::new() };
    let text = match action {
        Action::Set(_) if !eyes.sees(player) => "set an Ambush".to_owned(),
        action => table.format_action(action),
    };
    format!("{}: {text}", eyes.name(player))
}

/// How a duel ended.
fn ending(table: &Table<'_>, eyes: Eyes) -> String {
    let turn = table.turn();
    match table.status() {
        Status::Decide(player, _) => format!("The duel is not over: {} decides.", eyes.name(player)),
        Status::Over(outcome) => match outcome.winner {
            Some(winner) => format!("{} won in turn {turn} ({}).", eyes.name(winner), outcome.reason.word()),
            None => format!("Nobody won: a tie in turn {turn}."),
        },
    }
}

/// A recorded duel in words, from the first turn to the result.
pub fn story(record: &Record, replayed: &Replayed) -> String {
    let mut text = String::new();
    let decks = [0, 1].map(|seat| record.seats[seat].deck.as_str());
    // Writing to a string can't fail.
    for (player, seat) in Player::BOTH.into_iter().zip(&record.seats) {
        let _ = writeln!(text, "{}: {}, played by {}", player.letter(), seat.deck, seat.agent);
    }
    let _ = writeln!(text, "seed {}, cards {}, engine {}", record.seed, record.cards, record.engine);
    let mut turn = 0;
    for (at, step) in replayed.steps.iter().enumerate() {
        let Some(table) = replayed.table(at) else { break };
        if step.turn != turn {
            turn = step.turn;
            let _ = writeln!(text, "\n{}\n", picture(&table, Eyes::All, decks).join("\n"));
        }
        let _ = writeln!(text, "    {}", told(&table, Eyes::All, step.action));
    }
    let end = replayed.end();
    let _ = writeln!(text, "\n{}\n\n{}", picture(&end, Eyes::All, decks).join("\n"), ending(&end, Eyes::All));
    text
}

/// A duel between a person and an agent.
pub struct Duel<'m> {
    cards: &'m MatchUp,
    title: Title,
    person: Player,
    rival: Pilot<'m, Table<'m>>,
    adviser: Pilot<'m, Table<'m>>,
    scribe: Scribe<'m, Cascade, Streams>,
    past: Vec<Action>,
    /// The places in `past` where the person had a choice.
    choices: Vec<usize>,
    /// How often something was taken back: the agent thinks anew each time.
    taken_back: u64,
    story: Vec<String>,
}

impl<'m> Duel<'m> {
    /// Deals a duel.
    pub fn start(
        cards: &'m MatchUp,
        title: Title,
        person: Player,
        rival: Pilot<'m, Table<'m>>,
        mut adviser: Pilot<'m, Table<'m>>,
    ) -> Self {
        adviser.begin(person, GameKey(mix(&[title.seed, 1])));
        let scribe = Scribe::start(cards, &title, Streams::new(title.seed));
        let (past, choices, story) = (Vec::new(), Vec::new(), Vec::new());
        let mut duel = Self { cards, title, person, rival, adviser, scribe, past, choices, taken_back: 0, story };
        duel.seat_the_rival();
        duel
    }

    fn seat_the_rival(&mut self) {
        let GameKey(key) = agent_key(self.title.seed);
        self.rival.begin(self.person.rival(), GameKey(mix(&[key, self.taken_back])));
    }

    fn is_choice(&self) -> bool {
        matches!(self.scribe.table().status(), Status::Decide(player, _) if player == self.person)
    }

    /// Carries out actions of a record.
    pub fn follow(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            if self.is_choice() {
                self.choices.push(self.past.len());
            }
            self.play(action);
        }
    }

    fn play(&mut self, action: Action) {
        self.story.push(told(self.scribe.table(), Eyes::Of(self.person), action));
        self.past.push(action);
        self.scribe.play(action);
    }

    /// Lets the rival play until the person has a choice or the duel is over.
    fn go_on(&mut self) {
        let mut legal = Vec::new();
        while let Status::Decide(player, _) = self.scribe.table().status() {
            if player == self.person {
                return;
            }
            let table = *self.scribe.table();
            table.legal_actions(&mut legal);
            let action = self.rival.decide(&table, player, &legal);
            self.play(action);
        }
    }

    fn take_back(&mut self) -> bool {
        let Some(at) = self.choices.pop() else { return false };
        self.taken_back += 1;
        let past: Vec<Action> = self.past.drain(..).take(at).collect();
        self.story.clear();
        self.scribe = Scribe::start(self.cards, &self.title, Streams::new(self.title.seed));
        past.into_iter().for_each(|action| self.play(action));
        self.seat_the_rival();
        true
    }

    fn hint(&mut self) -> String {
        let table = *self.scribe.table();
        let mut legal = Vec::new();
        table.legal_actions(&mut legal);
        let best = self.adviser.decide(&table, self.person, &legal);
        let thoughts = self.adviser.thoughts(&table, self.person, &legal);
        if thoughts.is_empty() {
            return format!("{}: there is nothing to think about", table.format_action(best));
        }
        let lines = thoughts.iter().take(SHOWN).map(|thought| {
            let chance = thought.value.map_or_else(|| "     —".to_owned(), |value| format!("{:5.1} %", 100.0 * value));
            format!("{chance} {}", table.format_action(thought.action))
        });
        let head = "your chance to win as the adviser sees it:".to_owned();
        std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn save(&self, path: &Path) -> String {
        match write_whole(path, self.scribe.record().write().as_bytes()) {
            Ok(()) => format!("saved; `fixer play --resume {}` goes on", path.display()),
            Err(error) => Failure::io(path, &error).text(),
        }
    }

    /// Plays until the duel is over or the person stops; whether it is over.
    pub fn run(&mut self, card: impl Fn(&str) -> String) -> Result<bool, Failure> {
        let mut shown = 0;
        loop {
            self.go_on();
            let table = *self.scribe.table();
            let decks = [0, 1].map(|seat| self.title.decks[seat].as_str());
            let over = matches!(table.status(), Status::Over(_));
            let eyes = if over { Eyes::All } else { Eyes::Of(self.person) };
            let mut text = String::new();
            shown = shown.min(self.story.len());
            for line in &self.story[shown..] {
                let _ = writeln!(text, "{line}");
            }
            shown = self.story.len();
            let _ = writeln!(text, "\n{}\n", picture(&table, eyes, decks).join("\n"));
            if over {
                let _ = writeln!(text, "{}", ending(&table, Eyes::Of(self.person)));
                print(&text)?;
                return Ok(true);
            }
            for (number, action) in table.legal_texts().into_iter().enumerate() {
                let _ = writeln!(text, "{:>3} {action}", number + 1);
            }
            print(&format!("{text}> "))?;
            loop {
                let mut line = String::new();
                let read = std::io::stdin().lock().read_line(&mut line);
                if read.map_err(|error| Failure::wrong(format!("standard input: {error}")))? == 0 {
                    print("\n")?;
                    return Ok(false);
                }
                match self.answer(&table, line.trim(), &card) {
                    Answer::Done => break,
                    Answer::Quit => return Ok(false),
                    Answer::Said(text) => print(&format!("{text}\n> "))?,
                }
            }
        }
    }

    fn answer(&mut self, table: &Table<'m>, line: &str, card: impl Fn(&str) -> String) -> Answer {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut legal = Vec::new();
        table.legal_actions(&mut legal);
        let action = match word {
            "quit" | "exit" => return Answer::Quit,
            "help" | "?" => return Answer::Said(HELP.to_owned()),
            "hint" => return Answer::Said(self.hint()),
            "undo" if self.take_back() => return Answer::Done,
            "undo" => return Answer::Said("there is nothing to take back".to_owned()),
            "card" => return Answer::Said(card(rest.trim())),
            "save" if rest.is_empty() => return Answer::Said("save into which file? `save my-duel.toml`".to_owned()),
            "save" => return Answer::Said(self.save(Path::new(rest.trim()))),
            _ => match line.parse::<usize>() {
                Ok(number) => match legal.get(number.wrapping_sub(1)) {
                    Some(action) => *action,
                    None => return Answer::Said(format!("there are {} things to choose from", legal.len())),
                },
                Err(_) => match table.parse_action(line, &Handles::new()) {
                    Ok(action) => action,
                    Err(error) => return Answer::Said(format!("{error}; `help` says what can be typed")),
                },
            },
        };
        self.choices.push(self.past.len());
        self.play(action);
        Answer::Done
    }
}

/// What a typed line led to.
enum Answer {
    /// Something was done.
    Done,
    /// Something is to be said.
    Said(String),
    /// The person stops.
    Quit,
}

//! Records of this game: written as it is played, replayed line by line.
//!
//! Below an action stand the answers of luck to it: `rolled A:d8 = 3` (the die of `roll d8 = 5` stands in its own line),
//! `shuffled A: ..` (the deck after a mulligan) and `bottomed A: ..` (cards put under a deck together), the card that
//! lies highest first. Copies in hidden zones are told apart by their numbers, so that a replay reaches the very same
//! position; a person who edits may leave numbers out.

use super::cards::{CardHash, CardPool};
use super::deck::{Deck, Rules};
use super::matchup::MatchUp;
use super::state::{Action, State};
use super::words::{ActionError, Handles, read_die};
use super::{Table, state::Kind};
use crate::bits::{Card, CardSet, Die};
use crate::chance::{Chance, Shuffle};
use crate::diagnostics::{Diagnostic, list, near_names};
use crate::game::{Game, Player, Status};
use crate::record::{Deal, Ending, Given, Line, Luck, Question, Record, Recorder, Seat, Turn};

/// The word for this game in the header.
const GAME: &str = "cyberpunk";

/// What a record says of a game beside the game itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    /// The hash of the pool.
    pub cards: CardHash,
    /// The seed of the game.
    pub seed: u64,
    /// The names of both decks, the first player's first.
    pub decks: [String; 2],
    /// Both agents, as their options are written.
    pub agents: [String; 2],
}

/// Plays a game and writes it down.
#[derive(Clone, Debug)]
pub struct Scribe<'m, C> {
    table: Table<'m>,
    luck: Recorder<C>,
    record: Record,
}

impl<'m, C: Chance> Scribe<'m, C> {
    /// Deals a game of these decks and begins its record.
    pub fn start(cards: &'m MatchUp, title: &Title, chance: C) -> Self {
        let mut luck = Recorder::new(chance);
        let table = Table::start(cards, &mut luck);
        let mut deals = [Deal::default(), Deal::default()];
        for answer in luck.take() {
            let Luck::Shuffle { seat, what, cards } = answer else { continue };
            let deal = &mut deals[seat.index()];
            match what {
                Shuffle::Legends => deal.legends = named(&table, cards.iter()),
                _ => deal.deck = named(&table, cards.iter().rev()),
            }
        }
        let seats = Player::BOTH.map(|player| seat(cards, title, player));
        let mut hashes: Vec<(Line, String)> =
            cards.definitions.iter().map(|card| (card.id.clone().into(), CardHash(card.hash()).to_string())).collect();
        hashes.sort_by(|x, y| x.0.text.cmp(&y.0.text));
        let record = Record {
            file: String::new(),
            game: GAME.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            cards: title.cards.to_string(),
            seed: title.seed,
            result: Line::default(),
            reason: String::new(),
            turns: 0,
            seats,
            hashes,
            deals,
            history: Vec::new(),
        };
        Self { table, luck, record }
    }

    /// The position.
    pub const fn table(&self) -> &Table<'m> {
        &self.table
    }

    /// Carries out a legal action and writes it down.
    pub fn play(&mut self, action: Action) {
        let Status::Decide(player, _) = self.table.status() else { return };
        let before = self.table;
        self.table.apply(action, &mut self.luck);
        let mut answers = self.luck.take();
        let mut text = format!("{} {}", player.letter(), before.format_action(action));
        if let Action::Roll(_) = action
            && let Some(Luck::Die { value, .. }) = answers.first()
        {
            text = format!("{text} = {value}");
            answers.remove(0);
        }
        let (number, active) = (before.turn(), before.state.active);
        let history = &mut self.record.history;
        if history.last().is_none_or(|turn| turn.number != number) {
            history.push(Turn { number, player: active, actions: Vec::new() });
        }
        if let Some(turn) = history.last_mut() {
            turn.actions.push(text.into());
            turn.actions.extend(answers.iter().map(|answer| write_luck(&self.table, answer).into()));
        }
    }

    /// The record of the game so far.
    pub fn record(&self) -> Record {
        let ending = match self.table.status() {
            Status::Over(outcome) => Ending::Over(outcome),
            Status::Decide(..) => Ending::Unfinished,
        };
        let [result, reason] = ending.words().map(str::to_owned);
        Record { result: result.into(), reason, turns: self.table.turn(), ..self.record.clone() }
    }
}

/// The record of a game that was played: deals it again with the same luck and carries out the same actions.
pub fn record_game(cards: &MatchUp, title: &Title, chance: impl Chance, actions: &[Action]) -> Record {
    let mut scribe = Scribe::start(cards, title, chance);
    actions.iter().for_each(|&action| scribe.play(action));
    scribe.record()
}

fn seat(cards: &MatchUp, title: &Title, player: Player) -> Seat {
    let at = player.index();
    let id = |card: Card| cards.definition(card).id.clone();
    let mut counts: Vec<(String, usize)> = Vec::new();
    for card in cards.main[at].iter().map(|&card| id(card)) {
        match counts.iter_mut().find(|known| known.0 == card) {
            Some(known) => known.1 += 1,
            None => counts.push((card, 1)),
        }
    }
    Seat {
        deck: title.decks[at].clone(),
        agent: title.agents[at].clone(),
        legends: cards.legends_of[at].iter().map(|&card| id(card).into()).collect(),
        cards: counts.into_iter().map(|(id, copies)| format!("{copies} {id}").into()).collect(),
    }
}

/// A card as a record names it: with its number if there are several copies, in hidden zones too.
fn full_name(table: &Table<'_>, card: Card) -> String {
    let cards = table.match_up();
    let id = &cards.definition(card).id;
    if cards.copies[card.index()].len() == 1 { id.clone() } else { format!("{id}#{}", cards.number[card.index()]) }
}

fn named<'a>(table: &Table<'_>, cards: impl Iterator<Item = &'a u8>) -> Vec<Line> {
    cards.map(|&card| full_name(table, Card(card)).into()).collect()
}

fn write_luck(table: &Table<'_>, luck: &Luck) -> String {
    match luck {
        Luck::Die { die, value, .. } => format!("rolled {} = {value}", Table::die_name(*die)),
        Luck::Shuffle { seat, what, cards } => {
            let names: Vec<String> = cards.iter().rev().map(|&card| full_name(table, Card(card))).collect();
            format!("{} {}: {}", shuffle_word(*what), seat.letter(), names.join(", "))
        }
        Luck::Pick { seat, value } => format!("picked {}: {value}", seat.letter()),
    }
}

const fn shuffle_word(what: Shuffle) -> &'static str {
    match what {
        Shuffle::BottomDeck => "bottomed",
        Shuffle::MainDeck | Shuffle::Mulligan | Shuffle::Legends => "shuffled",
    }
}

// ---- replaying ----

/// One action of a replayed game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who decided.
    pub player: Player,
    /// What about.
    pub kind: Kind,
    /// The number of the turn.
    pub turn: u32,
    /// What was done.
    pub action: Action,
    /// The same as it stands in the record, without its player.
    pub text: String,
    /// Its line in the file, from 1; 0 if the record was not read from a file.
    pub line: u32,
}

/// A game replayed: every position of it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What is fixed.
    pub match_up: MatchUp,
    /// The actions in order.
    pub steps: Vec<Step>,
    /// What the header says differently from how the game went: an edited record, or another engine.
    pub differs: Option<Diagnostic>,
    positions: Vec<State>,
}

impl Replayed {
    /// The position after so many actions, from 0: the first decision. Nothing if there are not so many.
    pub fn table(&self, actions: usize) -> Option<Table<'_>> {
        self.positions.get(actions).map(|&state| Table::lay_out(state, &self.match_up))
    }

    /// The last position.
    pub fn end(&self) -> Table<'_> {
        Table::lay_out(self.positions[self.steps.len()], &self.match_up)
    }
}

/// Whether a record is one of this game, with cards and lists that can be played: what it takes to replay it at all.
///
/// # Errors
/// The first line that makes it impossible: another game, a card that is not in `pool` or is another there, lists that
/// are none.
pub fn playable(record: &Record, pool: &CardPool) -> Result<MatchUp, Diagnostic> {
    if record.game != GAME {
        return Err(record.complaint(0, format!("a record of the game `{}`; expected `{GAME}`", record.game)));
    }
    check_hashes(record, pool)?;
    let [a, b] = [read_deck(record, Player::A, pool)?, read_deck(record, Player::B, pool)?];
    MatchUp::new(pool, [&a, &b]).map_err(|error| record.complaint(0, format!("the lists: {error}")))
}

/// Replays a record without a generator.
///
/// # Errors
/// Where it is not [`playable`], and the first line that can't be followed: an action that is not legal, luck that is
/// asked for and not recorded, or recorded and not asked for.
pub fn replay(record: &Record, pool: &CardPool) -> Result<Replayed, Diagnostic> {
    let match_up = playable(record, pool)?;
    let mut given = Given::new(read_deals(record, &match_up)?);
    let mut replay =
        Replay { table: Table::start(&match_up, &mut given), record, steps: Vec::new(), positions: Vec::new() };
    if let Some(Question::Shuffle(seat, what, _)) = given.unanswered() {
        let (part, lines) = match what {
            Shuffle::Legends => ("legends", &record.deals[seat.index()].legends),
            _ => ("deck", &record.deals[seat.index()].deck),
        };
        let line = lines.first().map_or(0, |line| line.line);
        let message = format!("[deal.{}] {part}: these are not the cards of the list, each once", seat.letter());
        return Err(record.complaint(line, message));
    }
    replay.positions.push(replay.table.state);
    for turn in &record.history {
        let mut lines = turn.actions.as_slice();
        while let [action, rest @ ..] = lines {
            let luck = rest.iter().take_while(|line| luck_word(&line.text).is_some()).count();
            replay.line(turn, action, &rest[..luck])?;
            lines = &rest[luck..];
        }
    }
    let Replay { table, steps, positions, .. } = replay;
    let differs = differs(record, &table);
    Ok(Replayed { match_up, steps, differs, positions })
}

/// What the header says differently.
fn differs(record: &Record, table: &Table<'_>) -> Option<Diagnostic> {
    let ending = match table.status() {
        Status::Over(outcome) => Ending::Over(outcome),
        Status::Decide(..) => Ending::Unfinished,
    };
    let [result, reason] = ending.words();
    (record.result.text != result || record.reason != reason).then(|| {
        let message =
            format!("result {}, reason {}: replayed it is {result}, {reason}", record.result.text, record.reason);
        record.complaint(record.result.line, message)
    })
}

/// Cards that are others now than when the game was played: it would be another game.
fn check_hashes(record: &Record, pool: &CardPool) -> Result<(), Diagnostic> {
    if record.cards == pool.card_hash().to_string() {
        return Ok(());
    }
    for (id, hash) in &record.hashes {
        let Some(card) = pool.find(&id.text) else { return Err(unknown_card(record, id.line, &id.text, pool)) };
        if CardHash(pool.get(card).hash()).to_string() != *hash {
            let message = format!("`{}` is another card now than when this game was played", id.text);
            let help = "replay it with the cards it was played with: the same version, the same --cards files";
            return Err(record.complaint(id.line, message).with_help(help));
        }
    }
    Ok(())
}

fn unknown_card(record: &Record, line: u32, id: &str, pool: &CardPool) -> Diagnostic {
    record.complaint(line, format!("no card `{id}`")).near(id, pool.cards().iter().map(|card| card.id.as_str()))
}

fn read_deck(record: &Record, player: Player, pool: &CardPool) -> Result<Deck, Diagnostic> {
    let seat = &record.seats[player.index()];
    let mut deck = Deck { id: seat.deck.clone(), name: seat.deck.clone(), rules: Rules::Any, ..Deck::default() };
    for legend in &seat.legends {
        deck.legends
            .push(pool.find(&legend.text).ok_or_else(|| unknown_card(record, legend.line, &legend.text, pool))?);
    }
    for entry in &seat.cards {
        let (copies, id) = entry
            .text
            .split_once(' ')
            .and_then(|(copies, id)| Some((copies.parse::<u8>().ok()?, id.trim())))
            .ok_or_else(|| {
                record.complaint(
                    entry.line,
                    format!("`{}`; expected copies and a card, as in `3 corpo-security`", entry.text),
                )
            })?;
        let card = pool.find(id).ok_or_else(|| unknown_card(record, entry.line, id, pool))?;
        match deck.cards.iter_mut().find(|known| known.0 == card) {
            Some(_) => return Err(record.complaint(entry.line, format!("`{id}` stands in the list twice"))),
            None => deck.cards.push((card, copies)),
        }
    }
    Ok(deck)
}

fn read_deals(record: &Record, match_up: &MatchUp) -> Result<Vec<Luck>, Diagnostic> {
    let mut answers = Vec::new();
    for seat in Player::BOTH {
        let deal = &record.deals[seat.index()];
        let read = |lines: &[Line]| -> Result<Vec<u8>, Diagnostic> {
            let names: Vec<(&str, u32)> = lines.iter().map(|line| (line.text.as_str(), line.line)).collect();
            read_cards(record, match_up, seat, &names)
        };
        answers.push(Luck::Shuffle { seat, what: Shuffle::Legends, cards: read(&deal.legends)? });
        let mut cards = read(&deal.deck)?;
        cards.reverse();
        answers.push(Luck::Shuffle { seat, what: Shuffle::MainDeck, cards });
    }
    Ok(answers)
}

/// Cards of a player by their names; where a number is left out the lowest that is not named takes it.
fn read_cards(record: &Record, match_up: &MatchUp, seat: Player, names: &[(&str, u32)]) -> Result<Vec<u8>, Diagnostic> {
    let own = || match_up.cards().filter(|card| card.owner() == seat);
    let mut free: CardSet = own().collect();
    let mut cards = vec![Card::NONE; names.len()];
    // Those with numbers first: the others take what is left.
    for numbered in [true, false] {
        for (card, &(name, line)) in cards.iter_mut().zip(names) {
            if name.contains('#') != numbered {
                continue;
            }
            let (id, number) = name.split_once('#').map_or((name, None), |(id, number)| (id, Some(number)));
            let copies: CardSet = own().filter(|&card| match_up.definition(card).id == id).collect();
            if copies.is_empty() {
                let message = format!("{} has no card `{id}`", seat.letter());
                return Err(record
                    .complaint(line, message)
                    .near(id, own().map(|card| match_up.definition(card).id.as_str())));
            }
            let found = match number {
                None => (copies & free).first(),
                Some(number) => (copies & free).find(|card| number.parse() == Ok(match_up.number[card.index()])),
            };
            let Some(found) = found else {
                let message = format!("{} has no `{name}` left: {} in the list", seat.letter(), copies.len());
                return Err(record.complaint(line, message));
            };
            free.remove(found);
            *card = found;
        }
    }
    Ok(cards.into_iter().map(|card| card.0).collect())
}

/// The word of a line that answers for luck, and what follows it; nothing of an action.
fn luck_word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    matches!(word, "rolled" | "shuffled" | "bottomed" | "picked").then_some((word, rest.trim_start()))
}

/// A replay under way.
struct Replay<'m, 'r> {
    table: Table<'m>,
    record: &'r Record,
    steps: Vec<Step>,
    positions: Vec<State>,
}

impl Replay<'_, '_> {
    /// Follows one action and the luck below it.
    fn line(&mut self, turn: &Turn, action: &Line, luck: &[Line]) -> Result<(), Diagnostic> {
        let wrong = |message: String| self.record.complaint(action.line, message);
        let Status::Decide(player, kind) = self.table.status() else {
            return Err(wrong(format!("`{}`: the game is over before", action.text)));
        };
        if turn.number != self.table.turn() {
            return Err(wrong(format!(
                "`{}` in turn {}: it is turn {} here",
                action.text,
                turn.number,
                self.table.turn()
            )));
        }
        let text = match action.text.split_once(' ') {
            Some(("A", text)) if player == Player::A => text,
            Some(("B", text)) if player == Player::B => text,
            Some(("A" | "B", _)) => {
                let message = format!("`{}`: {} decides here ({})", action.text, player.letter(), kind.word());
                return Err(wrong(message));
            }
            _ => return Err(wrong(format!("`{}`; expected a player and an action, as in `A end`", action.text))),
        };
        let (text, rolled) = match text.split_once('=') {
            Some((text, value)) if text.trim_start().starts_with("roll ") => (text.trim(), Some(value.trim())),
            _ => (text.trim(), None),
        };
        let meant = self
            .table
            .parse_action(text, &Handles::new())
            .map_err(|error| self.refused(action.line, text, player, kind, &error))?;
        let mut answers = Vec::new();
        if let (Some(value), Action::Roll(die)) = (rolled, meant) {
            answers.push(Luck::Die { seat: player, die, value: self.read_value(action.line, value, die)? });
        }
        for line in luck {
            answers.push(self.read_luck(line, kind)?);
        }
        let mut given = Given::new(answers);
        let before = self.table;
        self.table.apply(meant, &mut given);
        if let Some(question) = given.unanswered() {
            return Err(self.unanswered(action, &before, question, meant, luck));
        }
        if let Some(left) = given.left().first() {
            let at = luck.len().saturating_sub(given.left().len());
            let line = luck.get(at).map_or(action.line, |line| line.line);
            let message = format!("`{}`: luck is not asked for this here", write_luck(&before, left));
            return Err(self.record.complaint(line, message));
        }
        self.steps.push(Step {
            player,
            kind,
            turn: before.turn(),
            action: meant,
            text: before.format_action(meant),
            line: action.line,
        });
        self.positions.push(self.table.state);
        Ok(())
    }

    /// An action that can't be done here.
    fn refused(&self, line: u32, text: &str, player: Player, kind: Kind, error: &ActionError) -> Diagnostic {
        let message = format!("{error}; {} decides ({})", player.letter(), kind.word());
        let mut legal = Vec::new();
        self.table.legal_actions(&mut legal);
        let texts: Vec<String> = legal.into_iter().map(|action| self.table.format_action(action)).collect();
        let near = near_names(text, texts.iter().map(String::as_str));
        let near = if near.is_empty() { texts.iter().map(String::as_str).take(5).collect() } else { near };
        self.record.complaint(line, message).with_help(format!("legal here: {}", list(&near, "or")))
    }

    /// Luck that the record should have answered.
    fn unanswered(
        &self,
        action: &Line,
        before: &Table<'_>,
        question: &Question,
        meant: Action,
        luck: &[Line],
    ) -> Diagnostic {
        let expected = match question {
            Question::Die(_, die) if meant == Action::Roll(*die) => format!("`roll d{} = N`", die.faces()),
            Question::Die(_, die) => format!("a line `rolled {} = N` below it", Table::die_name(*die)),
            Question::Shuffle(seat, what, cards) => {
                let names: Vec<String> = cards.iter().map(|&card| full_name(&self.table, Card(card))).collect();
                format!(
                    "a line `{} {}: ..` below it with these cards, the highest first: {}",
                    shuffle_word(*what),
                    seat.letter(),
                    names.join(", ")
                )
            }
            Question::Pick(seat, below) => format!("a line `picked {}: N` below it, N below {below}", seat.letter()),
        };
        let line = luck.first().map_or(action.line, |line| line.line);
        let message =
            format!("`{}` asks for luck that is not recorded; expected {expected}", before.format_action(meant));
        self.record.complaint(line, message)
    }

    fn read_value(&self, line: u32, text: &str, die: Die) -> Result<u8, Diagnostic> {
        text.parse().ok().filter(|value| (1..=die.faces()).contains(value)).ok_or_else(|| {
            self.record
                .complaint(line, format!("{} shows `{text}`; expected 1 to {}", Table::die_name(die), die.faces()))
        })
    }

    fn read_luck(&self, line: &Line, kind: Kind) -> Result<Luck, Diagnostic> {
        let form = "expected `rolled A:d8 = 3`, `shuffled A: CARD, ..`, `bottomed A: CARD, ..` or `picked A: 2`";
        let wrong = || self.record.complaint(line.line, format!("`{}`; {form}", line.text));
        let (word, rest) = line.text.trim().split_once(' ').ok_or_else(wrong)?;
        let (seat, rest) = rest.split_once(':').ok_or_else(wrong)?;
        let seat = match seat.trim() {
            "A" => Player::A,
            "B" => Player::B,
            _ => return Err(wrong()),
        };
        match word {
            "rolled" => {
                let (die, value) = rest.split_once('=').ok_or_else(wrong)?;
                let die = Die::new(seat, read_die(die.trim()).ok_or_else(wrong)?);
                Ok(Luck::Die { seat, die, value: self.read_value(line.line, value.trim(), die)? })
            }
            "picked" => Ok(Luck::Pick { seat, value: rest.trim().parse().map_err(|_| wrong())? }),
            _ => {
                let what = match (word, kind) {
                    ("bottomed", _) => Shuffle::BottomDeck,
                    (_, Kind::Mulligan) => Shuffle::Mulligan,
                    _ => return Err(self.record.complaint(line.line, "only a mulligan shuffles a deck")),
                };
                let names: Vec<(&str, u32)> = rest.split(',').map(|name| (name.trim(), line.line)).collect();
                let mut cards = read_cards(self.record, self.table.match_up(), seat, &names)?;
                cards.reverse();
                Ok(Luck::Shuffle { seat, what, cards })
            }
        }
    }
}

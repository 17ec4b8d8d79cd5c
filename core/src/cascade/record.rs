//! Records of this game: written as it is played, replayed line by line.
//!
//! The deals are the only luck of a duel, so below an action nothing stands. In the form that both games share, the
//! Leader stands where the cards beside the deck are named. Copies in hidden zones are told apart by their numbers, so
//! that a replay reaches the very same position; a person who edits may leave numbers out.

use super::Table;
use super::cards::{CardHash, CardPool};
use super::deck::Deck;
use super::matchup::MatchUp;
use super::state::{Action, Kind, State};
use super::words::Handles;
use crate::bits::{Card, CardSet};
use crate::chance::{Chance, Shuffle};
use crate::diagnostics::{Diagnostic, list, near_names};
use crate::game::{Game, Player, Status};
use crate::pool::Definition;
use crate::record::{Deal, Ending, Given, Line, Luck, Record, Recorder, Seat, Turn};

/// The word for this game in the header.
const GAME: &str = "cascade";

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

/// The record of a game that was played: deals it again with the same luck and carries out the same actions.
pub fn record_game(cards: &MatchUp, title: &Title, chance: impl Chance, actions: &[Action]) -> Record {
    let mut luck = Recorder::new(chance);
    let mut table = Table::start(cards, &mut luck);
    let mut deals = [Deal::default(), Deal::default()];
    for answer in luck.take() {
        if let Luck::Shuffle { seat, cards, .. } = answer {
            deals[seat.index()].deck =
                cards.iter().rev().map(|&card| full_name(table.match_up(), Card(card)).into()).collect();
        }
    }
    let mut hashes: Vec<(Line, String)> = cards
        .definitions
        .iter()
        .map(|card| (card.id.clone().into(), CardHash(Definition::hash(card)).to_string()))
        .collect();
    hashes.sort_by(|x, y| x.0.text.cmp(&y.0.text));
    let mut history: Vec<Turn> = Vec::new();
    for &action in actions {
        let Status::Decide(player, _) = table.status() else { break };
        let text = format!("{} {}", player.letter(), table.format_action(action));
        let (number, active) = (table.turn(), table.state.active);
        if history.last().is_none_or(|turn| turn.number != number) {
            history.push(Turn { number, player: active, actions: Vec::new() });
        }
        if let Some(turn) = history.last_mut() {
            turn.actions.push(text.into());
        }
        table.apply(action, &mut luck);
    }
    let [result, reason] = ending(&table).words().map(str::to_owned);
    Record {
        file: String::new(),
        game: GAME.into(),
        engine: env!("CARGO_PKG_VERSION").into(),
        cards: title.cards.to_string(),
        seed: title.seed,
        result: result.into(),
        reason,
        turns: table.turn(),
        seats: Player::BOTH.map(|player| seat(cards, title, player)),
        hashes,
        deals,
        history,
    }
}

fn ending(table: &Table<'_>) -> Ending {
    match table.status() {
        Status::Over(outcome) => Ending::Over(outcome),
        Status::Decide(..) => Ending::Unfinished,
    }
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
        legends: vec![id(cards.leader[at]).into()],
        cards: counts.into_iter().map(|(id, copies)| format!("{copies} {id}").into()).collect(),
    }
}

/// A card as a record names it: with its number if there are several copies, in hidden zones too.
fn full_name(cards: &MatchUp, card: Card) -> String {
    let id = &cards.definition(card).id;
    if cards.copies[card.index()].len() == 1 { id.clone() } else { format!("{id}#{}", cards.number[card.index()]) }
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
}

/// Replays a record without a generator.
///
/// # Errors
/// The first line that can't be followed: a card that is not in `pool` or is another there, a deal that is not the list,
/// an action that is not legal.
pub fn replay(record: &Record, pool: &CardPool) -> Result<Replayed, Diagnostic> {
    if record.game != GAME {
        return Err(record.complaint(0, format!("a record of the game `{}`; expected `{GAME}`", record.game)));
    }
    for (id, hash) in &record.hashes {
        let known = pool.find(&id.text).map(|card| CardHash(Definition::hash(pool.get(card))).to_string());
        if known.as_deref() != Some(hash) {
            let found = known.unwrap_or_else(|| "no such card".into());
            return Err(record.complaint(id.line, format!("{}: {hash} in the record, here {found}", id.text)));
        }
    }
    let [a, b] = [read_deck(record, Player::A, pool)?, read_deck(record, Player::B, pool)?];
    let match_up = MatchUp::new(pool, [&a, &b]).map_err(|error| record.complaint(0, format!("the lists: {error}")))?;
    let answers = [read_deal(record, Player::A, &match_up)?, read_deal(record, Player::B, &match_up)?];
    let mut given = Given::new(answers.to_vec());
    let mut table = Table::start(&match_up, &mut given);
    if given.unanswered().is_some() {
        let message = "[deal]: a deck is not the cards of its list, each once";
        let line = record.deals[0].deck.first().map_or(0, |line| line.line);
        return Err(record.complaint(line, message));
    }
    let (mut steps, mut positions) = (Vec::new(), vec![table.state]);
    for (turn, line) in record.history.iter().flat_map(|turn| turn.actions.iter().map(move |line| (turn, line))) {
        let step = read_step(record, &table, turn, line)?;
        table.apply(step.action, &mut given);
        steps.push(step);
        positions.push(table.state);
    }
    let [result, reason] = ending(&table).words();
    let same = record.result.text == result && record.reason == reason && record.turns == table.turn();
    let differs = (!same).then(|| {
        let message = format!(
            "the header says {}, {} after {} turns; the game went {result}, {reason} after {}",
            record.result.text,
            record.reason,
            record.turns,
            table.turn()
        );
        record.complaint(record.result.line, message)
    });
    Ok(Replayed { match_up, steps, differs, positions })
}

fn read_step(record: &Record, table: &Table<'_>, turn: &Turn, line: &Line) -> Result<Step, Diagnostic> {
    let wrong = |message: String| record.complaint(line.line, message);
    let Status::Decide(player, kind) = table.status() else {
        return Err(wrong(format!("`{}`: the game is over before", line.text)));
    };
    if turn.number != table.turn() {
        return Err(wrong(format!("`{}` in turn {}: it is turn {} here", line.text, turn.number, table.turn())));
    }
    let text = match line.text.split_once(' ') {
        Some((letter, text)) if letter == player.letter().to_string() => text.trim(),
        Some(("A" | "B", _)) => {
            return Err(wrong(format!("`{}`: {} decides here ({})", line.text, player.letter(), kind.word())));
        }
        _ => return Err(wrong(format!("`{}`; expected a player and an action, as in `A end`", line.text))),
    };
    let action = table.parse_action(text, &Handles::new()).map_err(|error| {
        let mut legal = Vec::new();
        table.legal_actions(&mut legal);
        let texts: Vec<String> = legal.into_iter().map(|action| table.format_action(action)).collect();
        let near = near_names(text, texts.iter().map(String::as_str));
        let near = if near.is_empty() { texts.iter().map(String::as_str).take(5).collect() } else { near };
        let message = format!("{error}; {} decides ({})", player.letter(), kind.word());
        wrong(message).with_help(format!("legal here: {}", list(&near, "or")))
    })?;
    Ok(Step { player, kind, turn: table.turn(), action, text: table.format_action(action), line: line.line })
}

fn read_deck(record: &Record, player: Player, pool: &CardPool) -> Result<Deck, Diagnostic> {
    let seat = &record.seats[player.index()];
    let mut deck = Deck { id: seat.deck.clone(), name: seat.deck.clone(), ..Deck::default() };
    let leaders = seat.legends.iter().map(|line| (line, "1", line.text.as_str()));
    let cards = seat.cards.iter().map(|line| {
        let (copies, id) = line.text.split_once(' ').unwrap_or(("1", &line.text));
        (line, copies, id)
    });
    for (line, copies, id) in leaders.chain(cards) {
        let wrong = |message: String| record.complaint(line.line, message);
        let copies = copies.parse().map_err(|_| wrong(format!("`{copies}` is no number of copies")))?;
        let card = pool.find(id.trim()).ok_or_else(|| wrong(format!("no card `{id}`")))?;
        deck.add(pool, card, copies);
    }
    Ok(deck)
}

/// The shuffle that a deal is: the top card first, numbers where they stand.
fn read_deal(record: &Record, player: Player, cards: &MatchUp) -> Result<Luck, Diagnostic> {
    let mut free: CardSet = cards.main[player.index()].iter().copied().collect();
    let mut order = Vec::new();
    for line in &record.deals[player.index()].deck {
        let (id, number) = line.text.split_once('#').map_or((line.text.as_str(), None), |(id, n)| (id, n.parse().ok()));
        let found = free.into_iter().find(|&card| {
            cards.definition(card).id == id && number.is_none_or(|number: u8| cards.number[card.index()] == number)
        });
        let Some(card) = found else {
            let message = format!("[deal.{}] deck: {} is not left in the list", player.letter(), line.text);
            return Err(record.complaint(line.line, message));
        };
        free.remove(card);
        order.push(card.0);
    }
    order.reverse();
    Ok(Luck::Shuffle { seat: player, what: Shuffle::MainDeck, cards: order })
}

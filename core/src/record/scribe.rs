//! Writing a game down while it is played.

use super::{Deal, Ending, Line, Luck, Record, Recorder, Seat, Turn};
use crate::bits::{Card, Die};
use crate::chance::{Chance, Shuffle};
use crate::game::{Game, Player, Status};
use crate::notation::{Cast, Written};
use crate::pool::{CardHash, Definition};
use crate::rulebook::Rulebook;

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
pub struct Scribe<'m, R: Rulebook, C> {
    table: R::Table<'m>,
    cards: &'m R::MatchUp,
    luck: Recorder<C>,
    record: Record,
}

impl<'m, R: Rulebook, C: Chance> Scribe<'m, R, C> {
    /// Deals a game of these decks and begins its record.
    pub fn start(cards: &'m R::MatchUp, title: &Title, chance: C) -> Self {
        let mut luck = Recorder::new(chance);
        let table = R::start(cards, &mut luck);
        let mut deals = [Deal::default(), Deal::default()];
        let line = |&card: &u8| Line::from(cards.full_name(Card(card)));
        for answer in luck.take() {
            let Luck::Shuffle { seat, what, cards } = answer else { continue };
            let deal = &mut deals[seat.index()];
            match what {
                Shuffle::Legends => deal.legends = cards.iter().map(line).collect(),
                _ => deal.deck = cards.iter().rev().map(line).collect(),
            }
        }
        let definitions = cards.definitions().iter();
        let mut hashes: Vec<(Line, String)> =
            definitions.map(|card| (card.id().to_owned().into(), CardHash(card.hash()).to_string())).collect();
        hashes.sort_by(|x, y| x.0.text.cmp(&y.0.text));
        let record = Record {
            file: String::new(),
            game: R::NAME.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            cards: title.cards.to_string(),
            seed: title.seed,
            result: Line::default(),
            reason: String::new(),
            turns: 0,
            seats: Player::BOTH.map(|player| seat(cards, title, player)),
            hashes,
            deals,
            history: Vec::new(),
        };
        Self { table, cards, luck, record }
    }

    /// The position.
    pub const fn table(&self) -> &R::Table<'m> {
        &self.table
    }

    /// Carries out a legal action and writes it down.
    pub fn play(&mut self, action: R::Action) {
        let Status::Decide(player, _) = self.table.status() else { return };
        let before = self.table;
        self.table.apply(action, &mut self.luck);
        let mut answers = self.luck.take();
        let mut text = format!("{} {}", player.letter(), before.format_action(action));
        if R::rolls(action).is_some()
            && let Some(Luck::Die { value, .. }) = answers.first()
        {
            text = format!("{text} = {value}");
            answers.remove(0);
        }
        let (number, active) = (before.turn(), R::active(&before));
        let history = &mut self.record.history;
        if history.last().is_none_or(|turn| turn.number != number) {
            history.push(Turn { number, player: active, actions: Vec::new() });
        }
        if let Some(turn) = history.last_mut() {
            turn.actions.push(text.into());
            turn.actions.extend(answers.iter().map(|answer| write_luck(self.cards, answer).into()));
        }
    }

    /// The record of the game so far.
    pub fn record(&self) -> Record {
        let [result, reason] = Ending::of(&self.table).words().map(str::to_owned);
        Record { result: result.into(), reason, turns: self.table.turn(), ..self.record.clone() }
    }
}

/// The record of a game that was played: deals it again with the same luck and carries out the same actions.
pub fn record_game<R: Rulebook>(
    cards: &R::MatchUp,
    title: &Title,
    chance: impl Chance,
    actions: &[R::Action],
) -> Record {
    let mut scribe = Scribe::<R, _>::start(cards, title, chance);
    actions.iter().for_each(|&action| scribe.play(action));
    scribe.record()
}

fn seat(cards: &impl Cast, title: &Title, player: Player) -> Seat {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for card in cards.main(player).iter().map(|&card| cards.id(card)) {
        match counts.iter_mut().find(|known| known.0 == card) {
            Some(known) => known.1 += 1,
            None => counts.push((card, 1)),
        }
    }
    Seat {
        deck: title.decks[player.index()].clone(),
        agent: title.agents[player.index()].clone(),
        legends: cards.beside(player).iter().map(|&card| cards.id(card).to_owned().into()).collect(),
        cards: counts.into_iter().map(|(id, copies)| format!("{copies} {id}").into()).collect(),
    }
}

/// What luck answered, as it stands below an action.
pub(super) fn write_luck(cards: &impl Cast, luck: &Luck) -> String {
    match luck {
        Luck::Die { die, value, .. } => format!("rolled {} = {value}", die_name(*die)),
        Luck::Shuffle { seat, what, cards: shuffled } => {
            let names: Vec<String> = shuffled.iter().rev().map(|&card| cards.full_name(Card(card))).collect();
            format!("{} {}: {}", shuffle_word(*what), seat.letter(), names.join(", "))
        }
        Luck::Pick { seat, value } => format!("picked {}: {value}", seat.letter()),
    }
}

pub(super) fn die_name(die: Die) -> String {
    format!("{}:d{}", die.owner().letter(), die.faces())
}

pub(super) const fn shuffle_word(what: Shuffle) -> &'static str {
    match what {
        Shuffle::BottomDeck => "bottomed",
        Shuffle::MainDeck | Shuffle::Mulligan | Shuffle::Legends => "shuffled",
    }
}

//! Replaying a record line by line, without a generator.

use super::scribe::{die_name, shuffle_word, write_luck};
use super::{Ending, Given, Line, Luck, Question, Record, Turn};
use crate::bits::{Card, CardSet, Die, DieSize};
use crate::chance::Shuffle;
use crate::diagnostics::{Diagnostic, list, near_names};
use crate::game::{Game, Player, Status};
use crate::notation::{ActionError, Cast, Handles, Written};
use crate::pool::{CardHash, CardPool, Definition};
use crate::rulebook::Rulebook;

/// One action of a replayed game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<A, K> {
    /// Who decided.
    pub player: Player,
    /// What about.
    pub kind: K,
    /// The number of the turn.
    pub turn: u32,
    /// What was done.
    pub action: A,
    /// The same as it stands in the record, without its player.
    pub text: String,
    /// Its line in the file, from 1; 0 if the record was not read from a file.
    pub line: u32,
}

/// A game replayed: every position of it.
#[derive(Clone, Debug)]
pub struct Replayed<R: Rulebook> {
    /// What is fixed.
    pub match_up: R::MatchUp,
    /// The actions in order.
    pub steps: Vec<Step<R::Action, R::Kind>>,
    /// What the header says differently from how the game went: an edited record, or another engine.
    pub differs: Option<Diagnostic>,
    positions: Vec<R::State>,
}

impl<R: Rulebook> Replayed<R> {
    /// The position after so many actions, from 0: the first decision. Nothing if there are not so many.
    pub fn table(&self, actions: usize) -> Option<R::Table<'_>> {
        self.positions.get(actions).map(|&state| R::lay_out(state, &self.match_up))
    }

    /// The last position.
    pub fn end(&self) -> R::Table<'_> {
        R::lay_out(self.positions[self.steps.len()], &self.match_up)
    }
}

/// Whether a record is one of this game, with cards and lists that can be played: what it takes to replay it at all.
///
/// # Errors
/// The first line that makes it impossible: another game, a card that is not in `pool` or is another there, lists that
/// are none.
pub fn playable<R: Rulebook>(record: &Record, pool: &CardPool<R::Card>) -> Result<R::MatchUp, Diagnostic> {
    if record.game != R::NAME {
        return Err(record.complaint(0, format!("a record of the game `{}`; expected `{}`", record.game, R::NAME)));
    }
    check_hashes(record, pool)?;
    let [a, b] = [read_deck::<R>(record, Player::A, pool)?, read_deck::<R>(record, Player::B, pool)?];
    R::match_up(pool, [&a, &b]).map_err(|error| record.complaint(0, format!("the lists: {error}")))
}

/// Replays a record without a generator.
///
/// # Errors
/// Where it is not [`playable`], and the first line that can't be followed: an action that is not legal, luck that is
/// asked for and not recorded, or recorded and not asked for.
pub fn replay<R: Rulebook>(record: &Record, pool: &CardPool<R::Card>) -> Result<Replayed<R>, Diagnostic> {
    let match_up = playable::<R>(record, pool)?;
    let Replay { steps, positions, differs, .. } = Replay::<R>::of(record, &match_up)?;
    Ok(Replayed { match_up, steps, differs, positions })
}

/// What the header says differently.
fn differs(record: &Record, table: &impl Game) -> Option<Diagnostic> {
    let [result, reason] = Ending::of(table).words();
    let turns = table.turn();
    let message = if record.result.text != result || record.reason != reason {
        format!("result {}, reason {}: replayed it is {result}, {reason}", record.result.text, record.reason)
    } else if record.turns != turns {
        format!("turns {}: replayed there are {turns}", record.turns)
    } else {
        return None;
    };
    Some(record.complaint(record.result.line, message))
}

/// Cards that are others now than when the game was played: it would be another game.
fn check_hashes<D: Definition>(record: &Record, pool: &CardPool<D>) -> Result<(), Diagnostic> {
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

fn unknown_card<D: Definition>(record: &Record, line: u32, id: &str, pool: &CardPool<D>) -> Diagnostic {
    record.complaint(line, format!("no card `{id}`")).near(id, pool.cards().iter().map(Definition::id))
}

fn read_deck<R: Rulebook>(record: &Record, player: Player, pool: &CardPool<R::Card>) -> Result<R::Deck, Diagnostic> {
    let seat = &record.seats[player.index()];
    let find = |line: u32, id: &str| pool.find(id).ok_or_else(|| unknown_card(record, line, id, pool));
    let beside = seat.legends.iter().map(|card| find(card.line, &card.text)).collect::<Result<_, _>>()?;
    let mut cards = Vec::new();
    for entry in &seat.cards {
        let (copies, id) = entry
            .text
            .split_once(' ')
            .and_then(|(copies, id)| Some((copies.parse::<u8>().ok()?, id.trim())))
            .ok_or_else(|| {
                let example = pool.cards().first().map_or("", Definition::id);
                let message = format!("`{}`; expected copies and a card, as in `3 {example}`", entry.text);
                record.complaint(entry.line, message)
            })?;
        let card = find(entry.line, id)?;
        if cards.iter().any(|&(known, _)| known == card) {
            return Err(record.complaint(entry.line, format!("`{id}` stands in the list twice")));
        }
        cards.push((card, copies));
    }
    Ok(R::list(pool, &seat.deck, beside, cards))
}

fn read_deals<R: Rulebook>(record: &Record, match_up: &R::MatchUp) -> Result<Vec<Luck>, Diagnostic> {
    let mut answers = Vec::new();
    for seat in Player::BOTH {
        let deal = &record.deals[seat.index()];
        for &what in R::DEALS {
            let lines = if what == Shuffle::Legends { &deal.legends } else { &deal.deck };
            let names: Vec<(&str, u32)> = lines.iter().map(|line| (line.text.as_str(), line.line)).collect();
            let mut cards = read_cards(record, match_up, seat, &names)?;
            if what != Shuffle::Legends {
                cards.reverse();
            }
            answers.push(Luck::Shuffle { seat, what, cards });
        }
    }
    Ok(answers)
}

/// Cards of a player by their names; where a number is left out the lowest that is not named takes it.
fn read_cards(
    record: &Record,
    match_up: &impl Cast,
    seat: Player,
    names: &[(&str, u32)],
) -> Result<Vec<u8>, Diagnostic> {
    let own: CardSet = CardSet::owned_by(seat).filter(|&card| match_up.place(card).is_some()).collect();
    let mut free = own;
    let mut cards = vec![Card::NONE; names.len()];
    // Those with numbers first: the others take what is left.
    for numbered in [true, false] {
        for (card, &(name, line)) in cards.iter_mut().zip(names) {
            if name.contains('#') != numbered {
                continue;
            }
            let (id, number) = name.split_once('#').map_or((name, None), |(id, number)| (id, Some(number)));
            let copies: CardSet = own.filter(|&card| match_up.id(card) == id).collect();
            if copies.is_empty() {
                let message = format!("{} has no card `{id}`", seat.letter());
                return Err(record.complaint(line, message).near(id, own.map(|card| match_up.id(card))));
            }
            let found = match number {
                None => (copies & free).first(),
                Some(number) => (copies & free).find(|&card| number.parse() == Ok(match_up.number(card))),
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

/// Whether a line answers for luck instead of being an action.
fn is_luck(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("rolled" | "shuffled" | "bottomed" | "picked"))
}

/// A replay under way.
struct Replay<'m, 'r, R: Rulebook> {
    table: R::Table<'m>,
    cards: &'m R::MatchUp,
    record: &'r Record,
    steps: Vec<Step<R::Action, R::Kind>>,
    positions: Vec<R::State>,
    differs: Option<Diagnostic>,
}

impl<'m, 'r, R: Rulebook> Replay<'m, 'r, R> {
    /// Deals as a record says and follows all its lines.
    fn of(record: &'r Record, cards: &'m R::MatchUp) -> Result<Self, Diagnostic> {
        let mut given = Given::new(read_deals::<R>(record, cards)?);
        let table = R::start(cards, &mut given);
        if let Some(Question::Shuffle(seat, what, _)) = given.unanswered() {
            let (part, lines) = match what {
                Shuffle::Legends => ("legends", &record.deals[seat.index()].legends),
                _ => ("deck", &record.deals[seat.index()].deck),
            };
            let line = lines.first().map_or(0, |line| line.line);
            let message = format!("[deal.{}] {part}: these are not the cards of the list, each once", seat.letter());
            return Err(record.complaint(line, message));
        }
        let positions = vec![R::state(&table)];
        let mut replay = Self { table, cards, record, steps: Vec::new(), positions, differs: None };
        for turn in &record.history {
            let mut lines = turn.actions.as_slice();
            while let [action, rest @ ..] = lines {
                let luck = rest.iter().take_while(|line| is_luck(&line.text)).count();
                replay.line(turn, action, &rest[..luck])?;
                lines = &rest[luck..];
            }
        }
        replay.differs = differs(record, &replay.table);
        Ok(replay)
    }

    /// Follows one action and the luck below it.
    fn line(&mut self, turn: &Turn, action: &Line, luck: &[Line]) -> Result<(), Diagnostic> {
        let wrong = |message: String| self.record.complaint(action.line, message);
        let Status::Decide(player, kind) = self.table.status() else {
            return Err(wrong(format!("`{}`: the game is over before", action.text)));
        };
        let (number, active) = (self.table.turn(), R::active(&self.table));
        if turn.number != number {
            return Err(wrong(format!("`{}` in turn {}: it is turn {number} here", action.text, turn.number)));
        }
        if turn.player != active {
            return Err(wrong(format!("`{}`: turn {number} is {}'s", action.text, active.letter())));
        }
        let text = match action.text.split_once(' ') {
            Some(("A", text)) if player == Player::A => text,
            Some(("B", text)) if player == Player::B => text,
            Some(("A" | "B", _)) => {
                let what = R::Table::kind_word(kind);
                return Err(wrong(format!("`{}`: {} decides here ({what})", action.text, player.letter())));
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
        if let (Some(value), Some(die)) = (rolled, R::rolls(meant)) {
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
            let message = format!("`{}`: luck is not asked for this here", write_luck(self.cards, left));
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
        self.positions.push(R::state(&self.table));
        Ok(())
    }

    /// An action that can't be done here.
    fn refused(&self, line: u32, text: &str, player: Player, kind: R::Kind, error: &ActionError) -> Diagnostic {
        let message = format!("{error}; {} decides ({})", player.letter(), R::Table::kind_word(kind));
        let texts = self.table.legal_texts();
        let near = near_names(text, texts.iter().map(String::as_str));
        let near = if near.is_empty() { texts.iter().map(String::as_str).take(5).collect() } else { near };
        self.record.complaint(line, message).with_help(format!("legal here: {}", list(&near, "or")))
    }

    /// Luck that the record should have answered.
    fn unanswered(
        &self,
        action: &Line,
        before: &R::Table<'_>,
        question: &Question,
        meant: R::Action,
        luck: &[Line],
    ) -> Diagnostic {
        let expected = match question {
            Question::Die(_, die) if R::rolls(meant) == Some(*die) => format!("`roll d{} = N`", die.faces()),
            Question::Die(_, die) => format!("a line `rolled {} = N` below it", die_name(*die)),
            Question::Shuffle(seat, what, cards) => {
                let names: Vec<String> = cards.iter().map(|&card| self.cards.full_name(Card(card))).collect();
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
            self.record.complaint(line, format!("{} shows `{text}`; expected 1 to {}", die_name(die), die.faces()))
        })
    }

    fn read_luck(&self, line: &Line, kind: R::Kind) -> Result<Luck, Diagnostic> {
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
                let faces = die.trim().strip_prefix('d').and_then(|faces| faces.parse().ok());
                let die = Die::new(seat, faces.and_then(DieSize::with_faces).ok_or_else(wrong)?);
                Ok(Luck::Die { seat, die, value: self.read_value(line.line, value.trim(), die)? })
            }
            "picked" => Ok(Luck::Pick { seat, value: rest.trim().parse().map_err(|_| wrong())? }),
            _ => {
                let what = match word {
                    "bottomed" => Shuffle::BottomDeck,
                    _ if R::reshuffles(kind) => Shuffle::Mulligan,
                    _ => return Err(self.record.complaint(line.line, "only a mulligan shuffles a deck")),
                };
                let names: Vec<(&str, u32)> = rest.split(',').map(|name| (name.trim(), line.line)).collect();
                let mut cards = read_cards(self.record, self.cards, seat, &names)?;
                cards.reverse();
                Ok(Luck::Shuffle { seat, what, cards })
            }
        }
    }
}

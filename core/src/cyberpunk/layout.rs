//! Positions laid out by hand: the `[state]`, `[A]` and `[B]` of a scenario file.

use serde::Deserialize;

use super::cards::{CardDef, CardPool, CardType};
use super::effect::Color;
use super::matchup::{MatchUp, MatchUpError};
use super::state::{Attack, History, Phase, Stage, State, Zone};
use super::words::{Handles, read_die};
use super::{Cyberpunk, Table};
use crate::bits::{Card, Die, DieSet};
use crate::diagnostics::{did_you_mean, list};
use crate::game::Player;

/// How many fillers lie below the cards of a deck.
const FILLERS: usize = 20;

/// The tables of a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// What concerns both.
    #[serde(default)]
    pub state: Common,
    /// The first player's pieces.
    #[serde(default, rename = "A")]
    pub a: Side,
    /// The second player's pieces.
    #[serde(default, rename = "B")]
    pub b: Side,
}

/// `[state]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct Common {
    pub turn: String,
    pub phase: String,
    pub number: u16,
    pub overtime: bool,
    pub sold: bool,
    pub called: bool,
    pub rival_called: bool,
    pub fixer_empty_turns: u8,
    pub attack: Option<String>,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            turn: "A".into(),
            phase: "main".into(),
            number: 9,
            overtime: false,
            sold: false,
            called: false,
            rival_called: false,
            fixer_empty_turns: 0,
            attack: None,
        }
    }
}

/// `[A]` or `[B]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct Side {
    pub field: Vec<Entry>,
    pub legends: Vec<Entry>,
    pub hand: Vec<Entry>,
    pub deck: Vec<Entry>,
    pub deck_exact: bool,
    pub trash: Vec<Entry>,
    pub removed: Vec<Entry>,
    pub eddies: Eddies,
    pub gigs: Vec<String>,
    pub fixer: Option<Vec<String>>,
}

/// A card: its id, or a table with more.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// The id alone.
    Id(String),
    /// With more.
    Card(Placed),
}

/// A card with what is known of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct Placed {
    pub card: String,
    pub r#as: Option<String>,
    #[serde(default)]
    pub spent: bool,
    #[serde(default)]
    pub lag: bool,
    pub up: Option<bool>,
    #[serde(default)]
    pub gear: Vec<Entry>,
    pub known: Option<Vec<String>>,
}

/// Eddies: a number of ready ones, or a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Eddies {
    /// All ready.
    Ready(u8),
    /// Ready and spent, and what lies under them.
    Table(EddieTable),
}

/// Eddies in full.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct EddieTable {
    pub ready: u8,
    pub spent: u8,
    pub cards: Vec<Entry>,
}

impl Default for Eddies {
    fn default() -> Self {
        Self::Ready(0)
    }
}

impl Entry {
    fn placed(&self) -> Placed {
        match self {
            Self::Card(placed) => placed.clone(),
            Self::Id(card) => Placed {
                card: card.clone(),
                r#as: None,
                spent: false,
                lag: false,
                up: None,
                gear: Vec::new(),
                known: None,
            },
        }
    }
}

/// A position ready to be played.
pub type Position = crate::rulebook::Position<Cyberpunk>;

/// The blank Unit that fills decks.
pub(super) fn filler() -> CardDef {
    CardDef {
        id: "filler".into(),
        name: "Filler".into(),
        subtitle: None,
        kind: CardType::Unit,
        color: Color::Red,
        cost: Some(9),
        power: Some(1),
        ram: 1,
        sell: false,
        tags: Vec::new(),
        set: String::new(),
        number: String::new(),
        rarity: String::new(),
        aliases: Vec::new(),
        abilities: Some(Vec::new()),
    }
}

impl Placed {
    /// Refuses a key that says nothing about a card that lies there.
    fn check(&self, at: Spot) -> Result<(), String> {
        let up = self.up == Some(true);
        let (stands, hidden) = match at {
            Spot::Field => (true, false),
            Spot::Legend(_) => (true, !up),
            Spot::Gear => (false, false),
            Spot::In(zone) => (false, matches!(zone, Zone::Hand | Zone::Deck | Zone::Eddies)),
        };
        let keys = [
            ("spent", self.spent, stands),
            ("lag", self.lag, at == Spot::Field),
            // On the field `up = true` goes without saying, and is true.
            ("up", self.up.is_some(), matches!(at, Spot::Legend(_)) || (up && at == Spot::Field)),
            ("gear", !self.gear.is_empty(), stands),
            ("known", self.known.is_some(), hidden),
        ];
        let place = match at {
            Spot::Field => "on the field",
            Spot::Legend(_) if up => "that lies face-up in the Legends area",
            Spot::Legend(_) => "in the Legends area",
            Spot::Gear => "that is equipped",
            Spot::In(Zone::Hand) => "in the hand",
            Spot::In(Zone::Deck) => "in the deck",
            Spot::In(Zone::Eddies) => "among the Eddies",
            Spot::In(Zone::Trash) => "in the trash",
            Spot::In(_) => "that is removed",
        };
        match keys.into_iter().find(|&(_, said, fits)| said && !fits) {
            None => Ok(()),
            Some((key, ..)) => Err(format!("{}: `{key}` says nothing about a card {place}", self.card)),
        }
    }
}

/// One card to lay down.
struct Piece {
    definition: CardDef,
    at: Spot,
    placed: Placed,
}

/// Where a piece goes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Spot {
    Field,
    Legend(usize),
    /// On the piece before it that is no Gear.
    Gear,
    In(Zone),
}

impl Layout {
    /// Lays the position out.
    ///
    /// # Errors
    /// A message about the first thing that can't be: unknown cards, dice in two places, handles used twice.
    pub fn build(&self, pool: &CardPool) -> Result<Position, String> {
        let filler = filler();
        let mut pieces = [Vec::new(), Vec::new()];
        for (player, side) in Player::BOTH.into_iter().zip([&self.a, &self.b]) {
            pieces[player.index()] =
                side.pieces(pool, &filler).map_err(|error| format!("[{}]: {error}", player.letter()))?;
        }
        let lists = [0, 1].map(|at: usize| pieces[at].iter().map(|piece| &piece.definition).collect::<Vec<_>>());
        let match_up = MatchUp::of_cards([&lists[0], &lists[1]]).map_err(|error| match error {
            MatchUpError::TooLarge(count) => format!("{count} cards for one player; at most 61 beside the Legends fit"),
            other => other.to_string(),
        })?;
        let mut handles = Handles::new();
        let mut table = Table::lay_out(State::empty(), &match_up);
        for player in Player::BOTH {
            table.lay_pieces(player, &pieces[player.index()], &mut handles)?;
            let side = if player == Player::A { &self.a } else { &self.b };
            let (ready, spent) = side.eddie_counts();
            let _ = ready;
            table.state.eddies_spent[player.index()] = spent;
        }
        self.lay_dice(&mut table.state)?;
        self.lay_common(&mut table, &handles)?;
        let state = table.state;
        Ok(Position { match_up, state, handles })
    }

    fn lay_dice(&self, state: &mut State) -> Result<(), String> {
        let mut placed = DieSet::EMPTY;
        for (player, side) in Player::BOTH.into_iter().zip([&self.a, &self.b]) {
            for text in &side.gigs {
                let (die, value) = read_gig(text, player)?;
                if placed.has(die) {
                    return Err(format!("{} is in two places", Table::die_name(die)));
                }
                placed.insert(die);
                state.gigs[player.index()].insert(die);
                state.values[die.index()] = value;
            }
        }
        for (player, side) in Player::BOTH.into_iter().zip([&self.a, &self.b]) {
            let Some(fixer) = &side.fixer else { continue };
            let mut named = DieSet::EMPTY;
            for text in fixer {
                let size = read_die(text).ok_or_else(|| format!("fixer: `{text}` is no die; expected d4 to d20"))?;
                let die = Die::new(player, size);
                if placed.has(die) {
                    return Err(format!("{} is in a Gig area and in the fixer area", Table::die_name(die)));
                }
                named.insert(die);
            }
            if let Some(lost) = (state.fixer(player) - named).first() {
                let name = Table::die_name(lost);
                return Err(format!("{name} is nowhere: every die is in a Gig area or in its owner's fixer area"));
            }
        }
        Ok(())
    }

    fn lay_common(&self, table: &mut Table<'_>, handles: &Handles) -> Result<(), String> {
        let common = &self.state;
        let state = &mut table.state;
        state.active = match common.turn.as_str() {
            "A" => Player::A,
            "B" => Player::B,
            other => return Err(format!("[state]: turn `{other}` is no player; expected A or B")),
        };
        state.turn = common.number;
        state.mulligans = 2;
        state.phase = match common.phase.as_str() {
            "start" => Phase::Start,
            "main" => Phase::Main,
            "mulligan" => {
                state.mulligans = 0;
                state.turn = 0;
                Phase::Mulligan
            }
            other => return Err(format!("[state]: phase `{other}`; expected mulligan, start or main")),
        };
        state.overtime = common.overtime;
        state.sold = common.sold;
        state.called[state.active.index()] = common.called;
        state.called[state.active.rival().index()] = common.rival_called;
        state.empty_starts = common.fixer_empty_turns;
        if let Some(text) = &common.attack {
            table.lay_attack(text, handles)?;
        }
        Ok(())
    }
}

impl Side {
    fn eddie_counts(&self) -> (u8, u8) {
        match &self.eddies {
            Eddies::Ready(ready) => (*ready, 0),
            Eddies::Table(table) => (table.ready, table.spent),
        }
    }

    /// All pieces, those that both players see first: they take the lowest numbers.
    fn pieces(&self, pool: &CardPool, filler: &CardDef) -> Result<Vec<Piece>, String> {
        let find = |id: &str| -> Result<CardDef, String> {
            if id == filler.id {
                return Ok(filler.clone());
            }
            pool.find(id).map(|card| pool.get(card).clone()).ok_or_else(|| {
                let hint = did_you_mean(id, pool.cards().iter().map(|card| card.id.as_str()));
                format!("no card `{id}`{}", hint.map_or(String::new(), |hint| format!("; {hint}")))
            })
        };
        let mut pieces = Vec::new();
        let add = |entry: &Entry, at: Spot, pieces: &mut Vec<Piece>| -> Result<CardType, String> {
            let placed = entry.placed();
            let definition = find(&placed.card)?;
            let kind = definition.kind;
            // 4.4: everywhere else it would be removed at once.
            if kind == CardType::Legend && matches!(at, Spot::In(zone) if zone != Zone::Removed) {
                return Err(format!(
                    "{} is a Legend: it lies in the Legends area, on the field or is removed",
                    placed.card
                ));
            }
            placed.check(at)?;
            let gear = placed.gear.clone();
            pieces.push(Piece { definition, at, placed });
            for gear in &gear {
                let placed = gear.placed();
                let definition = find(&placed.card)?;
                if definition.kind != CardType::Gear {
                    return Err(format!("{} is no Gear", placed.card));
                }
                placed.check(Spot::Gear)?;
                pieces.push(Piece { definition, at: Spot::Gear, placed });
            }
            Ok(kind)
        };
        for entry in &self.field {
            let kind = add(entry, Spot::Field, &mut pieces)?;
            if !matches!(kind, CardType::Unit | CardType::Legend) {
                return Err(format!("field: {} is neither Unit nor Legend", entry.placed().card));
            }
        }
        if self.legends.len() > 3 {
            return Err(format!("{} Legends; there are 3 places", self.legends.len()));
        }
        for (place, entry) in self.legends.iter().enumerate() {
            if add(entry, Spot::Legend(place), &mut pieces)? != CardType::Legend {
                return Err(format!("legends: {} is no Legend", entry.placed().card));
            }
        }
        let lists = [(&self.trash, Zone::Trash), (&self.removed, Zone::Removed)];
        for (list, zone) in lists {
            for entry in list {
                add(entry, Spot::In(zone), &mut pieces)?;
            }
        }
        let blank = Entry::Id(filler.id.clone());
        let (ready, spent) = self.eddie_counts();
        let named: &[Entry] = match &self.eddies {
            Eddies::Ready(_) => &[],
            Eddies::Table(table) => &table.cards,
        };
        let count = ready as usize + spent as usize;
        if named.len() > count {
            return Err(format!("eddies: {} cards for {count} Eddies", named.len()));
        }
        for entry in named.iter().chain(std::iter::repeat_n(&blank, count - named.len())) {
            add(entry, Spot::In(Zone::Eddies), &mut pieces)?;
        }
        for entry in &self.hand {
            add(entry, Spot::In(Zone::Hand), &mut pieces)?;
        }
        // The deck is built from the bottom.
        let below = if self.deck_exact { 0 } else { FILLERS };
        for entry in std::iter::repeat_n(&blank, below).chain(self.deck.iter().rev()) {
            add(entry, Spot::In(Zone::Deck), &mut pieces)?;
        }
        Ok(pieces)
    }
}

impl Table<'_> {
    fn lay_pieces(&mut self, player: Player, pieces: &[Piece], handles: &mut Handles) -> Result<(), String> {
        let mut host = Card::NONE;
        for (slot, piece) in pieces.iter().enumerate() {
            let card = Card::new(player, slot as u8);
            let placed = &piece.placed;
            match piece.at {
                Spot::Field => {
                    host = card;
                    self.enter_field(card);
                    self.state.spent.set(card, placed.spent);
                    self.state.lag.set(card, placed.lag);
                    self.state.face_up.set(card, self.cards.legend.has(card));
                }
                Spot::Legend(place) => {
                    host = card;
                    self.state.legends.insert(card);
                    self.state.places[player.index()][place] = card;
                    self.state.spent.set(card, placed.spent);
                    if placed.up.unwrap_or(false) {
                        self.state.face_up.insert(card);
                        self.publish(card);
                    } else if !placed.gear.is_empty() {
                        return Err(format!("{}: a face-down Legend has no Gear", placed.card));
                    }
                }
                Spot::Gear => self.equip(card, host),
                Spot::In(Zone::Deck) => self.put_on_top(card),
                Spot::In(zone) => {
                    let state = &mut self.state;
                    match zone {
                        Zone::Hand => {
                            state.hand.insert(card);
                            state.known[player.index()].insert(card);
                        }
                        Zone::Eddies => {
                            state.eddies.insert(card);
                            self.publish(card);
                        }
                        Zone::Trash => {
                            state.trash.insert(card);
                            self.publish(card);
                        }
                        _ => {
                            state.removed.insert(card);
                            self.publish(card);
                        }
                    }
                }
            }
            if let Some(known) = &placed.known {
                for observer in Player::BOTH {
                    let knows = known.iter().any(|name| name.starts_with(observer.letter()));
                    self.state.known[observer.index()].set(card, knows);
                }
            }
            if let Some(handle) = &placed.r#as {
                if !handle.starts_with(|c: char| c.is_ascii_alphabetic()) || is_reserved(handle) {
                    return Err(format!(
                        "`{handle}` can't be a handle: it begins with a letter and is no word of the notation"
                    ));
                }
                if handles.insert(handle.clone(), card).is_some() {
                    return Err(format!("two cards are called `{handle}`"));
                }
            }
        }
        Ok(())
    }

    /// The React Step of an attack whose effects are done.
    fn lay_attack(&mut self, text: &str, handles: &Handles) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [unit, target] = words.as_slice() else {
            return Err(format!("[state]: attack `{text}`; expected `UNIT gigs` or `UNIT TARGET`"));
        };
        let find = |name: &str| {
            handles
                .get(name)
                .copied()
                .filter(|&card| self.state.field.has(card))
                .ok_or_else(|| format!("[state]: attack: no Unit on the field is called `{name}`"))
        };
        let attacker = find(unit)?;
        if attacker.owner() != self.state.active {
            return Err(format!("[state]: attack: {unit} is not the turn player's"));
        }
        let target = if *target == "gigs" { Card::NONE } else { find(target)? };
        self.state.spent.insert(attacker);
        self.state.attack = Attack {
            stage: Stage::React,
            attacker,
            target,
            blockable: !self.holds(super::program::RuleKind::CantBeBlocked, attacker),
            target_was_spent: target.is_some() && self.state.spent.has(target),
            ..Attack::NONE
        };
        for list in [History::Attacked, History::Spent] {
            self.state.history[list as usize].insert(attacker);
        }
        Ok(())
    }
}

fn is_reserved(handle: &str) -> bool {
    read_die(handle).is_some()
        || matches!(
            handle,
            "A" | "B" | "L1" | "L2" | "L3" | "none" | "gigs" | "on" | "unit" | "gear" | "program" | "legend"
        )
}

/// A die in a Gig area as written: `d6=3`, or `B:d20=20`; without an owner it is the area's.
fn read_gig(text: &str, area: Player) -> Result<(Die, u8), String> {
    let wrong = || format!("gigs: `{text}`; expected a die and its value, as in d6=3 or B:d20=20");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let (owner, size) = match name.trim().split_once(':') {
        Some(("A", size)) => (Player::A, size),
        Some(("B", size)) => (Player::B, size),
        Some(_) => return Err(wrong()),
        None => (area, name.trim()),
    };
    let size = read_die(size).ok_or_else(wrong)?;
    let value: u8 = value.trim().parse().map_err(|_| wrong())?;
    if value == 0 || value > size.faces() {
        return Err(format!("gigs: a d{} never shows {value}", size.faces()));
    }
    Ok((Die::new(owner, size), value))
}

/// The words for zones, for messages.
pub(super) fn zone_words() -> String {
    list(&Zone::ALL.map(Zone::word), "or")
}

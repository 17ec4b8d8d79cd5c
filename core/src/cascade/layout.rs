//! Positions laid out by hand: the `[state]`, `[A]` and `[B]` of a scenario file.

use serde::Deserialize;

use super::cards::{CardDef, CardPool, CardType};
use super::effect::Attribute;
use super::matchup::{MatchUp, MatchUpError};
use super::settings::{AMBUSH_PLACES, MOST_ARMAMENTS, Settings};
use super::state::{Phase, Slot, Spot, State};
use super::words::Handles;
use super::{Cascade, Table};
use crate::bits::Card;
use crate::diagnostics::{did_you_mean, list};
use crate::game::Player;

/// How many fillers lie below the cards of a deck.
const FILLERS: usize = 10;

/// The tables of a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// What concerns both.
    #[serde(default)]
    pub state: Common,
    /// The first player's cards.
    #[serde(default, rename = "A")]
    pub a: Side,
    /// The second player's cards.
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
    pub recruited: u8,
}

impl Default for Common {
    fn default() -> Self {
        Self { turn: "A".into(), phase: "preparation".into(), number: 9, recruited: 0 }
    }
}

/// `[A]` or `[B]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct Side {
    pub leader: Option<Entry>,
    pub field: Vec<Placed>,
    pub realm: Option<Entry>,
    pub set: Vec<Entry>,
    pub hand: Vec<Entry>,
    pub deck: Vec<Entry>,
    pub deck_exact: bool,
    pub discard: Vec<Entry>,
    pub exile: Vec<Entry>,
    pub exhausted: u8,
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

/// A card with what is true of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the file, explained in the notation")]
pub struct Placed {
    pub card: String,
    pub r#as: Option<String>,
    pub at: Option<String>,
    pub damage: u8,
    pub captured: bool,
    pub recruited: bool,
    pub moved: bool,
    pub attacked: bool,
    pub frozen: bool,
    pub arms: Vec<Entry>,
    pub fresh: bool,
    pub shown: bool,
}

impl Entry {
    /// With its keys.
    fn placed(&self) -> Placed {
        match self {
            Self::Card(placed) => placed.clone(),
            Self::Id(card) => Placed { card: card.clone(), ..Placed::default() },
        }
    }
}

/// A position ready to be played.
pub type Position = crate::rulebook::Position<Cascade>;

/// A card without any effect: what fills decks, and the Leader of a side that names none.
fn blank(id: &str, kind: CardType, at: u8, hp: u8) -> CardDef {
    CardDef {
        id: id.into(),
        name: id.into(),
        kind,
        attribute: Attribute::Ember,
        rank: 3,
        at: Some(at),
        hp: Some(hp),
        keywords: Vec::new(),
        effects: Vec::new(),
    }
}

/// Where a card goes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    Spot(Slot),
    /// On the Soul before it.
    Arm,
    Realm,
    Set,
    Hand,
    Deck,
    Discard,
    Exile,
}

impl Place {
    /// In words, for messages.
    const fn words(self) -> &'static str {
        match self {
            Self::Spot(slot) if slot.is_altar() => "on the altar",
            Self::Spot(_) => "on a spot",
            Self::Arm => "on its bearer",
            Self::Realm => "in the Realm's place",
            Self::Set => "among the set ones",
            Self::Hand => "in the hand",
            Self::Deck => "in the deck",
            Self::Discard => "in the discard pile",
            Self::Exile => "in exile",
        }
    }
}

impl Placed {
    /// Refuses a key that says nothing about a card that lies there.
    fn check(&self, place: Place) -> Result<(), String> {
        let (stands, altar) = match place {
            Place::Spot(slot) => (true, slot.is_altar()),
            _ => (false, false),
        };
        let active = stands && !self.captured;
        let keys = [
            ("at", self.at.is_some(), stands && !altar),
            ("captured", self.captured, stands),
            ("damage", self.damage > 0, active),
            ("recruited", self.recruited, active),
            ("moved", self.moved, active),
            ("attacked", self.attacked, active),
            ("frozen", self.frozen, active),
            ("arms", !self.arms.is_empty(), stands),
            ("fresh", self.fresh, place == Place::Set),
            ("shown", self.shown, place == Place::Hand),
        ];
        match keys.into_iter().find(|&(_, said, fits)| said && !fits) {
            None => Ok(()),
            Some((key, ..)) if stands && self.captured => {
                Err(format!("{}: `{key}` says nothing about a captured Soul", self.card))
            }
            Some((key, ..)) => Err(format!("{}: `{key}` says nothing about a card {}", self.card, place.words())),
        }
    }
}

/// One card to lay down.
struct Piece {
    definition: CardDef,
    place: Place,
    placed: Placed,
}

impl Layout {
    /// Lays the position out.
    ///
    /// # Errors
    /// A message about the first thing that can't be: unknown cards, spots taken twice, handles used twice.
    pub fn build(&self, pool: &CardPool) -> Result<Position, String> {
        let mut pieces = [Vec::new(), Vec::new()];
        for (player, side) in Player::BOTH.into_iter().zip([&self.a, &self.b]) {
            pieces[player.index()] =
                side.pieces(player, pool).map_err(|error| format!("[{}]: {error}", player.letter()))?;
        }
        let lists = [0, 1].map(|at: usize| pieces[at].iter().map(|piece| &piece.definition).collect::<Vec<_>>());
        let match_up = MatchUp::of_cards([&lists[0], &lists[1]], Settings::ASSUMED).map_err(|error| match error {
            MatchUpError::TooLarge(count) => format!("{count} cards for one player; at most 63 beside the Leader fit"),
            other => other.to_string(),
        })?;
        let mut handles = Handles::new();
        let mut table = Table::lay_out(State::empty(), &match_up);
        for (player, side) in Player::BOTH.into_iter().zip([&self.a, &self.b]) {
            table
                .lay_pieces(player, &pieces[player.index()], &mut handles)
                .map_err(|error| format!("[{}]: {error}", player.letter()))?;
            table.state.exhausted[player.index()] = side.exhausted;
        }
        self.lay_common(&mut table.state)?;
        let state = table.state;
        Ok(Position { match_up, state, handles })
    }

    fn lay_common(&self, state: &mut State) -> Result<(), String> {
        let common = &self.state;
        state.active = match common.turn.as_str() {
            "A" => Player::A,
            "B" => Player::B,
            other => return Err(format!("[state]: turn `{other}` is no player; expected A or B")),
        };
        state.priority = state.active;
        state.turn = common.number;
        state.recruits = common.recruited;
        state.phase = match common.phase.as_str() {
            "draw" => Phase::Draw,
            "preparation" => Phase::Preparation,
            "battle" => Phase::Battle,
            "end" => Phase::End,
            other => return Err(format!("[state]: phase `{other}`; expected draw, preparation, battle or end")),
        };
        Ok(())
    }
}

impl Side {
    /// All cards, those that both players see first: they take the lowest numbers.
    fn pieces(&self, player: Player, pool: &CardPool) -> Result<Vec<Piece>, String> {
        let filler = blank("filler", CardType::Soul, 1, 1);
        let plain_leader = blank("plain-leader", CardType::Leader, 0, 10);
        let find = |id: &str| -> Result<CardDef, String> {
            if let Some(own) = [&filler, &plain_leader].into_iter().find(|own| own.id == id) {
                return Ok(own.clone());
            }
            pool.find(id).map(|card| pool.get(card).clone()).ok_or_else(|| {
                let hint = did_you_mean(id, pool.cards().iter().map(|card| card.id.as_str()));
                format!("no card `{id}`{}", hint.map_or(String::new(), |hint| format!("; {hint}")))
            })
        };
        let mut pieces = Vec::new();
        let mut add = |placed: Placed, place: Place, wanted: &[CardType]| -> Result<(), String> {
            let definition = find(&placed.card)?;
            if !wanted.is_empty() && !wanted.contains(&definition.kind) {
                let words: Vec<&str> = wanted.iter().map(|kind| kind.word()).collect();
                let found = definition.kind.word();
                return Err(format!("{} is of type {found}; expected {}", placed.card, list(&words, "or")));
            }
            placed.check(place)?;
            let arms = placed.arms.clone();
            pieces.push(Piece { definition, place, placed });
            for arm in &arms {
                let placed = arm.placed();
                let definition = find(&placed.card)?;
                if definition.kind != CardType::Armament {
                    return Err(format!("{} is no Armament", placed.card));
                }
                placed.check(Place::Arm)?;
                pieces.push(Piece { definition, place: Place::Arm, placed });
            }
            Ok(())
        };
        let leader = self.leader.as_ref().map_or_else(|| Entry::Id(plain_leader.id.clone()).placed(), Entry::placed);
        add(leader, Place::Spot(Slot::altar(player)), &[CardType::Leader])?;
        for placed in &self.field {
            let spot = placed.at.as_deref().ok_or_else(|| {
                format!("field: {} stands nowhere; expected at = \"front-1\" to \"third-3\"", placed.card)
            })?;
            let slot = Slot::of(player)
                .find(|slot| slot.word() == spot && !slot.is_altar())
                .ok_or_else(|| format!("field: no Soul stands on `{spot}`; expected front-1 to third-3"))?;
            add(placed.clone(), Place::Spot(slot), &[CardType::Soul])?;
        }
        if let Some(realm) = &self.realm {
            add(realm.placed(), Place::Realm, &[CardType::Realm])?;
        }
        for entry in &self.discard {
            add(entry.placed(), Place::Discard, &[])?;
        }
        for entry in &self.exile {
            add(entry.placed(), Place::Exile, &[])?;
        }
        if self.set.len() > AMBUSH_PLACES {
            return Err(format!("set: {} Ambushes; there are {AMBUSH_PLACES} places", self.set.len()));
        }
        for entry in &self.set {
            add(entry.placed(), Place::Set, &[CardType::Ambush])?;
        }
        let main = [CardType::Soul, CardType::Event, CardType::Ambush, CardType::Armament, CardType::Realm];
        for entry in &self.hand {
            add(entry.placed(), Place::Hand, &main)?;
        }
        // The deck is built from the bottom.
        let below = if self.deck_exact { 0 } else { FILLERS };
        let blank = Entry::Id(filler.id.clone());
        for entry in std::iter::repeat_n(&blank, below).chain(self.deck.iter().rev()) {
            add(entry.placed(), Place::Deck, &main)?;
        }
        Ok(pieces)
    }
}

impl Table<'_> {
    fn lay_pieces(&mut self, player: Player, pieces: &[Piece], handles: &mut Handles) -> Result<(), String> {
        let at = player.index();
        let mut bearer = Slot::NONE;
        for (number, piece) in pieces.iter().enumerate() {
            let card = Card::new(player, number as u8);
            let placed = &piece.placed;
            match piece.place {
                Place::Spot(slot) => {
                    if self.state.spots[slot.index()].soul.is_some() {
                        return Err(format!("{} is taken twice", slot.word()));
                    }
                    bearer = slot;
                    self.state.spots[slot.index()] = Spot { soul: card, ..Spot::EMPTY };
                    self.state.manned.insert(slot);
                    self.state.on_field.insert(card);
                }
                Place::Arm => {
                    let spot = &mut self.state.spots[bearer.index()];
                    let free = spot.arms.iter().position(|arm| !arm.is_some());
                    let Some(free) = free else {
                        return Err(format!("more than {MOST_ARMAMENTS} Armaments on {}", bearer.word()));
                    };
                    spot.arms[free] = card;
                    self.state.on_field.insert(card);
                }
                Place::Realm => {
                    self.state.realm[at] = card;
                    self.state.on_field.insert(card);
                }
                Place::Set => {
                    let places = &mut self.state.set[at];
                    let place = places.iter().position(|card| !card.is_some()).unwrap_or(0);
                    places[place] = card;
                    self.state.face_down.insert(card);
                    self.state.fresh[at] |= u8::from(placed.fresh) << place;
                }
                Place::Hand => {
                    self.state.hand.insert(card);
                    self.state.shown.set(card, placed.shown);
                }
                Place::Deck => {
                    let len = &mut self.state.deck_len[at];
                    self.state.order[at][*len as usize] = card.0;
                    *len += 1;
                    self.state.deck.insert(card);
                }
                Place::Discard => self.state.discard.insert(card),
                Place::Exile => self.state.exile.insert(card),
            }
            if let Some(name) = &placed.r#as
                && handles.insert(name.clone(), card).is_some()
            {
                return Err(format!("two cards are called `{name}`"));
            }
        }
        for piece in pieces {
            let Place::Spot(slot) = piece.place else { continue };
            let (placed, hp) = (&piece.placed, self.max_hp(slot));
            let spot = &mut self.state.spots[slot.index()];
            let flags = [
                (placed.recruited, Spot::RECRUITED),
                (placed.moved, Spot::MOVED),
                (placed.attacked, Spot::ATTACKED),
                (placed.frozen, Spot::FROZEN),
            ];
            spot.flags = flags.into_iter().filter(|flag| flag.0).fold(0, |flags, flag| flags | flag.1);
            spot.damage = placed.damage;
            if placed.captured {
                if !placed.arms.is_empty() || slot.is_altar() {
                    return Err(format!("{} can't be captured: it bears Armaments or is a Leader", placed.card));
                }
                spot.flags = Spot::CAPTURED;
                spot.damage = hp;
                self.state.on_field.remove(spot.soul);
                self.state.manned.remove(slot);
            } else if placed.damage >= hp {
                return Err(format!("{} has {hp} HP; it would be captured with {} damage", placed.card, placed.damage));
            }
        }
        Ok(())
    }
}

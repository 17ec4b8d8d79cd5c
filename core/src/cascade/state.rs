//! The position: spots with what stands on them, cards elsewhere as bits, the Cascade as data.
//!
//! [`State`] is `Copy` and holds no reference: a position can be kept, compared, searched at any decision. What is fixed
//! for a pairing of decks is in the [`MatchUp`](super::matchup::MatchUp).

use std::ops::{BitAnd, BitOr, Sub};

use super::check::MOST_TARGETS;
use super::program::EffectId;
use super::settings::{ALTAR_COLUMN, ALTAR_LINE, AMBUSH_PLACES, COLUMNS, LINES, MOST_ARMAMENTS};
use crate::bits::{Card, CardSet};
use crate::game::{Outcome, Player};
use crate::stack::{Listed, Stack};

/// A Soul Spot: 0 to 8 are A's from the left of the Front Line, 9 to 17 are B's.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u8);

impl Slot {
    /// How many a player has.
    pub const PER_PLAYER: u8 = LINES * COLUMNS;

    /// How many there are.
    pub const COUNT: usize = 2 * Self::PER_PLAYER as usize;

    /// Stands for "no spot".
    pub const NONE: Self = Self(255);

    /// The spot of this owner, line and column, both from 0.
    pub const fn new(owner: Player, line: u8, column: u8) -> Self {
        Self(owner as u8 * Self::PER_PLAYER + line * COLUMNS + column)
    }

    /// The altar of a player (4.2).
    pub const fn altar(owner: Player) -> Self {
        Self::new(owner, ALTAR_LINE, ALTAR_COLUMN)
    }

    /// All spots of a player, the Front Line first.
    pub fn of(owner: Player) -> impl Iterator<Item = Self> + Clone {
        (0..Self::PER_PLAYER).map(move |n| Self(owner as u8 * Self::PER_PLAYER + n))
    }

    /// All spots.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Whose side it is on.
    #[inline]
    pub const fn owner(self) -> Player {
        if self.0 < Self::PER_PLAYER { Player::A } else { Player::B }
    }

    /// The line, from 0.
    #[inline]
    pub const fn line(self) -> u8 {
        self.0 % Self::PER_PLAYER / COLUMNS
    }

    /// The column, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// Whether only the Leader stands there.
    #[inline]
    pub const fn is_altar(self) -> bool {
        self.0 % Self::PER_PLAYER == ALTAR_LINE * COLUMNS + ALTAR_COLUMN
    }

    /// The spot behind it, if there is one.
    pub const fn behind(self) -> Option<Self> {
        if self.line() + 1 < LINES { Some(Self(self.0 + COLUMNS)) } else { None }
    }

    /// Whether a move leads from one to the other (7.3).
    pub const fn is_next_to(self, other: Self) -> bool {
        let lines = self.line().abs_diff(other.line());
        let columns = self.column().abs_diff(other.column());
        self.owner() as u8 == other.owner() as u8 && lines + columns == 1
    }

    /// The place in an array kept per spot.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this names a spot at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 255
    }

    /// How the notation names it, without its side: `front-2`, `altar`.
    pub const fn word(self) -> &'static str {
        const WORDS: [&str; 9] =
            ["front-1", "front-2", "front-3", "second-1", "second-2", "second-3", "third-1", "altar", "third-3"];
        WORDS[(self.0 % Self::PER_PLAYER) as usize]
    }
}

/// A set of Soul Spots, a bit each.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SlotSet(pub u32);

impl SlotSet {
    /// None.
    pub const EMPTY: Self = Self(0);
    /// All.
    pub const ALL: Self = Self((1 << Slot::COUNT) - 1);
    /// The altars.
    pub const ALTARS: Self = Self(Self::of(Slot::altar(Player::A)).0 | Self::of(Slot::altar(Player::B)).0);

    /// The set of one; empty for [`Slot::NONE`].
    #[inline]
    pub const fn of(slot: Slot) -> Self {
        if slot.is_some() { Self(1 << slot.0) } else { Self::EMPTY }
    }

    /// All spots of a player.
    #[inline]
    pub const fn owned_by(player: Player) -> Self {
        Self(((1 << Slot::PER_PLAYER) - 1) << (player as u8 * Slot::PER_PLAYER))
    }

    /// A line of both players, from 0.
    pub const fn line(line: u8) -> Self {
        let columns = ((1 << COLUMNS) - 1) << (line * COLUMNS);
        Self(columns | columns << Slot::PER_PLAYER)
    }

    /// The spots to which a move leads from a spot (7.3).
    #[inline]
    pub const fn next_to(slot: Slot) -> Self {
        const NEXT: [SlotSet; Slot::COUNT] = {
            let mut next = [SlotSet::EMPTY; Slot::COUNT];
            let mut from = 0;
            while from < Slot::COUNT {
                let mut to = 0;
                while to < Slot::COUNT {
                    if Slot(from as u8).is_next_to(Slot(to as u8)) {
                        next[from].0 |= 1 << to;
                    }
                    to += 1;
                }
                from += 1;
            }
            next
        };
        NEXT[slot.index()]
    }

    /// Whether a spot is in the set.
    #[inline]
    pub const fn has(self, slot: Slot) -> bool {
        slot.0 < Slot::COUNT as u8 && self.0 >> slot.0 & 1 == 1
    }

    /// Adds a spot.
    #[inline]
    pub const fn insert(&mut self, slot: Slot) {
        self.0 |= Self::of(slot).0;
    }

    /// Takes a spot out.
    #[inline]
    pub const fn remove(&mut self, slot: Slot) {
        self.0 &= !Self::of(slot).0;
    }

    /// Exchanges the membership of two spots.
    #[inline]
    pub const fn exchange(&mut self, one: Slot, two: Slot) {
        if self.has(one) != self.has(two) {
            self.0 ^= Self::of(one).0 | Self::of(two).0;
        }
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The spots in their order.
impl Iterator for SlotSet {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Slot(first))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        slots.into_iter().fold(Self::EMPTY, |set, slot| set | Self::of(slot))
    }
}

impl BitAnd for SlotSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SlotSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for SlotSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// A Soul on its spot, and what goes along when it moves.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// Who stands here; [`Card::NONE`] on an empty spot.
    pub soul: Card,
    /// Its Armaments, from the first.
    pub arms: [Card; MOST_ARMAMENTS],
    /// Its damage; never more than its HP.
    pub damage: u8,
    /// AT it has gained as long as it stays.
    pub fury: i8,
    /// AT it has gained until the end of the turn.
    pub boost: i8,
    /// What it is and has done: [`Spot::CAPTURED`] and the others.
    pub flags: u8,
}

impl Spot {
    /// Nobody.
    pub const EMPTY: Self =
        Self { soul: Card::NONE, arms: [Card::NONE; MOST_ARMAMENTS], damage: 0, fury: 0, boost: 0, flags: 0 };
    /// It is captured: not active, on its spot until another comes (14.5.2).
    pub const CAPTURED: u8 = 1;
    /// It was recruited this turn.
    pub const RECRUITED: u8 = 2;
    /// It has moved this turn.
    pub const MOVED: u8 = 4;
    /// It has attacked this turn.
    pub const ATTACKED: u8 = 8;
    /// It can neither attack nor move.
    pub const FROZEN: u8 = 16;
    /// What froze it ends with this turn.
    pub const THAWING: u8 = 32;

    /// Whether one of these flags is up.
    #[inline]
    pub const fn is(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }
}

/// Where a card is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Zone {
    /// In the deck.
    Deck,
    /// In the hand.
    Hand,
    /// On a Soul Spot, active or captured; Armaments of those on it.
    Field,
    /// The Realm.
    Realm,
    /// A set Ambush.
    Set,
    /// In the discard pile.
    Discard,
    /// Exiled.
    Exile,
    /// On the Cascade, or being resolved.
    Cascade,
}

impl Zone {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Deck, Self::Hand, Self::Field, Self::Realm, Self::Set, Self::Discard, Self::Exile, Self::Cascade];

    /// The word the notation uses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Hand => "hand",
            Self::Field => "field",
            Self::Realm => "realm",
            Self::Set => "set",
            Self::Discard => "discard",
            Self::Exile => "exile",
            Self::Cascade => "cascade",
        }
    }
}

/// What a decision is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The Preparation Phase (6.3).
    Prepare,
    /// The Battle Phase: the next attack (8.1).
    Battle,
    /// Holding priority in a window (12.4).
    Respond,
    /// Which mandatory effect goes on the Cascade, with which targets (12.3).
    Trigger,
    /// Which card is discarded: as a cost, or down to the hand limit.
    Discard,
    /// Which Soul comes along, and where to.
    Put,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Prepare, Self::Battle, Self::Respond, Self::Trigger, Self::Discard, Self::Put];

    /// The word the notation uses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Battle => "battle",
            Self::Respond => "respond",
            Self::Trigger => "trigger",
            Self::Discard => "discard",
            Self::Put => "put",
        }
    }
}

/// The targets of an effect, remembered by slot; [`Slot::NONE`] behind the last.
pub type Targets = [Slot; MOST_TARGETS];

/// Something a player does. `concede` is always legal and never listed.
///
/// A card in a hidden zone stands for all its copies there.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Recruit a Soul (7.1).
    Recruit(Card, Slot),
    /// Move from a spot to the next (7.3).
    Move(Slot, Slot),
    /// Attach an Armament to the Soul on a spot (10.3).
    Attach(Card, Slot),
    /// Play a Realm (10.5).
    Realm(Card),
    /// Set an Ambush (10.4).
    Set(Card),
    /// Use an Activated Effect: of a Soul or Realm on the field, of an Event in hand, of a set Ambush.
    Use {
        /// The card whose effect it is: the granting one for a granted effect.
        source: Card,
        /// The Soul that uses it, Caster and Ambusher included; for a Realm the Realm.
        user: Card,
        /// Which effect.
        effect: EffectId,
        /// Its targets.
        targets: Targets,
    },
    /// Use an offered Timing Effect.
    Answer {
        /// Which offer, from 0.
        offer: u8,
        /// The card, as above.
        source: Card,
        /// The Soul, as above.
        user: Card,
        /// Its targets.
        targets: Targets,
    },
    /// Put a waiting mandatory effect on the Cascade.
    Trigger {
        /// Which of those that wait, from 0.
        pending: u8,
        /// Its targets.
        targets: Targets,
    },
    /// Attack the Soul on a spot with the one on another (8.2).
    Attack(Slot, Slot),
    /// Discard a card.
    Discard(Card),
    /// Put a Soul from the hand onto a spot.
    Put(Card, Slot),
    /// Put none.
    Decline,
    /// Pass the priority.
    Pass,
    /// End the phase.
    End,
    /// Give up.
    Concede,
}

/// Something that was triggered: who has the effect, and what it remembers (11.8.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Triggered {
    /// Whose effect.
    pub controller: Player,
    /// The card whose effect it is; [`Card::NONE`] for an Ambush, which may lie face down.
    pub source: Card,
    /// The Soul that has it.
    pub user: Card,
    /// Which effect.
    pub effect: EffectId,
    /// The Soul whose moment it was.
    pub subject: Card,
    /// The other Soul of the moment.
    pub cause: Card,
    /// Which entry of the Cascade targeted; 255 for none.
    pub about: u8,
}

impl Triggered {
    /// Nothing: fills unused places.
    pub const BLANK: Self = Self {
        controller: Player::A,
        source: Card::NONE,
        user: Card::NONE,
        effect: EffectId(0),
        subject: Card::NONE,
        cause: Card::NONE,
        about: NO_ENTRY,
    };
}

impl Listed for Triggered {
    const NAME: &'static str = "triggered effects";
}

/// Stands for "no entry of the Cascade".
pub const NO_ENTRY: u8 = 255;

/// An effect on the Cascade.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// Who used it, with what it remembers.
    pub by: Triggered,
    /// The definition of the source: its rank and attribute count even when it is gone.
    pub definition: u8,
    /// Its targets.
    pub targets: Targets,
    /// It was negated (13.5.1).
    pub negated: bool,
    /// The Soul that uses it has left the field since.
    pub user_left: bool,
    /// It was returned to the hand then.
    pub user_returned: bool,
}

impl Entry {
    /// Nothing: fills unused places.
    pub const BLANK: Self = Self {
        by: Triggered::BLANK,
        definition: 0,
        targets: [Slot::NONE; MOST_TARGETS],
        negated: false,
        user_left: false,
        user_returned: false,
    };
}

impl Listed for Entry {
    const NAME: &'static str = "effects on the Cascade";
}

/// An effect that is resolving, half done.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Resolving {
    /// Which.
    pub entry: Entry,
    /// Cards still to be discarded as a cost.
    pub discards: u8,
    /// Whether the cost is paid.
    pub paid: bool,
    /// The next operation.
    pub next: u8,
    /// The targets that something was done to, one bit each.
    pub acted: u8,
}

/// Where the turn is; windows open in between.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// The Draw Phase.
    Draw,
    /// The Preparation Phase.
    Preparation,
    /// The Battle Phase, between attacks.
    Battle,
    /// An attack is declared, the battle comes.
    Attack,
    /// The End Phase: a window, then what ends with the turn.
    End,
    /// Discarding down to the hand limit.
    Limit,
}

impl Phase {
    /// The word the notation uses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Preparation => "preparation",
            Self::Battle => "battle",
            Self::Attack => "attack",
            Self::End => "end",
            Self::Limit => "limit",
        }
    }
}

/// An attack under way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// Where the attacker stands.
    pub from: Slot,
    /// Where the attacked Soul stands.
    pub to: Slot,
    /// One of them has moved or left since (8.4.2).
    pub broken: bool,
}

impl Attack {
    /// None.
    pub const NONE: Self = Self { from: Slot::NONE, to: Slot::NONE, broken: false };
}

/// How often an effect was used by whom.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uses {
    /// The Soul that has it.
    pub user: Card,
    /// The card it comes from.
    pub source: Card,
    /// Which.
    pub effect: EffectId,
    /// This turn.
    pub turn: u8,
    /// In this duel.
    pub game: u8,
}

impl Uses {
    /// Nothing: fills unused places.
    pub const BLANK: Self = Self { user: Card::NONE, source: Card::NONE, effect: EffectId(0), turn: 0, game: 0 };
}

impl Listed for Uses {
    const NAME: &'static str = "counted limits";
}

/// How many effects the Cascade holds at most.
pub const MOST_ENTRIES: usize = 16;
/// How many offers and waiting effects there are at most, each.
pub const MOST_TRIGGERED: usize = 24;
/// How many limits are counted at most.
pub const MOST_USES: usize = 32;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Player,
    /// Where the turn is.
    pub phase: Phase,
    /// Whether a window is open.
    pub window: bool,
    /// How many passes in a row.
    pub passes: u8,
    /// Who holds priority.
    pub priority: Player,
    /// Who decides, and about what.
    pub decision: (Player, Kind),
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The spots.
    pub spots: [Spot; Slot::COUNT],
    /// The spots with an active Soul: what the spots say, at hand.
    pub manned: SlotSet,
    /// The Realms.
    pub realm: [Card; 2],
    /// The set Ambushes.
    pub set: [[Card; AMBUSH_PLACES]; 2],
    /// The places of those set this turn, one bit each.
    pub fresh: [u8; 2],
    /// Active cards on the field: Souls, their Armaments, Realms (9.1).
    pub on_field: CardSet,
    /// Hands.
    pub hand: CardSet,
    /// Decks.
    pub deck: CardSet,
    /// Set Ambushes.
    pub face_down: CardSet,
    /// Discard piles.
    pub discard: CardSet,
    /// Exiled cards.
    pub exile: CardSet,
    /// Cards in hidden zones that the opponent of their owner knows.
    pub shown: CardSet,
    /// Decks in order, the bottom first.
    pub order: [[u8; 64]; 2],
    /// How many cards each deck has.
    pub deck_len: [u8; 2],
    /// How many draws from an empty deck have hurt each Leader.
    pub exhausted: [u8; 2],
    /// Souls recruited this turn without an effect.
    pub recruits: u8,
    /// The attack under way.
    pub attack: Attack,
    /// The Cascade, the last entry on top.
    pub cascade: Stack<Entry, MOST_ENTRIES>,
    /// Mandatory effects that wait for their place on the Cascade.
    pub pending: Stack<Triggered, MOST_TRIGGERED>,
    /// Optional effects that may be used in this window.
    pub offers: Stack<Triggered, MOST_TRIGGERED>,
    /// The effect that is resolving.
    pub resolving: Option<Resolving>,
    /// Counted limits.
    pub uses: Stack<Uses, MOST_USES>,
}

const _: () = assert!(size_of::<State>() <= 2048, "a position fits 2 KiB");
const _: () = assert!(size_of::<Action>() <= 8, "an action fits 8 bytes");

impl State {
    /// An empty table before the first turn.
    pub fn empty() -> Self {
        Self {
            turn: 0,
            active: Player::A,
            phase: Phase::Draw,
            window: false,
            passes: 0,
            priority: Player::A,
            decision: (Player::A, Kind::Prepare),
            outcome: None,
            spots: [Spot::EMPTY; Slot::COUNT],
            manned: SlotSet::EMPTY,
            realm: [Card::NONE; 2],
            set: [[Card::NONE; AMBUSH_PLACES]; 2],
            fresh: [0; 2],
            on_field: CardSet::EMPTY,
            hand: CardSet::EMPTY,
            deck: CardSet::EMPTY,
            face_down: CardSet::EMPTY,
            discard: CardSet::EMPTY,
            exile: CardSet::EMPTY,
            shown: CardSet::EMPTY,
            order: [[0; 64]; 2],
            deck_len: [0; 2],
            exhausted: [0; 2],
            recruits: 0,
            attack: Attack::NONE,
            cascade: Stack::new(Entry::BLANK),
            pending: Stack::new(Triggered::BLANK),
            offers: Stack::new(Triggered::BLANK),
            resolving: None,
            uses: Stack::new(Uses::BLANK),
        }
    }

    /// The active Soul on a spot.
    #[inline]
    pub const fn soul(&self, slot: Slot) -> Option<Card> {
        if self.manned.has(slot) { Some(self.spots[slot.index()].soul) } else { None }
    }

    /// Where a Soul stands, active or captured.
    #[inline]
    pub fn slot_of(&self, card: Card) -> Option<Slot> {
        let first = card.owner() as u8 * Slot::PER_PLAYER;
        (first..first + Slot::PER_PLAYER).map(Slot).find(|slot| self.spots[slot.index()].soul == card)
    }

    /// Who bears an Armament.
    pub fn bearer(&self, card: Card) -> Option<Slot> {
        Slot::of(card.owner()).find(|slot| self.spots[slot.index()].arms.contains(&card))
    }

    /// The active Souls of a player with their spots, the Front Line first.
    #[inline]
    pub fn active_souls(&self, player: Player) -> impl Iterator<Item = (Slot, Card)> + '_ {
        (self.manned & SlotSet::owned_by(player)).map(|slot| (slot, self.spots[slot.index()].soul))
    }

    /// The cards of a deck, the bottom first.
    pub fn deck_order(&self, player: Player) -> &[u8] {
        &self.order[player.index()][..self.deck_len[player.index()] as usize]
    }

    /// Where a card is.
    pub fn zone(&self, card: Card) -> Zone {
        if self.deck.has(card) {
            Zone::Deck
        } else if self.hand.has(card) {
            Zone::Hand
        } else if self.face_down.has(card) {
            Zone::Set
        } else if self.discard.has(card) {
            Zone::Discard
        } else if self.exile.has(card) {
            Zone::Exile
        } else if self.realm.contains(&card) {
            Zone::Realm
        } else if self.slot_of(card).is_some() || self.bearer(card).is_some() {
            Zone::Field
        } else {
            Zone::Cascade
        }
    }
}

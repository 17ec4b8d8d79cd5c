//! The position: cards as bits, half-resolved effects as data.
//!
//! [`State`] is `Copy` and holds no reference: a position can be kept, compared, searched at any decision. What is fixed
//! for a pairing of decks is in the [`MatchUp`](super::matchup::MatchUp).

use arrayvec::ArrayVec;

use super::cards::CardType;
use super::program::EffectId;
use crate::bits::{Card, CardSet, Die, DieSet};
use crate::game::{Outcome, Player};
use crate::stack::{Listed, Stack};

/// Where a card is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Zone {
    /// 5.5
    Deck,
    /// 5.4
    Hand,
    /// 5.6, equipped Gear of Units included.
    Field,
    /// 5.7, equipped Gear of Legends there included.
    Legends,
    /// 5.8
    Eddies,
    /// 5.9
    Trash,
    /// 5.13
    Removed,
    /// Being played: in no area (4.14.2).
    Resolving,
}

impl Zone {
    /// The word the notation uses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Hand => "hand",
            Self::Field => "field",
            Self::Legends => "legends",
            Self::Eddies => "eddies",
            Self::Trash => "trash",
            Self::Removed => "removed",
            Self::Resolving => "resolving",
        }
    }

    /// All zones.
    pub const ALL: [Self; 8] =
        [Self::Deck, Self::Hand, Self::Field, Self::Legends, Self::Eddies, Self::Trash, Self::Removed, Self::Resolving];
}

/// What a decision is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// 7.9.2
    Mulligan,
    /// 8.6.5.1
    Roll,
    /// 8.10
    Main,
    /// 9.7
    React,
    /// 11.8
    Pay,
    /// 10.12
    Order,
    /// 10.31
    Choose,
}

impl Kind {
    /// The word the notation uses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mulligan => "mulligan",
            Self::Roll => "roll",
            Self::Main => "main",
            Self::React => "react",
            Self::Pay => "pay",
            Self::Order => "order",
            Self::Choose => "choose",
        }
    }
}

/// Something a player does. `concede` is always legal and never listed.
///
/// A card in a hidden zone stands for all its copies there.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Keep the opening hand.
    Keep,
    /// Take the mulligan (7.9.3).
    Mulligan,
    /// Roll in this die (8.6.5).
    Roll(Die),
    /// Sell (8.11).
    Sell(Card),
    /// Call the Legend in this place, 0 to 2 (8.12).
    Call(u8),
    /// Play a Unit, a Program, or a Legend without GO SOLO (8.13).
    Play(Card),
    /// Play a Gear on a host.
    PlayOn(Card, Card),
    /// GO SOLO (11.25).
    Solo(Card),
    /// Use the source's n-th activated effect, from 0 (8.14). A Gear's text is named by the Gear.
    Use(Card, u8),
    /// Attack a Unit (8.15).
    Attack(Card, Card),
    /// Attack the rival Gig area.
    AttackGigs(Card),
    /// End the turn (8.9).
    End,
    /// BLOCKER (9.9).
    Block(Card),
    /// End the React Step (9.12).
    Pass,
    /// Pay with the Legends in these places (bits), the rest with Eddies.
    Pay(u8),
    /// Resolve the source's n-th pending effect, from 0 (10.12).
    Resolve(Card, u8),
    /// Choose a card.
    Choose(Card),
    /// Choose the face-down Legend in this place, 0 to 2.
    ChoosePlace(u8),
    /// Choose a die.
    ChooseDie(Die),
    /// Choose a number: an amount, or a mode from 1.
    ChooseNumber(i8),
    /// Choose a card type.
    ChooseType(CardType),
    /// Choose nothing (more).
    ChooseNone,
    /// Do it.
    Yes,
    /// Don't.
    No,
    /// Lose (1.16).
    Concede,
}

/// Which part of the game comes next when nothing is pending.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// The first player's mulligan, then the second's (7.9.2).
    Mulligan,
    /// The turn is about to begin.
    Start,
    /// 8.6.3
    Ready,
    /// 8.6.4
    Draw,
    /// 8.6.5
    RollIn,
    /// 8.9
    Main,
    /// 8.16.1
    End,
    /// 8.16.2, 8.17
    Cleanup,
}

/// What an attack is at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// No attack is under way.
    None,
    /// Declared; its effects resolve (9.5).
    Declared,
    /// React Step (9.7).
    React,
    /// Fight Step, result known, its effects resolve (9.18).
    Fight,
    /// The losers' defeats have happened or are under way (9.19).
    Result,
    /// Steal Step (9.21).
    Steal,
}

/// The attack under way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// How far it is.
    pub stage: Stage,
    /// Who attacks.
    pub attacker: Card,
    /// The Unit attacked, or none: the Gig area.
    pub target: Card,
    /// Whether BLOCKER may be used against it, read at the declaration.
    pub blockable: bool,
    /// Whether the target was spent when it became the target (9.26.3).
    pub target_was_spent: bool,
    /// Whether attacker and target lost, and whether the other could defeat it (9.19.2).
    pub defeats: [bool; 2],
    /// Set by an effect of the Fight Step, from the fight to the end of the attack.
    pub fighting: bool,
}

impl Attack {
    /// No attack.
    pub const NONE: Self = Self {
        stage: Stage::None,
        attacker: Card::NONE,
        target: Card::NONE,
        blockable: true,
        target_was_spent: false,
        defeats: [false; 2],
        fighting: false,
    };
}

/// What a frame of the stack runs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Job {
    /// An effect's instructions.
    Effect,
    /// Paying €$ (11.8).
    Pay,
    /// Playing a card (11.4).
    Play,
    /// Calling a Legend (11.11).
    Call,
    /// Defeating cards (9.19.1.1).
    Defeat,
    /// Stealing Gigs (6.7.2).
    Steal,
    /// Rolling in a Gig (8.6.5).
    RollIn,
}

/// How a card is played.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Manner {
    /// For its price.
    Paid,
    /// With GO SOLO.
    Solo,
    /// For free.
    Free,
}

/// One level of what is half done.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// What it runs.
    pub job: Job,
    /// Who "you" is now.
    pub you: Player,
    /// Whose effect it is.
    pub owner: Player,
    /// Which effect.
    pub effect: EffectId,
    /// Where its code goes on, or how far a procedure is.
    pub pc: u16,
    /// The step before did something.
    pub did: bool,
    /// The source, for a Gear's text its host.
    pub this: Card,
    /// Where it was when the effect began.
    pub this_zone: Zone,
    /// The source itself.
    pub source: Card,
    /// The subject of the event; the card a procedure is about.
    pub subject: Card,
    /// Where it was when the effect began.
    pub subject_zone: Zone,
    /// The opponent; the host of a Gear that is played.
    pub other: Card,
    /// The die of the event.
    pub die: Die,
    /// The card a floating effect kept.
    pub held: Card,
    /// The first of its registers.
    pub base: u8,
    /// How many it has.
    pub registers: u8,
    /// What is left: to choose, to pay, to steal.
    pub left: i8,
    /// Bits: modes chosen; replacements tried.
    pub mask: u16,
    /// How a card is played.
    pub manner: Manner,
    /// Whether the card goes under the deck afterwards.
    pub bottom: bool,
}

impl Frame {
    /// A frame of a procedure with everything else empty.
    pub const fn new(job: Job, you: Player) -> Self {
        Self {
            job,
            you,
            owner: you,
            effect: EffectId(u16::MAX),
            pc: 0,
            did: false,
            this: Card::NONE,
            this_zone: Zone::Resolving,
            source: Card::NONE,
            subject: Card::NONE,
            subject_zone: Zone::Resolving,
            other: Card::NONE,
            die: Die::NONE,
            held: Card::NONE,
            base: 0,
            registers: 0,
            left: 0,
            mask: 0,
            manner: Manner::Paid,
            bottom: false,
        }
    }

    /// In `left` of an activated effect: its source is still to be spent.
    pub const TO_SPEND: i8 = -1;
}

/// An effect that waits to resolve (10.11).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pending {
    /// Which effect.
    pub effect: EffectId,
    /// Whose.
    pub owner: Player,
    /// The source, for a Gear's text its host.
    pub this: Card,
    /// Where it is.
    pub this_zone: Zone,
    /// The source itself.
    pub source: Card,
    /// The subject of the event.
    pub subject: Card,
    /// Where it is.
    pub subject_zone: Zone,
    /// The opponent.
    pub other: Card,
    /// The die.
    pub die: Die,
    /// The card a floating effect kept.
    pub held: Card,
    /// Entries with the same moment became pending at the same time.
    pub moment: u8,
    /// The source's place on the table then: field left to right, then Legends, a host before its Gear.
    pub rank: u8,
}

/// When a floating effect ends.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ends {
    /// At the end of this turn (8.16.2).
    ThisTurn,
    /// It holds during the next turn only.
    NextTurn,
    /// At the start of the owner's next turn (8.6.2.1).
    OwnersTurn,
    /// With the event that its duration names: waiting for it.
    Awaits,
    /// With the event that its duration names: it is under way.
    UnderWay,
}

/// A rule, or a "next time", that outlives the effect that made it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Floating {
    /// Which (place in the table of the match-up).
    pub what: u16,
    /// Whose.
    pub owner: Player,
    /// The source of the effect that made it.
    pub this: Card,
    /// The card it is about.
    pub held: Card,
    /// The amount fixed when it was made.
    pub amount: i16,
    /// When it ends.
    pub ends: Ends,
}

/// What was last known of a card that left (10.10.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LastValid {
    /// Which card.
    pub card: Card,
    /// Whether it had Gear.
    pub equipped: bool,
    /// Whether it was spent.
    pub spent: bool,
    /// Its power.
    pub power: i16,
}

impl Listed for u128 {
    const NAME: &'static str = "registers";
}

impl Listed for Frame {
    const NAME: &'static str = "frames";
}

impl Listed for Pending {
    const NAME: &'static str = "pending effects";
}

impl Listed for Floating {
    const NAME: &'static str = "floating effects";
}

impl Listed for LastValid {
    const NAME: &'static str = "cards with last valid information";
}

/// What the turn's history keeps: the cards that did it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is named for what it is")]
pub enum History {
    Played,
    Attacked,
    Spent,
    Defeated,
    Stole,
    WonFight,
    /// Those that matched the one pattern that printed facts can't decide, see `Program::dynamic_first`.
    Dynamic,
}

impl History {
    /// How many.
    pub const COUNT: usize = 7;
}

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Hands.
    pub hand: CardSet,
    /// Decks.
    pub deck: CardSet,
    /// Units and Legends on the fields.
    pub field: CardSet,
    /// Legends in the Legends areas.
    pub legends: CardSet,
    /// Trashes.
    pub trash: CardSet,
    /// Eddies.
    pub eddies: CardSet,
    /// Removed from the game.
    pub removed: CardSet,
    /// Equipped Gear.
    pub equipped: CardSet,
    /// Spent cards (not Eddies).
    pub spent: CardSet,
    /// Lagging Units (11.3).
    pub lag: CardSet,
    /// Legends that went solo this turn: they may attack (11.25.1).
    pub solo: CardSet,
    /// Face-up Legends.
    pub face_up: CardSet,
    /// Cards in hidden zones, and face-down Legends, that a player knows.
    pub known: [CardSet; 2],
    /// This turn's history.
    pub history: [CardSet; History::COUNT],
    /// Bound sets of the running effects: cards, dice or a card type, as bits.
    pub registers: Stack<u128, 14>,
    /// Per player, one row of 64 places: the deck from the left, bottom first, and the field from the right.
    pub row: [[u8; 64]; 2],
    /// The host of each equipped Gear; the power given this turn to each other card (no card needs both, 3.17.3.3).
    pub link: [i8; 128],
    /// Where the cards of each register are.
    pub register_zone: [Zone; 14],
    /// Half-done effects and procedures, innermost last.
    pub frames: Stack<Frame, 12>,
    /// Waiting effects.
    pub pending: Stack<Pending, 32>,
    /// Rules and "next times" in force.
    pub floating: Stack<Floating, 32>,
    /// Last valid information.
    pub last_valid: Stack<LastValid, 16>,
    /// Per observer and owner: bit i says that the deck's positions i and i + 1, from the bottom, are in one block
    /// whose order the observer doesn't know.
    pub joined: [[u64; 2]; 2],
    /// The attack under way.
    pub attack: Attack,
    /// Legends areas, places from the left; [`Card::NONE`] where one has left.
    pub places: [[Card; 3]; 2],
    /// Gig areas.
    pub gigs: [DieSet; 2],
    /// Values of the dice.
    pub values: [u8; Die::COUNT],
    /// Cards in the decks.
    pub deck_len: [u8; 2],
    /// Units on the fields.
    pub field_len: [u8; 2],
    /// How many Eddies are spent.
    pub eddies_spent: [u8; 2],
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Player,
    /// What comes next.
    pub phase: Phase,
    /// Whose pending effects are being resolved (10.13).
    pub resolving: Option<Player>,
    /// Counts moments, see [`Pending::moment`].
    pub moment: u8,
    /// Who has to decide what; meaningless after the end.
    pub decision: (Player, Kind),
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// This turn's Sell is used.
    pub sold: bool,
    /// This turn's Call of each player is used.
    pub called: [bool; 2],
    /// Overtime (1.11).
    pub overtime: bool,
    /// Consecutive turns, the latest that has begun included, that began with an empty fixer area of their player.
    pub empty_starts: u8,
    /// Who has taken a mulligan decision.
    pub mulligans: u8,
}

/// Nothing here is larger than the design allows: a search clones a state once an iteration.
const _: () = assert!(size_of::<State>() <= 2048);

impl State {
    /// A table with nothing on it: no card anywhere, all dice in their fixer areas.
    pub fn empty() -> Self {
        let effect = EffectId(u16::MAX);
        Self {
            hand: CardSet::EMPTY,
            deck: CardSet::EMPTY,
            field: CardSet::EMPTY,
            legends: CardSet::EMPTY,
            trash: CardSet::EMPTY,
            eddies: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            equipped: CardSet::EMPTY,
            spent: CardSet::EMPTY,
            lag: CardSet::EMPTY,
            solo: CardSet::EMPTY,
            face_up: CardSet::EMPTY,
            known: [CardSet::EMPTY; 2],
            history: [CardSet::EMPTY; History::COUNT],
            registers: Stack::new(0),
            row: [[0; 64]; 2],
            link: [0; 128],
            register_zone: [Zone::Resolving; 14],
            frames: Stack::new(Frame::new(Job::Effect, Player::A)),
            pending: Stack::new(Pending {
                effect,
                owner: Player::A,
                this: Card::NONE,
                this_zone: Zone::Resolving,
                source: Card::NONE,
                subject: Card::NONE,
                subject_zone: Zone::Resolving,
                other: Card::NONE,
                die: Die::NONE,
                held: Card::NONE,
                moment: 0,
                rank: 0,
            }),
            floating: Stack::new(Floating {
                what: 0,
                owner: Player::A,
                this: Card::NONE,
                held: Card::NONE,
                amount: 0,
                ends: Ends::ThisTurn,
            }),
            last_valid: Stack::new(LastValid { card: Card::NONE, equipped: false, spent: false, power: 0 }),
            joined: [[0; 2]; 2],
            attack: Attack::NONE,
            places: [[Card::NONE; 3]; 2],
            gigs: [DieSet::EMPTY; 2],
            values: [1; Die::COUNT],
            deck_len: [0; 2],
            field_len: [0; 2],
            eddies_spent: [0; 2],
            turn: 0,
            active: Player::A,
            phase: Phase::Mulligan,
            resolving: None,
            moment: 0,
            decision: (Player::A, Kind::Mulligan),
            outcome: None,
            sold: false,
            called: [false; 2],
            overtime: false,
            empty_starts: 0,
            mulligans: 0,
        }
    }

    /// Where a card is.
    pub fn zone(&self, card: Card) -> Zone {
        if self.equipped.has(card) {
            return self.zone(self.host(card));
        }
        if self.field.has(card) {
            Zone::Field
        } else if self.hand.has(card) {
            Zone::Hand
        } else if self.deck.has(card) {
            Zone::Deck
        } else if self.legends.has(card) {
            Zone::Legends
        } else if self.trash.has(card) {
            Zone::Trash
        } else if self.eddies.has(card) {
            Zone::Eddies
        } else if self.removed.has(card) {
            Zone::Removed
        } else {
            Zone::Resolving
        }
    }

    /// The host of an equipped Gear.
    #[inline]
    pub fn host(&self, gear: Card) -> Card {
        debug_assert!(self.equipped.has(gear));
        Card(self.link[gear.index()] as u8)
    }

    /// The Gear on a card.
    #[inline]
    pub fn gear_on(&self, host: Card) -> CardSet {
        self.gear_among(self.equipped.of_player(host.owner()), host)
    }

    /// The Gear on a card, of those in `among`, which are equipped.
    #[inline]
    pub fn gear_among(&self, among: CardSet, host: Card) -> CardSet {
        if among.is_empty() { among } else { among.filter(|&gear| self.host(gear) == host).collect() }
    }

    /// All cards that have Gear.
    #[inline]
    pub fn hosts(&self) -> CardSet {
        self.equipped.map(|gear| self.host(gear)).collect()
    }

    /// The power given to a card this turn.
    #[inline]
    pub fn given(&self, card: Card) -> i16 {
        if self.equipped.has(card) { 0 } else { i16::from(self.link[card.index()]) }
    }

    /// Cards whose text works: Units, face-up Legends, equipped Gear (10.22.3).
    #[inline]
    pub fn active(&self) -> CardSet {
        self.field | (self.legends & self.face_up) | self.equipped
    }

    /// The units of a field from left to right.
    pub fn line(&self, player: Player) -> impl DoubleEndedIterator<Item = Card> + '_ {
        let row = &self.row[player.index()];
        (0..self.field_len[player.index()] as usize).map(move |i| Card(row[63 - i]))
    }

    /// The cards of a deck from the bottom to the top.
    pub fn deck_order(&self, player: Player) -> &[u8] {
        &self.row[player.index()][..self.deck_len[player.index()] as usize]
    }

    /// The top `count` cards of a deck, or as many as there are, the top first.
    pub fn top(&self, player: Player, count: usize) -> ArrayVec<Card, 64> {
        self.deck_order(player).iter().rev().take(count).map(|&card| Card(card)).collect()
    }

    /// The place of a Legend in its Legends area.
    pub fn place(&self, legend: Card) -> Option<u8> {
        self.places[legend.owner().index()].iter().position(|&card| card == legend).map(|at| at as u8)
    }

    /// The dice in a player's fixer area.
    #[inline]
    pub fn fixer(&self, player: Player) -> DieSet {
        DieSet::owned_by(player) - (self.gigs[0] | self.gigs[1])
    }

    /// Whose Gig area a die is in.
    pub fn gig_area(&self, die: Die) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.gigs[player.index()].has(die))
    }

    /// How many ready Eddies a player has.
    #[inline]
    pub fn ready_eddies(&self, player: Player) -> u8 {
        self.eddies.half(player).count_ones() as u8 - self.eddies_spent[player.index()]
    }
}

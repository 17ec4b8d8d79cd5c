//! The compiled form of card text: flat instructions and the expressions they read.
//!
//! [`effect`](super::effect) is what a card file says; this is what the interpreter runs. A choosing step becomes a
//! choice into a register and then the verb; `If`, `May`, `Modes` and `EachPlayer` become jumps. Filters on what can't
//! change (type, colour, tag, name, printed cost) become masks made once per match-up ([`MaskId`]).
//!
//! | file | what |
//! |---|---|
//! | `compile` | steps become instructions |
//! | `expressions` | what steps, events and rules read becomes expressions |
//! | `names` | which register holds what a step has bound |
//! | [`touches`] | which parts of a position an effect reads and writes |

mod compile;
mod expressions;
mod names;
pub mod touches;

pub use touches::Touches;

use super::cards::{CardDef, CardType};
use super::effect::{Ability, Area, Chooser, Color, Destination, Keyword, Paid, Side};

/// Where instructions jump to, counted in the code of a match-up.
pub type Address = u16;

/// A mask over the cards of a match-up: a property that can't change.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MaskId(pub u16);

/// A place in the table of effects.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EffectId(pub u16);

/// A property that can't change during a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fixed {
    /// Printed type.
    Type(CardType),
    /// Printed tag.
    Tag(String),
    /// Colour.
    Color(Color),
    /// Printed name.
    Named(String),
    /// Printed cost value compared with a number; null counts as 0 (3.11.2.3).
    Cost(Order, i16),
    /// Printed keyword.
    Keyword(Keyword),
}

impl Fixed {
    /// Whether a card has the property.
    pub fn holds(&self, card: &CardDef) -> bool {
        match self {
            Self::Type(kind) => card.kind == *kind,
            Self::Tag(tag) => card.tags.iter().any(|t| t == tag),
            Self::Color(color) => card.color == *color,
            Self::Named(name) => card.name.eq_ignore_ascii_case(name),
            Self::Cost(order, number) => order.holds(i16::from(card.cost.unwrap_or(0)), *number),
            Self::Keyword(keyword) => card
                .abilities
                .iter()
                .flatten()
                .any(|ability| matches!(ability, Ability::Keyword(printed) if printed == keyword)),
        }
    }
}

/// How two numbers compare.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Order {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `>`
    More,
}

impl Order {
    /// Whether `left` compares so with `right`.
    #[inline]
    pub const fn holds(self, left: i16, right: i16) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Less => left < right,
            Self::More => left > right,
        }
    }
}

/// A comparison of a number with an expression.
#[derive(Clone, Debug)]
pub enum Check {
    /// Compare with any of the numbers the expression stands for.
    With(Order, Num),
    /// Even.
    Even,
    /// Odd.
    Odd,
}

/// A set of cards: a base, narrowed.
#[derive(Clone, Debug)]
pub struct SetExpr {
    /// Where the cards come from.
    pub base: Base,
    /// What each of them has to be.
    pub filters: Vec<Filter>,
}

/// Where the cards of a set come from.
#[derive(Clone, Debug)]
pub enum Base {
    /// The source or its host.
    This,
    /// The subject of the event or the rule.
    Subject,
    /// The opponent in the fight.
    Opponent,
    /// What a register of the running effect holds.
    Register(u8),
    /// The card a floating effect keeps.
    Held,
    /// Units on the field.
    Units(Side),
    /// Legends in both areas.
    Legends(Side),
    /// Equipped Gear.
    Gear(Side),
    /// Every Program card.
    Programs(Side),
    /// Your cards in these areas.
    From(Vec<Area>),
    /// The top of your deck.
    Top(Num),
}

/// A property to test.
#[derive(Clone, Debug)]
pub enum Filter {
    /// In a mask.
    Mask(MaskId),
    /// A Legend: seen on the back too (3.4.1).
    Legend,
    /// A Unit, or a Legend on the field (4.2.1).
    Unit,
    /// Of the card type a register holds.
    OfType(u8),
    /// Has a keyword.
    Has(Keyword),
    /// Cost value.
    Cost(Check),
    /// Power.
    Power(Check),
    /// Spent.
    Spent,
    /// Ready.
    Ready,
    /// Face-up.
    FaceUp,
    /// Face-down.
    FaceDown,
    /// With Gear.
    Equipped,
    /// Without.
    Unequipped,
    /// A Gear on one of these.
    EquippedTo(Box<SetExpr>),
    /// Entered this turn.
    PlayedThisTurn,
    /// The attacker.
    Attacking,
    /// In a fight against such an opponent.
    Fighting(Vec<Filter>),
    /// None of these.
    Other(Box<SetExpr>),
    /// Any of these.
    Or(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
}

/// A set of dice, to read.
#[derive(Clone, Debug)]
pub enum DiceExpr {
    /// The die of the event.
    ThatGig,
    /// What a register holds.
    Register(u8),
    /// Gigs a side controls.
    Gigs(Side, Vec<DieFilter>),
}

/// A property of a die.
#[derive(Clone, Debug)]
pub enum DieFilter {
    /// Number of faces.
    Faces(u8),
    /// Shows 1.
    Min,
    /// Shows the highest.
    Max,
    /// Its value.
    Value(Check),
    /// Not in this register.
    Other(u8),
    /// In another Gig area than the die in this register.
    AnotherPlayers(u8),
    /// Not this.
    Not(Box<DieFilter>),
}

/// A number, possibly null.
#[derive(Clone, Debug)]
pub enum Num {
    /// A plain number.
    Const(i16),
    /// How many cards.
    Count(Box<SetExpr>),
    /// How many Gigs.
    Gigs(Side, Vec<DieFilter>),
    /// How many dice in the fixer area.
    FixerDice(Side),
    /// Value-pairs (6.5).
    ValuePairs,
    /// Different values among your Gigs.
    DifferentValues,
    /// Street Cred (11.2).
    StreetCred(Side),
    /// Power of the cards.
    Power(Box<SetExpr>),
    /// Cost value of the cards.
    Cost(Box<SetExpr>),
    /// Values of the dice.
    Value(Box<DiceExpr>),
    /// A multiple.
    Times(i16, Box<Num>),
    /// A difference.
    Minus(Box<Num>, Box<Num>),
    /// One or the other.
    If(Box<Test>, Box<Num>, Box<Num>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Test {
    /// One of the cards is so: the set with these filters added isn't empty.
    Any(SetExpr),
    /// One of the dice is so.
    AnyDie(DiceExpr, Vec<DieFilter>),
    /// A comparison.
    Compare(Num, Check),
    /// It has happened this turn.
    ThisTurn(EventKind, SetExpr),
    /// Your turn.
    YourTurn,
    /// The step before did something.
    Did,
    /// All hold.
    All(Vec<Test>),
    /// One holds.
    AnyOf(Vec<Test>),
    /// Does not hold.
    Not(Box<Test>),
}

/// The kinds of event; their place in the masks that find hearers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "they are those of `effect::Event`, documented there")]
pub enum EventKind {
    Played,
    Called,
    Attacks,
    Defeated,
    Spent,
    UsesBlocker,
    Fights,
    WinsFight,
    LosesFight,
    Steals,
    StealsSome,
    RollsIn,
    Rolls,
    Adjusts,
    Swaps,
    StartOfTurn,
    EndOfTurn,
}

impl EventKind {
    /// How many kinds there are.
    pub const COUNT: usize = 17;
}

/// An event to match.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What happens.
    pub kind: EventKind,
    /// To whom: the card, for events that have a subject.
    pub who: Option<SetExpr>,
    /// By whom, for events that players cause.
    pub side: Option<Side>,
    /// Whose Gigs, for adjusting.
    pub whose: Option<Side>,
    /// What the opponent of a fight is.
    pub opponent: Vec<Filter>,
    /// What the die is.
    pub die: Vec<DieFilter>,
    /// The source (or its host) is the subject, and that is all: most triggers. So one comparison tells.
    pub plain: bool,
}

/// What kind of effect it is.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// Triggered; with `first`, the list of history a first time is read from.
    Triggered {
        /// Only the first time each turn.
        first: bool,
    },
    /// Activated.
    Activated {
        /// As a reaction too.
        quick: bool,
        /// €$ to pay.
        pay: Option<Num>,
        /// Whether the source is spent.
        spend: bool,
    },
    /// Replacement.
    Replacement {
        /// Optional.
        may: bool,
    },
    /// A Program's.
    Resolve,
    /// What a "next time" does.
    Next,
}

/// An effect with its code.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The kind and what only that kind has.
    pub kind: EffectKind,
    /// The events that trigger it, or the one it replaces.
    pub on: Vec<Pattern>,
    /// The kinds of those events, as bits.
    pub hears: u32,
    /// Where its code starts.
    pub code: Address,
    /// How many registers it uses.
    pub registers: u8,
    /// The register that receives the card a floating effect kept.
    pub held: Option<u8>,
    /// What it reads and writes, to see whether an order can matter.
    pub touches: Touches,
    /// Its number among the abilities of its card, for the order in which a card's effects are named.
    pub nth: u8,
}

/// A rule with its expressions compiled.
#[derive(Clone, Debug)]
pub enum RuleExpr {
    /// More power.
    Power(Num),
    /// A keyword.
    Has(Keyword),
    /// More targets.
    CanAttack(AimExpr),
    /// Attacks on the turn it is played.
    CanAttackWhenPlayed(AimExpr),
    /// No such attacks.
    CantAttack(AimExpr),
    /// Has to attack.
    MustAttack,
    /// Can't be readied.
    CantReady,
    /// Can't be blocked.
    CantBeBlocked,
    /// Survives lost fights.
    CantBeDefeatedInFight,
    /// Wins against these.
    WinsFights(Vec<Filter>),
    /// Can't steal such.
    CantSteal(Vec<DieFilter>),
    /// Steals fewer.
    StealsFewer(Num),
    /// Price.
    Price(Paid, PriceChange, Num),
}

/// How a price changes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PriceChange {
    /// Less.
    Less,
    /// More.
    More,
    /// A price of its own.
    Becomes,
}

/// The kinds of rule; their place in the masks that find who says one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "they are those of `effect::Rule`, documented there")]
pub enum RuleKind {
    Power,
    Has,
    CanAttack,
    CanAttackWhenPlayed,
    CantAttack,
    MustAttack,
    CantReady,
    CantBeBlocked,
    CantBeDefeatedInFight,
    WinsFights,
    CantSteal,
    StealsFewer,
    Price,
}

impl RuleKind {
    /// How many kinds there are.
    pub const COUNT: usize = 13;
}

impl RuleExpr {
    /// The kind of rule.
    pub const fn kind(&self) -> RuleKind {
        match self {
            Self::Power(_) => RuleKind::Power,
            Self::Has(_) => RuleKind::Has,
            Self::CanAttack(_) => RuleKind::CanAttack,
            Self::CanAttackWhenPlayed(_) => RuleKind::CanAttackWhenPlayed,
            Self::CantAttack(_) => RuleKind::CantAttack,
            Self::MustAttack => RuleKind::MustAttack,
            Self::CantReady => RuleKind::CantReady,
            Self::CantBeBlocked => RuleKind::CantBeBlocked,
            Self::CantBeDefeatedInFight => RuleKind::CantBeDefeatedInFight,
            Self::WinsFights(_) => RuleKind::WinsFights,
            Self::CantSteal(_) => RuleKind::CantSteal,
            Self::StealsFewer(_) => RuleKind::StealsFewer,
            Self::Price(..) => RuleKind::Price,
        }
    }

    /// The amount that `Give` fixes when it happens.
    pub const fn amount(&self) -> Option<&Num> {
        match self {
            Self::Power(num) | Self::StealsFewer(num) | Self::Price(_, _, num) => Some(num),
            _ => None,
        }
    }
}

/// What an attack may aim at.
#[derive(Clone, Debug)]
pub enum AimExpr {
    /// Such Units.
    Units(Vec<Filter>),
    /// The Gig area.
    GigArea,
    /// Either.
    Anything,
}

/// A persistent effect.
#[derive(Clone, Debug)]
pub struct Persists {
    /// While this holds.
    pub condition: Option<Test>,
    /// For whom.
    pub who: SetExpr,
    /// What.
    pub rule: RuleExpr,
}

/// A duration.
#[derive(Clone, Debug)]
pub enum Lasts {
    /// This turn.
    ThisTurn,
    /// The turn after this.
    NextTurn,
    /// To the start of the controller's next turn.
    YourNextTurn,
    /// For the first such event.
    Next(Pattern),
}

/// What a floating effect is, shared by all that the same step makes.
#[derive(Clone, Debug)]
pub enum Floats {
    /// Given to a card, or to every card of a class.
    Give {
        /// The class; `None` where one card holds it.
        class: Option<SetExpr>,
        /// What.
        rule: RuleExpr,
        /// How long.
        until: Lasts,
    },
    /// A persistent effect with a duration.
    Lasting {
        /// What.
        persists: Persists,
        /// How long.
        until: Lasts,
    },
    /// The next time.
    Next {
        /// What happens then; its patterns say when.
        effect: EffectId,
    },
}

impl Floats {
    /// The kind of rule it is; `None` for a "next time".
    pub const fn rule_kind(&self) -> Option<RuleKind> {
        match self {
            Self::Give { rule, .. } => Some(rule.kind()),
            Self::Lasting { persists, .. } => Some(persists.rule.kind()),
            Self::Next { .. } => None,
        }
    }
}

/// How a Gig may change.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Either way.
    Either,
}

/// How many cards a choice takes.
#[derive(Clone, Debug)]
pub struct Span {
    /// At least.
    pub least: Num,
    /// At most; `None`: as many as there are.
    pub most: Num,
}

/// One instruction.
#[derive(Clone, Debug)]
pub enum Op {
    /// The effect is over.
    End,
    /// Go on there.
    Jump(Address),
    /// Go on there unless the condition holds.
    Unless(Test, Address),
    /// Whether the player wants what follows; if not, or if it is impossible, go on there.
    May(Possible, Address),
    /// Choose cards of a set into a register. With `decline`, "none" is one more option at first and goes on there,
    /// and so does a set that is too small.
    Choose {
        /// The candidates.
        set: SetExpr,
        /// How many.
        span: Span,
        /// Where they go.
        into: u8,
        /// Where declining goes on.
        decline: Option<Address>,
        /// What the choice is for, where that narrows it.
        purpose: Purpose,
    },
    /// Put a whole set into a register.
    Take {
        /// The set.
        set: SetExpr,
        /// Where.
        into: u8,
        /// Whether only those that are still where they were count: for targets.
        acts: bool,
    },
    /// Choose a die into a register; as with cards.
    ChooseDie {
        /// The candidates.
        dice: DiceExpr,
        /// Where.
        into: u8,
        /// Where declining goes on.
        decline: Option<Address>,
    },
    /// Put a die into a register.
    TakeDie {
        /// The die.
        dice: DiceExpr,
        /// Where.
        into: u8,
    },
    /// Add what a register holds to another.
    Collect {
        /// From.
        from: u8,
        /// To.
        into: u8,
    },
    /// The register means its cards where they are now: the step that binds it has moved them.
    Stamp(u8),
    /// Choose a card type into a register.
    NameType(u8),
    /// Draw.
    Draw(Num),
    /// To the trash, from hand.
    Discard(u8),
    /// To the trash, from the deck.
    Trash(u8),
    /// To hand.
    ToHand(u8),
    /// Under the deck.
    BottomDeck(u8),
    /// To the Eddies, unseen.
    Sell(u8),
    /// Look at the top of the deck.
    Search(Num, u8),
    /// Show.
    Reveal(u8),
    /// Look at.
    Look(u8),
    /// Call for free.
    Call(u8),
    /// Play the card in a register.
    Play {
        /// Which.
        what: u8,
        /// Without paying.
        free: bool,
        /// Possible hosts.
        onto: Option<SetExpr>,
        /// Where a Program goes.
        then: Option<Destination>,
        /// Whether the register may hold several, played one after the other.
        each: bool,
    },
    /// Defeat.
    Defeat(u8),
    /// Spend.
    Spend(u8),
    /// Ready.
    Ready(u8),
    /// Ready that many Eddies.
    ReadyEddies(Num),
    /// Move a Gear to a host.
    Move(u8, u8),
    /// Change the Gig in a register.
    Change {
        /// The die.
        die: u8,
        /// Which way.
        direction: Direction,
        /// By how much.
        by: Num,
        /// Whether less will do.
        up_to: bool,
    },
    /// Set the Gig in a register.
    Set(u8, Num),
    /// Swap two Gigs.
    Swap(u8, u8),
    /// The card in a register steals one of these.
    Steal(u8, DiceExpr),
    /// Roll the die in a register again.
    Roll(u8),
    /// Start a floating effect, for the cards in a register or for its class.
    Float {
        /// Which (place in the table).
        what: u16,
        /// The cards that get it, one entry each.
        to: Option<u8>,
        /// The card it keeps.
        keeps: Option<u8>,
    },
    /// Pay.
    Pay(Num),
    /// Choose among effects: the following `count` blocks.
    Modes {
        /// Who chooses.
        by: Chooser,
        /// How many.
        pick: Num,
        /// Of how many.
        count: u8,
    },
    /// Skip this block unless the mode was chosen.
    Mode(u8, Address),
    /// Start of what each player does.
    EachStart,
    /// The next player does it, from there.
    EachNext(Address),
    /// You are the rival, or yourself again.
    Turnabout,
}

/// What a choice is for, where that narrows the candidates.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Anything.
    Any,
    /// To be played: it has to be playable now.
    Play {
        /// Without paying.
        free: bool,
    },
    /// To be called: this turn's Call must be left (5.7.3).
    Call,
}

/// What has to be possible for a "may" without a choice to be asked.
#[derive(Clone, Debug)]
pub enum Possible {
    /// Always.
    Always,
    /// A register or set holds a card that is still there.
    Cards(SetExpr),
    /// That can be played.
    Playable(SetExpr, bool),
    /// So much can be paid.
    Payable(Num),
}

/// Whose text is compiled and what it produced.
#[derive(Clone, Debug, Default)]
pub struct CardProgram {
    /// Triggered effects.
    pub triggers: Vec<EffectId>,
    /// Activated effects, in printed order.
    pub activated: Vec<EffectId>,
    /// Replacement effects.
    pub replacements: Vec<EffectId>,
    /// Persistent effects (places in the table).
    pub persistent: Vec<u16>,
    /// What a Program does.
    pub resolve: Option<EffectId>,
}

/// The tables of a match-up's text.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All instructions.
    pub code: Vec<Op>,
    /// All effects.
    pub effects: Vec<Effect>,
    /// All persistent effects.
    pub persistent: Vec<Persists>,
    /// All floating effects.
    pub floats: Vec<Floats>,
    /// All masks.
    pub fixed: Vec<Fixed>,
    /// The pattern of the one "first" that turn history can't tell from printed facts, see [`Program::dynamic_first`].
    pub dynamic_first: Option<Pattern>,
}

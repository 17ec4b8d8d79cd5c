//! The compiled form of card text: flat instructions and the expressions they read.
//!
//! [`effect`](super::effect) is what a card file says; this is what the interpreter runs. A choosing step becomes a
//! choice into a register and then the verb; `If`, `May`, `Modes` and `EachPlayer` become jumps. Filters on what can't
//! change (type, colour, tag, name, printed cost) become masks made once per match-up ([`MaskId`]).

use std::collections::BTreeMap;

use super::cards::{CardDef, CardType};
use super::effect::{
    Ability, Aim, Amount, Area, By, Cards, Change, Chooser, Cmp, Color, Cond, Cost, Count, Destination, Dice, DieIs,
    Event, GigTarget, Is, Keyword, Paid, Persistent, Rule, Side, Step, Target, Until,
};

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

/// Which parts of a position an effect reads and writes, as bits of `Part`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Touches {
    /// Read.
    pub reads: u32,
    /// Written.
    pub writes: u32,
}

impl Touches {
    /// Whether the order of two effects can matter.
    pub const fn meet(self, other: Self) -> bool {
        self.writes & (other.reads | other.writes) != 0 || other.writes & self.reads != 0
    }
}

/// A part of a position, as a bit.
#[expect(missing_docs, reason = "each is named for what it is")]
pub mod part {
    pub const HANDS: u32 = 1;
    pub const DECKS: u32 = 2;
    pub const TRASHES: u32 = 4;
    pub const FIELD: u32 = 8;
    pub const LEGENDS: u32 = 16;
    pub const ORIENTATION: u32 = 32;
    pub const POWER: u32 = 64;
    pub const GIGS: u32 = 128;
    pub const EDDIES: u32 = 256;
    pub const FLOATING: u32 = 512;
    pub const HISTORY: u32 = 1024;
    pub const EDDIES_SPENT: u32 = 2048;
    /// Everything: plays, calls, defeats and steals set off more.
    pub const ALL: u32 = u32::MAX;
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

impl Program {
    /// Compiles a card's text and adds it to the tables.
    pub fn add(&mut self, card: &CardDef) -> CardProgram {
        let mut compiled = CardProgram::default();
        for (nth, ability) in card.abilities.iter().flatten().enumerate() {
            let nth = nth as u8;
            match ability {
                Ability::Keyword(_) => {}
                Ability::Triggered { on, first, r#do } => {
                    let kind = EffectKind::Triggered { first: *first };
                    compiled.triggers.push(self.effect(kind, on, r#do, nth, None));
                }
                Ability::Activated { quick, cost, r#do } => {
                    let mut scope = Names::default();
                    let mut pay = None;
                    let mut spend = false;
                    for part in cost {
                        match part {
                            Cost::Pay(amount) => pay = Some(self.num(amount, &mut scope)),
                            Cost::Spend => spend = true,
                        }
                    }
                    let kind = EffectKind::Activated { quick: *quick, pay, spend };
                    compiled.activated.push(self.effect(kind, &[], r#do, nth, None));
                }
                Ability::Persistent(persistent) => {
                    let persists = self.persists(persistent, &mut Names::default());
                    compiled.persistent.push(self.persistent.len() as u16);
                    self.persistent.push(persists);
                }
                Ability::Replacement { of, may, r#do } => {
                    let kind = EffectKind::Replacement { may: *may };
                    let on = std::slice::from_ref(of);
                    compiled.replacements.push(self.effect(kind, on, r#do, nth, None));
                }
                Ability::Resolve(steps) => {
                    compiled.resolve = Some(self.effect(EffectKind::Resolve, &[], steps, nth, None));
                }
            }
        }
        compiled
    }

    fn effect(&mut self, kind: EffectKind, on: &[Event], steps: &[Step], nth: u8, kept: Option<&str>) -> EffectId {
        let on: Vec<Pattern> = on.iter().map(|event| self.pattern(event, &mut Names::default())).collect();
        self.effect_on(kind, on, steps, nth, kept)
    }

    fn effect_on(
        &mut self,
        kind: EffectKind,
        on: Vec<Pattern>,
        steps: &[Step],
        nth: u8,
        kept: Option<&str>,
    ) -> EffectId {
        if matches!(kind, EffectKind::Triggered { first: true })
            && let Some(pattern) = on.iter().find(|pattern| !pattern.is_fixed())
        {
            self.dynamic_first = Some(pattern.clone());
        }
        let mut names = Names::default();
        let held = kept.map(|name| names.bind(name));
        let mut block = Vec::new();
        let mut touches = Touches::default();
        self.steps(steps, &mut names, &mut block, &mut touches, nth);
        block.push(Op::End);
        let code = self.code.len() as Address;
        self.code.extend(block.into_iter().map(|op| op.moved(code)));
        let id = EffectId(self.effects.len() as u16);
        self.effects.push(Effect { kind, on, code, registers: names.count(), held, touches, nth });
        id
    }

    fn mask(&mut self, fixed: Fixed) -> MaskId {
        if let Some(at) = self.fixed.iter().position(|known| *known == fixed) {
            return MaskId(at as u16);
        }
        self.fixed.push(fixed);
        MaskId(self.fixed.len() as u16 - 1)
    }

    fn set(&mut self, cards: &Cards, names: &mut Names) -> SetExpr {
        let (base, filters): (Base, &[Is]) = match cards {
            Cards::This => (Base::This, &[]),
            Cards::Subject => (Base::Subject, &[]),
            Cards::The(name, filters) => (names.base(name), filters),
            Cards::Units(side, filters) => (Base::Units(*side), filters),
            Cards::Legends(side, filters) => (Base::Legends(*side), filters),
            Cards::Gear(side, filters) => (Base::Gear(*side), filters),
            Cards::Programs(side, filters) => (Base::Programs(*side), filters),
            Cards::From(areas, filters) => (Base::From(areas.clone()), filters),
            Cards::Top(amount) => (Base::Top(self.num(amount, names)), &[]),
        };
        SetExpr { base, filters: self.filters(filters, names) }
    }

    fn filters(&mut self, filters: &[Is], names: &mut Names) -> Vec<Filter> {
        filters.iter().map(|filter| self.filter(filter, names)).collect()
    }

    fn filter(&mut self, filter: &Is, names: &mut Names) -> Filter {
        match filter {
            Is::Unit => Filter::Unit,
            Is::Gear => Filter::Mask(self.mask(Fixed::Type(CardType::Gear))),
            Is::Program => Filter::Mask(self.mask(Fixed::Type(CardType::Program))),
            Is::Legend => Filter::Legend,
            Is::OfType(name) => Filter::OfType(names.register(name)),
            Is::Tag(tag) => Filter::Mask(self.mask(Fixed::Tag(tag.clone()))),
            Is::Color(color) => Filter::Mask(self.mask(Fixed::Color(*color))),
            Is::Named(name) => Filter::Mask(self.mask(Fixed::Named(name.clone()))),
            Is::Has(Keyword::GoSolo) => Filter::Mask(self.mask(Fixed::Keyword(Keyword::GoSolo))),
            Is::Has(keyword) => Filter::Has(*keyword),
            Is::Cost(cmp) => match self.check(cmp, names) {
                Check::With(order, Num::Const(number)) => Filter::Mask(self.mask(Fixed::Cost(order, number))),
                check => Filter::Cost(check),
            },
            Is::Power(cmp) => Filter::Power(self.check(cmp, names)),
            Is::Spent => Filter::Spent,
            Is::Ready => Filter::Ready,
            Is::FaceUp => Filter::FaceUp,
            Is::FaceDown => Filter::FaceDown,
            Is::Equipped => Filter::Equipped,
            Is::Unequipped => Filter::Unequipped,
            Is::EquippedTo(cards) => Filter::EquippedTo(Box::new(self.set(cards, names))),
            Is::PlayedThisTurn => Filter::PlayedThisTurn,
            Is::Attacking => Filter::Attacking,
            Is::Fighting(filters) => Filter::Fighting(self.filters(filters, names)),
            Is::Other(cards) => Filter::Other(Box::new(self.set(cards, names))),
            Is::Or(filters) => Filter::Or(self.filters(filters, names)),
            Is::Not(filter) => Filter::Not(Box::new(self.filter(filter, names))),
        }
    }

    fn check(&mut self, cmp: &Cmp, names: &mut Names) -> Check {
        match cmp {
            Cmp::AtLeast(amount) => Check::With(Order::AtLeast, self.num(amount, names)),
            Cmp::AtMost(amount) => Check::With(Order::AtMost, self.num(amount, names)),
            Cmp::EqualTo(amount) => Check::With(Order::Equal, self.num(amount, names)),
            Cmp::LessThan(amount) => Check::With(Order::Less, self.num(amount, names)),
            Cmp::MoreThan(amount) => Check::With(Order::More, self.num(amount, names)),
            Cmp::Even => Check::Even,
            Cmp::Odd => Check::Odd,
        }
    }

    fn num(&mut self, amount: &Amount, names: &mut Names) -> Num {
        let count = match amount {
            Amount::Number(number) => return Num::Const(*number),
            Amount::Of(count) => count,
        };
        match count {
            Count::Count(cards) => Num::Count(Box::new(self.set(cards, names))),
            Count::Gigs(side, filters) => Num::Gigs(*side, self.die_filters(filters, names)),
            Count::FixerDice(side) => Num::FixerDice(*side),
            Count::ValuePairs => Num::ValuePairs,
            Count::DifferentValues => Num::DifferentValues,
            Count::StreetCred(side) => Num::StreetCred(*side),
            Count::Power(cards) => Num::Power(Box::new(self.set(cards, names))),
            Count::Cost(cards) => Num::Cost(Box::new(self.set(cards, names))),
            Count::Value(dice) => Num::Value(Box::new(self.dice(dice, names))),
            Count::Times(factor, amount) => Num::Times(i16::from(*factor), Box::new(self.num(amount, names))),
            Count::Minus(left, right) => Num::Minus(Box::new(self.num(left, names)), Box::new(self.num(right, names))),
            Count::If(cond, then, otherwise) => Num::If(
                Box::new(self.test(cond, names)),
                Box::new(self.num(then, names)),
                Box::new(self.num(otherwise, names)),
            ),
        }
    }

    fn dice(&mut self, dice: &Dice, names: &mut Names) -> DiceExpr {
        match dice {
            Dice::ThatGig => DiceExpr::ThatGig,
            Dice::The(name) => DiceExpr::Register(names.register(name)),
            Dice::Gigs(side, filters) => DiceExpr::Gigs(*side, self.die_filters(filters, names)),
        }
    }

    fn die_filters(&mut self, filters: &[DieIs], names: &mut Names) -> Vec<DieFilter> {
        filters.iter().map(|filter| self.die_filter(filter, names)).collect()
    }

    fn die_filter(&mut self, filter: &DieIs, names: &mut Names) -> DieFilter {
        match filter {
            DieIs::D(faces) => DieFilter::Faces(*faces),
            DieIs::Min => DieFilter::Min,
            DieIs::Max => DieFilter::Max,
            DieIs::Value(cmp) => DieFilter::Value(self.check(cmp, names)),
            DieIs::Other(name) => DieFilter::Other(names.register(name)),
            DieIs::AnotherPlayers(name) => DieFilter::AnotherPlayers(names.register(name)),
            DieIs::Not(filter) => DieFilter::Not(Box::new(self.die_filter(filter, names))),
        }
    }

    fn test(&mut self, cond: &Cond, names: &mut Names) -> Test {
        match cond {
            Cond::Is(cards, filters) => {
                let mut set = self.set(cards, names);
                let more = self.filters(filters, names);
                set.filters.extend(more);
                Test::Any(set)
            }
            Cond::Gig(dice, filters) => Test::AnyDie(self.dice(dice, names), self.die_filters(filters, names)),
            Cond::Compare(amount, cmp) => Test::Compare(self.num(amount, names), self.check(cmp, names)),
            Cond::ThisTurn(event) => {
                let pattern = self.pattern(event, names);
                let who = pattern.who.unwrap_or(SetExpr { base: Base::This, filters: Vec::new() });
                Test::ThisTurn(pattern.kind, who)
            }
            Cond::YourTurn => Test::YourTurn,
            Cond::Did => Test::Did,
            Cond::All(conds) => Test::All(conds.iter().map(|cond| self.test(cond, names)).collect()),
            Cond::Any(conds) => Test::AnyOf(conds.iter().map(|cond| self.test(cond, names)).collect()),
            Cond::Not(cond) => Test::Not(Box::new(self.test(cond, names))),
        }
    }

    fn pattern(&mut self, event: &Event, names: &mut Names) -> Pattern {
        let mut pattern = Pattern {
            kind: EventKind::Played,
            who: None,
            side: None,
            whose: None,
            opponent: Vec::new(),
            die: Vec::new(),
        };
        let (kind, who) = match event {
            Event::Played(cards) => (EventKind::Played, Some(cards)),
            Event::Called(cards) => (EventKind::Called, Some(cards)),
            Event::Attacks(cards) => (EventKind::Attacks, Some(cards)),
            Event::Defeated(cards) => (EventKind::Defeated, Some(cards)),
            Event::Spent(cards) => (EventKind::Spent, Some(cards)),
            Event::UsesBlocker(cards) => (EventKind::UsesBlocker, Some(cards)),
            Event::Fights(cards) => (EventKind::Fights, Some(cards)),
            Event::LosesFight(cards) => (EventKind::LosesFight, Some(cards)),
            Event::StealsSome(cards) => (EventKind::StealsSome, Some(cards)),
            Event::WinsFight(cards, opponent) => {
                pattern.opponent = self.filters(opponent, names);
                (EventKind::WinsFight, Some(cards))
            }
            Event::Steals(cards, die) => {
                pattern.die = self.die_filters(die, names);
                (EventKind::Steals, Some(cards))
            }
            Event::RollsIn(side) => {
                pattern.side = Some(*side);
                (EventKind::RollsIn, None)
            }
            Event::Rolls(side, die) => {
                pattern.side = Some(*side);
                pattern.die = self.die_filters(die, names);
                (EventKind::Rolls, None)
            }
            Event::Adjusts(side, whose) => {
                pattern.side = Some(*side);
                pattern.whose = Some(*whose);
                (EventKind::Adjusts, None)
            }
            Event::Swaps(side) => {
                pattern.side = Some(*side);
                (EventKind::Swaps, None)
            }
            Event::StartOfTurn(side) => {
                pattern.side = Some(*side);
                (EventKind::StartOfTurn, None)
            }
            Event::EndOfTurn(side) => {
                pattern.side = Some(*side);
                (EventKind::EndOfTurn, None)
            }
        };
        pattern.kind = kind;
        pattern.who = who.map(|cards| self.set(cards, names));
        pattern
    }

    fn rule(&mut self, rule: &Rule, names: &mut Names) -> RuleExpr {
        match rule {
            Rule::Power(amount) => RuleExpr::Power(self.num(amount, names)),
            Rule::Has(keyword) => RuleExpr::Has(*keyword),
            Rule::CanAttack(aim) => RuleExpr::CanAttack(self.aim(aim, names)),
            Rule::CanAttackWhenPlayed(aim) => RuleExpr::CanAttackWhenPlayed(self.aim(aim, names)),
            Rule::CantAttack(aim) => RuleExpr::CantAttack(self.aim(aim, names)),
            Rule::MustAttack => RuleExpr::MustAttack,
            Rule::CantReady => RuleExpr::CantReady,
            Rule::CantBeBlocked => RuleExpr::CantBeBlocked,
            Rule::CantBeDefeatedInFight => RuleExpr::CantBeDefeatedInFight,
            Rule::WinsFights(filters) => RuleExpr::WinsFights(self.filters(filters, names)),
            Rule::CantSteal(filters) => RuleExpr::CantSteal(self.die_filters(filters, names)),
            Rule::StealsFewer(amount) => RuleExpr::StealsFewer(self.num(amount, names)),
            Rule::Price(paid, change) => {
                let (change, amount) = match change {
                    Change::Less(amount) => (PriceChange::Less, amount),
                    Change::More(amount) => (PriceChange::More, amount),
                    Change::Becomes(amount) => (PriceChange::Becomes, amount),
                };
                RuleExpr::Price(*paid, change, self.num(amount, names))
            }
        }
    }

    fn aim(&mut self, aim: &Aim, names: &mut Names) -> AimExpr {
        match aim {
            Aim::Units(filters) => AimExpr::Units(self.filters(filters, names)),
            Aim::GigArea => AimExpr::GigArea,
            Aim::Anything => AimExpr::Anything,
        }
    }

    fn persists(&mut self, persistent: &Persistent, names: &mut Names) -> Persists {
        Persists {
            condition: persistent.r#while.as_ref().map(|cond| self.test(cond, names)),
            who: self.set(&persistent.who, names),
            rule: self.rule(&persistent.rule, names),
        }
    }

    fn lasts(&mut self, until: &Until, names: &mut Names) -> Lasts {
        match until {
            Until::ThisTurn => Lasts::ThisTurn,
            Until::NextTurn => Lasts::NextTurn,
            Until::YourNextTurn => Lasts::YourNextTurn,
            Until::Next(event) => Lasts::Next(self.pattern(event, names)),
        }
    }

    fn steps(&mut self, steps: &[Step], names: &mut Names, code: &mut Vec<Op>, touches: &mut Touches, nth: u8) {
        for step in steps {
            self.step(step, names, code, touches, nth, None);
        }
    }

    /// Compiles a step. `decline` collects the places of instructions that have to learn where declining goes on.
    fn step(
        &mut self,
        step: &Step,
        names: &mut Names,
        code: &mut Vec<Op>,
        touches: &mut Touches,
        nth: u8,
        decline: Option<&mut Vec<usize>>,
    ) {
        touches.add(step);
        match step {
            Step::Draw(amount) => code.push(Op::Draw(self.num(amount, names))),
            Step::Discard(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Discard),
            Step::Trash(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Trash),
            Step::ToHand(target) => self.verb(target, names, code, decline, Purpose::Any, Op::ToHand),
            Step::BottomDeck(target) => self.verb(target, names, code, decline, Purpose::Any, Op::BottomDeck),
            Step::Sell(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Sell),
            Step::Reveal(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Reveal),
            Step::Look(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Look),
            Step::Call(target) => self.verb(target, names, code, decline, Purpose::Call, Op::Call),
            Step::Defeat(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Defeat),
            Step::Spend(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Spend),
            Step::Ready(target @ Target::Exactly(amount, ..)) if readies_eddies(target) => {
                code.push(Op::ReadyEddies(self.num(amount, names)));
            }
            Step::Ready(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Ready),
            Step::Choose(target) => {
                self.pick(target, names, code, decline, Purpose::Any);
            }
            Step::Search(amount, name) => {
                let amount = self.num(amount, names);
                let into = names.bind(name);
                code.push(Op::Search(amount, into));
            }
            Step::Play { what, free, onto, then } => {
                let purpose = Purpose::Play { free: *free };
                let onto = onto.as_ref().map(|cards| self.set(cards, names));
                let (free, then) = (*free, *then);
                let several =
                    matches!(what, Target::UpTo(..) | Target::Exactly(..) | Target::Between(..) | Target::All(..));
                let named = target_name(what).is_some();
                let what = self.pick(what, names, code, decline, purpose);
                let start = code.len() as Address;
                code.push(Op::Play { what, free, onto, then, each: several });
                if named && !several {
                    code.push(Op::Stamp(what));
                }
                if several {
                    // One after the other: the instruction takes one card out of the register and comes back.
                    code.push(Op::Unless(
                        Test::Not(Box::new(Test::Any(SetExpr { base: Base::Register(what), filters: Vec::new() }))),
                        start,
                    ));
                }
            }
            Step::Move(gear, host) => {
                let gear = self.pick(gear, names, code, decline, Purpose::Any);
                let host = self.pick(host, names, code, None, Purpose::Any);
                code.push(Op::Move(gear, host));
            }
            Step::Increase(die, by) => self.change(die, by, Direction::Up, names, code, decline),
            Step::Decrease(die, by) => self.change(die, by, Direction::Down, names, code, decline),
            Step::Adjust(die, by) => self.change(die, by, Direction::Either, names, code, decline),
            Step::Set(die, amount) => {
                let die = self.pick_die(die, names, code, decline);
                let amount = self.num(amount, names);
                code.push(Op::Set(die, amount));
            }
            Step::Swap(one, other) => {
                let one = self.pick_die(one, names, code, decline);
                let other = self.pick_die(other, names, code, None);
                code.push(Op::Swap(one, other));
            }
            Step::Steal(thief, die) => {
                let thief = self.pick(thief, names, code, decline, Purpose::Any);
                let dice = match die {
                    GigTarget::ThatGig => DiceExpr::ThatGig,
                    GigTarget::The(name) => DiceExpr::Register(names.register(name)),
                    GigTarget::Gig(side, filters, _) => DiceExpr::Gigs(*side, self.die_filters(filters, names)),
                };
                code.push(Op::Steal(thief, dice));
            }
            Step::Roll(die) => {
                let die = self.pick_die(die, names, code, decline);
                code.push(Op::Roll(die));
            }
            Step::Give(Target::All(cards @ Cards::Programs(..), _), rule, until) => {
                let floats = Floats::Give {
                    class: Some(self.set(cards, names)),
                    rule: self.rule(rule, names),
                    until: self.lasts(until, names),
                };
                self.floats.push(floats);
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: None });
            }
            Step::Give(target, rule, until) => {
                let to = self.pick(target, names, code, decline, Purpose::Any);
                let rule = self.rule(rule, names);
                let until = names.keeping(|names| self.lasts(until, names)).0;
                self.floats.push(Floats::Give { class: None, rule, until });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: Some(to), keeps: Some(to) });
            }
            Step::Lasting(until, persistent) => {
                let ((until, persists), kept) =
                    names.keeping(|names| (self.lasts(until, names), self.persists(persistent, names)));
                self.floats.push(Floats::Lasting { persists, until });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: kept.map(|(_, at)| at) });
            }
            Step::Next { on, r#do } => {
                let (on, kept) = names
                    .keeping(|names| -> Vec<Pattern> { on.iter().map(|event| self.pattern(event, names)).collect() });
                let kept = kept.or_else(|| {
                    let mut used = Vec::new();
                    names_used(r#do, &mut used);
                    used.into_iter().find_map(|name| names.known(&name).map(|at| (name, at)))
                });
                let effect =
                    self.effect_on(EffectKind::Next, on, r#do, nth, kept.as_ref().map(|(name, _)| name.as_str()));
                touches.writes |= part::FLOATING;
                self.floats.push(Floats::Next { effect });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: kept.map(|(_, at)| at) });
            }
            Step::ChooseGig(die) => {
                self.pick_die(die, names, code, decline);
            }
            Step::NameType(name) => {
                let into = names.bind(name);
                code.push(Op::NameType(into));
            }
            Step::Pay(amount) => code.push(Op::Pay(self.num(amount, names))),
            Step::May(steps) => {
                let (first, rest) = steps.split_first().expect("the loader refuses an empty May");
                if step_chooses(first) {
                    let mut open = Vec::new();
                    self.step(first, names, code, touches, nth, Some(&mut open));
                    self.steps(rest, names, code, touches, nth);
                    let end = code.len() as Address;
                    for at in open {
                        code[at].decline_to(end);
                    }
                } else {
                    let possible = self.possible(first, names);
                    let at = code.len();
                    code.push(Op::May(possible, 0));
                    self.steps(steps, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                }
            }
            Step::If(cond, then, otherwise) => {
                touches.reads_test(cond);
                let test = self.test(cond, names);
                let at = code.len();
                code.push(Op::Unless(test, 0));
                self.steps(then, names, code, touches, nth);
                if otherwise.is_empty() {
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                } else {
                    let jump = code.len();
                    code.push(Op::Jump(0));
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                    self.steps(otherwise, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[jump].decline_to(end);
                }
            }
            Step::Modes { by, pick, of } => {
                let pick = self.num(pick, names);
                code.push(Op::Modes { by: *by, pick, count: of.len() as u8 });
                for (mode, steps) in of.iter().enumerate() {
                    let at = code.len();
                    code.push(Op::Mode(mode as u8, 0));
                    self.steps(steps, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                }
            }
            Step::EachPlayer(steps) => {
                code.push(Op::EachStart);
                let start = code.len() as Address;
                names.collecting += 1;
                self.steps(steps, names, code, touches, nth);
                names.collecting -= 1;
                code.push(Op::EachNext(start));
            }
            Step::Rival(steps) => {
                code.push(Op::Turnabout);
                self.steps(steps, names, code, touches, nth);
                code.push(Op::Turnabout);
            }
        }
    }

    fn verb(
        &mut self,
        target: &Target,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
        purpose: Purpose,
        verb: fn(u8) -> Op,
    ) {
        let picked = self.pick(target, names, code, decline, purpose);
        code.push(verb(picked));
        if let Some(name) = target_name(target) {
            if names.collecting > 0 {
                let into = names.bind(name);
                code.push(Op::Collect { from: picked, into });
            } else {
                code.push(Op::Stamp(picked));
            }
        }
    }

    /// Puts what a target means into a register and says which.
    fn pick(
        &mut self,
        target: &Target,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
        purpose: Purpose,
    ) -> u8 {
        let single = |base| SetExpr { base, filters: Vec::new() };
        let (set, span) = match target {
            Target::This => (single(Base::This), None),
            Target::Subject => (single(Base::Subject), None),
            Target::Opponent => (single(Base::Opponent), None),
            Target::The(name) => {
                let base = names.base(name);
                match base {
                    // A free Call is asked for as one: the Legend, or none.
                    Base::Register(_) if purpose == Purpose::Call && decline.is_some() => {
                        (single(base), Some((Num::Const(1), Num::Const(1))))
                    }
                    Base::Register(at) => return at,
                    _ => (single(base), None),
                }
            }
            Target::One(cards, _) => (self.set(cards, names), Some((Num::Const(1), Num::Const(1)))),
            Target::Exactly(amount, cards, _) => {
                let amount = self.num(amount, names);
                (self.set(cards, names), Some((amount.clone(), amount)))
            }
            Target::UpTo(amount, cards, _) => {
                let most = self.num(amount, names);
                (self.set(cards, names), Some((Num::Const(0), most)))
            }
            Target::Between(least, most, cards, _) => {
                let (least, most) = (self.num(least, names), self.num(most, names));
                (self.set(cards, names), Some((least, most)))
            }
            Target::All(cards, _) => (self.set(cards, names), None),
        };
        let into = match target_name(target) {
            Some(name) if names.collecting == 0 => names.bind(name),
            _ => names.scratch(),
        };
        if let Some((least, most)) = span {
            if let Some(open) = decline {
                open.push(code.len());
            }
            code.push(Op::Choose { set, span: Span { least, most }, into, decline: None, purpose });
        } else {
            let acts = !matches!(target, Target::All(..));
            code.push(Op::Take { set, into, acts });
        }
        into
    }

    fn pick_die(
        &mut self,
        die: &GigTarget,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
    ) -> u8 {
        match die {
            GigTarget::ThatGig => {
                let into = names.scratch();
                code.push(Op::TakeDie { dice: DiceExpr::ThatGig, into });
                into
            }
            GigTarget::The(name) => names.register(name),
            GigTarget::Gig(side, filters, name) => {
                let dice = DiceExpr::Gigs(*side, self.die_filters(filters, names));
                let into = match name {
                    Some(name) => names.bind(name),
                    None => names.scratch(),
                };
                if let Some(open) = decline {
                    open.push(code.len());
                }
                code.push(Op::ChooseDie { dice, into, decline: None });
                into
            }
        }
    }

    fn change(
        &mut self,
        die: &GigTarget,
        by: &By,
        direction: Direction,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
    ) {
        let die = self.pick_die(die, names, code, decline);
        let (amount, up_to) = match by {
            By::UpTo(amount) => (amount, true),
            By::Exactly(amount) => (amount, false),
        };
        let by = self.num(amount, names);
        code.push(Op::Change { die, direction, by, up_to });
    }

    /// What has to be possible for a "may" that starts with this step, which doesn't choose, to be asked (S6).
    fn possible(&mut self, step: &Step, names: &mut Names) -> Possible {
        match step {
            Step::Pay(amount) => Possible::Payable(self.num(amount, names)),
            Step::Play { what, free, .. } => Possible::Playable(self.target_set(what, names), *free),
            Step::Discard(target)
            | Step::Trash(target)
            | Step::ToHand(target)
            | Step::BottomDeck(target)
            | Step::Sell(target)
            | Step::Reveal(target)
            | Step::Look(target)
            | Step::Defeat(target)
            | Step::Spend(target)
            | Step::Ready(target)
            | Step::Move(target, _)
            | Step::Give(target, ..)
            | Step::Steal(target, _) => Possible::Cards(self.target_set(target, names)),
            _ => Possible::Always,
        }
    }

    fn target_set(&mut self, target: &Target, names: &mut Names) -> SetExpr {
        let base = match target {
            Target::This => Base::This,
            Target::Subject => Base::Subject,
            Target::Opponent => Base::Opponent,
            Target::The(name) => names.base(name),
            Target::One(cards, _)
            | Target::Exactly(_, cards, _)
            | Target::UpTo(_, cards, _)
            | Target::Between(_, _, cards, _)
            | Target::All(cards, _) => return self.set(cards, names),
        };
        SetExpr { base, filters: Vec::new() }
    }
}

impl Pattern {
    /// Whether printed facts, sides and identity decide whether a card matches: then the turn's history can tell.
    fn is_fixed(&self) -> bool {
        self.die.is_empty()
            && self.opponent.is_empty()
            && self.who.as_ref().is_none_or(|who| who.filters.iter().all(filter_is_fixed))
    }
}

fn filter_is_fixed(filter: &Filter) -> bool {
    match filter {
        Filter::Mask(_) | Filter::Unit | Filter::Legend | Filter::Other(_) => true,
        Filter::Or(filters) => filters.iter().all(filter_is_fixed),
        Filter::Not(filter) => filter_is_fixed(filter),
        _ => false,
    }
}

impl Op {
    /// Sets where the instruction goes on when it is declined or does not hold.
    fn decline_to(&mut self, to: Address) {
        match self {
            Self::Jump(at) | Self::Unless(_, at) | Self::May(_, at) | Self::Mode(_, at) => *at = to,
            Self::Choose { decline, .. } | Self::ChooseDie { decline, .. } => *decline = Some(to),
            other => unreachable!("{other:?} goes nowhere else"),
        }
    }

    /// The instruction with its jumps counted from `start`.
    fn moved(mut self, start: Address) -> Self {
        match &mut self {
            Self::Jump(at) | Self::Unless(_, at) | Self::May(_, at) | Self::Mode(_, at) | Self::EachNext(at) => {
                *at += start;
            }
            Self::Choose { decline: Some(at), .. } | Self::ChooseDie { decline: Some(at), .. } => *at += start,
            _ => {}
        }
        self
    }
}

/// Whether a step starts with a choice of its own, so that declining it is the option "none" there.
fn step_chooses(step: &Step) -> bool {
    let chooses = |target: &Target| {
        matches!(target, Target::One(..) | Target::Exactly(..) | Target::UpTo(..) | Target::Between(..))
    };
    match step {
        Step::Discard(target)
        | Step::Trash(target)
        | Step::ToHand(target)
        | Step::BottomDeck(target)
        | Step::Sell(target)
        | Step::Reveal(target)
        | Step::Look(target)
        | Step::Defeat(target)
        | Step::Spend(target)
        | Step::Move(target, _)
        | Step::Give(target, ..)
        | Step::Choose(target) => chooses(target),
        Step::Ready(target) => chooses(target) && !readies_eddies(target),
        Step::Call(_) => true,
        Step::Play { what, .. } => chooses(what),
        Step::Steal(target, _) => chooses(target),
        Step::Increase(die, _)
        | Step::Decrease(die, _)
        | Step::Adjust(die, _)
        | Step::Set(die, _)
        | Step::Swap(die, _)
        | Step::Roll(die)
        | Step::ChooseGig(die) => matches!(die, GigTarget::Gig(..)),
        _ => false,
    }
}

/// Eddies are interchangeable: readying some is no choice.
fn readies_eddies(target: &Target) -> bool {
    matches!(target, Target::Exactly(_, Cards::From(areas, _), _) if areas == &[Area::Eddies])
}

fn target_name(target: &Target) -> Option<&str> {
    match target {
        Target::One(_, name)
        | Target::Exactly(_, _, name)
        | Target::UpTo(_, _, name)
        | Target::Between(_, _, _, name)
        | Target::All(_, name) => name.as_deref(),
        _ => None,
    }
}

/// The names that steps use as targets, in order: what a "next time" has to keep.
fn names_used(steps: &[Step], out: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Defeat(Target::The(name))
            | Step::Ready(Target::The(name))
            | Step::Spend(Target::The(name))
            | Step::BottomDeck(Target::The(name))
            | Step::ToHand(Target::The(name))
            | Step::Give(Target::The(name), ..) => out.push(name.clone()),
            Step::Next { r#do, .. } => names_used(r#do, out),
            Step::If(_, then, otherwise) => {
                names_used(then, out);
                names_used(otherwise, out);
            }
            _ => {}
        }
    }
}

/// The registers of the effect under compilation.
#[derive(Default)]
struct Names {
    named: BTreeMap<String, u8>,
    next: u8,
    /// Inside `EachPlayer`: names collect.
    collecting: u8,
    /// Inside what outlives the effect: names mean the kept card.
    kept: Option<Option<(String, u8)>>,
}

impl Names {
    fn bind(&mut self, name: &str) -> u8 {
        if let Some(&at) = self.named.get(name) {
            return at;
        }
        let at = self.scratch();
        self.named.insert(name.to_owned(), at);
        at
    }

    fn scratch(&mut self) -> u8 {
        self.next += 1;
        self.next - 1
    }

    fn count(&self) -> u8 {
        self.next
    }

    fn known(&self, name: &str) -> Option<u8> {
        self.named.get(name).copied()
    }

    fn register(&mut self, name: &str) -> u8 {
        self.bind(name)
    }

    fn base(&mut self, name: &str) -> Base {
        let at = self.bind(name);
        if let Some(kept) = &mut self.kept {
            *kept = Some((name.to_owned(), at));
            return Base::Held;
        }
        Base::Register(at)
    }

    /// Compiles something that outlives the effect; says which name it keeps.
    fn keeping<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> (T, Option<(String, u8)>) {
        self.kept = Some(None);
        let compiled = compile(self);
        (compiled, self.kept.take().flatten())
    }
}

impl Touches {
    fn add(&mut self, step: &Step) {
        use part::{ALL, DECKS, EDDIES, EDDIES_SPENT, FLOATING, GIGS, HANDS, LEGENDS, POWER, TRASHES};
        // What a choice reads: where its candidates are and what they are like.
        let (reads, writes) = match step {
            Step::Draw(amount) => (DECKS | reads_amount(amount), DECKS | HANDS),
            Step::Discard(_) => (HANDS | GIGS, HANDS | TRASHES),
            Step::Trash(_) | Step::Search(..) => (DECKS, DECKS | TRASHES),
            Step::Ready(Target::Exactly(amount, Cards::From(areas, _), _)) if areas == &[Area::Eddies] => {
                (EDDIES_SPENT | reads_amount(amount), EDDIES_SPENT)
            }
            Step::Give(..) => (ALL & !(HANDS | DECKS | TRASHES | EDDIES | EDDIES_SPENT), POWER | FLOATING),
            Step::Increase(..) | Step::Decrease(..) | Step::Adjust(..) | Step::Set(..) | Step::ChooseGig(_) => {
                (GIGS, GIGS)
            }
            Step::Look(_) => (LEGENDS, LEGENDS),
            Step::May(_) | Step::If(..) | Step::Modes { .. } | Step::EachPlayer(_) | Step::Rival(_) => (0, 0),
            // Everything else moves pieces or sets off more.
            _ => (ALL, ALL),
        };
        self.reads |= reads;
        self.writes |= writes;
        if let Step::Modes { pick, .. } = step {
            self.reads |= reads_amount(pick);
        }
    }

    fn reads_test(&mut self, cond: &Cond) {
        self.reads |= match cond {
            Cond::YourTurn | Cond::Did => 0,
            Cond::Gig(..) => part::GIGS,
            Cond::Compare(amount, cmp) => {
                reads_amount(amount)
                    | match cmp {
                        Cmp::AtLeast(n) | Cmp::AtMost(n) | Cmp::EqualTo(n) | Cmp::LessThan(n) | Cmp::MoreThan(n) => {
                            reads_amount(n)
                        }
                        Cmp::Even | Cmp::Odd => 0,
                    }
            }
            _ => part::ALL,
        };
    }
}

fn reads_amount(amount: &Amount) -> u32 {
    match amount {
        Amount::Number(_) => 0,
        Amount::Of(
            Count::Gigs(..)
            | Count::FixerDice(_)
            | Count::ValuePairs
            | Count::DifferentValues
            | Count::StreetCred(_)
            | Count::Value(_),
        ) => part::GIGS,
        Amount::Of(Count::If(cond, one, other)) => match **cond {
            Cond::Did => reads_amount(one) | reads_amount(other),
            _ => part::ALL,
        },
        Amount::Of(_) => part::ALL,
    }
}

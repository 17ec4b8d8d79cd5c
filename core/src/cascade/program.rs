//! The compiled form of effects: what the engine reads, flat and small.

use arrayvec::ArrayVec;

use super::cards::CardDef;
use super::check::MOST_TARGETS;
use super::effect::{self, Attribute, Condition, Effect, Gift, Keyword, Kind, Moment, Reach, Side, Step, Test, Until};

/// An effect of a match-up: its place in [`Program::effects`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EffectId(pub u8);

/// A set of attributes, one bit each.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attributes(pub u8);

impl Attributes {
    /// The set of one.
    pub const fn of(attribute: Attribute) -> Self {
        Self(1 << attribute as u8)
    }

    /// Whether it is in the set.
    #[inline]
    pub const fn has(self, attribute: Attribute) -> bool {
        self.0 >> attribute as u8 & 1 == 1
    }
}

/// The keywords that are nothing but a word, and what Unyielding stops.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Keywords {
    /// Taunt.
    pub taunt: bool,
    /// Precision.
    pub precision: bool,
    /// Range.
    pub range: bool,
    /// Dual Wielding.
    pub dual_wielding: bool,
    /// The highest rank that Unyielding stops; 0 for none.
    pub unyielding: u8,
    /// The attributes that Unyielding stops.
    pub unyielding_to: Attributes,
}

impl Keywords {
    /// Adds one; those that are effects or numbers are not kept here.
    pub fn add(&mut self, keyword: Keyword) {
        match keyword {
            Keyword::Taunt => self.taunt = true,
            Keyword::Precision => self.precision = true,
            Keyword::Range => self.range = true,
            Keyword::DualWielding => self.dual_wielding = true,
            Keyword::Unyielding(rank) => self.unyielding = self.unyielding.max(rank),
            Keyword::UnyieldingTo(attribute) => self.unyielding_to.0 |= Attributes::of(attribute).0,
            Keyword::Moral(_) | Keyword::Defiance(_) | Keyword::Berserk(_) | Keyword::Reinforcement(_) => {}
        }
    }
}

/// Which Souls.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Filter {
    /// Whose.
    pub side: Side,
    /// In which lines.
    pub reach: Reach,
    /// Of one of these attributes.
    pub attributes: Attributes,
    /// The lowest and the highest rank.
    pub ranks: [u8; 2],
    /// With damage.
    pub wounded: bool,
    /// Not the one that has the effect.
    pub other: bool,
    /// Captured ones instead of active ones.
    pub captured: bool,
    /// Nothing is asked but side, line and whether it is active: where it stands says all.
    pub by_place: bool,
}

impl Filter {
    fn new(souls: &effect::Souls, unsaid: Reach) -> Self {
        let asks = souls.attribute.is_some() || souls.rank_from.is_some() || souls.rank_to.is_some();
        Self {
            by_place: !asks && !souls.wounded && !souls.other,
            side: souls.side,
            reach: souls.reach.unwrap_or(unsaid),
            attributes: souls.attribute.map_or(Attributes(u8::MAX), Attributes::of),
            ranks: [souls.rank_from.unwrap_or(0), souls.rank_to.unwrap_or(u8::MAX)],
            wounded: souls.wounded,
            other: souls.other,
            captured: souls.captured,
        }
    }
}

/// A target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A Soul, remembered by its slot (11.4.8).
    Soul(Filter),
    /// A Soul Spot.
    Spot {
        /// On whose side.
        side: Side,
        /// On the side of this target, from 0.
        same_side_as: Option<u8>,
        /// Behind this target, from 0.
        behind: Option<u8>,
        /// Without an active Soul, not the altar.
        free: bool,
        /// With such a Soul on it, which it targets as well (11.4.5).
        with: Option<Filter>,
    },
}

/// On whom an operation acts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum On {
    /// A target, from 0.
    Target(u8),
    /// The Soul that has the effect.
    This,
    /// The Soul whose moment it was.
    Subject,
    /// The other Soul of the moment.
    Cause,
    /// Each of these.
    Each(Filter),
}

/// What goes on only if it holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Half the HP or less is left.
    HalfHp(On),
    /// The target that was acted on was the controller's; from 0.
    Yours(u8),
}

/// One operation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Damage.
    Damage(On, u8),
    /// Healing.
    Heal(On, u8),
    /// More AT.
    Boost(On, i8, Until),
    /// Drawing.
    Draw(u8),
    /// To the owner's hand.
    Return(On),
    /// Into exile.
    Exile(On),
    /// Frozen.
    Freeze(On),
    /// The effect that targeted is negated.
    Negate,
    /// To the spot that is this target.
    Move(On, u8),
    /// Two targets change places.
    Exchange(u8, u8),
    /// A Soul up to this rank from the hand.
    Put(u8),
    /// Skips so many operations unless it holds.
    Unless(Question, u8),
}

/// What a trigger waits for: a moment of these Souls, or of the one that has it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trigger {
    /// What happens.
    pub moment: Moment,
    /// To one of these; `None`: to the Soul that has it.
    pub who: Option<Filter>,
}

/// When an effect may be used.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// The Soul that has it is one of these.
    This(Filter),
    /// At least so many are there.
    Count(Filter, u8),
}

/// A compiled effect; Static ones are [`Rule`]s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// Activated, Timing or Instant.
    pub kind: Kind,
    /// Usable in every window.
    pub fast: bool,
    /// Not optional.
    pub mandatory: bool,
    /// How often a turn; 0 for no limit.
    pub per_turn: u8,
    /// How often a duel; 0 for no limit.
    pub per_game: u8,
    /// When it may be used.
    pub when: Option<When>,
    /// Who may use it.
    pub by: Option<Filter>,
    /// What it answers.
    pub on: Option<Trigger>,
    /// Its targets.
    pub targets: ArrayVec<Aim, MOST_TARGETS>,
    /// Two spots in any order.
    pub symmetric: bool,
    /// Whether another user has other targets.
    pub aims_by_user: bool,
    /// Cards discarded as a cost.
    pub discard: u8,
    /// HP paid.
    pub hp: u8,
    /// What it does.
    pub ops: Vec<Op>,
}

/// What a Static Effect gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// AT.
    At(i8),
    /// HP.
    Hp(u8),
    /// A word.
    Keyword(Keyword),
    /// An effect.
    Effect(EffectId),
}

/// To whom a Static Effect applies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum To {
    /// The Soul itself.
    This,
    /// The Soul that bears it.
    Bearer,
    /// Each of these.
    Each(Filter),
}

/// One thing that a Static Effect gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// While this holds.
    pub when: Option<When>,
    /// To whom.
    pub to: To,
    /// What.
    pub gives: Given,
}

/// The text of a card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// Its own effects, Static ones apart.
    pub effects: Vec<EffectId>,
    /// What its Static Effects give.
    pub rules: Vec<Rule>,
    /// Its keywords.
    pub keywords: Keywords,
    /// How much AT the others in its line have.
    pub moral: u8,
}

/// All effects of a match-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// In the order of the cards.
    pub effects: Vec<Compiled>,
}

impl Program {
    /// Compiles a card.
    ///
    /// # Errors
    /// More effects than a match-up can number.
    pub fn add(&mut self, card: &CardDef) -> Result<Text, TooMany> {
        let mut text = Text::default();
        for &keyword in &card.keywords {
            text.keywords.add(keyword);
            if let Keyword::Moral(n) = keyword {
                text.moral += n;
            }
        }
        for effect in card.all_effects() {
            if effect.kind == Kind::Static {
                self.constant(&effect, &mut text)?;
            } else {
                text.effects.push(self.effect(&effect)?);
            }
        }
        Ok(text)
    }

    fn constant(&mut self, effect: &Effect, text: &mut Text) -> Result<(), TooMany> {
        let to = match effect.to.unwrap_or(effect::Whom::This) {
            effect::Whom::This => To::This,
            effect::Whom::Bearer => To::Bearer,
            effect::Whom::Each(souls) => To::Each(Filter::new(&souls, Reach::Every)),
        };
        for gift in &effect.gives {
            let gives = match gift {
                Gift::At(n) => Given::At(*n),
                Gift::Hp(n) => Given::Hp(*n),
                Gift::Effect(inner) => Given::Effect(self.effect(inner)?),
                Gift::Keyword(keyword) => match keyword.effect() {
                    Some(inner) => Given::Effect(self.effect(&inner)?),
                    None => Given::Keyword(*keyword),
                },
            };
            text.rules.push(Rule { when: effect.condition.map(when), to, gives });
        }
        Ok(())
    }

    fn effect(&mut self, effect: &Effect) -> Result<EffectId, TooMany> {
        let id = u8::try_from(self.effects.len()).ok().filter(|&id| id < u8::MAX).ok_or(TooMany)?;
        let targets: ArrayVec<Aim, MOST_TARGETS> = effect.targets.iter().take(MOST_TARGETS).map(aim).collect();
        let mut ops = Vec::new();
        compile(&effect.does, &mut ops);
        let plain = |aim: &Aim| matches!(aim, Aim::Spot { behind: None, free: false, with: None, .. });
        let symmetric = targets.len() == 2 && targets.iter().all(plain) && matches!(*ops, [Op::Exchange(0, 1)]);
        self.effects.push(Compiled {
            kind: effect.kind,
            fast: effect.fast,
            mandatory: effect.mandatory,
            per_turn: effect.limit.turn.unwrap_or(0),
            per_game: effect.limit.game.unwrap_or(0),
            when: effect.condition.map(when),
            by: effect.by.map(|souls| Filter::new(&souls, Reach::Every)),
            on: effect.on.map(|on| Trigger {
                moment: on.moment,
                who: match on.who {
                    effect::Whose::This => None,
                    effect::Whose::Any(souls) => Some(Filter::new(&souls, Reach::Every)),
                },
            }),
            aims_by_user: targets.iter().any(tells_itself_apart),
            targets,
            symmetric,
            discard: effect.cost.discard,
            hp: effect.cost.hp,
            ops,
        });
        Ok(EffectId(id))
    }
}

/// A match-up has more effects than can be numbered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooMany;

fn when(condition: Condition) -> When {
    match condition {
        Condition::This(souls) => When::This(Filter::new(&souls, Reach::Every)),
        Condition::Count { souls, at_least } => When::Count(Filter::new(&souls, Reach::Every), at_least),
    }
}

fn aim(target: &effect::Target) -> Aim {
    match target {
        effect::Target::Soul(souls) => Aim::Soul(Filter::new(souls, Reach::Front)),
        effect::Target::Spot(spots) => Aim::Spot {
            side: spots.side,
            same_side_as: spots.same_side_as.map(|n| n - 1),
            behind: spots.behind.map(|n| n - 1),
            free: spots.free,
            with: spots.with.map(|souls| Filter::new(&souls, Reach::Front)),
        },
    }
}

/// Whether a target is told apart from the Soul that has the effect.
const fn tells_itself_apart(aim: &Aim) -> bool {
    matches!(aim, Aim::Soul(Filter { other: true, .. }) | Aim::Spot { with: Some(Filter { other: true, .. }), .. })
}

fn on(who: effect::Who) -> On {
    match who {
        effect::Who::Target(n) => On::Target(n - 1),
        effect::Who::This => On::This,
        effect::Who::Subject => On::Subject,
        effect::Who::Cause => On::Cause,
        effect::Who::Each(souls) => On::Each(Filter::new(&souls, Reach::Every)),
    }
}

fn compile(steps: &[Step], out: &mut Vec<Op>) {
    for step in steps {
        let op = match step {
            Step::Damage { who, amount } => Op::Damage(on(*who), *amount),
            Step::Heal { who, amount } => Op::Heal(on(*who), *amount),
            Step::Boost { who, at, until } => Op::Boost(on(*who), *at, *until),
            Step::Draw(n) => Op::Draw(*n),
            Step::Return(who) => Op::Return(on(*who)),
            Step::Exile(who) => Op::Exile(on(*who)),
            Step::Freeze(who) => Op::Freeze(on(*who)),
            Step::Negate => Op::Negate,
            Step::Move { who, to } => Op::Move(on(*who), to - 1),
            Step::Exchange(one, two) => Op::Exchange(one - 1, two - 1),
            Step::Put { rank } => Op::Put(*rank),
            Step::If { test, then } => {
                let mut inner = Vec::new();
                compile(then, &mut inner);
                let question = match test {
                    Test::HalfHp(who) => Question::HalfHp(on(*who)),
                    Test::Yours(effect::Who::Target(n)) => Question::Yours(n - 1),
                    Test::Yours(_) => unreachable!("the check lets nothing else through"),
                };
                out.push(Op::Unless(question, inner.len() as u8));
                out.append(&mut inner);
                continue;
            }
        };
        out.push(op);
    }
}

//! What a card file can say: effects with their parts (11.2.1), in the words of the rules.

use serde::{Deserialize, Serialize};

/// The attribute of a card (2.2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Attribute {
    /// Fire.
    Ember,
    /// Wind.
    Gale,
    /// Water.
    Tide,
    /// Earth.
    Stone,
}

impl Attribute {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Ember, Self::Gale, Self::Tide, Self::Stone];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ember => "Ember",
            Self::Gale => "Gale",
            Self::Tide => "Tide",
            Self::Stone => "Stone",
        }
    }
}

/// The four kinds of effects (11.1.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Chosen, stands on its own (11.1.2).
    Activated,
    /// Chosen, answers something (11.1.3).
    Timing,
    /// Applied, stands on its own (11.1.4).
    Static,
    /// Applied, answers something (11.1.5).
    Instant,
}

impl Kind {
    /// Its name in the rules.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Activated => "Activated",
            Self::Timing => "Timing",
            Self::Static => "Static",
            Self::Instant => "Instant",
        }
    }
}

/// A keyword (section 13).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Keyword {
    /// Only Souls with Taunt may be attacked.
    Taunt,
    /// Attacks ignore Taunt.
    Precision,
    /// May attack from the Second Line.
    Range,
    /// The others in its line have so much more AT.
    Moral(u8),
    /// May bear two Armaments.
    DualWielding,
    /// Effects of opposing cards up to this rank don't affect it (13.2.2).
    Unyielding(u8),
    /// Effects of opposing cards with this attribute don't affect it.
    UnyieldingTo(Attribute),
    /// Hurts an attacker that has hurt it.
    Defiance(u8),
    /// Gains AT whenever it takes damage.
    Berserk(u8),
    /// Brings a Soul up to this rank along when it is recruited.
    Reinforcement(u8),
}

impl Keyword {
    /// Which kind of effect the keyword is (11.1.3, 11.1.4, 11.1.5).
    pub const fn kind(self) -> Kind {
        match self {
            Self::Taunt
            | Self::Precision
            | Self::Range
            | Self::Moral(_)
            | Self::DualWielding
            | Self::Unyielding(_)
            | Self::UnyieldingTo(_) => Kind::Static,
            Self::Defiance(_) | Self::Berserk(_) => Kind::Instant,
            Self::Reinforcement(_) => Kind::Timing,
        }
    }

    /// How the card shows it.
    pub fn text(self) -> String {
        match self {
            Self::Taunt => "Taunt".into(),
            Self::Precision => "Precision".into(),
            Self::Range => "Range".into(),
            Self::Moral(n) => format!("Moral {n}"),
            Self::DualWielding => "Dual Wielding".into(),
            Self::Unyielding(n) => format!("Unyielding {n}"),
            Self::UnyieldingTo(attribute) => format!("Unyielding {}", attribute.word()),
            Self::Defiance(n) => format!("Defiance {n}"),
            Self::Berserk(n) => format!("Berserk {n}"),
            Self::Reinforcement(n) => format!("Reinforcement {n}"),
        }
    }

    /// What the keyword does, for those that do something of their own accord.
    pub fn effect(self) -> Option<Effect> {
        let base = Effect::new(self.kind());
        Some(match self {
            Self::Defiance(amount) => Effect {
                on: Some(Trigger { moment: Moment::HurtByAttack, who: Whose::This }),
                does: vec![Step::Damage { who: Who::Cause, amount }],
                ..base
            },
            Self::Berserk(n) => Effect {
                on: Some(Trigger { moment: Moment::Hurt, who: Whose::This }),
                does: vec![Step::Boost { who: Who::This, at: n as i8, until: Until::Leaves }],
                ..base
            },
            Self::Reinforcement(rank) => Effect {
                on: Some(Trigger { moment: Moment::Recruited, who: Whose::This }),
                does: vec![Step::Put { rank }],
                ..base
            },
            _ => return None,
        })
    }
}

/// Whose Souls.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Side {
    /// Anybody's.
    #[default]
    Any,
    /// The controller's.
    Own,
    /// The opponent's.
    Opposing,
}

/// In which lines.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reach {
    /// The Front Line.
    Front,
    /// The Second Line or lower (4.4).
    SecondOrLower,
    /// Every line.
    Every,
}

/// Which Souls, seen from the card that says so.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Souls {
    /// Whose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Side,
    /// In which lines. Not said: the Front Line for a target (11.4.2), every line otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reach>,
    /// Of this attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<Attribute>,
    /// Of this rank or higher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank_from: Option<u8>,
    /// Of this rank or lower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank_to: Option<u8>,
    /// With damage.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounded: bool,
    /// Not the Soul that has the effect.
    #[serde(default, skip_serializing_if = "is_default")]
    pub other: bool,
    /// Captured ones instead of active ones (11.4.3).
    #[serde(default, skip_serializing_if = "is_default")]
    pub captured: bool,
}

/// Which Soul Spots (11.4.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spots {
    /// On whose side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Side,
    /// On the side of this target, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_side_as: Option<u8>,
    /// The one behind this target, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<u8>,
    /// Without an active Soul, and not the altar.
    #[serde(default, skip_serializing_if = "is_default")]
    pub free: bool,
    /// With such a Soul on it, which is a target too (11.4.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Souls>,
}

/// A target (11.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    /// A Soul.
    Soul(Souls),
    /// A Soul Spot.
    Spot(Spots),
}

/// Something that happens, which effects wait for (11.8.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Moment {
    /// A Soul is recruited.
    Recruited,
    /// A Soul attacks.
    Attacks,
    /// A Soul is attacked.
    Attacked,
    /// A Soul has battled.
    Battled,
    /// A Soul takes damage, from whatever.
    Hurt,
    /// An attacked Soul takes damage in the battle.
    HurtByAttack,
    /// A Soul is captured.
    Captured,
    /// An opposing effect targets a Soul (13.6.2).
    Targeted,
}

impl Moment {
    /// How many there are.
    pub const COUNT: usize = 8;
}

/// Whose moment it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Whose {
    /// The Soul's that has the effect.
    This,
    /// That of one of these Souls.
    Any(Souls),
}

/// What an effect waits for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// What happens.
    pub moment: Moment,
    /// To whom.
    pub who: Whose,
}

/// When an effect may be used, or whether it applies (11.3.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// The Soul that has the effect is one of these.
    This(Souls),
    /// So many of these Souls or more are there.
    Count {
        /// Which.
        souls: Souls,
        /// How many.
        at_least: u8,
    },
}

/// How often (11.7.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// So many times a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// So many times a duel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u8>,
}

/// What is paid just before the effect resolves (11.5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Cards discarded from the hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub discard: u8,
    /// HP paid by the Soul that uses the effect.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hp: u8,
}

/// On whom a step acts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Who {
    /// What stands on this target, from 1.
    Target(u8),
    /// The Soul that has the effect, the Caster, the Ambusher.
    This,
    /// The Soul whose moment triggered it.
    Subject,
    /// The other Soul of the moment: the attacker of an attacked one, the attacked of an attacker.
    Cause,
    /// Each of these Souls.
    Each(Souls),
}

/// For how long.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Until {
    /// Until the end of the turn.
    EndOfTurn,
    /// As long as it stays on the field.
    Leaves,
}

/// An "If ..." inside an effect, read when that part resolves (11.3.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Test {
    /// The Soul has half its HP or less left.
    HalfHp(Who),
    /// The target that was acted on belonged to the controller.
    Yours(Who),
}

/// A part of what an effect does, in order (11.6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Damage.
    Damage {
        /// To whom.
        who: Who,
        /// How much.
        amount: u8,
    },
    /// Removes damage.
    Heal {
        /// From whom.
        who: Who,
        /// How much at most.
        amount: u8,
    },
    /// More AT.
    Boost {
        /// For whom.
        who: Who,
        /// How much.
        at: i8,
        /// For how long.
        until: Until,
    },
    /// The controller draws.
    Draw(u8),
    /// Returns a Soul to its owner's hand.
    Return(Who),
    /// Exiles a Soul.
    Exile(Who),
    /// Freezes a Soul until the end of its controller's next turn.
    Freeze(Who),
    /// Negates the effect whose targeting triggered this (13.5.1).
    Negate,
    /// Moves a Soul to a target spot.
    Move {
        /// Whom.
        who: Who,
        /// The target, from 1.
        to: u8,
    },
    /// What stands on two targets changes places.
    Exchange(u8, u8),
    /// The controller may put a Soul of this rank or lower from the hand onto a free spot; it is recruited.
    Put {
        /// The highest rank.
        rank: u8,
    },
    /// Goes on only if something holds.
    If {
        /// What.
        test: Test,
        /// What happens then.
        then: Vec<Step>,
    },
}

/// To whom a Static Effect applies.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Whom {
    /// The Soul that has it.
    This,
    /// The Soul that bears the Armament.
    Bearer,
    /// Each of these Souls.
    Each(Souls),
}

/// What a Static Effect gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Gift {
    /// More AT.
    At(i8),
    /// More HP; an Armament's only.
    Hp(u8),
    /// A keyword.
    Keyword(Keyword),
    /// An effect, which counts as the giving card's (11.2.3).
    Effect(Box<Effect>),
}

/// An effect: its kind and its parts (11.2.1), each of which may be missing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Which of the four.
    pub kind: Kind,
    /// An Activated Effect that may be used in every window.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fast: bool,
    /// A Timing Effect that is not optional.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mandatory: bool,
    /// How often.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Limit,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Who may use it: the Caster, the Ambusher, the Soul that has it (11.2.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Souls>,
    /// What it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Trigger>,
    /// On what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// For what.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Cost,
    /// What it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub does: Vec<Step>,
    /// Static: to whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Whom>,
    /// Static: what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<Gift>,
}

impl Effect {
    /// An effect of this kind without any part.
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            fast: false,
            mandatory: false,
            limit: Limit { turn: None, game: None },
            condition: None,
            by: None,
            on: None,
            targets: Vec::new(),
            cost: Cost { discard: 0, hp: 0 },
            does: Vec::new(),
            to: None,
            gives: Vec::new(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

//! What a card file can say: the effect language, as it is read from RON.
//!
//! The types read like the rulebook (chapter 10 for effects, 11 for game actions). Five ideas carry them:
//!
//! * **Sets, choices and verbs are three things.** [`Cards`] and [`Dice`] denote sets, a [`Target`] or [`GigTarget`]
//!   picks from one, a verb ([`Step`]) acts on what was picked.
//! * **Verbs are read once, rules all the time.** A [`Step`] happens; a [`Rule`] holds.
//! * **One list of events** ([`Event`]) serves triggers, replacements, "the next time", "the first time each turn",
//!   the turn's history and the end of a duration.
//! * **A comparison with a set holds if it holds for one member**; an empty set compares false.
//! * **"You" is a scope**: [`Step::Rival`] and [`Step::EachPlayer`] rebind it for the steps inside.
//!
//! `docs/effect-language.md` explains each word. Cards are compiled once into [`super::program`].

use serde::{Deserialize, Serialize};

/// A name that binds what a step picked, for later steps of the same effect.
pub type Name = String;

/// One paragraph of card text (10.1.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ability {
    /// An effect keyword (11.22).
    Keyword(Keyword),
    /// A triggered effect (10.16): pending once for each event that matches any of `on`.
    Triggered {
        /// The trigger conditions.
        on: Vec<Event>,
        /// Only the first such event of each turn counts.
        #[serde(default)]
        first: bool,
        /// What happens.
        r#do: Vec<Step>,
    },
    /// An activated effect (10.18).
    Activated {
        /// Usable as a reaction too (11.26).
        #[serde(default)]
        quick: bool,
        /// What is paid, in this order (10.19.3).
        cost: Vec<Cost>,
        /// What happens.
        r#do: Vec<Step>,
    },
    /// A persistent effect (10.22).
    Persistent(Persistent),
    /// A replacement effect (10.24): `do` happens, the event does not.
    Replacement {
        /// What would happen.
        of: Event,
        /// Optional (10.26).
        #[serde(default)]
        may: bool,
        /// What happens instead.
        r#do: Vec<Step>,
    },
    /// What a Program does (4.14).
    Resolve(Vec<Step>),
}

/// A rule that holds for certain cards while a condition does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Persistent {
    /// The condition, read all the time.
    #[serde(default)]
    pub r#while: Option<Cond>,
    /// For which cards.
    pub who: Cards,
    /// What holds.
    pub rule: Rule,
}

/// A part of an activation cost (10.19).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cost {
    /// €$ (11.16).
    Pay(Amount),
    /// Spend the source (11.15), for a Gear's text its host.
    Spend,
}

/// Something that happens. The subject is the card that the pattern is tested against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A card is played (11.20).
    Played(Cards),
    /// A Legend is called (11.18).
    Called(Cards),
    /// A Unit attacks (11.21).
    Attacks(Cards),
    /// A Unit on the field, or a Gear, is defeated (11.19).
    Defeated(Cards),
    /// A card is spent (3.7).
    Spent(Cards),
    /// A Unit uses BLOCKER (9.9).
    UsesBlocker(Cards),
    /// A Unit fights (9.16).
    Fights(Cards),
    /// A Unit wins a fight (9.17.1); the list says what the opponent is.
    WinsFight(Cards, #[serde(default)] Vec<Is>),
    /// A Unit loses a fight (9.17.2).
    LosesFight(Cards),
    /// A card steals one Gig (9.23.5.2): once a die.
    Steals(Cards, #[serde(default)] Vec<DieIs>),
    /// A card steals one or more Gigs: once a steal.
    StealsSome(Cards),
    /// A player rolls in a Gig (8.6.5).
    RollsIn(Side),
    /// A player rolls a Gig.
    Rolls(Side, #[serde(default)] Vec<DieIs>),
    /// A player's effect adjusts a player's Gigs (6.4): once a step.
    Adjusts(Side, Side),
    /// A player's effect swaps Gigs (6.6).
    Swaps(Side),
    /// A turn starts (8.6.2.2); whose.
    StartOfTurn(Side),
    /// A turn ends (8.16.1); whose.
    EndOfTurn(Side),
}

/// A set of cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cards {
    /// The source; for a Gear's text its host (4.11.3).
    This,
    /// The subject of the event, or the card a rule is asked about.
    Subject,
    /// What a name binds.
    The(Name, #[serde(default)] Vec<Is>),
    /// Units on the field, Legends there included (4.2.1).
    Units(Side, #[serde(default)] Vec<Is>),
    /// Legends in the Legends area and on the field.
    Legends(Side, #[serde(default)] Vec<Is>),
    /// Equipped Gear.
    Gear(Side, #[serde(default)] Vec<Is>),
    /// Every Program card of a side.
    Programs(Side, #[serde(default)] Vec<Is>),
    /// Your cards in these areas.
    From(Vec<Area>, #[serde(default)] Vec<Is>),
    /// The top of your deck.
    Top(Box<Amount>),
}

/// Which cards a step acts on; `One`, `Exactly`, `UpTo` and `Between` ask you to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// The source.
    This,
    /// The subject of the event.
    Subject,
    /// The opponent in the fight.
    Opponent,
    /// What a name binds, as far as it is still there.
    The(Name),
    /// One of a set.
    One(Cards, #[serde(default)] Option<Name>),
    /// That many of a set, or as many as there are (10.31.2).
    Exactly(Amount, Cards, #[serde(default)] Option<Name>),
    /// Up to that many.
    UpTo(Amount, Cards, #[serde(default)] Option<Name>),
    /// At least the first, at most the second number.
    Between(Amount, Amount, Cards, #[serde(default)] Option<Name>),
    /// The whole set.
    All(Cards, #[serde(default)] Option<Name>),
}

/// A property of a card; a list of them is "and".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Is {
    /// A Unit; a Legend on the field is one too.
    Unit,
    /// A Gear.
    Gear,
    /// A Program.
    Program,
    /// A Legend.
    Legend,
    /// Of the card type a name binds.
    OfType(Name),
    /// Has this tag (3.13).
    Tag(String),
    /// Has this colour (3.20.2).
    Color(Color),
    /// Has this printed name (3.9).
    Named(String),
    /// Has this keyword, printed or given.
    Has(Keyword),
    /// Its cost value (3.11).
    Cost(Cmp),
    /// Its power (3.17).
    Power(Cmp),
    /// Spent (3.6).
    Spent,
    /// Ready (3.5).
    Ready,
    /// Face-up (3.3).
    FaceUp,
    /// Face-down (3.4).
    FaceDown,
    /// Has Gear attached (11.6.2).
    Equipped,
    /// Has none (11.6.3).
    Unequipped,
    /// A Gear attached to one of these.
    EquippedTo(Box<Cards>),
    /// Entered the field this turn (Lag, 11.3).
    PlayedThisTurn,
    /// Is the attacker, from the declaration to the end of the attack.
    Attacking,
    /// Is in a fight, from the Fight Step on, against an opponent like this.
    Fighting(Vec<Is>),
    /// Not one of these.
    Other(Box<Cards>),
    /// Any of these.
    Or(Vec<Is>),
    /// Not this.
    Not(Box<Is>),
}

/// A set of dice, to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dice {
    /// The die of the event.
    ThatGig,
    /// What a name binds.
    The(Name),
    /// Gigs a side controls.
    Gigs(Side, #[serde(default)] Vec<DieIs>),
}

/// One die, to act on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GigTarget {
    /// The die of the event.
    ThatGig,
    /// What a name binds.
    The(Name),
    /// One you choose among those a side controls.
    Gig(Side, #[serde(default)] Vec<DieIs>, #[serde(default)] Option<Name>),
}

/// A property of a die.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DieIs {
    /// This many faces.
    D(u8),
    /// Shows 1 (6.3.1).
    Min,
    /// Shows its highest value (6.3.2).
    Max,
    /// Its value.
    Value(Cmp),
    /// Not the die a name binds.
    Other(Name),
    /// In another player's Gig area than the die a name binds.
    AnotherPlayers(Name),
    /// Not this.
    Not(Box<DieIs>),
}

/// A comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cmp {
    /// `>=`
    AtLeast(Amount),
    /// `<=`
    AtMost(Amount),
    /// `==`
    EqualTo(Amount),
    /// `<`
    LessThan(Amount),
    /// `>`
    MoreThan(Amount),
    /// Even; null is not (2.10.2).
    Even,
    /// Odd; null is not (2.10.2).
    Odd,
}

/// A number, possibly null.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// A plain number.
    Number(i16),
    /// Something to count or read.
    Of(Count),
}

/// Something to count or read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Count {
    /// How many cards.
    Count(Cards),
    /// How many Gigs a side controls.
    Gigs(Side, #[serde(default)] Vec<DieIs>),
    /// How many dice are in a side's fixer area.
    FixerDice(Side),
    /// Your value-pairs (6.5).
    ValuePairs,
    /// How many different values your Gigs show.
    DifferentValues,
    /// A side's Street Cred (11.2).
    StreetCred(Side),
    /// The power of these cards.
    Power(Cards),
    /// The cost value of these cards.
    Cost(Cards),
    /// The values of these dice.
    Value(Dice),
    /// A multiple: "for each".
    Times(i8, Box<Amount>),
    /// A difference.
    Minus(Box<Amount>, Box<Amount>),
    /// The first number if the condition holds, else the second: "instead".
    If(Box<Cond>, Box<Amount>, Box<Amount>),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cond {
    /// One of these cards is like this.
    Is(Cards, Vec<Is>),
    /// One of these dice is like this.
    Gig(Dice, Vec<DieIs>),
    /// A number compares like this.
    Compare(Amount, Cmp),
    /// It has happened this turn.
    ThisTurn(Event),
    /// It is your turn.
    YourTurn,
    /// The step or "may" just before did something.
    Did,
    /// All of these.
    All(Vec<Cond>),
    /// Any of these.
    Any(Vec<Cond>),
    /// Not this.
    Not(Box<Cond>),
}

/// One thing that happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Draw (11.5).
    Draw(Amount),
    /// Hand to trash.
    Discard(Target),
    /// Deck, or what was searched, to trash (11.7).
    Trash(Target),
    /// To its owner's hand.
    ToHand(Target),
    /// Under its owner's deck (11.12).
    BottomDeck(Target),
    /// Into the Eddies area (11.9).
    Sell(Target),
    /// Look at that many cards of the top of your deck (11.13).
    Search(Amount, Name),
    /// Show to both (11.14).
    Reveal(Target),
    /// You look at them.
    Look(Target),
    /// Call a Legend for free (11.11).
    Call(Target),
    /// Play a card (11.4).
    Play {
        /// Which.
        what: Target,
        /// Without paying (11.8.4).
        #[serde(default)]
        free: bool,
        /// A Gear's possible hosts, if narrower than the rules'.
        #[serde(default)]
        onto: Option<Cards>,
        /// Where a Program goes afterwards, if not to the trash.
        #[serde(default)]
        then: Option<Destination>,
    },
    /// Defeat (9.19.1.1).
    Defeat(Target),
    /// Spend (3.7).
    Spend(Target),
    /// Ready (3.8).
    Ready(Target),
    /// Move a Gear to another host (11.6.6).
    Move(Target, Target),
    /// Increase a Gig (6.4.1).
    Increase(GigTarget, By),
    /// Decrease a Gig (6.4.2).
    Decrease(GigTarget, By),
    /// Adjust a Gig up or down (6.4).
    Adjust(GigTarget, By),
    /// Set a Gig (6.4.3).
    Set(GigTarget, Amount),
    /// Swap two Gigs (6.6).
    Swap(GigTarget, GigTarget),
    /// This card steals that Gig (6.7).
    Steal(Target, GigTarget),
    /// Roll a Gig again (6.2).
    Roll(GigTarget),
    /// These cards get a rule for a while; amounts are fixed now.
    Give(Target, Rule, Until),
    /// A persistent effect with a duration (10.23), read live.
    Lasting(Until, Persistent),
    /// The next time one of these happens this turn: once.
    Next {
        /// When.
        on: Vec<Event>,
        /// What happens then.
        r#do: Vec<Step>,
    },
    /// Choose cards for later steps.
    Choose(Target),
    /// Choose a Gig for later steps.
    ChooseGig(GigTarget),
    /// Name a card type.
    NameType(Name),
    /// Pay €$ (11.8).
    Pay(Amount),
    /// You may.
    May(Vec<Step>),
    /// If, and otherwise.
    If(Cond, Vec<Step>, #[serde(default)] Vec<Step>),
    /// Choose among effects.
    Modes {
        /// Who chooses.
        #[serde(default)]
        by: Chooser,
        /// How many.
        #[serde(default = "one")]
        pick: Amount,
        /// The effects, in printed order.
        of: Vec<Vec<Step>>,
    },
    /// Each player in turn, the turn player first (10.2.2).
    EachPlayer(Vec<Step>),
    /// The rival does this.
    Rival(Vec<Step>),
}

const fn one() -> Amount {
    Amount::Number(1)
}

/// By how much a Gig changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// 0 to that much (2.8).
    UpTo(Amount),
    /// Just that much.
    Exactly(Amount),
}

/// Whose, seen from "you".
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Yours.
    Friendly,
    /// Your rival's.
    Rival,
    /// Anybody's.
    Any,
}

/// Who chooses among modes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Chooser {
    /// You.
    #[default]
    You,
    /// Your rival.
    Rival,
}

/// An effect keyword (11.22-11.26).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Keyword {
    /// May attack the turn it is played (11.23).
    Adrenaline,
    /// May redirect an attack to itself (11.24).
    Blocker,
    /// May be played as a ready Unit from the Legends area (11.25).
    GoSolo,
    /// May be played as a reaction (11.26).
    Quick,
}

/// One of your areas (chapter 5).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Area {
    /// 5.4
    Hand,
    /// 5.9
    Trash,
    /// 5.6
    Field,
    /// 5.7
    LegendsArea,
    /// 5.8
    Eddies,
}

/// A card's colour (3.20).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Color {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
}

/// Where a Program goes after it has resolved.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Destination {
    /// Under its owner's deck.
    BottomDeck,
}

/// Something that holds for a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rule {
    /// Has that much more power.
    Power(Amount),
    /// Has a keyword.
    Has(Keyword),
    /// More valid attack targets (9.3.2.3).
    CanAttack(Aim),
    /// May attack this the turn it is played (9.3.2.3.1).
    CanAttackWhenPlayed(Aim),
    /// May not attack this.
    CantAttack(Aim),
    /// Has to attack if it can.
    MustAttack,
    /// Can't be readied.
    CantReady,
    /// Its attacks can't be blocked.
    CantBeBlocked,
    /// A lost fight doesn't defeat it (9.19.3).
    CantBeDefeatedInFight,
    /// Wins fights against these (9.17.4).
    WinsFights(Vec<Is>),
    /// Can't steal such Gigs (9.23.4).
    CantSteal(Vec<DieIs>),
    /// Steals that many fewer (9.23.1).
    StealsFewer(Amount),
    /// Costs its player less or more (11.8.2).
    Price(Paid, Change),
}

/// What an attack may aim at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// Rival Units like this.
    Units(Vec<Is>),
    /// The rival Gig area.
    GigArea,
    /// Either.
    Anything,
}

/// What is paid for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Paid {
    /// Playing it, GO SOLO included.
    Play,
    /// GO SOLO alone.
    GoSolo,
    /// Calling it.
    Call,
}

/// How a price changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Less, to a minimum of 1 (11.8.3).
    Less(Amount),
    /// More.
    More(Amount),
    /// A price of its own.
    Becomes(Amount),
}

/// How long something given lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Until {
    /// To the end of this turn (8.16.2).
    ThisTurn,
    /// During the turn after this one.
    NextTurn,
    /// To the start of your next turn (8.6.2.1).
    YourNextTurn,
    /// For the first such event this turn, to its end.
    Next(Event),
}

/// Numbers are written plainly; everything else is a [`Count`]. A derived "untagged" would only say that nothing matched.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw: &'de ron::value::RawValue = Deserialize::deserialize(deserializer)?;
        let text = raw.get_ron().trim();
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
            return text.parse().map(Self::Number).map_err(|_| {
                let message = format!("{text} is no whole number from -32768 to 32767");
                crate::diagnostics::nested_message(text, &message)
            });
        }
        super::cards::options().from_str(text).map(Self::Of).map_err(|error| crate::diagnostics::nested(text, &error))
    }
}

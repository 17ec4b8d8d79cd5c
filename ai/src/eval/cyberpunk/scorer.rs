//! Points for actions without carrying them out: the prior of a search, the policy of rollouts, the answers with which
//! half-done things are settled.

use arrayvec::ArrayVec;
use fixer_core::bits::{Card, Die};
use fixer_core::cyberpunk::effect::Keyword;
use fixer_core::cyberpunk::{Action, Kind, Table};
use fixer_core::diagnostics::Diagnostic;
use fixer_core::game::{Game, Status};

use crate::eval::weights::Weights;

/// The names of the weights, in the order of the array.
const NAMES: [&str; 16] = [
    "steal",
    "fight_won",
    "fight_lost",
    "fight_target",
    "blocked",
    "play",
    "play_cost",
    "gear",
    "solo",
    "call",
    "sell",
    "use",
    "end",
    "block_won",
    "block_saves",
    "mulligan",
];

/// The points of an action, by what it is.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    weights: [f32; NAMES.len()],
}

/// What several actions of one decision ask for, worked out once.
#[derive(Default)]
struct Known {
    powers: ArrayVec<(Card, i16), 16>,
    rival_blocks: Option<bool>,
}

impl Known {
    fn power(&mut self, table: &Table<'_>, unit: Card) -> i16 {
        if let Some(&(_, power)) = self.powers.iter().find(|(known, _)| *known == unit) {
            return power;
        }
        let power = table.power(unit);
        if !self.powers.is_full() {
            self.powers.push((unit, power));
        }
        power
    }

    /// Whether the rival of who attacks has a ready Unit that blocks. Only one player attacks in a decision.
    fn rival_blocks(&mut self, table: &Table<'_>, attacker: Card) -> bool {
        *self.rival_blocks.get_or_insert_with(|| {
            let state = &table.state;
            let mut ready = (state.field - state.spent).of_player(attacker.owner().rival());
            ready.any(|unit| table.has(unit, Keyword::Blocker))
        })
    }
}

/// A weight's place in the array.
#[derive(Copy, Clone)]
enum Of {
    Steal,
    FightWon,
    FightLost,
    FightTarget,
    Blocked,
    Play,
    PlayCost,
    Gear,
    Solo,
    Call,
    Sell,
    Use,
    End,
    BlockWon,
    BlockSaves,
    Mulligan,
}

impl Scores {
    pub fn new(weights: &Weights) -> Result<Self, Diagnostic> {
        Ok(Self { weights: weights.scores_by(&NAMES)? })
    }

    const fn of(&self, what: Of) -> f32 {
        self.weights[what as usize]
    }

    /// The legal action with the most points; the first among equals.
    pub fn best(&self, table: &Table<'_>) -> Option<Action> {
        let mut known = Known::default();
        let mut best: Option<(f32, Action)> = None;
        table.each_legal(|action| {
            let points = self.points(table, action, &mut known);
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, action));
            }
        });
        best.map(|(_, action)| action)
    }

    pub fn score(&self, table: &Table<'_>, action: Action) -> f32 {
        self.points(table, action, &mut Known::default())
    }

    /// Points for each of `legal`, the options of one decision.
    pub fn all(&self, table: &Table<'_>, legal: &[Action], out: &mut Vec<f32>) {
        let mut known = Known::default();
        out.clear();
        out.extend(legal.iter().map(|&action| self.points(table, action, &mut known)));
    }

    fn points(&self, table: &Table<'_>, action: Action, known: &mut Known) -> f32 {
        match action {
            Action::AttackGigs(unit) => {
                let power = known.power(table, unit);
                let count = if power == 0 { 0.0 } else { f32::from(power / 10 + 1) };
                let blocks = u8::from(known.rival_blocks(table, unit));
                count * self.of(Of::Steal) + self.of(Of::Blocked) * f32::from(blocks)
            }
            Action::Attack(unit, target) => {
                let powers = (known.power(table, unit), known.power(table, target));
                self.fight(table, (unit, target), powers) + self.of(Of::FightTarget)
            }
            Action::Play(card) => self.of(Of::Play) + self.of(Of::PlayCost) * f32::from(table.cost(card)),
            Action::PlayOn(_, host) => {
                let ready = !table.state.spent.has(host) && !table.state.lag.has(host);
                self.of(Of::Gear) + if ready { 0.02 } else { 0.0 }
            }
            Action::Solo(_) => self.of(Of::Solo),
            Action::Call(_) => self.of(Of::Call),
            Action::Sell(card) => self.of(Of::Sell) - 0.01 * f32::from(table.cost(card)),
            Action::Use(..) => self.of(Of::Use),
            Action::End => self.of(Of::End),
            Action::Block(unit) => self.block(table, unit),
            Action::Mulligan => self.of(Of::Mulligan),
            Action::Choose(card) => Self::choice(table, card),
            Action::ChooseDie(die) => Self::die(table, die),
            Action::ChooseNumber(number) => Self::number(table, number),
            Action::ChooseNone | Action::No => -0.01,
            Action::Roll(die) => f32::from(die.faces()) * 0.001,
            Action::Pay(places) => -0.01 * places.count_ones() as f32,
            _ => 0.0,
        }
    }

    /// What a fight of two Units comes to for the first.
    fn fight(&self, table: &Table<'_>, (unit, target): (Card, Card), (mine, theirs): (i16, i16)) -> f32 {
        let worth = |card: Card| 0.5 + f32::from(table.cost(card)) / 8.0;
        let won = if mine >= theirs && mine > 0 { worth(target) } else { 0.0 };
        let lost = if theirs >= mine && theirs > 0 { worth(unit) } else { 0.0 };
        won * self.of(Of::FightWon) + lost * self.of(Of::FightLost)
    }

    fn block(&self, table: &Table<'_>, unit: Card) -> f32 {
        let attack = table.state.attack;
        let (mine, theirs) = (table.power(unit), table.power(attack.attacker));
        let saved = if attack.target.is_some() { 0.3 } else { f32::from(theirs / 10 + 1) };
        let gigs = table.state.gigs[attack.attacker.owner().index()].len();
        let urgent = if gigs >= 5 { 0.3 } else { 0.0 };
        let won = if mine >= theirs && mine > 0 { 1.0 } else { 0.0 };
        let lost = if theirs >= mine && theirs > 0 { 0.5 + f32::from(table.cost(unit)) / 8.0 } else { 0.0 };
        saved * (self.of(Of::BlockSaves) + urgent) + won * self.of(Of::BlockWon) + lost * self.of(Of::FightLost)
    }

    /// A card chosen by an effect: the rival's best, the own worst where it is lost, the own best where it is kept.
    fn choice(table: &Table<'_>, card: Card) -> f32 {
        let state = &table.state;
        let Status::Decide(me, kind) = table.status() else { return 0.0 };
        debug_assert!(kind == Kind::Choose);
        let worth = 0.01 * f32::from(table.cost(card)) + 0.005 * f32::from(table.power(card));
        if card.owner() != me {
            return 0.1 + worth;
        }
        if state.hand.has(card) { 0.05 - worth } else { worth }
    }

    fn die(table: &Table<'_>, die: Die) -> f32 {
        let value = f32::from(table.state.values[die.index()]);
        let Status::Decide(me, _) = table.status() else { return 0.0 };
        let mine = table.state.gig_area(die) == Some(me);
        if mine { 0.001 * (20.0 - value) } else { 0.001 * value }
    }

    fn number(table: &Table<'_>, number: i8) -> f32 {
        // Modes are printed with the stronger first; amounts are mostly better large, and better not against oneself.
        let Status::Decide(me, _) = table.status() else { return 0.0 };
        let own = table.state.active == me;
        0.001 * f32::from(if own { number } else { -number })
    }
}

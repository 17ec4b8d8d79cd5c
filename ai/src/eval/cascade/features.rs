//! What is measured on a position of Cascade.

use fixer_core::cascade::state::{Slot, Spot, Zone};
use fixer_core::cascade::{State, Table};
use fixer_core::game::Player;

use crate::eval::Features;

/// The features of a position, see [`Position`].
#[derive(Copy, Clone, Debug)]
pub struct Seen;

/// The numbers of one side.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Position {
    /// HP left to the Leader, in tens.
    pub leader: f32,
    /// How near the Leader is to its end: 0 with six HP or more, 1 with none, squared.
    pub leader_low: f32,
    /// Active Souls, the Leader apart.
    pub souls: f32,
    /// Their AT in tens.
    pub at: f32,
    /// Their HP left in tens.
    pub hp: f32,
    /// HP left in the Front Line, in tens: what guards the rest (8.2.1).
    pub front_hp: f32,
    /// 1 where nobody guards the rest.
    pub open: f32,
    /// AT, in tens, of those that attack in the next turn.
    pub attack: f32,
    /// AT, in tens, of those that can attack now.
    pub attack_now: f32,
    /// AT, in tens, of Souls that are frozen.
    pub frozen: f32,
    /// Cards in hand, the first ones counting more (square root).
    pub hand: f32,
    /// Set Ambushes.
    pub set: f32,
    /// Armaments borne.
    pub arms: f32,
    /// Effects that may be used again and again: 1 for a Realm.
    pub realm: f32,
    /// How near the deck is to its end: 0 with five cards or more, 1 with none.
    pub deck_out: f32,
    /// Draws from an empty deck that have hurt.
    pub exhausted: f32,
}

impl Position {
    /// Measures one side.
    pub fn of(table: &Table<'_>, player: Player) -> Self {
        let state = &table.state;
        let at = player.index();
        let mut side = Self { open: 1.0, ..Self::default() };
        let altar = Slot::altar(player);
        let left = f32::from(table.hp_left(altar));
        side.leader = left / 10.0;
        side.leader_low = ((6.0 - left).max(0.0) / 6.0).powi(2);
        for (slot, _) in state.active_souls(player) {
            let spot = &state.spots[slot.index()];
            side.arms += spot.arms.iter().filter(|arm| arm.is_some()).count() as f32;
            if slot == altar {
                continue;
            }
            let power = f32::from(table.at(slot)) / 10.0;
            let hp = f32::from(table.hp_left(slot)) / 10.0;
            side.souls += 1.0;
            side.at += power;
            side.hp += hp;
            if slot.line() == 0 {
                side.front_hp += hp;
                side.open = 0.0;
            }
            if spot.is(Spot::FROZEN) {
                side.frozen += power;
            } else if slot.line() == 0 || (slot.line() == 1 && table.keywords(slot).range) {
                side.attack += power;
            }
            if state.active == player && table.may_attack(slot) {
                side.attack_now += power;
            }
        }
        side.hand = (state.hand.of_player(player).len() as f32).sqrt();
        side.set = state.face_down.of_player(player).len() as f32;
        side.realm = f32::from(u8::from(state.realm[at].is_some()));
        side.deck_out = (5.0 - f32::from(state.deck_len[at])).max(0.0) / 5.0;
        side.exhausted = f32::from(state.exhausted[at]);
        side
    }

    /// Damage, in tens, that an attack of so much does to the Leader of this side: none while somebody guards it.
    fn reached_by(&self, attack: f32) -> f32 {
        if self.open > 0.0 { attack.min(self.leader) } else { 0.0 }
    }
}

/// Whether nothing is half done: no window open, no effect resolving.
pub fn is_quiet(state: &State) -> bool {
    !state.window && state.resolving.is_none() && state.cascade.is_empty()
}

impl<'m> Features<Table<'m>> for Seen {
    const NAMES: &'static [&'static str] = &[
        "leader",
        "leader_low",
        "souls",
        "at",
        "hp",
        "front_hp",
        "open",
        "attack",
        "frozen",
        "hand",
        "set",
        "arms",
        "realm",
        "deck_out",
        "exhausted",
        "turn",
        "attack_now",
        "reach_now",
        "reach_next",
        "kill_now",
        "kill_next",
        "pressure_next",
    ];

    fn measure(table: &Table<'m>, of: Player, out: &mut [f32]) {
        let me = Position::of(table, of);
        let rival = Position::of(table, of.rival());
        let my_turn = table.state.active == of;
        let sign = if my_turn { 1.0 } else { -1.0 };
        let (active, waiting) = if my_turn { (me, rival) } else { (rival, me) };
        // The waiting side attacks next.
        let (now, next) = (waiting.reached_by(active.attack_now), active.reached_by(waiting.attack));
        let kills = |reach: f32, leader: f32| f32::from(u8::from(reach > 0.0 && reach >= leader));
        let values = [
            me.leader - rival.leader,
            me.leader_low - rival.leader_low,
            me.souls - rival.souls,
            me.at - rival.at,
            me.hp - rival.hp,
            me.front_hp - rival.front_hp,
            me.open - rival.open,
            me.attack - rival.attack,
            me.frozen - rival.frozen,
            me.hand - rival.hand,
            me.set - rival.set,
            me.arms - rival.arms,
            me.realm - rival.realm,
            me.deck_out - rival.deck_out,
            me.exhausted - rival.exhausted,
            sign,
            sign * active.attack_now,
            sign * now,
            -sign * next,
            sign * kills(now, waiting.leader),
            -sign * kills(next, active.leader),
            -sign * (waiting.attack - active.front_hp).max(0.0),
        ];
        out.copy_from_slice(&values);
    }
}

/// What a card is worth that a player gives up or wants: its rank, more for what is on the field.
pub fn worth(table: &Table<'_>, slot: Slot) -> f32 {
    let spot = &table.state.spots[slot.index()];
    let Some(soul) = spot.soul.some() else { return 0.0 };
    if slot.is_altar() {
        return 6.0;
    }
    debug_assert!(table.state.zone(soul) == Zone::Field);
    let arms = spot.arms.iter().filter(|arm| arm.is_some()).count() as f32;
    0.6 + 0.2 * f32::from(table.match_up().facts[soul.index()].rank) + 0.1 * f32::from(table.at(slot)) + 0.3 * arms
}

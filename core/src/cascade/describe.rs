//! What a card is and does, in words made from its facts and its effects: a line a part, in the order of 11.2.1.

use std::fmt::Write as _;

use super::cards::CardDef;
use super::effect::{
    Condition, Effect, Gift, Keyword, Kind, Moment, Reach, Side, Souls, Spots, Step, Target, Test, Trigger, Until, Who,
    Whom, Whose,
};
use crate::diagnostics::list;

/// The card in full: its id and name, a line of facts, a line a part.
///
/// ```
/// # use fixer_core::cascade::{cards::CardPool, describe::describe};
/// let pool = CardPool::builtin();
/// assert_eq!(
///     describe(pool.get(pool.find("bell-keeper").unwrap())),
///     "bell-keeper: Bell Keeper\n\
///      Soul, Tide, rank 1, AT 1, HP 2\n\
///      Timing, mandatory\n\
///      \x20 on: this Soul is attacked\n\
///      \x20 targets: 1. another own wounded Soul\n\
///      \x20 does: heal 1 on target 1\n"
/// );
/// ```
pub fn describe(card: &CardDef) -> String {
    let mut out = format!("{}: {}\n{}\n", card.id, card.name, facts(card));
    for effect in &card.effects {
        describe_effect(effect, 0, &mut out);
    }
    for keyword in &card.keywords {
        let _ = writeln!(out, "{} ({})", keyword.text(), keyword.kind().word());
    }
    if card.effects.is_empty() && card.keywords.is_empty() {
        out.push_str("no effect\n");
    }
    out
}

/// The facts in one line.
pub fn facts(card: &CardDef) -> String {
    let mut line = format!("{}, {}, rank {}", card.kind.word(), card.attribute.word(), card.rank);
    if let (Some(at), Some(hp)) = (card.at, card.hp) {
        let _ = write!(line, ", AT {at}, HP {hp}");
    }
    line
}

fn describe_effect(effect: &Effect, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let mut head = effect.kind.word().to_owned();
    if effect.fast {
        head.push_str(", Fast");
    }
    match effect.kind {
        Kind::Timing if effect.mandatory => head.push_str(", mandatory"),
        Kind::Timing => head.push_str(", optional"),
        _ => {}
    }
    if let Some(n) = effect.limit.turn {
        let _ = write!(head, ", {n}/Turn");
    }
    if let Some(n) = effect.limit.game {
        let _ = write!(head, ", {n}/Game");
    }
    let _ = writeln!(out, "{indent}{head}");
    let mut part = |name: &str, text: String| {
        let _ = writeln!(out, "{indent}  {name}: {text}");
    };
    if let Some(condition) = &effect.condition {
        part("if", describe_condition(condition));
    }
    if let Some(by) = &effect.by {
        part("by", souls(by, Reach::Every));
    }
    if let Some(on) = &effect.on {
        part("on", describe_trigger(on));
    }
    if !effect.targets.is_empty() {
        let texts: Vec<String> =
            effect.targets.iter().enumerate().map(|(at, target)| format!("{}. {}", at + 1, aim(target))).collect();
        part("targets", texts.join("; "));
    }
    let mut costs = Vec::new();
    if effect.cost.discard > 0 {
        costs.push(format!("discard {}", effect.cost.discard));
    }
    if effect.cost.hp > 0 {
        costs.push(format!("the Soul that uses it pays {} HP", effect.cost.hp));
    }
    if !costs.is_empty() {
        part("cost", costs.join("; "));
    }
    if !effect.does.is_empty() {
        part("does", steps(&effect.does));
    }
    if let Some(to) = &effect.to {
        part("to", whom(to));
    }
    for gift in &effect.gives {
        match gift {
            Gift::At(n) => part("gives", format!("{n:+} AT")),
            Gift::Hp(n) => part("gives", format!("+{n} HP")),
            Gift::Keyword(keyword) => part("gives", Keyword::text(*keyword)),
            Gift::Effect(_) => part("gives", "an effect of this card:".into()),
        }
    }
    for gift in &effect.gives {
        if let Gift::Effect(inner) = gift {
            describe_effect(inner, depth + 2, out);
        }
    }
}

fn whom(to: &Whom) -> String {
    match to {
        Whom::This => "this Soul".into(),
        Whom::Bearer => "the bearer".into(),
        Whom::Each(which) => format!("each: {}", souls(which, Reach::Every)),
    }
}

fn describe_condition(condition: &Condition) -> String {
    match condition {
        Condition::This(which) => format!("this Soul is {}", souls(which, Reach::Every)),
        Condition::Count { souls: which, at_least } => {
            format!("there are at least {at_least}: {}", souls(which, Reach::Every))
        }
    }
}

fn describe_trigger(on: &Trigger) -> String {
    let who = match &on.who {
        Whose::This => "this Soul".into(),
        Whose::Any(which) => souls(which, Reach::Every),
    };
    let what = match on.moment {
        Moment::Recruited => "is recruited",
        Moment::Attacks => "attacks",
        Moment::Attacked => "is attacked",
        Moment::Battled => "has battled",
        Moment::Hurt => "takes damage",
        Moment::HurtByAttack => "takes damage from an attack",
        Moment::Captured => "is captured",
        Moment::Targeted => "is targeted by an opposing effect",
    };
    format!("{who} {what}")
}

/// Which Souls; the reach is said where it is not the one that goes unsaid.
fn souls(which: &Souls, unsaid: Reach) -> String {
    let mut words = vec![if which.other { "another" } else { "a" }];
    match which.side {
        Side::Any => {}
        Side::Own => words.push("own"),
        Side::Opposing => words.push("opposing"),
    }
    if which.captured {
        words.push("captured");
    }
    if which.wounded {
        words.push("wounded");
    }
    if let Some(attribute) = which.attribute {
        words.push(attribute.word());
    }
    let mut text = format!("{} Soul", words.join(" "));
    match (which.rank_from, which.rank_to) {
        (Some(from), Some(to)) => {
            let _ = write!(text, " of rank {from} to {to}");
        }
        (Some(from), None) => {
            let _ = write!(text, " of rank {from} or higher");
        }
        (None, Some(to)) => {
            let _ = write!(text, " of rank {to} or lower");
        }
        (None, None) => {}
    }
    match which.reach.unwrap_or(unsaid) {
        Reach::Front => text.push_str(" in the Front Line"),
        Reach::SecondOrLower => text.push_str(" in the Second Line or lower"),
        Reach::Every => {}
    }
    text
}

fn aim(target: &Target) -> String {
    match target {
        Target::Soul(which) => souls(which, Reach::Front),
        Target::Spot(spots) => spot(spots),
    }
}

fn spot(spots: &Spots) -> String {
    let mut text = String::from(match (spots.free, spots.side) {
        (true, Side::Any) => "a free spot",
        (true, Side::Own) => "a free own spot",
        (true, Side::Opposing) => "a free opposing spot",
        (false, Side::Any) => "a spot",
        (false, Side::Own) => "an own spot",
        (false, Side::Opposing) => "an opposing spot",
    });
    if let Some(n) = spots.same_side_as {
        let _ = write!(text, " on the side of target {n}");
    }
    if let Some(n) = spots.behind {
        let _ = write!(text, " behind target {n}");
    }
    if let Some(with) = &spots.with {
        let _ = write!(text, " with {}", souls(with, Reach::Front));
    }
    text
}

fn who(on: &Who) -> String {
    match on {
        Who::Target(n) => format!("target {n}"),
        Who::This => "the Soul that uses it".into(),
        Who::Subject => "the Soul that triggered it".into(),
        Who::Cause => "the other Soul of the moment".into(),
        Who::Each(which) => format!("each: {}", souls(which, Reach::Every)),
    }
}

fn steps(does: &[Step]) -> String {
    does.iter().map(step).collect::<Vec<_>>().join("; ")
}

fn step(step: &Step) -> String {
    match step {
        Step::Damage { who: on, amount } => format!("{amount} damage to {}", who(on)),
        Step::Heal { who: on, amount } => format!("heal {amount} on {}", who(on)),
        Step::Boost { who: on, at, until } => {
            let until = match until {
                Until::EndOfTurn => "until the end of the turn",
                Until::Leaves => "as long as it stays",
            };
            format!("{at:+} AT for {} {until}", who(on))
        }
        Step::Draw(n) => format!("draw {n}"),
        Step::Return(on) => format!("return {} to its owner's hand", who(on)),
        Step::Exile(on) => format!("exile {}", who(on)),
        Step::Freeze(on) => format!("freeze {}", who(on)),
        Step::Negate => "negate that effect".into(),
        Step::Move { who: on, to } => format!("move {} to target {to}", who(on)),
        Step::Exchange(one, two) => {
            format!("exchange what stands on {}", list(&[format!("target {one}"), format!("target {two}")], "and"))
        }
        Step::Put { rank } => format!("maybe put a Soul of rank {rank} or lower from the hand onto a free spot"),
        Step::If { test, then } => {
            let test = match test {
                Test::HalfHp(on) => format!("{} has half its HP or less left", who(on)),
                Test::Yours(on) => format!("{} was the own one", who(on)),
            };
            format!("if {test}: {}", steps(then))
        }
    }
}

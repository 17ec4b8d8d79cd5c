//! What a card file may not say: facts that make no card, effects a card type can't have, parts a kind can't have.

use super::cards::{CardDef, CardType};
use super::effect::{Effect, Gift, Keyword, Kind, Moment, Step, Target, Test, Who, Whom, Whose};
use super::settings::HIGHEST_RANK;

/// The most targets an effect has.
pub const MOST_TARGETS: usize = 2;

/// Checks a card.
///
/// # Errors
/// The first thing that is wrong and what was expected, in one line.
pub fn card(card: &CardDef) -> Result<(), String> {
    facts(card)?;
    for (at, keyword) in card.keywords.iter().enumerate() {
        keyword_of(card.kind, *keyword).map_err(|fault| format!("keywords[{at}]: {fault}"))?;
        let same = |other: &Keyword| std::mem::discriminant(other) == std::mem::discriminant(keyword);
        if card.keywords[..at].iter().any(same) {
            return Err(format!("keywords[{at}]: {} stands here twice", keyword.text()));
        }
    }
    for (at, written) in card.effects.iter().enumerate() {
        type_of(card.kind, written)
            .and_then(|()| effect(card.kind, written))
            .map_err(|fault| format!("effects[{at}]: {fault}"))?;
    }
    match card.kind {
        CardType::Event | CardType::Ambush if card.effects.len() != 1 => {
            Err(format!("{} effects; an {} has exactly one", card.effects.len(), card.kind.word()))
        }
        _ => Ok(()),
    }
}

/// The printed facts.
fn facts(card: &CardDef) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let id = &card.id;
    if id.is_empty() || !id.chars().all(plain) || id.starts_with('-') || id.ends_with('-') || id.contains("--") {
        return Err(format!(
            "the id \"{id}\" is not made of lower-case letters, digits and single hyphens between them"
        ));
    }
    if card.name.trim().is_empty() || card.name.chars().any(char::is_control) {
        return Err("the name is empty or no plain line".into());
    }
    if !(1..=HIGHEST_RANK).contains(&card.rank) {
        return Err(format!("the rank {} is not 1 to {HIGHEST_RANK}", card.rank));
    }
    let kind = card.kind.word();
    match (card.kind.is_soul(), card.at, card.hp) {
        (true, Some(at), Some(hp)) if at <= 50 && (1..=50).contains(&hp) => Ok(()),
        (true, Some(_), Some(_)) => Err("at is not 0 to 50 or hp is not 1 to 50".into()),
        (true, ..) => Err(format!("a {kind} has both at and hp")),
        (false, None, None) => Ok(()),
        (false, ..) => Err(format!("a card of type {kind} has neither at nor hp")),
    }
}

/// Keywords are printed on Souls.
fn keyword_of(kind: CardType, keyword: Keyword) -> Result<(), String> {
    if !kind.is_soul() {
        return Err(format!("{} on a card of type {}; only Souls have keywords", keyword.text(), kind.word()));
    }
    number(keyword)
}

fn number(keyword: Keyword) -> Result<(), String> {
    match keyword {
        Keyword::Moral(n)
        | Keyword::Unyielding(n)
        | Keyword::Defiance(n)
        | Keyword::Berserk(n)
        | Keyword::Reinforcement(n)
            if !(1..=9).contains(&n) =>
        {
            Err(format!("{}: the number is not 1 to 9", keyword.text()))
        }
        _ => Ok(()),
    }
}

/// Which effects a card type has (11.1.6).
fn type_of(kind: CardType, effect: &Effect) -> Result<(), String> {
    let found = effect.kind.word();
    let once = matches!(kind, CardType::Event | CardType::Ambush);
    if once && (effect.limit.turn.is_some() || effect.limit.game.is_some()) {
        return Err("a limit on a card that is used once".into());
    }
    match kind {
        CardType::Event if effect.kind != Kind::Activated => {
            Err(format!("a {found} effect; the effect of an Event is Activated (11.1.6)"))
        }
        CardType::Event if effect.fast => Err("a fast Event; only Ambushes are cast in every window".into()),
        CardType::Ambush => match (effect.kind, &effect.on) {
            (Kind::Timing, Some(_)) if effect.mandatory => Err("an Ambush is sprung or not, never mandatory".into()),
            (Kind::Timing, Some(_)) | (Kind::Activated, None) => Ok(()),
            (Kind::Activated, Some(_)) => Err("an Ambush that names a moment is a Timing effect (11.1.6)".into()),
            _ => Err(format!("a {found} effect; an Ambush is Activated, or Timing with a moment (11.1.6)")),
        },
        CardType::Armament if effect.kind != Kind::Static => {
            Err(format!("a {found} effect; the effects of an Armament are Static (11.1.6)"))
        }
        CardType::Realm if effect.by.is_some() || effect.cost.hp > 0 => {
            Err("a Realm's effect is used by no Soul, so it has no `by` and pays no HP".into())
        }
        _ => Ok(()),
    }
}

/// Which parts a kind has, and what they may say.
fn effect(card: CardType, effect: &Effect) -> Result<(), String> {
    let kind = effect.kind;
    let answers = matches!(kind, Kind::Timing | Kind::Instant);
    match &effect.on {
        None if answers => return Err(format!("a {} effect lacks `on`: the moment it answers", kind.word())),
        Some(_) if !answers => return Err(format!("a {} effect answers no moment, so it has no `on`", kind.word())),
        _ => {}
    }
    if effect.fast && kind != Kind::Activated {
        return Err(format!("`fast` on a {} effect; only Activated ones are Fast", kind.word()));
    }
    if effect.mandatory && kind != Kind::Timing {
        return Err(format!("`mandatory` on a {} effect; only Timing ones are", kind.word()));
    }
    if kind == Kind::Static {
        return constant(card, effect);
    }
    if effect.to.is_some() || !effect.gives.is_empty() {
        return Err(format!("`to` and `gives` on a {} effect; they are parts of Static ones", kind.word()));
    }
    if effect.does.is_empty() {
        return Err("`does` is empty: the effect does nothing".into());
    }
    if effect.limit.turn == Some(0) || effect.limit.game == Some(0) {
        return Err("a limit of 0: the effect could never be used".into());
    }
    if let Some(Whose::This) = effect.on.map(|on| on.who)
        && !card.is_soul()
        && card != CardType::Armament
    {
        return Err(format!("`who: This` on a card of type {}, which is no Soul", card.word()));
    }
    if kind == Kind::Instant && (!effect.targets.is_empty() || effect.cost.discard > 0 || effect.cost.hp > 0) {
        return Err("an Instant effect has neither targets nor a cost: nobody decides anything about it".into());
    }
    if effect.targets.len() > MOST_TARGETS {
        return Err(format!("{} targets; at most {MOST_TARGETS}", effect.targets.len()));
    }
    for (at, target) in effect.targets.iter().enumerate() {
        targets(target, at).map_err(|fault| format!("targets[{at}]: {fault}"))?;
    }
    steps(effect, &effect.does).map_err(|fault| format!("does: {fault}"))
}

fn constant(card: CardType, effect: &Effect) -> Result<(), String> {
    let idle = effect.does.is_empty() && effect.targets.is_empty() && effect.by.is_none();
    if !idle || effect.cost.discard + effect.cost.hp > 0 || effect.limit.turn.is_some() || effect.limit.game.is_some() {
        return Err("a Static effect has a condition, `to` and `gives`; nothing else".into());
    }
    match (effect.to, card) {
        (None, _) => return Err("a Static effect lacks `to`: whom it applies to".into()),
        (Some(Whom::Bearer), CardType::Armament) => {}
        (Some(Whom::Bearer), _) => return Err("`to: Bearer` on a card that is no Armament".into()),
        (Some(_), CardType::Armament) => return Err("an Armament's effects apply to its Bearer".into()),
        (Some(Whom::This), CardType::Realm) => return Err("`to: This` on a Realm, which is no Soul".into()),
        _ => {}
    }
    if effect.gives.is_empty() {
        return Err("a Static effect that gives nothing".into());
    }
    for (at, gift) in effect.gives.iter().enumerate() {
        let fault = |message: String| format!("gives[{at}]: {message}");
        match gift {
            Gift::Hp(_) if effect.to != Some(Whom::Bearer) => {
                return Err(fault("only an Armament gives HP: it stays as long as its bearer".into()));
            }
            Gift::Effect(inner) if inner.kind == Kind::Static => {
                return Err(fault("a Static effect is given as what it gives".into()));
            }
            Gift::Effect(inner) => self::effect(CardType::Soul, inner).map_err(fault)?,
            Gift::Keyword(Keyword::Moral(_)) => return Err(fault("Moral can't be given; give At in its stead".into())),
            Gift::Keyword(keyword) => number(*keyword).map_err(fault)?,
            Gift::At(_) | Gift::Hp(_) => {}
        }
    }
    Ok(())
}

fn targets(target: &Target, at: usize) -> Result<(), String> {
    let before = |n: u8| {
        if n == 0 || n as usize > at { Err(format!("{n} is no target before this one")) } else { Ok(()) }
    };
    match target {
        Target::Soul(_) => Ok(()),
        Target::Spot(spots) => {
            if let Some(souls) = spots.with
                && souls.captured
            {
                return Err("a spot names an active Soul or none".into());
            }
            spots.same_side_as.map_or(Ok(()), before)?;
            spots.behind.map_or(Ok(()), before)
        }
    }
}

fn steps(effect: &Effect, list: &[Step]) -> Result<(), String> {
    for step in list {
        match step {
            Step::Damage { who: on, .. } | Step::Boost { who: on, .. } | Step::Freeze(on) | Step::Exile(on) => {
                who(effect, on)?;
            }
            Step::Heal { who: on, .. } | Step::Return(on) => {
                calm(effect)?;
                who(effect, on)?;
            }
            Step::Draw(_) => calm(effect)?,
            Step::Negate => {
                if effect.on.is_none_or(|on| on.moment != Moment::Targeted) {
                    return Err("Negate without a `Targeted` moment: there is nothing to negate".into());
                }
            }
            Step::Move { who: on, to } => {
                calm(effect)?;
                who(effect, on)?;
                spot(effect, *to)?;
            }
            Step::Exchange(one, two) => {
                calm(effect)?;
                who(effect, &Who::Target(*one))?;
                who(effect, &Who::Target(*two))?;
            }
            Step::Put { rank } => {
                calm(effect)?;
                if !(1..=HIGHEST_RANK.max(9)).contains(rank) {
                    return Err(format!("Put: the rank {rank} is not 1 to 9"));
                }
            }
            Step::If { test, then } => {
                let (Test::HalfHp(on) | Test::Yours(on)) = test;
                who(effect, on)?;
                if matches!(test, Test::Yours(on) if !matches!(on, Who::Target(_))) {
                    return Err("Yours asks about a target".into());
                }
                steps(effect, then)?;
            }
        }
    }
    Ok(())
}

/// Instant effects answer each other in the middle of everything: they only ever take HP away, so they come to an end.
fn calm(effect: &Effect) -> Result<(), String> {
    if effect.kind == Kind::Instant {
        return Err("an Instant effect damages, boosts, freezes or exiles; nothing else".into());
    }
    Ok(())
}

fn who(effect: &Effect, who: &Who) -> Result<(), String> {
    match who {
        Who::Target(n) if *n == 0 || *n as usize > effect.targets.len() => {
            Err(format!("Target({n}); the effect has {} targets", effect.targets.len()))
        }
        Who::Subject if effect.on.is_none() => Err("Subject in an effect that answers no moment".into()),
        Who::Cause => match effect.on.map(|on| on.moment) {
            Some(Moment::Attacks | Moment::Attacked | Moment::Battled | Moment::HurtByAttack) => Ok(()),
            _ => Err("Cause in an effect whose moment has no other Soul".into()),
        },
        _ => Ok(()),
    }
}

fn spot(effect: &Effect, n: u8) -> Result<(), String> {
    match (n as usize).checked_sub(1).and_then(|at| effect.targets.get(at)) {
        Some(Target::Spot(_)) => Ok(()),
        _ => Err(format!("to: {n}; expected the number of a target that is a Spot")),
    }
}

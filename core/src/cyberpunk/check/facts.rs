//! The printed facts: do they make a card?

use super::super::cards::{CardDef, CardType};
use super::super::effect::{Ability, Keyword};
use super::Fault;

/// Checks the facts of a card, and that its keywords and abilities are such as its type has.
pub(super) fn check(card: &CardDef) -> Result<(), Fault> {
    let fault = |message: String| Err(Fault { path: String::new(), message, help: None });
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if card.id.is_empty()
        || !card.id.chars().all(plain)
        || card.id.starts_with('-')
        || card.id.ends_with('-')
        || card.id.contains("--")
    {
        return fault(format!(
            "the id \"{}\" is not made of lower-case letters, digits and single hyphens between them",
            card.id
        ));
    }
    for (what, text) in [("name", Some(&card.name)), ("subtitle", card.subtitle.as_ref()), ("set", Some(&card.set))] {
        if text.is_some_and(|text| text.trim().is_empty() || text.chars().any(char::is_control)) {
            return fault(format!("the {what} is empty or no plain line"));
        }
    }
    for pair in card.tags.windows(2) {
        if pair[0] >= pair[1] {
            return fault(format!("the tags are not in alphabetical order, each once: {}, {}", pair[0], pair[1]));
        }
    }
    if let Some(tag) = card.tags.iter().find(|tag| tag.trim().is_empty() || tag.to_uppercase() != **tag) {
        return fault(format!("the tag \"{tag}\" is not in capitals"));
    }
    numbers(card)?;
    match &card.abilities {
        Some(abilities) => kinds(card, abilities),
        None => Ok(()),
    }
}

/// Cost, power and RAM by card type.
fn numbers(card: &CardDef) -> Result<(), Fault> {
    let fault = |message: &str| Err(Fault { path: String::new(), message: message.to_string(), help: None });
    match card.kind {
        CardType::Legend if card.cost.is_some() != card.power.is_some() => {
            fault("a Legend has both cost and power, or neither")
        }
        CardType::Unit | CardType::Gear if card.cost.is_none() || card.power.is_none() => {
            fault("a Unit or Gear has a cost and a power")
        }
        CardType::Program if card.cost.is_none() => fault("a Program has a cost"),
        CardType::Program if card.power.is_some() => fault("a Program has no power"),
        _ if card.power.is_some_and(|power| !(0..=99).contains(&power)) => fault("the power is not 0 to 99"),
        _ if card.cost.is_some_and(|cost| cost > 99) => fault("the cost is not 0 to 99"),
        _ => Ok(()),
    }
}

/// Which kinds of ability and which keywords a card type has (4, 11.22-11.26).
fn kinds(card: &CardDef, abilities: &[Ability]) -> Result<(), Fault> {
    let at = |index: usize, message: String| Err(Fault { path: format!("abilities[{index}]"), message, help: None });
    let mut resolves = 0;
    let mut keywords: Vec<Keyword> = Vec::new();
    for (index, ability) in abilities.iter().enumerate() {
        let is_program = card.kind == CardType::Program;
        match ability {
            Ability::Keyword(keyword) => {
                if keywords.contains(keyword) {
                    return at(index, format!("the keyword {keyword:?} stands here twice"));
                }
                keywords.push(*keyword);
                let fits = match keyword {
                    Keyword::Quick => is_program,
                    Keyword::Adrenaline | Keyword::Blocker => !is_program,
                    Keyword::GoSolo => card.kind == CardType::Legend && card.cost.is_some(),
                };
                if !fits {
                    let whose = match keyword {
                        Keyword::Quick => "a Program; an activated effect says `quick: true`",
                        Keyword::Adrenaline | Keyword::Blocker => "a Unit, a Gear or a Legend",
                        Keyword::GoSolo => "a Legend with a cost",
                    };
                    return at(index, format!("the keyword {keyword:?} belongs on {whose}"));
                }
            }
            Ability::Resolve(_) => {
                resolves += 1;
                if !is_program || resolves > 1 {
                    return at(index, "a Program has one Resolve, other cards none".to_string());
                }
            }
            Ability::Persistent(_) => {}
            Ability::Triggered { .. } | Ability::Activated { .. } | Ability::Replacement { .. } => {
                if is_program {
                    return at(index, "a Program has no abilities in play: say Resolve".to_string());
                }
            }
        }
    }
    if card.kind == CardType::Program && resolves == 0 {
        let message = "a Program without a Resolve does nothing".to_string();
        return Err(Fault { path: "abilities".to_string(), message, help: None });
    }
    Ok(())
}

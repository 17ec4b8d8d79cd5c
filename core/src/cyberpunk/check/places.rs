//! Where the cards of a set can be, and what can be asked of them there.

use super::super::effect::{Area, Cards, Is};

/// Places, as bits.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct Places(u16);

impl Places {
    pub(super) const HAND: Self = Self(1);
    pub(super) const TRASH: Self = Self(1 << 1);
    /// The top of a deck, known to nobody in particular.
    pub(super) const TOP: Self = Self(1 << 2);
    /// Cards of a deck that their player is looking at.
    pub(super) const SEARCHED: Self = Self(1 << 3);
    pub(super) const FIELD: Self = Self(1 << 4);
    pub(super) const LEGENDS: Self = Self(1 << 5);
    pub(super) const EDDIES: Self = Self(1 << 6);
    /// Attached Gear.
    pub(super) const GEAR: Self = Self(1 << 7);
    /// The Programs of a side, wherever they are.
    pub(super) const PROGRAMS: Self = Self(1 << 8);
    /// A single card that an event or the text itself points at: it may be anywhere.
    pub(super) const ANYWHERE: Self = Self(0);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether these are among `allowed`.
    pub(super) const fn within(self, allowed: Self) -> bool {
        self.0 & !allowed.0 == 0
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The places that a set's own words bring along (what a name binds is looked up by the caller).
pub(super) fn of(cards: &Cards) -> Places {
    match cards {
        Cards::This | Cards::Subject | Cards::The(..) => Places::ANYWHERE,
        Cards::Units(..) => Places::FIELD,
        Cards::Legends(..) => Places::LEGENDS.or(Places::FIELD),
        Cards::Gear(..) => Places::GEAR,
        Cards::Programs(..) => Places::PROGRAMS,
        Cards::Top(_) => Places::TOP,
        Cards::From(areas, _) => areas.iter().fold(Places::ANYWHERE, |places, area| places.or(of_area(*area))),
    }
}

fn of_area(area: Area) -> Places {
    match area {
        Area::Hand => Places::HAND,
        Area::Trash => Places::TRASH,
        Area::Field => Places::FIELD,
        Area::LegendsArea => Places::LEGENDS,
        Area::Eddies => Places::EDDIES,
    }
}

/// Whether a filter asks for what is printed on a card: a player need not admit to having such a card where only they
/// see it (5.3.2.4.1), and a face-down card shows nothing of it (3.4.1).
pub(super) fn asks_for_print(filter: &Is) -> bool {
    match filter {
        Is::Spent
        | Is::Ready
        | Is::FaceUp
        | Is::FaceDown
        | Is::Equipped
        | Is::Unequipped
        | Is::EquippedTo(_)
        | Is::PlayedThisTurn
        | Is::Attacking
        | Is::Fighting(_)
        | Is::Other(_) => false,
        Is::Or(filters) => filters.iter().any(asks_for_print),
        Is::Not(filter) => asks_for_print(filter),
        Is::Unit
        | Is::Gear
        | Is::Program
        | Is::Legend
        | Is::OfType(_)
        | Is::Tag(_)
        | Is::Color(_)
        | Is::Named(_)
        | Is::Has(_)
        | Is::Cost(_)
        | Is::Power(_) => true,
    }
}

/// Whether turn history can tell afterwards that a card was like this when it acted.
pub(super) fn is_printed(filter: &Is) -> bool {
    match filter {
        Is::Has(_) | Is::Power(_) => false,
        Is::Other(_) => true,
        Is::Or(filters) => filters.iter().all(is_printed),
        Is::Not(filter) => is_printed(filter),
        other => asks_for_print(other),
    }
}

/// Why no card of a set can be like all of `filters`, or why one may not ask; nothing if all is well.
pub(super) fn contradiction(places: Places, class: Option<&Is>, filters: &[Is]) -> Option<String> {
    let all = || class.into_iter().chain(filters);
    let has = |wanted: &Is| all().any(|filter| filter == wanted);
    for (one, other) in
        [(Is::Spent, Is::Ready), (Is::FaceUp, Is::FaceDown), (Is::Equipped, Is::Unequipped), (Is::Unit, Is::FaceDown)]
    {
        if has(&one) && has(&other) {
            return Some(format!("nothing is both {one:?} and {other:?}"));
        }
    }
    let mut types: Vec<&Is> = Vec::new();
    for filter in all().filter(|filter| matches!(filter, Is::Unit | Is::Gear | Is::Program | Is::Legend)) {
        // A Legend on the field is a Unit too (4.2.1).
        let both = |x: &Is| matches!(x, Is::Unit | Is::Legend);
        if let Some(other) = types.iter().find(|known| **known != filter && !(both(known) && both(filter))) {
            return Some(format!("nothing is both {other:?} and {filter:?}"));
        }
        types.push(filter);
    }
    if has(&Is::FaceDown)
        && let Some(filter) = filters.iter().find(|filter| **filter != Is::Legend && asks_for_print(filter))
    {
        return Some(format!("a face-down card doesn't show {} (3.4.1)", words(filter)));
    }
    filters.iter().find_map(|filter| cannot_be(places, filter))
}

/// Why a card in one of these places can't be like this.
fn cannot_be(places: Places, filter: &Is) -> Option<String> {
    let nowhere = Places::HAND.or(Places::TRASH).or(Places::TOP).or(Places::SEARCHED).or(Places::PROGRAMS);
    let wrong = match filter {
        Is::Or(filters) => return filters.iter().find_map(|filter| cannot_be(places, filter)),
        Is::Not(filter) => return cannot_be(places, filter),
        Is::Other(_) => false,
        Is::Spent | Is::Ready => places.meets(nowhere.or(Places::GEAR)),
        Is::FaceUp | Is::FaceDown => places.meets(nowhere.or(Places::GEAR).or(Places::EDDIES)),
        Is::Equipped | Is::Unequipped | Is::PlayedThisTurn | Is::Attacking | Is::Fighting(_) => {
            places.meets(nowhere.or(Places::GEAR).or(Places::EDDIES))
        }
        Is::EquippedTo(_) => !places.within(Places::GEAR),
        // Legends are never in hand, deck or trash (4.4.2).
        Is::Legend => places.meets(nowhere.or(Places::EDDIES).or(Places::GEAR)),
        Is::Unit => places.meets(Places::EDDIES.or(Places::GEAR)) || places == Places::LEGENDS,
        Is::Gear => places.meets(Places::EDDIES.or(Places::FIELD).or(Places::LEGENDS)),
        Is::Program => places.meets(Places::EDDIES.or(Places::FIELD).or(Places::LEGENDS).or(Places::GEAR)),
        // Eddies are face-down cards of no matter which kind.
        Is::OfType(_) | Is::Tag(_) | Is::Color(_) | Is::Named(_) | Is::Has(_) | Is::Cost(_) | Is::Power(_) => {
            places.meets(Places::EDDIES)
        }
    };
    wrong.then(|| format!("a card there can't be told by {}", words(filter)))
}

/// The filter's name without what is inside.
fn words(filter: &Is) -> String {
    let text = format!("{filter:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_string()
}

//! What a card file may not say, and what the cards are.

use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::deck::{read, write};
use fixer_core::cascade::describe::describe;
use fixer_core::cascade::effect::{Keyword, Kind};
use fixer_core::cascade::settings::Settings;

/// The error of a file with this card in it.
fn error(card: &str) -> String {
    CardPool::load(&[("mine.ron", &format!("[\n{card}\n]"))]).expect_err(card).to_string()
}

fn refused(card: &str, wanted: &str) {
    let error = error(card);
    assert!(error.starts_with("mine.ron:2") && error.contains(wanted), "{error}\nwanted: {wanted}");
}

/// A card of this type with these effects.
fn with(kind: &str, effects: &str) -> String {
    let numbers = if matches!(kind, "Soul" | "Leader") { "at: 1, hp: 1, " } else { "" };
    format!("(id: \"x\", name: \"X\", type: {kind}, attribute: Ember, rank: 1, {numbers}effects: [{effects}])")
}

/// 11.1.1a: every effect has exactly one kind.
#[test]
fn an_effect_has_exactly_one_kind() {
    refused(&with("Soul", "(does: [Draw(1)])"), "lacks the field \"kind\"");
    refused(&with("Soul", "(kind: Activated, kind: Timing, does: [Draw(1)])"), "twice");
    refused(&with("Soul", "(kind: Sudden, does: [Draw(1)])"), "expected Activated, Timing, Static or Instant");
}

/// 11.1.6: Events are Activated, Ambushes are Fast, Armaments are Static.
#[test]
fn a_card_type_has_its_kinds() {
    refused(&with("Event", "(kind: Timing, on: (moment: Hurt, who: Any()), does: [Draw(1)])"), "Event is Activated");
    refused(&with("Event", "(kind: Activated, fast: true, does: [Draw(1)])"), "fast Event");
    refused(&with("Event", ""), "0 effects; an Event has exactly one");
    refused(&with("Ambush", "(kind: Static, to: This, gives: [At(1)])"), "an Ambush is Activated, or Timing");
    refused(
        &with("Ambush", "(kind: Activated, on: (moment: Hurt, who: Any()), does: [Draw(1)])"),
        "names a moment is a Timing effect",
    );
    refused(
        &with("Ambush", "(kind: Timing, mandatory: true, on: (moment: Hurt, who: Any()), does: [Draw(1)])"),
        "never mandatory",
    );
    refused(&with("Ambush", "(kind: Activated, limit: (turn: 1), does: [Draw(1)])"), "used once");
    refused(&with("Armament", "(kind: Activated, does: [Draw(1)])"), "Armament are Static");
    refused(&with("Realm", "(kind: Activated, by: (), does: [Draw(1)])"), "used by no Soul");
}

#[test]
fn parts_fit_their_kind() {
    refused(&with("Soul", "(kind: Timing, does: [Draw(1)])"), "lacks `on`");
    refused(&with("Soul", "(kind: Activated, on: (moment: Hurt, who: This), does: [Draw(1)])"), "answers no moment");
    refused(&with("Soul", "(kind: Timing, fast: true, on: (moment: Hurt, who: This), does: [Draw(1)])"), "`fast`");
    refused(&with("Soul", "(kind: Activated, mandatory: true, does: [Draw(1)])"), "`mandatory`");
    refused(&with("Soul", "(kind: Activated)"), "does nothing");
    refused(&with("Soul", "(kind: Activated, limit: (turn: 0), does: [Draw(1)])"), "limit of 0");
    refused(&with("Soul", "(kind: Static, gives: [At(1)])"), "lacks `to`");
    refused(&with("Soul", "(kind: Static, to: This)"), "gives nothing");
    refused(&with("Soul", "(kind: Static, to: Bearer, gives: [At(1)])"), "no Armament");
    refused(&with("Soul", "(kind: Static, to: This, gives: [Hp(1)])"), "only an Armament gives HP");
    refused(&with("Armament", "(kind: Static, to: This, gives: [At(1)])"), "apply to its Bearer");
    refused(&with("Realm", "(kind: Static, to: This, gives: [At(1)])"), "no Soul");
    refused(
        &with("Realm", "(kind: Timing, on: (moment: Hurt, who: This), does: [Draw(1)])"),
        "`who: This` on a card of type Realm",
    );
    refused(
        &with("Soul", "(kind: Instant, on: (moment: Hurt, who: This), does: [Heal(who: This, amount: 1)])"),
        "Instant",
    );
    refused(
        &with("Soul", "(kind: Instant, on: (moment: Hurt, who: This), targets: [Soul()], does: [Freeze(This)])"),
        "neither targets nor a cost",
    );
    refused(&with("Soul", "(kind: Activated, does: [Damage(who: Target(1), amount: 1)])"), "0 targets");
    refused(&with("Soul", "(kind: Activated, does: [Negate])"), "nothing to negate");
    refused(&with("Soul", "(kind: Activated, does: [Freeze(Cause)])"), "no other Soul");
    refused(&with("Soul", "(kind: Activated, does: [Freeze(Subject)])"), "answers no moment");
    refused(
        &with("Soul", "(kind: Activated, targets: [Spot(behind: 1)], does: [Draw(1)])"),
        "1 is no target before this one",
    );
    refused(
        &with("Soul", "(kind: Activated, targets: [Soul()], does: [Move(who: This, to: 1)])"),
        "a target that is a Spot",
    );
    refused(&with("Soul", "(kind: Activated, targets: [Soul(), Soul(), Soul()], does: [Draw(1)])"), "at most 2");
    refused(&with("Soul", "(kind: Activated, does: [Drawn(1)])"), "no Step \"Drawn\"");
}

#[test]
fn facts_make_a_card() {
    let card = |facts: &str| format!("(id: \"x\", name: \"X\", attribute: Ember, {facts})");
    refused(&card("type: Soul, rank: 1, at: 1"), "both at and hp");
    refused(&card("type: Event, rank: 1, at: 1, hp: 1"), "neither at nor hp");
    refused(&card("type: Soul, rank: 4, at: 1, hp: 1"), "rank 4 is not 1 to 3");
    refused(&card("type: Soul, rank: 1, at: 1, hp: 0"), "hp is not 1 to 50");
    refused(&card("type: Soul, rank: 1, at: 1, hp: 1, keywords: [Taunt, Taunt]"), "twice");
    refused(&card("type: Soul, rank: 1, at: 1, hp: 1, keywords: [Moral(0)]"), "not 1 to 9");
    refused(&card("type: Event, rank: 1, keywords: [Taunt]"), "only Souls have keywords");
    refused("(id: \"X\", name: \"X\", type: Event, attribute: Ember, rank: 1)", "lower-case");
    refused("(id: \"x\", name: \" \", type: Event, attribute: Ember, rank: 1)", "name is empty");
}

/// 11.1.3d, 11.1.4c, 11.1.5d: what kind of effect each keyword is.
#[test]
fn keywords_have_their_kinds() {
    use fixer_core::cascade::effect::Attribute::Ember;
    let statics = [
        Keyword::Taunt,
        Keyword::Moral(1),
        Keyword::Precision,
        Keyword::Range,
        Keyword::DualWielding,
        Keyword::Unyielding(1),
        Keyword::UnyieldingTo(Ember),
    ];
    assert!(statics.iter().all(|keyword| keyword.kind() == Kind::Static && keyword.effect().is_none()));
    for instant in [Keyword::Defiance(1), Keyword::Berserk(1)] {
        assert_eq!((instant.kind(), instant.effect().map(|effect| effect.kind)), (Kind::Instant, Some(Kind::Instant)));
    }
    let effect = Keyword::Reinforcement(1).effect().expect("it does something");
    assert_eq!((effect.kind, effect.mandatory), (Kind::Timing, false));
}

#[test]
fn the_built_in_decks_are_legal_and_read_back() {
    let pool = CardPool::builtin();
    assert_eq!(pool.len(), 27);
    for deck in builtin_decks(&pool).expect("the built-in lists") {
        assert_eq!(deck.violations(&pool, &Settings::ASSUMED), Vec::<String>::new());
        let again = read(&deck.id, &write(&deck, &pool), &pool).expect("our own text");
        assert_eq!(again.deck_id(&pool), deck.deck_id(&pool));
        let lines: Vec<String> = deck.slots().map(|card| format!("1x {}", pool.get(card).name)).collect();
        let text = lines.join("\n");
        let again = read("names.txt", &text, &pool).expect("lines as people write them");
        assert_eq!(again.deck_id(&pool), deck.deck_id(&pool));
    }
}

#[test]
fn wrong_lists_are_told() {
    let pool = CardPool::builtin();
    let error = read("mine.txt", "marshal-ysolde\n3 pike recrut\n", &pool).expect_err("a typing error");
    assert_eq!(error.to_string(), "mine.txt:2: no card \"pike recrut\"");
    assert!(error.help.expect("a near name").contains("Pike Recruit"));
    assert!(read("mine.txt", "0 pike-recruit", &pool).expect_err("none").to_string().contains("1 to 63"));
    assert!(read("mine.txt", "# nothing\n", &pool).expect_err("empty").to_string().contains("empty"));
    let deck = read("mine.txt", "4 pike-recruit", &pool).expect("a readable list");
    assert_eq!(deck.violations(&pool, &Settings::ASSUMED).len(), 3);
}

#[test]
fn every_card_is_described() {
    let pool = CardPool::builtin();
    for card in pool.cards() {
        let words = describe(card);
        assert!(words.lines().count() >= 3 && words.contains(card.attribute.word()), "{words}");
    }
}

//! Deck lists in each form, built-in lists, and the rules of deck construction.

use std::sync::LazyLock;

use fixer_core::cyberpunk::cards::{CardPool, CardType};
use fixer_core::cyberpunk::deck::builtin::{BUILTIN, builtin_deck, builtin_decks};
use fixer_core::cyberpunk::deck::legality::violations;
use fixer_core::cyberpunk::deck::read::{Format, read};
use fixer_core::cyberpunk::deck::write::write;
use fixer_core::cyberpunk::deck::{Deck, Rules};
use proptest::prelude::*;

fn copies(deck: &Deck, pool: &CardPool, id: &str) -> u8 {
    let card = pool.find(id).unwrap();
    deck.cards.iter().find(|entry| entry.0 == card).map_or(0, |entry| entry.1)
}

fn legends(deck: &Deck, pool: &CardPool) -> Vec<String> {
    deck.legends.iter().map(|&legend| pool.get(legend).id.clone()).collect()
}

fn complaints(text: &str, pool: &CardPool, rules: Rules) -> Vec<String> {
    let deck = read("list.txt", text, pool).unwrap();
    violations(&deck, pool, rules).iter().map(ToString::to_string).collect()
}

/// The text of a built-in list, one line changed.
fn starter_with(pool: &CardPool, from: &str, to: &str) -> String {
    let text = write(&builtin_deck("the-heist-starter", pool).unwrap(), pool, Format::Text);
    assert!(text.contains(from), "{text}");
    text.replace(from, to)
}

#[test]
fn built_in_lists_are_legal_by_their_own_rules() {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).unwrap();
    assert_eq!(decks.len(), 25);
    assert_eq!(decks.iter().filter(|deck| deck.rules == Rules::Constructed).count(), 23);
    for deck in &decks {
        assert_eq!(violations(deck, &pool, deck.rules), [], "{}", deck.id);
    }
    let mut ids: Vec<_> = decks.iter().map(|deck| deck.deck_id(&pool)).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 25, "no two are the same list");
}

#[test]
fn built_in_files_are_as_this_program_writes_them() {
    let pool = CardPool::builtin();
    for (id, text) in BUILTIN {
        assert_eq!(write(&builtin_deck(id, &pool).unwrap(), &pool, Format::Toml), text, "{id}");
    }
}

#[test]
fn a_deck_survives_each_form() {
    let pool = CardPool::builtin();
    for mut deck in builtin_decks(&pool).unwrap() {
        deck.sideboard = vec![(pool.find("floor-it").unwrap(), 3), (pool.find("towerfall").unwrap(), 2)];
        deck.name = "It's \"quoted\" — and # marked".to_string();
        deck.source = Some("https://example.org/?a=1".to_string());
        for (format, ending) in [(Format::Text, "txt"), (Format::Json, "json"), (Format::Toml, "toml")] {
            let text = write(&deck, &pool, format);
            assert_eq!(Format::guess("list", &text), format);
            let again = read(&format!("some/where/{}.{ending}", deck.id), &text, &pool).unwrap();
            assert_eq!(again, deck, "{text}");
        }
    }
}

#[test]
fn text_lists_as_people_write_them() {
    let pool = CardPool::builtin();
    let text = "\u{feff}# My deck\r\n\
           Legends (3)\r\n\
           V: Corporate Exile\r\n\
           1 Viktor Vektor - Sit Down and Relax\r\n\
           \r\n\
           ## Main Deck:\r\n\
           3x Mantis Blades\r\n\
           2 Afterparty at Lizzie’s   # good\r\n\
           3 × floor it\r\n\
           6th Street Recruits x3\r\n\
           2 6TH STREET RECRUITS\r\n\
           Judy Alvarez — Nothing to Doubt (2)\r\n\
           dont fear the reaper\r\n\
           - x2 Nocturne OP55N1\r\n\
           * les-e-le-mens x 2\r\n\
           Jackie Welles: Pour One Out For Me\r\n\
           // nothing\r\n\
           SIDEBOARD\r\n\
           2x Towerfall\r\n";
    let deck = read("decks/mine.txt", text, &pool).unwrap();
    assert_eq!((deck.id.as_str(), deck.name.as_str()), ("mine", "mine"));
    assert_eq!(
        legends(&deck, &pool),
        ["jackie-welles-pour-one-out-for-me", "v-corporate-exile", "viktor-vektor-sit-down-and-relax"]
    );
    for (id, count) in [
        ("mantis-blades", 3),
        ("afterparty-at-lizzies", 2),
        ("floor-it", 3),
        ("6th-street-recruits", 5),
        ("judy-alvarez-nothing-to-doubt", 2),
        ("dont-fear-the-reaper", 1),
        ("nocturne-op55-n1", 2),
        ("les-elemens", 2),
        ("towerfall", 0),
    ] {
        assert_eq!(copies(&deck, &pool, id), count, "{id}");
    }
    assert_eq!(deck.size(), 20);
    assert_eq!(deck.sideboard, [(pool.find("towerfall").unwrap(), 2)]);
}

#[test]
fn json_lists_as_sites_export_them() {
    let pool = CardPool::builtin();
    let objects = r#"{"title": "x", "author": null, "name": "Nobody's",
        "legends": [{"id": "v-streetkid"}, "V: Corporate Exile", {"name": "Padre"}],
        "cards": [{"slug": "judy-a-lvarez-nothing-to-doubt", "qty": 2}, {"name": "Judy Álvarez", "subtitle": "Nothing to Doubt"},
                  {"id": "floor-it", "quantity": 3}, {"name": "Floor It", "count": 1}]}"#;
    let deck = read("x.json", objects, &pool).unwrap();
    assert_eq!(deck.name, "Nobody's");
    assert_eq!(legends(&deck, &pool), ["padre-man-of-the-cross", "v-corporate-exile", "v-streetkid"]);
    assert_eq!((copies(&deck, &pool, "judy-alvarez-nothing-to-doubt"), copies(&deck, &pool, "floor-it")), (3, 4));

    let bare = r#"[{"id": "v-streetkid", "count": 1}, {"id": "floor-it", "count": 2}]"#;
    let deck = read("-", bare, &pool).unwrap();
    assert_eq!((deck.legends.len(), copies(&deck, &pool, "floor-it")), (1, 2));

    let twice = r#"{"legends": [], "cards": {"floor-it": 2, "Floor It": 1, "floor-it": 3}}"#;
    assert_eq!(copies(&read("x.json", twice, &pool).unwrap(), &pool, "floor-it"), 6);
}

#[test]
fn odd_exports_are_read_whole() {
    let pool = CardPool::builtin();
    for (file, text) in [
        ("x.json", r#"{"deck": {"legends": ["v-streetkid"], "cards": {"floor-it": 3, "mantis-blades": 2}}}"#),
        ("x.json", r#"{"floor-it": 3, "mantis-blades": 2, "v-streetkid": 1}"#),
        ("x.json", r#"["V: Streetkid", "3x Floor It", "Mantis Blades x2"]"#),
        ("x.json", r#"[{"card": {"id": "floor-it"}, "count": 3}, {"card": "Mantis Blades", "qty": 2}, "v-streetkid"]"#),
        (
            "x.json",
            r#"{"mainboard": {"floor-it": {"count": 3}, "mantis-blades": {"qty": "2"}}, "legends": ["v-streetkid"]}"#,
        ),
        ("x.json", r#"{"cards": {"floor-it": 3.0, "mantis-blades": 2.0, "v-streetkid": 1.0}}"#),
        ("x.txt", "Mainboard\n3xFloor It\n2Xmantis blades\n1× V: Streetkid"),
        ("x.csv", "Count,Name\n3,Floor It\n2,Mantis Blades\n1,\"V: Streetkid\""),
        ("x.csv", "card;quantity\nfloor-it;3\nmantis-blades;2\nv-streetkid;1"),
        ("x.tsv", "Qty\tID\n3\tfloor-it\n2\tmantis-blades\n1\tv-streetkid"),
    ] {
        let deck = read(file, text, &pool).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(legends(&deck, &pool), ["v-streetkid"], "{text}");
        assert_eq!((copies(&deck, &pool, "floor-it"), copies(&deck, &pool, "mantis-blades")), (3, 2), "{text}");
        assert_eq!(deck.size(), 5, "{text}");
    }
}

#[test]
fn no_card_is_left_out_for_its_section() {
    let pool = CardPool::builtin();
    for (section, cards) in [
        ("leader", r#"["v-streetkid"]"#),
        ("leader", r#"{"v-streetkid": 1}"#),
        ("leader", r#"[{"name": "V", "subtitle": "Streetkid"}]"#),
        ("maybeboard", r#"[{"card": {"slug": "floor-it"}, "count": 2}]"#),
    ] {
        let text = format!(r#"{{"cards": {{"floor-it": 3}}, "{section}": {cards}}}"#);
        let error = read("x.json", &text, &pool).unwrap_err().to_string();
        let expected = format!("x.json:1:29: cards in an unknown section \"{section}\"; expected Legends");
        assert!(error.starts_with(&expected), "{error}");
    }
    // What names no card is another program's affair.
    let facts =
        r#"{"cards": {"floor-it": 3}, "tags": ["fast"], "author": {"id": 7}, "likes": 3, "version": {"major": 1}}"#;
    assert_eq!(copies(&read("x.json", facts, &pool).unwrap(), &pool, "floor-it"), 3);
}

#[test]
fn what_cannot_be_read_is_one_clear_line() {
    let pool = CardPool::builtin();
    for (file, text, expected, help) in [
        (
            "d.txt",
            "3x Mantis Blades\n2x Mantis Bladez\n",
            "d.txt:2: no card \"Mantis Bladez\"",
            "did you mean Mantis Blades?",
        ),
        (
            "d.txt",
            "V\n",
            "d.txt:1: \"V\" is ambiguous: 3 cards are called so",
            "write V — Corporate Exile, V — Roamer of the Badlands or V — Streetkid",
        ),
        ("d.txt", "0x Mantis Blades", "d.txt:1: 0 copies, expected 1 to 99", ""),
        ("d.txt", "99999999999999999999 Mantis Blades", "d.txt:1: 99999999999999999999 copies, expected 1 to 99", ""),
        ("d.txt", "60x Floor It\n60x Floor It", "d.txt:2: 120 copies of floor-it in all, expected at most 99", ""),
        ("d.txt", "", "d.txt: no card in this deck list", "a list names"),
        ("d.txt", "# Legends\n", "d.txt: no card in this deck list", "a list names"),
        ("d.txt", "\u{0}\u{1}ELF", "d.txt:1: no card \"  ELF\"", ""),
        ("d.json", "{\"cards\": {\n\"flor-it\": 3}}", "d.json:2:2: no card \"flor-it\"", "did you mean floor-it"),
        ("d.json", "{\"cards\": {\"floor-it\": -3}}", "d.json:1:13: -3 copies of floor-it, expected 1 to 99", ""),
        ("d.json", "{\"cards\": {\"floor-it\": 1.5}}", "d.json:1:13: 1.5 copies of floor-it, expected 1 to 99", ""),
        (
            "d.json",
            "{\"cards\": {\"floor-it\": []}}",
            "d.json:1:13: a list as the number of copies of floor-it, expected 1 to 99",
            "",
        ),
        ("d.txt", "3xMantis Bladez", "d.txt:1: no card \"xMantis Bladez\"", "did you mean Mantis Blades?"),
        ("d.json", "{\"cards\": [{\"count\": 2}]}", "d.json: a card object without id, slug or name", ""),
        ("d.json", "{\"cards\": 3}", "d.json: cards are a list or an object, not 3", ""),
        ("d.json", "{\"cards\": {", "d.json:1:11: no valid JSON: EOF while parsing an object", ""),
        ("d.json", "3", "d.json: a deck list is an object or a list, not 3", ""),
        (
            "d.toml",
            "legends = []\ncrads = {}",
            "d.toml:2:1: no key \"crads\" in a deck list; expected name",
            "did you mean cards?",
        ),
        (
            "d.toml",
            "rules = \"sealled\"",
            "d.toml:1:10: no rules \"sealled\"; expected constructed",
            "did you mean sealed?",
        ),
        ("d.toml", "rules = 3", "d.toml:1:1: rules is a text in quotes, not 3", ""),
        ("d.toml", "name = ", "d.toml:1:8: ", ""),
    ] {
        let error = read(file, text, &pool).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}\nexpected {expected}");
        let found = error.help.unwrap_or_default();
        assert!(if help.is_empty() { found.is_empty() } else { found.starts_with(help) }, "{expected}: {found}");
        assert!(!found.contains('\n') && !error.message.contains('\n'));
    }
}

#[test]
fn an_unknown_deck_is_answered_with_near_ones() {
    let error = builtin_deck("heist-starter", &CardPool::builtin()).unwrap_err();
    assert_eq!(error.to_string(), "heist-starter: no file and no built-in deck of this name");
    assert_eq!(error.help.as_deref(), Some("did you mean the-heist-starter?"));
}

#[test]
fn constructed_reports_every_violation_at_once() {
    let pool = CardPool::builtin();
    let text = "V: Corporate Exile\nV: Streetkid\nPadre\nPanam Palmer: Nomad Cavalry\n4x Floor It\n2 Adam Smasher: Metal Over Meat\n\
                Sideboard\n2x Floor It\nDum Dum\n3x Sandevistan\n";
    assert_eq!(
        complaints(text, &pool, Rules::Constructed),
        [
            "4 Legends, exactly 3 required (7.3)",
            "2 Legends are named V: V — Corporate Exile and V — Streetkid; their names must differ (7.3.1)",
            "6 cards in the main deck, 40 to 50 required (7.3.2)",
            "6 copies of Floor It, at most 3 allowed (7.3.3)",
            "adam-smasher-metal-over-meat needs 6 Yellow RAM, the Legends give 0 (7.3.4)",
            "6 cards in the sideboard, exactly 7 or none required (tournament rules D.1)",
            "dum-dum-maelstrom-triggerman is a Legend in the sideboard, none allowed (tournament rules D.1)",
            "4 Legends and 6 other cards: a table here holds at most 3 Legends and 61 other cards a player",
        ]
    );
}

#[test]
fn each_constructed_limit_is_exact() {
    let pool = CardPool::builtin();
    let legal = |from: &str, to: &str| complaints(&starter_with(&pool, from, to), &pool, Rules::Constructed);
    assert_eq!(legal("2x Psycho Squad", "2x Psycho Squad"), Vec::<String>::new());
    assert_eq!(legal("2x Psycho Squad", "1x Psycho Squad"), ["39 cards in the main deck, 40 to 50 required (7.3.2)"]);
    let more = "3x Psycho Squad\n3x Trust No One\n3x Hacked Corpo\n3x Chrome Reverie";
    assert_eq!(legal("2x Psycho Squad", more), Vec::<String>::new(), "50 cards");
    assert_eq!(
        legal("2x Psycho Squad", &format!("{more}\nSecondhand Bombus")),
        ["51 cards in the main deck, 40 to 50 required (7.3.2)"]
    );
    assert_eq!(legal("2x Psycho Squad", "4x Psycho Squad"), ["4 copies of Psycho Squad, at most 3 allowed (7.3.3)"]);
    // Blue 4, Yellow 2: a card that needs just that much is allowed.
    assert_eq!(legal("2x Psycho Squad", "2x Towerfall"), Vec::<String>::new());
    assert_eq!(
        legal("2x Psycho Squad", "2x Judy Álvarez: Nothing to Doubt"),
        ["judy-alvarez-nothing-to-doubt needs 5 Blue RAM, the Legends give 4 (7.3.4)"]
    );
    let starter = starter_with(&pool, "# Name", "# Name");
    let side = |count: u8| {
        let text = format!("{starter}\n# Sideboard\n{count}x Trust No One\n3x Hacked Corpo");
        complaints(&text, &pool, Rules::Constructed)
    };
    assert_eq!(side(4), ["4 copies of Trust No One, at most 3 allowed (7.3.3)"]);
    assert_eq!(side(3), ["6 cards in the sideboard, exactly 7 or none required (tournament rules D.1)"]);
}

#[test]
fn sealed_demo_and_any_have_their_own_limits() {
    let pool = CardPool::builtin();
    let text = "3x V: Streetkid\n30x Adam Smasher: Metal Over Meat";
    assert_eq!(complaints(text, &pool, Rules::Sealed), Vec::<String>::new());
    let fewer = "2x V: Streetkid\n26x Floor It\nSaul Bright\nMantis Blades\nKiroshi Optics";
    assert_eq!(
        complaints(fewer, &pool, Rules::Sealed),
        [
            "2 Legends, exactly 3 required (tournament rules D.2)",
            "29 cards in the main deck, at least 30 required (tournament rules D.2)",
            "4 colours in the main deck, at most 3 allowed (tournament rules D.2)",
        ]
    );
    assert_eq!(complaints(fewer, &pool, Rules::Any), Vec::<String>::new());
    assert_eq!(complaints("61x Floor It", &pool, Rules::Any), Vec::<String>::new());
    assert_eq!(
        complaints("62x Floor It", &pool, Rules::Any),
        ["0 Legends and 62 other cards: a table here holds at most 3 Legends and 61 other cards a player"]
    );
    let demo = builtin_deck("arasaka-demo", &pool).unwrap();
    assert_eq!(
        violations(&demo, &pool, Rules::Constructed).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["27 cards in the main deck, 40 to 50 required (7.3.2)"]
    );
}

#[test]
fn a_card_without_program_is_refused_by_name() {
    let mut pool = CardPool::builtin();
    let card = "[(id: \"new-one\", name: \"New One\", type: Unit, color: Red, cost: 1, power: 1, ram: 1, set: \"T\", number: \"1\", rarity: \"C\")]";
    pool.extend("new.ron", card).unwrap();
    assert_eq!(complaints("2x New One", &pool, Rules::Any), ["new-one: what this card does is not written yet"]);
}

#[test]
fn the_deck_id_is_of_the_list_not_of_its_form() {
    let pool = CardPool::builtin();
    let deck = builtin_deck("the-heist-starter", &pool).unwrap();
    let mut lines: Vec<String> = write(&deck, &pool, Format::Text).lines().map(String::from).collect();
    lines.reverse();
    lines.retain(|line| !line.starts_with('#'));
    let again = read("other-name.txt", &lines.join("\n"), &pool).unwrap();
    assert_eq!(again.deck_id(&pool), deck.deck_id(&pool));
    assert_eq!(again.deck_id(&pool).to_string().len(), 12);
    let other = read("x.txt", &starter_with(&pool, "2x Psycho Squad", "3x Psycho Squad"), &pool).unwrap();
    assert_ne!(other.deck_id(&pool), deck.deck_id(&pool));
}

#[test]
fn slots_are_in_order_of_type_cost_and_id() {
    let pool = CardPool::builtin();
    let deck = builtin_deck("the-heist-starter", &pool).unwrap();
    let slots: Vec<_> = deck.slots().map(|card| pool.get(card)).collect();
    assert_eq!(slots.len(), 40);
    assert!(slots.is_sorted_by_key(|card| (card.kind, card.cost, &card.id)));
    assert_eq!(slots[0].id, "evelyn-parker-scheming-siren");
    assert_eq!(slots[39].kind, CardType::Program);
}

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

proptest! {
    #[test]
    fn whatever_stands_in_a_file_is_read_or_refused(
        text in "([0-9]{0,3}[xX ]{0,2}(Floor It|V|Legends|#|Sideboard|name|\\PC)?[ :=\\[\\]{}\"(),x0-9\\n]{0,4}){0,12}",
        ending in prop::sample::select(vec!["txt", "json", "toml", ""]),
    ) {
        let pool = &*POOL;
        let file = format!("f.{ending}");
        match read(&file, &text, pool) {
            Ok(deck) => {
                for rules in Rules::ALL {
                    violations(&deck, pool, rules);
                }
                prop_assert_eq!(&read("f.toml", &write(&deck, pool, Format::Toml), pool).unwrap(), &deck);
                prop_assert_eq!(&read("f.json", &write(&deck, pool, Format::Json), pool).unwrap(), &deck);
                prop_assert_eq!(&read("f.txt", &write(&deck, pool, Format::Text), pool).unwrap(), &deck);
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

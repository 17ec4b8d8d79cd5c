//! The built-in cards and what can go wrong in a card file.

use std::fmt::Write as _;
use std::sync::LazyLock;

use fixer_core::cyberpunk::MatchUp;
use fixer_core::cyberpunk::cards::{BUILTIN, CardDef, CardPool, CardType, options};
use fixer_core::cyberpunk::describe::describe;
use fixer_core::cyberpunk::effect::{Ability, Keyword};
use fixer_core::diagnostics::Diagnostic;
use proptest::prelude::*;

#[test]
fn the_built_in_pool_is_whole() {
    let pool = CardPool::builtin();
    assert_eq!(pool.len(), 150);
    let of_kind = |kind| pool.cards().iter().filter(|card| card.kind == kind).count();
    assert_eq!(CardType::ALL.map(of_kind), [26, 73, 17, 34]);
    assert!(pool.cards().iter().all(|card| card.abilities.is_some()), "every program is written");
    assert!(pool.cards().is_sorted_by(|x, y| x.id < y.id));
    let in_files: usize = BUILTIN.iter().map(|(name, text)| CardPool::load(&[(name, text)]).unwrap().len()).sum();
    assert_eq!(in_files, 150, "no file replaces a card of another");
    assert_eq!(pool.warnings(), []);
}

#[test]
fn files_survive_writing_and_reading() {
    let pool = CardPool::builtin();
    let pretty = options().to_string_pretty(pool.cards(), ron::ser::PrettyConfig::default()).unwrap();
    let short = options().to_string(pool.cards()).unwrap();
    for text in [pretty, short] {
        let again = CardPool::load(&[("again.ron", &text)]).unwrap();
        assert_eq!(again.cards(), pool.cards());
        assert_eq!(again.card_hash(), pool.card_hash());
    }
}

#[test]
fn descriptions_are_as_committed() {
    let mut words = String::new();
    for card in CardPool::builtin().cards() {
        let _ = writeln!(words, "{}", describe(card));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/cards.txt");
    if std::env::var_os("FIXER_UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &words).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap();
    for (line, (found, expected)) in words.lines().zip(committed.lines()).enumerate() {
        assert_eq!(found, expected, "line {}; FIXER_UPDATE_SNAPSHOTS=1 writes the file anew", line + 1);
    }
    assert_eq!(words, committed);
}

/// A card with these abilities, as a file.
fn file(kind: &str, abilities: &str) -> String {
    let numbers = match kind {
        "Program" => "cost: 1,",
        "Called" => "",
        _ => "cost: 1, power: 1,",
    };
    let kind = if kind == "Called" { "Legend" } else { kind };
    format!(
        "[(id: \"test-card\", name: \"Test\", type: {kind}, color: Red, {numbers} ram: 1, set: \"T\", number: \"1\", \
         rarity: \"C\",\nabilities: [{abilities}])]"
    )
}

fn refusal(text: &str) -> Diagnostic {
    CardPool::load(&[("f.ron", text)]).expect_err(text)
}

#[test]
fn what_does_not_parse_is_named_with_its_place() {
    for (abilities, expected, help) in [
        (
            "Triggered(on: [Played(This)], do: [Defeat(One(Units(Freindly)))])",
            "f.ron:2:65: test-card: no Side \"Freindly\"; expected Friendly, Rival or Any",
            "did you mean Friendly?",
        ),
        (
            "Triggered(on: [Played(This)], do: [Draw(Times(2, Gigs(Freindly)))])",
            "f.ron:2:67: test-card: no Side \"Freindly\"",
            "did you mean Friendly?",
        ),
        (
            "Triggered(on: [Played(This)], do: [Draw(99999)])",
            "f.ron:2:53: test-card: 99999 is no whole number from -32768 to 32767",
            "",
        ),
        (
            "Triggered(on: [Played(This)], doo: [Draw(1)])",
            "f.ron:2:43: test-card: no field \"doo\" in Triggered; expected on, first or do",
            "did you mean do?",
        ),
        ("Triggered(on: [Played(This)])", "f.ron:2:41: test-card: Triggered lacks the field \"do\"", ""),
        ("Triggered(on: [Played(This)], do: [Draw()])", "f.ron:2:53: test-card: expected one value", ""),
        ("Jump(3)", "f.ron:2:13: test-card: no Ability \"Jump\"; expected Keyword, Triggered", ""),
    ] {
        let error = refusal(&file("Unit", abilities));
        assert!(error.to_string().starts_with(expected), "{error}\nexpected {expected}");
        assert_eq!(error.help.unwrap_or_default(), help, "{expected}");
    }
    for (text, expected) in [
        ("", "f.ron:1:1: expected opening `[`"),
        ("{}", "f.ron:1:1: expected opening `[`"),
        ("[(id: \"a\"", "f.ron:1:"),
        ("[(id: 3)]", "f.ron:1:7: expected string"),
        ("\u{0}\u{7f}ELF", "f.ron:1:1: expected opening `[`"),
        ("[(id: \"a\", name: \"A\", powr: 3)]", "f.ron:1:23: a: no field \"powr\" in Card"),
        ("[(id: \"a\", name: \"A\")]", "f.ron:1:21: a: Card lacks the field \"type\""),
    ] {
        let error = refusal(text).to_string();
        assert!(error.starts_with(expected), "{error}\nexpected {expected}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn facts_have_to_make_a_card() {
    let card = |change: (&str, &str)| file("Unit", "").replace(change.0, change.1);
    for (change, expected) in [
        (("test-card", "Test Card"), "the id \"Test Card\" is not made of"),
        (("test-card", "test--card"), "the id \"test--card\" is not made of"),
        (("\"Test\"", "\"\""), "the name is empty"),
        (
            ("ram: 1,", "ram: 1, tags: [\"MERC\", \"CORPO\"],"),
            "the tags are not in alphabetical order, each once: MERC, CORPO",
        ),
        (("ram: 1,", "ram: 1, tags: [\"Merc\"],"), "the tag \"Merc\" is not in capitals"),
        (("cost: 1,", ""), "a Unit or Gear has a cost and a power"),
        (("power: 1,", ""), "a Unit or Gear has a cost and a power"),
        (("power: 1,", "power: -1,"), "the power is not 0 to 99"),
        (("type: Unit", "type: Program"), "a Program has no power"),
        (("cost: 1,", "cost: 1000,"), "integer is out of bounds"),
    ] {
        let error = refusal(&card(change)).message;
        assert!(error.starts_with(expected), "{error}\nexpected {expected}");
    }
    assert!(refusal(&file("Program", "").replace("cost: 1,", "")).message.starts_with("a Program has a cost"));
    assert!(
        refusal(&file("Legend", "").replace("cost: 1,", "")).message.starts_with("a Legend has both cost and power")
    );
    CardPool::load(&[("f.ron", &file("Called", ""))]).unwrap();
}

/// Abilities, and what is wrong with them.
const REFUSED: &[(&str, &str, &str)] = &[
    // Kinds of ability and keywords by card type.
    ("Unit", "Keyword(Quick)", "abilities[0]: the keyword Quick belongs on a Program"),
    ("Program", "Keyword(Blocker), Resolve([Draw(1)])", "abilities[0]: the keyword Blocker belongs on a Unit"),
    ("Unit", "Keyword(GoSolo)", "abilities[0]: the keyword GoSolo belongs on a Legend with a cost"),
    ("Called", "Keyword(GoSolo)", "abilities[0]: the keyword GoSolo belongs on a Legend with a cost"),
    ("Unit", "Keyword(Blocker), Keyword(Blocker)", "abilities[1]: the keyword Blocker stands here twice"),
    ("Unit", "Resolve([Draw(1)])", "abilities[0]: a Program has one Resolve, other cards none"),
    ("Program", "Resolve([Draw(1)]), Resolve([Draw(1)])", "abilities[1]: a Program has one Resolve"),
    ("Program", "", "abilities: a Program without a Resolve does nothing"),
    (
        "Program",
        "Triggered(on: [Played(This)], do: [Draw(1)]), Resolve([Draw(1)])",
        "abilities[0]: a Program has no abilities in play",
    ),
    // Names.
    ("Program", "Resolve([Defeat(The(\"u\"))])", "abilities[0].do[0]: nothing binds the name \"u\" before"),
    ("Program", "Resolve([Choose(One(Units(Rival), \"u\"))])", "abilities[0]: the name \"u\" is never used"),
    (
        "Program",
        "Resolve([Choose(One(Units(Rival), \"u\")), Choose(One(Units(Rival), \"u\")), Defeat(The(\"u\"))])",
        "abilities[0].do[1]: the name \"u\" is bound twice",
    ),
    (
        "Program",
        "Resolve([Choose(One(Units(Any), \"a\")), Choose(One(Units(Any), \"b\")), Choose(One(Units(Any), \"c\")), \
         Defeat(The(\"a\")), Defeat(The(\"b\")), Defeat(The(\"c\"))])",
        "abilities[0]: 3 names in one effect, at most 2 fit",
    ),
    (
        "Program",
        "Resolve([Choose(One(Units(Any), \"a\")), Choose(One(Units(Any), \"b\")), \
         Next(on: [Attacks(The(\"a\"))], do: [Defeat(The(\"b\"))])])",
        "abilities[0].do[2]: this outlives the effect and can keep one name, not more",
    ),
    (
        "Program",
        "Resolve([ChooseGig(Gig(Any, [], \"g\")), Defeat(The(\"g\"))])",
        "abilities[0].do[1]: the name \"g\" is a Gig's, not a card's",
    ),
    (
        "Program",
        "Resolve([Choose(One(Units(Any), \"u\")), Set(The(\"u\"), 3)])",
        "abilities[0].do[1]: the name \"u\" is no Gig's",
    ),
    // References.
    (
        "Unit",
        "Triggered(on: [Attacks(This)], do: [Increase(ThatGig, UpTo(1))])",
        "abilities[0].do[0]: no event here has ThatGig",
    ),
    (
        "Unit",
        "Triggered(on: [Steals(This), StealsSome(This)], do: [Increase(ThatGig, UpTo(1))])",
        "abilities[0].do[0]: no event here has ThatGig",
    ),
    (
        "Unit",
        "Triggered(on: [Attacks(This)], do: [Defeat(Opponent)])",
        "abilities[0].do[0]: no fight here has an Opponent",
    ),
    (
        "Unit",
        "Triggered(on: [EndOfTurn(Any)], do: [Defeat(Subject)])",
        "abilities[0].do[0]: no event and no rule here has a Subject",
    ),
    ("Unit", "Triggered(on: [Played(Subject)], do: [Draw(1)])", "abilities[0].on[0]: an event speaks of This"),
    ("Program", "Resolve([Ready(This)])", "abilities[0].do[0]: a Program that resolves is nowhere"),
    ("Program", "Resolve([If(Did, [Draw(1)])])", "abilities[0].do[0].If: Did speaks of the step just before"),
    (
        "Program",
        "Resolve([Draw(1), If(Did, [If(Did, [Draw(1)])])])",
        "abilities[0].do[1].then[0].If: Did speaks of the step just before",
    ),
    // Hidden choices.
    (
        "Program",
        "Resolve([Discard(One(From([Hand], [Program])))])",
        "abilities[0].do[0]: the player may fail to find such a card: say UpTo, or May (5.3.2.4.1)",
    ),
    (
        "Program",
        "Resolve([Search(3, \"s\"), ToHand(One(The(\"s\", [Gear])))])",
        "abilities[0].do[1]: the player may fail to find such a card: say UpTo, or May (5.3.2.4.1)",
    ),
    // History, modes, May.
    (
        "Unit",
        "Triggered(on: [Fights(This)], first: true, do: [Draw(1)])",
        "abilities[0].on[0]: the turn's history doesn't keep this",
    ),
    (
        "Unit",
        "Triggered(on: [Attacks(This)], do: [If(ThisTurn(Called(Legends(Any))), [Draw(1)])])",
        "abilities[0].do[0].If: the turn's history doesn't keep this",
    ),
    (
        "Unit",
        "Triggered(on: [Attacks(This)], do: [If(ThisTurn(Played(Units(Any, [Power(AtLeast(3))]))), [Draw(1)])])",
        "abilities[0].do[0].If: afterwards the turn's history tells only what is printed",
    ),
    ("Program", "Resolve([Modes(pick: 3, of: [[Draw(1)], [Draw(2)]])])", "abilities[0].do[0].pick: picks 3 of 2 modes"),
    ("Program", "Resolve([Modes(of: [[Draw(1)]])])", "abilities[0].do[0]: 1 modes, 2 to 8 fit"),
    ("Program", "Resolve([Modes(of: [[Draw(1)], []])])", "abilities[0].do[0].of[1]: no step here"),
    ("Program", "Resolve([May([])])", "abilities[0].do[0].May: no step here"),
    ("Program", "Resolve([May([May([Draw(1)])])])", "abilities[0].do[0]: a May directly in a May"),
    // Positions.
    (
        "Program",
        "Resolve([Give(One(Programs(Friendly)), Price(Play, Less(1)), ThisTurn)])",
        "abilities[0].do[0]: Programs are in many areas: take All",
    ),
    (
        "Program",
        "Resolve([Draw(Count(Programs(Friendly)))])",
        "abilities[0].do[0]: Programs are in many areas and can't be counted",
    ),
    ("Program", "Resolve([Draw(Value(Gigs(Friendly)))])", "abilities[0].do[0]: one number is needed here"),
    (
        "Program",
        "Resolve([Give(One(Units(Any)), Power(Power(Units(Any))), ThisTurn)])",
        "abilities[0].do[0]: one number is needed here",
    ),
    (
        "Program",
        "Resolve([Give(One(Units(Any)), Power(StreetCred(Any)), ThisTurn)])",
        "abilities[0].do[0]: Street Cred is a player's",
    ),
    (
        "Unit",
        "Persistent(who: Gear(Rival), rule: Price(GoSolo, More(1)))",
        "abilities[0].rule: only Legends are called or go solo",
    ),
    // Verbs and areas.
    ("Program", "Resolve([Trash(One(Units(Rival)))])", "abilities[0].do[0]: Trash takes cards of the deck"),
    ("Program", "Resolve([Discard(One(From([Trash])))])", "abilities[0].do[0]: Discard takes cards from Hand"),
    ("Program", "Resolve([Sell(One(Units(Friendly)))])", "abilities[0].do[0]: Sell takes cards from Hand or Top"),
    ("Program", "Resolve([Call(One(Gear(Friendly)))])", "abilities[0].do[0]: Call takes a Legend"),
    ("Program", "Resolve([Look(One(From([Hand])))])", "abilities[0].do[0]: Look is at Legends"),
    ("Program", "Resolve([Move(One(Units(Any)), One(Units(Any)))])", "abilities[0].do[0]: Move takes Gear"),
    ("Program", "Resolve([Move(One(Gear(Any)), One(From([Hand])))])", "abilities[0].do[0]: Gear moves to a Unit"),
    ("Program", "Resolve([Steal(All(Units(Friendly)), Gig(Rival))])", "abilities[0].do[0]: one card steals"),
    ("Program", "Resolve([Roll(Gig(Friendly))])", "abilities[0].do[0]: Roll is of ThatGig"),
    ("Program", "Resolve([Defeat(One(From([Hand])))])", "abilities[0].do[0]: Defeat takes Units, Legends or Gear"),
    ("Program", "Resolve([Play(what: One(Units(Friendly)))])", "abilities[0].do[0]: Play takes cards from Hand"),
    // Sets that can't be.
    (
        "Program",
        "Resolve([Ready(UpTo(1, From([Eddies], [FaceUp])))])",
        "abilities[0].do[0]: a card there can't be told by FaceUp",
    ),
    (
        "Program",
        "Resolve([ToHand(One(From([Trash], [Spent])))])",
        "abilities[0].do[0]: a card there can't be told by Spent",
    ),
    (
        "Program",
        "Resolve([ToHand(One(From([Trash], [Legend])))])",
        "abilities[0].do[0]: a card there can't be told by Legend",
    ),
    ("Program", "Resolve([Defeat(One(Units(Any, [Gear])))])", "abilities[0].do[0]: nothing is both Unit and Gear"),
    (
        "Program",
        "Resolve([Defeat(One(Units(Any, [Spent, Ready])))])",
        "abilities[0].do[0]: nothing is both Spent and Ready",
    ),
    (
        "Program",
        "Resolve([Look(One(Legends(Friendly, [FaceDown, Tag(\"MERC\")])))])",
        "abilities[0].do[0]: a face-down card doesn't show Tag (3.4.1)",
    ),
    // Numbers.
    ("Program", "Resolve([Draw(0)])", "abilities[0].do[0]: 0, expected at least 1"),
    ("Program", "Resolve([Draw(100)])", "abilities[0].do[0]: 100, expected -99 to 99"),
    ("Program", "Resolve([Increase(Gig(Any, [D(7)]), UpTo(1))])", "abilities[0].do[0]: no die has 7 faces"),
    ("Unit", "Activated(cost: [], do: [Draw(1)])", "abilities[0]: a cost is Pay, Spend or one of each"),
    ("Unit", "Activated(cost: [Spend, Spend], do: [Draw(1)])", "abilities[0]: a cost is Pay, Spend or one of each"),
];

#[test]
fn what_a_card_cannot_say_is_refused_with_the_path_to_the_step() {
    for (kind, abilities, expected) in REFUSED {
        let error = refusal(&file(kind, abilities));
        assert!(error.message.starts_with(expected), "{error}\nexpected {expected}");
        assert_eq!((error.line, error.column, error.subject.as_deref()), (Some(1), Some(2), Some("test-card")));
    }
}

#[test]
fn what_is_close_to_a_refusal_is_allowed() {
    for (kind, abilities) in [
        ("Legend", "Keyword(GoSolo)"),
        ("Program", "Resolve([May([Discard(One(From([Hand], [Program])))])])"),
        ("Program", "Resolve([Discard(UpTo(1, From([Hand], [Program])))])"),
        ("Program", "Resolve([Discard(One(From([Hand])))])"),
        ("Program", "Resolve([Draw(1), If(Did, [Draw(1)])])"),
        ("Program", "Resolve([ToHand(One(From([Trash], [Gear])))])"),
        ("Unit", "Triggered(on: [WinsFight(This), Fights(This)], do: [Defeat(Opponent)])"),
        ("Unit", "Triggered(on: [Steals(This), Rolls(Rival)], do: [Increase(ThatGig, UpTo(1))])"),
        ("Program", "Resolve([Draw(If(Compare(Value(Gigs(Friendly)), AtLeast(3)), 2, 1))])"),
    ] {
        CardPool::load(&[("f.ron", &file(kind, abilities))]).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    for text in [
        file("Program", &format!("Resolve([{}Draw(1){}])", "May([Draw(1), ".repeat(60), "])".repeat(60))),
        file("Program", &format!("Resolve([Draw({}1{})])", "Times(1, ".repeat(60), ")".repeat(60))),
        file("Program", &format!("Resolve([Draw({}1{})])", "Times(1, ".repeat(5000), ")".repeat(5000))),
        "[".repeat(100_000),
        format!("[{}]", "(".repeat(100_000)),
    ] {
        assert!(refusal(&text).to_string().len() < 400);
    }
}

#[test]
fn unknown_tags_and_names_are_warnings() {
    let mut pool = CardPool::builtin();
    let text = file("Program", "Resolve([Defeat(One(Units(Any, [Or([Tag(\"COPRO\"), Named(\"Minotour\")])])))])");
    pool.extend("f.ron", &text).unwrap();
    let warnings: Vec<(String, Option<String>)> =
        pool.warnings().into_iter().map(|warning| (warning.to_string(), warning.help)).collect();
    assert_eq!(
        warnings,
        [
            (
                "f.ron:1:2: test-card: abilities[0].do[0]: no card has the tag \"COPRO\"".to_string(),
                Some("did you mean CORPO?".to_string())
            ),
            (
                "f.ron:1:2: test-card: abilities[0].do[0]: no card has the name \"Minotour\"".to_string(),
                Some("did you mean Minotaur?".to_string())
            ),
        ]
    );
}

#[test]
fn a_known_id_is_replaced_and_a_new_one_added() {
    let mut pool = CardPool::builtin();
    let before = pool.clone();
    let text = file("Unit", "Keyword(Blocker)");
    pool.extend("f.ron", &text).unwrap();
    assert_eq!(pool.len(), 151);
    pool.extend("f.ron", &text.replace("test-card", "minotaur")).unwrap();
    assert_eq!(pool.len(), 151);
    let minotaur = pool.find("minotaur").unwrap();
    assert_eq!(pool.get(minotaur).abilities, Some(vec![Ability::Keyword(Keyword::Blocker)]));
    assert_eq!(pool.origin(minotaur).file, "f.ron");
    assert_ne!(pool.card_hash(), before.card_hash());

    // A file with a mistake leaves the pool as it was.
    let mut again = pool.clone();
    let two = text.replace("])]", "]), (id: \"x\")]");
    again.extend("f.ron", &two).unwrap_err();
    assert_eq!(again, pool);
    let twice = format!("{}, {}", text.trim_end_matches(']'), text.trim_start_matches('['));
    assert_eq!(
        again.extend("f.ron", &twice).unwrap_err().to_string(),
        "f.ron:2:33: test-card: this id stands in the file twice, first on line 1"
    );
}

#[test]
fn two_cards_of_one_id_make_no_match_up() {
    let pool = CardPool::builtin();
    let other = CardPool::load(&[("f.ron", &file("Unit", "").replace("test-card", "minotaur"))]).unwrap();
    let printed = pool.get(pool.find("minotaur").unwrap());
    let mine = &other.cards()[0];
    for lists in [[&[printed, mine][..], &[printed]], [&[printed], &[mine]]] {
        let error = MatchUp::of_cards(lists).unwrap_err();
        assert_eq!(error.to_string(), "minotaur: two different cards have this id");
    }
    assert!(MatchUp::of_cards([&[mine, mine], &[mine]]).is_ok());
}

#[test]
fn each_fact_and_each_ability_counts_in_the_hash() {
    let card: CardDef = CardPool::load(&[("f.ron", &file("Unit", "Keyword(Blocker)"))]).unwrap().cards()[0].clone();
    assert_eq!(card.hash(), card.clone().hash());
    let changes: [fn(&mut CardDef); 13] = [
        |card| card.id.push('x'),
        |card| card.name.push('x'),
        |card| card.subtitle = Some("x".to_string()),
        |card| card.kind = CardType::Gear,
        |card| card.cost = None,
        |card| card.power = Some(2),
        |card| card.ram = 2,
        |card| card.sell = true,
        |card| card.tags.push("X".to_string()),
        |card| card.number.push('x'),
        |card| card.aliases.push("x".to_string()),
        |card| card.abilities = Some(Vec::new()),
        |card| card.abilities = None,
    ];
    let mut hashes = vec![card.hash()];
    for change in changes {
        let mut changed = card.clone();
        change(&mut changed);
        hashes.push(changed.hash());
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 14);
}

#[test]
fn a_card_that_is_not_written_says_so() {
    let text = file("Unit", "").replace("abilities: []", "");
    let pool = CardPool::load(&[("f.ron", &text)]).unwrap();
    assert_eq!(pool.cards()[0].abilities, None);
    assert!(describe(&pool.cards()[0]).ends_with("not written yet: what this card does\n"));
}

#[test]
fn examples_in_the_documentation_load() {
    for (file, examples) in [("effect-language.md", 1), ("new-set.md", 1)] {
        let path = format!("{}/../docs/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let blocks: Vec<&str> =
            text.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
        assert_eq!(blocks.len(), examples, "{file}");
        for block in blocks {
            let list = if block.starts_with('(') { format!("[{block}]") } else { block.to_string() };
            CardPool::load(&[(file, &list)]).unwrap_or_else(|error| panic!("{error}"));
            if file == "new-set.md" {
                let wrong = CardPool::load(&[("mine.ron", &list.replace("[Gear]", "[Geer]"))]).unwrap_err();
                let shown = text.split("error: ").nth(1).and_then(|rest| rest.split(", Program,").next()).unwrap();
                assert!(wrong.to_string().starts_with(shown), "{wrong}\nshown: {shown}");
            }
        }
    }
}

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

proptest! {
    /// Cards with pieces of other cards in them: what still loads can be described, the rest is refused in one line.
    #[test]
    fn whatever_stands_in_a_card_file_is_read_or_refused(
        cards in prop::array::uniform2(0..150usize),
        cuts in prop::array::uniform4(0..400usize),
    ) {
        let pool = &*POOL;
        let [one, other] = cards.map(|at| options().to_string(&pool.cards()[at]).unwrap());
        let pick = |text: &str, from: usize, to: usize| -> String {
            let (from, to) = (from.min(to), from.max(to));
            text.chars().skip(from).take(to - from).collect()
        };
        let (start, end) = (cuts[0].min(cuts[1]), cuts[0].max(cuts[1]));
        let mixed = pick(&one, 0, start) + &pick(&other, cuts[2], cuts[3]) + &pick(&one, end, usize::MAX);
        match CardPool::load(&[("f.ron", &format!("[{mixed}]"))]) {
            Ok(loaded) => loaded.cards().iter().for_each(|card| drop(describe(card))),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

//! Can the scenarios fail? Changes one thing at a time in what a card does and runs the scenarios with the changed card:
//! at least one has to fail, or the change stands with its reason in `tests/scenarios/GAME/mutants.toml`.
//!
//! The changes, for every ability of every card of the built-in files of a game:
//! * an ability, a step, a filter, an event, a part of a cost, a mode, a member of any other list is dropped;
//! * a condition is dropped: of an `If` (both ways), of a `while`, a `May`, a `Not`, or an option like `first` or `free`;
//! * a number is one higher or one lower;
//! * a word is exchanged with a near one (`Friendly` and `Rival`, `AtLeast` and `AtMost`, `Attacks` and `Spent` ..).
//!
//! A change that the loader refuses is none. Scenarios that name the card run first, all others only if those hold.
//! `FIXER_MUTANTS=ID` looks at the cards whose id contains ID alone; `scripts/mutate-cards` is the way to call it.

mod games;
mod tree;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fixer_core::scenario::{Scenario, read};
use games::{Cascade, Cyberpunk, Subject};
use tree::Node;

/// Files in the folder of scenarios that are none.
const NO_SCENARIOS: [&str; 2] = ["rules-without-play.toml", "mutants.toml"];

/// A changed card.
struct Mutant {
    /// Which card.
    card: String,
    /// Where and what: `abilities[0].do[0]: 1 -> 2`.
    change: String,
    /// A card file with the changed card alone.
    file: String,
}

/// A place in a tree and what stands there instead; `None`: nothing.
type Change = (Vec<usize>, Option<Vec<Node>>, String);

/// Words that a word is exchanged with.
fn instead_of(word: &str) -> &'static [&'static str] {
    match word {
        "Friendly" => &["Rival"],
        "Rival" => &["Friendly"],
        "Any" => &["Friendly", "Rival", "Own", "Opposing"],
        "Own" => &["Opposing", "Any"],
        "Opposing" => &["Own", "Any"],
        "Front" => &["Every", "SecondOrLower"],
        "Every" | "SecondOrLower" => &["Front"],
        "Attacked" => &["Attacks", "Battled"],
        "Targeted" => &["Attacked"],
        "Recruited" => &["Attacks"],
        "Captured" => &["Hurt"],
        "EndOfTurn" => &["Leaves"],
        "Taunt" => &["Precision"],
        "Precision" => &["Taunt"],
        "Return" => &["Exile"],
        "Exile" => &["Return"],
        "Defiance" => &["Berserk"],
        "Berserk" => &["Defiance"],
        "Min" => &["Max"],
        "Max" => &["Min"],
        "Even" => &["Odd"],
        "Odd" => &["Even"],
        "Ready" => &["Spent"],
        "Spent" => &["Ready"],
        "FaceUp" => &["FaceDown"],
        "FaceDown" => &["FaceUp"],
        "Equipped" => &["Unequipped"],
        "Unequipped" => &["Equipped"],
        "ThisTurn" => &["NextTurn", "YourNextTurn"],
        "NextTurn" | "YourNextTurn" => &["ThisTurn"],
        "AtLeast" => &["AtMost", "EqualTo"],
        "AtMost" => &["AtLeast", "EqualTo"],
        "EqualTo" => &["AtLeast", "AtMost"],
        "LessThan" => &["MoreThan", "AtMost"],
        "MoreThan" => &["LessThan", "AtLeast"],
        "UpTo" => &["Exactly"],
        "Exactly" => &["UpTo"],
        "One" => &["All"],
        "All" => &["One", "Any"],
        "Less" => &["More"],
        "More" => &["Less"],
        "Increase" => &["Decrease", "Adjust"],
        "Decrease" => &["Increase", "Adjust"],
        "Adjust" => &["Increase", "Decrease"],
        "Units" => &["Legends"],
        "Legends" => &["Units"],
        "GigArea" => &["Anything"],
        "Anything" => &["GigArea"],
        "Hand" => &["Trash"],
        "Field" => &["LegendsArea"],
        "LegendsArea" => &["Field"],
        "Played" => &["Attacks", "Called"],
        "Attacks" => &["Played", "Spent"],
        "Called" => &["Played"],
        "Defeated" => &["Played"],
        "WinsFight" => &["LosesFight", "Fights"],
        "LosesFight" => &["WinsFight", "Fights"],
        "Steals" => &["StealsSome"],
        "StealsSome" => &["Steals"],
        "Trash" => &["BottomDeck", "ToHand", "Hand"],
        "BottomDeck" => &["Trash"],
        "Discard" => &["BottomDeck"],
        "Reveal" => &["Look"],
        "Blocker" => &["Adrenaline"],
        "Adrenaline" => &["Blocker"],
        "true" => &["false"],
        _ => &[],
    }
}

/// Lists every single change below a place.
fn changes(node: &Node, path: &mut Vec<usize>, name: &str, parts: &[&str], out: &mut Vec<Change>) {
    let mut instead = |with: Node| {
        let what = format!("{name}: {} -> {}", short(node), short(&with));
        out.push((path.clone(), Some(vec![with]), what));
    };
    match node {
        Node::Number(number) => {
            instead(Node::Number(number + 1));
            instead(Node::Number(number - 1));
        }
        Node::Word(word) => {
            instead_of(word).iter().for_each(|other| instead(Node::Word((*other).to_owned())));
        }
        // A number that depends on a condition, or a step that does.
        Node::Call(call, arguments) if call == "If" => {
            let branch = |nth: usize| match arguments.get(nth) {
                Some((_, Node::List(steps))) => steps.clone(),
                Some((_, number)) => vec![number.clone()],
                None => Vec::new(),
            };
            out.push((path.clone(), Some(branch(1)), format!("{name}: If: always")));
            out.push((path.clone(), Some(branch(2)), format!("{name}: If: never")));
        }
        Node::Call(call, arguments) if call == "May" => {
            if let Some((_, Node::List(steps))) = arguments.first() {
                out.push((path.clone(), Some(steps.clone()), format!("{name}: May: must")));
            }
        }
        Node::Call(call, arguments) if call == "Not" => instead(arguments[0].1.clone()),
        Node::Call(call, arguments) => {
            instead_of(call).iter().for_each(|other| instead(Node::Call((*other).to_owned(), arguments.clone())));
        }
        _ => {}
    }
    for nth in 0..node.len() {
        let child = node.child(nth);
        let name = format!("{name}{}", node.step(nth));
        path.push(nth);
        let optional = match node {
            Node::List(_) => true,
            Node::Call(_, arguments) => arguments[nth].0.as_deref().is_some_and(|part| parts.contains(&part)),
            _ => false,
        };
        if optional {
            out.push((path.clone(), None, format!("{name}: without {}", short(child))));
        }
        changes(child, path, &name, parts, out);
        path.pop();
    }
}

/// A piece in few letters.
fn short(node: &Node) -> String {
    let text = node.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}

/// The tree with one place changed; `None` where several pieces would have to stand in the place of one.
fn changed(card: &Node, (path, with, _): &Change) -> Option<Node> {
    let mut root = card.clone();
    let (&last, above) = path.split_last()?;
    let mut parent = &mut root;
    for &nth in above {
        parent = parent.child_mut(nth);
    }
    match (parent, with.as_deref()) {
        (Node::List(items), with) => {
            items.splice(last..=last, with.unwrap_or_default().iter().cloned());
        }
        (Node::Call(_, arguments), Some([one])) => arguments[last].1 = one.clone(),
        (Node::Call(_, arguments), None) => {
            arguments.remove(last);
        }
        _ => return None,
    }
    (root != *card).then_some(root)
}

/// Every mutant of the built-in cards, in the order of the files.
fn mutants<S: Subject>(only: &str) -> Vec<Mutant> {
    let mut all = Vec::new();
    for text in S::files() {
        let Node::List(cards) = Node::read(text) else { panic!("a card file is a list") };
        for card in cards {
            let Some(Node::Text(id)) = card.get("id") else { panic!("a card without an id") };
            let id = id.trim_matches('"');
            if !id.contains(only) {
                continue;
            }
            let Node::Call(_, facts) = &card else { panic!("a card is a structure") };
            let mut found = Vec::new();
            for (at, (key, _)) in facts.iter().enumerate() {
                if let Some(key) = key.as_deref().filter(|key| S::TEXT.contains(key)) {
                    changes(card.child(at), &mut vec![at], key, S::OPTIONAL, &mut found);
                }
            }
            for change in &found {
                if let Some(card) = changed(&card, change) {
                    all.push(Mutant { card: id.to_owned(), change: change.2.clone(), file: format!("[{card}]") });
                }
            }
        }
    }
    all
}

/// A scenario, and the text that tells which cards it names.
struct Test<P> {
    name: String,
    text: String,
    scenario: Scenario<P>,
}

fn tests<P: for<'de> serde::Deserialize<'de>>(folder: &Path, out: &mut Vec<Test<P>>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of scenarios")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            tests(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "toml") && !NO_SCENARIOS.contains(&name.as_str()) {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let scenario = read(&name, &text).unwrap_or_else(|error| panic!("{error}"));
            out.push(Test { name, text, scenario });
        }
    }
}

/// Whether a scenario holds with these cards; a panic is a failure too.
fn holds<S: Subject>(test: &Test<S::Layout>, pool: &S::Pool) -> bool {
    catch_unwind(AssertUnwindSafe(|| S::passes(&test.scenario, pool))).unwrap_or(false)
}

/// What became of a mutant.
enum Fate {
    /// The loader refuses it.
    Refused,
    /// A scenario fails.
    Caught,
    /// Every scenario holds.
    Survives,
}

/// The scenarios, those about the card first.
fn in_order<'t, P>(tests: &'t [Test<P>], card: &str) -> impl Iterator<Item = &'t Test<P>> {
    let quoted = format!("\"{card}\"");
    let nearness = |test: &Test<P>| {
        if test.name.starts_with(card) {
            0
        } else if test.text.contains(&quoted) {
            1
        } else {
            2
        }
    };
    let mut order: Vec<(u8, &Test<P>)> = tests.iter().map(|test| (nearness(test), test)).collect();
    order.sort_by_key(|(nearness, _)| *nearness);
    order.into_iter().map(|(_, test)| test)
}

fn fate<S: Subject>(mutant: &Mutant, pool: &S::Pool, tests: &[Test<S::Layout>]) -> Fate {
    let Some(changed) = S::with(pool, &mutant.file) else { return Fate::Refused };
    if in_order(tests, &mutant.card).any(|test| !holds::<S>(test, &changed)) { Fate::Caught } else { Fate::Survives }
}

#[test]
fn every_change_of_a_cyberpunk_card_fails_a_scenario() {
    every_change_fails_a_scenario::<Cyberpunk>();
}

#[test]
fn every_change_of_a_cascade_card_fails_a_scenario() {
    every_change_fails_a_scenario::<Cascade>();
}

fn every_change_fails_a_scenario<S: Subject>() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let only = std::env::var("FIXER_MUTANTS").unwrap_or_default();
    let pool = S::pool();
    let mut all_tests = Vec::new();
    S::FOLDERS.iter().for_each(|folder| tests(&root.join(folder), &mut all_tests));
    // What fails anyway proves nothing; `scenarios.rs` complains about it.
    std::panic::set_hook(Box::new(|_| {}));
    all_tests.retain(|test| holds::<S>(test, &pool));
    let all = mutants::<S>(&only);
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = all.get(at) else { return };
                    let fate = fate::<S>(mutant, &pool, &all_tests);
                    fates.lock().expect("no thread panics").insert(at, fate);
                }
            });
        }
    });
    let _ = std::panic::take_hook();
    let fates = fates.into_inner().expect("no thread panics");

    let explained: BTreeMap<String, BTreeMap<String, String>> = {
        let path = root.join(S::FOLDERS[0]).join("mutants.toml");
        let text = std::fs::read_to_string(&path).expect("the explained mutants");
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let is_explained =
        |mutant: &Mutant| explained.get(&mutant.card).and_then(|changes| changes.get(&mutant.change)).is_some();
    let mut unexplained = Vec::new();
    let (mut refused, mut caught, mut known) = (0, 0, 0);
    let mut stale: Vec<String> = Vec::new();
    for (mutant, fate) in all.iter().zip(fates.values()) {
        match fate {
            Fate::Refused => refused += 1,
            Fate::Caught if is_explained(mutant) => stale.push(format!("{}: {}", mutant.card, mutant.change)),
            Fate::Caught => caught += 1,
            Fate::Survives if is_explained(mutant) => known += 1,
            Fate::Survives => unexplained.push(format!("{}: {}", mutant.card, mutant.change)),
        }
    }
    for (card, changes) in explained.iter().filter(|(card, _)| card.contains(&only)) {
        for change in changes.keys() {
            if !all.iter().any(|mutant| mutant.card == *card && mutant.change == *change) {
                stale.push(format!("{card}: {change}"));
            }
        }
    }
    println!(
        "{}: {} changes: {refused} refused by the loader, {caught} caught, {known} explained, {} survive; {} scenarios",
        S::FOLDERS[0],
        all.len(),
        unexplained.len(),
        all_tests.len()
    );
    assert!(unexplained.is_empty(), "no scenario fails with these changes:\n{}", unexplained.join("\n"));
    assert!(stale.is_empty(), "explained in mutants.toml, but caught or not there:\n{}", stale.join("\n"));
}

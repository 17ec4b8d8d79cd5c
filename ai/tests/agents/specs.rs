//! Agents as text.

use std::time::Duration;

use fixer_ai::eval::Blank;
use fixer_ai::ismcts::{self, Budget};
use fixer_ai::registry::{AGENTS, BuildError, Cheating, build};
use fixer_ai::spec::AgentSpec;
use fixer_ai::{greedy, pimc};

use crate::games::guess::Guess;

fn parse(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_agent_has_an_example_that_is_its_own() {
    for agent in AGENTS {
        let spec = parse(agent.example);
        assert_eq!(spec.name(), agent.name);
        assert_eq!(parse(&spec.to_string()), spec, "{spec}");
        assert!(spec.repeatable());
    }
}

#[test]
fn the_canonical_form_names_every_option() {
    assert_eq!(
        parse("ismcts:400+c=0.9").to_string(),
        "ismcts:400+c=0.9+fpu=0+bias=1+eps=0.2+mast=1+cut=2+blend=0+dice=4+weights=search+reuse=1+proof=16"
    );
    assert_eq!(parse("greedy+slip=0.025").to_string(), "greedy+worlds=4+guard=4+slip=0.025+weights=current");
    assert_eq!(
        parse("pimc:50").to_string(),
        "pimc:50+worlds=10+c=0.2+fpu=0+bias=1+eps=0.2+mast=1+cut=2+blend=0+dice=4+weights=search"
    );
    assert_eq!(parse("random").to_string(), "random");
    assert_eq!(parse("greedy1").to_string(), "greedy1");
    assert!(parse("cheat:time=1.5s").to_string().starts_with("cheat:time=1500ms+c=0.2+"));
}

/// Each option of each table is read, changes something, and is written back.
#[test]
fn every_option_can_be_set() {
    let other = |value: &str| match value {
        "current" | "search" => "older".to_owned(),
        "1" => "0".to_owned(),
        "0" => "1".to_owned(),
        "0.4" | "0.2" => "0.5".to_owned(),
        number => (number.parse::<u32>().expect("a whole number") + 1).to_string(),
    };
    let knobs = |base: &str| {
        let text = parse(base).to_string();
        let mut options: Vec<(String, String)> = Vec::new();
        for part in text.split('+').skip(1) {
            let (name, value) = part.split_once('=').expect("an option");
            options.push((name.to_owned(), other(value)));
        }
        options
    };
    for base in ["greedy", "ismcts:10", "pimc:10", "cheat:10"] {
        for (name, value) in knobs(base) {
            let spec = parse(&format!("{base}+{name}={value}"));
            assert_ne!(spec, parse(base), "{name}");
            assert!(spec.to_string().contains(&format!("+{name}={value}")), "{spec}");
            assert_eq!(parse(&spec.to_string()), spec);
        }
    }
    assert_eq!(knobs("ismcts:10").len(), ismcts::Options::KNOBS.len());
    assert_eq!(knobs("greedy").len(), greedy::Options::KNOBS.len());
    assert_eq!(knobs("pimc:10").len(), pimc::Options::KNOBS.len() + ismcts::Options::SHARED.len());
    let shared: Vec<_> = ismcts::Options::SHARED.iter().map(|knob| knob.name).collect();
    assert!(!shared.contains(&"reuse") && !shared.contains(&"proof") && shared.contains(&"weights"));
}

/// The page about the search says of every option what its default is, and why.
#[test]
fn every_option_is_on_the_page_with_its_default() {
    let page = include_str!("../../../docs/search.md");
    for base in ["greedy", "ismcts:10", "pimc:10", "cheat:10"] {
        for option in parse(base).to_string().split('+').skip(1) {
            let (name, value) = option.split_once('=').expect("an option");
            let (name, value) = (format!("| `{name}`"), format!("| {value} |"));
            assert!(page.lines().any(|line| line.starts_with(&name) && line.contains(&value)), "{base}: {option}");
        }
    }
}

#[test]
fn lists_are_joined_by_commas() {
    let list = AgentSpec::list("random,greedy+slip=0.1, ismcts:20").expect("three agents");
    assert_eq!(list.iter().map(AgentSpec::name).collect::<Vec<_>>(), ["random", "greedy", "ismcts"]);
    assert!(AgentSpec::list("random,,greedy").is_err());
}

#[test]
fn clocks_are_for_people() {
    let spec = parse("ismcts:time=500ms");
    assert!(matches!(spec, AgentSpec::Ismcts(Budget::Time(time), _) if time == Duration::from_millis(500)));
    assert!(!spec.repeatable());
}

#[test]
fn mistakes_say_what_was_expected() {
    for (text, what, help) in [
        ("greddy", "unknown agent `greddy`, expected one of random, greedy, greedy1, ismcts, pimc, cheat", "greedy"),
        ("ISMCTS:40", "unknown agent `ISMCTS`", "ismcts"),
        ("zzz", "unknown agent `zzz`", ""),
        ("", "unknown agent ``", ""),
        ("ismcts", "agent `ismcts` has no budget", "ismcts:400"),
        ("ismcts:0", "`0` is no number of iterations", "ismcts:400"),
        ("ismcts:4e9", "`4e9` is no number of iterations", "ismcts:400"),
        ("ismcts:-3", "`-3` is no number of iterations", ""),
        ("ismcts:time=5", "`5` is no time, expected for example 500ms", ""),
        ("ismcts:time=nans", "`nans` is no time", ""),
        ("greedy:5", "agent `greedy` takes no number", ""),
        ("random+slip=1", "unknown option `slip` of agent `random`, expected none", ""),
        ("greedy1+slip=1", "unknown option `slip` of agent `greedy1`, expected none", ""),
        ("greedy+slop=0.1", "unknown option `slop` of agent `greedy`, expected one of worlds, guard, slip", "slip"),
        (
            "greedy+slip=2",
            "`slip=2` of agent `greedy`: option `slip` has a wrong value, expected a number from 0 to 1",
            "",
        ),
        ("greedy+slip", "`slip` of agent `greedy`: option `slip` has a wrong value", ""),
        ("greedy+slip=NaN", "expected a number from 0 to 1", ""),
        ("greedy+", "unknown option `` of agent `greedy`", ""),
        ("ismcts:9+c=0.1+c=0.2", "option `c` of agent `ismcts` is given twice", ""),
        ("ismcts:9+weights=../x", "expected the name of a set of weights", ""),
        ("ismcts:9+reuse=2", "expected 0 or 1", ""),
        ("pimc:9+reuse=1", "unknown option `reuse` of agent `pimc`", ""),
    ] {
        let error = text.parse::<AgentSpec>().expect_err(text);
        assert!(error.what.contains(what), "{text}: {error}");
        assert!(!error.what.contains('\n'));
        assert!(error.help.unwrap_or_default().contains(help), "{text}");
    }
}

#[test]
fn cheating_is_refused_unless_allowed() {
    let spec = parse("cheat:10");
    assert!(spec.cheats() && !parse("ismcts:10").cheats());
    let error = build::<Guess, _>(&spec, &Blank, Cheating::Refused).err().expect("refused");
    assert_eq!(error, BuildError::Cheats);
    assert!(error.help().expect("a way out").contains("--allow-cheating"));
    assert!(build::<Guess, _>(&spec, &Blank, Cheating::Allowed).is_ok());
}

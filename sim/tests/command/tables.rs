//! The tables that commands write: their columns, a field with given shares, a second agent.

use std::collections::BTreeMap;
use std::fs;

use crate::place::Place;

/// The rows of a CSV file by column names.
fn rows(place: &Place, file: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(place.0.join(file)).unwrap().deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn columns_are_these() {
    let place = Place::new("columns");
    place.run("matrix arasaka-demo mercs-demo --agent random --games 4 --per-game --out m", 0);
    for (file, columns) in [
        (
            "matchups.csv",
            "deck_a,deck_b,deck_a_id,deck_b_id,agent_a,agent_b,games,wins,draws,losses,wr,wr_lo,wr_hi,wr_first,n_first,\
             wr_second,n_second,pair_ll,pair_ld,pair_wl,pair_dd,pair_wd,pair_ww,r_gigs,r_overtime,r_deck_out,capped,\
             turns_mean,turns_p50,turns_p90",
        ),
        (
            "decks.csv",
            "rank,deck,deck_id,games,wr_field,lo,hi,wr_uniform,worst_opponent,worst_wr,elo,elo_err,nash_weight,\
             nash_support",
        ),
        (
            "cards.csv",
            "deck_id,card,copies,gp_n,gp_wr,oh_n,oh_wr,gd_n,gd_wr,gih_n,gih_wr,gns_n,gns_wr,iwd,played_n,played_wr,\
             turn_seen_mean,swap_delta,swap_lo,swap_hi,adjusted_p",
        ),
        ("mulligans.csv", "deck_id,seat,opponent,kept_n,kept_wins,taken_n,taken_wins"),
        ("lengths.csv", "deck_a,deck_b,turns,games,first_wins"),
        ("dice.csv", "deck_id,die,rolls,value_sum,stolen,lost"),
        ("errors.csv", "kind,pair,game,seed,command"),
        (
            "games.csv",
            "pair,game,deck_first,deck_second,agent_first,agent_second,seed,winner,reason,turns,gigs_first,gigs_second,\
             decisions_first,decisions_second,iterations,capped",
        ),
        ("matrix.csv", "deck,arasaka-demo,mercs-demo"),
        ("matrix_n.csv", "deck,arasaka-demo,mercs-demo"),
    ] {
        let text = fs::read_to_string(place.0.join("m").join(file)).unwrap();
        assert_eq!(text.lines().next(), Some(columns), "{file}");
        assert!(text.ends_with('\n') && !text.contains('\r') && !text.contains("NaN"), "{file}");
    }
}

#[test]
fn what_is_counted_of_cards_adds_up() {
    let place = Place::new("counted");
    let words = "sim arasaka-demo mercs-demo --agent random --games 300 --shape --best-of 3 --report --out x";
    let told = String::from_utf8(place.run(words, 0).stdout).unwrap();
    assert!(told.contains("Gigs stolen a game") && told.contains("best of three: arasaka-demo wins "), "{told}");
    assert!(told.ends_with("\nx\n") && place.0.join("x/report.html").exists(), "{told}");
    for row in rows(&place, "x/cards.csv") {
        let n = |name: &str| row[name].parse::<u64>().unwrap();
        assert_eq!(n("gp_n"), 300 * n("copies"), "{row:?}");
        assert_eq!(n("gih_n"), n("oh_n") + n("gd_n"), "{row:?}");
        assert_eq!(n("gp_n"), n("gih_n") + n("gns_n"), "{row:?}");
        let sum = |name: &str| row[&format!("{name}_wr")].parse().unwrap_or(0.0) * n(&format!("{name}_n")) as f64;
        assert!((sum("gp") - sum("gih") - sum("gns")).abs() < 0.01, "{row:?}");
    }
    let mulligans = rows(&place, "x/mulligans.csv");
    let games: u64 = mulligans
        .iter()
        .map(|row| row["kept_n"].parse::<u64>().unwrap() + row["taken_n"].parse::<u64>().unwrap())
        .sum();
    assert_eq!((mulligans.len(), games), (4, 600));
    let dice = rows(&place, "x/dice.csv");
    let sum = |column: &str| dice.iter().map(|row| row[column].parse::<u64>().unwrap()).sum::<u64>();
    assert_eq!((dice.len(), sum("stolen")), (12, sum("lost")));
    let lengths = rows(&place, "x/lengths.csv");
    assert_eq!(lengths.iter().map(|row| row["games"].parse::<u64>().unwrap()).sum::<u64>(), 300);
}

#[test]
fn a_matrix_for_a_field_and_two_agents() {
    let place = Place::new("field");
    fs::write(place.0.join("field.csv"), "deck,share\narasaka-demo,70\nmercs-demo,30\n").unwrap();
    let words = "matrix arasaka-demo mercs-demo the-heist-starter --agent random --second-agent greedy --games 40 \
                 --shares field.csv";
    let output = place.run(&format!("{words} --report --out m"), 0);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("in the given field") && told.contains("rank correlation of the two agents"), "{told}");
    assert!(fs::read_to_string(place.0.join("m/report.html")).unwrap().contains("the-heist-starter"));
    let matrix = rows(&place, "m/matrix.csv");
    let against = |deck: &str| matrix[2][deck].parse::<f64>().unwrap();
    let decks = rows(&place, "m/decks.csv");
    let heist = decks.iter().find(|row| row["deck"] == "the-heist-starter").unwrap();
    let wanted = 0.7 * against("arasaka-demo") + 0.3 * against("mercs-demo");
    assert!((heist["wr_field"].parse::<f64>().unwrap() - wanted).abs() < 1e-6, "{heist:?}");
    assert_eq!(heist["games"], "80", "the first agent's games");
    let dependence = rows(&place, "m/dependence.csv");
    assert_eq!(dependence.len(), 3);
    assert!(dependence.iter().all(|row| row["agent_a"] == "random" && row["agent_b"].starts_with("greedy")));
    assert_eq!(rows(&place, "m/matchups.csv").len(), 6);
    // The first agent's tables are those of a matrix that it plays alone.
    let alone = words.replace(" --second-agent greedy", "");
    place.run(&format!("{alone} --out alone"), 0);
    for file in ["decks.csv", "matrix.csv", "cards.csv", "mulligans.csv", "dice.csv", "lengths.csv"] {
        let text = |directory: &str| fs::read_to_string(place.0.join(directory).join(file)).unwrap();
        assert_eq!(text("m"), text("alone"), "{file}");
    }
    // A plan holds the field.
    place.run(&format!("{words} --plan plan.toml"), 0);
    place.run("run plan.toml --out n", 0);
    assert_eq!(place.result("n"), place.result("m"));
    for (text, why) in [
        ("deck,share\narasaka-dem,1\n", "help: did you mean arasaka-demo?"),
        ("deck,share\narasaka-demo,-1\n", "field.csv:2: share `-1`, expected a number of at least 0"),
        ("deck,share\narasaka-demo,0\n", "all shares are 0"),
        ("deck\narasaka-demo\n", "no column `share`"),
    ] {
        fs::write(place.0.join("field.csv"), text).unwrap();
        let error = String::from_utf8(place.run(&format!("{words} --out no"), 2).stderr).unwrap();
        assert!(error.contains(why) && !place.0.join("no").exists(), "{error}");
    }
}

#[test]
fn games_tell_how_long_was_searched() {
    let place = Place::new("iterations");
    let searched = |words: &str, out: &str| -> Vec<u64> {
        place.run(&format!("sim arasaka-demo mercs-demo {words} --games 2 --per-game --quiet --out {out}"), 0);
        let path = place.0.join(out).join("games.csv");
        let rows =
            csv::Reader::from_path(path).unwrap().into_deserialize::<std::collections::BTreeMap<String, String>>();
        rows.map(|row| row.unwrap()["iterations"].parse().unwrap()).collect()
    };
    assert_eq!(searched("--agent greedy", "none"), [0, 0]);
    // Ten at each decision that has something to search, of one player or of both, from game to game anew.
    let one = searched("--agent-a ismcts:10 --agent-b greedy", "one");
    assert!(one.iter().all(|&count| (10..=2_000).contains(&count)), "{one:?}");
    let both = searched("--agent ismcts:10+proof=0", "both");
    assert!(both.iter().all(|count| count % 10 == 0 && *count > 100), "{both:?}");
    let flat = searched("--agent pimc:10+worlds=2", "flat");
    assert!(flat.iter().all(|count| count % 10 == 0 && *count > 100), "{flat:?}");
}

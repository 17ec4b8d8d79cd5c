//! The report in a real browser, where there is one: no error, and the numbers of the tables.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::place::Place;

/// Chromium, where this machine has it.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

/// What a page is when its scripts have run, as text; fails if the browser's console had anything to say.
fn opened(browser: &Path, place: &Place, page: &str) -> String {
    let mut profile = OsStr::new("--user-data-dir=").to_owned();
    profile.push(place.0.join("profile"));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run", "--enable-logging=stderr", "--v=0"])
        .arg(profile)
        .arg("--dump-dom")
        .arg(format!("file://{}", place.0.join(page).display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(output.status.success() && said.is_empty(), "{page}: {said:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of the page's tables, each with its cells.
fn rows(page: &str) -> Vec<Vec<String>> {
    let main = page.split("<main").nth(1).unwrap();
    let cells = |row: &str| {
        let cells = row.split("<td").skip(1);
        cells.map(|cell| cell.split_once('>').unwrap().1.split('<').next().unwrap().to_owned()).collect()
    };
    main.split("<tr>").skip(1).map(cells).collect()
}

/// A table of a result, a row a list of values by the heads asked for.
fn columns(place: &Place, file: &str, heads: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(place.0.join(file)).unwrap();
    let all = reader.headers().unwrap().clone();
    let at: Vec<usize> = heads.iter().map(|head| all.iter().position(|known| known == *head).unwrap()).collect();
    reader.records().map(|row| at.iter().map(|&at| row.as_ref().unwrap()[at].to_owned()).collect()).collect()
}

/// Whether a cell shows a rate of the file, to one digit of a percentage; an empty one shows as a dash.
fn shows(cell: &str, rate: &str) -> bool {
    match (cell.trim_end_matches(" %").parse::<f64>(), rate.parse::<f64>()) {
        (Ok(cell), Ok(rate)) => (cell - 100.0 * rate).abs() <= 0.0501,
        _ => rate.is_empty() && cell == "–",
    }
}

#[test]
fn a_browser_shows_the_report() {
    let Some(browser) = browser() else {
        eprintln!("not tried: there is no Chromium here");
        return;
    };
    let place = Place::new("browser");
    let three = "arasaka-demo mercs-demo the-heist-starter";
    for words in [
        format!("matrix {three} --agent random --games 200 --out whole"),
        "matrix the-heist-starter --against arasaka-demo mercs-demo --agent random --games 60 --out part".to_owned(),
        format!("matrix {three} --agent random --second-agent greedy1 --games 8 --out twice"),
        format!("ladder --agents random,greedy1 --decks {three} --games 8 --out ladder"),
        "sim --agent random --games 60 --out pair".to_owned(),
    ] {
        place.run(&format!("{words} --report --quiet"), 0);
    }
    for result in ["whole", "part", "twice", "ladder", "pair"] {
        let page = opened(&browser, &place, &format!("{result}/report.html"));
        let rows = rows(&page);
        let finds = |wanted: &dyn Fn(&[String]) -> bool| rows.iter().any(|row| wanted(row));
        let heads = ["deck_a", "deck_b", "wr", "wr_first", "wr_second"];
        for line in columns(&place, &format!("{result}/matchups.csv"), &heads) {
            // Agents are named where there are several.
            let at = if result == "twice" || result == "ladder" { 6 } else { 4 };
            assert!(
                finds(&|row| row.len() > at + 3
                    && row[..2] == line[..2]
                    && shows(&row[at], &line[2])
                    && shows(&row[at + 2], &line[3])
                    && shows(&row[at + 3], &line[4])),
                "{result}: {line:?}\n{rows:?}"
            );
        }
        let decks = format!("{result}/decks.csv");
        if place.0.join(&decks).exists() {
            for line in columns(&place, &decks, &["deck", "rank", "wr_field", "worst_wr", "nash_weight"]) {
                let has_nash = result != "part";
                assert!(
                    finds(&|row| row.len() == if has_nash { 10 } else { 8 }
                        && row[..2] == line[..2]
                        && shows(&row[3], &line[2])
                        && shows(&row[6], &line[3])
                        && (!has_nash || shows(&row[8], &line[4]))),
                    "{result}: {line:?}\n{rows:?}"
                );
            }
        }
        let ladder = format!("{result}/ladder.csv");
        if place.0.join(&ladder).exists() {
            for line in columns(&place, &ladder, &["agent", "rank", "elo"]) {
                let elo: f64 = line[2].parse().unwrap();
                assert!(
                    finds(&|row| row.len() == 5
                        && row[..2] == line[..2]
                        && row[3].parse::<f64>().is_ok_and(|shown| (shown - elo).abs() <= 0.501)),
                    "{result}: {line:?}"
                );
            }
            assert!(!page.contains("<h2>Match-ups</h2>"), "a table of decks tells of agents");
        }
        // The cards of the deck that is picked first.
        let cards =
            columns(&place, &format!("{result}/cards.csv"), &["card", "copies", "oh_wr", "gih_wr", "iwd", "deck_id"]);
        for line in cards.iter().filter(|line| line[5] == cards[0][5]) {
            assert!(
                finds(&|row| row.len() == 11
                    && row[..2] == line[..2]
                    && shows(&row[2], &line[2])
                    && shows(&row[4], &line[3])
                    && shows(&row[6], &line[4])),
                "{result}: {line:?}"
            );
        }
        // Whatever can be pressed is pressed, whatever can be reached by keyboard is reached.
        let used = "<script>
            for (const kind of ['button', 'button', 'summary'])
              for (const element of document.querySelectorAll(kind)) element.click();
            for (const element of document.querySelectorAll('[tabindex]')) {
              element.focus();
              if (document.activeElement !== element) console.log('not reached', element.outerHTML);
              if (tip.hidden || !tip.textContent) console.log('not explained', element.outerHTML);
            }
            const pick = document.querySelector('select');
            pick.selectedIndex = pick.options.length - 1;
            pick.dispatchEvent(new Event('change'));
            </script></body>";
        let text = fs::read_to_string(place.0.join(format!("{result}/report.html"))).unwrap();
        assert_eq!(text.matches("</body>").count(), 1);
        fs::write(place.0.join("used.html"), text.replace("</body>", used)).unwrap();
        opened(&browser, &place, "used.html");
    }
    // What would be noticed.
    fs::write(place.0.join("wrong.html"), "<script>nonsense()</script>").unwrap();
    assert!(std::panic::catch_unwind(|| opened(&browser, &place, "wrong.html")).is_err());
}

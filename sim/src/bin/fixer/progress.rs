//! What a run says while it runs: what it will cost, then a bar with rate and time left. On a terminal only; where
//! progress is piped away nothing is said but the cost.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use fixer_sim::execute::Standing;
use fixer_sim::stats::sprt::Sprt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::note;
use crate::grid::thousands;
use crate::options::{Color, Output};

/// The cost is told when so much of it is known.
const CALIBRATION: Duration = Duration::from_secs(1);

/// A run that takes less than this more needs no announcement.
const SHORT: Duration = Duration::from_secs(3);

/// How often numbers beside the bar are made anew.
const REFRESH: Duration = Duration::from_millis(250);

/// Follows a run.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    begun: Option<(Instant, u64)>,
    announced: bool,
    refreshed: Instant,
    test: Option<Sprt>,
    threads: usize,
    ahead: u64,
    label: String,
}

impl Progress {
    /// Nothing has happened yet.
    pub fn new(output: &Output, test: Option<Sprt>) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = (terminal && !output.quiet).then(|| {
            let colored = match output.color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            };
            let bar = if colored { "{bar:30.cyan}" } else { "{bar:30}" };
            let style = ProgressStyle::with_template(&format!("{bar} {{percent}} %  {{msg}}"));
            let progress = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(4));
            style.map_or_else(|_| progress.clone(), |style| progress.clone().with_style(style))
        });
        Self {
            bar,
            quiet: output.quiet,
            begun: None,
            announced: output.quiet,
            refreshed: Instant::now(),
            test,
            threads: output.threads(),
            ahead: 0,
            label: String::new(),
        }
    }

    /// A stage of several is about to begin; at most so many games come after it.
    pub fn stage(&mut self, label: &str, ahead: u64) {
        label.clone_into(&mut self.label);
        self.ahead = ahead;
    }

    /// A run is about to begin.
    pub fn begin(&mut self) {
        self.begun = None;
        if let Some(bar) = &self.bar {
            bar.reset();
        }
    }

    /// The run is here now.
    pub fn seen(&mut self, standing: &Standing) {
        let total = 2 * standing.schedule.total_pairs();
        let now = Instant::now();
        let Some((begun, from)) = self.begun else {
            self.begun = Some((now, 2 * standing.pairs()));
            return;
        };
        if now - self.refreshed < REFRESH || self.quiet {
            return;
        }
        self.refreshed = now;
        let done = 2 * standing.pairs();
        let elapsed = now - begun;
        let rate = (done - from) as f64 / elapsed.as_secs_f64();
        if rate <= 0.0 {
            return;
        }
        let left = Duration::from_secs_f64((total - done) as f64 / rate);
        let all_left = Duration::from_secs_f64((total - done + self.ahead) as f64 / rate);
        if !self.announced && elapsed >= CALIBRATION {
            self.announced = true;
            if all_left > SHORT {
                let whole = time(elapsed + all_left);
                let most = if self.ahead > 0 { "at most " } else { "" };
                let text = format!(
                    "{most}{} games at {} games a second on {} {}: about {whole}",
                    thousands(total - from + self.ahead),
                    thousands(rate as u64),
                    self.threads,
                    if self.threads == 1 { "thread" } else { "threads" }
                );
                match &self.bar {
                    Some(bar) => bar.suspend(|| note(&text)),
                    None => note(&text),
                }
            }
        }
        if let Some(bar) = &self.bar {
            let llr = self.test.map_or_else(String::new, |test| {
                let [lower, upper] = test.bounds();
                format!("  LLR {:.2} ({lower:.2} to {upper:.2})", test.llr_pairs(&standing.points()))
            });
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(format!(
                "{}{} of {} games, {}/s, {} left{llr}",
                self.label,
                thousands(done),
                thousands(total),
                thousands(rate as u64),
                time(left)
            ));
        }
    }

    /// The run is over.
    pub fn over(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A time for people.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5_999 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let times = [0, 99, 100, 5_999, 7_260].map(|seconds| time(Duration::from_secs(seconds)));
        assert_eq!(times, ["0 s", "99 s", "1 min 40 s", "99 min 59 s", "2 h 01 min"]);
    }
}

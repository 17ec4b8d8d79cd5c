//! Internal faults: a panic anywhere ends the program with exit code 3 and the command that brings it about again.

use std::io::Write;
use std::process::exit;
use std::sync::{Mutex, PoisonError};

use fixer_sim::pairs::under_way;
use fixer_sim::plan::Plan;
use fixer_sim::tables::games::command;

use crate::failure::FAULT;

/// What is being played, to name the command.
static PLAYED: Mutex<Option<Plan>> = Mutex::new(None);

/// Tells what will be played.
pub fn playing(plan: &Plan) {
    *PLAYED.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan.clone());
}

/// Catches panics from here on.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic
            .payload()
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.payload().downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown".to_owned());
        let place = panic.location().map_or_else(String::new, |place| format!("{}:{}: ", place.file(), place.line()));
        let played = PLAYED.lock().unwrap_or_else(PoisonError::into_inner);
        let again = match (played.as_ref(), under_way()) {
            (Some(plan), Some(id)) => command(plan, id),
            _ => std::env::args().collect::<Vec<_>>().join(" "),
        };
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        // Where standard error is closed there is nobody to tell.
        let _ = write!(
            std::io::stderr(),
            "error: internal fault: {place}{what}\nhelp: please report it with this command: {again}\n"
        );
        exit(i32::from(FAULT));
    }));
}

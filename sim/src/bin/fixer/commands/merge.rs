//! `fixer merge`: the shares of a plan into one result.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_ai::registry::Cheating;
use fixer_sim::execute::Standing;
use fixer_sim::journal::{self, Contents};
use fixer_sim::manifest::{Account, MANIFEST, Manifest, RUN};
use fixer_sim::output::{own_directory, write_whole};
use fixer_sim::plan::Plan;
use fixer_sim::schedule::Shard;
use fixer_sim::tournament::Tournament;

use crate::carry_out::{PLAN, plan_text, write_tables};
use crate::commands::run::{game, read_plan, report, setting};
use crate::commands::sim::show;
use crate::failure::Failure;
use crate::options::{Printing, of_game};

/// Put the shares of a plan together
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer merge part-1 part-2 part-3 --out whole\n  fixer merge /cluster/part-* --out whole --format markdown"
)]
pub struct Args {
    /// The directories of all shares of one plan
    #[arg(value_name = "DIR", required = true)]
    pub shards: Vec<PathBuf>,
    /// The result's directory, new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// More card data (RON), as the plan was made with; may be repeated
    #[arg(long, value_name = "FILE")]
    pub cards: Vec<PathBuf>,
    #[command(flatten)]
    pub printing: Printing,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let parts = args.shards.iter().map(|directory| part(directory)).collect::<Result<Vec<_>, _>>()?;
    let plan = &parts[0].plan;
    for part in &parts[1..] {
        if let Some(difference) = plan.difference(&part.plan) {
            return Err(Failure::wrong(format!(
                "{}: not of the same plan as {}: {difference}",
                part.directory.display(),
                parts[0].directory.display()
            )));
        }
    }
    whole(&parts)?;
    of_game!(game(&parts[0].directory.join(PLAN))?, put_together(args, &parts))
}

fn put_together<T: Tournament>(args: &Args, parts: &[Part]) -> Result<ExitCode, Failure> {
    let plan = &parts[0].plan;
    let setting = setting::<T>(&parts[0].directory.join(PLAN), &args.cards, Cheating::Allowed)?;
    let schedule = plan.schedule(Shard::ALL);
    let mut sum = Standing { slot: schedule.slots(), ..Standing::new(schedule) };
    for part in parts {
        for (sum, tally) in sum.tallies.iter_mut().zip(&part.contents.tallies) {
            sum.add(tally);
        }
        sum.capped.extend(&part.contents.capped);
    }
    own_directory(&args.out)?;
    let contents: Vec<Contents> = parts.iter().map(|part| part.contents.clone()).collect();
    write_tables(&setting, &sum, &contents, &args.out)?;
    let mut account = Account::of(&args.out);
    account.pieces = parts.iter().flat_map(|part| Account::of(&part.directory).pieces).collect();
    let manifest = Manifest::new(plan, Shard::ALL, true, &sum.tallies);
    for (name, text) in [(PLAN, plan_text(plan)?), (RUN, account.text()), (MANIFEST, manifest.text())] {
        let path = args.out.join(name);
        write_whole(&path, text.as_bytes()).map_err(|error| Failure::io(&path, &error))?;
    }
    let format = args.printing.format;
    show(&report(plan, &sum.tallies, format)?, &args.out, format)?;
    Ok(ExitCode::SUCCESS)
}

/// One share.
struct Part {
    directory: PathBuf,
    plan: Plan,
    shard: Shard,
    contents: Contents,
}

fn part(directory: &Path) -> Result<Part, Failure> {
    let plan = read_plan(&directory.join(PLAN))?;
    let path = directory.join(journal::FILE);
    let (_, shard) = journal::shard_of(&path)?;
    let contents = journal::read(&path, plan.hash(), &plan.schedule(shard))?;
    if contents.torn {
        return Err(Failure::wrong(format!("{}: this file is cut off in the middle of an entry", path.display()))
            .help("`fixer run PLAN --shard I/N --out DIR --resume` plays what is missing"));
    }
    Ok(Part { directory: directory.to_owned(), plan, shard, contents })
}

/// Checks that every pair is there once.
fn whole(parts: &[Part]) -> Result<(), Failure> {
    let count = parts[0].shard.count;
    for (number, part) in parts.iter().enumerate() {
        let name = part.directory.display();
        if part.shard.count != count {
            return Err(Failure::wrong(format!(
                "{name}: shard {}, but {} is {}",
                part.shard,
                parts[0].directory.display(),
                parts[0].shard
            )));
        }
        if let Some(other) = parts[..number].iter().find(|other| other.shard == part.shard) {
            return Err(Failure::wrong(format!(
                "{name}: shard {} again, which {} is already",
                part.shard,
                other.directory.display()
            )));
        }
        let schedule = part.plan.schedule(part.shard);
        if part.contents.slot < schedule.slots() {
            return Err(Failure::wrong(format!(
                "{name}: shard {} is not finished: {} of {} pairs are played",
                part.shard,
                schedule.pairs_before(part.contents.slot),
                schedule.total_pairs()
            ))
            .help("`fixer run PLAN --shard I/N --out DIR --resume` plays what is missing"));
        }
    }
    let missing: Vec<String> = (0..count)
        .map(|index| Shard { index, count })
        .filter(|shard| parts.iter().all(|part| part.shard != *shard))
        .map(|shard| shard.to_string())
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        some if some.len() > 10 => {
            Err(Failure::wrong(format!("{} shards are missing, {} the first", some.len(), some[0])))
        }
        some => Err(Failure::wrong(format!("shards are missing: {}", some.join(", ")))),
    }
}

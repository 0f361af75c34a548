//! Tables of numbers: bytes a number, the time of writing, and of a probe at random and dense places.
//!
//! `cargo bench -p bouton-games --bench probe` takes krk; `-- teeko` teeko, `-- teeko 64` with this many MiB of memory, `--
//! kalah 12` all positions of kalah with this many seeds.

use std::path::Path;
use std::time::{Duration, Instant};

use bouton_core::{Limits, Notation};
use bouton_games::boards::{Kalah, Krk, Teeko};
use bouton_solvers::Keeper;
use bouton_solvers::whole::{Numbers, Whole, check_numbers};
use bouton_tables::{Contents, Naming, Table, Writer};
use cpu_time::ProcessTime;

const PROBES: usize = 200_000;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let folder = tempfile::tempdir().unwrap();
    match arguments.next().as_deref() {
        None | Some("krk") => measure(&Numbers::all(&Krk), folder.path(), &Limits::default()),
        Some("teeko") => {
            let memory = arguments
                .next()
                .map(|mib| mib.parse::<u64>().unwrap() << 20);
            let limits = Limits {
                memory,
                ..Limits::default()
            };
            measure(&Numbers::all(&Teeko::default()), folder.path(), &limits);
        }
        Some("kalah") => {
            let seeds = arguments.next().map_or(12, |seeds| seeds.parse().unwrap());
            let game = Kalah::new(6, 4).unwrap();
            println!("{}", game.show(&game.parse("").unwrap()));
            let space = Numbers::within(&game, seeds).unwrap();
            measure(&space, folder.path(), &Limits::default());
        }
        Some(other) => panic!("expected krk, teeko or kalah, found {other}"),
    }
}

fn seconds(since: ProcessTime) -> f64 {
    since.elapsed().as_secs_f64()
}

/// The most memory that the process has held, in MiB.
fn peak() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) >> 10
}

fn measure(space: &dyn Whole, folder: &Path, limits: &Limits) {
    let begun = ProcessTime::now();
    let values = space
        .solve(limits, &mut Keeper::at(&folder.join("waves")))
        .unwrap();
    let solved = seconds(begun);
    let codes = values.codes().unwrap().unwrap();
    let contents = Contents::of("probe", Naming::Numbers, codes.entries.clone());
    let path = folder.join("probe.tb");
    let written = {
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        let mut writer = Writer::begin(&mut file, contents).unwrap();
        let written = values.each(&codes, &mut |code| writer.number(code));
        written.unwrap();
        writer.finish().unwrap()
    };
    let all = seconds(begun);
    println!("{} MiB held at most", peak());
    drop(values);
    let table = Table::open(&path).unwrap();
    let count = space.count();
    println!(
        "{count} numbers: {} bytes, {:.3} a number; solved and kept in {solved:.2} processor s, with the table {all:.2}",
        written.bytes,
        written.bytes as f64 / count as f64
    );
    let mut random = fastrand::Rng::with_seed(1);
    let anywhere: Vec<_> = (0..PROBES).map(|_| random.u64(..count)).collect();
    let first = random.u64(..count / 2);
    let dense: Vec<_> = (0..PROBES)
        .map(|_| first + random.u64(..count.min(1 << 16) / 2))
        .collect();
    for (what, numbers) in [("random", anywhere), ("dense", dense)] {
        let mut times: Vec<Duration> = numbers
            .iter()
            .map(|number| {
                let begun = Instant::now();
                std::hint::black_box(table.number(*number).unwrap());
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        let [median, late] = [times[PROBES / 2], times[PROBES * 99 / 100]];
        println!("a probe at {what} places: {median:?} at the median, {late:?} for 99 in 100");
    }
    let begun = ProcessTime::now();
    let wrong = check_numbers(space, &table, &Limits::default()).unwrap();
    println!(
        "checked in {:.2} processor s: {} wrong",
        seconds(begun),
        wrong.len()
    );
}

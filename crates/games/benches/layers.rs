//! Connect Four layer by layer on disk, and its table: `cargo bench -p bouton-games --bench layers -- 6,5,4 FOLDER`.
//!
//! Without arguments: 5 × 5 in a folder of its own. Reports the census per ply, processor seconds, the most memory and disk.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use bouton_core::{Entry, Limits, Notation};
use bouton_games::boards::Connect;
use bouton_solvers::layers::{InLayers, solve_layers};
use bouton_tables::{Contents, Naming, Table, Writer};
use cpu_time::ProcessTime;

/// Bits of a key within its layer.
const LAYER_BITS: u32 = 56;

fn on_disk(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    files.map(|file| file.metadata().unwrap().len()).sum()
}

/// The most memory that the process held, as Linux tells it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.unwrap_or("VmHWM: not told").to_owned()
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let board = arguments.next().unwrap_or_else(|| "5,5,4".into());
    let own = std::env::temp_dir().join(format!("layers-{}", std::process::id()));
    let folder = arguments.next().map_or(own, Into::into);
    std::fs::create_dir_all(&folder).unwrap();
    let (game, at) = Connect::open(Some(&board), None).unwrap();
    let layers = InLayers::from(&game, &at);
    let (begun, used) = (Instant::now(), ProcessTime::now());
    let solved = solve_layers(&layers, &folder, &Limits::default()).unwrap();
    let total: u64 = solved.counts.iter().sum();
    println!(
        "connect:{board}: {total} positions, by ply {:?}",
        solved.counts
    );
    println!(
        "solved in {:.1} s, {:.1} processor s, {} bytes on disk, {}",
        begun.elapsed().as_secs_f64(),
        used.elapsed().as_secs_f64(),
        on_disk(&folder),
        peak()
    );
    let contents = Contents::of("connect", Naming::Keys, solved.entries());
    let path = folder.join("table.tb");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    let mut writer = Writer::begin(&mut file, contents).unwrap();
    let mut most = on_disk(&folder);
    for layer in solved.layers() {
        let write = &mut |key, code| {
            let key = u64::from(layer) << LAYER_BITS | key;
            writer.key(key, code as u16)
        };
        solved.each(layer, write).unwrap();
        most = most.max(on_disk(&folder));
        solved.remove_to(layer).unwrap();
    }
    let written = writer.finish().unwrap();
    file.flush().unwrap();
    println!(
        "written in {:.1} s in all, {:.1} processor s: {} bytes, {:.3} a position, {} bytes on disk at most, {}",
        begun.elapsed().as_secs_f64(),
        used.elapsed().as_secs_f64(),
        written.bytes,
        written.bytes as f64 / total as f64,
        most,
        peak()
    );
    println!("{:?}", written.contents.tally());
    let table = Table::open(&path).unwrap();
    let (layer, key) = bouton_core::Layered::place(&game, &at);
    let worth = table.key(u64::from(layer) << LAYER_BITS | key).unwrap();
    println!("{}: {worth:?}", game.show(&at));
    solved.remove().unwrap();
}

//! Tables: a table is read back as written, agrees with independently written rules, and every change of it is found.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use bouton_core::{
    Entry as _, Game, Indexed, Layered, Limits, Margin, Notation, Numbered, Outcome, Reversible,
    Score, Solver,
};
use bouton_games::boards::{Connect, Kalah, Krk, MuTorere, Teeko};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints};
use bouton_solvers::layers::{InLayers, check_layers, solve_layers};
use bouton_solvers::whole::{Numbers, Values, Whole, check_numbers};
use bouton_solvers::{Keeper, Memo, NumberedRetrograde};
use bouton_tables::{Contents, Entry, Naming, Table, TableValue, Writer};
use bouton_verify::table::check_table;
use bouton_verify::{Bounds, Refusal};
use sha2::{Digest, Sha256};

const LAYER_BITS: u32 = 56;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn solved(&self, space: &dyn Whole) -> Values {
        let mut keeper = Keeper::at(&self.file("waves"));
        space.solve(&Limits::default(), &mut keeper).unwrap()
    }

    /// The table of a space, a code of which may be changed.
    fn table(&self, game: &str, space: &dyn Whole, change: impl Fn(u64, u16) -> u16) -> Table {
        let values = self.solved(space);
        let codes = values.codes().unwrap().unwrap();
        let path = self.file("table.tb");
        let contents = Contents::of(game, Naming::Numbers, codes.entries.clone());
        let mut file = std::fs::File::create(&path).unwrap();
        let mut writer = Writer::begin(&mut file, contents).unwrap();
        for number in 0..values.count() {
            writer
                .number(change(number, values.code(&codes, number)))
                .unwrap();
        }
        writer.finish().unwrap();
        Table::open(&path).unwrap()
    }

    /// The table of Connect's layers.
    fn layers(&self, game: &Connect) -> Table {
        let at = game.parse("").unwrap();
        let layers = InLayers::from(game, &at);
        let solved = solve_layers(&layers, self.0.path(), &Limits::default()).unwrap();
        let path = self.file("table.tb");
        let mut contents = Contents::of("connect", Naming::Keys, solved.entries());
        contents.layers = solved.counts.clone();
        let mut file = std::fs::File::create(&path).unwrap();
        let mut writer = Writer::begin(&mut file, contents).unwrap();
        for layer in solved.layers() {
            let write = &mut |key, code| {
                let key = u64::from(layer) << LAYER_BITS | key;
                writer.key(key, code as u16)
            };
            solved.each(layer, write).unwrap();
        }
        writer.finish().unwrap();
        solved.remove().unwrap();
        Table::open(&path).unwrap()
    }
}

fn checked(bytes: &[u8]) -> Result<(), Refusal> {
    check_table(&mut Cursor::new(bytes), &Bounds::default()).map(drop)
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn a_table_of_krk_says_what_the_solver_says() {
    let folder = Folder::new();
    let table = folder.table("krk", &Numbers::all(&Krk), |_, code| code);
    let mut solver = NumberedRetrograde::default();
    for number in (0..Krk.count()).step_by(7) {
        let found = table.number(number).unwrap();
        let value = Krk.position(number).map(|at| {
            let value = solver.evaluate(&Krk, &at, &Limits::default()).unwrap();
            TableValue::Outcome(value.score.outcome(), value.remoteness)
        });
        assert_eq!(found, value, "{number}");
    }
    assert_eq!(table.number(Krk.count()).unwrap(), None);
    // 16 moves of White and 15 of Black: the longest mate.
    let tally = table.contents().tally();
    assert_eq!(tally.longest, Some(32));
    assert!(table.bytes() as f64 <= 0.5 * Krk.count() as f64);
    assert_eq!(
        check_numbers(&Numbers::all(&Krk), &table, &Limits::default()).unwrap(),
        []
    );
    checked(&bytes(table.path())).unwrap();
}

#[test]
fn a_false_value_is_found_wherever_it_stands() {
    let folder = Folder::new();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..5 {
        let place = random.u64(..Krk.count());
        let other = random.u16(1..30);
        let table = folder.table("krk", &Numbers::all(&Krk), |number, code| {
            if number == place && code != other {
                other
            } else {
                code
            }
        });
        let same = table.contents().tally()
            == folder
                .table("krk", &Numbers::all(&Krk), |_, code| code)
                .contents()
                .tally();
        if same {
            continue;
        }
        let table = folder.table("krk", &Numbers::all(&Krk), |number, code| {
            if number == place { other } else { code }
        });
        let wrong = check_numbers(&Numbers::all(&Krk), &table, &Limits::default()).unwrap();
        assert!(!wrong.is_empty(), "{place} {other}");
        let file = bytes(table.path());
        checked(&file).unwrap();
    }
}

#[test]
fn kalah_by_seeds_has_the_margins_of_a_search() {
    let folder = Folder::new();
    let game = Kalah::new(3, 2).unwrap();
    let space = Numbers::within(&game, 7).unwrap();
    let table = folder.table("kalah:3,2", &space, |_, code| code);
    let mut memo = Memo::default();
    for number in 0..space.count() {
        let at = game.position(number).unwrap();
        let Margin(margin) = memo.evaluate(&game, &at, &Limits::default()).unwrap().score;
        assert_eq!(
            table.number(number).unwrap(),
            Some(TableValue::Margin(margin.into()))
        );
    }
    assert_eq!(
        check_numbers(&space, &table, &Limits::default()).unwrap(),
        []
    );
    let wrong = folder.table("kalah:3,2", &space, |number, code| {
        if number == 99 { code ^ 1 } else { code }
    });
    assert!(
        !check_numbers(&space, &wrong, &Limits::default())
            .unwrap()
            .is_empty()
    );
}

/// All positions of a small board, by the solver of its own.
#[test]
fn connect_by_layers_has_the_margins_of_a_search() {
    let folder = Folder::new();
    for board in ["3,3,3", "2,4,3", "4,3,3"] {
        let (game, start) = Connect::open(Some(board), None).unwrap();
        let table = folder.layers(&game);
        let mut search = AlphaBeta::<Connect, Hints>::default();
        let mut open = vec![start];
        let mut seen = std::collections::HashSet::from([start]);
        while let Some(at) = open.pop() {
            let score = search
                .evaluate(&game, &at, &Limits::default())
                .unwrap()
                .score;
            let (layer, key) = game.place(&at);
            let found = table.key(u64::from(layer) << LAYER_BITS | key).unwrap();
            assert_eq!(
                found,
                Some(TableValue::Margin(score.margin().unwrap() as i64)),
                "{}",
                game.show(&at)
            );
            for mv in bouton_core::Alternating::moves(&game, &at) {
                let to = bouton_core::Alternating::play(&game, &at, &mv);
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        assert_eq!(table.contents().count, seen.len() as u64);
        let layers = InLayers::from(&game, &start);
        assert_eq!(
            check_layers(&layers, &table, LAYER_BITS, &Limits::default()).unwrap(),
            []
        );
        checked(&bytes(table.path())).unwrap();
        // A key that no play leads to is reported as such.
        assert_eq!(table.key(1 << LAYER_BITS).unwrap(), None);
        assert_eq!(table.key(u64::MAX).unwrap(), None);
    }
}

/// Counts of J. Tromp: <https://tromp.github.io/c4/c4.html>.
#[test]
fn boards_of_connect_four_have_the_known_numbers_of_positions() {
    let folder = Folder::new();
    for (board, count) in [("4,4,4", 161_029), ("5,4,4", 1_706_255)] {
        let (game, _) = Connect::open(Some(board), None).unwrap();
        assert_eq!(folder.layers(&game).contents().count, count, "{board}");
    }
}

/// The same by a longer run: 5 × 5 has 69,763,700 positions, and is drawn.
#[test]
#[ignore = "some minutes"]
fn connect_four_on_5_by_5() {
    let folder = Folder::new();
    let (game, start) = Connect::open(Some("5,5,4"), None).unwrap();
    let table = folder.layers(&game);
    assert_eq!(table.contents().count, 69_763_700);
    let (layer, key) = game.place(&start);
    let worth = table
        .key(u64::from(layer) << LAYER_BITS | key)
        .unwrap()
        .unwrap();
    assert_eq!(worth.outcome(), Outcome::Draw);
}

/// Teeko whole, and a draw.
#[test]
#[ignore = "many minutes"]
fn teeko_whole() {
    let folder = Folder::new();
    let game = Teeko::default();
    let table = folder.table("teeko", &Numbers::all(&game), |_, code| code);
    assert!(table.bytes() as f64 <= 0.5 * game.count() as f64);
    assert_eq!(
        check_numbers(&Numbers::all(&game), &table, &Limits::default()).unwrap(),
        []
    );
    let start = game.parse("...../...../...../...../.....").unwrap();
    assert_eq!(
        table.number(game.index(&start).unwrap()).unwrap(),
        Some(TableValue::Outcome(Outcome::Draw, None))
    );
}

/// A thousand changes at random, of each kind: none is overlooked, and nothing panics.
#[test]
fn whatever_is_changed_is_found() {
    let folder = Folder::new();
    let game = MuTorere::default();
    let numbers = bytes(
        folder
            .table("mu-torere", &Numbers::all(&game), |_, code| code)
            .path(),
    );
    let keys = bytes(folder.layers(&Connect::new(4, 4, 3).unwrap()).path());
    let path = folder.file("texts.tb");
    let entries: Vec<Entry> = ["win 1", "loss 0"]
        .map(|text| text.parse().unwrap())
        .to_vec();
    let mut file = std::fs::File::create(&path).unwrap();
    let mut writer = Writer::begin(&mut file, Contents::of("nim", Naming::Texts, entries)).unwrap();
    let mut texts: Vec<_> = (0..2000)
        .map(|n: u32| format!("{},{}", n / 50, n % 50))
        .collect();
    texts.sort();
    for (n, text) in texts.iter().enumerate() {
        writer.text(text, n as u16 % 2).unwrap();
    }
    writer.finish().unwrap();
    let mut random = fastrand::Rng::with_seed(18);
    let scratch = folder.file("changed.tb");
    for (name, whole) in [
        ("numbers", numbers),
        ("keys", keys),
        ("texts", bytes(&path)),
    ] {
        checked(&whole).unwrap();
        for round in 0..334 {
            let (kind, changed) = tampered(&whole, &mut random);
            if changed == whole {
                continue;
            }
            assert!(checked(&changed).is_err(), "{name} {round}");
            // The reader does not panic, whatever it reads.
            std::fs::write(&scratch, &changed).unwrap();
            if let Ok(table) = Table::open(&scratch) {
                let read = (0..table.blocks()).map(|block| table.block(block).map(drop));
                let read: Result<Vec<()>, _> = read.collect();
                let count = table.contents().count;
                let asked = [0, count / 2, count].map(|number| table.number(number).is_ok());
                let texts = ["", "9,9", "no"].map(|text| table.text(text).is_ok());
                let keys = [0, 1 << LAYER_BITS, u64::MAX].map(|key| table.key(key).is_ok());
                // A census that is false, with a checksum that fits, is found by who counts.
                assert!(
                    read.is_err() || kind == 5,
                    "{name} {round}: {asked:?} {texts:?} {keys:?}"
                );
            }
        }
    }
}

/// A file with something changed: a bit, a piece cut off, put in, doubled or exchanged, or a census that is another one, with a
/// checksum that fits.
fn tampered(whole: &[u8], random: &mut fastrand::Rng) -> (u8, Vec<u8>) {
    let mut file = whole.to_vec();
    let [from, to] = [(); 2].map(|()| random.usize(..file.len()));
    let kind = random.u8(..6);
    match kind {
        0 | 1 => file[from] ^= 1 << random.u8(..8),
        2 => file.truncate(from),
        3 => file.insert(from, random.u8(..)),
        4 => {
            let length = random.usize(1..64).min(file.len() - from.max(to));
            let piece = file[from..from + length].to_vec();
            file.copy_within(to..to + length, from);
            file[to..to + length].copy_from_slice(&piece);
        }
        _ => {
            let end = file.len() - 64;
            let lines = u64::from_le_bytes(file[end..end + 8].try_into().unwrap()) as usize;
            let digits: Vec<_> = (lines..end)
                .filter(|place| {
                    let before = file[..*place].ends_with(b"\ncode ")
                        || file[..*place].ends_with(b"\nlayer ");
                    before && file[*place].is_ascii_digit()
                })
                .collect();
            let place = digits[random.usize(..digits.len())];
            file[place] = b'0' + (file[place] - b'0' + 1) % 10;
            let hash = Sha256::digest([&file[..16], &file[lines..end + 24]].concat());
            file[end + 24..end + 56].copy_from_slice(&hash);
        }
    }
    (kind, file)
}

/// Work that was ended after any number of waves goes on, and comes to the same.
#[test]
fn backward_analysis_goes_on_where_it_was_ended() {
    let folder = Folder::new();
    let game = MuTorere::default();
    let space = Numbers::all(&game);
    let whole = folder.solved(&space);
    let codes = whole.codes().unwrap().unwrap();
    let krk = Numbers::all(&Krk);
    let wanted = folder.file("krk");
    let mut keeper = Keeper::at(&wanted);
    let first = krk.solve(&Limits::default(), &mut keeper).unwrap();
    assert!(wanted.is_file() && !keeper.resumed);
    let mut again = Keeper::at(&wanted);
    let second = krk.solve(&Limits::default(), &mut again).unwrap();
    assert!(again.resumed);
    let (one, other) = (
        first.codes().unwrap().unwrap(),
        second.codes().unwrap().unwrap(),
    );
    assert_eq!(one.entries, other.entries);
    assert!((0..first.count()).all(|n| first.code(&one, n) == second.code(&other, n)));
    assert!((0..whole.count()).all(|n| usize::from(whole.code(&codes, n)) < codes.entries.len()));
    let at = game.canonical(game.position(0).or_else(|| game.position(1)).unwrap());
    assert!(game.index(&at).unwrap() < game.count());
}

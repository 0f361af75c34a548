//! Errors of a file are one sentence, with the line; compressed files are read like plain ones.

use std::io::{Cursor, Read, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use bouton_core::{Alternating, Limits, Notation, Side, StopReason};
use bouton_external::{ExternalRules, Opened, open as game_of};
use bouton_graphs::{GameGraph, Refusal, open, read};
use bouton_reference::messages;

#[cfg(target_os = "linux")]
#[path = "../../core/testing/late.rs"]
mod late;

fn refused(text: &str) -> String {
    match read("g.jsonl", text.as_bytes(), &Limits::default()) {
        Err(Refusal::Fault(told)) => told,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn faults_are_told_with_their_line() {
    messages("faults of a file", refused);
    let Err(Refusal::Fault(told)) = read("g.jsonl", &b"{\"id\":\"\xff\"}"[..], &Limits::default())
    else {
        panic!("no text");
    };
    assert!(
        told.starts_with("g.jsonl:1:8: invalid unicode code point"),
        "{told}"
    );
}

const NIM: &str = "\u{feff}{\"id\":\"2\",\"to\":[[\"take 1\",\"1\"],[\"take 2\",\"0\"]]}\r\n\n{\"id\":\"1\",\"to\":[[\"take 1\",\"0\"]]}\n{\"id\":\"0\",\"to\":[]}";

/// Ids and names of moves may be written as numbers; they are the texts that these are written as.
#[test]
fn whole_numbers_are_texts() {
    let numbers = "{\"id\":1,\"to\":[[-5,\"2\"],[\"5\",3]]}\n{\"id\":\"2\",\"to\":[[1,3]]}\n{\"id\":3,\"to\":[]}\n";
    let texts = "{\"id\":\"1\",\"to\":[[\"-5\",\"2\"],[\"5\",\"3\"]]}\n{\"id\":\"2\",\"to\":[[\"1\",\"3\"]]}\n{\"id\":\"3\",\"to\":[]}\n";
    let shown = [numbers, texts].map(|text| {
        let graph = opened(text.as_bytes(), &Limits::default()).expect("a graph");
        let show = |at: &u32| -> Vec<String> {
            let moves = graph.moves(at, Side::Left);
            moves.map(|mv| graph.label(at, &mv)).collect()
        };
        ["1", "2", "3"].map(|id| show(&graph.read(id).expect("a position")))
    });
    assert_eq!(shown[0], shown[1]);
    assert_eq!(shown[0][0], ["-5", "5"]);
}

fn moves_from_start(graph: GameGraph) -> usize {
    let Opened::Impartial(game) = game_of(graph) else {
        panic!("the last to move wins");
    };
    game.moves(&game.rules().first()).count()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

fn zstd(text: &str) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress_to_vec(text.as_bytes(), level)
}

/// Opens a file with this content, whatever it is called.
fn opened(content: &[u8], limits: &Limits) -> Result<GameGraph, Refusal> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("content");
    std::fs::write(&path, content).unwrap();
    open(path.to_str().unwrap(), limits)
}

#[test]
fn compressed_files_are_known_by_their_first_bytes() {
    let (half, rest) = NIM.split_at(60);
    let skipped = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    for content in [
        NIM.as_bytes().to_vec(),
        gzip(NIM),
        zstd(NIM),
        [gzip(half), gzip(rest)].concat(),
        [zstd(half), skipped.clone(), zstd(rest)].concat(),
        [skipped, zstd(NIM)].concat(),
    ] {
        assert_eq!(
            moves_from_start(opened(&content, &Limits::default()).unwrap()),
            2
        );
    }
}

#[test]
fn damaged_files_are_told_apart_from_wrong_ones() {
    messages("half a file", |name| {
        let packed = if name == "gzip" { gzip(NIM) } else { zstd(NIM) };
        match opened(&packed[..packed.len() / 2], &Limits::default()) {
            Err(Refusal::Io(told)) => told,
            _ => panic!("half a file"),
        }
    });
    for packed in [gzip(NIM), zstd(NIM)] {
        // Whatever byte is changed, nothing else is read than what was written.
        for place in 0..packed.len() {
            let mut changed = packed.clone();
            changed[place] ^= 0x15;
            if let Ok(found) = opened(&changed, &Limits::default()) {
                assert_eq!(moves_from_start(found), 2, "{place}");
            }
        }
    }
    assert!(matches!(
        open("no such file", &Limits::default()),
        Err(Refusal::Io(_))
    ));
    let Err(Refusal::Io(told)) = open("/", &Limits::default()) else {
        panic!("a folder");
    };
    assert_eq!(told, "/: a folder, not a file");
}

/// Lines without end, each a position of its own.
struct Endless {
    next: u64,
    line: Cursor<Vec<u8>>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 {
            let n = self.next;
            self.next += 1;
            let line = format!("{{\"id\":\"{n}\",\"to\":[[\"to {n}\",\"{}\"]]}}\n", n + 1);
            self.line = Cursor::new(line.into_bytes());
        }
        self.line.read(into)
    }
}

fn endless() -> Endless {
    Endless {
        next: 0,
        line: Cursor::default(),
    }
}

#[test]
fn files_without_end_stop_at_every_limit() {
    let memory = Limits::of_memory(8 << 20);
    let cancelled = Limits::default();
    cancelled.cancel.store(true, Ordering::Relaxed);
    for (limits, reason) in [
        (Limits::within(Duration::from_millis(50)), StopReason::Time),
        (memory.clone(), StopReason::Memory),
        (cancelled, StopReason::Cancelled),
    ] {
        let stopped = read("g.jsonl", endless(), &limits);
        assert_eq!(stopped.err(), Some(Refusal::Stopped(reason)));
    }
    // A few kilobytes that would become a gigabyte: one line, then many short ones.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..512 {
        packed.write_all(&[b' '; 1 << 16]).unwrap();
    }
    let bomb = packed.finish().unwrap();
    assert_eq!(
        opened(&bomb, &memory).err(),
        Some(Refusal::Stopped(StopReason::Memory))
    );
    let stopped = opened(
        &gzip(&"\n".repeat(1 << 22)),
        &Limits::within(Duration::ZERO),
    );
    assert_eq!(stopped.err(), Some(Refusal::Stopped(StopReason::Time)));
}

#[test]
fn who_moves_is_written_where_it_could_be_either() {
    let text = "{\"id\":\"a\",\"to\":[[\"x\",\"b\"],[\"y\",\"c\"]]}\n{\"id\":\"b\",\"to\":[[\"x\",\"c\"]]}\n{\"id\":\"c\",\"win\":0}";
    let graph = read("g.jsonl", text.as_bytes(), &Limits::default()).unwrap();
    let Opened::Outcome(game) = game_of(graph) else {
        panic!("won or lost");
    };
    let error = game.parse("c").unwrap_err();
    assert_eq!(
        error.message(),
        "either player can be to move there: expected \"c (0)\" or \"c (1)\""
    );
    let [first, second] = ["c (0)", "c (1)"].map(|text| game.parse(text).unwrap());
    assert_eq!(
        (game.show(&first), game.show(&second)),
        ("c (0)".into(), "c (1)".into())
    );
    assert_eq!(game.score(&first), game.score(&second).map(|score| -score));
    assert_eq!(
        game.parse("d").unwrap_err().message(),
        "expected the id of a position in g.jsonl"
    );
    assert!(game.parse("b (0)").is_err());
}

/// A graph of many positions, each with some moves, whose end says who wins; `turn`: each says whose turn it is.
#[cfg(target_os = "linux")]
fn long(count: usize, turn: bool) -> String {
    let mut text = String::new();
    for n in (1..=count).rev() {
        let moves = (1..=n.min(3)).map(|k| format!("[\"{k}\", {}]", n - k));
        let turn = if turn {
            format!(", \"turn\": {}", n % 2)
        } else {
            String::new()
        };
        let moves: Vec<_> = moves.collect();
        text += &format!("{{\"id\": {n}{turn}, \"to\": [{}]}}\n", moves.join(", "));
    }
    text + "{\"id\": 0, \"win\": 0}\n"
}

/// Whatever reading is at when it is to stop.
#[cfg(target_os = "linux")]
#[test]
fn little_is_read_once_it_is_too_late() {
    let told: String = long(100_000, true);
    for text in [&told, &long(100_000, false)] {
        let late = late::computed_late(|limits| {
            let found = read("g.jsonl", text.as_bytes(), limits);
            assert!(!matches!(found, Err(Refusal::Fault(_))), "{found:?}");
        });
        assert!(late <= late::MOST, "{late:?}");
    }
}

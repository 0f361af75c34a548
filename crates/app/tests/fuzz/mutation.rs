//! The engine: texts of a corpus, changed at random, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fastrand::Rng;

/// Texts tried in a short run.
const SHORT: u32 = 1000;
/// The longest time for a single text, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// The greatest length of a text.
const LONGEST: usize = 4096;
/// The most changes of one text.
const CHANGES: usize = 6;
/// Numbers at which behaviour usually changes.
const NUMBERS: &str = "0 1 -1 65536 2147483648 4294967295 9223372036854775807 18446744073709551616 1e9 99999999999999999999999999999999999999999";

/// Characters with a meaning in some format.
const MARKS: &[u8] = b" ,:;/()[]{}#\"'\\\n\t+-*=<>|&@%0aX.\x1b";

/// Tries texts made from the corpus of that name: a fixed number of them, or until the end of `FUZZ_SECONDS`.
pub(crate) fn fuzz(corpus: &str, run: impl Fn(&str)) {
    let corpus = Corpus::read(corpus);
    let seconds = std::env::var("FUZZ_SECONDS")
        .ok()
        .map(|text| text.parse().unwrap());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let mut chance = Rng::with_seed(if end.is_some() { seed() } else { 1 });
    for text in &corpus.texts {
        corpus.attempt(text, &run);
    }
    let mut tried = 0;
    while end.map_or(tried < SHORT, |end| Instant::now() < end) {
        corpus.attempt(&corpus.changed(&mut chance), &run);
        tried += 1;
    }
    println!("{}: {tried} texts", corpus.name);
}

/// The seed of a long run, printed so that the run can be repeated.
fn seed() -> u64 {
    let given = std::env::var("FUZZ_SEED")
        .ok()
        .map(|text| text.parse().unwrap());
    let seed = given.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        now.as_secs()
    });
    println!("FUZZ_SEED={seed}");
    seed
}

struct Corpus {
    name: String,
    texts: Vec<String>,
    words: Vec<String>,
    /// The file with the text under test, which stays if the process ends.
    current: PathBuf,
}

impl Corpus {
    fn read(name: &str) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus");
        let files = std::fs::read_dir(Path::new(folder).join(name)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        // One file holds one text, or, if it ends in `.list`, one in each paragraph.
        let texts = files.iter().flat_map(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            let is_list = file.extension().is_some_and(|ending| ending == "list");
            let parts = if is_list {
                text.split("\n\n")
                    .map(|part| part.trim_end().to_owned())
                    .collect()
            } else {
                vec![text]
            };
            parts
                .into_iter()
                .map(|text: String| text.replace("\\r\\n", "\r\n"))
        });
        let texts: Vec<_> = texts.collect();
        assert!(!texts.is_empty());
        let words = texts
            .iter()
            .flat_map(|text| text.split_inclusive([' ', ',', '\n', '&', '/', ':']));
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("fuzz");
        Self {
            words: words
                .map(str::to_owned)
                .chain(NUMBERS.split(' ').map(str::to_owned))
                .collect(),
            current: Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{test}.txt")),
            name: test.to_owned(),
            texts,
        }
    }

    /// Tries a text; a panic or a text that takes too long is reported with it.
    fn attempt(&self, text: &str, run: impl Fn(&str)) {
        std::fs::write(&self.current, text).unwrap();
        let (done, is_done) = channel::<()>();
        let watch = std::thread::spawn({
            let (name, text) = (self.name.clone(), text.to_owned());
            move || {
                if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    eprintln!("{name}: this text takes too long: {text:?}");
                    std::process::abort();
                }
            }
        });
        let tried = catch_unwind(AssertUnwindSafe(|| run(text)));
        drop(done);
        watch.join().unwrap();
        if let Err(panic) = tried {
            eprintln!("{}: this text is the one: {text:?}", self.name);
            resume_unwind(panic);
        }
    }

    /// One of the texts, changed.
    fn changed(&self, chance: &mut Rng) -> String {
        let mut text = pick(&self.texts, chance).as_bytes().to_vec();
        for _ in 0..=chance.usize(..CHANGES) {
            self.change(&mut text, chance);
            text.truncate(LONGEST);
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    fn change(&self, text: &mut Vec<u8>, chance: &mut Rng) {
        let at = chance.usize(..text.len() + 1);
        let end = (at + 1 + chance.usize(..12)).min(text.len());
        match chance.usize(..9) {
            0 if at < text.len() => text[at] ^= 1 << chance.usize(..8),
            1 if at < text.len() => text[at] = chance.u8(..),
            2 => text.insert(at, MARKS[chance.usize(..MARKS.len())]),
            3 => drop(text.drain(at..end)),
            // A part again, once or very often.
            4 => {
                let part = text[at..end].repeat(1 << chance.usize(..7));
                text.splice(at..at, part);
            }
            // A word of another text, in place of a word or beside it.
            5 => drop(text.splice(at..end, pick(&self.words, chance).bytes())),
            6 => drop(text.splice(at..at, pick(&self.words, chance).bytes())),
            // The end of another text.
            7 => {
                let other = pick(&self.texts, chance).as_bytes();
                text.truncate(at);
                text.extend(&other[chance.usize(..other.len() + 1)..]);
            }
            // Another number.
            _ => {
                let digit = text.iter().skip(at).position(u8::is_ascii_digit);
                let Some(digit) = digit.map(|digit| at + digit) else {
                    return;
                };
                let digits = text[digit..]
                    .iter()
                    .take_while(|c| c.is_ascii_digit())
                    .count();
                let numbers: Vec<&str> = NUMBERS.split(' ').collect();
                let number = numbers[chance.usize(..numbers.len())];
                drop(text.splice(digit..digit + digits, number.bytes()));
            }
        }
    }
}

/// One of them.
fn pick<'t>(all: &'t [String], chance: &mut Rng) -> &'t str {
    &all[chance.usize(..all.len())]
}

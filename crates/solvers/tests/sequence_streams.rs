//! Streams give the values of runs that keep everything, and prove the published periods by a window that recurs.

use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_solvers::sequence::checkpoint::{self, CheckpointError};
use bouton_solvers::sequence::recurrence::{Recurrence, Search};
use bouton_solvers::sequence::run::Run;
use bouton_solvers::sequence::stream::{Stream, StreamError};

fn stream(text: &str) -> Result<Stream, StreamError> {
    Stream::new(&text.parse().unwrap(), &Limits::default())
}

#[test]
fn streams_have_the_values_of_runs() {
    for text in ["0.106", "0.454"] {
        let mut run = Run::new(text.parse().unwrap(), None, 1).unwrap();
        run.extend(900_000, &Limits::default()).unwrap();
        let values = run.into_values();
        let mut compared = 0;
        stream(text)
            .unwrap()
            .advance(800_000, &Limits::default(), |heap, value| {
                assert_eq!(values.get(heap as usize), Some(value), "{text} {heap}");
                compared += 1;
            })
            .unwrap();
        assert!(compared > 600_000);
    }
}

/// The proof of a search that nothing stops.
fn at_one_go(text: &str, most: u64) -> Recurrence {
    let mut search = Search::new(stream(text).unwrap());
    let found = search.run(most, &Limits::default(), &mut |_| Ok(()));
    found.unwrap().unwrap()
}

/// (code, period, n0) of `testdata/octal_periods.csv`, with the last heap to look at.
fn proved(text: &str, period: u64, preperiod: u64, most: u64) {
    let found = at_one_go(text, most);
    assert_eq!(
        (found.period, found.preperiod),
        (period, preperiod),
        "{text}"
    );
}

#[test]
fn windows_recur_with_the_published_periods() {
    for (text, period, preperiod) in [("0.156", 349, 3_479), ("0.356", 142, 7_315)] {
        proved(text, period, preperiod, 2_000_000);
    }
}

#[test]
#[ignore = "half a minute in release"]
fn windows_recur_far_out() {
    proved("0.16", 149_459, 105_351, 1 << 24);
    proved("0.56", 144, 326_640, 1 << 24);
    proved("0.104", 11_770_282, 197_769_598, 1 << 30);
    proved("0.454", 60_620_715, 160_949_019, 1 << 30);
}

#[test]
fn what_does_not_fit_a_stream_is_refused() {
    for text in ["0.37", "subtraction:1,2", "0.3F"] {
        let code: Code = text.parse().unwrap();
        assert_eq!(
            Stream::new(&code, &Limits::default()).err(),
            Some(StreamError::Unfit),
            "{text}"
        );
    }
    let mut search = Search::new(stream("0.106").unwrap());
    let found = search.run(600_000, &Limits::default(), &mut |_| Ok(()));
    assert_eq!(found, Ok(None));
}

/// The proof of a search that is kept and dropped after this many pieces, again and again, and how often it was.
fn in_pieces(text: &str, most: u64, pieces: u64) -> (Recurrence, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (path, code) = (folder.path().join("kept"), text.parse().unwrap());
    let mut times = 0;
    loop {
        let limits = Limits::default();
        let mut search = checkpoint::open_search(&path, &code, &limits).unwrap();
        let mut left = pieces;
        let found = search.run(most, &limits, &mut |search| {
            if left == 0 {
                checkpoint::keep_search(&path, &code, search).unwrap();
                return Err(StopReason::Cancelled);
            }
            left -= 1;
            Ok(())
        });
        match found {
            Ok(found) => return (found.unwrap(), times),
            Err(error) => assert_eq!(error, StreamError::Stopped(StopReason::Cancelled)),
        }
        times += 1;
    }
}

#[test]
fn a_search_goes_on_from_a_file_to_the_same_proof() {
    for text in ["0.156", "0.356"] {
        let whole = at_one_go(text, 2_000_000);
        for pieces in [1, 3] {
            let (found, times) = in_pieces(text, 2_000_000, pieces);
            assert_eq!(found, whole, "{text}");
            assert!(times > 1, "{text} {times}");
        }
    }
}

#[test]
#[ignore = "a minute in release"]
fn a_long_search_goes_on_from_a_file_to_the_same_proof() {
    let whole = at_one_go("0.104", 1 << 30);
    let (found, times) = in_pieces("0.104", 1 << 30, 200);
    assert_eq!(found, whole);
    assert!(times >= 10, "{times}");
}

/// A file of which a byte is changed, left out or added is refused, and so is one of another code or kind.
#[test]
fn damaged_files_of_a_search_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, code) = (folder.path().join("kept"), "0.356".parse().unwrap());
    let open = |code: &Code| checkpoint::open_search(&path, code, &Limits::default());
    let mut search = open(&code).unwrap();
    let _stopped = search.run(600_000, &Limits::default(), &mut |_| Ok(()));
    checkpoint::keep_search(&path, &code, &search).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let next = open(&code).unwrap().stream().next_heap();
    assert_eq!(next, search.stream().next_heap());
    let other = open(&"0.156".parse().unwrap()).err().unwrap();
    assert!(matches!(other, CheckpointError::OtherCode { .. }));
    for at in [40, 1000, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        for bytes in [&changed[..], &whole[..at], &[&whole[..], &[0]].concat()] {
            std::fs::write(&path, bytes).unwrap();
            let refused = open(&code).err().unwrap();
            assert!(matches!(refused, CheckpointError::Damaged), "{at}");
        }
    }
    std::fs::write(&path, "bouton sequence checkpoint 2\n0.356\n").unwrap();
    let refused = open(&code).err().unwrap();
    assert!(matches!(refused, CheckpointError::Header(..)));
}

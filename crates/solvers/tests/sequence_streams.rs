//! Streams give the values of runs that keep everything, and prove the published periods by a window that recurs.

use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_solvers::sequence::recurrence::Recurrence;
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

/// (code, period, n0) of `testdata/octal_periods.csv`, with the last heap to look at.
fn proved(text: &str, period: u64, preperiod: u64, most: u64) {
    let found = stream(text).unwrap().recurrence(most, &Limits::default());
    let found: Recurrence = found.unwrap().unwrap();
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
    assert_eq!(
        stream("0.106")
            .unwrap()
            .recurrence(600_000, &Limits::default()),
        Ok(None)
    );
}

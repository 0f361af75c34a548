//! Thirty-one on strings of digits.

use super::slow::{Rules, Slow, Step};

fn total(at: &str) -> u32 {
    at.chars().filter_map(|card| card.to_digit(10)).sum()
}

fn steps(at: &str) -> Vec<Step> {
    (1..=6)
        .filter(|card| total(at) + card <= 31 && at.matches(&card.to_string()).count() < 4)
        .map(|card| (format!("{at}{card}"), 0, false))
        .collect()
}

/// The rules; `last` is what having laid the last card is worth.
fn rules(last: i64) -> Rules {
    Rules {
        over: Box::new(move |at| steps(at).is_empty().then_some(-last)),
        steps: Box::new(steps),
        points: false,
    }
}

/// From the third card on.
#[test]
fn every_prefix_of_a_play() {
    let play = "353622611";
    for (last, misere) in [(1, false), (-1, true)] {
        let mut slow = Slow::new(rules(last));
        for end in 3..=play.len() {
            slow.agree("thirty-one", misere, [&play[..end].to_owned()]);
        }
    }
}

/// Dudeney: the first player wins, beginning with 1, 2 or 5.
#[test]
fn begin_with_one_two_or_five() {
    let mut session = bouton::Open::game("thirty-one").session().unwrap();
    let answer = session.solve(&bouton::How::default()).unwrap();
    assert_eq!(answer.outcome, Some(bouton::Outcome::Win));
    let best: Vec<_> = answer.best.iter().map(|best| best.name.as_str()).collect();
    assert_eq!(best.len(), 3, "{best:?}");
    assert!(
        ["1", "2", "5"].iter().all(|card| best.contains(card)),
        "{best:?}"
    );
}

#[test]
fn bad_histories_are_refused() {
    for at in ["11111", "6666551", "7", "0", "1;2", "66666"] {
        assert!(bouton::open("thirty-one", at).is_err(), "{at}");
    }
}

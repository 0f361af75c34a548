//! Every answer written as JSON reads back as an equal value, on random ones of each type.

use std::fmt::Debug;

use bouton_answers::*;
use bouton_core::scene::{Deed, Tokens};
use serde::{Serialize, de::DeserializeOwned};

/// A source of random answers (Vigna, *An experimental exploration of Marsaglia's xorshift generators*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    /// Any value, of the type that is wanted.
    fn any<T: Any>(&mut self) -> T {
        T::any(self)
    }
}

trait Any {
    fn any(random: &mut Random) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Any for $number {
            fn any(random: &mut Random) -> Self {
                match random.below(4) {
                    0 => <$number>::MAX,
                    1 => <$number>::MIN,
                    _ => random.next() as $number,
                }
            }
        }
    )*};
}

numbers!(u32, u64, usize, i64, i128);

macro_rules! words {
    ($($word:ty: $($value:expr),*;)*) => {$(
        impl Any for $word {
            fn any(random: &mut Random) -> Self {
                let words = [$($value),*];
                words[random.below(words.len() as u64) as usize]
            }
        }
    )*};
}

words! {
    bool: false, true;
    Outcome: Outcome::Win, Outcome::Draw, Outcome::Loss;
    Side: Side::Left, Side::Right;
    StopReason: StopReason::Time, StopReason::Memory, StopReason::Nodes, StopReason::Cancelled;
    Class: Class::N, Class::P, Class::L, Class::R, Class::T;
    Relation: Relation::Less, Relation::Equal, Relation::Greater, Relation::Confused;
    Proof: Proof::Proved, Proof::Seen;
    QuotientStatus: QuotientStatus::Proved, QuotientStatus::Seen, QuotientStatus::Partial;
    Periodicity: Periodicity::Proved, Periodicity::Seen, Periodicity::None;
    CellKind: CellKind::Outcome, CellKind::Grundy;
    By: By::Outcome, By::Margin;
    Aim: Aim::Holds, Aim::Soonest, Aim::Most;
    Promise: Promise::BestAlways, Promise::NeverLoses;
    LawMode: LawMode::Normal, LawMode::Misere, LawMode::Grundy;
    FigureKind: FigureKind::Words, FigureKind::Heaps, FigureKind::Coins, FigureKind::Cards, FigureKind::Board, FigureKind::Net;
}

macro_rules! objects {
    ($($object:ident { $($field:ident),* $(; $unwritten:ident)* })*) => {$(
        impl Any for $object {
            fn any(random: &mut Random) -> Self {
                $object { $($field: random.any(),)* $($unwritten: None,)* }
            }
        }
    )*};
}

objects! {
    BestMove { name, words, to, component }
    Answer {
        game, position, misere, outcome, remoteness, margin, totals, grundy, loony, best, best_count, preferred, class, scores, line,
        why, proof, bounds, solver, visited, seconds, stopped; progress
    }
    Move { name, words, to, outcome, margin, remoteness, grundy, best }
    Moves { game, position, moves }
    ScoredPosition { position, scores, class }
    Order { game, first, second, relation, visited, seconds, stopped }
    Proved { solver, why }
    Losing { game, up_to, positions, stopped, proved }
    FoundPositions { game, condition, fields, rows, count, looked, stopped, proved }
    AtlasPlace { game, position, size }
    AtlasRow { game, smallest, tried, complete }
    Atlas { value, games, stopped }
    FoundRow { game, position, facts }
    Values { game, up_to, kind, values, proved }
    Counterexample { position, name, allowed, best }
    Guarantee { promise, holds, worst, position, line }
    Refutation { game, strategy, by, tried, counterexample, guarantee, stopped }
    Step { name, words, before, after, best, best_in_words, lead; player }
    Review { game, moves, turning_points, turning_point, totals }
    RemotenessRow { remoteness, win, loss, draw }
    Counts { positions, win, loss, draw, endless, by_remoteness }
    Analysis { game, position, all, up_to_symmetry }
    Graphed { game, position, file, positions, moves, ends, seconds, stopped }
    Largest { value, heap }
    RareHeaps { mask, alternating, count, last, heaps }
    Sequence {
        game, heaps, misere, period, preperiod, saltus, status, proved_by, max, engine, rare, powers_of_two, values,
        loony, partizan, seconds, stopped; computed
    }
    HeapValue { heap, value, class, mean, temperature }
    HeapValues { saltus, heaps }
    StreamedSequence {
        game, heaps, misere, period, preperiod, saltus, status, proved_by, engine, rare, resumed, seconds, stopped
    }
    MisereQuotient { game, start, parts, heaps, order, p_order, status, period, preperiod, tame, genus, generators, generator_heaps, presentation, p_portion, pretending, seconds, stopped }
    MisereSequence { game, heaps, misere, outcomes, genus, engine, seconds, stopped }
    LawSet { name, states, automaton }
    LawSentence { words, formulas }
    LawClaim { name, formula, truth, example, error }
    LawTrial { system, growth, refuted, undecided, stopped }
    ProvedLaw { system, sets, sentences, claims, proved, samples }
    LawReport { game, mode, rules, law, trials, seconds }
    Asked { formula, truth, example, variables, examples, states, automaton }
    SweepRow { name, moves, system, states, words, seconds }
    Verified { valid, claim, checked, error }
    Checked { file, kind, positions, complete, mistakes, notes, line; name }
    HeapShape { count, ordered }
    SolverCard { id, method, fills }
    Game {
        name, aliases, parameters, rules, notation, example, start, pictures, heaps, partizan, solvers, misere,
        strategies, sources, called, full_name, kind, to_play
    }
    CensusRow {
        code, status, period, preperiod, saltus, exceptions, heaps, max, max_at, mask, alternating, rares, last_rare,
        same_as, behind
    }
    Unanswered { position, error, stopped }
    Deed { leaves, arrives, moves, tokens, cuts }
    Tokens { part, from, to }
    ViewMove { name, shown, to, gain, keeps_turn, changes, deed, words }
    View { game, position, over, outcome, margin, mover, moves, more, canonical, family, figure, set, seat, note }
    MoveMade { game, position, level, name, depth, outcome, visited, stopped }
    Rung { level, plays, won, drawn, lost }
    LeftOut { level, why }
    LevelCard { level, plays, number, points }
    Levels { game, levels }
    Ladder { game, position, games, seed, levels, left_out }
    Puzzle { position, to_move, outcome, name, aim, alike, margin, remoteness, moves, plausible, difficulty, fools, symmetries, words }
    Puzzles { game, puzzles, tried, too_large, stopped }
}

impl Any for f64 {
    fn any(random: &mut Random) -> Self {
        let part = random.next() as f64 / u64::MAX as f64;
        [0.0, 0.1, part, 1e6 * part, 1e-9 * part][random.below(5) as usize]
    }
}

impl Any for String {
    fn any(random: &mut Random) -> Self {
        let signs = ['0', '7', ',', '"', '\\', '\n', ' ', 'a', 'é', '→', '🎲'];
        let length = random.below(6);
        let sign = |_| signs[random.below(signs.len() as u64) as usize];
        (0..length).map(sign).collect()
    }
}

impl Any for Whole {
    fn any(random: &mut Random) -> Self {
        let digits = (0..1 + random.below(60)).map(|_| random.below(10).to_string());
        let digits: String = digits.collect();
        let sign = if random.any() { "-" } else { "" };
        format!("{sign}{digits}").parse().unwrap()
    }
}

impl Any for PositionValue {
    fn any(random: &mut Random) -> Self {
        if random.any() {
            Self::Margin(random.any())
        } else {
            Self::Outcome(random.any())
        }
    }
}

impl Any for Cell {
    fn any(random: &mut Random) -> Self {
        match random.below(4) {
            0 => Self::None,
            3 => Self::Loony,
            1 => Self::Outcome(random.any()),
            _ => Self::Number(random.any()),
        }
    }
}

impl Any for Table {
    fn any(random: &mut Random) -> Self {
        if random.any() {
            return Self::Line(random.any());
        }
        let rows: Vec<Vec<Cell>> = random.any();
        // A grid has a row for the empty heap.
        Self::Grid([vec![random.any()], rows].concat())
    }
}

impl<T: Any> Any for Option<T> {
    fn any(random: &mut Random) -> Self {
        (random.below(3) > 0).then(|| random.any())
    }
}

impl<T: Any> Any for Vec<T> {
    fn any(random: &mut Random) -> Self {
        (0..random.below(4)).map(|_| random.any()).collect()
    }
}

impl<T: Any> Any for std::collections::BTreeMap<String, T> {
    fn any(random: &mut Random) -> Self {
        random.any::<Vec<(String, T)>>().into_iter().collect()
    }
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any(random: &mut Random) -> Self {
        std::array::from_fn(|_| random.any())
    }
}

impl<A: Any, B: Any> Any for (A, B) {
    fn any(random: &mut Random) -> Self {
        (random.any(), random.any())
    }
}

impl<A: Any, B: Any, C: Any> Any for (A, B, C) {
    fn any(random: &mut Random) -> Self {
        (random.any(), random.any(), random.any())
    }
}

fn read_back<T: Any + Serialize + DeserializeOwned + PartialEq + Debug>() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        let value: T = random.any();
        let text = serde_json::to_string(&value).unwrap();
        let read: Result<T, _> = serde_json::from_str(&text);
        assert_eq!(read.as_ref().ok(), Some(&value), "{text}: {read:?}");
        assert_eq!(serde_json::to_string(&read.unwrap()).unwrap(), text);
    }
}

macro_rules! read_back {
    ($($answer:ident)*) => {$(
        #[allow(non_snake_case, reason = "named after the type")]
        #[test]
        fn $answer() {
            read_back::<bouton_answers::$answer>();
        }
    )*};
}

read_back! {
    Analysis Answer Asked BestMove By Cell CellKind CensusRow Checked Class Counterexample Counts FigureKind FoundPositions Game Graphed HeapShape HeapValue HeapValues
    Ladder Largest LawClaim LawMode LawReport LawSentence LawSet LawTrial LeftOut LevelCard Levels Losing MisereQuotient MisereSequence Move MoveMade Moves Order Outcome Periodicity Proof
    ProvedLaw Puzzle Puzzles QuotientStatus RareHeaps Refutation Relation RemotenessRow Review Rung Sequence Side SolverCard Step StopReason StreamedSequence SweepRow
    Table Unanswered Values Verified View ViewMove Whole PositionValue
}

/// A value that JSON does not have is left out, and is read back as unknown.
#[test]
fn what_is_not_written_is_not_read() {
    let step = Step {
        player: Some(Player::Second),
        ..Random(1).any()
    };
    let text = serde_json::to_string(&step).unwrap();
    let read: Step = serde_json::from_str(&text).unwrap();
    assert!(!text.contains("player"));
    assert_eq!(
        read,
        Step {
            player: None,
            ..step
        }
    );
}

/// A number beyond 64 bits stays whole inside an answer.
#[test]
fn large_numbers_are_not_rounded() {
    let digits = "123456789".repeat(30);
    let text = format!(r#"{{"game":"nim","up_to":1,"kind":"grundy","values":[[{digits}]]}}"#);
    let values: Values = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&values).unwrap(), text);
}

#[test]
fn what_is_no_answer_is_refused() {
    for text in [
        r#"{"game":"nim","up_to":1,"kind":"grundy","values":["won"]}"#,
        r#"{"game":"nim","up_to":1,"kind":"grundy","values":[1.5]}"#,
        r#"{"game":"nim","up_to":1,"kind":"grundy","values":[[0],1]}"#,
        r#"{"game":"nim","up_to":1,"kind":"spectrum","values":[]}"#,
    ] {
        assert!(serde_json::from_str::<Values>(text).is_err(), "{text}");
    }
    let long = "9".repeat(50);
    let error = serde_json::from_str::<PositionValue>(&long)
        .unwrap_err()
        .to_string();
    assert!(error.contains("expected a margin of 128 bits"), "{error}");
}

/// An answer is escaped by way of its JSON, so every kind of it must be read from there.
#[test]
fn values_of_texts_with_control_characters_are_shown() {
    let value = GameValue {
        of: Valued::Expression {
            expression: "1\t+\n^".into(),
        },
        value: Some("1^".into()),
        ..GameValue::default()
    };
    let told = shown(&value)
        .expect("it reads back")
        .expect("it is changed");
    let expression = "1\\t+\\n^".to_owned();
    assert_eq!(told.of, Valued::Expression { expression });
    let calculation = Calculation::Value(Box::new(value));
    assert!(shown(&calculation).expect("it reads back").is_some());
}

use super::*;
use crate::random::Random;

/// A game given by a list of positions and moves.
#[derive(Clone, Debug)]
struct Listed {
    points: bool,
    looks: Vec<(NumberState, Vec<Move>)>,
}

impl Rules for Listed {
    fn count(&self) -> u64 {
        self.looks.len() as u64
    }
    fn counts_points(&self) -> bool {
        self.points
    }
    fn look(&self, number: u64, tell: &mut dyn FnMut(Move)) -> NumberState {
        let (look, moves) = &self.looks[number as usize];
        moves.iter().for_each(|mv| tell(*mv));
        *look
    }
}

fn keeps_turn(to: u64) -> Move {
    Move {
        keeps_turn: true,
        ..Move::to(to)
    }
}

fn earns(gain: i128, to: u64) -> Move {
    Move {
        gain,
        ..Move::to(to)
    }
}

fn over(rank: i128) -> (NumberState, Vec<Move>) {
    (NumberState::Over(rank), Vec::new())
}

fn hole() -> (NumberState, Vec<Move>) {
    (NumberState::Hole, Vec::new())
}

fn open(moves: &[Move]) -> (NumberState, Vec<Move>) {
    (NumberState::Open, moves.to_vec())
}

fn plain(looks: Vec<(NumberState, Vec<Move>)>) -> Listed {
    Listed {
        points: false,
        looks,
    }
}

fn points(looks: Vec<(NumberState, Vec<Move>)>) -> Listed {
    Listed {
        points: true,
        looks,
    }
}

/// The result of the full check of a table.
fn wrong(rules: &Listed, table: &[Value]) -> Vec<Obligation> {
    let counted: Vec<_> = table.iter().map(|value| (*value, 1)).collect();
    let mut steps = Steps::of(rules, table.len() as u64, &counted);
    let pulse = |_| Ok::<(), ()>(());
    if !steps.is_wrong() {
        let says = |number: u64| table.get(number as usize).copied();
        steps.go(rules.count(), &says, 1, &pulse).unwrap();
    }
    let wrong = steps.end(&pulse).unwrap();
    let mut fails: Vec<_> = wrong.iter().map(|wrong| wrong.fails).collect();
    fails.dedup();
    fails
}

fn without<T>(obligation: Obligation, work: impl FnOnce() -> T) -> T {
    LEFT_OUT.set(Some(obligation));
    let done = work();
    LEFT_OUT.set(None);
    done
}

/// For each condition a table that violates this one alone.
fn violations() -> Vec<(Obligation, Listed, Vec<Value>)> {
    use Value::{Draw, Hole, Loss, Margin, Win};
    let to_loss = || open(&[Move::to(0)]);
    vec![
        // A position that no move leads to is missing.
        (
            Obligation::Every,
            plain(vec![over(-1), to_loss(), to_loss()]),
            vec![Loss(0), Win(1)],
        ),
        (
            Obligation::Hole,
            plain(vec![over(-1), to_loss()]),
            vec![Loss(0), Hole],
        ),
        (
            Obligation::End,
            plain(vec![over(-1), over(0)]),
            vec![Loss(0), Draw(None)],
        ),
        (
            Obligation::Lead,
            plain(vec![over(-1), open(&[Move::to(0), Move::to(2)]), hole()]),
            vec![Loss(0), Win(1), Hole],
        ),
        // Margins that support each other in a cycle, although the game has no points.
        (
            Obligation::Kind,
            plain(vec![open(&[Move::to(1)]), open(&[Move::to(0)])]),
            vec![Margin(3), Margin(-3)],
        ),
        (
            Obligation::Win,
            plain(vec![over(-1), to_loss(), over(1), over(0)]),
            vec![Loss(0), Win(2), Win(0), Draw(Some(0))],
        ),
        (
            Obligation::NoWin,
            plain(vec![over(-1), open(&[Move::to(0), Move::to(2)]), over(1)]),
            vec![Loss(0), Loss(1), Win(0)],
        ),
        (
            Obligation::NoDraw,
            plain(vec![over(0), over(1), open(&[Move::to(0), Move::to(1)])]),
            vec![Draw(Some(0)), Win(0), Loss(1)],
        ),
        (
            Obligation::Loss,
            plain(vec![over(1), open(&[Move::to(0)]), over(0), over(-1)]),
            vec![Win(0), Loss(2), Draw(Some(0)), Loss(0)],
        ),
        (
            Obligation::Draw,
            plain(vec![over(1), open(&[Move::to(0)])]),
            vec![Win(0), Draw(None)],
        ),
        (
            Obligation::DrawPlies,
            plain(vec![over(0), open(&[Move::to(0)])]),
            vec![Draw(Some(0)), Draw(None)],
        ),
        (
            Obligation::Sum,
            points(vec![
                over(0),
                open(&[earns(i128::MAX, 2), earns(5, 0)]),
                over(-1),
            ]),
            vec![Margin(0), Margin(5), Margin(-1)],
        ),
        (
            Obligation::Best,
            points(vec![over(0), open(&[earns(2, 0), earns(5, 0)])]),
            vec![Margin(0), Margin(2)],
        ),
        // Margins that support each other in a cycle.
        (
            Obligation::Ends,
            points(vec![open(&[Move::to(1)]), open(&[Move::to(0)])]),
            vec![Margin(7), Margin(-7)],
        ),
    ]
}

#[test]
fn every_condition_refuses_what_no_other_one_does() {
    let violations = violations();
    for obligation in Obligation::ALL {
        // It follows from the others, and describes the error more clearly: see below.
        if obligation == Obligation::Plies {
            continue;
        }
        let violation = violations.iter().find(|(its, ..)| *its == obligation);
        let (_, rules, table) = violation.unwrap_or_else(|| panic!("{obligation:?}"));
        assert_eq!(wrong(rules, table), [obligation]);
        assert_eq!(
            without(obligation, || wrong(rules, table)),
            [],
            "{obligation:?}"
        );
    }
}

/// Forged tables: a cycle of positions won and lost in the most plies that can be written.
#[test]
fn values_that_hold_each_other_up_are_refused_twice() {
    let round = plain(vec![open(&[Move::to(1)]), open(&[Move::to(0)])]);
    let drawn = vec![Value::Draw(None); 2];
    assert_eq!(wrong(&round, &drawn), []);
    for most in [u32::MAX, u32::MAX - 1, 2, 1] {
        for table in [
            [Value::Win(most), Value::Loss(most)],
            [Value::Win(most), Value::Loss(most - 1)],
            [Value::Draw(Some(most)), Value::Draw(Some(most))],
        ] {
            let one_by_one = without(Obligation::Plies, || wrong(&round, &table));
            assert!(!one_by_one.is_empty(), "{table:?}");
            if most > 1 {
                assert_eq!(wrong(&round, &table), [Obligation::Plies]);
            }
        }
    }
}

/// As many plies as there are positions are too many; one less is possible.
#[test]
fn a_win_takes_fewer_plies_than_there_are_positions() {
    let line = plain(vec![
        over(-1),
        open(&[Move::to(0)]),
        open(&[Move::to(1)]),
        hole(),
    ]);
    let table = [Value::Loss(0), Value::Win(1), Value::Loss(2), Value::Hole];
    assert_eq!(wrong(&line, &table), []);
    let mut longer = table;
    longer[2] = Value::Loss(3);
    assert_eq!(wrong(&line, &longer), [Obligation::Plies]);
}

/// The true values, computed in another way: outcomes round by round from the ends, then draws.
fn truth(rules: &Listed) -> Vec<Value> {
    let mut table: Vec<Option<Value>> = Vec::new();
    for (look, _) in &rules.looks {
        table.push(match look {
            NumberState::Hole => Some(Value::Hole),
            NumberState::Over(1) => Some(Value::Win(0)),
            NumberState::Over(0) => Some(Value::Draw(Some(0))),
            NumberState::Over(_) => Some(Value::Loss(0)),
            NumberState::Open => None,
        });
    }
    let rounds = 1..=rules.looks.len() as u32;
    for plies in rounds.clone() {
        let before = table.clone();
        for (number, (_, moves)) in rules.looks.iter().enumerate() {
            let wins = |mv: &Move| match before[mv.to as usize] {
                Some(Value::Loss(_)) => !mv.keeps_turn,
                Some(Value::Win(_)) => mv.keeps_turn,
                _ => false,
            };
            let loses = |mv: &Move| match before[mv.to as usize] {
                Some(Value::Win(_)) => !mv.keeps_turn,
                Some(Value::Loss(_)) => mv.keeps_turn,
                _ => false,
            };
            if before[number].is_some() {
            } else if moves.iter().any(wins) {
                table[number] = Some(Value::Win(plies));
            } else if moves.iter().all(loses) {
                table[number] = Some(Value::Loss(plies));
            }
        }
    }
    for plies in rounds {
        let before = table.clone();
        for (number, (_, moves)) in rules.looks.iter().enumerate() {
            let ends = |mv: &Move| matches!(before[mv.to as usize], Some(Value::Draw(_)));
            if before[number].is_none() && moves.iter().any(ends) {
                table[number] = Some(Value::Draw(Some(plies)));
            }
        }
    }
    let endless = |value: Option<Value>| value.unwrap_or(Value::Draw(None));
    table.into_iter().map(endless).collect()
}

/// All tables with values of a list that pass at every position. If all targets of a position have values, its own is
/// computed next; otherwise a value is guessed.
fn labellings(rules: &Listed, values: &[Value]) -> Vec<Vec<Value>> {
    let (mut found, mut table) = (Vec::new(), vec![None; rules.looks.len()]);
    search(rules, values, &mut table, None, &mut found);
    found
}

fn search(
    rules: &Listed,
    values: &[Value],
    table: &mut Vec<Option<Value>>,
    last: Option<usize>,
    found: &mut Vec<Vec<Value>>,
) {
    let leads = |number: usize| rules.looks[number].1.iter().map(|mv| mv.to as usize);
    let is_told = |number: &usize| leads(*number).all(|to| table[to].is_some());
    for number in 0..table.len() {
        let touched = last.is_none_or(|last| number == last || leads(number).any(|to| to == last));
        let is_whole = touched && table[number].is_some() && is_told(&number);
        let says = |number: u64| table[number as usize];
        if is_whole && position(rules, number as u64, &says).is_err() {
            return;
        }
    }
    let mut free = (0..table.len()).filter(|number| table[*number].is_none());
    let Some(next) = free.clone().find(is_told).or_else(|| free.next()) else {
        return found.push(table.iter().copied().flatten().collect());
    };
    for value in values {
        table[next] = Some(*value);
        search(rules, values, table, Some(next), found);
    }
    table[next] = None;
}

/// Values with few plies, and with as many as can be written.
fn values(most: u32) -> Vec<Value> {
    let far = [1 << 31, u32::MAX - 2, u32::MAX - 1, u32::MAX];
    let mut values = vec![Value::Hole, Value::Draw(None), Value::Margin(0)];
    for plies in (0..=most).chain(far) {
        values.extend([
            Value::Win(plies),
            Value::Loss(plies),
            Value::Draw(Some(plies)),
        ]);
    }
    values
}

/// Every set of moves to the first positions, by its number.
fn moves(to: u64, set: u32, may_keep: bool) -> Vec<Move> {
    let all = (0..to).flat_map(|to| [Move::to(to), keeps_turn(to)]);
    let all: Vec<_> = all.filter(|mv| may_keep || !mv.keeps_turn).collect();
    let chosen = |(nth, mv): (usize, Move)| (set >> nth & 1 == 1).then_some(mv);
    all.into_iter().enumerate().filter_map(chosen).collect()
}

/// All positions that a graph of this size can have: a hole, three ends, and every set of moves.
fn kinds(count: u64, may_keep: bool) -> Vec<(NumberState, Vec<Move>)> {
    let bits = count as u32 * (1 + u32::from(may_keep));
    let open = (1..1u32 << bits).map(|set| (NumberState::Open, moves(count, set, may_keep)));
    let closed = [hole(), over(-1), over(0), over(1)];
    closed.into_iter().chain(open).collect()
}

/// Whether a move leads to a hole: such rules have no table.
fn leads_nowhere(rules: &Listed) -> bool {
    let mut all = rules.looks.iter().flat_map(|(_, moves)| moves);
    all.any(|mv| rules.looks[mv.to as usize].0 == NumberState::Hole)
}

/// No table except the true one passes, although play may repeat and a player may move again and again.
fn only_the_truth_passes(rules: &Listed, values: &[Value]) {
    let found = labellings(rules, values);
    if leads_nowhere(rules) {
        assert_eq!(found, Vec::<Vec<Value>>::new(), "{rules:?}");
    } else {
        assert_eq!(found, [truth(rules)], "{rules:?}");
        assert_eq!(wrong(rules, &found[0]), [], "{rules:?}");
    }
}

#[test]
fn of_all_tables_of_all_graphs_with_two_positions_only_the_true_ones_pass() {
    let (kinds, values) = (kinds(2, true), values(3));
    for first in &kinds {
        for second in &kinds {
            only_the_truth_passes(&plain(vec![first.clone(), second.clone()]), &values);
        }
    }
}

#[test]
fn of_all_tables_of_all_graphs_with_three_positions_only_the_true_ones_pass() {
    let (kinds, values) = (kinds(3, false), values(3));
    for first in &kinds {
        for second in &kinds {
            for third in &kinds {
                let looks = vec![first.clone(), second.clone(), third.clone()];
                only_the_truth_passes(&plain(looks), &values);
            }
        }
    }
}

/// A graph of this many positions, most of them open, with one to three moves each.
fn any(count: u64, random: &mut Random) -> Listed {
    let looks = (0..count).map(|_| match random.below(6) {
        0 => over(random.below(3) as i128 - 1),
        _ => {
            let moves = (0..=random.below(3)).map(|_| Move {
                keeps_turn: random.below(4) == 0,
                ..Move::to(random.below(count))
            });
            open(&moves.collect::<Vec<_>>())
        }
    });
    plain(looks.collect())
}

#[test]
fn of_all_tables_of_larger_graphs_only_the_true_ones_pass() {
    let mut random = Random(31);
    let mut met = [0; 4];
    for round in 0..300 {
        let count = 4 + round % 3;
        let rules = any(count, &mut random);
        only_the_truth_passes(&rules, &values(count as u32));
        for value in truth(&rules) {
            met[match value {
                Value::Win(_) => 0,
                Value::Loss(_) => 1,
                Value::Draw(Some(_)) => 2,
                _ => 3,
            }] += 1;
        }
    }
    assert!(met.iter().all(|met| *met > 100), "{met:?}");
}

/// The margins of a game of points that ends, computed in another way; `None` if play repeats.
fn margins(rules: &Listed) -> Option<Vec<Value>> {
    let mut table = vec![None; rules.looks.len()];
    for _ in 0..rules.looks.len() {
        for (number, (look, moves)) in rules.looks.iter().enumerate() {
            let after = |mv: &Move| {
                let after: i128 = table[mv.to as usize]?;
                Some(mv.gain + if mv.keeps_turn { after } else { -after })
            };
            let after: Option<Vec<_>> = moves.iter().map(after).collect();
            table[number] = match look {
                NumberState::Over(rank) => Some(*rank),
                _ => after.and_then(|after| after.into_iter().max()),
            };
        }
    }
    let margins = table
        .into_iter()
        .map(|margin| margin.map(|margin| Value::Margin(margin as i64)));
    margins.collect()
}

#[test]
fn margins_pass_where_play_ends_and_nowhere_else() {
    let mut random = Random(8);
    let values: Vec<_> = (-6..=6)
        .chain([i64::MIN, i64::MAX])
        .map(Value::Margin)
        .collect();
    let [mut ended, mut held_up] = [0; 2];
    for _ in 0..600 {
        let mut rules = any(3, &mut random);
        rules.points = true;
        for (_, moves) in &mut rules.looks {
            for mv in moves {
                mv.gain = i128::from(random.below(5)) - 2;
            }
        }
        let found = labellings(&rules, &values);
        let passing = found.iter().filter(|table| wrong(&rules, table).is_empty());
        let passing: Vec<_> = passing.cloned().collect();
        match margins(&rules) {
            Some(true_one) => {
                ended += 1;
                assert_eq!(passing, [true_one], "{rules:?}");
            }
            None => {
                held_up += found.len();
                assert!(passing.is_empty(), "{rules:?}");
            }
        }
    }
    // If only single steps were checked, many tables would pass where play repeats.
    assert!(ended > 30 && held_up > 30, "{ended} {held_up}");
}

/// Several threads find the same result as one, and a pulse can stop them.
#[test]
fn threads_find_the_same() {
    let looks = (0..100_000u64).map(|number| match number {
        0 => over(-1),
        _ => open(&[Move::to(number - 1)]),
    });
    let rules = plain(looks.collect());
    let true_one = |number: u64| match number % 2 {
        0 => Value::Loss(number as u32),
        _ => Value::Win(number as u32),
    };
    let counted: Vec<_> = (0..rules.count())
        .map(|number| (true_one(number), 1))
        .collect();
    let check = |says: Says<'_>, threads: usize| {
        let mut steps = Steps::of(&rules, rules.count(), &counted);
        let pulse = |_| Ok::<(), ()>(());
        // In two pieces, as for a table of slices.
        steps.go(40_000, says, threads, &pulse).unwrap();
        steps.go(rules.count(), says, threads, &pulse).unwrap();
        steps.end(&pulse).unwrap()
    };
    let false_ones = |number: u64| {
        let value = true_one(number);
        Some(if number % 9_999 == 7 {
            Value::Draw(None)
        } else {
            value
        })
    };
    assert_eq!(check(&|number| Some(true_one(number)), 4), []);
    let one = check(&false_ones, 1);
    assert_eq!(one.len(), MOST_TOLD);
    assert_eq!(one, check(&false_ones, 4));
    let mut steps = Steps::of(&rules, rules.count(), &counted);
    let says = |number| Some(true_one(number));
    assert_eq!(
        steps.go(rules.count(), &says, 3, &|_| Err("enough")),
        Err("enough")
    );
    // A table that was not checked completely is not valid.
    let pulse = |_| Ok::<(), ()>(());
    let mut steps = Steps::of(&rules, rules.count(), &counted);
    steps.go(99_999, &says, 2, &pulse).unwrap();
    assert_eq!(
        steps.end(&pulse).unwrap(),
        [Wrong::whole(Obligation::Every)]
    );
}

//! Random graphs of every kind, held against value iteration and plain recursion over the lines as JSON has them: every
//! position, every best move.

use std::collections::BTreeMap;

use bouton_core::solver::Solver;
use bouton_core::{Alternating, Limits, Notation, Outcome, asked};
use bouton_external::{ExternalGame, FromEnd, Opened, open};
use bouton_graphs::{GameGraph, read};
use bouton_solvers::{Grundy, Memo, OnGraph};
use serde_json::{Value, json};

/// A small generator of numbers (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// What a random graph may have.
#[derive(Clone, Copy, Debug)]
struct Kind {
    cycles: bool,
    turns: bool,
    ends: Ends,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    Stuck,
    Drawn,
    Named,
    Points,
}

fn lines(kind: Kind, chance: &mut Chance) -> Vec<Value> {
    let count = 2 + chance.below(9);
    let line = |n: u64, chance: &mut Chance| {
        let id = format!("p{n}");
        let moves = if n + 1 == count || chance.one_in(4) {
            0
        } else {
            1 + chance.below(3)
        };
        let to: Vec<Value> = (0..moves)
            .map(|mv| {
                let from = if kind.cycles { 0 } else { n + 1 };
                let to = format!("p{}", from + chance.below(count - from));
                match kind.ends {
                    Ends::Points if !chance.one_in(3) => {
                        json!([format!("m{mv}"), to, chance.below(7) as i64 - 3])
                    }
                    _ => json!([format!("m{mv}"), to]),
                }
            })
            .collect();
        let mut line = json!({ "id": id });
        if moves > 0 {
            line["to"] = to.into();
        } else {
            match kind.ends {
                Ends::Drawn if chance.one_in(2) => line["win"] = Value::Null,
                Ends::Stuck | Ends::Drawn => line["to"] = json!([]),
                Ends::Named => {
                    line["win"] =
                        [json!(0), json!(1), Value::Null][chance.below(3) as usize].clone()
                }
                Ends::Points => {
                    let points = if kind.turns || chance.one_in(2) {
                        chance.below(9) as i64 - 4
                    } else {
                        0
                    };
                    line["points"] = points.into();
                }
            }
        }
        if kind.turns && (moves > 0 || chance.one_in(2)) {
            line["turn"] = chance.below(2).into();
        }
        line
    };
    (0..count).map(|n| line(n, chance)).collect()
}

/// A position and the player to move.
type At = (String, u8);

/// The lines by id: the slow reading.
struct Slow {
    lines: BTreeMap<String, Value>,
    turns: bool,
}

/// What a position is worth to player 0, with the plies to the end.
type Known = BTreeMap<At, (Outcome, u32)>;

impl Slow {
    fn of(lines: &[Value]) -> Self {
        let by_id = lines
            .iter()
            .map(|line| (line["id"].as_str().unwrap().to_owned(), line.clone()));
        Self {
            lines: by_id.collect(),
            turns: lines.iter().any(|line| line.get("turn").is_some()),
        }
    }

    fn moves(&self, (id, player): &At) -> Vec<(String, At, i64)> {
        let none = Vec::new();
        let to = self.lines[id]["to"].as_array().unwrap_or(&none);
        let step = |step: &Value| {
            let to = step[1].as_str().unwrap().to_owned();
            let told = self.lines[&to].get("turn").and_then(Value::as_u64);
            let next = told.map_or(1 - player, |player| player as u8);
            let next = if self.turns { next } else { 1 - player };
            (
                step[0].as_str().unwrap().to_owned(),
                (to, next),
                step[2].as_i64().unwrap_or(0),
            )
        };
        to.iter().map(step).collect()
    }

    /// Who wins an end, seen from player 0.
    fn end(&self, (id, player): &At) -> Outcome {
        let won = |winner: u64| {
            if winner == 0 {
                Outcome::Win
            } else {
                Outcome::Loss
            }
        };
        match self.lines[id].get("win") {
            Some(winner) => winner.as_u64().map_or(Outcome::Draw, won),
            None => won(1 - u64::from(*player)),
        }
    }

    /// All states that can be reached from here.
    fn states(&self, from: &At) -> Vec<At> {
        let mut states = vec![from.clone()];
        let mut next = 0;
        while next < states.len() {
            for (_, to, _) in self.moves(&states[next].clone()) {
                if !states.contains(&to) {
                    states.push(to);
                }
            }
            next += 1;
        }
        states
    }

    /// Wins and losses by the plies that they take; what is missing is drawn.
    fn outcomes(&self, from: &At) -> Known {
        let states = self.states(from);
        let mut known = Known::new();
        for plies in 0..=states.len() as u32 {
            let before = known.clone();
            for state in states.iter().filter(|state| !before.contains_key(*state)) {
                let moves = self.moves(state);
                let wins = if state.1 == 0 {
                    Outcome::Win
                } else {
                    Outcome::Loss
                };
                if moves.is_empty() {
                    if plies == 0 {
                        known.insert(state.clone(), (self.end(state), 0));
                    }
                    continue;
                }
                let after: Vec<_> = moves
                    .iter()
                    .map(|(_, to, _)| before.get(to).map(|known| known.0))
                    .collect();
                if after.contains(&Some(wins)) {
                    known.insert(state.clone(), (wins, plies));
                } else if after.iter().all(|after| *after == Some(-wins)) {
                    known.insert(state.clone(), (-wins, plies));
                }
            }
        }
        known.retain(|_, (outcome, _)| *outcome != Outcome::Draw);
        known
    }

    /// Player 0's points less player 1's, where play ends.
    fn points(&self, at: &At) -> i64 {
        let moves = self.moves(at);
        let sign = if at.1 == 0 { 1 } else { -1 };
        let all = moves
            .iter()
            .map(|(_, to, gain)| sign * gain + self.points(to));
        let best = if at.1 == 0 { all.max() } else { all.min() };
        best.unwrap_or_else(|| self.lines[&at.0]["points"].as_i64().unwrap())
    }

    fn has_cycle(&self, from: &At) -> bool {
        fn goes_round(slow: &Slow, at: &At, line: &mut Vec<String>) -> bool {
            if line.contains(&at.0) {
                return true;
            }
            line.push(at.0.clone());
            let found = slow
                .moves(at)
                .iter()
                .any(|(_, to, _)| goes_round(slow, to, line));
            line.pop();
            found
        }
        goes_round(self, from, &mut Vec::new())
    }

    fn grundy(&self, at: &At) -> u32 {
        let after: Vec<_> = self
            .moves(at)
            .iter()
            .map(|(_, to, _)| self.grundy(to))
            .collect();
        (0..).find(|n| !after.contains(n)).unwrap()
    }
}

/// A graph as a game of one score.
type Game<S> = ExternalGame<GameGraph, S>;

/// The state behind a position of the game: who moves is known by who wins where, or by play from the start.
fn states<S: FromEnd>(game: &Game<S>, slow: &Slow, start: &At) -> Vec<(u32, At)> {
    let mut states = vec![(game.rules().first(), start.clone())];
    let mut next = 0;
    while next < states.len() {
        let (at, state) = states[next].clone();
        let moves: Vec<_> = game.moves(&at).collect();
        let slow_moves = slow.moves(&state);
        assert_eq!(moves.len(), slow_moves.len());
        for (mv, (label, to, _)) in moves.iter().zip(slow_moves) {
            assert_eq!(game.show_move(&at, mv), label);
            let after = (game.play(&at, mv), to);
            if !states.contains(&after) {
                states.push(after);
            }
        }
        next += 1;
    }
    states
}

/// Whether it is not told who faces an end, so that its worth to them is not either.
fn is_faced_by_nobody(slow: &Slow, (id, _): &At) -> bool {
    slow.turns && slow.lines[id].get("turn").is_none()
}

fn best<G: Alternating + Notation>(
    game: &G,
    at: &G::Position,
    solver: &mut dyn Solver<G>,
) -> Vec<String> {
    let solution = solver.solve(game, at, &Limits::default()).unwrap();
    solution
        .best
        .moves
        .iter()
        .map(|mv| game.show_move(at, mv))
        .collect()
}

fn check_outcomes<S: FromEnd>(
    game: &Game<S>,
    slow: &Slow,
    start: &At,
    solvers: &mut [Box<dyn Solver<Game<S>>>],
) {
    for (at, state) in states(game, slow, start) {
        if is_faced_by_nobody(slow, &state) {
            continue;
        }
        let known = slow.outcomes(&state);
        let sign = |outcome: Outcome| if state.1 == 0 { outcome } else { -outcome };
        let expected = known
            .get(&state)
            .map(|(outcome, plies)| (sign(*outcome), Some(*plies)));
        let to_mover = |to: &At| {
            known
                .get(to)
                .map_or(Outcome::Draw, |(outcome, _)| sign(*outcome))
        };
        let moves = slow.moves(&state);
        let value = expected.map_or(Outcome::Draw, |known| known.0);
        let kept: Vec<_> = moves
            .iter()
            .filter(|(_, to, _)| to_mover(to) == value)
            .map(|mv| mv.0.clone())
            .collect();
        assert_eq!(game.parse(&game.show(&at)), Ok(at));
        for solver in &mut *solvers {
            let found = solver.evaluate(game, &at, &Limits::default()).unwrap();
            let id = solver.about().id;
            assert_eq!(found.score.outcome(), value, "{id} at {state:?}");
            if let (Some((_, plies)), Some(remoteness)) = (expected, found.remoteness) {
                assert_eq!(Some(remoteness), plies, "{id} at {state:?}");
            }
            assert_eq!(best(game, &at, &mut **solver), kept, "{id} at {state:?}");
        }
    }
}

fn check_points(game: &Game<bouton_core::Margin<i64>>, slow: &Slow, start: &At) {
    let mut memo = Memo::default();
    for (at, state) in states(game, slow, start) {
        if slow.has_cycle(&state) {
            let found = asked(|| memo.evaluate(game, &at, &Limits::default()));
            assert!(found.is_err(), "{state:?}");
            memo = Memo::default();
            continue;
        }
        if is_faced_by_nobody(slow, &state) {
            continue;
        }
        let sign = if state.1 == 0 { 1 } else { -1 };
        let found = memo.evaluate(game, &at, &Limits::default()).unwrap();
        assert_eq!(found.score.0, sign * slow.points(&state), "{state:?}");
        let worth = |(_, to, gain): &(String, At, i64)| gain + sign * slow.points(to);
        let moves = slow.moves(&state);
        let most = moves.iter().map(worth).max();
        let kept: Vec<_> = moves
            .iter()
            .filter(|mv| Some(worth(mv)) == most)
            .map(|mv| mv.0.clone())
            .collect();
        assert_eq!(best(game, &at, &mut memo), kept, "{state:?}");
    }
}

#[test]
fn every_position_of_random_graphs_is_worth_what_slow_rules_say() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut seen = [0; 4];
    for round in 0..1500 {
        let kind = Kind {
            cycles: chance.one_in(2),
            turns: chance.one_in(3),
            ends: [Ends::Stuck, Ends::Drawn, Ends::Named, Ends::Points][chance.below(4) as usize],
        };
        if kind.turns && matches!(kind.ends, Ends::Stuck | Ends::Drawn) {
            continue;
        }
        let lines = lines(kind, &mut chance);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let slow = Slow::of(&lines);
        let player = lines[0]["turn"].as_u64().unwrap_or(0) as u8;
        let start = ("p0".to_owned(), player);
        let graph = read("random.jsonl", text.as_bytes(), &Limits::default());
        let graph = graph.unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        match open(graph, false) {
            Opened::Impartial(game) => {
                seen[0] += 1;
                check_outcomes(
                    &game,
                    &slow,
                    &start,
                    &mut [
                        Box::new(Memo::default()),
                        Box::new(OnGraph::retrograde()),
                        Box::new(OnGraph::proof_number()),
                    ],
                );
                let grundy =
                    Grundy::default().evaluate(&game, &game.rules().first(), &Limits::default());
                let grundy = grundy.ok().and_then(|found| found.grundy);
                assert_eq!(
                    grundy,
                    Some(slow.grundy(&start).into()),
                    "round {round}\n{text}"
                );
            }
            Opened::Outcome(game) => {
                let cyclic = !game.rules().kind().ends_with("every line of play ends");
                seen[1 + usize::from(cyclic)] += 1;
                let mut solvers: Vec<Box<dyn Solver<_>>> = vec![
                    Box::new(OnGraph::retrograde()),
                    Box::new(OnGraph::proof_number()),
                ];
                if !cyclic {
                    solvers.push(Box::new(Memo::default()));
                }
                check_outcomes(&game, &slow, &start, &mut solvers);
            }
            Opened::Points(game) => {
                seen[3] += 1;
                check_points(&game, &slow, &start);
            }
            Opened::Partizan(_) => panic!("no graph is of Left and Right\n{text}"),
        }
    }
    assert!(seen.iter().all(|kind| *kind > 50), "{seen:?}");
}

//! Random graphs of every kind, compared with value iteration and plain recursion over the lines as JSON has them: every
//! position, every best move.

use std::collections::BTreeMap;

use bouton_core::solver::Solver;
use bouton_core::{Alternating, Limits, Notation, Outcome, asked};
use bouton_external::{ExternalGame, FromEnd, Opened, open};
use bouton_graphs::{GameGraph, read};
use bouton_reference::{Contents, Move, Slow};
use bouton_solvers::{Grundy, Memo, OnGraph};
use serde_json::{Value, json};

fn one_in(chance: &mut fastrand::Rng, n: u32) -> bool {
    chance.u32(..n) == 0
}

/// The features of a random graph.
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

fn lines(kind: Kind, chance: &mut fastrand::Rng) -> Vec<Value> {
    let count = 2 + chance.u64(..9);
    let line = |n: u64, chance: &mut fastrand::Rng| {
        let id = format!("p{n}");
        let moves = if n + 1 == count || one_in(chance, 4) {
            0
        } else {
            1 + chance.u64(..3)
        };
        let to: Vec<Value> = (0..moves)
            .map(|mv| {
                let from = if kind.cycles { 0 } else { n + 1 };
                let to = format!("p{}", from + chance.u64(..count - from));
                match kind.ends {
                    Ends::Points if !one_in(chance, 3) => {
                        json!([format!("m{mv}"), to, chance.u64(..7) as i64 - 3])
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
                Ends::Drawn if one_in(chance, 2) => line["win"] = Value::Null,
                Ends::Stuck | Ends::Drawn => line["to"] = json!([]),
                Ends::Named => {
                    line["win"] =
                        [json!(0), json!(1), Value::Null][chance.u64(..3) as usize].clone()
                }
                Ends::Points => {
                    let points = if kind.turns || one_in(chance, 2) {
                        chance.u64(..9) as i64 - 4
                    } else {
                        0
                    };
                    line["points"] = points.into();
                }
            }
        }
        if kind.turns && (moves > 0 || one_in(chance, 2)) {
            line["turn"] = chance.u64(..2).into();
        }
        line
    };
    (0..count).map(|n| line(n, chance)).collect()
}

/// A position and the player to move.
type At = (String, u8);

/// The lines by id: the slow reading.
struct Lines {
    lines: BTreeMap<String, Value>,
    turns: bool,
}

impl Lines {
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

    /// The value of an end to the player who would move.
    fn end(&self, (id, player): &At) -> i64 {
        let own = |player_0: i64| if *player == 0 { player_0 } else { -player_0 };
        let line = &self.lines[id];
        match (line.get("points"), line.get("win")) {
            (Some(points), _) => own(points.as_i64().unwrap()),
            (None, None) => -1,
            (None, Some(winner)) => winner
                .as_u64()
                .map_or(0, |winner| own(1 - 2 * winner as i64)),
        }
    }

    /// The slow solver of these lines.
    fn solver(&self, has_points: bool) -> Slow<At, impl Fn(&At) -> Contents<At>> {
        Slow::new(has_points, |at: &At| {
            let moves = self.moves(at).into_iter().map(|(_, to, gain)| Move {
                again: to.1 == at.1,
                to,
                gain,
            });
            let moves: Vec<_> = moves.collect();
            match moves.is_empty() {
                true => Contents::Over(self.end(at)),
                false => Contents::Open(moves),
            }
        })
    }

    fn has_cycle(&self, from: &At) -> bool {
        fn goes_round(slow: &Lines, at: &At, line: &mut Vec<String>) -> bool {
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
}

/// A graph as a game of one score.
type Game<S> = ExternalGame<GameGraph, S>;

/// The state behind a position of the game: who moves is known by who wins where, or by play from the start.
fn states<S: FromEnd>(game: &Game<S>, slow: &Lines, start: &At) -> Vec<(u32, At)> {
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

/// Whether the player at an end is unknown, so that the end's value for that player is, too.
fn is_faced_by_nobody(slow: &Lines, (id, _): &At) -> bool {
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
    slow: &Lines,
    start: &At,
    solvers: &mut [Box<dyn Solver<Game<S>>>],
) {
    let mut known = slow.solver(false);
    for (at, state) in states(game, slow, start) {
        if is_faced_by_nobody(slow, &state) {
            continue;
        }
        let found = known.value(&state);
        let value = Outcome::of_margin(found.score.into());
        let plies = found.plies.filter(|_| found.score != 0);
        let worth = |known: &mut Slow<_, _>, (_, to, _): &(String, At, i64)| {
            let score = known.value(to).score;
            if to.1 == state.1 { score } else { -score }
        };
        let mut kept = slow.moves(&state);
        kept.retain(|mv| worth(&mut known, mv) == found.score);
        let kept: Vec<_> = kept.into_iter().map(|mv| mv.0).collect();
        assert_eq!(game.parse(&game.show(&at)), Ok(at));
        for solver in &mut *solvers {
            let found = solver.evaluate(game, &at, &Limits::default()).unwrap();
            let id = solver.about().id;
            assert_eq!(found.score.outcome(), value, "{id} at {state:?}");
            if let (Some(plies), Some(remoteness)) = (plies, found.remoteness) {
                assert_eq!(remoteness, plies, "{id} at {state:?}");
            }
            assert_eq!(best(game, &at, &mut **solver), kept, "{id} at {state:?}");
        }
    }
}

fn check_points(game: &Game<bouton_core::Margin<i64>>, slow: &Lines, start: &At) {
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
        let found = memo.evaluate(game, &at, &Limits::default()).unwrap();
        let mut known = slow.solver(true);
        let score = known.value(&state).score;
        assert_eq!(found.score.0, score, "{state:?}");
        let mut kept = slow.moves(&state);
        kept.retain(|(_, to, gain)| {
            let after = known.value(to).score;
            gain + if to.1 == state.1 { after } else { -after } == score
        });
        let kept: Vec<_> = kept.into_iter().map(|mv| mv.0).collect();
        assert_eq!(best(game, &at, &mut memo), kept, "{state:?}");
    }
}

#[test]
fn every_position_of_random_graphs_is_worth_what_slow_rules_say() {
    let mut chance = fastrand::Rng::with_seed(0x9e37);
    let mut seen = [0; 4];
    for round in 0..1500 {
        let kind = Kind {
            cycles: one_in(&mut chance, 2),
            turns: one_in(&mut chance, 3),
            ends: [Ends::Stuck, Ends::Drawn, Ends::Named, Ends::Points][chance.u64(..4) as usize],
        };
        if kind.turns && matches!(kind.ends, Ends::Stuck | Ends::Drawn) {
            continue;
        }
        let lines = lines(kind, &mut chance);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let slow = Lines::of(&lines);
        let player = lines[0]["turn"].as_u64().unwrap_or(0) as u8;
        let start = ("p0".to_owned(), player);
        let graph = read("random.jsonl", text.as_bytes(), &Limits::default());
        let graph = graph.unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        match open(graph) {
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
                    Some(slow.solver(false).grundy(&start).into()),
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
            Opened::Partizan(_) | Opened::PartizanPoints(_) => {
                panic!("no graph is of Left and Right\n{text}")
            }
        }
    }
    assert!(seen.iter().all(|kind| *kind > 50), "{seen:?}");
}

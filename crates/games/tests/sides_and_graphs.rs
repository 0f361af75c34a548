//! Partizan games and games on graphs against slow references, and the values known of them.

use std::collections::{BTreeSet, HashMap};

use bouton_core::partizan::Turn;
use bouton_core::{
    Alternating, Disjunctive, Entry, Game, Impartial, Limits, Notation, Side, Sided, Sides, Solver,
    Summands, WinLoss,
};
use bouton_games::boards::{Chomp, Clobber, Cram, Domineering};
use bouton_games::graphs::{Geography, Hackenbush, NodeKayles};
use bouton_solvers::{Components, Grundy, Memo, Nimber};

fn value<G: Alternating<Score = WinLoss> + bouton_core::Loopfree>(
    game: &G,
    at: &G::Position,
) -> WinLoss {
    Memo::default()
        .evaluate(game, at, &Limits::default())
        .unwrap()
        .score
}

fn class<G>(parameters: Option<&str>, position: Option<&str>) -> char
where
    Sided<G>: Entry<Game = Sided<G>> + Sides<Score = WinLoss> + bouton_core::Loopfree,
{
    let (game, at) = Sided::<G>::open(parameters, position).unwrap();
    let wins = Side::BOTH.map(|side| value(&game, &game.with_side(&at, side)) == WinLoss::Win);
    letter(wins)
}

fn letter(wins: [bool; 2]) -> char {
    match wins {
        [true, true] => 'N',
        [false, false] => 'P',
        [true, false] => 'L',
        [false, true] => 'R',
    }
}

fn grundy<G: Entry<Game = G> + Impartial>(parameters: Option<&str>, position: Option<&str>) -> u64 {
    let (game, at) = G::open(parameters, position).unwrap();
    let value = Grundy::default()
        .evaluate(&game, &at, &Limits::default())
        .unwrap();
    let asked = Nimber::default()
        .evaluate(&game, &at, &Limits::default())
        .unwrap();
    assert_eq!(asked, value, "{parameters:?} {position:?}");
    value.grundy.unwrap().try_into().unwrap()
}

/// Boards as text, plain recursion, every option written out; no symmetry, no sets.
mod slow {
    use super::*;

    pub(super) type Board = Vec<Vec<char>>;

    pub(super) fn board(text: &str) -> Board {
        text.split('/').map(|row| row.chars().collect()).collect()
    }

    fn pairs(board: &Board, upright: bool) -> Vec<[(usize, usize); 2]> {
        let mut pairs = vec![];
        for (r, row) in board.iter().enumerate() {
            for c in 0..row.len() {
                let other = if upright { (r + 1, c) } else { (r, c + 1) };
                if other.0 < board.len() && other.1 < row.len() {
                    pairs.push([(r, c), other]);
                }
            }
        }
        pairs
    }

    fn covered(board: &Board, pair: [(usize, usize); 2]) -> Board {
        let mut board = board.clone();
        pair.iter().for_each(|(r, c)| board[*r][*c] = '#');
        board
    }

    pub(super) fn domineering(board: &Board, side: Side) -> Vec<Board> {
        let free = |pair: &[(usize, usize); 2]| pair.iter().all(|(r, c)| board[*r][*c] == '.');
        let pairs = pairs(board, side == Side::Left).into_iter().filter(free);
        pairs.map(|pair| covered(board, pair)).collect()
    }

    pub(super) fn cram(board: &Board) -> Vec<Board> {
        Side::BOTH
            .iter()
            .flat_map(|side| domineering(board, *side))
            .collect()
    }

    pub(super) fn clobber(board: &Board, side: Side) -> Vec<Board> {
        let (own, other) = if side == Side::Left {
            ('X', 'O')
        } else {
            ('O', 'X')
        };
        let mut options = vec![];
        for pair in pairs(board, true).into_iter().chain(pairs(board, false)) {
            for [from, to] in [pair, [pair[1], pair[0]]] {
                if board[from.0][from.1] == own && board[to.0][to.1] == other {
                    let mut board = board.clone();
                    board[from.0][from.1] = '.';
                    board[to.0][to.1] = own;
                    options.push(board);
                }
            }
        }
        options
    }

    /// Whether `side`, to move, wins.
    pub(super) fn wins<P: Clone + Eq + std::hash::Hash>(
        at: &P,
        side: Side,
        options: &impl Fn(&P, Side) -> Vec<P>,
        known: &mut HashMap<(P, Side), bool>,
    ) -> bool {
        if let Some(known) = known.get(&(at.clone(), side)) {
            return *known;
        }
        let next = options(at, side);
        let wins = next
            .iter()
            .any(|to| !wins(to, side.other(), options, known));
        known.insert((at.clone(), side), wins);
        wins
    }

    pub(super) fn mex<P: Clone + Eq + std::hash::Hash>(
        at: &P,
        options: &impl Fn(&P) -> Vec<P>,
        known: &mut HashMap<P, u64>,
    ) -> u64 {
        if let Some(known) = known.get(at) {
            return *known;
        }
        let next: BTreeSet<_> = options(at)
            .iter()
            .map(|to| mex(to, options, known))
            .collect();
        let mex = (0..).find(|n| !next.contains(n)).unwrap();
        known.insert(at.clone(), mex);
        mex
    }
}

/// Every position that play can reach has the value that the slow rules give its text, for either side to move.
fn against<G>(parameters: &str, options: impl Fn(&slow::Board, Side) -> Vec<slow::Board>)
where
    G: Disjunctive + Entry<Game = G> + Notation,
{
    let (game, start) = Sided::<G>::open(Some(parameters), None).unwrap();
    let (mut solver, mut by_parts) = (Memo::default(), Components::apart());
    let (mut todo, mut seen) = (vec![start], std::collections::HashSet::new());
    let mut known = HashMap::new();
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        assert_eq!(game.parse(&game.show(&at)).unwrap(), at);
        let board = slow::board(game.0.show(&at.at).as_str());
        let found = solver.evaluate(&game, &at, &Limits::default()).unwrap();
        let expected = slow::wins(&board, at.side, &options, &mut known);
        assert_eq!(found.score == WinLoss::Win, expected, "{}", game.show(&at));
        let by_parts = by_parts.evaluate(&game, &at, &Limits::default()).unwrap();
        assert_eq!(by_parts.score, found.score, "{}", game.show(&at));
        let canonical = game.canonical(at.clone());
        assert_eq!(
            solver
                .evaluate(&game, &canonical, &Limits::default())
                .unwrap(),
            found
        );
        let moves: Vec<_> = game.moves(&at).collect();
        assert_eq!(
            moves.len(),
            options(&board, at.side).len(),
            "{}",
            game.show(&at)
        );
        todo.extend(moves.iter().map(|mv| game.play(&at, mv)));
    }
    assert!(seen.len() > 5, "{parameters}: {}", seen.len());
}

#[test]
fn domineering() {
    for size in ["2,3", "3,3", "3,4", "4,3", "2,5"] {
        against::<Domineering>(size, slow::domineering);
    }
}

/// Conway, On Numbers and Games, and Breuker et al.
#[test]
fn domineering_squares() {
    let found = ["2,2", "3,3", "4,4", "5,5"].map(|size| class::<Domineering>(Some(size), None));
    assert_eq!(found, ['N', 'N', 'N', 'P']);
    assert_eq!(class::<Domineering>(Some("3,1"), None), 'L');
    assert_eq!(class::<Domineering>(Some("1,3"), None), 'R');
}

#[test]
fn clobber() {
    for size in ["2,3", "3,3", "2,4", "1,9"] {
        against::<Clobber>(size, slow::clobber);
    }
}

/// The class by components.
fn class_by_parts<G>(parameters: &str) -> char
where
    Sided<G>: Entry<Game = Sided<G>> + Summands,
{
    let (game, at) = Sided::<G>::open(Some(parameters), None).unwrap();
    let mut solver = Components::apart();
    let wins = Side::BOTH.map(|side| {
        let at = game.with_side(&at, side);
        let found = solver.evaluate(&game, &at, &Limits::default()).unwrap();
        found.score == WinLoss::Win
    });
    letter(wins)
}

/// Albert, Grossman, Nowakowski, Wolfe (2005).
#[test]
fn clobber_of_two_rows() {
    let found: String = (2..=11)
        .map(|n| class_by_parts::<Clobber>(&format!("2,{n}")))
        .collect();
    assert_eq!(found, "NPNNPNNPNN");
}

#[test]
fn domineering_by_parts() {
    for size in ["4,4", "4,5", "5,4", "5,5", "3,7"] {
        let by_parts = class_by_parts::<Domineering>(size);
        assert_eq!(by_parts, class::<Domineering>(Some(size), None), "{size}");
    }
}

#[test]
fn cram_against_the_rules() {
    let mut known = HashMap::new();
    for (rows, columns) in [(1, 7), (2, 3), (2, 4), (3, 3), (3, 4), (4, 3)] {
        let text = vec![".".repeat(columns); rows].join("/");
        let expected = slow::mex(&slow::board(&text), &slow::cram, &mut known);
        let found = grundy::<Cram>(Some(&format!("{rows},{columns}")), Some(&text));
        assert_eq!(found, expected, "{rows},{columns}");
    }
    let game = <Cram>::open(Some("3,4"), None).unwrap().0;
    for board in known
        .keys()
        .filter(|board| board.len() == 3 && board[0].len() == 4)
    {
        let text = board
            .iter()
            .map(|row| row.iter().collect::<String>())
            .collect::<Vec<_>>()
            .join("/");
        let at = game.parse(&text).unwrap();
        let found = Grundy::default()
            .evaluate(&game, &game.canonical(at), &Limits::default())
            .unwrap();
        assert_eq!(found.grundy.unwrap(), known[board].into(), "{text}");
        let asked = Nimber::default()
            .evaluate(&game, &at, &Limits::default())
            .unwrap();
        assert_eq!(asked.grundy.unwrap(), known[board].into(), "{text}");
    }
}

/// Known Grundy values of 3 × n from n = 3.
#[test]
fn cram_of_three_rows() {
    let found: Vec<_> = (3..=12)
        .map(|n| {
            let (game, at) = <Cram>::open(Some(&format!("3,{n}")), None).unwrap();
            let value = Nimber::default()
                .evaluate(&game, &at, &Limits::default())
                .unwrap();
            u64::try_from(value.grundy.unwrap()).unwrap()
        })
        .collect();
    assert_eq!(found, [0, 1, 1, 4, 1, 3, 1, 2, 0, 1]);
}

/// Rows of squares, bitten straight from the rules.
fn chomp_options(rows: &[usize]) -> Vec<Vec<usize>> {
    let squares = rows
        .iter()
        .enumerate()
        .flat_map(|(r, length)| (0..*length).map(move |c| (r, c)));
    let bite = |(r, c): (usize, usize)| {
        let left = |(row, length): (usize, &usize)| if row >= r { c.min(*length) } else { *length };
        rows.iter()
            .enumerate()
            .map(left)
            .filter(|length| *length > 0)
            .collect()
    };
    squares
        .filter(|square| *square != (0, 0))
        .map(bite)
        .collect()
}

#[test]
fn chomp() {
    let mut known = HashMap::new();
    slow::mex(
        &vec![5; 4],
        &|rows: &Vec<usize>| chomp_options(rows),
        &mut known,
    );
    let game = Chomp::open(Some("4,5"), None).unwrap().0;
    let (mut solver, mut asker) = (Grundy::default(), Nimber::default());
    for (rows, expected) in &known {
        let text = rows
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(",");
        let at = game.parse(&text).unwrap();
        assert_eq!(game.show(&at), text);
        let found = solver.evaluate(&game, &at, &Limits::default()).unwrap();
        assert_eq!(found.grundy, Some((*expected).into()), "{text}");
        let asked = asker.evaluate(&game, &at, &Limits::default()).unwrap();
        assert_eq!(asked, found, "{text}");
    }
    // D. Gale (1974): all but 1 × 1 are won.
    for (rows, columns) in (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns))) {
        let zero = grundy::<Chomp>(Some(&format!("{rows},{columns}")), None) == 0;
        assert_eq!(zero, (rows, columns) == (1, 1), "{rows},{columns}");
    }
}

/// On paths it is Dawson's Kayles 0.137 (Winning Ways, ch. 4).
#[test]
fn node_kayles_on_paths() {
    let path = |n: usize| (1..=n).map(|p| p.to_string()).collect::<Vec<_>>();
    let found: Vec<_> = (1..=17)
        .map(|n| {
            let points = path(n);
            let edges: Vec<_> = points.windows(2).map(|pair| pair.join("-")).collect();
            let text = if n == 1 { "1".into() } else { edges.join(",") };
            grundy::<NodeKayles>(None, Some(&text))
        })
        .collect();
    assert_eq!(found, [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2]);
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }
}

/// Every point and some of the edges.
fn random_graph(random: &mut Random, points: u64) -> (Vec<(u64, u64)>, String) {
    let all = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
    let edges: Vec<_> = all.filter(|_| random.below(3) == 0).collect();
    let lone = (0..points).map(|point| point.to_string());
    let shown = edges.iter().map(|(a, b)| format!("{a}-{b}"));
    let text = lone.chain(shown).collect::<Vec<_>>().join(",");
    (edges, text)
}

#[test]
fn node_kayles_on_random_graphs() {
    let mut random = Random(12345);
    for _ in 0..100 {
        let points = 1 + random.below(9);
        let (edges, text) = random_graph(&mut random, points);
        let options = |left: &BTreeSet<u64>| -> Vec<BTreeSet<u64>> {
            let gone =
                |p: u64, q: u64| p == q || edges.contains(&(p, q)) || edges.contains(&(q, p));
            left.iter()
                .map(|p| left.iter().copied().filter(|q| !gone(*p, *q)).collect())
                .collect()
        };
        let expected = slow::mex(&(0..points).collect(), &options, &mut HashMap::new());
        assert_eq!(grundy::<NodeKayles>(None, Some(&text)), expected, "{text}");
    }
}

/// The size of a largest matching, by trying every edge.
fn matching(edges: &[(u64, u64)], without: Option<u64>) -> usize {
    let Some(((a, b), rest)) = edges.split_first() else {
        return 0;
    };
    let skip = matching(rest, without);
    if without == Some(*a) || without == Some(*b) {
        return skip;
    }
    let left: Vec<_> = rest
        .iter()
        .copied()
        .filter(|(c, d)| ![*c, *d].iter().any(|p| p == a || p == b))
        .collect();
    skip.max(1 + matching(&left, without))
}

/// Fraenkel, Scheinerman, Ullman (1993): won exactly when every largest matching covers the token's point.
#[test]
fn geography_and_matchings() {
    let mut random = Random(999);
    for _ in 0..100 {
        let points = 1 + random.below(7);
        let (edges, text) = random_graph(&mut random, points);
        for token in 0..points {
            let covers = matching(&edges, Some(token)) < matching(&edges, None);
            let (game, at) = Geography::open(None, Some(&format!("{text}/{token}"))).unwrap();
            assert_eq!(value(&game, &at) == WinLoss::Win, covers, "{text}/{token}");
            for mv in game.moves(&at) {
                let to = game.play(&at, &mv);
                assert_eq!(game.parse(&game.show(&to)).unwrap(), to);
            }
        }
    }
}

/// Winning Ways, ch. 1: a stalk of blue and red is a number, whose sign is that of its lowest edge; a green stalk
/// is a nim heap.
#[test]
fn hackenbush_classes() {
    let known = [
        ("0b1", 'L'),
        ("0r1", 'R'),
        ("0g1", 'N'),
        ("", 'P'),
        ("0b1,0r2", 'P'),
        ("0b1,1r2", 'L'),
        ("0b1,1r2,0b3,3r4,0r5", 'P'),
        ("0b1,1r2,0r3", 'R'),
        ("0g1,1g2,0g3", 'N'),
        ("0g1,1g2,0g3,3g4", 'P'),
        ("0b1,0g2", 'L'),
    ];
    for (figure, expected) in known {
        assert_eq!(
            class::<Hackenbush>(None, Some(figure)),
            expected,
            "{figure}"
        );
    }
}

#[test]
fn hackenbush_against_the_rules() {
    type Edges = Vec<(u64, char, u64)>;
    let options = |at: &Edges, side: Side| -> Vec<Edges> {
        let own = if side == Side::Left { 'b' } else { 'r' };
        let cut = |n: usize| -> Edges {
            let left: Edges = at
                .iter()
                .enumerate()
                .filter(|(m, _)| *m != n)
                .map(|(_, e)| *e)
                .collect();
            let mut points = BTreeSet::from([0]);
            for _ in 0..=left.len() {
                let joined: Vec<_> = left
                    .iter()
                    .filter(|e| points.contains(&e.0) || points.contains(&e.2))
                    .collect();
                points.extend(joined.iter().flat_map(|e| [e.0, e.2]));
            }
            left.into_iter().filter(|e| points.contains(&e.0)).collect()
        };
        (0..at.len())
            .filter(|n| at[*n].1 == own || at[*n].1 == 'g')
            .map(cut)
            .collect()
    };
    let mut random = Random(77);
    for _ in 0..150 {
        let mut edges = Edges::new();
        for point in 1..=2 + random.below(4) {
            let letters = ['b', 'r', 'g'];
            edges.push((
                random.below(point),
                letters[random.below(3) as usize],
                point,
            ));
            if random.below(3) == 0 {
                edges.push((
                    random.below(point),
                    letters[random.below(3) as usize],
                    point,
                ));
            }
        }
        let text = edges
            .iter()
            .map(|(a, c, b)| format!("{a}{c}{b}"))
            .collect::<Vec<_>>()
            .join(",");
        let (game, at) = Sided::<Hackenbush>::open(None, Some(&text)).unwrap();
        let mut by_parts = Components::apart();
        for side in Side::BOTH {
            let at = Turn { side, ..at.clone() };
            let expected = slow::wins(&edges, side, &options, &mut HashMap::new());
            assert_eq!(
                value(&game, &at) == WinLoss::Win,
                expected,
                "{text} {side:?}"
            );
            let by_parts = by_parts.evaluate(&game, &at, &Limits::default()).unwrap();
            assert_eq!(by_parts.score == WinLoss::Win, expected, "{text} {side:?}");
            assert_eq!(game.parse(&game.show(&at)).unwrap(), at);
        }
    }
}

//! Games of Left and Right whose positions are marks or pieces, against slow references, and the values known of them.

use std::collections::{HashMap, HashSet};

use bouton_core::partizan::Turn;
use bouton_core::{
    Disjunctive, Entry, Limits, Loopfree, Notation, Partizan, Side, Sided, Solver, StopReason,
    WinLoss,
};
use bouton_games::boards::{Clobber, Domineering};
use bouton_games::graphs::Hackenbush;
use bouton_games::sides::*;
use bouton_solvers::{Components, Memo};

/// Positions as rows of signs, every option written out by plain loops.
mod slow {
    use super::*;

    pub(super) type Board = Vec<Vec<char>>;
    pub(super) type Options = fn(&Board, Side) -> Vec<Board>;

    pub(super) fn board(text: &str) -> Board {
        text.split('/').map(|row| row.chars().collect()).collect()
    }

    fn sign(board: &Board, r: isize, c: isize) -> Option<char> {
        let row = board.get(usize::try_from(r).ok()?)?;
        row.get(usize::try_from(c).ok()?).copied()
    }

    fn with(board: &Board, changes: &[(isize, isize, char)]) -> Board {
        let mut board = board.clone();
        for (r, c, sign) in changes {
            board[*r as usize][*c as usize] = *sign;
        }
        board
    }

    fn places(board: &Board, sign: char) -> Vec<(isize, isize)> {
        let mut places = vec![];
        for (r, row) in board.iter().enumerate() {
            for (c, found) in row.iter().enumerate() {
                if *found == sign {
                    places.push((r as isize, c as isize));
                }
            }
        }
        places
    }

    fn signs(side: Side, [left, right]: [char; 2]) -> [char; 2] {
        if side == Side::Left {
            [left, right]
        } else {
            [right, left]
        }
    }

    fn strip(board: &Board, side: Side, jumps: bool) -> Vec<Board> {
        let [own, other] = signs(side, ['t', 'f']);
        let step = if side == Side::Left { 1 } else { -1 };
        let mut options = vec![];
        for (r, c) in places(board, own) {
            if sign(board, r, c + step) == Some('.') {
                options.push(with(board, &[(r, c, '.'), (r, c + step, own)]));
            }
            let over = sign(board, r, c + step) == Some(other);
            if jumps && over && sign(board, r, c + 2 * step) == Some('.') {
                options.push(with(board, &[(r, c, '.'), (r, c + 2 * step, own)]));
            }
        }
        options
    }

    pub(super) fn toads(board: &Board, side: Side) -> Vec<Board> {
        strip(board, side, true)
    }

    pub(super) fn elephants(board: &Board, side: Side) -> Vec<Board> {
        strip(board, side, false)
    }

    pub(super) fn konane(board: &Board, side: Side) -> Vec<Board> {
        let [own, other] = signs(side, ['X', 'O']);
        let mut options = vec![];
        for (r, c) in places(board, own) {
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let (mut board, mut r, mut c) = (board.clone(), r, c);
                while sign(&board, r + down, c + right) == Some(other)
                    && sign(&board, r + 2 * down, c + 2 * right) == Some('.')
                {
                    let (to_r, to_c) = (r + 2 * down, c + 2 * right);
                    let changes = [(r, c, '.'), (r + down, c + right, '.'), (to_r, to_c, own)];
                    board = with(&board, &changes);
                    options.push(board.clone());
                    (r, c) = (to_r, to_c);
                }
            }
        }
        options
    }

    pub(super) fn fission(board: &Board, side: Side) -> Vec<Board> {
        let (down, right) = if side == Side::Left { (1, 0) } else { (0, 1) };
        let mut options = vec![];
        for (r, c) in places(board, 'X') {
            let ends = [(r - down, c - right), (r + down, c + right)];
            if ends.iter().all(|(r, c)| sign(board, *r, *c) == Some('.')) {
                let [a, b] = ends;
                options.push(with(
                    board,
                    &[(r, c, '.'), (a.0, a.1, 'X'), (b.0, b.1, 'X')],
                ));
            }
        }
        options
    }

    fn queen(board: &Board, (r, c): (isize, isize)) -> Vec<(isize, isize)> {
        let mut reached = vec![];
        for (down, right) in [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ] {
            for n in 1.. {
                let to = (r + n * down, c + n * right);
                if sign(board, to.0, to.1) != Some('.') {
                    break;
                }
                reached.push(to);
            }
        }
        reached
    }

    pub(super) fn amazons(board: &Board, side: Side) -> Vec<Board> {
        let [own, _] = signs(side, ['X', 'O']);
        let mut options = vec![];
        for (r, c) in places(board, own) {
            for to in queen(board, (r, c)) {
                let moved = with(board, &[(r, c, '.'), (to.0, to.1, own)]);
                for shot in queen(&moved, to) {
                    options.push(with(&moved, &[(shot.0, shot.1, '#')]));
                }
            }
        }
        options
    }

    fn near((r, c): (isize, isize)) -> [(isize, isize); 4] {
        [(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)]
    }

    fn breathes(board: &Board, stone: (isize, isize)) -> bool {
        let own = sign(board, stone.0, stone.1);
        let mut block = vec![stone];
        let mut next = 0;
        while let Some(cell) = block.get(next).copied() {
            for (r, c) in near(cell) {
                if sign(board, r, c) == Some('.') {
                    return true;
                }
                if sign(board, r, c) == own && !block.contains(&(r, c)) {
                    block.push((r, c));
                }
            }
            next += 1;
        }
        false
    }

    pub(super) fn nogo(board: &Board, side: Side) -> Vec<Board> {
        let [own, _] = signs(side, ['X', 'O']);
        let put = |(r, c)| with(board, &[(r, c, own)]);
        let cells = places(board, '.').into_iter();
        let is_stone = |board: &Board, (r, c)| matches!(sign(board, r, c), Some('X' | 'O'));
        let may = |cell: &(isize, isize)| {
            let after = put(*cell);
            let touched = near(*cell).into_iter().chain([*cell]);
            let mut stones = touched.filter(|cell| is_stone(&after, *cell));
            stones.all(|stone| breathes(&after, stone))
        };
        cells.filter(may).map(put).collect()
    }

    pub(super) fn toppling(board: &Board, side: Side) -> Vec<Board> {
        let [own, _] = signs(side, ['l', 'r']);
        let mut options = vec![];
        for (_, c) in places(board, own).into_iter().chain(places(board, 'e')) {
            for step in [1, -1] {
                let (mut after, mut c) = (board.clone(), c);
                while sign(&after, 0, c).is_some_and(|sign| sign != '.') {
                    after = with(&after, &[(0, c, '.')]);
                    c += step;
                }
                options.push(after);
            }
        }
        options
    }

    fn pushed(board: &Board, side: Side, all: bool) -> Vec<Board> {
        let [own, _] = signs(side, ['l', 'r']);
        let mut options = vec![];
        for (_, c) in places(board, own) {
            let mut row = board[0].clone();
            let c = c as usize;
            let gap = row[..c].iter().rposition(|sign| *sign == '.');
            let from = if all { 0 } else { gap.unwrap_or(0) };
            row.remove(from);
            row.insert(c, '.');
            options.push(vec![row]);
        }
        options
    }

    pub(super) fn push(board: &Board, side: Side) -> Vec<Board> {
        pushed(board, side, false)
    }

    pub(super) fn shove(board: &Board, side: Side) -> Vec<Board> {
        pushed(board, side, true)
    }

    /// Who may colour what, with stones as `X` and `O`, and whose colour bars whom.
    fn coloured(board: &Board, side: Side, barring: [char; 2]) -> Vec<Board> {
        let [own, _] = signs(side, ['X', 'O']);
        let [bars, _] = signs(side, barring);
        let cells = places(board, '.').into_iter();
        let may = |cell: &(isize, isize)| {
            let mut near = near(*cell).into_iter();
            near.all(|(r, c)| sign(board, r, c) != Some(bars))
        };
        cells
            .filter(may)
            .map(|(r, c)| with(board, &[(r, c, own)]))
            .collect()
    }

    pub(super) fn snort(board: &Board, side: Side) -> Vec<Board> {
        coloured(board, side, ['O', 'X'])
    }

    pub(super) fn col(board: &Board, side: Side) -> Vec<Board> {
        coloured(board, side, ['X', 'O'])
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
}

/// The solvers that are held against the slow rules.
struct Held<G: Disjunctive + 'static> {
    game: Sided<G>,
    memo: Memo<Sided<G>>,
    parts: Components<Sided<G>>,
}

impl<G: Disjunctive + 'static> Held<G> {
    fn of(game: G) -> Self {
        Self {
            game: Sided(game),
            memo: Memo::default(),
            parts: Components::apart(),
        }
    }

    /// Whether `side` to move wins, as both solvers find, the position being whole or in parts, itself or its negative.
    fn wins(&mut self, at: &G::Position, side: Side) -> bool {
        let limits = Limits::default();
        let turn = Turn {
            side,
            at: at.clone(),
        };
        let found = self.memo.evaluate(&self.game, &turn, &limits).unwrap();
        let parts = self.parts.evaluate(&self.game, &turn, &limits).unwrap();
        assert_eq!(found.score, parts.score, "{turn:?}");
        if let Some(at) = self.game.0.negative(at) {
            let side = side.other();
            let turned = self.memo.evaluate(&self.game, &Turn { side, at }, &limits);
            assert_eq!(turned.unwrap().score, found.score, "{turn:?}");
        }
        found.score == WinLoss::Win
    }
}

/// Every position that play can reach has the value that the slow rules give its text, for either side to move.
fn against<E>(position: &str, options: slow::Options)
where
    E: Entry<Game: Disjunctive>,
{
    let (game, start) = E::open(None, Some(position)).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mut held = Held::of(game);
    let mut todo = vec![start];
    let (mut seen, mut known) = (HashSet::new(), HashMap::new());
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let text = held.game.0.show(&at);
        assert_eq!(held.game.0.parse(&text).unwrap(), at);
        for side in Side::BOTH {
            let expected = slow::wins(&slow::board(&text), side, &options, &mut known);
            assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
            let game = &held.game.0;
            let next: Vec<_> = game
                .moves(&at, side)
                .map(|mv| game.play(&at, side, &mv))
                .collect();
            let mut found: Vec<_> = next.iter().map(|to| slow::board(&game.show(to))).collect();
            let mut expected = options(&slow::board(&text), side);
            for options in [&mut found, &mut expected] {
                options.sort();
                options.dedup();
            }
            assert_eq!(found, expected, "{text} {side:?}");
            for to in &next {
                assert!(game.height(to) < game.height(&at), "{text}");
            }
            todo.extend(next);
        }
    }
}

/// Every text of so many signs.
fn texts(signs: &str, length: usize) -> Vec<String> {
    let longer = |texts: Vec<String>| {
        let longer = texts
            .iter()
            .flat_map(|text| signs.chars().map(move |sign| format!("{text}{sign}")));
        longer.collect()
    };
    (0..length).fold(vec![String::new()], |texts, _| longer(texts))
}

/// A text in rows of so many signs.
fn rows(text: &str, columns: usize) -> String {
    let signs: Vec<char> = text.chars().collect();
    let rows: Vec<String> = signs
        .chunks(columns)
        .map(|row| row.iter().collect())
        .collect();
    rows.join("/")
}

fn all_rows<E: Entry<Game: Disjunctive>>(
    signs: &str,
    lengths: std::ops::RangeInclusive<usize>,
    options: slow::Options,
) {
    for text in lengths.flat_map(|length| texts(signs, length)) {
        against::<E>(&text, options);
    }
}

/// Every board of so many cells in every shape.
fn all_boards<E: Entry<Game: Disjunctive>>(signs: &str, cells: usize, options: slow::Options) {
    for text in texts(signs, cells) {
        for columns in (1..=cells).filter(|columns| cells.is_multiple_of(*columns)) {
            against::<E>(&rows(&text, columns), options);
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    /// A text of so many signs; those that come more than once come more often.
    fn text(&mut self, signs: &str, length: usize) -> String {
        let signs: Vec<char> = signs.chars().collect();
        (0..length)
            .map(|_| signs[self.below(signs.len() as u64) as usize])
            .collect()
    }
}

fn random_boards<E: Entry<Game: Disjunctive>>(
    signs: &str,
    [number, height, width]: [usize; 3],
    options: slow::Options,
) {
    let mut random = Random(4711);
    for _ in 0..number {
        against::<E>(&rows(&random.text(signs, height * width), width), options);
    }
}

#[test]
fn toads_and_frogs() {
    all_rows::<ToadsAndFrogs>("tf.", 1..=7, slow::toads);
    random_boards::<ToadsAndFrogs>("ttff...#", [150, 1, 11], slow::toads);
    random_boards::<ToadsAndFrogs>("tf..", [20, 2, 5], slow::toads);
}

#[test]
fn elephants_and_rhinos() {
    all_rows::<ElephantsAndRhinos>("tf.", 1..=7, slow::elephants);
    random_boards::<ElephantsAndRhinos>("ttff...#", [150, 1, 11], slow::elephants);
}

#[test]
fn konane() {
    all_boards::<Konane>("XO.", 6, slow::konane);
    random_boards::<Konane>("XXXOOO..#", [150, 3, 4], slow::konane);
    random_boards::<Konane>("XO.", [60, 4, 4], slow::konane);
    random_boards::<Konane>("XO.", [40, 1, 14], slow::konane);
}

#[test]
fn fission() {
    all_boards::<Fission>("X.", 9, slow::fission);
    random_boards::<Fission>("X....#", [80, 3, 4], slow::fission);
    against::<Fission>("...../..X../.....", slow::fission);
}

#[test]
fn amazons() {
    all_boards::<Amazons>("XO.#", 4, slow::amazons);
    random_boards::<Amazons>("XO...##", [120, 2, 4], slow::amazons);
    random_boards::<Amazons>("X#O#.#.##.##", [120, 3, 4], slow::amazons);
}

#[test]
fn nogo() {
    all_boards::<NoGo>("XO.", 6, slow::nogo);
    random_boards::<NoGo>("XO...#", [40, 3, 3], slow::nogo);
    against::<NoGo>("........", slow::nogo);
}

#[test]
fn toppling_dominoes() {
    all_rows::<TopplingDominoes>("lre", 1..=6, slow::toppling);
    random_boards::<TopplingDominoes>("llrre.", [100, 1, 10], slow::toppling);
}

#[test]
fn push_and_shove() {
    all_rows::<Push>("lr.", 1..=6, slow::push);
    all_rows::<Shove>("lr.", 1..=6, slow::shove);
}

/// Boards with stones of both players that may lie there.
fn coloured_boards<E: Entry<Game: Disjunctive>>(
    cells: usize,
    columns: usize,
    options: slow::Options,
) {
    let mut known = HashMap::new();
    for text in texts("XO.", cells) {
        let text = rows(&text, columns);
        let Ok((game, at)) = E::open(None, Some(&text)) else {
            continue;
        };
        let again = game.parse(&game.show(&at)).unwrap();
        assert_eq!(again, at, "{text}");
        let mut held = Held::of(game);
        for side in Side::BOTH {
            let board = slow::board(&text);
            let expected = slow::wins(&board, side, &options, &mut known);
            assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
            let moves = held.game.0.moves(&at, side).count();
            assert_eq!(moves, options(&board, side).len(), "{text} {side:?}");
        }
    }
}

#[test]
fn snort_and_col_on_boards() {
    for columns in [2, 3, 6] {
        coloured_boards::<Snort>(6, columns, slow::snort);
        coloured_boards::<Col>(6, columns, slow::col);
    }
    coloured_boards::<Snort>(8, 8, slow::snort);
    coloured_boards::<Col>(8, 8, slow::col);
}

/// Graphs with points that one player alone may colour: what is left to Left and to Right is written out.
fn coloured_graph<E: Entry<Game: Disjunctive>>(random: &mut Random, takes_own: bool) {
    type Left = [Vec<usize>; 2];
    let count = 1 + random.below(7) as usize;
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(3) == 0).collect();
    let given: Vec<u64> = (0..count).map(|_| random.below(4)).collect();
    let of = |kinds: [u64; 3]| -> Vec<usize> {
        (0..count).filter(|p| kinds.contains(&given[*p])).collect()
    };
    let names = |points: Vec<usize>| {
        points
            .iter()
            .map(|p| format!("p{p}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    let shown: Vec<_> = edges.iter().map(|(a, b)| format!("p{a}-p{b}")).collect();
    let all = [names((0..count).collect()), shown.join(",")].join(",");
    let text = format!(
        "{}/{}/{}",
        all.trim_end_matches(','),
        names(of([2; 3])),
        names(of([3; 3]))
    );
    let joined = |a: usize, b: usize| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let options = |at: &Left, side: Side| -> Vec<Left> {
        let me = side as usize;
        let colour = |point: &usize| {
            let mut to = at.clone();
            to.iter_mut().for_each(|left| left.retain(|p| p != point));
            to[if takes_own { me } else { 1 - me }].retain(|p| !joined(*p, *point));
            to
        };
        at[me].iter().map(colour).collect()
    };
    let (game, at) = E::open(None, Some(&text)).unwrap_or_else(|e| panic!("{text}: {e}"));
    let again = game.parse(&game.show(&at)).unwrap();
    assert_eq!(again, at, "{text}");
    let mut held = Held::of(game);
    for side in Side::BOTH {
        let left: Left = [of([0, 1, 2]), of([0, 1, 3])];
        let expected = slow::wins(&left, side, &options, &mut HashMap::new());
        assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
    }
}

#[test]
fn snort_and_col_on_random_graphs() {
    let mut random = Random(31);
    for _ in 0..200 {
        coloured_graph::<Snort>(&mut random, false);
        coloured_graph::<Col>(&mut random, true);
    }
}

type Piece = (usize, usize);

/// Every position that play can reach from some pieces has the value that the slow rules give it.
fn pieces_against<E: Entry<Game: Disjunctive>>(
    parameters: Option<&str>,
    pieces: &[Piece],
    show: fn(&Piece) -> String,
    options: impl Fn(&Piece, Side) -> Vec<Vec<Piece>>,
) {
    let all = |at: &Vec<Piece>, side: Side| -> Vec<Vec<Piece>> {
        let mut next = vec![];
        for (n, piece) in at.iter().enumerate() {
            for into in options(piece, side) {
                let mut to = [&at[..n], &at[n + 1..], &into].concat();
                to.retain(|piece| piece.0 * piece.1 > 0);
                to.sort();
                next.push(to);
            }
        }
        next.sort();
        next.dedup();
        next
    };
    let mut todo = vec![pieces.to_vec()];
    let (mut seen, mut known) = (HashSet::new(), HashMap::new());
    let text = |at: &Vec<Piece>| at.iter().map(show).collect::<Vec<_>>().join(",");
    let (game, _) = E::open(parameters, Some(&text(&pieces.to_vec()))).unwrap();
    let mut held = Held::of(game);
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let position = held.game.0.parse(&text(&at)).unwrap();
        assert_eq!(held.game.0.show(&position), text(&at));
        for side in Side::BOTH {
            let expected = slow::wins(&at, side, &all, &mut known);
            assert_eq!(held.wins(&position, side), expected, "{at:?} {side:?}");
            let game = &held.game.0;
            let play = |mv| game.play(&position, side, &mv);
            let next: Vec<_> = game.moves(&position, side).map(play).collect();
            let found: HashSet<_> = next.iter().map(|to| game.show(to)).collect();
            let expected: HashSet<_> = all(&at, side).iter().map(text).collect();
            assert_eq!(
                (found.len(), found),
                (next.len(), expected),
                "{at:?} {side:?}"
            );
            assert!(
                next.iter()
                    .all(|to| game.height(to) < game.height(&position))
            );
            todo.extend(all(&at, side));
        }
    }
}

/// What becomes of a length.
type Knife = fn(usize) -> Vec<Vec<usize>>;

/// What cutting a length in two, in equal parts, or around one that is eaten makes of it.
const KNIVES: [Knife; 3] = [
    |all| (1..all).map(|a| vec![a, all - a]).collect(),
    |all| {
        (1..all)
            .filter(|a| all.is_multiple_of(*a))
            .map(|a| vec![a; all / a])
            .collect()
    },
    |all| (0..all).map(|a| vec![a, all - 1 - a]).collect(),
];

fn cakes<E: Entry<Game: Disjunctive>>(knife: usize, cakes: &[Piece]) {
    let options = |(rows, columns): &Piece, side: Side| -> Vec<Vec<Piece>> {
        let (all, left) = match side {
            Side::Left => (*columns, true),
            Side::Right => (*rows, false),
        };
        let cake = |n: &usize| if left { (*rows, *n) } else { (*n, *columns) };
        let lengths = KNIVES[knife](all);
        lengths
            .iter()
            .map(|cut| cut.iter().map(cake).collect())
            .collect()
    };
    pieces_against::<E>(None, cakes, |(a, b)| format!("{a}x{b}"), options);
}

#[test]
fn all_cakes() {
    for pieces in [&[(3, 4)][..], &[(2, 5)], &[(2, 2), (5, 1)], &[(1, 6)]] {
        cakes::<Cutcake>(0, pieces);
        cakes::<Eatcake>(2, pieces);
    }
    for pieces in [&[(6, 4)][..], &[(4, 9)], &[(2, 3), (3, 4)], &[(12, 2)]] {
        cakes::<MaundyCake>(1, pieces);
    }
}

#[test]
fn partizan_heaps() {
    for (sets, left, right) in [
        ("1,3/2,3", vec![1, 3], vec![2, 3]),
        ("2,4/1,3", vec![2, 4], vec![1, 3]),
        ("1/2", vec![1], vec![2]),
        ("/1,2", vec![], vec![1, 2]),
    ] {
        let options = |(_, heap): &Piece, side: Side| -> Vec<Vec<Piece>> {
            let set = if side == Side::Left { &left } else { &right };
            let fit = set.iter().filter(|taken| *taken <= heap);
            fit.map(|taken| vec![(1, heap - taken)]).collect()
        };
        pieces_against::<PartizanSubtraction>(
            Some(sets),
            &[(1, 5), (1, 7)],
            |heap| heap.1.to_string(),
            options,
        );
    }
}

/// Left may take one and split the rest; Right may take one or two and leave one heap, or split without taking.
#[test]
fn partizan_octal_games() {
    let split = |rest: usize| (1..rest).map(move |a| vec![(1, a), (1, rest - a)]);
    let options = |(_, heap): &Piece, side: Side| -> Vec<Vec<Piece>> {
        let mut options: Vec<Vec<Piece>> = vec![];
        match side {
            Side::Left => {
                options.push(vec![(1, heap - 1)]);
                options.extend(split(heap - 1));
            }
            Side::Right => {
                let more = (1..=2).filter(|taken| taken < heap);
                options.extend(more.map(|taken| vec![(1, heap - taken)]));
                options.extend(split(*heap));
            }
        }
        options
    };
    for heaps in [&[(1, 7)][..], &[(1, 3), (1, 5)]] {
        pieces_against::<PartizanOctal>(
            Some("0.7/4.22"),
            heaps,
            |heap| heap.1.to_string(),
            options,
        );
    }
}

/// The class of a position, by its parts.
fn class<E: Entry<Game: Disjunctive>>(parameters: Option<&str>, position: &str) -> char {
    let (game, at) =
        E::open(parameters, Some(position)).unwrap_or_else(|e| panic!("{position}: {e}"));
    let game = Sided(game);
    let mut solver = Components::apart();
    let wins = Side::BOTH.map(|side| {
        let turn = Turn {
            side,
            at: at.clone(),
        };
        let found = solver.evaluate(&game, &turn, &Limits::default());
        found.unwrap().score == WinLoss::Win
    });
    match wins {
        [true, true] => 'N',
        [false, false] => 'P',
        [true, false] => 'L',
        [false, true] => 'R',
    }
}

/// Positions, each with the class that its value has.
fn classes<E: Entry<Game: Disjunctive>>(known: &str) {
    for (position, expected) in known.split("; ").map(|fact| fact.rsplit_once(' ').unwrap()) {
        assert_eq!(
            class::<E>(None, position).to_string(),
            expected,
            "{position}"
        );
    }
}

/// The classes of values that CGSuite 2.2 and a program of the project's compute alike (of konane: cgt 0.11, of nogo, push
/// and shove: pycgt 0.2): `lrrl` is ↑, so Left's.
#[test]
fn classes_of_known_values() {
    classes::<ToadsAndFrogs>(
        "t.ff N; t.fff N; t...fff R; t.fffff N; t..fffff R; t...fffff R; tt..ff N; tt...ff N; tt.fff N; tt..fff N; \
         tt.ffff N; tt...ffff R; tt.fffff N; ttt.fff N; ttt..fff N; ttttt.fffff N; tftf.tf P; tftft.f N; .ttftff P; \
         tt.f.f P; tt..tff L; ttt..ff N; tttt..fff N; ttttt..fff N; tttt.f N; ttttt..ff N; ttttt...ff L",
    );
    classes::<ElephantsAndRhinos>("t..f P; tt..ff P; tttt..fff L; tt.f.f N");
    classes::<Cutcake>("1x2 L; 2x1 R; 3x2 P; 3x4 L; 5x7 P; 4x9 L");
    classes::<MaundyCake>("6x4 P; 9x8 L; 12x5 R; 7x6 L");
    classes::<Eatcake>("2x3 L; 2x4 N; 4x4 N; 1x6 R");
    classes::<TopplingDominoes>(
        "rl N; llr N; lrlr N; lrrl L; ere N; lre N; eee N; lere N; llrlr N; lrrlr N; elr N; leer N; llrrl L; lrllr N",
    );
    classes::<Amazons>(
        "x..o N; x.|.o P; x..|..o N; x.o|... N; x..|o.. N; xo|.. P; .x.|... L; x.o|o.x P",
    );
    classes::<Konane>(
        ".ox. N; xo. L; xox. R; xoxo. L; .xo.|xo.x L; .ox.|o..x|.... N; xoxo|o.xo|xoxo R; ox.o|xoxo|oxox|xoxo R",
    );
    classes::<Snort>(
        "path 5 N; path 6 N; path 7 N; cycle 4 P; cycle 5 N; cycle 7 N; grid 2x2 P; grid 2x3 N",
    );
    classes::<Col>(
        "path 1 N; path 2 P; path 4 P; path 5 P; path 7 P; cycle 3 P; cycle 6 P; grid 2x3 P",
    );
    classes::<Fission>(
        ".....|..x..|..... R; ....|.xx.|.... P; .....|.....|..x..|.....|..... P; ..x.|....|..x.|.... R",
    );
    classes::<NoGo>(". P; .. N; ..... N; x.. N; x.o P; x.x P; .x.. N; .x.o. N");
    classes::<Push>("l. L; .lr R; .rl L; ..l L; .l.r R; rl.l L");
    classes::<Shove>(".lr R; lr. R; .rl L; ..l L; rl.l L; l.r R");
}

/// The same of the games that have types of their own; boards are as large as they are written.
#[test]
fn classes_of_known_values_on_other_boards() {
    classes::<Domineering>(
        "...|.## R; ...|#.# N; .#.|...|#.# L; ...|...|..# N; ...#|....|....|#... P; .....|.###. R; ..#|...|#.. N; \
         ....|....|#..# R; .#..|....|..#. P; ....|.##.|.##.|.... P; .....|.....|..#.. R",
    );
    classes::<Clobber>(
        "xox N; xoxo N; xoxoxox R; xoxoxoxo N; xoxoxoxoxox R; xxxo L; xxoo P; oxxoxx L; xoox P; xxoxoo N; xooxxo N; \
         xxxooo P; xo|ox N; xox|oxo P; xoxo|oxox N; xxo|oox N; xo|ox|xo P; xox|oxo|xox N; xxo|o.x|xoo P; \
         xoxo|oxox|xoxo P",
    );
    classes::<Hackenbush>(
        "b L; bb L; brb L; brbr L; bbrbrr L; rb R; rbb R; gbr N; ggb N; bbg L; bgg L; brgb L; gggb N; bgb L; bbbg L; \
         0b1,1b2,1r3,3b4 L; 0g1,1b2,1r3 N; 0b1,1b2,2r3,1r4 L",
    );
}

#[test]
fn classes_of_partizan_subtraction() {
    for (sets, known) in [
        ("1,3/2,3", "1 L; 2 N; 3 N; 8 L"),
        ("1,2/1,3", "1 N; 4 L; 5 L; 6 L; 8 L"),
        ("2,4/1,3", "2 N; 3 R; 4 N; 6 R; 7 N"),
        ("1,4/2,3", "4 L"),
        ("1/2", "1 L; 2 N; 3 P; 4 L; 5 N"),
    ] {
        for (heap, expected) in known.split("; ").map(|fact| fact.rsplit_once(' ').unwrap()) {
            let found = class::<PartizanSubtraction>(Some(sets), heap);
            assert_eq!(found.to_string(), expected, "{sets} {heap}");
        }
    }
}

/// J. Erickson, New Toads and Frogs Results (1996): tᵃ.fᵇ is * for a, b ≥ 2; tᵃ...ff is (a − 2)*.
#[test]
fn families_of_toads_and_frogs() {
    for (a, b) in (2..6).flat_map(|a| (2..6).map(move |b| (a, b))) {
        let text = format!("{}.{}", "t".repeat(a), "f".repeat(b));
        assert_eq!(class::<ToadsAndFrogs>(None, &text), 'N', "{text}");
    }
    for a in 2..6 {
        let text = format!("{}...ff", "t".repeat(a));
        let expected = if a == 2 { 'N' } else { 'L' };
        assert_eq!(class::<ToadsAndFrogs>(None, &text), expected, "{text}");
    }
}

/// Winning Ways, ch. 2: m × n with m ≤ n is worth ⌊n/2^k⌋ − 1, 2^k being the greatest power of two up to m.
#[test]
fn values_of_cutcake() {
    for (m, n) in (1..8u32).flat_map(|m| (m..16).map(move |n| (m, n))) {
        let value = n / (1 << m.ilog2()) - 1;
        let balanced = format!("{m}x{n},{}", vec!["2x1"; value as usize].join(","));
        let found = class::<Cutcake>(None, balanced.trim_end_matches(','));
        assert_eq!(found, 'P', "{balanced}");
    }
}

/// How many independent parts a position is known to have.
fn parts<E: Entry<Game: Disjunctive>>(position: &str) -> Vec<String> {
    let (game, at) = E::open(None, Some(position)).unwrap();
    game.summands(&at)
        .iter()
        .map(|part| game.show(part))
        .collect()
}

#[test]
fn what_cannot_meet_is_apart() {
    assert!(parts::<ToadsAndFrogs>("f..t").is_empty());
    assert_eq!(parts::<ToadsAndFrogs>(".f...t."), [".f#####", "#####t."]);
    assert_eq!(parts::<ToadsAndFrogs>("t.ttff.f"), ["t.######", "######.f"]);
    assert_eq!(parts::<ToadsAndFrogs>("t.ff"), ["t.ff"]);
    assert_eq!(parts::<ElephantsAndRhinos>("t.tf.f"), ["t.####", "####.f"]);
    assert_eq!(
        parts::<Konane>("XO./.../OX."),
        ["XO./###/###", "###/###/OX."]
    );
    assert_eq!(parts::<Amazons>("X.#.X/..#.O").len(), 2);
    assert_eq!(parts::<Amazons>("X.#.."), ["X.###"]);
    assert_eq!(parts::<Snort>("a-b,b-c/a/c"), ["a-b,b-c/a/c"]);
    assert_eq!(parts::<Snort>("a-b,b-c/a,b").len(), 2);
    assert_eq!(parts::<Col>("a-b/a/b").len(), 2);
    assert_eq!(parts::<Cutcake>("2x3,1x1,2x2"), ["2x2", "2x3"]);
    assert_eq!(parts::<Fission>("X..#.X.").len(), 1);
}

#[test]
fn what_is_no_position_is_told() {
    fn error<E: Entry>(parameters: Option<&str>, position: Option<&str>) -> String {
        match E::open(parameters, position) {
            Ok(_) => panic!("{position:?} was read"),
            Err(error) => error.to_string(),
        }
    }
    let long = ".".repeat(65);
    for (error, expected) in [
        (
            error::<ToadsAndFrogs>(None, Some("t.g")),
            "expected one of the signs tf.#, found 'g'",
        ),
        (
            error::<ToadsAndFrogs>(None, None),
            "this game has no usual start",
        ),
        (
            error::<ToadsAndFrogs>(Some("5"), Some("t.f")),
            "this game takes no parameters",
        ),
        (
            error::<NoGo>(None, Some(&long)),
            "expected a board of 1 to 64 cells, found 65",
        ),
        (
            error::<NoGo>(None, Some("../.")),
            "expected 2 cells in each row, found 1",
        ),
        (error::<NoGo>(Some("2,2"), Some("...")), "expected 2 rows"),
        (
            error::<TopplingDominoes>(None, Some("lr/lr")),
            "expected one row, found 2",
        ),
        (
            error::<Snort>(None, Some("a-b/c")),
            "expected a point of the graph, found \"c\"",
        ),
        (
            error::<Snort>(None, Some("a-b/a/a")),
            "expected each point to be given to one player",
        ),
        (error::<Snort>(None, Some("a>b")), "expected edges like a-b"),
        (
            error::<Snort>(None, Some("XO.")),
            "expected stones of which no two neighbours",
        ),
        (
            error::<Snort>(None, Some("path 65")),
            "expected a point like 3 or b",
        ),
        (
            error::<Col>(None, Some("X.X/XOX")),
            "expected stones of which no two neighbours",
        ),
        (
            error::<Cutcake>(None, Some("2x0")),
            "expected rows and columns of a cake like 2x5",
        ),
        (
            error::<Cutcake>(None, Some("2x100001")),
            "of numbers up to 100000",
        ),
        (
            error::<PartizanSubtraction>(Some("1,2"), Some("5")),
            "expected the numbers that Left may take",
        ),
        (
            error::<PartizanSubtraction>(Some("1/x"), Some("5")),
            "expected a number to take",
        ),
        (
            error::<PartizanOctal>(Some("0.7/0.9"), Some("5")),
            "expected",
        ),
    ] {
        assert!(
            error.starts_with(expected) || error.contains(expected),
            "{error}"
        );
    }
}

/// A piece with more moves than there is memory for.
#[test]
fn large_pieces_stop_at_their_limits() {
    fn stops<E: Entry<Game: Disjunctive>>(parameters: Option<&str>, position: &str) {
        let (game, at) = E::open(parameters, Some(position)).unwrap();
        let turn = Turn {
            side: Side::Left,
            at,
        };
        let limits = Limits {
            memory: Some(1 << 21),
            ..Limits::default()
        };
        let found = Components::apart().evaluate(&Sided(game), &turn, &limits);
        assert_eq!(found.unwrap_err().reason, StopReason::Memory, "{position}");
    }
    stops::<Cutcake>(None, "100000x100000");
    stops::<Eatcake>(None, "99999x100000");
    stops::<PartizanOctal>(Some("0.[7]/0.[7]"), "100000");
}

//! Games of Left and Right whose positions are marks or pieces, against slow references, and the values known of them.

use std::collections::{HashMap, HashSet};

use bouton_core::partizan::Turn;
use bouton_core::{
    Disjunctive, Entry, Limits, Loopfree, Notation, Partizan, Side, Sided, Solver, WinLoss,
};
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
            parts: Components::default(),
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
        for columns in (1..=cells).filter(|columns| cells % columns == 0) {
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

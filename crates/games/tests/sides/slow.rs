//! Positions as rows of signs, every option written out by plain loops.

use std::collections::HashMap;

use bouton_core::Side;

pub(crate) type Board = Vec<Vec<char>>;
pub(crate) type Options = fn(&Board, Side) -> Vec<Board>;

pub(crate) fn board(text: &str) -> Board {
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

pub(crate) fn toads(board: &Board, side: Side) -> Vec<Board> {
    strip(board, side, true)
}

pub(crate) fn elephants(board: &Board, side: Side) -> Vec<Board> {
    strip(board, side, false)
}

pub(crate) fn konane(board: &Board, side: Side) -> Vec<Board> {
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

pub(crate) fn fission(board: &Board, side: Side) -> Vec<Board> {
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

pub(crate) fn amazons(board: &Board, side: Side) -> Vec<Board> {
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

/// Whether every block of stones has a free neighbour.
pub(crate) fn nogo_allows(board: &Board) -> bool {
    let stones = ['X', 'O'].map(|sign| places(board, sign));
    stones
        .into_iter()
        .flatten()
        .all(|stone| breathes(board, stone))
}

pub(crate) fn nogo(board: &Board, side: Side) -> Vec<Board> {
    let [own, _] = signs(side, ['X', 'O']);
    let cells = places(board, '.').into_iter();
    let options = cells.map(|(r, c)| with(board, &[(r, c, own)]));
    options.filter(nogo_allows).collect()
}

pub(crate) fn toppling(board: &Board, side: Side) -> Vec<Board> {
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

pub(crate) fn push(board: &Board, side: Side) -> Vec<Board> {
    pushed(board, side, false)
}

pub(crate) fn shove(board: &Board, side: Side) -> Vec<Board> {
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

/// Whether no two neighbours have these signs.
fn apart(board: &Board, [a, b]: [char; 2]) -> bool {
    let mut stones = places(board, a).into_iter();
    stones.all(|stone| {
        near(stone)
            .iter()
            .all(|(r, c)| sign(board, *r, *c) != Some(b))
    })
}

pub(crate) fn snort_allows(board: &Board) -> bool {
    apart(board, ['X', 'O'])
}

pub(crate) fn col_allows(board: &Board) -> bool {
    apart(board, ['X', 'X']) && apart(board, ['O', 'O'])
}

pub(crate) fn snort(board: &Board, side: Side) -> Vec<Board> {
    coloured(board, side, ['O', 'X'])
}

pub(crate) fn col(board: &Board, side: Side) -> Vec<Board> {
    coloured(board, side, ['X', 'O'])
}

/// Whether `side`, to move, wins.
pub(crate) fn wins<P: Clone + Eq + std::hash::Hash>(
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

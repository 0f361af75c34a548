//! Dōbutsu shōgi: a lion, an elephant, a giraffe and a chick each on a board of four rows and three columns. A lion goes one
//! step in all eight directions, an elephant diagonally, a giraffe along rows and columns, a chick forward; a chick that
//! goes to the far row becomes a hen, which goes one step anywhere but diagonally back. A captured piece is held in hand and
//! can be put on an empty cell instead of a move. A player who can take the lion does so and wins; a lion on the far row
//! after the other's move wins too. A player with no move makes it a draw. The board is turned after each move: own pieces
//! go up.
//!
//! A position is the cells from the top, with the mover's pieces 1 to 5 for elephant, giraffe, chick, hen and lion, and the
//! other's pieces negative; then the mover's pieces in hand of the first three kinds, and the other's. After a lion is
//! taken only the other lion is left on the board.

use super::{Named, Position, Rules, Step};

struct DobutsuShogi;

const LETTERS: &str = "EGCHL";
const CELLS: usize = 12;
const LION: i64 = 5;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(DobutsuShogi))
}

/// Whether a piece of the player who moves up may make this step.
fn goes(kind: i64, down: i64, right: i64) -> bool {
    let (straight, ahead) = (down == 0 || right == 0, down == -1);
    match kind {
        1 => !straight,
        2 => straight,
        3 => ahead && right == 0,
        4 => straight || ahead,
        _ => true,
    }
}

/// The steps of the mover's pieces, to cells without a piece of the mover.
fn steps(at: &[i64]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for from in (0..CELLS).filter(|cell| at[*cell] > 0) {
        for to in (0..CELLS).filter(|to| *to != from && at[*to] <= 0) {
            let down = (to / 3) as i64 - (from / 3) as i64;
            let right = (to % 3) as i64 - (from % 3) as i64;
            if down.abs() <= 1 && right.abs() <= 1 && goes(at[from], down, right) {
                found.push((from, to));
            }
        }
    }
    found
}

fn turned(at: &[i64]) -> Position {
    let board = at[..CELLS].iter().rev().map(|piece| -piece);
    let hands = at[CELLS + 3..].iter().chain(&at[CELLS..CELLS + 3]);
    board.chain(hands.copied()).collect()
}

/// The position after a lion is taken: only the other one is left.
fn ended(lion: usize) -> Position {
    let mut at = vec![0; CELLS + 6];
    at[CELLS - 1 - lion] = -LION;
    at
}

fn is_taken(at: &[i64]) -> bool {
    !at[..CELLS].contains(&LION)
}

/// Every move; none if play is over.
fn moves(at: &[i64]) -> Vec<Position> {
    if is_taken(at) {
        return Vec::new();
    }
    let steps = steps(at);
    let takes: Vec<_> = steps.iter().filter(|(_, to)| at[*to] == -LION).collect();
    if !takes.is_empty() {
        let own = (0..CELLS).find(|cell| at[*cell] == LION).unwrap_or(0);
        let lion = |(from, to): &(usize, usize)| if at[*from] == LION { *to } else { own };
        return takes.into_iter().map(|step| ended(lion(step))).collect();
    }
    if at[CELLS - 3..CELLS].contains(&-LION) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (from, to) in steps {
        let mut after = at.to_vec();
        match -at[to] {
            0 => {}
            taken => after[CELLS + (taken.min(3) - 1) as usize] += 1,
        }
        after[to] = if at[from] == 3 && to < 3 { 4 } else { at[from] };
        after[from] = 0;
        found.push(turned(&after));
    }
    for kind in (0..3).filter(|kind| at[CELLS + kind] > 0) {
        for to in (0..CELLS).filter(|to| at[*to] == 0) {
            let mut after = at.to_vec();
            after[CELLS + kind] -= 1;
            after[to] = kind as i64 + 1;
            found.push(turned(&after));
        }
    }
    found
}

impl Rules for DobutsuShogi {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        moves(at).into_iter().for_each(|to| see(to.into()));
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        if !moves(at).is_empty() {
            return None;
        }
        let is_lost = is_taken(at) || at[CELLS - 3..CELLS].contains(&-LION);
        Some(if is_lost { -1 } else { 0 })
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let wrong =
            || "expected rows from the top like .le/.../gC./EL. and what is in hand, Gc".to_owned();
        let (board, hand) = text.split_once(' ').unwrap_or((text, ""));
        let signed = |letter: char| {
            let kind = LETTERS.find(letter.to_ascii_uppercase())? as i64 + 1;
            Some(if letter.is_lowercase() { -kind } else { kind })
        };
        let mut at = Position::new();
        for row in board.split('/') {
            let cells = row.chars().map(|letter| {
                if letter == '.' {
                    Some(0)
                } else {
                    signed(letter)
                }
            });
            let cells = cells
                .collect::<Option<Vec<_>>>()
                .filter(|cells| cells.len() == 3);
            at.extend(cells.ok_or_else(wrong)?);
        }
        at.extend([0; 6]);
        if at.len() != CELLS + 6 {
            return Err(wrong());
        }
        for letter in hand.chars() {
            match signed(letter).ok_or_else(wrong)? {
                kind @ 1..=3 => at[CELLS + kind as usize - 1] += 1,
                kind @ -3..=-1 => at[CELLS + 2 + -kind as usize] += 1,
                _ => return Err(wrong()),
            }
        }
        let count = |kind: i64| {
            let board = at[..CELLS]
                .iter()
                .filter(|piece| piece.abs() == kind || kind == 3 && piece.abs() == 4);
            let hands = at.get(CELLS + kind as usize - 1).unwrap_or(&0)
                + at.get(CELLS + 2 + kind as usize).unwrap_or(&0);
            board.count() as i64 + hands
        };
        let lions = |sign: i64| {
            at[..CELLS]
                .iter()
                .filter(|piece| **piece == sign * LION)
                .count()
        };
        let alone = at.iter().filter(|piece| **piece != 0).count() == 1;
        let whole =
            (1..=3).all(|kind| count(kind) == 2) && lions(1) == 1 && !at[..3].contains(&LION);
        if lions(-1) != 1 || !alone && !whole {
            return Err(wrong());
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        let letter = |piece: i64| {
            let letter = LETTERS.as_bytes().get(piece.unsigned_abs() as usize - 1);
            let letter = char::from(*letter.unwrap_or(&b'?'));
            if piece < 0 {
                letter.to_ascii_lowercase()
            } else {
                letter
            }
        };
        let row = |row: &[i64]| -> String {
            let letters = row
                .iter()
                .map(|piece| if *piece == 0 { '.' } else { letter(*piece) });
            letters.collect()
        };
        let rows: Vec<_> = at[..CELLS].chunks(3).map(row).collect();
        let held = |player: usize| {
            let kinds = 0..3;
            kinds.flat_map(move |kind| {
                let sign = if player == 0 { 1 } else { -1 };
                let held = at[CELLS + 3 * player + kind];
                (0..held).map(move |_| letter(sign * (kind as i64 + 1)))
            })
        };
        let hand: String = held(0).chain(held(1)).collect();
        let gap = if hand.is_empty() { "" } else { " " };
        rows.join("/") + gap + &hand
    }

    /// A mirrored board is equivalent.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let rows = at[..CELLS].chunks(3);
        let mirror = rows.flat_map(|row| row.iter().rev());
        let mirrored: Position = mirror.chain(&at[CELLS..]).copied().collect();
        mirrored.min(at.to_vec())
    }

    fn lasts(&self) -> bool {
        true
    }
}

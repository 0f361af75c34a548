//! Coin turning: coins in a row show heads or tails. A move turns some of them, of which the last goes from heads to tails.
//! On a board a move turns the coins where the rows of a move of one game meet the columns of a move of another. The last to
//! move wins.

use super::board::Board;
use super::{Named, Position, Rules, Step};

/// The places of the coins that are turned together with the one at a place, which is the last of them.
type Turns = fn(usize) -> Vec<Vec<usize>>;

struct CoinTurning {
    board: Board,
    rows: Turns,
    columns: Turns,
}

/// More coins have too many moves to examine.
const MOST: usize = 64;

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let text = named.parameters.unwrap_or("");
    let games: Result<Vec<Turns>, String> = text.split(',').map(turns).collect();
    let board = Board::like(named.position, "TH");
    let (rows, columns) = match games?[..] {
        [columns] if board.rows == 1 => ((|_| vec![vec![0]]) as Turns, columns),
        [rows, columns] => (rows, columns),
        _ => return Err("expected one game of coins for a row, two for a board".to_owned()),
    };
    match board.rows * board.columns <= MOST {
        true => Ok(Box::new(CoinTurning {
            board,
            rows,
            columns,
        })),
        false => Err(format!("expected at most {MOST} coins")),
    }
}

fn turns(name: &str) -> Result<Turns, String> {
    Ok(match name {
        "turtles" => |last| up_to(2, last),
        "mock-turtles" => |last| up_to(3, last),
        "moebius" => |last| up_to(5, last),
        "twins" => |last| exactly(2, last),
        "triplets" => |last| exactly(3, last),
        "ruler" => |last| (0..=last).map(|first| (first..=last).collect()).collect(),
        _ => {
            return Err("expected turtles, mock-turtles, moebius, twins, triplets or ruler".into());
        }
    })
}

fn up_to(most: usize, last: usize) -> Vec<Vec<usize>> {
    (1..=most).flat_map(|count| exactly(count, last)).collect()
}

/// So many places, the last of which is `last`.
fn exactly(count: usize, last: usize) -> Vec<Vec<usize>> {
    if count == 1 {
        return vec![vec![last]];
    }
    let mut all = Vec::new();
    for before in 0..last {
        for mut places in exactly(count - 1, before) {
            places.push(last);
            all.push(places);
        }
    }
    all
}

impl Rules for CoinTurning {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for cell in (0..at.len()).filter(|cell| at[*cell] == 1) {
            let (row, column) = (cell / self.board.columns, cell % self.board.columns);
            for rows in (self.rows)(row) {
                for columns in (self.columns)(column) {
                    let mut after = at.to_vec();
                    for row in &rows {
                        for column in &columns {
                            let coin = row * self.board.columns + column;
                            after[coin] = 1 - after[coin];
                        }
                    }
                    see(after.into());
                }
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        self.board.read(text)
    }

    fn show(&self, at: &[i64]) -> String {
        self.board.show(at)
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

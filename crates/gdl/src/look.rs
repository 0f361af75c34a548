//! The look of positions.

use bouton_core::scene::{Cell, Figure, Owner, Scene};

use crate::layout::{Board, EMPTY, HOLE, Heap, Layout};
use crate::machine::Machine;

impl Machine {
    pub(crate) fn scene(&self, words: &[u64]) -> Scene {
        match &self.layout {
            Layout::Board(board) => self.board(board, words),
            Layout::Heaps(heaps) => self.heaps(heaps, words),
            Layout::Words => Scene::of(Figure::Words(self.show(words))),
        }
    }

    fn board(&self, board: &Board, words: &[u64]) -> Scene {
        let cell = |field: &Option<usize>| match self.letter(board, *field, words) {
            HOLE => Cell::Hole,
            EMPTY => Cell::Empty,
            letter => {
                let mark = board.marks.values().find(|mark| mark.letter == letter);
                let owner = match mark.and_then(|mark| mark.owner) {
                    Some(0) => Owner::First,
                    Some(_) => Owner::Second,
                    None => Owner::Neutral,
                };
                Cell::Piece(owner, letter.to_string())
            }
        };
        let row = |row: &Vec<Option<usize>>| row.iter().map(cell).collect();
        let rows = board.rows.iter().map(row).collect();
        Scene::of(Figure::Board(rows)).noted(self.others(board, words).join(" "))
    }

    fn heaps(&self, heaps: &[Heap], words: &[u64]) -> Scene {
        let size = |heap: &Heap| {
            let member = self.fields[heap.field].member(words);
            member.map_or(0, |member| heap.sizes[member]).into()
        };
        let drawn: Vec<usize> = heaps.iter().map(|heap| heap.field).collect();
        let others = (0..self.fields.len()).filter(|field| !drawn.contains(field));
        let held = others.filter_map(|n| {
            let field = &self.fields[n];
            let fluent = field.members[field.member(words)?];
            Some(self.network.terms.show(self.network.fluents[fluent]))
        });
        let note = held.collect::<Vec<_>>().join(" ");
        Scene::of(Figure::Heaps(heaps.iter().map(size).collect())).noted(note)
    }
}

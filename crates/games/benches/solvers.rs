//! The generic solvers on games of every shape of position: `cargo bench -p bouton-games --bench solvers`.
//!
//! Each row is solved again and again until half a second of processor time is over. It states the least time of one, the positions that it
//! visits, and in `memo` the bytes of a stored position. `-- memo` takes the rows whose names contain this.

use bouton_core::{
    Alternating, Entry, Impartial, Limits, Loopfree, Outcome, Score, Sided, Solver, Summands,
};
use bouton_games::{boards, graphs, heaps};
use bouton_solvers::alpha_beta::{AlphaBeta, Plain};
use bouton_solvers::{ByValues, Components, Grundy, Memo, Nimber, OnGraph};
use cpu_time::ProcessTime;

/// Seconds for each row.
const LONG: f64 = 0.5;

struct Rows(Option<String>);

impl Rows {
    fn row<E: Entry<Game: Alternating>, S: Solver<E::Game>>(
        &self,
        position: &str,
        new: impl Fn() -> S,
        stored: impl Fn(&S) -> Option<(usize, u64)>,
    ) {
        let name = E::CARD.name;
        let label = format!("{} {name} {position}", new().about().id);
        if self
            .0
            .as_ref()
            .is_some_and(|wanted| !label.contains(wanted))
        {
            return;
        }
        let (game, at) = match position.split_once(' ') {
            Some((parameters, "")) => E::open(Some(parameters), None),
            Some((parameters, position)) => E::open(Some(parameters), Some(position)),
            None => E::open(None, Some(position)),
        }
        .unwrap();
        let limits = Limits::default();
        let (begun, mut least) = (ProcessTime::now(), f64::INFINITY);
        loop {
            let mut solver = new();
            let start = ProcessTime::now();
            let value = solver.evaluate(&game, &at, &limits).unwrap();
            least = least.min(start.elapsed().as_secs_f64());
            if begun.elapsed().as_secs_f64() > LONG {
                let (visited, score) = (solver.visited(), value.score.rank());
                print!("{label:44} {least:9.5} s {visited:9} visited, value {score:3}");
                match stored(&solver) {
                    Some((count, bytes)) => println!(", {:.1} bytes", bytes as f64 / count as f64),
                    None => println!(),
                }
                break;
            }
        }
    }

    fn memo<E: Entry<Game: Alternating>>(&self, position: &str) {
        self.row::<E, _>(position, Memo::default, |memo| Some(memo.stored()));
    }

    fn grundy<E: Entry<Game: Impartial>>(&self, position: &str) {
        self.row::<E, _>(position, Grundy::default, |_| None);
    }

    fn nimber<E: Entry<Game: Impartial>>(&self, position: &str) {
        self.row::<E, _>(position, Nimber::default, |_| None);
    }

    fn alpha_beta<E: Entry<Game: Alternating + Loopfree>>(&self, position: &str) {
        self.row::<E, _>(position, AlphaBeta::<E::Game, Plain>::default, |_| None);
    }

    fn on_graph<E: Entry<Game: Alternating<Score: From<Outcome>>>>(&self, position: &str) {
        self.row::<E, _>(position, OnGraph::retrograde, |_| None);
        self.row::<E, _>(position, OnGraph::proof_number, |_| None);
    }

    fn parts<E: Entry<Game: Summands>>(&self, position: &str) {
        self.row::<E, _>(position, Components::apart, |_| None);
        self.row::<E, _>(position, ByValues::apart, |_| None);
    }
}

fn main() {
    let rows = Rows(
        std::env::args()
            .skip(1)
            .find(|argument| argument != "--bench"),
    );
    rows.memo::<heaps::Wythoff>("300,400");
    rows.memo::<heaps::Nim>("20,21,22,23");
    rows.memo::<heaps::Octal>("0.77 24");
    rows.memo::<boards::Chomp>("10,10 10,10,10,10,10,10,10,10,10,10");
    rows.memo::<boards::Cram>("..../..../..../..../....");
    rows.memo::<Sided<boards::Domineering>>("....../....../....../......");
    rows.memo::<Sided<boards::Clobber>>("XOXOXOXO/OXOXOXOX");
    rows.memo::<boards::Hexapawn>("4,5 ");
    rows.memo::<boards::DotsAndBoxes>("2,2 ");
    rows.memo::<boards::Mnk>("3,4,3 ");
    rows.memo::<boards::Connect>("4,4,4 ");
    rows.memo::<graphs::Divisors>("360 ");
    rows.grundy::<heaps::Octal>("0.77 3000");
    rows.grundy::<heaps::Wythoff>("100,120");
    rows.grundy::<boards::Cram>("......../......../........");
    rows.grundy::<boards::Chomp>("8,8 8,8,8,8,8,8,8,8");
    rows.nimber::<boards::Cram>("........./........./.........");
    rows.alpha_beta::<boards::Hexapawn>("4,5 ");
    rows.alpha_beta::<boards::Cram>("....../....../....../......");
    rows.alpha_beta::<boards::DotsAndBoxes>("3,2 ");
    rows.alpha_beta::<boards::Connect>("5,5,4 ");
    rows.alpha_beta::<Sided<boards::Domineering>>("...../...../...../...../.....");
    rows.on_graph::<boards::Mnk>("3,4,3 ");
    rows.on_graph::<Sided<boards::Domineering>>("...../...../...../...../.....");
    rows.on_graph::<boards::Chomp>("10,10 10,10,10,10,10,10,10,10,10,10");
    rows.parts::<Sided<boards::Domineering>>("....../....../....../......");
    rows.parts::<Sided<boards::Clobber>>("XOXOXOXOXOXO/OXOXOXOXOXOX");
}

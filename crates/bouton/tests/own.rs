//! A game of your own, made of what `bouton` shows alone: no other crate of this workspace is named here.

use bouton::game::*;
use bouton::scene::{Figure, Scene, Set};
use bouton::{How, Outcome};

use crate::support::refute;

/// Heaps from which one or two are taken.
#[derive(PartialEq)]
struct OneOrTwo;

impl Game for OneOrTwo {
    type Position = Vec<u32>;
    type Move = (usize, u32);
}

impl Alternating for OneOrTwo {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Vec<u32>) -> impl Iterator<Item = (usize, u32)> + use<'g> {
        let heaps = at.clone().into_iter().enumerate();
        heaps.flat_map(|(n, size)| (1..=size.min(2)).map(move |taken| (n, taken)))
    }
    fn play(&self, at: &Vec<u32>, (n, taken): &(usize, u32)) -> Vec<u32> {
        let mut after = at.clone();
        after[*n] -= taken;
        after
    }
    fn score(&self, at: &Vec<u32>) -> Option<WinLoss> {
        at.iter().all(|size| *size == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for OneOrTwo {
    type Height = u32;
    fn height(&self, at: &Vec<u32>) -> u32 {
        at.iter().sum()
    }
}

impl Impartial for OneOrTwo {
    fn summands(&self, at: &Vec<u32>) -> SmallVec<[Vec<u32>; 2]> {
        match at.len() {
            0 => smallvec![Vec::new()],
            _ => at.iter().map(|size| vec![*size]).collect(),
        }
    }
}

impl ClosedForm for OneOrTwo {
    fn closed_form(&self, at: &Vec<u32>) -> Closed<Self> {
        let parts = || at.iter().map(|size| size % 3);
        let sum = parts().fold(0, |sum, part| sum ^ part);
        let reason = Reason::NimSum {
            what: Counted::GRUNDY_VALUE,
            parts: parts().map(BigUint::from).collect(),
            sum: BigUint::from(sum),
        };
        let wins = |mv: &(usize, u32)| {
            let after = self.play(at, mv);
            after.iter().fold(0, |sum, size| sum ^ (size % 3)) == 0
        };
        let winning = self.moves(at).filter(wins).collect();
        Closed::by_winning_moves(winning, None, reason).with_grundy(BigUint::from(sum))
    }
}

impl Strategies for OneOrTwo {
    type Strategy = ();
    const STRATEGIES: &'static [StrategyCard<'static>] = &[StrategyCard {
        name: "one",
        plays: "takes one from the first heap",
    }];
    fn strategy(&self, name: &str) -> Result<(), InputError> {
        match name {
            "one" => Ok(()),
            _ => Err(InputError::whole("expected one", name)),
        }
    }
    fn allowed(&self, _: &(), at: &Vec<u32>) -> Vec<(usize, u32)> {
        self.moves(at).take(1).collect()
    }
}

impl HeapGame for OneOrTwo {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u32>> {
        let heaps = heaps.iter().map(|size| u32::try_from(*size).ok());
        heaps.collect()
    }
}

impl Drawn for OneOrTwo {
    fn scene(&self, at: &Vec<u32>) -> Scene {
        let sizes = at.iter().map(|size| BigUint::from(*size)).collect();
        Scene::of(Figure::Heaps(sizes)).with(Set::Letters)
    }
}

impl Notation for OneOrTwo {
    fn parse(&self, text: &str) -> Result<Vec<u32>, InputError> {
        text.split(',').map(parse_number).collect()
    }
    fn show(&self, at: &Vec<u32>) -> String {
        let sizes: Vec<_> = at.iter().map(u32::to_string).collect();
        sizes.join(",")
    }
    fn show_move(&self, _: &Vec<u32>, (n, taken): &(usize, u32)) -> String {
        format!("{taken} from {}", n + 1)
    }
}

impl Declares for OneOrTwo {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
        powers.closed_form();
        powers.heaps();
        powers.strategies();
        powers.look();
    }
}

/// "I cannot write a closed form: where is `Reason`?" All that the powers ask for is in `bouton::game`.
#[test]
fn a_game_of_ones_own_with_a_theorem_strategies_and_a_look() {
    let mut session = bouton::session(OneOrTwo, vec![4, 5, 3]);
    let answer = session.solve(&How::default()).unwrap();
    assert_eq!(answer.solver, "closed-form");
    for position in ["4,5,3", "1,2,3", "2,2", "7"] {
        session.go(position).unwrap();
        let theorem = session.solve(&How::default()).unwrap();
        for solver in ["grundy", "memo"] {
            let how = How::by(Some(solver));
            let searched = session.solve(&how).unwrap();
            assert_eq!(theorem.outcome, searched.outcome, "{position}: {solver}");
            assert_eq!(theorem.best, searched.best, "{position}: {solver}");
        }
    }
    assert_eq!(
        session.scene().unwrap().figure,
        Figure::Heaps(vec![BigUint::from(7u32)])
    );
    let found = refute(&mut session, "one", &[], &How::default()).unwrap();
    let found = found.counterexample.unwrap().position;
    assert_eq!(found, "2", "one of two leaves one");
    session.go(&found).unwrap();
    let answer = session.solve(&How::default()).unwrap();
    assert_eq!(answer.outcome, Some(Outcome::Win));
}

/// A power whose trait cannot be named cannot be declared by a game of your own.
#[test]
fn every_power_can_be_implemented() {
    let powers = include_str!("../../core/src/powers.rs");
    let shown = include_str!("../src/game.rs");
    let words = |text: &'static str| text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let table = powers.split("\npowers! {\n").nth(1).unwrap();
    let rows = table.lines().filter(|line| !line.contains("///"));
    let bounds = rows.filter_map(|row| Some(row.split_once('(')?.1));
    let mut traits = 0;
    // Of the library of the language, and a type that belongs to a score.
    let others = ["From", "Gain"];
    let names = bounds.flat_map(words).filter(|word| word.len() > 1);
    for name in names.filter(|name| !others.contains(name)) {
        let is_shown = words(shown).any(|word| word == name);
        assert!(is_shown, "bouton::game does not show {name}");
        traits += 1;
    }
    assert!(traits > 40, "{traits}");
}

//! A rule file as the rules of a game.

use std::sync::Arc;

use bouton_core::scene::Scene;
use bouton_core::strategy::StrategyCard;
use bouton_core::{InputError, Margin, Oracle, Origin, Side};
use bouton_external::{End, ExternalRules, Height, Kind, Opens, Promises, Step};
use smallvec::SmallVec;

use crate::file::RuleFile;
use crate::function::Function;
use crate::notation::Shape;
use crate::plain::Plain;
use crate::rules::{Moves, Rules};

impl Rules {
    /// The rules in a file.
    pub fn of(file: Arc<RuleFile>) -> Self {
        Self(file)
    }

    /// The file.
    pub fn file(&self) -> &Arc<RuleFile> {
        &self.0
    }

    /// Whether `summands` say that this position is the sum of these heaps, each alone.
    fn is_sum_of(&self, heaps: &[i64], at: &Plain) -> bool {
        let full = |heaps: &[i64]| heaps.iter().filter(|heap| **heap != 0).count();
        let splits = self.0.has(Function::Summands) && self.0.kind() == Kind::Impartial;
        splits && {
            let mut parts = self.parts(at).into_iter();
            let is_heap = |part: Plain| part.as_ints().is_some_and(|ints| ints.len() == 1);
            self.parts(at).len() >= full(heaps) && parts.all(is_heap)
        }
    }
}

impl ExternalRules for Rules {
    type Position = Plain;
    type Move = Step<Plain>;
    type Moves = Moves;

    fn name(&self) -> &str {
        self.0.path()
    }
    fn promises(&self) -> Promises {
        let tells = |function| self.0.has(function);
        Promises {
            bounded: self.0.is_loopfree(),
            same_points: !self.0.scores_the_end(),
            disjunctive: tells(Function::Summands) || tells(Function::Negative),
            ..Promises::of(self.0.kind())
        }
    }
    fn start(&self) -> Result<Plain, InputError> {
        self.0.start().cloned().ok_or_else(|| {
            let near = self.0.meant_for("start");
            let near = near.map_or(String::new(), |name| {
                format!("; {name} means nothing, is `start` meant?")
            });
            let message = format!("the rule file has no start: give a position{near}");
            InputError::new(message, "", 0..0)
        })
    }

    fn end(&self, at: &Plain) -> Option<End> {
        let look = self.look(at, Side::Left);
        let stuck = || End::stuck(self.0.last_wins());
        look.end.or_else(|| look.moves.is_empty().then(stuck))
    }
    fn moves(&self, at: &Plain, side: Side) -> Moves {
        Moves::of(self.look(at, side))
    }
    fn play(&self, _at: &Plain, mv: &Step<Plain>) -> Plain {
        mv.to.clone()
    }
    fn gain(&self, mv: &Step<Plain>) -> i64 {
        mv.gain
    }
    fn stuck(&self, at: &Plain, side: Side) -> i64 {
        self.look(at, side).end.map_or(0, End::rank)
    }
    fn keeps_turn(&self, _at: &Plain, mv: &Step<Plain>) -> bool {
        mv.keeps_turn
    }
    fn height(&self, at: &Plain) -> Height {
        self.plies_left(at)
    }

    fn read(&self, text: &str) -> Result<Plain, InputError> {
        self.parse(text)
    }
    fn show(&self, at: &Plain) -> String {
        self.written(at)
    }
    fn label(&self, at: &Plain, mv: &Step<Plain>) -> String {
        self.called(at, mv)
    }
    /// The look that `draw` gives, or that of the notation.
    fn scene(&self, at: &Plain) -> Scene {
        let scene = self.picture(at).unwrap_or_else(|| {
            let has_heaps = self.heaps().is_some() && !self.0.kind().counts_points();
            Scene::of_notation(&self.show(at), has_heaps)
        });
        self.0.drawn(scene.noted(self.caption(at)))
    }

    fn canonical(&self, at: Plain) -> Plain {
        self.representative(at)
    }
    fn summands(&self, at: &Plain) -> SmallVec<[Plain; 2]> {
        self.parts(at)
    }
    fn negative(&self, at: &Plain) -> Option<Plain> {
        let tells = self.0.has(Function::Negative);
        tells.then(|| self.value(Function::Negative, at))
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.0)
    }
    fn origins(&self) -> Vec<Origin> {
        vec![self.0.origin()]
    }

    fn heaps(&self) -> Option<usize> {
        match self.0.shape() {
            Shape::Int => Some(1),
            Shape::Ints(count) => Some(count),
            Shape::Str | Shape::Other => None,
        }
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Plain> {
        let ints: Option<Vec<_>> = heaps.iter().map(|heap| i64::try_from(*heap).ok()).collect();
        match (self.0.shape(), &ints?[..]) {
            (Shape::Int, [n]) => Some(Plain::int(*n)),
            (Shape::Ints(count), ints) => {
                let at = Plain::ints(ints);
                (ints.len() == count || self.is_sum_of(ints, &at)).then_some(at)
            }
            _ => None,
        }
    }
    fn listed(&self, up_to: u64) -> Option<Vec<Plain>> {
        if !self.0.has(Function::Positions) {
            return None;
        }
        let up_to = Plain::int(i64::try_from(up_to).unwrap_or(i64::MAX));
        Some(self.list(Function::Positions, &up_to))
    }
    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let card = |name| StrategyCard {
            name,
            plays: "as the rule file says",
        };
        let names = self.0.strategies().iter();
        names.map(|name| card(name.as_str())).collect()
    }
    fn allowed(&self, nth: usize, at: &Plain) -> Vec<Step<Plain>> {
        self.chosen(Function::Strategy(nth as u8), at)
    }
}

impl Opens for Rules {
    type Points = Margin<i64>;
}

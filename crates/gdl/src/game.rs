//! [`Gdl`]: a description as the rules of a game.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::scene::Scene;
use bouton_core::{InputError, Limits, Oracle, Origin, Payoff, Side};
use bouton_external::{End, ExternalRules, Height, Kind, Opens, Promises};
use smallvec::SmallVec;

use crate::machine::Machine;
use crate::packed::Packed;
use crate::worth::GoalScoring;

/// A game described in GDL, with positions packed as `P`.
#[derive(Debug)]
pub struct Gdl<P> {
    pub(crate) machine: Arc<Machine>,
    /// The role whose goal counts, if only one role's does.
    own: usize,
    packed: PhantomData<fn() -> P>,
}

impl<P: Packed> Gdl<P> {
    pub(crate) fn of(machine: Arc<Machine>) -> Self {
        Self {
            machine,
            own: 0,
            packed: PhantomData,
        }
    }

    /// The position where play starts.
    pub fn first(&self) -> P {
        P::of_words(&self.machine.start())
    }

    /// The role that moves at a position, 0 being the one named first; at an end, the role to which the score belongs.
    pub fn mover(&self, at: &P) -> usize {
        self.machine.mover(at.words().as_ref())
    }

    /// The roles, by their names in the file.
    pub fn roles(&self) -> [String; 2] {
        [0, 1].map(|role| self.machine.network.role(role))
    }
}

impl<P> Clone for Gdl<P> {
    fn clone(&self) -> Self {
        Self {
            machine: self.machine.clone(),
            ..*self
        }
    }
}

/// Two games are equal if they come from the same reading of a file.
impl<P> PartialEq for Gdl<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.machine.id(), self.own) == (other.machine.id(), other.own)
    }
}

impl Oracle for Machine {
    fn begin(&self, limits: &Limits) {
        self.hear(limits);
    }

    fn is_interpreted(&self) -> bool {
        false
    }
}

/// A move is the number of its effect.
impl<P: Packed> ExternalRules for Gdl<P> {
    type Position = P;
    type Move = u32;
    type Moves = smallvec::IntoIter<[u32; 32]>;

    fn name(&self) -> &str {
        &self.machine.network.source.name
    }
    fn promises(&self) -> Promises {
        Promises {
            bounded: self.machine.is_loopfree(),
            ..Promises::of(match self.machine.worth.counts_points() {
                true => Kind::Points,
                false => Kind::Outcome,
            })
        }
    }
    fn start(&self) -> Result<P, InputError> {
        Ok(self.first())
    }

    fn end(&self, at: &P) -> Option<End> {
        let words = at.words();
        let value = self.machine.value(words.as_ref(), self.own)?;
        let is_first = self.machine.mover(words.as_ref()) == 0;
        Some(End::Points(if is_first { value } else { -value }))
    }
    fn moves(&self, at: &P, _side: Side) -> Self::Moves {
        let effects: SmallVec<[u32; 32]> = self.machine.moves(at.words().as_ref());
        effects.into_iter()
    }
    fn play(&self, at: &P, mv: &u32) -> P {
        let mut to = at.clone();
        let put = |word, kept, set| to.put(word, kept, set);
        self.machine.play(at.words().as_ref(), *mv, put);
        to
    }
    fn keeps_turn(&self, at: &P, mv: &u32) -> bool {
        let words = at.words();
        self.machine.mover_after(words.as_ref(), *mv) == self.machine.mover(words.as_ref())
    }
    fn height(&self, at: &P) -> Height {
        self.machine.height(at.words().as_ref()).into()
    }

    fn read(&self, text: &str) -> Result<P, InputError> {
        self.position(text)
    }
    fn show(&self, at: &P) -> String {
        self.machine.show(at.words().as_ref())
    }
    fn label(&self, at: &P, mv: &u32) -> String {
        let mover = self.mover(at);
        let joint = self.machine.joint(*mv);
        self.machine.network.show_move(mover, joint[mover])
    }
    fn move_called(&self, at: &P, text: &str) -> Option<u32> {
        self.called(at, text)
    }
    fn scene(&self, at: &P) -> Scene {
        self.machine.scene(at.words().as_ref())
    }

    fn key(&self, at: &P) -> Option<u64> {
        at.key()
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.machine)
    }
    fn origins(&self) -> Vec<Origin> {
        let terms = match self.machine.worth {
            GoalScoring::More => "aim more".to_owned(),
            GoalScoring::Own => format!("aim own, of role {}", self.own),
            GoalScoring::Pairs(_) | GoalScoring::Sum(_) => String::new(),
        };
        vec![Origin::of(&self.machine.network.source.text, &terms)]
    }
}

impl<P: Packed> Opens for Gdl<P> {
    type Points = Payoff<i64>;
    const IMPARTIAL: bool = false;
    const PARTIZAN: bool = false;
    const NAMES_STRATEGIES: bool = false;

    /// If only one role's goal counts, it is that of the role that moves at the position asked about.
    fn asked_at(self, at: &P) -> Self {
        let own = match self.machine.worth.counts_own() {
            true => self.mover(at),
            false => 0,
        };
        Self { own, ..self }
    }
}

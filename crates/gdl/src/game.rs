//! [`Gdl`]: a description as a game, with the traits that its kind may have.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::{
    Alternating, Declares, Game, Limits, Loopfree, Mishap, Oracle, Origin, Payoff, Powers, Score,
    WinDrawLoss,
};

use crate::machine::Machine;
use crate::packed::Packed;
use crate::worth::Worth;

/// A game described in GDL, with positions packed as `P` and the score `S`.
#[derive(Debug)]
pub struct Gdl<P, S> {
    pub(crate) machine: Arc<Machine>,
    /// Whose goal counts, if only one role's does.
    pub(crate) own: usize,
    kind: PhantomData<fn() -> (P, S)>,
}

/// A move: the number of what it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect(pub(crate) u32);

/// A score that ends may have.
pub trait Valued: Score<Gain = ()> {
    /// What is worth so much to the player to move.
    fn of(value: i64) -> Self;
}

impl Valued for WinDrawLoss {
    fn of(value: i64) -> Self {
        Self::from_rank(value.into())
    }
}

impl Valued for Payoff<i64> {
    fn of(value: i64) -> Self {
        Self(value)
    }
}

impl<P: Packed, S: Valued> Gdl<P, S> {
    pub(crate) fn of(machine: Arc<Machine>) -> Self {
        Self {
            machine,
            own: 0,
            kind: PhantomData,
        }
    }

    /// The position that play starts from.
    pub fn start(&self) -> P {
        P::of_words(&self.machine.start())
    }

    /// Which role moves at a position, 0 being the one named first; the one to whom an end is worth something.
    pub fn mover(&self, at: &P) -> usize {
        self.machine.mover(at.words().as_ref())
    }

    /// The roles, as the file calls them.
    pub fn roles(&self) -> [String; 2] {
        [0, 1].map(|role| self.machine.network.role(role))
    }

    /// The same game, in which only the goal of the role counts that moves at a position, if it is opened to ask for one
    /// role's goal.
    #[must_use]
    pub fn seen_from(&self, at: &P) -> Self {
        Self {
            own: if self.machine.worth.counts_own() {
                self.mover(at)
            } else {
                0
            },
            ..self.clone()
        }
    }
}

impl<P, S> Clone for Gdl<P, S> {
    fn clone(&self) -> Self {
        Self {
            machine: self.machine.clone(),
            own: self.own,
            kind: PhantomData,
        }
    }
}

/// The same rules are those of the same reading of a file.
impl<P, S> PartialEq for Gdl<P, S> {
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

impl<P: Packed, S: Valued> Game for Gdl<P, S> {
    type Position = P;
    type Move = Effect;
    fn spilled(&self, at: &P) -> usize {
        at.spilled()
    }
    fn key(&self, at: &P) -> Option<u64> {
        at.key()
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.machine)
    }
    fn origins(&self) -> Vec<Origin> {
        let terms = match self.machine.worth {
            Worth::More => "aim more".to_owned(),
            Worth::Own => format!("aim own, of role {}", self.own),
            Worth::Pairs(_) | Worth::Sum(_) => String::new(),
        };
        vec![Origin::of(&self.machine.network.source.text, &terms)]
    }
    fn endless(&self, at: &P) -> Mishap {
        Mishap::Broken(format!(
            "{}: play need not end: the position can come back where {}; games of points are solved only where every line of play ends",
            self.machine.network.source.name,
            self.machine.fluents(at.words().as_ref())
        ))
    }
}

impl<P: Packed, S: Valued> Alternating for Gdl<P, S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &P) -> impl Iterator<Item = Effect> + use<'g, P, S> {
        let effects = self.machine.moves(at.words().as_ref());
        effects.into_iter().map(Effect)
    }
    fn play(&self, at: &P, mv: &Effect) -> P {
        let mut to = at.clone();
        let put = |word, kept, set| to.put(word, kept, set);
        self.machine.play(at.words().as_ref(), mv.0, put);
        to
    }
    fn keeps_turn(&self, at: &P, mv: &Effect) -> bool {
        let words = at.words();
        self.machine.mover_after(words.as_ref(), mv.0) == self.machine.mover(words.as_ref())
    }
    fn score(&self, at: &P) -> Option<S> {
        let words = at.words();
        let value = self.machine.value(words.as_ref(), self.own)?;
        let is_first = self.machine.mover(words.as_ref()) == 0;
        Some(S::of(if is_first { value } else { -value }))
    }
}

/// Where every move lowers a sum of weights; it is not declared of others.
impl<P: Packed, S: Valued> Loopfree for Gdl<P, S> {
    type Height = i64;
    fn height(&self, at: &P) -> i64 {
        self.machine.height(at.words().as_ref())
    }
}

impl<P: Packed> Declares for Gdl<P, WinDrawLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.machine.is_loopfree() {
            true => powers.loopfree(),
            false => powers.loopy(),
        }
        powers.look();
    }
}

impl<P: Packed> Declares for Gdl<P, Payoff<i64>> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.machine.is_loopfree() {
            true => powers.points(),
            false => powers.ending(),
        }
        powers.look();
    }
}

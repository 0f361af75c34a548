//! [`Powers`]: the properties of a game, declared once in its own file and read by visitors.

use crate::game::{
    Alternating, ClosedForm, Entailing, Game, HeapGame, Hinted, Impartial, ImpartialScoring,
    Loopfree, MisereClosedForm, Shared,
};
use crate::lawful::Lawful;
use crate::notation::Notation;
use crate::partizan::{
    Disjunctive, KnownValues, Partizan, ScoredSides, Sides, Summands, Theorem, Valued,
};
use crate::rows::{EndStrategies, EndTaking, FrontTaking};
use crate::scene::Drawn;
use crate::score::{Outcome, Score, WinDrawLoss, WinLoss};
use crate::solver::Solver;
use crate::space::{Layered, Ranked, Reversible, Sliced};
use crate::strategy::Strategies;
use crate::subtraction::Subtraction;
use crate::take_and_break::{HeapCode, TakeAndBreak};

/// A game that declares its properties.
///
/// A property can depend on the parameters of a game: it is declared by the value, not by the type.
pub trait Declares: Notation + PartialEq + Sized + 'static {
    /// Declares the properties of the game.
    fn declare(&self, powers: &mut impl Powers<Self>);
}

/// Declares the properties of a game that has them with any parameters: `declares!(Nim: impartial, loopfree);`, and
/// `declares!(<S: Cells> Cram<S>: impartial);` of a generic one.
#[macro_export]
macro_rules! declares {
    (@ $($power:ident),+) => {
        fn declare(&self, powers: &mut impl $crate::Powers<Self>) {
            $(powers.$power();)+
        }
    };
    (<$parameter:ident: $bound:path> $game:ty: $($power:ident),+) => {
        impl<$parameter: $bound> $crate::Declares for $game {
            $crate::declares!(@ $($power),+);
        }
    };
    ($game:ty: $($power:ident),+) => {
        impl $crate::Declares for $game {
            $crate::declares!(@ $($power),+);
        }
    };
}

macro_rules! powers {
    ($($(#[doc = $doc:literal])+ $power:ident($($bound:tt)+))+) => {
        /// A visitor of a game's properties. A game calls a method for each property it has. Each method is bounded by its trait, so
        /// that a property that is not implemented cannot be declared. Every method does nothing by default.
        pub trait Powers<G: Game> {
            $($(#[doc = $doc])+ fn $power(&mut self) where G: $($bound)+ {})+
            /// `S` solves it, in addition to the solvers that its other properties bring.
            fn solved_by<S: Solver<G> + Default + 'static>(&mut self) where G: Alternating {}
        }
    };
}

powers! {
    /// Every line of play ends, and only the winner matters.
    loopfree(Alternating<Score: From<Outcome>> + Loopfree)
    /// Every line of play ends, and points count; declared instead of [`Powers::loopfree`].
    points(Alternating + Loopfree)
    /// Play may be endless, which is a draw, but only finitely many positions are reachable.
    loopy(Alternating<Score = WinDrawLoss>)
    /// Play is assumed to end, but this is not proved: solvers detect a position that repeats.
    ending(Alternating)
    /// Both players share every move and the last to move wins; declared beside [`Powers::loopy`].
    shared(Shared)
    /// The positions are numbered and moves can be taken back. Declared beside [`Powers::loopfree`] or
    /// [`Powers::loopy`].
    reversible(Reversible)
    /// The positions are numbered by their number of tokens. Declared beside [`Powers::points`].
    ranked(Ranked + Alternating + Loopfree)
    /// Positions are numbered, and fall into slices that are solved one after the other; those without a number are searched, with the
    /// game's hints, down to a table of them. Declared beside [`Powers::loopy`].
    sliced(Sliced + Hinted)
    /// The positions lie in layers. Declared beside [`Powers::loopfree`] or [`Powers::points`].
    layered(Layered + Loopfree)
    /// Left and Right have different moves; a player who cannot move loses (or ends play, in a [`Scoring`](crate::Scoring) game), and
    /// every line of play ends.
    partizan(Partizan + Loopfree)
    /// The same, but play is only assumed to end; declared instead of [`Powers::partizan`].
    partizan_ending(Partizan)
    /// Positions of Left and Right fall into independent parts; declared beside [`Powers::partizan`].
    disjunctive(Disjunctive)
    /// The same, declared beside [`Powers::partizan_ending`].
    disjunctive_ending(Disjunctive)
    /// A theorem decides some positions of Left and Right; declared beside [`Powers::partizan`].
    theorem(Theorem)
    /// The values of some positions are known; declared after [`Powers::disjunctive`].
    valued(Valued + Disjunctive)
    /// The same, played turn by turn; declared after [`Powers::summands`] or [`Powers::parts`].
    known_values(KnownValues)
    /// Positions fall into independent parts, and play is assumed to end; declared beside [`Powers::short`], before it or
    /// after.
    parts(Summands)
    /// The same, and every line of play ends.
    summands(Summands)
    /// A player who cannot move loses, and play is assumed to end: positions have values as partizan games.
    short(Sides<Score = WinLoss>)
    /// A position contains the side to move, which may be either.
    sides(Sides)
    /// Points decide in a game of Left and Right; declared after [`Powers::sides`], beside [`Powers::points`] or
    /// [`Powers::ending`].
    scored_sides(ScoredSides)
    /// Both players share every move and the last to move wins.
    impartial(Impartial)
    /// Both players share every move and the last to move wins, but some moves entail an answer or a second move; declared
    /// in place of [`Powers::impartial`].
    entailing(Entailing)
    /// The game has a misère form, and no move earns anything.
    misere(Alternating<Score: Score<Gain = ()>>)
    /// Both players have the same moves and earn the same points by them.
    impartial_scoring(ImpartialScoring)
    /// The game has a heuristic for the order of moves; every line of play ends.
    hinted(Hinted + Loopfree)
    /// A theorem gives the value.
    closed_form(ClosedForm)
    /// A theorem gives the value under misère play.
    misere_closed_form(MisereClosedForm)
    /// The rules are also formulas.
    lawful(Lawful)
    /// Positions are lists of heaps.
    heaps(HeapGame)
    /// Every heap follows one code.
    take_and_break(TakeAndBreak)
    /// Every heap follows one code, by a theorem or by equivalent rules.
    heap_code(HeapCode)
    /// Numbers of a finite set are taken from a heap.
    subtraction(Subtraction)
    /// Values are taken from either end of a row.
    end_taking(EndTaking)
    /// Values are taken from the left end of a row.
    front_taking(FrontTaking)
    /// There are strategies that depend on nothing but the row.
    end_strategies(EndStrategies)
    /// There are named ways to play, good or bad.
    strategies(Strategies)
    /// The game defines how its positions are drawn.
    look(Drawn)
}

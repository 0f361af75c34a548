//! [`Obligation`]: the conditions for a certificate to prove its claim. Each is checked at one place, through its name.
//!
//! `docs/obligations.md` lists them, with the function that checks each; a test writes it. For each of them `testdata/forged` has a file
//! that no other condition refuses: the tests of this module switch the condition off and see that the file is accepted.
//! The switch exists only under `cfg(test)`.

use crate::Refusal;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::carried;

macro_rules! obligations {
    ($($kind:literal { $($(#[doc = $text:literal])+ $variant:ident $name:literal)* })*) => {
        /// A condition for a certificate to prove its claim.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Obligation {
            $($($(#[doc = $text])+ $variant,)*)*
        }

        impl Obligation {
            /// All obligations.
            #[allow(dead_code, reason = "the check below reads it, and the tests do")]
            pub(crate) const ALL: &[Self] = &[$($(Self::$variant,)*)*];

            /// Its name in the documentation, and that of its forged file.
            #[cfg(test)]
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                }
            }

            /// Its name in the source.
            #[cfg(test)]
            pub(crate) const fn variant(self) -> &'static str {
                match self {
                    $($(Self::$variant => stringify!($variant),)*)*
                }
            }

            /// The kind of certificate, and the condition in words, for the page.
            #[cfg(test)]
            pub(crate) const fn told(self) -> [&'static str; 2] {
                match self {
                    $($(Self::$variant => [$kind, concat!($($text),+)],)*)*
                }
            }
        }
    };
}

obligations! {
    "Rules in a certificate, and names" {
        /// The rules in it have the SHA-256 that stands before them.
        TextHash "text-hash"
        /// Their name is that of a file: letters, digits and `._-/`, with an ending. No game of the checker and no sum has such a name.
        TextName "text-name"
        /// No two of them have the same name.
        TextOnce "text-once"
        /// All of them are used.
        TextUsed "text-used"
        /// The hash of a game's text is that of the text by which the certificate is checked.
        TextSame "text-same"
        /// The parameters of a game of the checker consist of plain signs; whole numbers are positive, written in one way.
        Parameters "parameters"
        /// The board size in a name is that of the position.
        BoardSize "board-size"
        /// A position is written as the rules write it.
        AsWritten "as-written"
        /// No call of the rules failed.
        RulesAnswer "rules-answer"
        /// Rules have one objective: an outcome, points, or the last move.
        OneAim "one-aim"
        /// A move earns points only in a game of points.
        GainsArePoints "gains-are-points"
        /// Each move is read as `(label, position)` or as a position, as the start or `labelled` tells.
        MovesReadOneWay "moves-read-one-way"
        /// In a graph every id has a line.
        IdHasLine "id-has-line"
        /// No id has two lines.
        IdOnce "id-once"
        /// The text of a position with the player to move, where either can be, is not the id of another line.
        IdWithPlayer "id-with-player"
        /// A line has moves, or one end.
        OneEnd "one-end"
        /// In a game of points every end has points.
        EndsAgree "ends-agree"
        /// If turns are given, every position with moves has one.
        TurnsTold "turns-told"
        /// The claim is short enough to be printed completely, with its rules and conditions. (Otherwise the check is undecided.)
        ToldWhole "told-whole"
    }
    "Sums" {
        /// Every part is a game that the last player to move wins, with no other end, or a row.
        PlayedInSums "played-in-sums"
        /// Either all parts count points, or none does.
        PointsAlone "points-alone"
    }
    "Positions" {
        /// If play has ended, the claim is true of the result (1).
        EndDecides "end-decides"
        /// The named move exists (2).
        MoveExists "move-exists"
        /// *At most* is proved of every move (3).
        EveryReply "every-reply"
        /// *At most* is proved of every move in the heap of Nim next to the position (6).
        EveryHeap "every-heap"
        /// A claim that is used without its own proof was proved before, at least as strong (4).
        ProvedBefore "proved-before"
        /// Play comes back only in games in which endless play is a draw (4, 5).
        EndlessIsDrawn "endless-is-drawn"
        /// Play comes back only to prove a claim for which a draw is enough (5).
        DrawSuffices "draw-suffices"
        /// Grundy values are claimed only where both players have the same moves and the last player to move wins (6).
        GrundyImpartial "grundy-impartial"
        /// Grundy values are not claimed in misère play (6).
        GrundyNormal "grundy-normal"
        /// The value of every part of a sum is proved, but for the last one (6).
        PartsProved "parts-proved"
        /// Equal parts cancel only where play is known to end: the checker's own games, and graphs without a cycle. A `plies_left` in a
        /// file proves nothing (6).
        PairsEnd "pairs-end"
        /// Where plies count, or the last player to move loses, no part is left out (7, 8).
        NothingLeftOut "nothing-left-out"
        /// Play that follows the proof ends within the plies that are claimed (8).
        PliesWithin "plies-within"
        /// Plies are claimed of wins and losses, not of points (8).
        PliesOfWins "plies-of-wins"
        /// Misère play is claimed only of games that have it.
        HasMisere "has-misere"
    }
    "Values" {
        /// Play is normal.
        ValueNormal "value-normal"
        /// The game is a sum of two parts, of which the second is the checker's own `form`. The rules that the parts are bound to decide
        /// this, not a text.
        ValueOfForm "value-of-form"
        /// Both claims say that the player who begins loses.
        ValueLost "value-lost"
        /// Left begins in one, Right in the other.
        ValueBothBegin "value-both-begin"
        /// They are of the same position and form.
        ValueSamePosition "value-same-position"
    }
    "Misère quotients" {
        /// Generators added in any order lead to the same element (1).
        Commutes "commutes"
        /// Every element is reached from 0 (1).
        AllReached "all-reached"
        /// Any two elements are distinguished by a third (2).
        ToldApart "told-apart"
        /// Each generator is the element of its heap (3).
        GeneratorIsHeap "generator-is-heap"
        /// The empty position is won (3).
        EmptyWon "empty-won"
        /// Heaps without moves are element 0 (3).
        IdleIsNothing "idle-is-nothing"
        /// No sum is lost together with one of its options (4).
        OptionsApart "options-apart"
        /// Every sum with a move that is not lost has an option that is (5).
        EveryWin "every-win"
        /// There are enough heaps for the theorem about periods (6).
        HeapsSuffice "heaps-suffice"
        /// Φ(n + p) = Φ(n) as claimed (6).
        PretendingRepeats "pretending-repeats"
        /// For parts: both players have the same moves, and the last one decides.
        QuotientAlike "quotient-alike"
        /// For parts: play does not return to a position.
        QuotientPlayEnds "quotient-play-ends"
        /// The parts that play can reach are those listed.
        PartsListed "parts-listed"
    }
    "Periods" {
        /// The values have the checksum (1).
        Checksum "checksum"
        /// The largest value is the one claimed (1).
        Largest "largest"
        /// G(n + p) = G(n) + s for every computed n from the preperiod on (2).
        Repeats "repeats"
        /// It does not hold for the heap before (2).
        NotEarlier "not-earlier"
        /// No divisor of the period is a period (2).
        NotShorter "not-shorter"
        /// The theorem named applies to such codes (3).
        TheoremApplies "theorem-applies"
        /// As many heaps are computed as it needs (3).
        HeapsComputed "heaps-computed"
        /// Arithmetic periodicity: at most three unconstrained heaps, a saltus.
        BreakingApplies "breaking-applies"
        /// Arithmetic periodicity: there are enough heaps.
        BreakingHeaps "breaking-heaps"
        /// Arithmetic periodicity, condition 1: no option has the heap's value.
        ValueNotMet "value-not-met"
        /// Arithmetic periodicity, condition 2: small values have options that last.
        SmallValuesMet "small-values-met"
        /// Arithmetic periodicity, condition 3: larger values have options that move on.
        LargeValuesMet "large-values-met"
        /// All-but periodicity: the code takes any number from some number on.
        AllButApplies "all-but-applies"
        /// All-but periodicity: there are enough heaps.
        AllButHeaps "all-but-heaps"
        /// All-but periodicity: the values that decide a heap recur, shifted by the saltus.
        AllButRecurs "all-but-recurs"
    }
    "Periods of values" {
        /// Both codes have finitely many digits, without conditions (2).
        ValuesCodes "values-codes"
        /// There are as many heaps as the theorem needs (2).
        ValuesHeaps "values-heaps"
        /// G(n + p) = G(n) + S for every computed n from the preperiod on (1).
        ValuesRepeat "values-repeat"
        /// It does not hold for the heap before (1).
        ValuesNotEarlier "values-not-earlier"
        /// No divisor of the period is a period (1).
        ValuesNotShorter "values-not-shorter"
        /// For every left option of T some option of Left moves on (3).
        ValuesLeftMoves "values-left-moves"
        /// For every right option of T some option of Right moves on (3).
        ValuesRightMoves "values-right-moves"
    }
    "Laws" {
        /// The system has coefficients from 1 to 63 that do not increase (1).
        Coefficients "coefficients"
        /// Every word has a next one (4).
        NextWord "next-word"
        /// Words are ordered as their values; x + 0 = z exactly when x = z; x + (y+1) = (x+y) + 1 (4).
        Addition "addition"
        /// Rules that use digits are stated in the system of the law (5).
        SystemStated "system-stated"
        /// Rules use only `xor`, `place`, `lowest` and `shift` (5).
        SetsOfDigits "sets-of-digits"
        /// There is a move (5).
        HasMove "has-move"
        /// Moves to several positions occur only in `mode grundy`, repeated moves only in the other modes (7, 8).
        SumsAreGrundy "sums-are-grundy"
        /// There is a position (5).
        HasPosition "has-position"
        /// No rank is negative (6).
        RankNatural "rank-natural"
        /// Every move lowers the rank (6).
        RankFalls "rank-falls"
        /// Every move leads to a position (6).
        DomainKept "domain-kept"
        /// Lost positions are positions (7).
        LostInDomain "lost-in-domain"
        /// No lost position has a move to a lost one (7).
        LostNotToLost "lost-not-to-lost"
        /// In misère play every lost position has a move (7).
        LostHasMove "lost-has-move"
        /// Every other position has a move to a lost one, or in misère play none (7).
        OthersToLost "others-to-lost"
        /// W holds only where the step is legal (7).
        RepeatLegal "repeat-legal"
        /// W holds only where the step leads to a lost position or to where W holds (7).
        RepeatReaches "repeat-reaches"
        /// W holds wherever the step leads to a lost position (7).
        RepeatLost "repeat-lost"
        /// W holds wherever the step leads to where W holds (7).
        RepeatOnward "repeat-onward"
        /// Only positions have values (8).
        ValuesInDomain "values-in-domain"
        /// Every position has one (8).
        ValueOfEach "value-of-each"
        /// None has two (8).
        OneValue "one-value"
        /// No option has the same value (8).
        NoOptionSame "no-option-same"
        /// Every smaller value is that of an option (8).
        SmallerReached "smaller-reached"
    }
    "Families" {
        /// Rewritings have the name of a file, with letters, digits and `._-/` and the ending `.star`. So none pose as a game of the
        /// checker (2).
        FamilyName "family-name"
        /// Both words of a rewriting have as many letters (2).
        FamilyAsLong "family-as-long"
        /// Each rewriting lowers the sum of the weights, or keeps it and lowers the word (3).
        FamilyEnds "family-ends"
        /// Of no option of Left's it remains open that it is at least the value, where G ≤ V is claimed (3a).
        FamilyLeft "family-left"
        /// Of no option of Right's it remains open that it is at most the value, where G ≥ V is claimed (3a).
        FamilyRight "family-right"
        /// Each of Left's options in the value is at most a move of Left's (3b).
        FamilyLeftMet "family-left-met"
        /// Each of Right's options in the value is at least a move of Right's (3b).
        FamilyRightMet "family-right-met"
        /// Where G is claimed not to be ≤ V, Left has a move to at least V (3c).
        FamilyLeftBegins "family-left-begins"
        /// Where G is claimed not to be ≥ V, Right has a move to at most V (3c).
        FamilyRightBegins "family-right-begins"
        /// Where a word is cut, what is claimed of it follows from the lemmas about the two words (3, cuts).
        FamilyCut "family-cut"
        /// The player that the claim is not about never crosses the place (3, cuts).
        FamilyCutSide "family-cut-side"
        /// Both words have letters (3, cuts).
        FamilyCutTwo "family-cut-two"
        /// The two words make up the word (3, cuts).
        FamilyCutWord "family-cut-word"
        /// A formula that lists options is no number (4). A sum for which this is not so shows nothing.
        FamilyNoNumber "family-no-number"
        /// The cases of the theorem follow from the lemmas (5).
        FamilyTheorem "family-theorem"
        /// The cases of the theorem are all (5).
        FamilyAll "family-all"
        /// In a condition `LINEAR mod m = r`, r is from 0 to m − 1.
        FamilyRemainder "family-remainder"
    }
}

impl Obligation {
    /// Returns whether the condition holds. A test may switch it off; then the result is always true.
    #[cfg(test)]
    pub(crate) fn met(self, holds: bool) -> bool {
        holds || tests::is_off(self)
    }

    /// Returns whether the condition holds.
    #[cfg(not(test))]
    pub(crate) const fn met(self, holds: bool) -> bool {
        let _ = self;
        holds
    }

    /// Refuses if the condition does not hold.
    pub(crate) fn demand(
        self,
        holds: bool,
        refusal: impl FnOnce() -> Refusal,
    ) -> Result<(), Refusal> {
        match self.met(holds) {
            true => Ok(()),
            false => Err(refusal()),
        }
    }
}

/// The released program has no switch: this constant function returns its argument.
#[cfg(not(test))]
const _: () = {
    let mut n = 0;
    while n < Obligation::ALL.len() {
        assert!(Obligation::ALL[n].met(true) && !Obligation::ALL[n].met(false));
        n += 1;
    }
};

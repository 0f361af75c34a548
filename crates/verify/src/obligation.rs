//! [`Obligation`]: the conditions for a certificate to prove its claim. Each is checked at one place, through its name.
//!
//! `docs/certificates.md` lists them, with the function that checks each. For each of them `testdata/forged` has a file
//! that no other condition refuses: the tests of this module switch the condition off and see that the file is accepted.
//! The switch exists only under `cfg(test)`.

use crate::Refusal;

#[cfg(test)]
mod mutation;
#[cfg(test)]
pub(crate) use mutation::carried;

macro_rules! obligations {
    ($($variant:ident $name:literal)*) => {
        /// A condition for a certificate to prove its claim.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Obligation {
            $($variant,)*
        }

        impl Obligation {
            /// All obligations.
            #[allow(dead_code, reason = "the check below reads it, and the tests do")]
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name in the documentation, and that of its forged file.
            #[cfg(test)]
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Its name in the source.
            #[cfg(test)]
            pub(crate) const fn variant(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant),)*
                }
            }
        }
    };
}

obligations! {
    // Rules that a certificate contains and names.
    TextHash "text-hash"
    TextName "text-name"
    TextOnce "text-once"
    TextUsed "text-used"
    TextSame "text-same"
    Parameters "parameters"
    BoardSize "board-size"
    AsWritten "as-written"
    RulesAnswer "rules-answer"
    OneAim "one-aim"
    GainsArePoints "gains-are-points"
    MovesReadOneWay "moves-read-one-way"
    IdHasLine "id-has-line"
    IdOnce "id-once"
    IdWithPlayer "id-with-player"
    OneEnd "one-end"
    EndsAgree "ends-agree"
    TurnsTold "turns-told"
    // Sums.
    PlayedInSums "played-in-sums"
    PointsAlone "points-alone"
    // Positions.
    EndDecides "end-decides"
    MoveExists "move-exists"
    EveryReply "every-reply"
    EveryHeap "every-heap"
    ProvedBefore "proved-before"
    EndlessIsDrawn "endless-is-drawn"
    DrawSuffices "draw-suffices"
    PliesWithin "plies-within"
    PliesOfWins "plies-of-wins"
    NothingLeftOut "nothing-left-out"
    HasMisere "has-misere"
    GrundyImpartial "grundy-impartial"
    GrundyNormal "grundy-normal"
    PartsProved "parts-proved"
    PairsEnd "pairs-end"
    // Values.
    ValueNormal "value-normal"
    ValueOfForm "value-of-form"
    ValueBothBegin "value-both-begin"
    ValueSamePosition "value-same-position"
    ValueLost "value-lost"
    // Misère quotients.
    Commutes "commutes"
    AllReached "all-reached"
    ToldApart "told-apart"
    GeneratorIsHeap "generator-is-heap"
    EmptyWon "empty-won"
    IdleIsNothing "idle-is-nothing"
    OptionsApart "options-apart"
    EveryWin "every-win"
    HeapsSuffice "heaps-suffice"
    PretendingRepeats "pretending-repeats"
    QuotientAlike "quotient-alike"
    QuotientPlayEnds "quotient-play-ends"
    PartsListed "parts-listed"
    // Periods.
    Checksum "checksum"
    Largest "largest"
    Repeats "repeats"
    NotEarlier "not-earlier"
    NotShorter "not-shorter"
    TheoremApplies "theorem-applies"
    HeapsComputed "heaps-computed"
    BreakingApplies "breaking-applies"
    BreakingHeaps "breaking-heaps"
    ValueNotMet "value-not-met"
    SmallValuesMet "small-values-met"
    LargeValuesMet "large-values-met"
    AllButApplies "all-but-applies"
    AllButHeaps "all-but-heaps"
    AllButRecurs "all-but-recurs"
    // Periods of values.
    ValuesCodes "values-codes"
    ValuesHeaps "values-heaps"
    ValuesRepeat "values-repeat"
    ValuesNotEarlier "values-not-earlier"
    ValuesNotShorter "values-not-shorter"
    ValuesLeftMoves "values-left-moves"
    ValuesRightMoves "values-right-moves"
    // Laws.
    Coefficients "coefficients"
    NextWord "next-word"
    Addition "addition"
    SystemStated "system-stated"
    SetsOfDigits "sets-of-digits"
    HasMove "has-move"
    SumsAreGrundy "sums-are-grundy"
    HasPosition "has-position"
    RankNatural "rank-natural"
    RankFalls "rank-falls"
    DomainKept "domain-kept"
    LostInDomain "lost-in-domain"
    LostNotToLost "lost-not-to-lost"
    LostHasMove "lost-has-move"
    OthersToLost "others-to-lost"
    RepeatLegal "repeat-legal"
    RepeatReaches "repeat-reaches"
    RepeatLost "repeat-lost"
    RepeatOnward "repeat-onward"
    ValuesInDomain "values-in-domain"
    ValueOfEach "value-of-each"
    OneValue "one-value"
    NoOptionSame "no-option-same"
    SmallerReached "smaller-reached"
    // Families.
    FamilyName "family-name"
    FamilyAsLong "family-as-long"
    FamilyEnds "family-ends"
    FamilyLeft "family-left"
    FamilyRight "family-right"
    FamilyLeftMet "family-left-met"
    FamilyRightMet "family-right-met"
    FamilyLeftBegins "family-left-begins"
    FamilyRightBegins "family-right-begins"
    FamilyCut "family-cut"
    FamilyCutSide "family-cut-side"
    FamilyCutTwo "family-cut-two"
    FamilyCutWord "family-cut-word"
    FamilyNoNumber "family-no-number"
    FamilyTheorem "family-theorem"
    FamilyAll "family-all"
    FamilyRemainder "family-remainder"
    // Every claim.
    ToldWhole "told-whole"
}

impl Obligation {
    /// Returns whether the condition holds. A test may switch it off; then the result is always true.
    #[cfg(test)]
    pub(crate) fn met(self, holds: bool) -> bool {
        holds || mutation::is_off(self)
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

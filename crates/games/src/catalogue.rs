//! Every game of the catalogue, one line each.

use bouton_core::Sided;
pub use bouton_core::entry::Visitor;

use crate::{boards, cards, graphs, heaps, rows, sides};

/// Passes every game to `visitor`, in the order in which they are listed.
pub fn each(visitor: &mut impl Visitor) {
    visitor.game::<heaps::Wythoff>();
    visitor.game::<heaps::RWythoff>();
    visitor.game::<heaps::Nim>();
    visitor.game::<heaps::Moore>();
    visitor.game::<heaps::EndNim>();
    visitor.game::<heaps::SubtractionGame>();
    visitor.game::<heaps::Octal>();
    visitor.game::<heaps::Hex>();
    visitor.game::<heaps::GrundysGame>();
    visitor.game::<heaps::Crosses>();
    visitor.game::<heaps::Staircase>();
    visitor.game::<heaps::Euclid>();
    visitor.game::<heaps::GrossmanEuclid>();
    visitor.game::<heaps::Boxes>();
    visitor.game::<heaps::FibonacciNim>();
    visitor.game::<heaps::TopEntails>();
    visitor.game::<rows::RowEnds>();
    visitor.game::<rows::RowRest>();
    visitor.game::<rows::RowFront>();
    visitor.game::<rows::RowDoubling>();
    visitor.game::<rows::TwoValues>();
    visitor.game::<boards::ThreeMensMorris>();
    visitor.game::<boards::SixMensMorris>();
    visitor.game::<boards::NineMensMorris>();
    visitor.game::<boards::Teeko>();
    visitor.game::<boards::MuTorere>();
    visitor.game::<boards::PongHauKi>();
    visitor.game::<boards::Krk>();
    visitor.game::<boards::DobutsuShogi>();
    visitor.game::<graphs::CatAndMouse>();
    visitor.game::<boards::Chomp>();
    visitor.game::<boards::Cram>();
    visitor.game::<boards::CoinTurning>();
    visitor.game::<graphs::NodeKayles>();
    visitor.game::<graphs::ArcKayles>();
    visitor.game::<graphs::Geography>();
    visitor.game::<graphs::Poset>();
    visitor.game::<graphs::Divisors>();
    visitor.game::<Sided<boards::Domineering>>();
    visitor.game::<Sided<boards::Clobber>>();
    visitor.game::<Sided<graphs::Hackenbush>>();
    visitor.game::<Sided<sides::ToadsAndFrogs>>();
    visitor.game::<Sided<sides::BackslidingToadsAndFrogs>>();
    visitor.game::<Sided<sides::ElephantsAndRhinos>>();
    visitor.game::<Sided<sides::FoxAndGeese>>();
    visitor.game::<Sided<sides::Snort>>();
    visitor.game::<Sided<sides::Col>>();
    visitor.game::<Sided<sides::TopplingDominoes>>();
    visitor.game::<Sided<sides::Amazons>>();
    visitor.game::<Sided<sides::Konane>>();
    visitor.game::<Sided<sides::NoGo>>();
    visitor.game::<Sided<sides::Northcott>>();
    visitor.game::<Sided<sides::Fission>>();
    visitor.game::<Sided<sides::Push>>();
    visitor.game::<Sided<sides::Shove>>();
    visitor.game::<Sided<sides::Cutcake>>();
    visitor.game::<Sided<sides::MaundyCake>>();
    visitor.game::<Sided<sides::Eatcake>>();
    visitor.game::<Sided<sides::PartizanSubtraction>>();
    visitor.game::<Sided<sides::PartizanOctal>>();
    visitor.game::<boards::Mnk>();
    visitor.game::<boards::Connect>();
    visitor.game::<boards::Hexapawn>();
    visitor.game::<boards::DotsAndBoxes>();
    visitor.game::<boards::Nimstring>();
    visitor.game::<boards::Kalah>();
    visitor.game::<cards::ThirtyOne>();
}

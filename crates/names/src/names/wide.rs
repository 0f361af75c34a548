//! Games of the catalogue with heaps beyond 64 bits: other types, which have closed forms, periods and laws only.

use bouton_catalogue::{Request, open_entry};
use bouton_core::Alternating;
use bouton_core::entry::{Entry, Visitor};
use bouton_engine::{Error, Face};
use bouton_games::catalogue::each;

/// What became of opening a game.
type Opened = Result<Box<dyn Face>, Error>;

/// Opens the form that takes heaps of any size of the game of this name, where there is one.
pub(super) fn open(name: &str, request: &Request<'_>) -> Option<Opened> {
    let mut seeker = Seeker {
        name,
        request,
        opened: None,
    };
    each(&mut seeker);
    seeker.opened
}

/// Looks for the game by its name.
struct Seeker<'s> {
    name: &'s str,
    request: &'s Request<'s>,
    opened: Option<Opened>,
}

impl Visitor for Seeker<'_> {
    fn game<G: Entry + Alternating>(&mut self) {
        if G::CARD.name == self.name {
            let mut wider = Wider {
                request: self.request,
                opened: None,
            };
            G::beyond_64_bits(&mut wider);
            self.opened = wider.opened;
        }
    }
}

/// Opens the form that is shown.
struct Wider<'s> {
    request: &'s Request<'s>,
    opened: Option<Opened>,
}

impl Visitor for Wider<'_> {
    fn game<W: Entry + Alternating>(&mut self) {
        self.opened = Some(open_entry::<W>(self.request));
    }
}

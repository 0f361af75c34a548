//! Games of the catalogue with heaps beyond 64 bits: separate types, which have closed forms, periods and laws only.

use bouton_catalogue::{Listing, Request, open_where};
use bouton_core::Alternating;
use bouton_core::entry::{Entry, Visitor};
use bouton_engine::{Error, Untyped};
use bouton_games::catalogue::each;

/// The result of opening a game.
type Opened = Result<Untyped, Error>;

/// Opens the form of this game that allows heaps of any size, if there is one.
pub(super) fn open(listing: &'static Listing, request: &Request<'_>) -> Option<Opened> {
    let mut seeker = Seeker {
        listing,
        request,
        opened: None,
    };
    each(&mut seeker);
    seeker.opened
}

/// A visitor that finds the game by its name.
struct Seeker<'s> {
    listing: &'static Listing,
    request: &'s Request<'s>,
    opened: Option<Opened>,
}

impl Visitor for Seeker<'_> {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        if E::CARD.name == self.listing.card.name {
            let mut wider = Wider {
                listing: self.listing,
                request: self.request,
                opened: None,
            };
            E::beyond_64_bits(&mut wider);
            self.opened = wider.opened;
        }
    }
}

/// Opens the visited form.
struct Wider<'s> {
    listing: &'static Listing,
    request: &'s Request<'s>,
    opened: Option<Opened>,
}

impl Visitor for Wider<'_> {
    fn game<W: Entry<Game: Alternating>>(&mut self) {
        let (open, misere) = (self.listing.open, self.request.misere);
        let game = self.request.game.to_owned();
        let parameters = self.request.parameters.map(str::to_owned);
        let is_beyond = move |position: &str| {
            let request = Request {
                game: &game,
                parameters: parameters.as_deref(),
                position: Some(position),
                misere,
            };
            matches!(open(&request), Err(Error::Input { error, .. }) if error.is_beyond_64_bits())
        };
        self.opened = Some(open_where::<W>(self.request, Box::new(is_beyond)));
    }
}

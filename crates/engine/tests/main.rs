//! All tests of the crate in one program, which is linked once: a module for each subject.

mod components;
mod faces;
mod solvers;

use bouton_core::{Alternating, Entry, Sided};
use bouton_engine::{Component, Error, Face, Opening, Untyped};
use bouton_games::{boards, heaps, rows};

/// A game opened in one of two ways.
trait Way {
    type Made;
    fn open<E: Entry<Game: Alternating>>(&self, name: &str, at: &str) -> Self::Made;
}

/// Behind a face, in misère play or not.
struct Faced {
    misere: bool,
}

/// As a component of a sum.
struct Added;

impl Way for Faced {
    type Made = Result<Box<dyn Face>, Error>;
    fn open<E: Entry<Game: Alternating>>(&self, name: &str, at: &str) -> Self::Made {
        let game = untyped::<E>(name, at);
        Ok(match self.misere {
            true => game.misere()?.face(),
            false => game.face(),
        })
    }
}

impl Way for Added {
    type Made = Result<(Box<dyn Component>, u32), Error>;
    fn open<E: Entry<Game: Alternating>>(&self, name: &str, at: &str) -> Self::Made {
        untyped::<E>(name, at).component()
    }
}

fn untyped<E: Entry<Game: Alternating>>(name: &str, at: &str) -> Untyped {
    Untyped::of(Opening {
        name: name.to_owned(),
        opened: opened::<E>(name, at),
        again: None,
    })
}

fn opened<E: Entry>(name: &str, at: &str) -> (E::Game, <E::Game as bouton_core::Game>::Position) {
    let parameters = name.split_once(':').map(|(_, parameters)| parameters);
    let found = E::open(parameters, (!at.is_empty()).then_some(at));
    found.unwrap_or_else(|error| panic!("{name} {at}: {error:?}"))
}

/// One game for each set of properties that differs.
fn opened_as<W: Way>(way: &W, asked: &str) -> W::Made {
    let (name, at) = asked.split_once(' ').unwrap_or((asked, ""));
    match name.split(':').next().unwrap() {
        "nim" => way.open::<heaps::Nim>(name, at),
        "octal" => way.open::<heaps::Octal>(name, at),
        "top-entails" => way.open::<heaps::TopEntails>(name, at),
        "row-ends" => way.open::<rows::RowEnds>(name, at),
        "three-mens-morris" => way.open::<boards::ThreeMensMorris>(name, at),
        "domineering" => way.open::<Sided<boards::Domineering>>(name, at),
        "mnk" => way.open::<boards::Mnk>(name, at),
        _ => panic!("{name} is not opened in these tests"),
    }
}

fn face(asked: &str) -> Box<dyn Face> {
    opened_as(&Faced { misere: false }, asked).unwrap()
}

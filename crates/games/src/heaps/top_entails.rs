//! Top entails: split a stack into two, or take the top coin of a stack, which entails: the opponent must then move in that
//! stack. The last to move wins, so a player who must answer in an empty stack loses.
//!
//! A position is the list of stacks, `7,4`, with `!` after the stack that must be answered, `7,4!`.
//!
//! A stack has a Grundy value or is loony: a player who leaves it loses. Stacks of 1 and 3 are loony; the next ones are
//! 2403, 2505 and 33,243 (J. West).
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating, notation::Notation};
//! use bouton_games::heaps::TopEntails;
//! let (game, at) = TopEntails::open(None, Some("5,4")).unwrap();
//! let moves: Vec<_> = game.moves(&at).map(|mv| game.show(&game.play(&at, &mv))).collect();
//! assert_eq!(moves, ["4!,4", "1,4,4", "2,3,4", "5,3!", "5,1,3", "5,2,2"]);
//! let answered = game.parse("5,3!").unwrap();
//! assert_eq!(game.moves(&answered).count(), 2);
//! ```
//!
//! Sources: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 12 (1982); J. West, New values for Top Entails, Games of No
//! Chance (1996), 345–350.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::game::{Alternating, Apart, Entailing, Game, HeapGame, Loopfree};
use bouton_core::heaps::{Heaps, from_heap, show_heaps, total};
use bouton_core::notation::items;
use bouton_core::scene::{Drawn, Figure, Scene, Set};
use bouton_core::{InputError, Notation, WinLoss, declares};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{any_heaps, heaps_of, is_over};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopEntails;

/// Stacks, and the place of the one that must be answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stacks {
    stacks: Heaps,
    bound: Option<usize>,
}

bouton_core::packs!(Stacks { stacks, bound });

/// A move in the stack of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    stack: usize,
    /// The size of the first part of a split; none if the top coin is taken.
    split: Option<u64>,
}

bouton_core::packs!(Cut { stack, split });

impl Stacks {
    fn free(stacks: Heaps) -> Self {
        Self {
            stacks,
            bound: None,
        }
    }

    fn bound(size: u64) -> Self {
        Self {
            stacks: Heaps::from_iter([size]),
            bound: Some(0),
        }
    }
}

impl Game for TopEntails {
    type Position = Stacks;
    type Move = Cut;
    /// The free stacks in ascending order, without empty ones, then the one that must be answered.
    fn canonical(&self, at: Stacks) -> Stacks {
        let answered = at.bound.map(|place| at.stacks[place]);
        let is_free = |(place, size): &(usize, u64)| Some(*place) != at.bound && *size > 0;
        let free = at.stacks.into_iter().enumerate().filter(is_free);
        let mut stacks: Heaps = free.map(|(_, size)| size).collect();
        stacks.sort_unstable();
        stacks.extend(answered);
        Stacks {
            bound: answered.map(|_| stacks.len() - 1),
            stacks,
        }
    }
    fn merged(&self, at: Stacks) -> Stacks {
        self.canonical(at)
    }
    fn tokens(&self, at: &Stacks) -> Option<BigUint> {
        Some(total(&at.stacks))
    }
}

impl Alternating for TopEntails {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Stacks) -> impl Iterator<Item = Cut> + use<'g> {
        let bound = at.bound;
        let stacks = at.stacks.clone().into_iter().enumerate();
        let open = stacks
            .filter(move |(stack, size)| *size > 0 && bound.is_none_or(|bound| bound == *stack));
        open.flat_map(|(stack, size)| {
            let splits = (1..=size / 2).map(Some);
            std::iter::once(None)
                .chain(splits)
                .map(move |split| Cut { stack, split })
        })
    }
    fn play(&self, at: &Stacks, Cut { stack, split }: &Cut) -> Stacks {
        let mut stacks = at.stacks.clone();
        match split {
            None => {
                stacks[*stack] -= 1;
                Stacks {
                    stacks,
                    bound: Some(*stack),
                }
            }
            Some(first) => {
                let rest = stacks[*stack] - first;
                stacks[*stack] = *first;
                stacks.insert(stack + 1, rest);
                Stacks::free(stacks)
            }
        }
    }
    fn score(&self, at: &Stacks) -> Option<WinLoss> {
        is_over(self, at).then_some(WinLoss::Loss)
    }
}

/// Twice the coins minus the number of stacks: a split lowers it.
impl Loopfree for TopEntails {
    type Height = BigUint;
    fn height(&self, at: &Stacks) -> BigUint {
        let stacks = at.stacks.iter().filter(|size| **size > 0).count();
        total(&at.stacks) * 2u32 - stacks
    }
}

impl Entailing for TopEntails {
    fn apart(&self, at: &Stacks) -> Apart<Stacks> {
        let is_free = |(place, size): &(usize, &u64)| Some(*place) != at.bound && **size > 0;
        let free = at.stacks.iter().enumerate().filter(is_free);
        Apart {
            bound: at.bound.map(|place| Stacks::bound(at.stacks[place])),
            free: free
                .map(|(_, size)| Stacks::free(Heaps::from_iter([*size])))
                .collect(),
        }
    }
}

impl HeapGame for TopEntails {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Stacks> {
        Some(Stacks::free(heaps_of(heaps)))
    }
    fn drawn_with(&self) -> Set {
        Set::Rows
    }
}

impl Notation for TopEntails {
    fn parse(&self, text: &str) -> Result<Stacks, InputError> {
        let marks = text.matches('!').count();
        if marks > 1 {
            let message = format!("expected at most one stack marked !, found {marks}");
            return Err(InputError::whole(message, text));
        }
        let bound = items(text).position(|(_, item)| item.trim_end().ends_with('!'));
        if marks == 1 && bound.is_none() {
            let place = text.find('!').unwrap_or(0);
            let message = "expected ! after a stack, like 7,4!";
            return Err(InputError::new(message, text, place..place + 1));
        }
        // A blank keeps the places of errors.
        let stacks = any_heaps(&text.replace('!', " "))?;
        Ok(Stacks { stacks, bound })
    }
    fn show(&self, at: &Stacks) -> String {
        let Some(bound) = at.bound else {
            return show_heaps(&at.stacks);
        };
        let size = |(place, size): (usize, &u64)| {
            let mark = if place == bound { "!" } else { "" };
            format!("{size}{mark}")
        };
        let sizes: Vec<_> = at.stacks.iter().enumerate().map(size).collect();
        sizes.join(",")
    }
    /// `take 1 from the second`, `split the first into 2+3`.
    fn show_move(&self, at: &Stacks, Cut { stack, split }: &Cut) -> String {
        let from = from_heap(*stack, at.stacks.len());
        match split {
            None => format!("take 1{from}"),
            Some(first) => {
                let rest = at.stacks[*stack] - first;
                let which = from.replacen(" from", "", 1);
                format!("split{which} into {first}+{rest}")
            }
        }
    }
}

impl Drawn for TopEntails {
    fn scene(&self, at: &Stacks) -> Scene {
        let sizes = at.stacks.iter().copied().map(BigUint::from).collect();
        let scene = Scene::of(Figure::Heaps(sizes)).with(Set::Rows);
        match at.bound {
            None => scene,
            Some(place) => scene.noted(format!("stack {} must be answered", place + 1)),
        }
    }
}

impl Entry for TopEntails {
    type Game = Self;
    const CARD: Card = Card {
        name: "top-entails",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "",
        text: text("top-entails"),
        notation: "stack sizes, like 7,4, with ! after a stack that must be answered, like 7,4!",
        example: Example::at("7,4"),
        sources: &[
            "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 12 (1982)",
            "J. West, New values for Top Entails, Games of No Chance (1996)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
}

declares!(TopEntails: entailing, loopfree, heaps, look);

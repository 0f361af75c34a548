//! Cat and mouse: both are on points of a graph and move along an edge in turn, the mouse first; a player without an edge
//! to move along stays. The cat wins if it reaches the mouse's point, the mouse if it reaches the hole, point `0`, which
//! the cat may not enter. Endless play is a draw.
//!
//! The graph is the parameter, with edges in both directions: `cat-and-mouse:0-2,0-5,…`. A position is the point of the
//! mouse and that of the cat, and `cat` if the cat is to move: `1,2 cat`. Play begins at `1,2`; a move names the point to
//! go to.
//!
//! Source: LeetCode problem 913, Cat and Mouse.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::notation::items;
use bouton_core::scene::{Cell, Deed, Drawn, Owner, Scene};
use bouton_core::{
    Alternating, Game, Indexed, InputError, Notation, Reversible, WinDrawLoss, declares,
};
use bouton_texts::text;

use super::graph::{Graph, Points, members};

/// The rules: the graph and its hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatAndMouse {
    graph: Graph,
    hole: usize,
}

/// The points of both, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    mouse: usize,
    cat: usize,
    cat_to_move: bool,
}

bouton_core::packs!(Chase {
    mouse,
    cat,
    cat_to_move
});

impl CatAndMouse {
    fn is_over(&self, at: &Chase) -> bool {
        at.mouse == at.cat || at.mouse == self.hole
    }

    /// The points that the cat, or the mouse, can reach from `from`; these are also the points it can have come from.
    fn ways(&self, from: usize, is_cat: bool) -> Points {
        let barred = if is_cat { 1 << self.hole } else { 0 };
        let ways = self.graph.next(from) & !barred;
        if ways == 0 { 1 << from } else { ways }
    }

    fn points(&self) -> u64 {
        u64::from(self.graph.all().count_ones())
    }
}

impl Game for CatAndMouse {
    type Position = Chase;
    /// The point to go to.
    type Move = usize;
}

impl Alternating for CatAndMouse {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Chase) -> impl Iterator<Item = usize> + use<'g> {
        let from = if at.cat_to_move { at.cat } else { at.mouse };
        let ways = if self.is_over(at) {
            0
        } else {
            self.ways(from, at.cat_to_move)
        };
        members(ways)
    }
    fn play(&self, at: &Chase, to: &usize) -> Chase {
        let turned = Chase {
            cat_to_move: !at.cat_to_move,
            ..*at
        };
        if at.cat_to_move {
            Chase { cat: *to, ..turned }
        } else {
            Chase {
                mouse: *to,
                ..turned
            }
        }
    }
    fn score(&self, at: &Chase) -> Option<WinDrawLoss> {
        let won_by_cat = at.mouse == at.cat;
        self.is_over(at).then_some(if won_by_cat == at.cat_to_move {
            WinDrawLoss::Win
        } else {
            WinDrawLoss::Loss
        })
    }
}

impl Indexed for CatAndMouse {
    fn index(&self, at: &Chase) -> Option<u64> {
        let places = at.mouse as u64 * self.points() + at.cat as u64;
        Some(2 * places + u64::from(at.cat_to_move))
    }
    fn position(&self, index: u64) -> Option<Chase> {
        let (places, points) = (index / 2, self.points());
        let at = Chase {
            mouse: (places / points) as usize,
            cat: (places % points) as usize,
            cat_to_move: index % 2 == 1,
        };
        (at.cat != self.hole).then_some(at)
    }
}

impl Reversible for CatAndMouse {
    fn count(&self) -> u64 {
        2 * self.points().pow(2)
    }
    fn predecessors<'g>(&'g self, at: &Chase) -> impl Iterator<Item = Chase> + use<'g> {
        let at = *at;
        let moved = if at.cat_to_move { at.mouse } else { at.cat };
        let from = members(self.graph.all())
            .filter(move |from| self.ways(*from, !at.cat_to_move) >> moved & 1 == 1);
        let before = move |from| {
            let turned = Chase {
                cat_to_move: !at.cat_to_move,
                ..at
            };
            if at.cat_to_move {
                Chase {
                    mouse: from,
                    ..turned
                }
            } else {
                Chase {
                    cat: from,
                    ..turned
                }
            }
        };
        from.map(before)
            .filter(|before| before.cat != self.hole && !self.is_over(before))
    }
}

impl Notation for CatAndMouse {
    fn parse(&self, text: &str) -> Result<Chase, InputError> {
        let bad = |message: &str| InputError::whole(message, text);
        let (places, cat_to_move) = match text.trim_end().strip_suffix(" cat") {
            Some(places) => (places, true),
            None => (text.trim_end().trim_end_matches(" mouse"), false),
        };
        let found: Vec<_> = items(places)
            .map(|(_, name)| self.graph.point(name))
            .collect();
        let [Some(mouse), Some(cat)] = found[..] else {
            return Err(bad(
                "expected the points of the mouse and of the cat, like 1,2, with cat after it if the cat is to move",
            ));
        };
        if cat == self.hole {
            return Err(bad("the cat cannot be in the hole"));
        }
        Ok(Chase {
            mouse,
            cat,
            cat_to_move,
        })
    }
    fn show(&self, at: &Chase) -> String {
        let turn = if at.cat_to_move { " cat" } else { "" };
        let [mouse, cat] = [at.mouse, at.cat].map(|point| self.graph.name(point));
        format!("{mouse},{cat}{turn}")
    }
    fn show_move(&self, _at: &Chase, to: &usize) -> String {
        self.graph.name(*to).to_owned()
    }
    fn move_in_words(&self, at: &Chase, to: &usize) -> Option<String> {
        let mover = if at.cat_to_move { "cat" } else { "mouse" };
        Some(format!("{mover} to {}", self.graph.name(*to)))
    }
}

impl Drawn for CatAndMouse {
    fn scene(&self, at: &Chase) -> Scene {
        let cell = |point| match point {
            _ if point == at.cat => Cell::Piece(Owner::Second, "C".into()),
            _ if point == at.mouse => Cell::Piece(Owner::First, "M".into()),
            _ => Cell::Empty,
        };
        let turn = if at.cat_to_move {
            "the cat"
        } else {
            "the mouse"
        };
        Scene::of(self.graph.figure(self.graph.all(), cell))
            .noted("the hole is 0")
            .to_move(format!("{turn} is to move"))
    }
    fn deed(&self, at: &Chase, to: &usize) -> Option<Deed> {
        let from = if at.cat_to_move { at.cat } else { at.mouse };
        Some(Deed::moving(self.graph.part(from), self.graph.part(*to)))
    }
}

impl Entry for CatAndMouse {
    type Game = Self;
    const CARD: Card = Card {
        name: "cat-and-mouse",
        kind: Kind::Graphs,
        aliases: &[],
        parameters: "the edges of a graph with points 0 (the hole), 1 and 2, like cat-and-mouse:0-2,0-5,1-3",
        text: text("cat-and-mouse"),
        notation: "the point of the mouse, that of the cat, and cat after it if the cat is to move: 1,2 cat",
        example: Example::new("0-2,0-5,1-3,2-4,2-5,3-4,3-5", "1,2"),
        sources: &["LeetCode problem 913, Cat and Mouse"],
    };
    const TO_PLAY: Option<Example> = Some(Example::new(
        "0-4,4-3,3-5,5-6,6-4,5-1,1-7,7-8,8-6,8-2,2-9,9-7,0-2",
        "1,2",
    ));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let text = parameters.unwrap_or("");
        let graph = Graph::parse(text).map_err(OpenError::Parameters)?;
        let bad = |message| OpenError::parameters(parameters, message);
        if graph.has_one_way() {
            return Err(bad(
                "expected edges like a-b: the cat and the mouse go both ways",
            ));
        }
        let hole = graph.point("0");
        let hole = hole.ok_or_else(|| bad("expected edges of a graph with a point 0, the hole"))?;
        at_position(Self { graph, hole }, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        self.parse("1,2").ok()
    }
}

declares!(CatAndMouse: loopy, reversible, look);

//! Calls every method of the traits that adaptors implement, through each adaptor, on a game whose answers differ from all
//! defaults.

use num_bigint::BigUint;

use super::misere::Misere;
use super::sided::Sided;
use crate::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use crate::game::{Alternating, Game, HeapGame, Loopfree};
use crate::limits::Limits;
use crate::notation::{InputError, Notation};
use crate::oracle::{Oracle, RuleError};
use crate::origin::Origin;
use crate::partizan::{Partizan, Side, Turn};
use crate::powers::{Declares, Powers};
use crate::scene::{Deed, Drawn, Figure, Scene, Slope};
use crate::score::Payoff;

/// A game whose answers all differ from the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Probe;

impl Oracle for Probe {
    fn begin(&self, _: &Limits) {}
}

impl Game for Probe {
    type Position = u8;
    type Move = u8;
    fn canonical(&self, at: u8) -> u8 {
        at / 2
    }
    fn merged(&self, at: u8) -> u8 {
        at / 4
    }
    fn key(&self, at: &u8) -> Option<u64> {
        Some(u64::from(*at) + 2)
    }
    fn tokens(&self, at: &u8) -> Option<BigUint> {
        Some((at + 3).into())
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(self)
    }
    fn origins(&self) -> Vec<Origin> {
        vec![Origin::of("probe", "")]
    }
    fn endless(&self, at: &u8) -> RuleError {
        RuleError::Broken(format!("endless {at}"))
    }
}

impl Alternating for Probe {
    type Score = Payoff<i8>;
    fn moves<'g>(&'g self, at: &u8) -> impl Iterator<Item = u8> + use<'g> {
        [*at, 1].into_iter()
    }
    fn play(&self, at: &u8, mv: &u8) -> u8 {
        at + mv
    }
    fn gain(&self, _: &u8, _: &u8) {}
    fn keeps_turn(&self, _: &u8, _: &u8) -> bool {
        true
    }
    fn score(&self, _: &u8) -> Option<Payoff<i8>> {
        Some(Payoff(4))
    }
    fn at_stake(&self, _: &u8) -> Option<i128> {
        Some(5)
    }
}

impl Partizan for Probe {
    fn moves<'g>(&'g self, at: &u8, side: Side) -> impl Iterator<Item = u8> + use<'g> {
        [*at, side as u8].into_iter()
    }
    fn play(&self, at: &u8, side: Side, mv: &u8) -> u8 {
        at + mv + side as u8
    }
}

impl Loopfree for Probe {
    type Height = u8;
    fn height(&self, at: &u8) -> u8 {
        at + 6
    }
}

impl Notation for Probe {
    fn parse(&self, text: &str) -> Result<u8, InputError> {
        Ok(text.len() as u8)
    }
    fn show(&self, at: &u8) -> String {
        format!("at {at}")
    }
    fn show_within(&self, at: &u8, longest: usize) -> Option<String> {
        Some(format!("{at} within {longest}"))
    }
    fn show_move(&self, at: &u8, mv: &u8) -> String {
        format!("{mv} at {at}")
    }
    fn move_in_words(&self, at: &u8, mv: &u8) -> Option<String> {
        Some(format!("{mv} in words at {at}"))
    }
    fn component(&self, mv: &u8) -> Option<usize> {
        Some(usize::from(*mv) + 7)
    }
    fn signs(&self) -> Vec<char> {
        vec!['!']
    }
    fn with_board(&self, at: &u8, number: u64) -> Option<u8> {
        Some(at + number as u8)
    }
    fn board_number(&self, at: &u8) -> Option<u64> {
        Some(u64::from(*at) + 8)
    }
    fn move_called(&self, at: &u8, text: &str) -> Option<u8> {
        Some(at + text.len() as u8)
    }
}

impl Drawn for Probe {
    fn scene(&self, at: &u8) -> Scene {
        Scene::of(Figure::Words(format!("scene {at}")))
    }
    fn deed(&self, at: &u8, mv: &u8) -> Option<Deed> {
        Some(Deed::moving(usize::from(*at), usize::from(*mv)))
    }
    fn family(&self, at: &u8) -> Option<String> {
        Some(format!("family {at}"))
    }
    fn slopes(&self) -> Vec<Slope> {
        vec![Slope {
            rise: 8.0,
            label: "slope",
        }]
    }
}

impl HeapGame for Probe {
    const HEAPS: Option<usize> = Some(9);
    const UNORDERED: bool = true;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        None
    }
    fn listed(&self, up_to: u64) -> Option<Vec<u8>> {
        Some(vec![up_to as u8])
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<u8> {
        Some(heaps.len() as u8)
    }
}

impl Declares for Probe {
    fn declare(&self, _: &mut impl Powers<Self>) {}
}

const EXAMPLE: Example = Example::new("example", "at 1");

impl Entry for Probe {
    type Game = Self;
    const CARD: Card = Card {
        name: "probe",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text: "",
        notation: "",
        example: EXAMPLE,
        sources: &[],
    };
    const USUAL: Option<&'static str> = Some("usual");
    const TO_PLAY: Option<Example> = Some(EXAMPLE);
    fn open(_: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self, position)
    }
    fn start(&self) -> Option<u8> {
        Some(9)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Sided<Self>>();
    }
}

/// The names after lines of a trait, in its file, that begin so.
fn named(file: &str, name: &str, begin: &str) -> Vec<String> {
    let (_, text) = file
        .split_once(&format!("pub trait {name}"))
        .expect("the trait is in the file");
    let (body, _) = text.split_once("\n}\n").expect("the trait ends");
    let lines = body.lines().filter_map(|line| line.strip_prefix(begin));
    let name = |line: &str| line.split(['(', '<', ':']).next().map(str::to_owned);
    lines.filter_map(name).collect()
}

/// A new method of a trait must be forwarded, and called in the tests below.
#[test]
fn the_tests_ask_for_every_method() {
    let (game, scene) = (include_str!("../game.rs"), include_str!("../scene.rs"));
    let (notation, entry) = (include_str!("../notation.rs"), include_str!("../entry.rs"));
    // `after` and `words` are made of the others.
    for (file, name, all) in [
        (
            game,
            "Game",
            "canonical merged key tokens removed oracle origins endless",
        ),
        (
            game,
            "Alternating",
            "moves play after gain keeps_turn score at_stake words",
        ),
        (game, "Loopfree", "height"),
        (game, "HeapGame", "shape listed with_heaps drawn_with"),
        (
            notation,
            "Notation",
            "parse show show_within show_move move_in_words component signs with_board board_number move_called",
        ),
        (scene, "Drawn", "scene deed family slopes"),
        (entry, "Entry ", "open start beyond_64_bits"),
    ] {
        assert_eq!(named(file, name, "    fn ").join(" "), all);
    }
    assert_eq!(
        named(entry, "Entry ", "    const ").join(" "),
        "CARD USUAL TO_PLAY"
    );
}

/// Where a game begins: a game of Left and Right begins with Left.
#[test]
fn sided_begins_where_the_game_does() {
    /// The names of the games that it is passed.
    struct Names(Vec<&'static str>);
    impl Visitor for Names {
        fn game<E: Entry<Game: Alternating>>(&mut self) {
            self.0.push(E::CARD.name);
        }
    }
    type Probes = Sided<Probe>;
    assert_eq!(Probes::CARD.name, Probe::CARD.name);
    assert_eq!(Probes::USUAL, Probe::USUAL);
    assert_eq!(Probes::TO_PLAY.map(|at| at.position), Some("at 1"));
    let side = Side::Left;
    assert_eq!(Sided::of(Probe).start(), Some(Turn { side, at: 9 }));
    let (_, at) = Probes::open(None, None).expect("there is a start");
    assert_eq!(at, Turn { side, at: 9 });
    let (_, at) = Probes::open(None, Some("three R")).expect("it is a position");
    assert_eq!(at.side, Side::Right);
    let mut wide = Names(Vec::new());
    Probes::beyond_64_bits(&mut wide);
    assert_eq!(wide.0, ["probe"]);
}

/// Methods that both adaptors forward, for a position over `bare`.
fn forwards<G: Loopfree<Move = u8, Height = u8> + Notation + Drawn>(
    game: &G,
    at: &G::Position,
    bare: u8,
) {
    assert_eq!(game.tokens(at), Probe.tokens(&bare));
    assert_eq!(game.removed(&3), Probe.removed(&3));
    assert!(game.oracle().is_some());
    assert_eq!(game.origins(), Probe.origins());
    assert_eq!(game.endless(at), Probe.endless(&bare));
    assert_eq!(game.height(at), Probe.height(&bare));
    assert_eq!(game.show_move(at, &3), Probe.show_move(&bare, &3));
    let words = Probe.move_in_words(&bare, &3);
    assert_eq!(game.move_in_words(at, &3), words);
    assert_eq!(game.component(&3), Probe.component(&3));
    assert_eq!(game.signs(), Probe.signs());
    assert_eq!(game.board_number(at), Probe.board_number(&bare));
    let board = game.with_board(at, 3).expect("the probe has boards");
    assert_eq!(game.board_number(&board), Probe.board_number(&(bare + 3)));
    assert_eq!(
        game.show(&board).ends_with(" R"),
        game.show(at).ends_with(" R")
    );
    assert_eq!(game.move_called(at, "two"), Probe.move_called(&bare, "two"));
    assert_eq!(game.scene(at).figure, Probe.scene(&bare).figure);
    assert_eq!(game.deed(at, &3), Probe.deed(&bare, &3));
}

#[test]
fn misere_differs_by_the_sign_of_the_end_and_by_what_is_lost() {
    let (game, at) = (Misere::of(Probe), 20);
    forwards(&game, &at, at);
    assert_eq!(game.canonical(at), Probe.canonical(at));
    assert_eq!(game.merged(at), Probe.merged(at));
    assert_eq!(game.key(&at), Probe.key(&at));
    assert_eq!(game.parse("three").ok(), Probe.parse("three").ok());
    assert_eq!(game.show(&at), Probe.show(&at));
    assert_eq!(game.show_within(&at, 9), Probe.show_within(&at, 9));
    assert_eq!((game.family(&at), game.slopes()), (None, Vec::new()));

    let moves: Vec<_> = Alternating::moves(&game, &at).collect();
    assert_eq!(moves, [at, 1]);
    assert_eq!(Alternating::play(&game, &at, &3), 23);
    assert!(game.keeps_turn(&at, &3));
    assert_eq!(game.score(&at), Some(-Payoff(4)));
    assert_eq!(game.at_stake(&at), Some(-5));
    // Moves earn nothing, because points have no opposite; the compiler enforces this.
    game.gain(&at, &3);
}

#[test]
fn sided_differs_by_the_side() {
    let game = Sided::of(Probe);
    for side in Side::BOTH {
        let at = Turn { side, at: 20 };
        let suffix = ["", " R"][side as usize];
        forwards(&game, &at, 20);
        assert_eq!(game.canonical(at), Turn { side, at: 10 });
        assert_eq!(game.merged(at), Turn { side, at: 5 });
        assert_eq!(game.key(&at), Some(2 * 22 + side as u64));
        assert_eq!(
            game.parse(&format!("three{suffix}")),
            Ok(Turn { side, at: 5 })
        );
        assert_eq!(game.show(&at), format!("at 20{suffix}"));
        let longest = 9 - suffix.len();
        let within = format!("20 within {longest}{suffix}");
        assert_eq!(game.show_within(&at, 9), Some(within));
        assert_eq!(game.family(&at), Probe.family(&20));
        assert_eq!(game.slopes(), Probe.slopes());
        assert!(game.scene(&at).turn.ends_with("is to move"));

        let moves: Vec<_> = Alternating::moves(&game, &at).collect();
        assert_eq!(moves, [20, side as u8]);
        let to = Alternating::play(&game, &at, &3);
        let (there, other) = (23 + side as u8, side.other());
        assert_eq!((to.at, to.side), (there, other));
    }
}

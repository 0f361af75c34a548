//! [`Way`]: any game, played another way.
//!
//! A variant is a game of words, made of the game of words that it varies: it serves every game, and every search, picture and table
//! serves it. Variants of variants need nothing more.

use std::sync::Arc;

use bouton_core::entry::OpenError;
use bouton_core::erased::{Place, Written};
use bouton_core::game::Shared;
use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::partizan::split_side;
use bouton_core::rules::Listed;
use bouton_core::solver::Solver;
use bouton_core::{
    Alternating, Erased, Game, InputError, Margin, Notation, Origin, Payoff, Score, Side, Sides,
    WinDrawLoss, WinLoss,
};
use bouton_solvers::parts::PartTable;
use bouton_solvers::{ByValues, Components, Grundy, Nimber, Parted, Tables};
use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::abilities::Abilities;
use crate::component::{Convention, Role};
use crate::error::Error;
use crate::experimenting::Experiments;
use crate::looking::Looks;
use crate::menu::{Form as Rank, Offer, Offers};
use crate::misere::{Form, split_by};
use crate::playing::{Plays, WithSide};
use crate::proving::Proofs;
use crate::short::show;
use crate::through::Through;
use crate::typed::{Again, Bare, Source, Untyped, by_score, each_score};
use crate::valuing::{ShowShort, Values};

mod faces;

use faces::{Heaps, Seen};

/// A way to play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Both players have the moves of both.
    Impartial,
    /// Left and Right are exchanged.
    Negative,
    /// A move is legal only while both players can move.
    Dicotic,
    /// The players have so many passes in all, and none once play is over.
    Passes(u64),
    /// Play is over after so many plies: a draw.
    Bounded(u64),
}

impl Way {
    /// The unit that a position counts besides: of one, and of several.
    fn counted(self) -> Option<([&'static str; 2], u64)> {
        match self {
            Self::Passes(most) => Some((["pass", "passes"], most)),
            Self::Bounded(most) => Some((["ply", "plies"], most)),
            Self::Impartial | Self::Negative | Self::Dicotic => None,
        }
    }

    /// The unit of such a count.
    fn unit(self, count: u64) -> Option<&'static str> {
        let ([one, several], _) = self.counted()?;
        Some(if count == 1 { one } else { several })
    }

    /// The text of the position of the game itself, and what the variant counts there.
    ///
    /// # Errors
    /// If it counts more than the variant allows.
    pub fn split(self, text: &str) -> Result<(String, u64), InputError> {
        let board = split_side(text).0;
        let Some(([one, several], most)) = self.counted() else {
            return Ok((text.to_owned(), 0));
        };
        let read = |board: &str| -> Option<(usize, u64)> {
            let start = board.rfind('(')?;
            let (count, unit) = board[start..]
                .strip_prefix('(')?
                .strip_suffix(')')?
                .split_once(' ')?;
            let is_unit = unit == one || unit == several;
            Some((start, count.parse().ok().filter(|_| is_unit)?))
        };
        let Some((start, count)) = read(board) else {
            return Ok((text.to_owned(), most));
        };
        if count > most {
            let unit = if most == 1 { one } else { several };
            let message = format!("expected at most {most} {unit}, found {count}");
            return Err(InputError::new(message, text, start..board.len()));
        }
        Ok((
            board[..start].trim_end().to_owned() + &text[board.len()..],
            count,
        ))
    }

    /// The text of a position, from that of the game itself.
    fn join(self, text: &str, count: u64) -> String {
        let (board, side) = split_side(text);
        let Some(unit) = self.unit(count) else {
            return match (self, side) {
                (Self::Negative, Side::Left) => board.to_owned() + " R",
                (Self::Negative, Side::Right) => board.to_owned(),
                _ => text.to_owned(),
            };
        };
        let side = if side == Side::Right { " R" } else { "" };
        format!("{board} ({count} {unit}){side}")
    }
}

impl Untyped {
    /// The same game, played another way, at a position where the variant counts so many; `None`: as at the start.
    ///
    /// # Errors
    /// If the game cannot be played that way.
    pub fn played(self, way: Way, count: Option<u64>) -> Result<Self, Error> {
        let game = match way {
            Way::Bounded(_) => self.with_draws(),
            _ => self,
        };
        let varied = by_score(game, &each_score!(varied));
        varied(way, count)
    }
}

/// The variant of a game with a known type of score.
type Vary = Box<dyn FnOnce(Way, Option<u64>) -> Result<Untyped, Error>>;

fn varied<S: Known>(game: Untyped) -> Result<Vary, Untyped> {
    let (name, is_misere, bare) = game.bare::<S>()?;
    Ok(Box::new(move |way, count| {
        vary(way, count, name, is_misere, bare)
    }))
}

fn vary<S: Known>(
    way: Way,
    count: Option<u64>,
    name: String,
    is_misere: bool,
    bare: Bare<S>,
) -> Result<Untyped, Error> {
    let Bare { source, at, again } = bare;
    let role = source.clone().role();
    if role.apart.is_some() {
        let message =
            format!("moves of {name} entail an answer or a second move: it has no variants");
        return Err(Error::Unfit(message));
    }
    let has_sides = source.clone().abilities().plays.with_side.is_some();
    let is_one_of_sides = role.convention == Some(Convention::Partizan);
    match way {
        Way::Negative if !has_sides => {}
        Way::Impartial | Way::Dicotic if role.convention == Some(Convention::Impartial) => {}
        Way::Impartial | Way::Dicotic if !is_one_of_sides => {
            let message =
                format!("{name}: expected a game in which a player who cannot move loses");
            return Err(Error::Unfit(message));
        }
        Way::Bounded(_) if S::DRAW.is_none() => unreachable!("invariant: it has draws or points"),
        Way::Impartial if role.names_right(&at) => {
            let shown = Notation::show(&Erased::of(source.written()), &at);
            return Err(Error::whole("position", &shown, NO_SIDE));
        }
        _ => {
            let again = again.map(|again| -> Again<S> {
                Box::new(move |text| {
                    let (inner, count) = way.split(text).map_err(OpenError::Position)?;
                    let (source, at) = again(&inner)?;
                    let varied = Varied::of(source, way);
                    let at = varied.start(at, count);
                    Ok((Arc::new(varied) as _, at))
                })
            });
            let varied = Varied::of(source, way);
            let most = way.counted().map_or(0, |(_, most)| most);
            let at = varied.start(at, count.unwrap_or(most));
            let bare = Bare {
                source: Arc::new(varied),
                at,
                again,
            };
            return Ok(Untyped {
                name,
                is_misere,
                bare: Box::new(bare),
            });
        }
    }
    // Both players have the same moves: it is its own variant.
    let bare = Box::new(Bare { source, at, again });
    Ok(Untyped {
        name,
        is_misere,
        bare,
    })
}

/// The properties of a variant that depend on the type of its score.
trait Known: Score {
    /// The score where play is cut off; `None`: it has no draw.
    const DRAW: Option<Self>;
    /// The solvers of a variant that find more than who wins.
    fn offers(_: &Arc<Varied<Self>>) -> Vec<Offer<Self>> {
        Vec::new()
    }
    /// The values of its positions.
    fn values(_: &Arc<Varied<Self>>) -> Values {
        Values::default()
    }
    /// The misère form.
    fn misere(_: &Arc<Varied<Self>>) -> Form<Self> {
        Form::default()
    }
}

impl Known for WinLoss {
    const DRAW: Option<Self> = None;

    fn offers(game: &Arc<Varied<Self>>) -> Vec<Offer<Self>> {
        match game.convention() {
            Some(Convention::Impartial) => {
                let is_loopfree = game.role.is_loopfree;
                let grundy = Parted {
                    rules: game.clone(),
                    solver: Grundy::default(),
                    leads_in_sums: !is_loopfree,
                };
                let grundy = Offer::Own(Box::new(grundy), Rank::Plain);
                // It does not see that a position comes back.
                let nimber = is_loopfree.then(|| {
                    let nimber = Parted {
                        rules: game.clone(),
                        solver: Nimber::default(),
                        leads_in_sums: false,
                    };
                    Offer::Own(Box::new(nimber), Rank::Plain)
                });
                [grundy].into_iter().chain(nimber).collect()
            }
            Some(Convention::Partizan) => {
                let through = |solver| -> Offer<Self> {
                    let game = game.clone();
                    let listed = Listed::of;
                    Offer::Own(
                        Box::new(Through {
                            game,
                            solver,
                            listed,
                        }),
                        Rank::Plain,
                    )
                };
                let components: Box<dyn Solver<_>> = Box::new(Components::whole());
                vec![through(components), through(Box::new(ByValues::whole()))]
            }
            _ => Vec::new(),
        }
    }

    fn values(game: &Arc<Varied<Self>>) -> Values {
        let convention = game.convention();
        let game = game.clone();
        Values {
            short: (convention == Some(Convention::Partizan)).then(|| -> ShowShort {
                Box::new(move |at, kept, work| show(&*game, at, kept, PartTable::whole, work))
            }),
            has_prices: convention.is_some(),
            ..Values::default()
        }
    }

    fn misere(game: &Arc<Varied<Self>>) -> Form<Self> {
        let mut form = Form::default();
        if game.convention() == Some(Convention::Impartial) {
            let rules: Arc<dyn Written<Self>> = game.clone();
            split_by(&mut form, &rules, || {
                let game = game.clone();
                Box::new(move |at| game.parts(at))
            });
        }
        form
    }
}

impl Known for WinDrawLoss {
    const DRAW: Option<Self> = Some(Self::Draw);
}

/// Points that are cut off count for nobody.
macro_rules! points {
    ($($score:ty),+) => {
        $(impl Known for $score {
            const DRAW: Option<Self> = Some(Self(0));
        })+
    };
}
points!(
    Margin,
    Margin<i64>,
    Margin<i16>,
    Margin<i8>,
    Payoff<i64>,
    Payoff<i8>
);

/// A game, played another way. A position is one of the game itself; behind its words stands what the variant counts.
struct Varied<S: Score> {
    way: Way,
    base: Arc<dyn Source<S>>,
    game: Erased<S>,
    turned: Option<WithSide>,
    role: Role<S>,
}

/// The error for a position of an impartial game that names its own side to move.
const NO_SIDE: &str = "expected no R: both players have the same moves";

/// The words of a move.
type MoveWords = SmallVec<[u64; 2]>;

/// The word behind a move of the game itself, and the only one of a pass.
const MOVE: u64 = 0;
const PASS: u64 = 1;

impl<S: Score> Varied<S> {
    fn of(base: Arc<dyn Source<S>>, way: Way) -> Self {
        Self {
            game: Erased::of(base.clone().written()),
            turned: base.clone().abilities().plays.with_side,
            role: base.clone().role(),
            base,
            way,
        }
    }

    /// The position from that of the game itself.
    fn start(&self, at: Place, count: u64) -> Place {
        let at = match self.way {
            Way::Impartial => self.turned(&at, Side::Left),
            // Left is to move as Right of the game itself.
            Way::Negative => self.passed(&at),
            _ => at,
        };
        self.counting(at, count)
    }

    fn counting(&self, mut at: Place, count: u64) -> Place {
        if self.way.counted().is_some() {
            at.0.push(count);
        }
        at
    }

    /// The position of the game itself, and what is counted.
    fn bare(&self, at: &Place) -> (Place, u64) {
        let mut bare = at.clone();
        let count = match self.way.counted() {
            Some(_) => bare
                .0
                .pop()
                .expect("invariant: what is counted stands last"),
            None => 0,
        };
        (bare, count)
    }

    fn turned(&self, at: &Place, side: Side) -> Place {
        let turned = self.turned.as_ref();
        turned.map_or_else(|| at.clone(), |turned| turned(at, side))
    }

    fn side(&self, at: &Place) -> Side {
        match self.turned(at, Side::Left) == *at {
            true => Side::Left,
            false => Side::Right,
        }
    }

    /// The same position of the game itself with the other player to move.
    fn passed(&self, at: &Place) -> Place {
        self.turned(at, self.side(at).other())
    }

    /// How both players' moves are the same or not, in the variant.
    fn convention(&self) -> Option<Convention> {
        match self.way {
            Way::Impartial => Some(Convention::Impartial),
            _ => self.role.convention,
        }
    }

    /// A move of the game itself: the position that it is made at, its words, and the player who makes it.
    fn made(&self, at: &Place, mut words: MoveWords) -> (Place, MoveWords, Side) {
        let at = self.bare(at).0;
        match self.way {
            Way::Impartial => {
                let side = Side::BOTH[usize::from(words.pop() == Some(1))];
                return (self.turned(&at, side), words, side);
            }
            Way::Passes(_) => drop(words.pop()),
            _ => {}
        }
        let side = self.side(&at);
        (at, words, side)
    }

    fn is_pass(&self, words: &[u64]) -> bool {
        matches!(self.way, Way::Passes(_)) && words.last() == Some(&PASS)
    }

    /// As [`Self::made`].
    fn own(&self, at: &Place, mv: &Listed<S>) -> (Place, Listed<S>, Side) {
        let (at, words, side) = self.made(at, mv.words.clone());
        (
            at,
            Listed {
                words,
                ..mv.clone()
            },
            side,
        )
    }

    /// The same position with a side to move; `None` if positions contain no side.
    fn sides(self: &Arc<Self>) -> Option<WithSide>
    where
        S: Known,
    {
        let game = self.clone();
        (self.turned.is_some() && self.way != Way::Impartial).then(|| -> WithSide {
            Box::new(move |at, side| {
                let side = match game.way {
                    Way::Negative => side.other(),
                    _ => side,
                };
                game.change(at, |at| game.turned(&at, side))
            })
        })
    }

    fn change(&self, at: &Place, change: impl FnOnce(Place) -> Place) -> Place {
        let (at, count) = self.bare(at);
        self.counting(change(at), count)
    }
}

impl<S: Score> PartialEq for Varied<S> {
    fn eq(&self, other: &Self) -> bool {
        self.way == other.way && self.game == other.game
    }
}

impl<S: Score> Game for Varied<S> {
    type Position = Place;
    type Move = Listed<S>;
    fn canonical(&self, at: Place) -> Place {
        self.change(&at, |at| self.game.canonical(at))
    }
    fn merged(&self, at: Place) -> Place {
        self.change(&at, |at| self.game.merged(at))
    }
    fn tokens(&self, at: &Place) -> Option<BigUint> {
        self.game.tokens(&self.bare(at).0)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.game.oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.game.origins()
    }
    fn endless(&self, at: &Place) -> RuleError {
        self.game.endless(&self.bare(at).0)
    }
}

impl<S: Known> Alternating for Varied<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Listed<S>> + use<'g, S> {
        let (at, count) = self.bare(at);
        let has_moves = match self.way {
            Way::Bounded(_) => count > 0,
            Way::Dicotic => self.game.moves(&self.passed(&at)).next().is_some(),
            _ => true,
        };
        let can_pass =
            matches!(self.way, Way::Passes(_)) && count > 0 && self.game.score(&at).is_none();
        let pass = can_pass.then(|| Listed {
            words: SmallVec::from_iter([PASS]),
            gain: Default::default(),
            keeps_turn: false,
        });
        let sides = match self.way {
            Way::Impartial => &Side::BOTH[..],
            _ => &Side::BOTH[..usize::from(has_moves)],
        };
        let moves = sides.iter().flat_map(move |side| {
            let turned = (self.way == Way::Impartial).then(|| self.turned(&at, *side));
            let mark = match self.way {
                Way::Impartial => Some(*side as u64),
                Way::Passes(_) => Some(MOVE),
                _ => None,
            };
            let moves = self.game.moves(turned.as_ref().unwrap_or(&at));
            moves.map(move |mut mv| {
                mv.words.extend(mark);
                mv
            })
        });
        moves.chain(pass)
    }

    fn play(&self, at: &Place, mv: &Listed<S>) -> Place {
        let (bare, count) = self.bare(at);
        if self.is_pass(&mv.words) {
            return self.counting(self.passed(&bare), count - 1);
        }
        let (from, mv, _) = self.own(at, mv);
        let to = self.game.play(&from, &mv);
        match self.way {
            Way::Impartial => self.turned(&to, Side::Left),
            Way::Bounded(_) => self.counting(to, count - 1),
            _ => self.counting(to, count),
        }
    }

    fn gain(&self, _: &Place, mv: &Listed<S>) -> S::Gain {
        mv.gain
    }

    fn keeps_turn(&self, _: &Place, mv: &Listed<S>) -> bool {
        mv.keeps_turn
    }

    fn score(&self, at: &Place) -> Option<S> {
        let (at, count) = self.bare(at);
        let score = self.game.score(&at);
        match self.way {
            Way::Impartial => score.and_then(|_| self.game.score(&self.passed(&at))),
            Way::Dicotic => score.or_else(|| self.game.score(&self.passed(&at))),
            Way::Bounded(_) if count == 0 => score.or(S::DRAW),
            _ => score,
        }
    }

    fn at_stake(&self, at: &Place) -> Option<i128> {
        match self.way {
            Way::Bounded(_) => None,
            _ => self.game.at_stake(&self.bare(at).0),
        }
    }
}

impl<S: Known> Notation for Varied<S> {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (inner, count) = self.way.split(text)?;
        let at = Notation::parse(&self.game, &inner)?;
        if self.way == Way::Impartial && self.side(&at) == Side::Right {
            return Err(InputError::whole(NO_SIDE, text));
        }
        Ok(self.start(at, count))
    }
    fn show(&self, at: &Place) -> String {
        let (at, count) = self.bare(at);
        self.way.join(&Notation::show(&self.game, &at), count)
    }
    fn show_move(&self, at: &Place, mv: &Listed<S>) -> String {
        if self.is_pass(&mv.words) {
            return "pass".into();
        }
        let (at, mv, side) = self.own(at, mv);
        let name = Notation::show_move(&self.game, &at, &mv);
        match (self.way, side) {
            (Way::Impartial, Side::Left) => "L ".to_owned() + &name,
            (Way::Impartial, Side::Right) => "R ".to_owned() + &name,
            _ => name,
        }
    }
    fn move_in_words(&self, at: &Place, mv: &Listed<S>) -> Option<String> {
        if self.is_pass(&mv.words) {
            return None;
        }
        let (at, mv, side) = self.own(at, mv);
        let words = Notation::move_in_words(&self.game, &at, &mv)?;
        Some(match (self.way, side) {
            (Way::Impartial, Side::Left) => "as Left: ".to_owned() + &words,
            (Way::Impartial, Side::Right) => "as Right: ".to_owned() + &words,
            _ => words,
        })
    }
    fn signs(&self) -> Vec<char> {
        Notation::signs(&self.game)
    }
}

impl Shared for Varied<WinLoss> {
    fn parts(&self, at: &Place) -> SmallVec<[Place; 2]> {
        match &self.role.summands {
            Some(summands) if self.way == Way::Impartial => summands(at),
            _ => SmallVec::from_iter([at.clone()]),
        }
    }
}

impl Sides for Varied<WinLoss> {
    fn with_side(&self, at: &Place, side: Side) -> Place {
        let side = match self.way {
            Way::Negative => side.other(),
            _ => side,
        };
        self.change(at, |at| self.turned(&at, side))
    }
}

impl<S: Known> Source<S> for Varied<S> {
    fn written(self: Arc<Self>) -> Arc<dyn Written<S>> {
        self
    }

    fn abilities(self: Arc<Self>) -> Abilities<S> {
        let base = self.base.clone().abilities();
        let experiments = base.experiments;
        let seen = Seen {
            game: self.clone(),
            own: base.looks.without_losses(),
            plain: experiments.plain(),
        };
        let heaps = experiments.heaps;
        Abilities {
            plays: Plays {
                with_side: self.sides(),
            },
            looks: Looks(Some(seen.look())),
            experiments: Experiments::of_heaps(heaps.map(|own| {
                let game = self.clone();
                Box::new(Heaps { game, own }) as _
            })),
            surveys: base.surveys.by_search(),
            values: S::values(&self),
            proofs: Proofs::default(),
        }
    }

    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<S> {
        let offers = self.base.clone().offers(tables).of_any_game();
        let offers = match self.way {
            Way::Bounded(_) => offers.that_end(),
            _ => offers,
        };
        offers.with(S::offers(&self))
    }

    fn role(self: Arc<Self>) -> Role<S> {
        let summands = (self.way == Way::Impartial && self.role.summands.is_some()).then(|| {
            let summands = self.base.clone().role().summands;
            summands.expect("invariant: it was there")
        });
        Role {
            convention: self.convention(),
            is_loopfree: self.role.is_loopfree || matches!(self.way, Way::Bounded(_)),
            with_side: self.sides(),
            summands,
            ..Role::default()
        }
    }

    fn misere(self: Arc<Self>) -> Option<Form<S>> {
        Some(S::misere(&self))
    }
}

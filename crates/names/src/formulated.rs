//! [`Formulated`]: the game of a text of rules, `my.game`, or of a law's certificate, `my.law`.
//!
//! A position is its numbers: `75,90`. Sums of positions, which rules of Grundy values have, are written one part after the
//! other: heaps `5,7`, or `1,2;3,4` if a part has several numbers. Moves are named by the new position and the choice: `a -
//! k, b with k = 51`.

use bouton_core::Limits;
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::parse_heap;
use bouton_core::take_and_break::Code;
use bouton_core::{Formulas, InputError, Lawful, Notation, Origin, Step, WinLoss, declares};
use bouton_engine::{Component, Error, Opening, Untyped, step};
use bouton_laws::{Certificate, Mode, Referee, Rules, read};
use num_bigint::{BigInt, BigUint};
use smallvec::SmallVec;

use crate::covering::covering;
use crate::names::Card;

/// The game of a text of rules.
#[derive(Clone, Debug)]
pub(crate) struct Formulated {
    /// The rules, or the certificate.
    text: String,
    referee: Referee,
    /// The name of each move.
    names: Vec<String>,
}

impl PartialEq for Formulated {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// The parts of a sum, each with its numbers.
type Parts = Vec<Vec<BigUint>>;

impl Formulated {
    fn new(text: String, rules: Rules) -> Result<Self, String> {
        let names = move_names(&rules);
        let referee = Referee::new(rules, Limits::default()).map_err(|error| error.to_string())?;
        Ok(Self {
            text,
            referee,
            names,
        })
    }

    fn rules(&self) -> &Rules {
        self.referee.rules()
    }

    fn is_sum(&self) -> bool {
        self.rules().mode == Mode::Grundy
    }
}

/// The new position of each move as in the text, with the number of the move if two would have the same name.
fn move_names(rules: &Rules) -> Vec<String> {
    let after = |text: &str| text.rsplit("->").next().unwrap_or("").trim().to_owned();
    let names: Vec<String> = rules.moves.iter().map(|m| after(&m.text)).collect();
    let named = |(at, name): (usize, &String)| {
        if names.iter().filter(|other| *other == name).count() > 1 {
            format!("move {}: {name}", at + 1)
        } else {
            name.clone()
        }
    };
    names.iter().enumerate().map(named).collect()
}

impl Game for Formulated {
    type Position = Parts;
    type Move = Step;
    fn origins(&self) -> Vec<Origin> {
        vec![Origin::of(&self.text, "")]
    }
    /// The order of parts does not matter.
    fn canonical(&self, mut at: Parts) -> Parts {
        at.sort_unstable();
        at
    }
    /// Empty heaps are dropped, unless no other is left.
    fn merged(&self, at: Parts) -> Parts {
        let mut at = self.canonical(at);
        let is_empty = |part: &Vec<BigUint>| {
            let is_zero = part.iter().all(|number| *number == BigUint::ZERO);
            is_zero && self.moves(&vec![part.clone()]).next().is_none()
        };
        let empty = at.iter().take_while(|part| is_empty(part)).count();
        at.drain(..empty.min(at.len().saturating_sub(1)));
        at
    }
    /// The number that every move lowers first.
    fn tokens(&self, at: &Parts) -> Option<BigUint> {
        let first = |part: &Vec<BigUint>| self.referee.rank(part).swap_remove(0).to_biguint();
        at.iter().map(first).sum()
    }
}

impl Alternating for Formulated {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Parts) -> impl Iterator<Item = Step> + use<'g> {
        let parts = at.clone().into_iter().enumerate();
        let moves = parts.flat_map(|(part, position)| self.referee.moves(part, position));
        moves.map(step)
    }
    fn play(&self, at: &Parts, Step { part, targets, .. }: &Step) -> Parts {
        [&at[..*part], targets, &at[part + 1..]].concat()
    }
    fn score(&self, at: &Parts) -> Option<WinLoss> {
        self.moves(at).next().is_none().then_some(WinLoss::Loss)
    }
}

/// The ranks of the parts, the largest first: a move replaces one by smaller ones (Dershowitz, Manna 1979).
impl Loopfree for Formulated {
    type Height = Vec<Vec<BigInt>>;
    fn height(&self, at: &Parts) -> Self::Height {
        let mut ranks: Vec<_> = at.iter().map(|part| self.referee.rank(part)).collect();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        ranks
    }
}

impl Impartial for Formulated {
    fn summands(&self, at: &Parts) -> SmallVec<[Parts; 2]> {
        at.iter().map(|part| vec![part.clone()]).collect()
    }
}

impl HeapGame for Formulated {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        let numbers = self.rules().variables.len();
        let is_any = self.is_sum() && numbers == 1;
        Some((Some(numbers).filter(|_| !is_any), false))
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Parts> {
        self.parts(heaps.iter().map(|&n| n.into()).collect()).ok()
    }
}

impl Lawful for Formulated {
    fn formulas(&self) -> Formulas {
        Formulas::Text(self.text.clone())
    }
    fn tuples(&self, at: &Parts) -> Parts {
        at.clone()
    }
    fn moves_of(&self, _at: &Parts, step: &Step) -> Vec<Step> {
        vec![step.clone()]
    }
}

impl Formulated {
    /// The position with these numbers, one part after the other.
    fn parts(&self, numbers: Vec<BigUint>) -> Result<Parts, String> {
        let names = &self.rules().variables;
        let fits = if self.is_sum() {
            !numbers.is_empty() && numbers.len().is_multiple_of(names.len())
        } else {
            numbers.len() == names.len()
        };
        if !fits {
            let times = if self.is_sum() { " for each part" } else { "" };
            let (names, found) = (names.join(","), numbers.len());
            return Err(format!(
                "expected the numbers {names}{times}, found {found} of them"
            ));
        }
        let parts: Parts = numbers.chunks(names.len()).map(<[_]>::to_vec).collect();
        match parts.iter().find(|part| !self.referee.is_position(part)) {
            Some(part) => Err(format!("({}) is no position of this game", joined(part))),
            None => Ok(parts),
        }
    }
}

fn joined(part: &[BigUint]) -> String {
    let numbers: Vec<String> = part.iter().map(BigUint::to_string).collect();
    numbers.join(",")
}

impl Notation for Formulated {
    fn parse(&self, text: &str) -> Result<Parts, InputError> {
        let mut numbers = Vec::new();
        let mut start = 0;
        for item in text.split([',', ';']) {
            let number = parse_heap(item, "a number");
            numbers.push(number.map_err(|error| error.within(text, start))?);
            start += item.len() + 1;
        }
        self.parts(numbers)
            .map_err(|message| InputError::whole(message, text))
    }
    fn show(&self, at: &Parts) -> String {
        let parts: Vec<String> = at.iter().map(|part| joined(part)).collect();
        let single = self.rules().variables.len() == 1;
        parts.join(if single { "," } else { ";" })
    }
    fn show_move(&self, at: &Parts, step: &Step) -> String {
        let mut words = self.names[step.number].clone();
        let names = self.rules().moves[step.number].chosen.iter();
        let chosen: Vec<String> = names
            .zip(&step.chosen)
            .map(|(name, chosen)| format!("{name} = {chosen}"))
            .collect();
        if !chosen.is_empty() {
            words += &format!(" with {}", chosen.join(", "));
        }
        if self.rules().moves[step.number].repeated {
            words += &format!(", {} times", step.times);
        }
        if at.len() > 1 {
            words += &format!(", in part {}", step.part + 1);
        }
        words
    }
}

declares!(Formulated: impartial, loopfree, lawful, heaps);

/// Rules as formulas, read from a text, with the ways they can be played.
pub(crate) struct Reading {
    name: String,
    game: Formulated,
    mode: Mode,
    /// Whether the text determines the result of moving last.
    is_fixed: bool,
}

impl Reading {
    /// The game of a text of rules, or of a law's certificate, with the name `name`.
    pub(crate) fn of(name: &str, text: String) -> Result<Self, Error> {
        let is_certificate = Certificate::is_meant(&text);
        let rules = if is_certificate {
            let certificate = Certificate::read(&text).map_err(|error| error.to_string());
            certificate.map(|certificate| certificate.rules)
        } else {
            read(&text).map_err(|error| error.within(&text).placed().to_string())
        };
        let misread = |error| Error::Rules(format!("{name}: {error}").into());
        let rules = rules.map_err(misread)?;
        Ok(Self {
            name: name.to_owned(),
            mode: rules.mode,
            is_fixed: is_certificate || rules.mode == Mode::Grundy,
            game: Formulated::new(text, rules).map_err(misread)?,
        })
    }

    /// The numbers of a position, or of a part of one.
    pub(crate) fn numbers(&self) -> usize {
        self.game.rules().variables.len()
    }

    /// Whether it is misère play, given whether misère play was requested.
    fn is_misere(&self, asked: bool) -> Result<bool, Error> {
        if asked && self.is_fixed && self.mode != Mode::Misere {
            let message = format!("{}: this is of normal play only", self.name);
            return Err(Error::Unfit(message));
        }
        Ok(asked || self.mode == Mode::Misere)
    }

    fn at(&self, position: Option<&str>) -> Result<Parts, Error> {
        let position = position.ok_or_else(|| {
            let names = self.game.rules().variables.join(",");
            let message = format!("this game has no usual start: give a position ({names})");
            Error::input("position", InputError::new(message, "", 0..0))
        })?;
        let at = self.game.parse(position);
        at.map_err(|error| Error::input("position", error))
    }

    /// The code that its rules are proved to follow.
    pub(crate) fn covering(&self) -> Option<Code> {
        covering(self.game.rules())
    }

    /// Opens the game at a position.
    pub(crate) fn open(self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let at = self.at(position)?;
        self.open_at(at, misere)
    }

    /// Opens the game at its smallest position.
    pub(crate) fn open_smallest(self, misere: bool) -> Result<Untyped, Error> {
        let at = self.game.referee.smallest();
        let none = || Error::Unfit(format!("{}: this game has no position", self.name));
        let at = vec![at.ok_or_else(none)?];
        self.open_at(at, misere)
    }

    fn open_at(self, at: Parts, misere: bool) -> Result<Untyped, Error> {
        let misere = self.is_misere(misere)?;
        let game = Untyped::of(Opening {
            name: self.name,
            opened: (self.game, at),
            again: None,
        });
        match misere {
            true => game.misere(),
            false => Ok(game),
        }
    }

    /// The game as a component of a sum.
    pub(crate) fn component(
        self,
        position: Option<&str>,
    ) -> Result<(Box<dyn Component>, u32), Error> {
        if self.mode == Mode::Misere {
            return Err(Error::Unfit(format!(
                "{} cannot be part of a sum: its rules are of misère play, and in a sum the last to move wins",
                self.name
            )));
        }
        self.open(position, false)?.component()
    }

    /// The description of the game.
    pub(crate) fn card(&self) -> Card {
        let rules = self.game.rules();
        let moves: Vec<_> = rules
            .moves
            .iter()
            .map(|mv| mv.text.trim().to_owned())
            .collect();
        let end = match rules.mode {
            Mode::Misere => "the last to move loses",
            Mode::Normal | Mode::Grundy => "the last to move wins",
        };
        Card {
            name: rules.name.clone(),
            rules: format!("Moves: {}; {end}.", moves.join("; ")),
            notation: format!("the numbers {}", rules.variables.join(",")),
            example: [
                self.name.clone(),
                self.game
                    .referee
                    .smallest()
                    .map_or_else(String::new, |at| joined(&at)),
            ],
            ..Card::default()
        }
    }
}

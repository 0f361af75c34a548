//! [`Formulated`]: the game of a text of rules, `my.game`, or of a law's certificate, `my.law`.
//!
//! A position is its numbers: `75,90`. Sums of positions, which rules of Grundy values have, are written one part after
//! the other: heaps `5,7`, or `1,2;3,4` where a part has several numbers. Moves are named by what they do and what is
//! chosen: `a - k, b with k = 51`.

use bouton_automata::Budget;
use bouton_core::entry::OpenError;
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::parse_heap;
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Misere, Notation, Powers, Step, WinLoss,
};
use bouton_laws::{Certificate, Choice, Mode, Referee, Rules, read};
use num_bigint::{BigInt, BigUint};
use smallvec::SmallVec;
use std::path::Path;

use crate::error::Error;
use crate::menu::Menu;
use crate::room::{Door, Room};
use crate::session::Session;

/// The game of a text of rules.
#[derive(Clone, Debug)]
pub(crate) struct Formulated {
    /// The rules, or the certificate.
    text: String,
    referee: Referee,
    /// What each move is called.
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
        let referee = Referee::new(rules, Budget::default()).map_err(|error| error.to_string())?;
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

/// The new position of each move as the text has it, with its number where two would be called alike.
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
    /// The order of parts does not matter.
    fn canonical(&self, mut at: Parts) -> Parts {
        at.sort_unstable();
        at
    }
    /// What every move lowers first.
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

/// A choice in the words of games.
pub(super) fn step(choice: Choice) -> Step {
    let Choice {
        part,
        number,
        chosen,
        times,
        targets,
    } = choice;
    Step {
        part,
        number,
        chosen,
        times,
        targets,
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
            .map_err(|message| InputError::new(message, text, 0..text.len()))
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

impl Declares for Formulated {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.impartial();
        powers.loopfree();
        powers.lawful();
        powers.heaps();
    }
}

/// Whether a name is that of a file of rules as formulas, or of a law's certificate.
pub fn is_rules_file(game: &str) -> bool {
    let ending = Path::new(game).extension();
    ending.is_some_and(|ending| ending == "game" || ending == "law")
}

/// The game of a file, and whether it is played for the opposite aim.
fn read_file(game: &str, misere: bool) -> Result<(Formulated, bool), Error> {
    let text = std::fs::read_to_string(game)
        .map_err(|error| Error::Unfit(format!("cannot read {game}: {error}")))?;
    let rules = if Certificate::is_meant(&text) {
        let read = Certificate::read(&text).map_err(|error| error.to_string());
        read.map(|certificate| certificate.rules)
    } else {
        read(&text).map_err(|error| error.show(&text))
    };
    let misread = |error| Error::Unfit(format!("{game}: {error}"));
    let rules = rules.map_err(misread)?;
    let fixed = rules.mode == Mode::Grundy || Certificate::is_meant(&text);
    if misere && fixed && rules.mode != Mode::Misere {
        return Err(misread("this is of normal play only".to_owned()));
    }
    let misere = misere || rules.mode == Mode::Misere;
    Ok((Formulated::new(text, rules).map_err(misread)?, misere))
}

/// Opens the game of a file.
///
/// # Errors
/// A file that cannot be read, rules or a certificate with a mistake, or a position that the game does not have.
pub(crate) fn open(
    game: &str,
    position: Option<&str>,
    misere: bool,
) -> Result<Box<dyn Session>, Error> {
    let (formulated, misere) = read_file(game, misere)?;
    let position = position.ok_or_else(|| {
        let names = formulated.rules().variables.join(",");
        Error::Unfit(format!(
            "this game has no usual start: give a position ({names})"
        ))
    })?;
    let at = formulated.parse(position);
    let at = at.map_err(|error| Error::input("position", error))?;
    Ok(seat(game, formulated, at, misere))
}

/// Opens the game of a file at its smallest position.
///
/// # Errors
/// A file that cannot be read, or rules or a certificate with a mistake.
pub(crate) fn open_anywhere(game: &str, misere: bool) -> Result<Box<dyn Session>, Error> {
    let (formulated, misere) = read_file(game, misere)?;
    let at = formulated.referee.smallest();
    let at = at.ok_or_else(|| Error::Unfit(format!("{game}: this game has no position")))?;
    Ok(seat(game, formulated, vec![at], misere))
}

fn seat(game: &str, formulated: Formulated, at: Parts, misere: bool) -> Box<dyn Session> {
    let again = formulated.clone();
    let reopen = move |position: &str| match again.parse(position) {
        Ok(at) => Ok((again.clone(), at)),
        Err(error) => Err(OpenError::Position(error)),
    };
    if !misere {
        let door = Door {
            open: Box::new(reopen),
            menu: |game| Menu::gather(|menu| game.declare(menu)),
        };
        return Box::new(Room::new(game, (formulated, at), false, door));
    }
    let door = Door {
        open: Box::new(move |position| reopen(position).map(|(game, at)| (Misere(game), at))),
        menu: |game| Menu::gather(|menu| game.declare(menu)),
    };
    let opened = (Misere(formulated), at);
    Box::new(Room::new(game, opened, true, door))
}

//! Games given as lists of their positions and moves in the certificate: `docs/import.md` defines the lines.
//!
//! A position is the number of its id, then the player to move.

mod json;

use std::collections::HashMap;

use super::{Brought, Position, Rules, Step};
use crate::Refusal;
use crate::bounds::Meter;
use crate::obligation::Obligation;
use crate::plain_lines::MARK;
use crate::shown::brief;
use json::Json;

/// The limit of points, so that a sum of two fits in 64 bits.
const MOST_POINTS: u64 = 1 << 61;

/// The approximate bytes of a position without its id, and of a move.
const PLACE: usize = 160;
const MOVE: usize = 24;

/// The score of an end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A player who cannot move loses.
    Stuck,
    /// The winner, if there is one.
    Won(Option<usize>),
    /// The points of player 0 minus those of player 1.
    Points(i64),
}

/// A line.
#[derive(Default)]
struct Place {
    id: String,
    /// The targets of the moves, with the points that they earn.
    moves: Vec<(usize, i64)>,
    end: Option<End>,
    turn: Option<usize>,
    has_line: bool,
}

/// The player to move.
enum Turns {
    /// The player to move makes no difference.
    Either,
    /// Players alternate: for each position, whether each player may be to move.
    Alternate(Vec<[bool; 2]>),
    /// Each position names the player.
    Told(Vec<usize>),
}

struct Listed {
    places: Vec<Place>,
    numbers: HashMap<String, usize>,
    turns: Turns,
    has_points: bool,
    /// Every line of play ends.
    ends: bool,
}

/// The game that a text lists.
pub(super) fn open(text: &str, brought: Brought<'_>) -> Result<Box<dyn Rules>, Refusal> {
    let mut work = Meter::begin(brought.bounds);
    let mut lines = Lines::default();
    let text = text.strip_prefix(MARK).unwrap_or(text);
    for (n, line) in text.split('\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        work.spend(line.len() + 8)?;
        let taken = lines.read(line.trim_ascii());
        let taken = taken.map_err(|why| Refusal::position(format!("line {}: {why}", n + 1)))?;
        work.hold(taken)?;
    }
    let listed = lines.listed().map_err(Refusal::position)?;
    Ok(Box::new(listed))
}

#[derive(Default)]
struct Lines {
    places: Vec<Place>,
    numbers: HashMap<String, usize>,
}

impl Lines {
    fn number(&mut self, id: String) -> usize {
        let next = self.places.len();
        let number = *self.numbers.entry(id.clone()).or_insert(next);
        if number == next {
            self.places.push(Place {
                id,
                ..Place::default()
            });
        }
        number
    }

    /// Reads a line; returns its approximate bytes in memory.
    fn read(&mut self, line: &str) -> Result<usize, String> {
        let (mut json, before) = (Json(line), self.places.len());
        let (mut id, mut moves, mut turn, mut win, mut points) = (None, None, None, None, None);
        let player = |json: &mut Json<'_>| match json.number()? {
            player @ (0 | 1) => Ok(player as usize),
            _ => Err("a player is 0 or 1".to_owned()),
        };
        json.items(["{", "}"], &mut |json| {
            let field = json.text()?;
            json.expect(":")?;
            let is_new = match field.as_str() {
                "id" => id.replace(json.name()?).is_none(),
                "to" if json.has("null") => true,
                "to" => moves.replace(steps(json)?).is_none(),
                "turn" if json.has("null") => true,
                "turn" => turn.replace(player(json)?).is_none(),
                "win" if json.has("null") => win.replace(None).is_none(),
                "win" => win.replace(Some(player(json)?)).is_none(),
                "points" if json.has("null") => true,
                "points" => points.replace(earned(json)?).is_none(),
                _ => false,
            };
            match is_new {
                true => Ok(()),
                false => Err(format!("a field {} too many", brief(&field))),
            }
        })?;
        if !json.0.trim_ascii().is_empty() {
            return Err(json.wrong("the end of the line"));
        }
        let id = id.ok_or("expected an id")?;
        let has_moves = moves.as_ref().is_some_and(|moves| !moves.is_empty());
        let end = match (has_moves, win, points) {
            (true, None, None) => None,
            (false, Some(win), None) => Some(End::Won(win)),
            (false, None, Some(points)) => Some(End::Points(points)),
            (false, None, None) if moves.is_some() => Some(End::Stuck),
            (_, win, points) if Obligation::OneEnd.met(false) => {
                win.map(End::Won).or(points.map(End::Points))
            }
            _ => return Err("expected moves, or one end".into()),
        };
        let number = self.number(id);
        let is_again = std::mem::replace(&mut self.places[number].has_line, true);
        if !Obligation::IdOnce.met(!is_again) {
            let id = brief(&self.places[number].id);
            return Err(format!("{id} has a line already"));
        }
        let moves: Vec<(usize, i64)> = moves
            .unwrap_or_default()
            .into_iter()
            .map(|(to, gain)| (self.number(to), gain))
            .collect();
        let new = &self.places[before..];
        let ids: usize = new.iter().map(|place| PLACE + 2 * place.id.len()).sum();
        let taken = ids + MOVE * moves.len();
        let place = &mut self.places[number];
        (place.moves, place.end, place.turn) = (moves, end, turn);
        Ok(taken)
    }

    /// The game, if its lines are consistent.
    fn listed(self) -> Result<Listed, String> {
        let Self { places, numbers } = self;
        let named = places.iter().find(|place| !place.has_line);
        if let Some(named) = named.filter(|_| !Obligation::IdHasLine.met(false)) {
            return Err(format!("no line has the id {}", brief(&named.id)));
        }
        if places.is_empty() {
            return Err("expected positions".into());
        }
        let ends = || places.iter().filter_map(|place| place.end);
        let gains = || places.iter().flat_map(|place| &place.moves);
        let has_points =
            gains().any(|(_, gain)| *gain != 0) || ends().any(|end| matches!(end, End::Points(_)));
        let alike = !has_points || ends().all(|end| matches!(end, End::Points(_)));
        if !Obligation::EndsAgree.met(alike) {
            return Err("every end of a game of points must give points".into());
        }
        let is_told = places.iter().any(|place| place.turn.is_some());
        let is_open = |place: &Place| place.end.is_none() && place.turn.is_none();
        let is_left_open = places.iter().any(is_open) || ends().any(|end| end == End::Stuck);
        if !Obligation::TurnsTold.met(!(is_told && is_left_open)) {
            return Err("in a file with turns, expected a turn for each position with moves, and a result for each end".into());
        }
        let names_players =
            |end| matches!(end, End::Won(Some(_))) || matches!(end, End::Points(n) if n != 0);
        let turns = match is_told {
            true => Turns::Told(told(&places)),
            false if ends().any(names_players) => Turns::Alternate(movers(&places)),
            false => Turns::Either,
        };
        if let Some((id, shown)) = written_as_another(&places, &numbers, &turns)
            && !Obligation::IdWithPlayer.met(false)
        {
            return Err(format!(
                "either player can be to move at {}, and {} is the id of another line: expected turns",
                brief(id),
                brief(&shown)
            ));
        }
        Ok(Listed {
            ends: always_ends(&places),
            turns,
            has_points,
            places,
            numbers,
        })
    }
}

/// A position at which either player can be to move, if the text with one of them is the id of another line.
fn written_as_another<'p>(
    places: &'p [Place],
    numbers: &HashMap<String, usize>,
    turns: &Turns,
) -> Option<(&'p str, String)> {
    let Turns::Alternate(movers) = turns else {
        return None;
    };
    let of_either = places
        .iter()
        .zip(movers)
        .filter(|(_, both)| **both == [true; 2]);
    let mut written = of_either.flat_map(|(place, _)| {
        [0, 1].map(|player| (place.id.as_str(), with_player(&place.id, player)))
    });
    written.find(|(_, shown)| numbers.contains_key(shown))
}

/// The text of a position with the player to move, if either can be.
fn with_player(id: &str, player: usize) -> String {
    format!("{id} ({player})")
}

fn earned(json: &mut Json<'_>) -> Result<i64, String> {
    let points = json.number()?;
    match points.unsigned_abs() <= MOST_POINTS {
        true => Ok(points),
        false => Err(format!("{points} points are too many")),
    }
}

/// The targets of the moves, with the points that they earn.
fn steps(json: &mut Json<'_>) -> Result<Vec<(String, i64)>, String> {
    let mut steps = Vec::new();
    json.items(["[", "]"], &mut |json| {
        json.expect("[")?;
        json.name()?;
        json.expect(",")?;
        let to = json.name()?;
        let gain = if json.has(",") { earned(json)? } else { 0 };
        steps.push((to, gain));
        json.expect("]")
    })?;
    Ok(steps)
}

/// The player to move at each position. An end that does not say it belongs to the player who did not move there from the
/// first position that leads to it.
fn told(places: &[Place]) -> Vec<usize> {
    let mut turns: Vec<Option<usize>> = places.iter().map(|place| place.turn).collect();
    for place in places {
        for (to, _) in &place.moves {
            if let (None, Some(turn)) = (turns[*to], place.turn) {
                turns[*to] = Some(1 - turn);
            }
        }
    }
    turns.into_iter().map(|turn| turn.unwrap_or(0)).collect()
}

/// The players that may be to move at each position: player 0 begins at the start, and then at each first position not
/// reached yet.
fn movers(places: &[Place]) -> Vec<[bool; 2]> {
    let mut movers = vec![[false; 2]; places.len()];
    for first in 0..places.len() {
        let mut open = Vec::new();
        if movers[first] == [false; 2] {
            open.push((first, 0));
        }
        while let Some((at, player)) = open.pop() {
            if !std::mem::replace(&mut movers[at][player], true) {
                open.extend(places[at].moves.iter().map(|(to, _)| (*to, 1 - player)));
            }
        }
    }
    movers
}

/// Whether all positions can be removed one after the other, each after the positions that it leads to.
fn always_ends(places: &[Place]) -> bool {
    let mut before = vec![Vec::new(); places.len()];
    for (n, place) in places.iter().enumerate() {
        place.moves.iter().for_each(|(to, _)| before[*to].push(n));
    }
    let mut left: Vec<usize> = places.iter().map(|place| place.moves.len()).collect();
    let mut out: Vec<usize> = (0..places.len()).filter(|n| left[*n] == 0).collect();
    let mut next = 0;
    while let Some(at) = out.get(next).copied() {
        next += 1;
        for n in &before[at] {
            left[*n] -= 1;
            if left[*n] == 0 {
                out.push(*n);
            }
        }
    }
    out.len() == places.len()
}

impl Listed {
    fn place(&self, at: &[i64]) -> (&Place, usize) {
        (&self.places[at[0] as usize], at[1] as usize)
    }

    /// The player to move after a move of a player.
    fn next(&self, to: usize, player: usize) -> usize {
        match &self.turns {
            Turns::Either => 0,
            Turns::Alternate(_) => 1 - player,
            Turns::Told(turns) => turns[to],
        }
    }

    /// The players that can be to move at a position written by its id alone.
    fn alone(&self, number: usize) -> Option<usize> {
        match &self.turns {
            Turns::Either => Some(0),
            Turns::Told(turns) => Some(turns[number]),
            Turns::Alternate(movers) => match movers[number] {
                [true, true] => None,
                [first, _] => Some(usize::from(!first)),
            },
        }
    }
}

impl Rules for Listed {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let (place, player) = self.place(at);
        for (to, gain) in &place.moves {
            let next = self.next(*to, player);
            see(Step {
                to: vec![*to as i64, next as i64],
                gain: *gain,
                again: matches!(self.turns, Turns::Told(_)) && next == player,
            });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let (place, player) = self.place(at);
        Some(match place.end? {
            End::Stuck => -1,
            End::Won(None) => 0,
            End::Won(Some(winner)) if winner == player => 1,
            End::Won(Some(_)) => -1,
            End::Points(points) if player == 0 => points,
            End::Points(points) => -points,
        })
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let none =
            || "expected the id of a position, and who is to move if either can be".to_owned();
        let (number, player) = match self.numbers.get(text) {
            Some(number) => (*number, self.alone(*number).ok_or_else(none)?),
            None => {
                let named = [" (0)", " (1)"].map(|end| text.strip_suffix(end));
                let (player, id) = match named {
                    [Some(id), _] => (0, id),
                    [_, Some(id)] => (1, id),
                    _ => return Err(none()),
                };
                let number = *self.numbers.get(id).ok_or_else(none)?;
                match self.alone(number) {
                    None => (number, player),
                    Some(_) => return Err(none()),
                }
            }
        };
        Ok(vec![number as i64, player as i64])
    }

    fn show(&self, at: &[i64]) -> String {
        let (place, player) = self.place(at);
        match self.alone(at[0] as usize) {
            Some(_) => place.id.clone(),
            None => with_player(&place.id, player),
        }
    }

    fn is_known_to_end(&self) -> bool {
        self.ends
    }

    fn is_impartial(&self) -> bool {
        let is_stuck = |place: &Place| place.end.is_none_or(|end| end == End::Stuck);
        self.ends
            && !self.has_points
            && matches!(self.turns, Turns::Either)
            && self.places.iter().all(is_stuck)
    }

    fn lasts(&self) -> bool {
        !self.ends && !self.has_points
    }

    fn has_points(&self) -> bool {
        self.has_points
    }

    fn has_misere(&self) -> bool {
        !self.has_points
    }
}

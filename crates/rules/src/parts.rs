//! Finds by trial a way in which positions fall into independent parts, for rules that do not tell it.

use std::collections::{BTreeSet, HashMap, HashSet};

use bouton_core::{Limits, Side};
use bouton_external::Kind;

use crate::slow::after;
use crate::subject::{Edges, Place, Subject};

/// The most different signs in positions for which ways are tried: their number grows with the square.
const SIGNS: usize = 10;
/// The most positions whose parts are looked at.
const MOST: usize = 20_000;
/// A way has to divide this many positions into parts with moves.
const ENOUGH: usize = 3;

/// A way to divide a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Division {
    /// Each item of a tuple is a part.
    Items,
    /// A text is cut at these signs, which belong to no part, and between these pairs of neighbours.
    Cuts {
        signs: Vec<char>,
        pairs: Vec<(char, char)>,
    },
}

impl Division {
    /// The parts of a position.
    fn of<S: Subject>(&self, rules: &S, at: &S::Position) -> Option<Vec<S::Position>> {
        let Self::Cuts { signs, pairs } = self else {
            return rules.singles(at);
        };
        let text = rules.text(at)?;
        let (mut pieces, mut last) = (vec![String::new()], None);
        for sign in text.chars() {
            let is_sign = signs.contains(&sign);
            if is_sign || last.is_some_and(|last| pairs.contains(&(last, sign))) {
                pieces.push(String::new());
            }
            if !is_sign {
                pieces.last_mut()?.push(sign);
            }
            last = Some(sign);
        }
        let pieces = pieces.into_iter().filter(|piece| !piece.is_empty());
        pieces.map(|piece| rules.of_text(&piece)).collect()
    }

    /// The function for a rule file. `bar` is a sign that no position has.
    fn function(&self, bar: char) -> String {
        let Self::Cuts { signs, pairs } = self else {
            return "def summands(position): return [(item,) for item in position]".into();
        };
        let mut text = "position".to_owned();
        for (one, other) in pairs {
            text += &format!(".replace(\"{one}{other}\", \"{one}{bar}{other}\")");
        }
        let split = match (&signs[..], &pairs[..]) {
            ([sign], []) => *sign,
            _ => {
                let replaced = signs
                    .iter()
                    .map(|sign| format!(".replace(\"{sign}\", \"{bar}\")"));
                text.extend(replaced);
                bar
            }
        };
        format!(
            "def summands(position): return [part for part in {text}.split(\"{split}\") if part]"
        )
    }
}

/// A trial of ways to divide some positions.
struct Trial<'t, S: Subject> {
    rules: &'t S,
    places: &'t [Place<S::Position>],
    edges: &'t Edges<S::Position>,
    limits: &'t Limits,
    /// The options of the parts.
    options: HashMap<Place<S::Position>, Option<Vec<S::Position>>>,
}

/// The function `summands` of a rule file, if rules fall into parts at all these positions and do not tell it.
///
/// It is seen, not proved: a position's options have the parts that its parts' options have.
pub(crate) fn function<S: Subject>(
    rules: &S,
    places: &[Place<S::Position>],
    edges: &Edges<S::Position>,
    limits: &Limits,
) -> Option<String> {
    let fits = match rules.promises().kind {
        Kind::Impartial => true,
        Kind::Partizan => rules.last_wins(),
        _ => false,
    };
    let (_, missing) = rules.names();
    if !fits || !missing.iter().any(|name| name == "summands") {
        return None;
    }
    let mut trial = Trial {
        rules,
        places,
        edges,
        limits,
        options: HashMap::new(),
    };
    if trial.holds(&Division::Items) {
        return Some(Division::Items.function('|'));
    }
    let texts = places.iter().map(|(at, _)| rules.text(at));
    let signs: BTreeSet<char> = texts
        .collect::<Option<Vec<_>>>()?
        .concat()
        .chars()
        .collect();
    let is_plain = |sign: &char| sign.is_ascii_graphic() && !"\"\\%{}".contains(*sign);
    if signs.len() > SIGNS || !signs.iter().all(is_plain) {
        return None;
    }
    let bar = "|/:;,!".chars().find(|bar| !signs.contains(bar))?;
    let mut cuts = |signs, pairs| {
        let cuts = Division::Cuts { signs, pairs };
        trial.holds(&cuts).then_some(cuts)
    };
    let gone: Vec<char> = signs
        .iter()
        .copied()
        .filter(|sign| cuts(vec![*sign], vec![]).is_some())
        .collect();
    let kept: Vec<char> = signs
        .iter()
        .copied()
        .filter(|sign| !gone.contains(sign))
        .collect();
    let pairs = kept
        .iter()
        .flat_map(|one| kept.iter().map(move |other| (*one, *other)));
    // A pair of equal signs may overlap the next one, which `replace` does not see.
    let pairs = pairs.filter(|(one, other)| one != other);
    let pairs: Vec<_> = pairs
        .filter(|pair| cuts(vec![], vec![*pair]).is_some())
        .collect();
    Some(cuts(gone, pairs)?.function(bar))
}

impl<S: Subject> Trial<'_, S> {
    /// Whether the parts have the position's moves, everywhere, and divide enough positions.
    fn holds(&mut self, division: &Division) -> bool {
        let mut divided = HashSet::new();
        for (at, side) in self.places {
            match self.agrees(division, at, *side) {
                None => return false,
                Some(live) if live > 1 => drop(divided.insert(at)),
                Some(_) => {}
            }
        }
        divided.len() >= ENOUGH
    }

    /// The number of parts with moves, if the moves are those of the position.
    fn agrees(&mut self, division: &Division, at: &S::Position, side: Side) -> Option<usize> {
        let rules = self.rules;
        let parts = division.of(rules, at)?;
        let mut live = 0;
        let mut together = BTreeSet::new();
        for (nth, part) in parts.iter().enumerate() {
            let options = self.options(part, side)?;
            live += usize::from(!options.is_empty());
            for option in options {
                let mut after = parts.clone();
                after.splice(nth..=nth, division.of(rules, &option)?);
                after.sort_unstable();
                together.insert(after);
            }
        }
        let mut whole = BTreeSet::new();
        for (to, next) in self.edges.get(&(at.clone(), side))? {
            if *next != after(rules, side, false) {
                return None;
            }
            let mut parts = division.of(rules, to)?;
            parts.sort_unstable();
            whole.insert(parts);
        }
        (whole == together).then_some(live)
    }

    /// The positions after the moves at a part; `None` if the rules refuse it.
    fn options(&mut self, part: &S::Position, side: Side) -> Option<Vec<S::Position>> {
        let place = (part.clone(), side);
        if !self.options.contains_key(&place) {
            if self.options.len() >= MOST || self.limits.check().is_err() {
                return None;
            }
            let look = self.rules.tried(part, side);
            let options = look.map(|look| look.moves.into_iter().map(|mv| mv.to).collect());
            self.options.insert(place.clone(), options);
        }
        self.options[&place].clone()
    }
}

//! [`Values`]: values of games of Left and Right in canonical form, by the textbook method.
//!
//! A game is stored by its options, once. G ≤ H if no left option of G is ≥ H and no right option of H is ≤ G. The canonical
//! form has no dominated and no reversible options; equal values have the same one (Conway; Siegel, *Combinatorial Game
//! Theory*, chapter II).

use rustc_hash::FxHashMap;

use crate::Refusal;
use crate::notes::Notes;
use crate::rules::form::Form;

/// A value in canonical form, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(u32);

/// A list of options.
pub(super) type Options = Vec<Value>;

/// The options of Left and of Right.
type Game = [Options; 2];

impl Value {
    pub(super) const ZERO: Self = Self(0);
}

/// A dyadic rational: a numerator, and the exponent of its denominator.
type Dyadic = (i128, u32);

/// Values that were met, and what was computed about them.
pub(super) struct Values {
    games: Vec<Game>,
    places: FxHashMap<Game, Value>,
    order: FxHashMap<[Value; 2], bool>,
    sums: FxHashMap<[Value; 2], Value>,
    negatives: FxHashMap<Value, Value>,
    numbers: FxHashMap<Value, Option<Dyadic>>,
    texts: FxHashMap<Value, String>,
    depth: usize,
}

/// The approximate bytes of an entry of a table.
const BYTES_AN_ENTRY: usize = 64;

/// Deeper recursion would need too much stack.
const DEEPEST: usize = 20_000;

/// Longer texts are not told.
const LONGEST: usize = 1 << 15;

impl Default for Values {
    fn default() -> Self {
        let zero = Game::default();
        Self {
            places: FxHashMap::from_iter([(zero.clone(), Value::ZERO)]),
            games: vec![zero],
            order: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            numbers: FxHashMap::default(),
            texts: FxHashMap::default(),
            depth: 0,
        }
    }
}

impl Values {
    /// The options of a side, 0 for Left and 1 for Right.
    pub(super) fn options(&self, of: Value, side: usize) -> Options {
        self.games[of.0 as usize][side].clone()
    }

    fn option(&self, of: Value, side: usize, place: usize) -> Option<Value> {
        self.games[of.0 as usize][side].get(place).copied()
    }

    /// The number of a game with these options, in canonical form or not.
    fn enter(&mut self, game: &Game, check: &mut Notes) -> Result<Value, Refusal> {
        if let Some(known) = self.places.get(game) {
            return Ok(*known);
        }
        check
            .work
            .hold(2 * BYTES_AN_ENTRY + 8 * (game[0].len() + game[1].len()))?;
        let number = u32::try_from(self.games.len());
        let number = number.map_err(|_| Refusal::undecided("there are too many values"))?;
        self.games.push(game.clone());
        self.places.insert(game.clone(), Value(number));
        Ok(Value(number))
    }

    /// Counts an entry of a table that is computed by recursion.
    fn deeper(&mut self, check: &mut Notes) -> Result<(), Refusal> {
        check.work.spend(16)?;
        check.work.hold(BYTES_AN_ENTRY)?;
        self.depth += 1;
        match self.depth <= DEEPEST {
            true => Ok(()),
            false => Err(Refusal::undecided("a value is too deep")),
        }
    }

    /// Whether G ≤ H.
    pub(super) fn le(&mut self, g: Value, h: Value, check: &mut Notes) -> Result<bool, Refusal> {
        if g == h {
            return Ok(true);
        }
        if let Some(known) = self.order.get(&[g, h]) {
            return Ok(*known);
        }
        self.deeper(check)?;
        let mut holds = true;
        let mut place = 0;
        while let (true, Some(left)) = (holds, self.option(g, 0, place)) {
            holds = !self.le(h, left, check)?;
            place += 1;
        }
        place = 0;
        while let (true, Some(right)) = (holds, self.option(h, 1, place)) {
            holds = !self.le(right, g, check)?;
            place += 1;
        }
        self.depth -= 1;
        self.order.insert([g, h], holds);
        Ok(holds)
    }

    /// Whether the first is at least as good for a side.
    fn is_better(
        &mut self,
        side: usize,
        one: Value,
        other: Value,
        check: &mut Notes,
    ) -> Result<bool, Refusal> {
        check.work.spend(1)?;
        match side {
            0 => self.le(other, one, check),
            _ => self.le(one, other, check),
        }
    }

    /// The canonical form of {left | right}.
    pub(super) fn make(
        &mut self,
        left: Options,
        right: Options,
        check: &mut Notes,
    ) -> Result<Value, Refusal> {
        let mut game = [left, right];
        loop {
            for (side, options) in game.iter_mut().enumerate() {
                options.sort_unstable();
                options.dedup();
                self.remove_dominated(side, options, check)?;
            }
            let whole = self.enter(&game, check)?;
            let Some((side, place, answer)) = self.reversible(&game, whole, check)? else {
                return Ok(whole);
            };
            let through = self.options(answer, side);
            game[side].swap_remove(place);
            game[side].extend(through);
        }
    }

    fn remove_dominated(
        &mut self,
        side: usize,
        options: &mut Options,
        check: &mut Notes,
    ) -> Result<(), Refusal> {
        let mut place = 0;
        while place < options.len() {
            let mut dominated = false;
            for other in 0..options.len() {
                dominated = dominated
                    || other != place
                        && self.is_better(side, options[other], options[place], check)?;
            }
            match dominated {
                true => drop(options.remove(place)),
                false => place += 1,
            }
        }
        Ok(())
    }

    /// A reversible option: its side and place, and the answer that is at least as good for the other player as the game.
    fn reversible(
        &mut self,
        game: &Game,
        whole: Value,
        check: &mut Notes,
    ) -> Result<Option<(usize, usize, Value)>, Refusal> {
        for (side, options) in game.iter().enumerate() {
            for (place, option) in options.iter().enumerate() {
                for answer in self.options(*option, 1 - side) {
                    if self.is_better(1 - side, answer, whole, check)? {
                        return Ok(Some((side, place, answer)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// G + H.
    pub(super) fn add(&mut self, g: Value, h: Value, check: &mut Notes) -> Result<Value, Refusal> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        let key = [g.min(h), g.max(h)];
        if let Some(known) = self.sums.get(&key) {
            return Ok(*known);
        }
        self.deeper(check)?;
        let mut sum = Game::default();
        for (side, options) in sum.iter_mut().enumerate() {
            for (moved, other) in [(g, h), (h, g)] {
                let mut place = 0;
                while let Some(option) = self.option(moved, side, place) {
                    options.push(self.add(option, other, check)?);
                    place += 1;
                }
            }
        }
        let [left, right] = sum;
        let sum = self.make(left, right, check)?;
        self.depth -= 1;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// G − H.
    pub(super) fn subtract(
        &mut self,
        g: Value,
        h: Value,
        check: &mut Notes,
    ) -> Result<Value, Refusal> {
        let negative = self.negative(h, check)?;
        self.add(g, negative, check)
    }

    fn negative(&mut self, of: Value, check: &mut Notes) -> Result<Value, Refusal> {
        if let Some(known) = self.negatives.get(&of) {
            return Ok(*known);
        }
        self.deeper(check)?;
        let mut game = Game::default();
        for side in 0..2 {
            for option in self.options(of, side) {
                let option = self.negative(option, check)?;
                game[1 - side].push(option);
            }
            game[1 - side].sort_unstable();
        }
        let negative = self.enter(&game, check)?;
        self.depth -= 1;
        self.negatives.insert(of, negative);
        Ok(negative)
    }

    /// The value of the last game of a list.
    pub(super) fn of_form(&mut self, form: &Form, check: &mut Notes) -> Result<Value, Refusal> {
        let mut values: Options = Vec::new();
        for game in form.games() {
            let of = |options: &Vec<usize>| options.iter().map(|option| values[*option]).collect();
            let [left, right]: Game = [of(&game[0]), of(&game[1])];
            values.push(self.make(left, right, check)?);
        }
        Ok(values.pop().unwrap_or(Value::ZERO))
    }

    /// The number that a value is, if it is one: in canonical form a number has at most one option for each side, these are
    /// numbers, and Left's is the smaller. With both it is halfway between them.
    fn number(&mut self, of: Value, check: &mut Notes) -> Result<Option<Dyadic>, Refusal> {
        if let Some(known) = self.numbers.get(&of) {
            return Ok(*known);
        }
        self.deeper(check)?;
        let mut ends = [None, None];
        let mut is_number = true;
        for (side, end) in ends.iter_mut().enumerate() {
            let options = self.options(of, side);
            is_number = is_number && options.len() <= 1;
            if let (true, Some(option)) = (is_number, options.first()) {
                *end = self.number(*option, check)?;
                is_number = end.is_some();
            }
        }
        let number = match (is_number, ends) {
            (false, _) => None,
            (true, [None, None]) => Some((0, 0)),
            (true, [Some((n, _)), None]) => Some((n + 1, 0)),
            (true, [None, Some((n, _))]) => Some((n - 1, 0)),
            (true, [Some(left), Some(right)]) => between(left, right)?,
        };
        self.depth -= 1;
        self.numbers.insert(of, number);
        Ok(number)
    }

    /// Whether a value is a number.
    pub(super) fn is_number(&mut self, of: Value, check: &mut Notes) -> Result<bool, Refusal> {
        Ok(self.number(of, check)?.is_some())
    }

    /// A value as text: numbers and nimbers by their names, others in braces.
    pub(super) fn text(&mut self, of: Value, check: &mut Notes) -> Result<String, Refusal> {
        if let Some(known) = self.texts.get(&of) {
            return Ok(known.clone());
        }
        self.deeper(check)?;
        let text = match self.number(of, check)? {
            Some((n, 0)) => n.to_string(),
            Some((n, halvings)) => format!("{n}/{}", 1u128 << halvings),
            None => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, texts) in sides.iter_mut().enumerate() {
                    for option in self.options(of, side) {
                        texts.push(self.text(option, check)?);
                    }
                }
                nimber(&sides)
                    .unwrap_or_else(|| format!("{{{}|{}}}", sides[0].join(","), sides[1].join(",")))
            }
        };
        self.depth -= 1;
        if text.len() > LONGEST {
            let message = "the value added in each period is too long to tell";
            return Err(Refusal::undecided(message));
        }
        check.work.hold(text.len())?;
        self.texts.insert(of, text.clone());
        Ok(text)
    }
}

/// The number halfway between two, if the first is smaller.
fn between((n, k): Dyadic, (m, l): Dyadic) -> Result<Option<Dyadic>, Refusal> {
    let wide = || Refusal::undecided("a number has too many digits");
    let halvings = k.max(l);
    if halvings > 60 || n.unsigned_abs().max(m.unsigned_abs()) > 1 << 60 {
        return Err(wide());
    }
    let (n, m) = (n << (halvings - k), m << (halvings - l));
    let (mut sum, mut down) = (n + m, halvings + 1);
    while down > 0 && sum % 2 == 0 {
        (sum, down) = (sum / 2, down - 1);
    }
    Ok((n < m).then_some((sum, down)))
}

/// The name of the nimber with these options.
fn nimber([left, right]: &[Vec<String>; 2]) -> Option<String> {
    let name = |n: usize| match n {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        n => format!("*{n}"),
    };
    let mut smaller = (0..left.len()).map(name);
    let is_it = left == right && smaller.all(|name| left.contains(&name));
    is_it.then(|| name(left.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;
    use crate::bounds::Meter;

    /// Names of well-known values by their options (Siegel, *Combinatorial Game Theory*, chapter II).
    #[test]
    fn forms_have_their_values() {
        let check = &mut Notes::begin(Meter::begin(&Bounds::default()));
        let mut values = Values::default();
        for (form, text) in [
            (":/0", "0"),
            (":;0:;1:/2", "2"),
            (":;0:;:0;2:1/3", "0"),
            (":;0:;0:1;2:1/3", "3/4"),
            (":;0:;:0;:2;2:0/4", "-1/2"),
            (":;0:0;0,1:0,1/2", "*2"),
            (":;0:0;1:1/2", "0"),
            (":;0:0;0:1;0:2/3", "{0|{0|*}}"),
            (":;0:0;0:1,0/2", "{0|0,*}"),
            // Left gains nothing by {5|0}: Right answers to 0.
            (":;0:;1:;2:;3:;4:;5:0;6:/7", "0"),
            (":;0:;1:;:0;2:3/4", "{2|-1}"),
        ] {
            let (form, _) = Form::read(form).unwrap();
            let value = values.of_form(&form, check).unwrap();
            assert_eq!(values.text(value, check).unwrap(), text);
            let nothing = values.subtract(value, value, check).unwrap();
            assert_eq!(nothing, Value::ZERO, "{text}");
        }
    }
}

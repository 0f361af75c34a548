//! Misère play of single heaps, by search: the exclusive or of Grundy values does not decide misère play.
//!
//! A position is the multiset of its heaps that still have a move; if there is none, the mover wins, since the last to move
//! has lost. Outcomes are searched with a table of all positions met. The **genus** of a heap is its Grundy value in normal
//! play, with the misère Grundy values of the heap, of the heap and a nim-heap of two, of the heap and two of them, and so
//! on, up to where they alternate. Positions then also contain nim-heaps of two and one, so the genus takes far longer and
//! is computed for fewer heaps. The number of positions grows with the partitions of the heap. Not for more than a hundred
//! tokens; misère quotients go further.
//!
//! Source of the notion of genus: *Winning Ways*, chapter 13; the values in the tests are computed there from the definition.

use bouton_core::StopReason;
use bouton_core::hashing::FastMap;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
pub use bouton_values::Genus;
use smallvec::SmallVec;

/// The results for heaps 0, 1, 2, ….
#[derive(Clone, Debug, Default)]
pub struct Misere {
    /// Whether the mover wins, for each heap.
    pub wins: Vec<bool>,
    /// The genus, for the first heaps.
    pub genus: Vec<Genus>,
    /// The reason why it stopped before the last heap, if it did.
    pub stopped: Option<StopReason>,
}

/// Heaps that have moves, smallest first.
type Position = SmallVec<[u16; 12]>;

/// The number of positions in the genus table after which no further genus is computed.
const MOST_GENUS_POSITIONS: usize = 1 << 18;
/// The number of misère Grundy values that are computed for a genus.
const EXPONENTS: u8 = 5;

/// Outcomes, and the genus of the first, of heaps 0 to `heaps`.
pub fn outcomes(code: &Code, heaps: u64, limits: &Limits) -> Misere {
    let mut search = Search {
        moves: Vec::new(),
        table: FastMap::default(),
        values: FastMap::default(),
        limits,
    };
    let mut found = Misere::default();
    for heap in 0..=heaps.min(u16::MAX.into()) {
        limits.progress.set(heap, heaps);
        search.learn(code, heap);
        let position = search.alive(&[heap as u16]);
        match search.wins(&position) {
            Ok(wins) => found.wins.push(wins),
            Err(why) => {
                found.stopped = Some(why);
                break;
            }
        }
        if found.genus.len() == heap as usize && search.values.len() < MOST_GENUS_POSITIONS {
            found.genus.extend(search.genus(&position).ok());
        }
    }
    found
}

struct Search<'l> {
    /// The options of each heap, as the heaps that still have moves.
    moves: Vec<Vec<Position>>,
    table: FastMap<Position, bool>,
    /// Grundy values of positions with nim-heaps, in normal (false) and misère play.
    values: FastMap<(Position, [u8; 2], bool), u32>,
    limits: &'l Limits,
}

impl Search<'_> {
    /// Lists the options of the next heap.
    fn learn(&mut self, code: &Code, heap: u64) {
        let mut options: Vec<Position> = Vec::new();
        for option in code.options(heap) {
            let left: Vec<u16> = option.left.iter().map(|&left| left as u16).collect();
            options.push(self.alive(&left));
        }
        options.sort_by_key(|option| option.iter().map(|&heap| u32::from(heap)).sum::<u32>());
        options.dedup();
        self.moves.push(options);
    }

    /// The heaps that have moves; a heap whose options are not known yet is the heap being examined.
    fn alive(&self, heaps: &[u16]) -> Position {
        let mut alive: Position = heaps
            .iter()
            .copied()
            .filter(|&heap| {
                self.moves
                    .get(heap as usize)
                    .is_none_or(|moves| !moves.is_empty())
            })
            .collect();
        alive.sort_unstable();
        alive
    }

    /// The first place of each distinct heap in a position.
    fn places(at: &Position) -> impl Iterator<Item = usize> {
        (0..at.len()).filter(|&index| index == 0 || at[index - 1] != at[index])
    }

    /// The position after the move with this number at a place.
    fn after(&self, at: &Position, index: usize, number: usize) -> Position {
        let mut option = at.clone();
        let heap = option.remove(index);
        option.extend_from_slice(&self.moves[heap as usize][number]);
        option.sort_unstable();
        option
    }

    /// The positions after each move.
    fn options(&self, at: &Position) -> Vec<Position> {
        Self::places(at)
            .flat_map(|index| {
                let moves = self.moves[at[index] as usize].len();
                (0..moves).map(move |number| self.after(at, index, number))
            })
            .collect()
    }

    fn wins(&mut self, at: &Position) -> Result<bool, StopReason> {
        if at.is_empty() {
            return Ok(true);
        }
        if let Some(&wins) = self.table.get(at) {
            return Ok(wins);
        }
        if self.table.len().is_multiple_of(1024) {
            self.limits.check()?;
            self.limits.afford(self.table.len() as u64 * 64)?;
        }
        let wins = self.has_winning_move(at)?;
        self.table.insert(at.clone(), wins);
        Ok(wins)
    }

    fn has_winning_move(&mut self, at: &Position) -> Result<bool, StopReason> {
        for index in Self::places(at) {
            for number in 0..self.moves[at[index] as usize].len() {
                let option = self.after(at, index, number);
                if !self.wins(&option)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn genus(&mut self, at: &Position) -> Result<Genus, StopReason> {
        let normal = self.value(at, [0, 0], false)?;
        let misere: Result<Vec<u32>, StopReason> = (0..EXPONENTS)
            .map(|twos| self.value(at, [0, twos], true))
            .collect();
        let mut misere = misere?;
        let last = misere.len() - 1;
        let settled = misere[last] == misere[last - 2] && misere[last - 1] == misere[last] ^ 2;
        while settled && misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Ok(Genus {
            normal,
            misere,
            settled,
        })
    }

    /// The Grundy value of the position with nim-heaps of one and two, in misère play or in normal play.
    fn value(&mut self, at: &Position, nim: [u8; 2], misere: bool) -> Result<u32, StopReason> {
        let [ones, twos] = nim;
        if at.is_empty() && nim == [0, 0] {
            return Ok(misere.into());
        }
        let key = (at.clone(), nim, misere);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        self.limits.check()?;
        let mut options = Vec::new();
        for option in self.options(at) {
            options.push(self.value(&option, nim, misere)?);
        }
        if ones > 0 {
            options.push(self.value(at, [ones - 1, twos], misere)?);
        }
        if twos > 0 {
            options.push(self.value(at, [ones, twos - 1], misere)?);
            options.push(self.value(at, [ones + 1, twos - 1], misere)?);
        }
        let value = (0..).find(|value| !options.contains(value)).unwrap_or(0);
        self.values.insert(key, value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Directly from the rules, without omissions, and with only complete positions remembered.
    fn slow_wins(
        code: &Code,
        heaps: &mut Vec<u64>,
        table: &mut std::collections::BTreeMap<Vec<u64>, bool>,
    ) -> bool {
        heaps.sort_unstable();
        if let Some(&wins) = table.get(heaps) {
            return wins;
        }
        let mut options = Vec::new();
        for index in 0..heaps.len() {
            for option in code.options(heaps[index]) {
                let mut next = heaps.clone();
                next.remove(index);
                next.extend_from_slice(&option.left);
                options.push(next);
            }
        }
        let wins = options.is_empty()
            || options
                .iter_mut()
                .any(|option| !slow_wins(code, option, table));
        table.insert(heaps.clone(), wins);
        wins
    }

    #[test]
    fn outcomes_are_those_of_plain_play() {
        for text in "0.77 0.07 4!.0 0.[3] 0.3F subtraction:2,3 couples-are-forever".split(' ') {
            let code: Code = text.parse().unwrap();
            let fast = outcomes(&code, 16, &Limits::default());
            let mut table = Default::default();
            let slow: Vec<bool> = (0..=16)
                .map(|heap| slow_wins(&code, &mut vec![heap], &mut table))
                .collect();
            assert_eq!(fast.wins, slow, "{text}");
        }
    }

    /// The Grundy value of heaps with nim-heaps of one and two, from every option, by the definition alone.
    fn slow_value(code: &Code, heaps: &[u64], nim: [u8; 2], misere: bool) -> u32 {
        let mut options = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            for option in code.options(heap) {
                let mut next = heaps.to_vec();
                next.remove(index);
                next.extend_from_slice(&option.left);
                options.push(slow_value(code, &next, nim, misere));
            }
        }
        let [ones, twos] = nim;
        if ones > 0 {
            options.push(slow_value(code, heaps, [ones - 1, twos], misere));
        }
        if twos > 0 {
            options.push(slow_value(code, heaps, [ones, twos - 1], misere));
            options.push(slow_value(code, heaps, [ones + 1, twos - 1], misere));
        }
        if options.is_empty() {
            return misere.into();
        }
        (0..).find(|value| !options.contains(value)).unwrap()
    }

    /// The first heap of Kayles that is not a nim-heap is the fifth.
    #[test]
    fn genera_are_those_of_the_definition() {
        for text in ["0.[3]", "0.77", "0.15"] {
            let code: Code = text.parse().unwrap();
            let found = outcomes(&code, 5, &Limits::default()).genus;
            assert_eq!(found.len(), 6);
            for (heap, genus) in (0..).zip(&found) {
                assert_eq!(genus.normal, slow_value(&code, &[heap], [0, 0], false));
                for (twos, &value) in (0..3).zip(&genus.misere) {
                    assert_eq!(
                        value,
                        slow_value(&code, &[heap], [0, twos], true),
                        "{text} {genus}"
                    );
                }
            }
        }
        let kayles = outcomes(&"0.77".parse().unwrap(), 5, &Limits::default()).genus;
        let shown: Vec<String> = kayles.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]);
    }

    /// Sibert and Conway, *Mathematical Kayles* (1992): no single heap above 20 is lost.
    #[test]
    fn misere_kayles_is_lost_on_five_single_heaps() {
        let found = outcomes(&"0.77".parse().unwrap(), 60, &Limits::default());
        let lost: Vec<usize> = (0..=60).filter(|&heap| !found.wins[heap]).collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }
}

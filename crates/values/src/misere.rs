//! [`MisereGames`]: impartial games where the last to move loses, in canonical form.
//!
//! Two such games are equal if each can replace the other in every sum without a change of the outcome. A game G with these
//! options equals one of the options H of its options if every option of H is one of G, and each other option of G is
//! *reversible*: it has H as an option. A proviso holds if H is 0, where a move back to H does not help a player who must not
//! make the last move: G must be won by the player to move. A game without reversible options is in canonical form, and
//! two such forms are equal only if they are the same.
//!
//! Proof that the candidates are enough. H has a smaller depth than the option that it reverses. So an option of G of the
//! greatest depth is no option of H, and H is one of its options.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, ch. 12; *Winning Ways*, ch. 13; A. N. Siegel, *Combinatorial Game Theory*
//! (2013), ch. V.

use std::fmt;

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, StopReason};

/// A game in canonical form: its number among [`MisereGames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereGame(u32);

impl MisereGame {
    /// The game without moves, which the player to move wins.
    pub const ZERO: Self = Self(0);
}

/// A normal Grundy value with misère Grundy values in its exponent.
///
/// ```
/// let genus = bouton_values::Genus { normal: 0, misere: vec![1, 2, 0], settled: true };
/// assert_eq!(genus.to_string(), "0^120");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value in normal play.
    pub normal: u32,
    /// The misère Grundy values with 0, 1, 2, … nim-heaps of two added; the last two alternate forever if `settled`.
    pub misere: Vec<u32>,
    /// Whether the last two are known to alternate.
    pub settled: bool,
}

impl Genus {
    /// The genus of a game whose options have these.
    fn of_options(options: &[&Self]) -> Self {
        let normal = mex(options.iter().map(|option| option.normal).collect());
        let first = match options.len() {
            0 => 1,
            _ => mex(options.iter().map(|option| option.at(0)).collect()),
        };
        let settled = options.iter().map(|option| option.misere.len()).max();
        let mut misere = vec![first];
        // A nim-heap of two can become one or nothing: one more changes a value by exclusive or with 1. Where the values of
        // the options alternate, so do these as soon as three in a row did (Conway).
        while !(misere.len() >= settled.unwrap_or(0) + 3 && alternates(&misere)) {
            let (n, last) = (misere.len(), misere[misere.len() - 1]);
            let with = options.iter().map(|option| option.at(n));
            misere.push(mex(with.chain([last, last ^ 1]).collect()));
        }
        while misere.len() > 2 && alternates(&misere) {
            misere.pop();
        }
        Self {
            normal,
            misere,
            settled: true,
        }
    }

    /// The misère Grundy value with n nim-heaps of two added.
    fn at(&self, n: usize) -> u32 {
        let last = self.misere.len() - 1;
        match n.checked_sub(last) {
            None => self.misere[n],
            Some(after) => self.misere[last - after % 2],
        }
    }

    /// Whether it is the genus of a sum of nim-heaps, as far as none is added.
    fn is_tame(&self) -> bool {
        let misere = self.misere[0];
        misere == self.normal || misere + self.normal == 1
    }
}

/// Whether the last three values are x, x ⊕ 2, x.
fn alternates(values: &[u32]) -> bool {
    match values {
        [.., a, b, c] => *b == a ^ 2 && a == c,
        _ => false,
    }
}

/// The least number that is not among these.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    let gap = (0..).zip(&values).find(|(n, value)| n != *value);
    gap.map_or(values.len() as u32, |(n, _)| n)
}

/// Written `4^146`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        let wide = self.misere.iter().any(|&value| value > 9);
        let digits: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        f.write_str(&digits.join(if wide { "." } else { "" }))?;
        f.write_str(if self.settled { "" } else { "…" })
    }
}

/// A canonical form.
#[derive(Debug)]
struct Record {
    /// The options, in ascending order.
    options: Box<[MisereGame]>,
    /// The most moves of a line of play.
    depth: u32,
    genus: Genus,
    /// Whether all positions of the form have the genus of a sum of nim-heaps.
    is_tame: bool,
    /// The size, if it is a nim-heap.
    heap: Option<u32>,
}

/// Canonical forms, each once.
///
/// ```
/// use bouton_core::Limits;
/// use bouton_values::{MisereGame, MisereGames};
/// let limits = Limits::default();
/// let (mut games, meter) = (MisereGames::default(), &mut limits.meter());
/// let [two, three] = [games.heap(2, meter)?, games.heap(3, meter)?];
/// let sum = games.add(two, three, meter)?;
/// assert_eq!((games.text(sum, 100, meter)?.text, games.genus(sum).to_string()), ("*2+*3".into(), "1^13".into()));
/// // A move to a heap of one can be taken back, but not where that would be the last move.
/// let one = games.heap(1, meter)?;
/// assert_eq!(games.make(vec![one], meter)?, MisereGame::ZERO);
/// # Ok::<(), bouton_core::StopReason>(())
/// ```
#[derive(Debug)]
pub struct MisereGames {
    records: Vec<Record>,
    /// The canonical form with these options; of a set that is not canonical, the form that it equals.
    numbers: FastMap<Box<[MisereGame]>, MisereGame>,
    sums: FastMap<[MisereGame; 2], MisereGame>,
    /// The sums of nim-heaps that are named, with their sizes.
    named: FastMap<MisereGame, Vec<u32>>,
    /// The sums of nim-heaps of so many tokens are named.
    named_up_to: u32,
    /// Bytes held.
    bytes: u64,
}

impl Default for MisereGames {
    fn default() -> Self {
        let mut games = Self {
            records: Vec::new(),
            numbers: FastMap::default(),
            sums: FastMap::default(),
            named: FastMap::default(),
            named_up_to: 0,
            bytes: 0,
        };
        games.keep(Box::default());
        games
    }
}

/// Bytes of a record beside its options: itself, its genus and its entry in the table.
const RECORD: u64 = 160;

/// Bytes of a kept sum.
const SUM: u64 = 24;

/// Sums of nim-heaps are recognised if they have at most this many tokens.
const NAMED: u32 = 10;

impl MisereGames {
    fn of(&self, game: MisereGame) -> &Record {
        &self.records[game.0 as usize]
    }

    /// The options of the canonical form.
    pub fn options(&self, game: MisereGame) -> &[MisereGame] {
        &self.of(game).options
    }

    /// The most moves of a line of play in the canonical form: the day on which the game is born.
    pub fn birthday(&self, game: MisereGame) -> u32 {
        self.of(game).depth
    }

    /// The genus.
    pub fn genus(&self, game: MisereGame) -> &Genus {
        &self.of(game).genus
    }

    /// Whether the player to move wins.
    pub fn wins(&self, game: MisereGame) -> bool {
        self.of(game).genus.misere[0] != 0
    }

    /// Whether every position of the canonical form has the genus of a sum of nim-heaps: sums of such games are won and lost
    /// as sums of nim-heaps.
    pub fn is_tame(&self, game: MisereGame) -> bool {
        self.of(game).is_tame
    }

    /// The number of forms held.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn has(&self, game: MisereGame, option: MisereGame) -> bool {
        self.options(game).binary_search(&option).is_ok()
    }

    /// The game with these options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn make(
        &mut self,
        mut options: Vec<MisereGame>,
        meter: &mut Meter<'_>,
    ) -> Result<MisereGame, StopReason> {
        options.sort_unstable();
        options.dedup();
        if let Some(known) = self.numbers.get(&*options) {
            return Ok(*known);
        }
        meter.visit()?;
        meter.afford(self.bytes)?;
        let options = options.into_boxed_slice();
        let Some(smaller) = self.reversed(&options, meter)? else {
            return Ok(self.keep(options));
        };
        self.bytes += RECORD / 2 + 4 * options.len() as u64;
        self.numbers.insert(options, smaller);
        Ok(smaller)
    }

    /// The game that is left without the reversible ones of these options, if there are any.
    fn reversed(
        &self,
        options: &[MisereGame],
        meter: &mut Meter<'_>,
    ) -> Result<Option<MisereGame>, StopReason> {
        let Some(deepest) = options.iter().max_by_key(|option| self.birthday(**option)) else {
            return Ok(None);
        };
        let is_option = |game: &MisereGame| options.binary_search(game).is_ok();
        for &to in self.options(*deepest) {
            meter.spend(1 + options.len())?;
            // An option does not have itself as an option: it cannot be what the others go back to.
            let is_left = !is_option(&to)
                && self.options(to).iter().all(is_option)
                && (options.iter()).all(|option| self.has(to, *option) || self.has(*option, to));
            let fits = to != MisereGame::ZERO || options.iter().any(|option| !self.wins(*option));
            if is_left && fits {
                return Ok(Some(to));
            }
        }
        Ok(None)
    }

    /// Adds a canonical form that is not there yet.
    fn keep(&mut self, options: Box<[MisereGame]>) -> MisereGame {
        let game = MisereGame(self.records.len() as u32);
        let all: Vec<&Record> = options.iter().map(|option| self.of(*option)).collect();
        let genera: Vec<&Genus> = all.iter().map(|option| &option.genus).collect();
        let heaps: Option<Vec<u32>> = all.iter().map(|option| option.heap).collect();
        let size = all.len() as u32;
        let genus = Genus::of_options(&genera);
        let record = Record {
            depth: all.iter().map(|option| option.depth + 1).max().unwrap_or(0),
            is_tame: genus.is_tame() && all.iter().all(|option| option.is_tame),
            // Different heaps below n, n of them: all of them.
            heap: heaps
                .filter(|heaps| heaps.iter().all(|heap| *heap < size))
                .map(|_| size),
            genus,
            options: options.clone(),
        };
        self.bytes += RECORD + 8 * options.len() as u64;
        self.records.push(record);
        self.numbers.insert(options, game);
        game
    }

    /// The nim-heap of this size.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn heap(&mut self, size: u32, meter: &mut Meter<'_>) -> Result<MisereGame, StopReason> {
        let mut smaller = Vec::new();
        for _ in 0..size {
            let heap = self.make(smaller.clone(), meter)?;
            smaller.push(heap);
        }
        self.make(smaller, meter)
    }

    /// The sum of two games.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn add(
        &mut self,
        a: MisereGame,
        b: MisereGame,
        meter: &mut Meter<'_>,
    ) -> Result<MisereGame, StopReason> {
        let mut open = vec![[a.min(b), a.max(b)]];
        while let Some(&[a, b]) = open.last() {
            if self.sum(a, b).is_some() {
                open.pop();
                continue;
            }
            let (of_a, of_b) = (self.options(a), self.options(b));
            meter.spend(1 + of_a.len() + of_b.len())?;
            let to_a = of_a.iter().map(|option| [*option, b]);
            let to_b = of_b.iter().map(|option| [a, *option]);
            let (mut options, before) = (Vec::new(), open.len());
            for [a, b] in to_a.chain(to_b) {
                match self.sum(a, b) {
                    Some(sum) => options.push(sum),
                    None => open.push([a.min(b), a.max(b)]),
                }
            }
            if open.len() == before {
                let sum = self.make(options, meter)?;
                self.sums.insert([a, b], sum);
                self.bytes += SUM;
                open.pop();
            }
        }
        Ok(self.sum(a, b).expect("invariant: it was added up last"))
    }

    /// A sum that is known.
    fn sum(&self, a: MisereGame, b: MisereGame) -> Option<MisereGame> {
        match (a, b) {
            (MisereGame::ZERO, other) | (other, MisereGame::ZERO) => Some(other),
            _ => self.sums.get(&[a.min(b), a.max(b)]).copied(),
        }
    }

    /// Names the sums of nim-heaps of at most this many tokens. None has a heap of one: beside an even heap it makes the next
    /// odd one of it, and of an odd heap the even one before it.
    fn name_sums(&mut self, tokens: u32, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let tokens = tokens.min(NAMED);
        if tokens <= self.named_up_to {
            return Ok(());
        }
        // Each list of heaps of two or more, largest last, with its sum.
        let mut open = vec![(Vec::new(), MisereGame::ZERO)];
        while let Some((heaps, sum)) = open.pop() {
            let used: u32 = heaps.iter().sum();
            // Only the last heap may be odd: 3 and 3 are 2 and 2, and 3 and 4 are 2 and 5.
            let last: u32 = heaps.last().copied().unwrap_or(2);
            let most = match last.is_multiple_of(2) {
                true => tokens.saturating_sub(used),
                false => 0,
            };
            for size in last..=most {
                let heap = self.heap(size, meter)?;
                let larger = self.add(sum, heap, meter)?;
                open.push(([&heaps[..], &[size]].concat(), larger));
            }
            if heaps.len() > 1 && self.of(sum).heap.is_none() {
                self.named.entry(sum).or_insert(heaps);
            }
        }
        self.named_up_to = tokens;
        Ok(())
    }

    /// The text: `*2` for a nim-heap, `*2+*3` for a sum of them, `{0,*2}` for other games by their options. A form of more than
    /// `width` bytes is written as `#` and its number.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text(
        &mut self,
        game: MisereGame,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<MisereText, StopReason> {
        self.name_sums(self.birthday(game), meter)?;
        let mut texts: FastMap<MisereGame, String> = FastMap::default();
        let (mut open, mut held, mut shortened) = (vec![game], 0, Vec::new());
        while let Some(&top) = open.last() {
            meter.spend_holding(1 + self.options(top).len(), || self.bytes + held)?;
            let is_open = |option: &&MisereGame| !texts.contains_key(*option);
            let open_ones: Vec<_> = self.options(top).iter().filter(is_open).copied().collect();
            if !open_ones.is_empty() {
                open.extend(open_ones);
                continue;
            }
            open.pop();
            if texts.contains_key(&top) {
                continue;
            }
            let options = || self.listed(top, &texts);
            let bracketed = || format!("{{{}}}", options().join(","));
            let mut text = self.name(top).unwrap_or_else(bracketed);
            if text.len() > width {
                text = format!("#{}", top.0);
                shortened.push((text.clone(), options()));
            }
            held += text.len() as u64;
            texts.insert(top, text);
        }
        let options = self.listed(game, &texts);
        let text = texts.remove(&game);
        Ok(MisereText {
            text: text.expect("invariant: it was written last"),
            options,
            shortened,
        })
    }

    /// The name of a nim-heap or a sum of them.
    fn name(&self, game: MisereGame) -> Option<String> {
        let star = |size: &u32| match size {
            1 => "*".to_owned(),
            size => format!("*{size}"),
        };
        match self.of(game).heap {
            Some(0) => Some("0".to_owned()),
            Some(size) => Some(star(&size)),
            None => {
                let heaps = self.named.get(&game)?.iter();
                Some(heaps.map(star).collect::<Vec<_>>().join("+"))
            }
        }
    }

    /// The texts of the options of a game, the simplest first.
    fn listed(&self, game: MisereGame, texts: &FastMap<MisereGame, String>) -> Vec<String> {
        let mut options: Vec<(u32, &String)> = (self.options(game).iter())
            .map(|option| (self.birthday(*option), &texts[option]))
            .collect();
        options.sort_unstable();
        options.into_iter().map(|(_, text)| text.clone()).collect()
    }
}

/// A form in text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MisereText {
    /// The form.
    pub text: String,
    /// Its options.
    pub options: Vec<String>,
    /// The forms that are too long and are written as their numbers, with their options.
    pub shortened: Vec<(String, Vec<String>)>,
}

//! Misère canonical forms against play of the games as they are written.

use std::collections::{BTreeSet, HashMap};

use bouton_core::{Limits, Meter};
use bouton_values::{MisereGame, MisereGames};

/// Games by their options as they are written, each once; nothing is simplified.
#[derive(Default)]
struct Trees {
    options: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, usize>,
    won: HashMap<[usize; 2], bool>,
    sums: HashMap<[usize; 2], usize>,
}

impl Trees {
    fn tree(&mut self, mut options: Vec<usize>) -> usize {
        options.sort_unstable();
        options.dedup();
        let next = self.options.len();
        let number = *self.numbers.entry(options.clone()).or_insert(next);
        if number == next {
            self.options.push(options);
        }
        number
    }

    fn random(&mut self, random: &mut fastrand::Rng, depth: u32) -> usize {
        let count = if depth == 0 { 0 } else { random.usize(..4) };
        let mut options = Vec::new();
        for _ in 0..count {
            let skipped = u32::from(depth > 1 && random.bool());
            options.push(self.random(random, depth - 1 - skipped));
        }
        self.tree(options)
    }

    fn of(&mut self, games: &MisereGames, game: MisereGame) -> usize {
        let options = games.options(game).iter();
        let options = options.map(|option| self.of(games, *option)).collect();
        self.tree(options)
    }

    fn canonical(&self, tree: usize, games: &mut MisereGames, meter: &mut Meter<'_>) -> MisereGame {
        let options = self.options[tree].iter();
        let options = options.map(|option| self.canonical(*option, games, meter));
        let options = options.collect();
        games.make(options, meter).unwrap()
    }

    /// The positions after a move in a sum of two.
    fn moves(&self, [a, b]: [usize; 2]) -> Vec<[usize; 2]> {
        let in_a = self.options[a].iter().map(|a| [*a, b]);
        let in_b = self.options[b].iter().map(|b| [a, *b]);
        in_a.chain(in_b).collect()
    }

    /// Whether the player to move wins a sum of two: the last to move loses.
    fn wins(&mut self, sum: [usize; 2]) -> bool {
        if let Some(known) = self.won.get(&sum) {
            return *known;
        }
        let moves = self.moves(sum);
        let wins = moves.is_empty() || moves.into_iter().any(|to| !self.wins(to));
        self.won.insert(sum, wins);
        wins
    }

    fn sum(&mut self, sum: [usize; 2]) -> usize {
        if let Some(known) = self.sums.get(&sum) {
            return *known;
        }
        let moves = self.moves(sum).into_iter();
        let options = moves.map(|to| self.sum(to)).collect();
        let number = self.tree(options);
        self.sums.insert(sum, number);
        number
    }

    /// The Grundy value, in misère play or in normal play.
    fn value(&self, tree: usize, misere: bool) -> u32 {
        let options = &self.options[tree];
        if options.is_empty() {
            return misere.into();
        }
        let values = options.iter().map(|option| self.value(*option, misere));
        let values: BTreeSet<u32> = values.collect();
        (0..).find(|n| !values.contains(n)).unwrap()
    }
}

/// The games born by a day: each set of those born by the day before.
fn born_by(games: &mut MisereGames, day: u32, meter: &mut Meter<'_>) -> BTreeSet<MisereGame> {
    let mut all = BTreeSet::from([MisereGame::ZERO]);
    for _ in 0..day {
        let before: Vec<MisereGame> = all.into_iter().collect();
        let sets = (0..1u32 << before.len()).map(|set| {
            let chosen = before.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
            let options = chosen.map(|(_, game)| *game).collect();
            games.make(options, meter).unwrap()
        });
        all = sets.collect();
    }
    all
}

/// J. H. Conway, *On Numbers and Games*, ch. 12: 1, 2, 3, 5 and 22 games are born by day 0 to 4.
#[test]
fn games_born_by_each_day_are_as_many_as_published() {
    let limits = Limits::default();
    let (mut games, meter) = (MisereGames::default(), &mut limits.meter());
    let counts = [0, 1, 2, 3, 4].map(|day| born_by(&mut games, day, meter).len());
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

/// A form can replace the game that it is of beside each game born by day 4 and each sum of two of them, and these tell the
/// forms born by day 4 apart.
#[test]
fn canonical_forms_are_equal_exactly_if_games_are() {
    let limits = Limits::default();
    let (mut games, meter) = (MisereGames::default(), &mut limits.meter());
    let mut trees = Trees::default();
    let forms = born_by(&mut games, 4, meter);
    let small: Vec<usize> = forms.iter().map(|game| trees.of(&games, *game)).collect();
    let mut tests = small.clone();
    for a in &small {
        tests.extend(small.iter().map(|b| trees.sum([*a, *b])));
    }
    let outcomes = |trees: &mut Trees, tree: usize| -> Vec<bool> {
        tests.iter().map(|test| trees.wins([tree, *test])).collect()
    };
    let apart: BTreeSet<_> = small
        .iter()
        .map(|tree| outcomes(&mut trees, *tree))
        .collect();
    assert_eq!(apart.len(), small.len());
    let mut random = fastrand::Rng::with_seed(12);
    let mut changed = 0;
    for _ in 0..600 {
        let tree = trees.random(&mut random, 5);
        let form = trees.canonical(tree, &mut games, meter);
        let canonical = trees.of(&games, form);
        changed += usize::from(canonical != tree);
        let [left, right] = [tree, canonical].map(|tree| outcomes(&mut trees, tree));
        assert!(left == right, "{:?}", trees.options[tree]);
        let nothing = trees.tree(Vec::new());
        assert_eq!(trees.wins([tree, nothing]), games.wins(form));
    }
    assert!(changed > 100);
}

/// Sums of forms are forms of sums, and a genus is what its definition says.
#[test]
fn sums_and_genera_are_those_of_play() {
    let limits = Limits::default();
    let (mut games, meter) = (MisereGames::default(), &mut limits.meter());
    let mut trees = Trees::default();
    let two = games.heap(2, meter).unwrap();
    let two = trees.of(&games, two);
    let mut random = fastrand::Rng::with_seed(13);
    for _ in 0..60 {
        let [a, b] = [3, 3].map(|depth| trees.random(&mut random, depth));
        let forms = [a, b].map(|tree| trees.canonical(tree, &mut games, meter));
        let total = games.add(forms[0], forms[1], meter).unwrap();
        let both = trees.sum([a, b]);
        assert_eq!(trees.canonical(both, &mut games, meter), total);
        let genus = games.genus(forms[0]).clone();
        assert_eq!(genus.normal, trees.value(a, false));
        let mut with = a;
        for misere in genus.misere.iter().take(4) {
            assert_eq!(*misere, trees.value(with, true), "{genus}");
            with = trees.sum([with, two]);
        }
    }
}

/// The genera of Kayles: *Winning Ways*, ch. 13, table of heaps 0 to 9.
#[test]
fn genera_of_kayles() {
    let limits = Limits::default();
    let (mut games, meter) = (MisereGames::default(), &mut limits.meter());
    let mut heaps: Vec<MisereGame> = vec![MisereGame::ZERO];
    for n in 1..=12 {
        let mut options = Vec::new();
        for left in 0..n {
            for taken in 1..=2.min(n - left) {
                let rest = heaps[n - left - taken];
                options.push(games.add(heaps[left], rest, meter).unwrap());
            }
        }
        heaps.push(games.make(options, meter).unwrap());
    }
    let genera: Vec<String> = (heaps.iter().take(10))
        .map(|heap| games.genus(*heap).to_string())
        .collect();
    let known = [
        "0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046",
    ];
    assert_eq!(genera, known);
    let tame: Vec<bool> = heaps.iter().map(|heap| games.is_tame(*heap)).collect();
    assert_eq!(tame.iter().position(|tame| !tame), Some(5));
}

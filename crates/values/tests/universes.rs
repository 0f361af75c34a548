//! Games of Left and Right in which the last to move loses: their order modulo dicots and modulo dead-ending games, against play.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use bouton_core::Limits;
use bouton_values::{ScoringGame, ScoringGames, Universe};

/// The moves of Left and of Right.
type Moves = [Vec<usize>; 2];

/// Games by their moves as they are written, each once; and the same games in the crate.
#[derive(Default)]
struct Trees {
    moves: Vec<Moves>,
    numbers: HashMap<Moves, usize>,
    won: HashMap<([usize; 2], usize), bool>,
    games: ScoringGames,
    made: Vec<ScoringGame>,
}

impl Trees {
    fn tree(&mut self, moves: Moves) -> usize {
        let moves = moves.map(|moves| Vec::from_iter(BTreeSet::from_iter(moves)));
        if let Some(known) = self.numbers.get(&moves) {
            return *known;
        }
        let options = moves.clone();
        let options = options.map(|moves| moves.iter().map(|to| (self.made[*to], 0)).collect());
        self.made.push(self.games.make(options, [1, -1]));
        self.numbers.insert(moves.clone(), self.moves.len());
        self.moves.push(moves);
        self.moves.len() - 1
    }

    /// Whether Left wins the sum of two games if this side begins: a player who cannot move wins.
    fn is_won(&mut self, sum: [usize; 2], begins: usize) -> bool {
        let [one, two] = sum;
        let sum = [one.min(two), one.max(two)];
        if let Some(known) = self.won.get(&(sum, begins)) {
            return *known;
        }
        let own = self.moves[one][begins].iter().map(|to| [*to, two]);
        let others = self.moves[two][begins].iter().map(|to| [one, *to]);
        let after: Vec<_> = own.chain(others).collect();
        let mut wins = after
            .iter()
            .map(|sum| self.is_won(*sum, 1 - begins) == (begins == 0));
        let is_won_by_mover = after.is_empty() || wins.any(|wins| wins);
        let is_won = is_won_by_mover == (begins == 0);
        self.won.insert((sum, begins), is_won);
        is_won
    }

    fn outcome(&mut self, sum: [usize; 2]) -> [bool; 2] {
        [0, 1].map(|begins| self.is_won(sum, begins))
    }

    fn can_ever_move(&self, game: usize, side: usize) -> bool {
        !self.moves[game][side].is_empty()
            || self.moves[game]
                .iter()
                .flatten()
                .any(|to| self.can_ever_move(*to, side))
    }

    fn lies_in(&self, game: usize, universe: Universe) -> bool {
        let is_stuck = [0, 1].map(|side| self.moves[game][side].is_empty());
        let fits = match universe {
            Universe::Dicot => is_stuck[0] == is_stuck[1],
            _ => (0..2).all(|side| !is_stuck[side] || !self.can_ever_move(game, side)),
        };
        fits && self.moves[game]
            .iter()
            .flatten()
            .all(|to| self.lies_in(*to, universe))
    }

    fn is_at_least(&mut self, one: usize, two: usize, universe: Universe) -> bool {
        let [one, two] = [one, two].map(|game| self.made[game]);
        let limits = Limits::default();
        let meter = &mut limits.meter();
        let order = self.games.compare(one, two, universe, meter).unwrap();
        matches!(order, Some(Ordering::Greater | Ordering::Equal))
    }

    /// All games of a universe whose options are among these.
    fn all_over(&mut self, options: &[usize], universe: Universe) -> Vec<usize> {
        let subsets = 0..1_usize << options.len();
        let chosen = |set: usize| -> Vec<usize> {
            let kept = options
                .iter()
                .enumerate()
                .filter(|(n, _)| set >> n & 1 == 1);
            kept.map(|(_, game)| *game).collect()
        };
        let mut all = Vec::new();
        for left in subsets.clone() {
            for right in subsets.clone() {
                let game = self.tree([chosen(left), chosen(right)]);
                all.extend(self.lies_in(game, universe).then_some(game));
            }
        }
        all
    }

    fn born_by(&mut self, day: usize, universe: Universe) -> Vec<usize> {
        (0..=day).fold(Vec::new(), |earlier, _| self.all_over(&earlier, universe))
    }

    /// A game of a universe with options among these.
    fn random(
        &mut self,
        options: &[usize],
        universe: Universe,
        random: &mut fastrand::Rng,
    ) -> usize {
        loop {
            let mut side = || -> Vec<usize> {
                let count = random.usize(..4);
                (0..count)
                    .map(|_| options[random.usize(..options.len())])
                    .collect()
            };
            let moves = [side(), side()];
            let game = self.tree(moves);
            if self.lies_in(game, universe) {
                return game;
            }
        }
    }

    /// Moves that only one side has, of which it can make the last one at any time.
    fn murder(&mut self, side: usize, rank: usize) -> usize {
        let zero = self.tree([vec![], vec![]]);
        (0..rank).fold(zero, |less, _| {
            let mut moves = [vec![], vec![]];
            moves[side] = vec![zero, less];
            self.tree(moves)
        })
    }

    /// A game whose sum with this one is lost by either player who begins: the adjoint (Siegel).
    fn adjoint(&mut self, game: usize) -> usize {
        let zero = self.tree([vec![], vec![]]);
        let [left, right] = self.moves[game].clone();
        let [from_left, from_right] =
            [left, right].map(|moves| moves.iter().map(|to| self.adjoint(*to)).collect());
        self.tree(
            [from_right, from_left].map(|moves: Vec<_>| match moves.is_empty() {
                true => vec![zero],
                false => moves,
            }),
        )
    }

    /// A game of the universe in whose sum with `two` Left wins, and not in that with `one`, and the side that begins there, where
    /// `one` is not at least `two`: the construction of the theorem's proof.
    fn witness(&mut self, one: usize, two: usize, universe: Universe) -> (usize, usize) {
        let mut ends = vec![self.tree([vec![], vec![]])];
        if universe == Universe::DeadEnding {
            ends.extend([0, 1].map(|side| self.murder(side, 9)));
        }
        for end in ends {
            for begins in [0, 1] {
                if !self.is_won([one, end], begins) && self.is_won([two, end], begins) {
                    return (end, begins);
                }
            }
        }
        for to in self.moves[two][0].clone() {
            if !self.has_answer(one, to, universe) {
                return (self.link(one, to, universe), 0);
            }
        }
        for to in self.moves[one][1].clone() {
            if !self.has_answer(to, two, universe) {
                return (self.link(to, two, universe), 1);
            }
        }
        panic!("game {one} is at least game {two}");
    }

    /// Whether a left option of the first is at least the second, or the first at least a right option of the second.
    fn has_answer(&mut self, one: usize, two: usize, universe: Universe) -> bool {
        let [left, right] = [self.moves[one][0].clone(), self.moves[two][1].clone()];
        left.iter().any(|to| self.is_at_least(*to, two, universe))
            || right.iter().any(|to| self.is_at_least(one, *to, universe))
    }

    /// A game with which the first is lost for Left if she begins, and the second won if Right does.
    fn link(&mut self, one: usize, two: usize, universe: Universe) -> usize {
        let zero = self.tree([vec![], vec![]]);
        let or_zero = |moves: Vec<usize>| match moves.is_empty() {
            true => vec![zero],
            false => moves,
        };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for to in self.moves[one][0].clone() {
            let (mut other, begins) = self.witness(to, two, universe);
            if begins == 1 {
                let answers = self.moves[to][0].clone();
                let answers = answers.iter().map(|to| self.adjoint(*to)).collect();
                other = self.tree([vec![other], or_zero(answers)]);
            }
            right.push(other);
        }
        for to in self.moves[two][1].clone() {
            let (mut other, begins) = self.witness(one, to, universe);
            if begins == 0 {
                let answers = self.moves[to][1].clone();
                let answers = answers.iter().map(|to| self.adjoint(*to)).collect();
                other = self.tree([or_zero(answers), vec![other]]);
            }
            left.push(other);
        }
        let [of_one, of_two] = [one, two].map(|game| self.adjoint(game));
        if left.is_empty() {
            left.push(self.tree([vec![zero], vec![of_one]]));
        }
        if right.is_empty() {
            right.push(self.tree([vec![of_two], vec![zero]]));
        }
        self.tree([left, right])
    }

    /// Where one game is at least another, each sum is at least as good; otherwise a game of the universe tells the difference.
    fn check(&mut self, [one, two]: [usize; 2], others: &[usize], universe: Universe) -> bool {
        let is_at_least = self.is_at_least(one, two, universe);
        if is_at_least {
            for other in others {
                let [more, less] = [one, two].map(|game| self.outcome([game, *other]));
                assert!(
                    more[0] >= less[0] && more[1] >= less[1],
                    "{one}, {two}, {other}"
                );
            }
        } else {
            let (other, begins) = self.witness(one, two, universe);
            assert!(self.lies_in(other, universe));
            let [less, more] = [one, two].map(|game| self.is_won([game, other], begins));
            assert!(!less && more, "{one}, {two}, {other}");
        }
        is_at_least
    }

    /// One game of each class of equal ones.
    fn classes(&mut self, games: &[usize], tests: &[usize], universe: Universe) -> Vec<usize> {
        // Equal games have equal outcomes in sums: only those are compared.
        let mut classes: HashMap<Vec<[bool; 2]>, Vec<usize>> = HashMap::new();
        for game in games {
            let outcomes = tests.iter().map(|test| self.outcome([*game, *test]));
            let alike = classes.entry(outcomes.collect()).or_default();
            let mut is_equal = |other: usize| {
                self.is_at_least(*game, other, universe) && self.is_at_least(other, *game, universe)
            };
            if !alike.iter().any(|other| is_equal(*other)) {
                alike.push(*game);
            }
        }
        classes.into_values().flatten().collect()
    }

    /// The sets of these games in which none is at least another.
    fn antichains(&mut self, games: &[usize], universe: Universe) -> Vec<Vec<usize>> {
        let mut found = vec![vec![]];
        for game in games {
            for chain in found.clone() {
                let is_apart = chain.iter().all(|other| {
                    !self.is_at_least(*game, *other, universe)
                        && !self.is_at_least(*other, *game, universe)
                });
                found.extend(is_apart.then(|| [chain, vec![*game]].concat()));
            }
        }
        found
    }
}

/// All pairs of the games born by day 2, with random ones of day 3; beside dead-ending games also long perfect murders.
#[test]
fn order_is_that_of_sums() {
    for universe in [Universe::Dicot, Universe::DeadEnding] {
        let (mut trees, mut random) = (Trees::default(), fastrand::Rng::with_seed(7));
        let early = trees.born_by(2, universe);
        let mut games = early.clone();
        games.extend((0..60).map(|_| trees.random(&early, universe, &mut random)));
        if universe == Universe::DeadEnding {
            games.extend([0, 1].map(|side| trees.murder(side, 5)));
        }
        let pairs = games
            .iter()
            .flat_map(|one| games.iter().map(|two| [*one, *two]));
        let compared = pairs
            .filter(|pair| trees.check(*pair, &games, universe))
            .count();
        assert!(
            (10 * games.len()..games.len().pow(2) / 4).contains(&compared),
            "{compared}"
        );
    }
}

/// Dicots: P. Dorbec, G. Renault, A. N. Siegel, É. Sopena, *Dicots, and a taxonomic ranking for misère games* (2015): 1268 born by
/// day 3. Dead-ending games: counted here.
#[test]
fn classes_are_counted() {
    let mut trees = Trees::default();
    let mut counts = |universe: Universe, day: usize| {
        let games = trees.born_by(day, universe);
        let classes = trees.classes(&games, &games, universe);
        (games.len(), classes)
    };
    let dicots = [0, 1, 2].map(|day| counts(Universe::Dicot, day));
    let dead_ending = [0, 1, 2].map(|day| counts(Universe::DeadEnding, day));
    let told = |all: &[(usize, Vec<usize>)]| -> Vec<_> {
        all.iter()
            .map(|(forms, classes)| (*forms, classes.len()))
            .collect()
    };
    assert_eq!(told(&dicots), [(1, 1), (2, 2), (10, 9)]);
    assert_eq!(told(&dead_ending), [(1, 1), (4, 4), (232, 196)]);
    // Of the options of a dicot, the best are enough.
    let early = &dicots[2].1;
    let chains = trees.antichains(early, Universe::Dicot);
    let mut games = vec![trees.tree([vec![], vec![]])];
    for left in &chains[1..] {
        for right in &chains[1..] {
            games.push(trees.tree([left.clone(), right.clone()]));
        }
    }
    assert_eq!(trees.classes(&games, early, Universe::Dicot).len(), 1268);
}

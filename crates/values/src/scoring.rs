//! [`ScoringGames`]: games of Left and Right in which points decide, their scores, and which of two is better.
//!
//! A player to move who cannot move ends play; the score is Left's points minus Right's. The score at such an end may differ with the
//! player who cannot move there: ∅^a for Left, ∅^b for Right. G ≥ H if, for every game X, G + X has at least the scores of H + X,
//! with either player to begin.
//!
//! # When one game is at least another
//! A game is *guaranteed* if being unable to move is never a merit: where Left cannot move and has the score a, no lower score is
//! possible from there on, and where Right cannot move, no higher one. G ≥ H is meant over all guaranteed X. For guaranteed G and H a
//! theorem decides it, after U. Larsson, J. P. Neto, R. J. Nowakowski, C. P. Santos, *Guaranteed scoring games* (2015, arXiv:1505.07905);
//! `docs/scoring.md` has the proof. Let ls(G) be the score if Left begins and Right may pass as often as he likes, and rs(G) the score if
//! Right begins and Left may pass. Then G ≥ H if and only if
//!
//! 1. ls(G) ≥ ls(H) and rs(G) ≥ rs(H);
//! 2. every left option H' of H has a left option G' of G with G' ≥ H', or has itself a right option H'' with G ≥ H'';
//! 3. every right option G' of G has a right option H' of H with G' ≥ H', or has itself a left option G'' with G'' ≥ H.
//!
//! # Temperature
//! A game is in *zugzwang* if Left has fewer points moving first than moving second. Guaranteed games of which no follower is in zugzwang
//! add up like those of J. Milnor, *Sums of positional games* (1953), and O. Hanner, *Mean play of sums of positional games* (1959): they
//! have means and temperatures. [`ScoringGames::values`] turns each into a value of the last-mover theory with the same scores and the
//! same thermograph from temperature 0 on, so that all of [`Arena`] serves them. `docs/scoring.md` has the proof.
//!
//! # Where the last to move loses
//! Misère play is a game of points, too: moves earn nothing, and a player who cannot move has won, ∅^1 for Left and ∅^−1 for Right. A
//! *dicot* is such a game in which, at each position, both players can move or neither can. In a *dead-ending* game a player who cannot
//! move cannot move later either. G ≥ H is meant over all X of one of these universes. The theorem of U. Larsson, R. Milley,
//! R. J. Nowakowski, G. Renault, C. P. Santos, *Recursive comparison tests for dicot and dead-ending games under misère play* (2022;
//! arXiv:1807.11297), has 2 and 3 again, and for 1:
//!
//! - dicots: G wins where H does, with either player to begin;
//! - dead-ending games: also in a sum with a large *perfect murder*, moves that only Right has, or only Left, of which he can make the
//!   last one whenever he likes. Beside a dead end only the other player can move, and each move there is a pass: he passes as in 1, and
//!   may give up all later passes by one.
//!
//! In guaranteed games nobody gains by giving up passes, so that ls and rs are computed the same way in all universes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Value};
use crate::number::Number;

/// A game among [`ScoringGames`], by its number. The options of a game have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScoringGame(u32);

impl ScoringGame {
    /// Its number, which is its place in [`ScoringGames::values`].
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A move: the game after it, and the points that Left has more by it (negative for points of Right).
pub type ScoringMove = (ScoringGame, i128);

/// A game by its moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Form {
    moves: [Box<[ScoringMove]>; 2],
    /// The score if Left cannot move, and if Right cannot; 0 for a player who can.
    stuck: [i128; 2],
}

/// Games X in whose sums G + X and H + X two games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Universe {
    /// Being unable to move is never a merit.
    Guaranteed,
    /// The last to move loses, and both players can move or neither can, at each position.
    Dicot,
    /// The last to move loses, and a player who cannot move cannot move later either.
    DeadEnding,
}

impl Universe {
    /// All of them. Of two that contain a game, the first tells fewer games apart.
    pub const ALL: [Self; 3] = [Self::Guaranteed, Self::Dicot, Self::DeadEnding];
}

impl fmt::Display for Universe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Guaranteed => "guaranteed",
            Self::Dicot => "dicot",
            Self::DeadEnding => "dead-ending",
        })
    }
}

/// The facts about a form that follow from those of its options.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The score if Left begins, and if Right does.
    scores: [i128; 2],
    /// The same if the other player may pass, until he gives that up by a pass.
    passed: [[i128; 2]; 2],
    /// The lowest and the highest score of all ends.
    ends: [i128; 2],
    /// Whether a side can move, at once or later.
    can_ever_move: [bool; 2],
    /// Whether the game lies in each of [`Universe::ALL`].
    lies_in: [bool; 3],
}

/// A question: whether the first game with this many points added is at least the second.
type Question = (ScoringGame, ScoringGame, i128);

/// Games of Left and Right in which points decide; each is held once.
///
/// ```
/// use bouton_core::Limits;
/// use bouton_values::{ScoringGames, Universe};
/// let (mut games, limits) = (ScoringGames::default(), Limits::default());
/// let zero = games.make([vec![], vec![]], [0, 0]);
/// // The player who moves first earns 1, or 2.
/// let one = games.make([vec![(zero, 1)], vec![(zero, -1)]], [0, 0]);
/// let two = games.make([vec![(zero, 2)], vec![(zero, -2)]], [0, 0]);
/// assert_eq!(games.scores(two), [2, -2]);
/// // Which is better depends on the rest of a sum.
/// assert_eq!(games.universe([one, two]), Some(Universe::Guaranteed));
/// assert_eq!(games.compare(one, two, Universe::Guaranteed, &mut limits.meter())?, None);
/// # Ok::<(), bouton_core::StopReason>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScoringGames {
    numbers: HashMap<Form, ScoringGame>,
    forms: Vec<Form>,
    facts: Vec<Facts>,
    /// Answers, for each universe.
    known: [HashMap<Question, bool>; 3],
}

impl ScoringGames {
    /// The game with these moves of Left and of Right. `stuck` is the score if Left cannot move, and if Right cannot; it does not
    /// count for a player who can.
    pub fn make(&mut self, moves: [Vec<ScoringMove>; 2], stuck: [i128; 2]) -> ScoringGame {
        let [left, right] = [0, 1].map(|side| match moves[side].is_empty() {
            true => stuck[side],
            false => 0,
        });
        let moves = moves.map(|mut moves| {
            moves.sort_unstable();
            moves.dedup();
            moves.into_boxed_slice()
        });
        let form = Form {
            moves,
            stuck: [left, right],
        };
        let next = ScoringGame(u32::try_from(self.forms.len()).expect("memory ends before"));
        match self.numbers.entry(form) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let form = new.key().clone();
                new.insert(next);
                self.facts.push(self.facts_of(&form));
                self.forms.push(form);
                next
            }
        }
    }

    fn facts_of(&self, form: &Form) -> Facts {
        let [left, right] = [0, 1].map(|side| Ends {
            is_stuck: form.moves[side].is_empty(),
            stuck: form.stuck[side],
        });
        // The best of a side's moves by a fact about the games after them.
        let best = |side: Side, fact: &dyn Fn(&Facts) -> i128| {
            let moves = form.moves[side as usize].iter();
            let scores = moves.map(|(to, gain)| fact(self.facts_of_game(*to)) + gain);
            match side {
                Side::Left => scores.max(),
                Side::Right => scores.min(),
            }
        };
        let begins = |side: Side, fact: &dyn Fn(&Facts) -> i128| {
            best(side, fact).unwrap_or(form.stuck[side as usize])
        };
        let scores = [
            begins(Side::Left, &|to| to.scores[1]),
            begins(Side::Right, &|to| to.scores[0]),
        ];
        // Right may pass: he also has what Left gets by moving again, while he keeps his passes or without them.
        let left_begins = begins(Side::Left, &|to| to.passed[1][1]);
        let right_answers = best(Side::Right, &|to| to.passed[1][0]);
        let passes = left_begins.min(scores[0]);
        let right_passes = [
            left_begins,
            right_answers.map_or(passes, |answer| answer.min(passes)),
        ];
        let right_begins = begins(Side::Right, &|to| to.passed[0][0]);
        let left_answers = best(Side::Left, &|to| to.passed[0][1]);
        let passes = right_begins.max(scores[1]);
        let left_passes = [
            left_answers.map_or(passes, |answer| answer.max(passes)),
            right_begins,
        ];
        let all = |end: usize| {
            let moves = form.moves.iter().flatten();
            let after = moves.map(move |(to, gain)| self.facts_of_game(*to).ends[end] + gain);
            after.chain([&left, &right].into_iter().filter_map(Ends::score))
        };
        let ends = [
            all(0).min().expect("invariant: every play ends"),
            all(1).max().expect("invariant: every play ends"),
        ];
        let after = || (form.moves.iter().flatten()).map(|(to, _)| self.facts_of_game(*to));
        let can_move = [0, 1].map(|side| !form.moves[side].is_empty());
        let can_ever_move =
            [0, 1].map(|side| can_move[side] || after().any(|to| to.can_ever_move[side]));
        let is_misere = (form.moves.iter().flatten()).all(|(_, gain)| *gain == 0)
            && left.score().is_none_or(|score| score == 1)
            && right.score().is_none_or(|score| score == -1);
        let is_guaranteed = left.score().is_none_or(|score| score <= ends[0])
            && right.score().is_none_or(|score| score >= ends[1]);
        let own = Universe::ALL.map(|universe| match universe {
            Universe::Guaranteed => is_guaranteed,
            Universe::Dicot => is_misere && can_move[0] == can_move[1],
            Universe::DeadEnding => is_misere && can_move == can_ever_move,
        });
        Facts {
            scores,
            passed: [left_passes, right_passes],
            ends,
            can_ever_move,
            lies_in: [0, 1, 2]
                .map(|universe| own[universe] && after().all(|to| to.lies_in[universe])),
        }
    }

    fn facts_of_game(&self, game: ScoringGame) -> &Facts {
        &self.facts[game.0 as usize]
    }

    fn moves(&self, game: ScoringGame, side: Side) -> &[ScoringMove] {
        &self.forms[game.0 as usize].moves[side as usize]
    }

    /// The score under best play if Left begins, and if Right does.
    pub fn scores(&self, game: ScoringGame) -> [i128; 2] {
        self.facts_of_game(game).scores
    }

    /// The first universe that contains these games.
    pub fn universe<const N: usize>(&self, games: [ScoringGame; N]) -> Option<Universe> {
        let contains = |universe: &Universe| {
            let mut facts = games.iter().map(|game| self.facts_of_game(*game));
            facts.all(|facts| facts.lies_in[*universe as usize])
        };
        Universe::ALL.into_iter().find(contains)
    }

    /// Whether a player would rather not move: Left has fewer points if she begins than if Right does.
    pub fn is_zugzwang(&self, game: ScoringGame) -> bool {
        let [left, right] = self.scores(game);
        left < right
    }

    /// Adds the values of the games that are not among `values` yet, by number. If a game is guaranteed and no follower is in zugzwang,
    /// its value has the scores as stops, also in sums, and the mean and the thermograph from temperature 0 on. The value is in reduced
    /// canonical form: infinitesimals earn no points. Games of the other kind have values without a meaning.
    ///
    /// ```
    /// use bouton_core::Limits;
    /// use bouton_values::{Arena, ScoringGames};
    /// let (mut games, mut arena, limits) = (ScoringGames::default(), Arena::new(), Limits::default());
    /// let zero = games.make([vec![], vec![]], [0, 0]);
    /// let hot = games.make([vec![(zero, 4)], vec![(zero, -2)]], [0, 0]);
    /// let (mut values, meter) = (Vec::new(), &mut limits.meter());
    /// games.values(&mut values, &mut arena, meter)?;
    /// let value = values[hot.number()];
    /// assert_eq!(arena.text(value, meter)?, "{4|-2}");
    /// assert_eq!(arena.temperature(value, meter)?.to_string(), "3");
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached; the values so far are kept.
    pub fn values(
        &self,
        values: &mut Vec<Value>,
        arena: &mut Arena,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let number = |points: i128| Number::ratio(points, 0);
        for form in &self.forms[values.len()..] {
            meter.visit()?;
            // A player who cannot move has the score of that end, even if the other could go on.
            let stuck = Side::BOTH.map(|side| form.moves[side as usize].is_empty());
            if let Some(side) = stuck.iter().position(|stuck| *stuck) {
                values.push(arena.number(&number(form.stuck[side]), meter)?);
                continue;
            }
            let mut options = [Vec::new(), Vec::new()];
            for (options, moves) in options.iter_mut().zip(&form.moves) {
                for (to, gain) in moves {
                    let gain = arena.number(&number(*gain), meter)?;
                    options.push(arena.add(values[to.number()], gain, meter)?);
                }
            }
            let value = arena.make(&options[0], &options[1], meter)?;
            values.push(arena.reduced(value, meter)?);
        }
        Ok(())
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Approximate bytes of all games, with what is known about their order.
    pub fn bytes(&self) -> u64 {
        let each = 2 * size_of::<Form>() + size_of::<Facts>() + size_of::<ScoringGame>();
        let moves = 2 * self.forms.iter().map(Form::bytes).sum::<usize>();
        (self.forms.capacity() * each + moves) as u64 + self.bytes_known()
    }

    fn bytes_known(&self) -> u64 {
        let known: usize = self.known.iter().map(HashMap::capacity).sum();
        (known * (size_of::<Question>() + 16)) as u64
    }

    /// The order of two games in sums with all games of a universe; `None` if each is better in some sums.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If one of the games does not lie in the universe.
    pub fn compare(
        &mut self,
        game: ScoringGame,
        other: ScoringGame,
        universe: Universe,
        meter: &mut Meter,
    ) -> Result<Option<Ordering>, StopReason> {
        let both = [game, other].map(|game| self.facts_of_game(game).lies_in[universe as usize]);
        assert_eq!(
            both, [true; 2],
            "the theorem is about games of one universe"
        );
        let at_least = self.at_least((game, other, 0), universe, meter)?;
        let at_most = self.at_least((other, game, 0), universe, meter)?;
        Ok(match (at_least, at_most) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// Whether a game with some points added is at least another, by the theorem of this module.
    fn at_least(
        &mut self,
        asked: Question,
        universe: Universe,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut open = vec![asked];
        let games = self.bytes() - self.bytes_known();
        while let Some(question) = open.last() {
            meter.visit()?;
            match self.decided(*question, universe) {
                Ok(answer) => {
                    self.known[universe as usize].insert(*question, answer);
                    open.pop();
                }
                Err(first) => open.push(first),
            }
            let held = || games + self.bytes_known() + size_of_val(&open[..]) as u64;
            meter.spend_holding(16, held)?;
        }
        Ok(self.known[universe as usize][&asked])
    }

    /// The answer, or a question to answer first.
    fn decided(
        &self,
        (game, other, points): Question,
        universe: Universe,
    ) -> Result<bool, Question> {
        let [one, two] = [game, other].map(|game| self.facts_of_game(game));
        let exceeds = |one: i128, two: i128| one + points >= two;
        let scores = [0, 1]
            .iter()
            .all(|n| exceeds(one.scores[*n], two.scores[*n]));
        // No dicot is a pass for one player only.
        let passed = universe == Universe::Dicot
            || exceeds(one.passed[1][0], two.passed[1][0])
                && exceeds(one.passed[0][1], two.passed[0][1]);
        if !(scores && passed) {
            return Ok(false);
        }
        for (to, gain) in self.moves(other, Side::Left) {
            let own = self.moves(game, Side::Left).iter();
            let own = own.map(|(own, earned)| (*own, *to, points + earned - gain));
            let back = self.moves(*to, Side::Right).iter();
            let back = back.map(|(back, lost)| (game, *back, points - gain - lost));
            if !self.any(own.chain(back), universe)? {
                return Ok(false);
            }
        }
        for (to, gain) in self.moves(game, Side::Right) {
            let own = self.moves(other, Side::Right).iter();
            let own = own.map(|(own, earned)| (*to, *own, points + gain - earned));
            let back = self.moves(*to, Side::Left).iter();
            let back = back.map(|(back, won)| (*back, other, points + gain + won));
            if !self.any(own.chain(back), universe)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the answer to one of the questions is yes; if it is not known, the first open question.
    fn any(
        &self,
        questions: impl Iterator<Item = Question>,
        universe: Universe,
    ) -> Result<bool, Question> {
        let mut open = None;
        for question in questions {
            match self.known[universe as usize].get(&question) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => open = open.or(Some(question)),
            }
        }
        open.map_or(Ok(false), Err)
    }
}

impl Form {
    fn bytes(&self) -> usize {
        self.moves.iter().map(|moves| size_of_val(&**moves)).sum()
    }
}

/// The end that one side can reach by not being able to move.
struct Ends {
    is_stuck: bool,
    stuck: i128,
}

impl Ends {
    fn score(&self) -> Option<i128> {
        self.is_stuck.then_some(self.stuck)
    }
}

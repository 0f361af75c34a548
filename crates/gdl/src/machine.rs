//! [`Machine`]: a compiled game: packed positions, compiled conditions, an effect for every move.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, RuleError, fail};
use smallvec::SmallVec;

use crate::description::Description;
use crate::fault::{Fault, Refusal};
use crate::field::{Field, Write};
use crate::grounding::Ground;
use crate::height::Weights;
use crate::layout::Layout;
use crate::network::Network;
use crate::plays::{Joint, Plays, Trouble, play};
use crate::program::{Probe, Program};
use crate::term::Term;
use crate::turns::Turns;
use crate::worth::{Aim, GoalScoring};

mod builder;

use builder::Builder;

/// A compiled game.
#[derive(Debug)]
pub(crate) struct Machine {
    id: u64,
    /// The limits of the current query.
    limits: Mutex<Limits>,
    pub(crate) network: Network,
    pub(crate) plays: Plays,
    pub(crate) worth: GoalScoring,
    pub(crate) turns: Turns,
    /// The groups of fluents of which at most one holds, each with its place in a position.
    pub(crate) fields: Vec<Field>,
    /// The bit of each fluent in an unpacked position.
    bits: Vec<Option<u32>>,
    /// The words of an unpacked position, and of a packed one.
    unpacked: usize,
    pub(crate) words: usize,
    over: (Program, Probe),
    /// By the player to move; both are equal if the position does not determine it.
    movers: [Mover; 2],
    goals: (Program, [Vec<(i64, Probe)>; 2]),
    effects: Vec<Change>,
    effect_of: FastMap<Joint, u32>,
    /// The same for a role that can wait in one way only.
    waited: [Vec<Option<u32>>; 2],
    /// By fluent; empty if play may be endless.
    pub(crate) weights: Weights,
    pub(crate) layout: Layout,
    pub(crate) fluent_of: FastMap<Term, usize>,
    /// The fluents that determine the player to move, by names of roles.
    pub(crate) turn_names: Vec<(String, usize)>,
}

/// The moves that may be legal when a role moves.
#[derive(Debug)]
struct Mover {
    program: Program,
    /// The moves of each role; those of the other role are the ways in which it waits.
    legal: [Vec<(u32, Probe)>; 2],
}

/// The changes of a position by a pair of moves.
#[derive(Debug)]
struct Change {
    joint: Joint,
    always: SmallVec<[Write; 1]>,
    program: Program,
    choices: Vec<Choice>,
    /// The next player to move, if that is constant.
    next: Option<u8>,
}

/// A field whose next value depends on conditions.
#[derive(Debug)]
struct Choice {
    field: u32,
    /// The first condition that holds gives the code; 0 if none does.
    codes: Vec<(u64, Probe)>,
}

/// Gates and moves between two checks of the limits: a position of a large game takes as long as thousands of positions of
/// a small one.
const STRIDE: usize = 1 << 20;

/// The last position, with its cached results.
#[derive(Default)]
struct Sight {
    /// The number of the game, and the position; 0 if there is none.
    id: u64,
    at: SmallVec<[u64; 2]>,
    bits: Vec<u64>,
    values: Vec<bool>,
    over: bool,
    mover: u8,
    /// The work since the limits were checked.
    spent: usize,
    /// The effects of the legal moves.
    legal: SmallVec<[u32; 32]>,
}

thread_local! {
    static HERE: RefCell<Sight> = RefCell::default();
    /// The position after a move that was asked about.
    static THERE: RefCell<Sight> = RefCell::default();
}

impl Machine {
    /// Reads a GDL file and compiles it.
    ///
    /// # Errors
    /// If the description is ill-formed, the game is not one of two players who take turns, or a limit is reached.
    pub(crate) fn of(
        name: &str,
        text: &str,
        aim: Option<Aim>,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let mut meter = limits.meter();
        let description = Description::of(name, text, &mut meter)?;
        let ground = Ground::of(description, limits)?;
        let network = Network::of(ground, &mut meter)?;
        let plays = play(&network, &mut meter)?;
        for (trouble, line) in &plays.troubles {
            if matches!(trouble, Trouble::BothChoose(..)) {
                let message = network.told(trouble, line);
                return Err(Fault::whole(&network.source, message).into());
            }
        }
        meter.pause()?;
        let worth = GoalScoring::of(&network, &plays, aim)?;
        let mut builder = Builder::of(network, plays, &mut meter)?;
        builder.settle(&mut meter)?;
        builder.machine(worth, &mut meter)
    }

    /// The packed position in which these fluents hold.
    ///
    /// # Errors
    /// If two of the fluents cannot hold together, or none of a group holds.
    pub(crate) fn packed(&self, holds: &[bool]) -> Result<Vec<u64>, Vec<usize>> {
        let mut words = vec![0; self.words];
        for field in &self.fields {
            let held = (0..field.members.len()).filter(|n| holds[field.members[*n]]);
            let held: Vec<_> = held.collect();
            let code = match held[..] {
                [member] => field.code(member),
                [] if !field.exact => 0,
                [] => return Err(field.members.clone()),
                _ => return Err(held.iter().map(|n| field.members[*n]).collect()),
            };
            words[field.word as usize] |= code << field.shift;
        }
        Ok(words)
    }

    pub(crate) fn start(&self) -> Vec<u64> {
        let start = self.packed(&self.network.start);
        start.expect("invariant: groups hold at the start")
    }

    /// The relevant fluents that hold at a position.
    pub(crate) fn held<'m>(&'m self, words: &'m [u64]) -> impl Iterator<Item = usize> + 'm {
        let fields = self.fields.iter();
        fields.filter_map(|field| field.member(words).map(|member| field.members[member]))
    }

    fn unpack(&self, words: &[u64], bits: &mut Vec<u64>) {
        bits.clear();
        bits.resize(self.unpacked, 0);
        for field in &self.fields {
            if let Some(member) = field.member(words) {
                let bit = self.bits[field.members[member]].unwrap_or_default();
                bits[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
    }

    /// Passes on the cached results for a position.
    fn sight<T>(
        &self,
        sight: &'static std::thread::LocalKey<RefCell<Sight>>,
        words: &[u64],
        then: impl FnOnce(&mut Sight) -> T,
    ) -> T {
        sight.with_borrow_mut(|sight| {
            if sight.id != self.id || sight.at[..] != *words {
                self.look(words, sight);
            }
            then(sight)
        })
    }

    fn look(&self, words: &[u64], sight: &mut Sight) {
        sight.id = 0;
        self.spend(sight);
        sight.at.clear();
        sight.at.extend_from_slice(words);
        self.unpack(words, &mut sight.bits);
        self.over.0.run(&sight.bits, &mut sight.values);
        sight.over = self.over.1.holds(&sight.bits, &sight.values);
        sight.legal.clear();
        sight.mover = self
            .turns
            .told(|field| self.fields[field].member(words))
            .unwrap_or(0);
        if !sight.over {
            self.list(sight);
        }
        sight.id = self.id;
    }

    /// Sets the limits of the next query.
    pub(crate) fn hear(&self, limits: &Limits) {
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner) = limits.clone();
    }

    /// Counts the work at a position; throws an error if a limit is reached.
    fn spend(&self, sight: &mut Sight) {
        let moves = self.movers[0].legal.each_ref().map(Vec::len);
        sight.spent += self.movers[0].program.end() + moves[0] + moves[1] + 1;
        if sight.spent < STRIDE {
            return;
        }
        sight.spent = 0;
        let left = self
            .limits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .check();
        if let Err(reason) = left {
            fail(RuleError::Stopped(reason));
        }
    }

    /// Lists the legal moves.
    fn list(&self, sight: &mut Sight) {
        let own = usize::from(sight.mover);
        let mover = &self.movers[own];
        mover.program.run(&sight.bits, &mut sight.values);
        let (bits, values) = (&sight.bits, &sight.values);
        let legal = |role: usize| {
            let moves = mover.legal[role].iter();
            moves
                .filter(|(_, probe)| probe.holds(bits, values))
                .map(|(mv, _)| *mv)
        };
        if matches!(self.turns, Turns::Watched { .. }) {
            let all = [0, 1].map(|role| legal(role).collect::<Vec<_>>());
            return self.watch(sight, all);
        }
        if legal(1 - own).next().is_none() {
            self.wrong(&Trouble::Stuck(1 - own), &sight.at);
        }
        sight
            .legal
            .extend(legal(own).filter_map(|mv| self.waited[own][mv as usize]));
        if sight.legal.is_empty() {
            self.wrong(&Trouble::Stuck(own), &sight.at);
        }
    }

    /// Determines the player to move from the legal moves.
    fn watch(&self, sight: &mut Sight, legal: [Vec<u32>; 2]) {
        let mover = match legal.each_ref().map(Vec::len) {
            [0, _] => self.wrong(&Trouble::Stuck(0), &sight.at),
            [_, 0] => self.wrong(&Trouble::Stuck(1), &sight.at),
            [first, second] if first > 1 && second > 1 => {
                let two = |role: usize| [legal[role][0] as usize, legal[role][1] as usize];
                self.wrong(&Trouble::BothChoose(two(0), two(1)), &sight.at)
            }
            [1, 1] => self.turns.of_two([legal[0][0], legal[1][0]]),
            [1, _] => 1,
            [_, _] => 0,
        };
        sight.mover = mover as u8;
        for &mv in &legal[mover] {
            let mut joint = [mv as usize; 2];
            joint[1 - mover] = legal[1 - mover][0] as usize;
            match self.effect_of.get(&joint) {
                Some(effect) => sight.legal.push(*effect),
                None => self.unforeseen(joint, &sight.at),
            }
        }
    }

    fn unforeseen(&self, joint: Joint, at: &[u64]) -> ! {
        let moves = [0, 1].map(|role: usize| self.network.show_move(role, joint[role]));
        let position = self.fluents(at);
        self.broken(format!(
            "{} and {} are made at once where {position}, which no random play showed: such a game is not solved here",
            moves[0], moves[1]
        ))
    }

    /// The player to move at a position.
    pub(crate) fn mover(&self, words: &[u64]) -> usize {
        match self.turns.told(|field| self.fields[field].member(words)) {
            Some(mover) => mover.into(),
            None => self.sight(&HERE, words, |sight| sight.mover.into()),
        }
    }

    /// The player to move after a move.
    pub(crate) fn mover_after(&self, words: &[u64], effect: u32) -> usize {
        if let Some(next) = self.effects[effect as usize].next {
            return next.into();
        }
        let mut after: SmallVec<[u64; 2]> = words.into();
        self.play(words, effect, |word, kept, set| {
            after[word] = after[word] & kept | set
        });
        match self.turns.told(|field| self.fields[field].member(&after)) {
            Some(mover) => mover.into(),
            None => self.sight(&THERE, &after, |sight| sight.mover.into()),
        }
    }

    /// The effects of the legal moves.
    pub(crate) fn moves(&self, words: &[u64]) -> SmallVec<[u32; 32]> {
        self.sight(&HERE, words, |sight| sight.legal.clone())
    }

    /// Applies the effect of a move.
    #[inline]
    pub(crate) fn play(&self, words: &[u64], effect: u32, mut put: impl FnMut(usize, u64, u64)) {
        let change = &self.effects[effect as usize];
        for write in &change.always {
            put(write.word as usize, write.kept, write.set);
        }
        if change.choices.is_empty() {
            return;
        }
        self.sight(&HERE, words, |sight| {
            change.program.run(&sight.bits, &mut sight.values);
            for choice in &change.choices {
                let (bits, values) = (&sight.bits, &sight.values);
                let code = choice
                    .codes
                    .iter()
                    .find(|(_, probe)| probe.holds(bits, values));
                let code = code.map_or(0, |code| code.0);
                let write = self.fields[choice.field as usize].put(code);
                put(write.word as usize, write.kept, write.set);
            }
        });
    }

    /// Whether every move lowers the height.
    pub(crate) fn is_loopfree(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The sum of the weights of the fluents that hold.
    pub(crate) fn height(&self, words: &[u64]) -> i64 {
        self.held(words)
            .map(|fluent| self.weights.get(fluent).copied().unwrap_or(0))
            .sum()
    }

    pub(crate) fn joint(&self, effect: u32) -> Joint {
        self.effects[effect as usize].joint
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The score of an end for the first role, `own` being the role whose goal counts if only one does; `None` if play
    /// continues.
    pub(crate) fn value(&self, words: &[u64], own: usize) -> Option<i64> {
        let goals = self.sight(&HERE, words, |sight| {
            sight.over.then(|| {
                self.goals.0.run(&sight.bits, &mut sight.values);
                [0, 1].map(|role: usize| {
                    let goals = self.goals.1[role].iter();
                    let held = goals.filter(|goal| goal.1.holds(&sight.bits, &sight.values));
                    held.map(|goal| goal.0).collect::<SmallVec<[i64; 2]>>()
                })
            })
        })?;
        let [[first], [second]] = [&goals[0][..], &goals[1][..]] else {
            let role = usize::from(goals[0].len() == 1);
            self.wrong(&Trouble::Goals(role, goals[role].to_vec()), words);
        };
        let pair = [*first, *second];
        let value = self.worth.value(pair, own);
        Some(value.unwrap_or_else(|| self.not_opposed(pair, words)))
    }

    fn not_opposed(&self, pair: [i64; 2], words: &[u64]) -> ! {
        let roles = [0, 1].map(|role| self.network.role(role));
        let known = self
            .plays
            .ends
            .first()
            .map(|end| end.0)
            .or(self.worth.example());
        let known = known.map_or(String::new(), |known| {
            format!(", and elsewhere {} and {}", known[0], known[1])
        });
        self.broken(format!(
            "the players are not strictly opposed: {} has {} and {} {} where {}{known}; say --aim more (who has more wins) or --aim own (how much of its goal the mover can force)",
            roles[0],
            pair[0],
            roles[1],
            pair[1],
            self.fluents(words)
        ))
    }

    /// Throws an error about a position, with the moves that lead there if they are found quickly.
    fn wrong(&self, trouble: &Trouble, words: &[u64]) -> ! {
        let is_there = |holds: &[bool]| self.packed(holds).as_deref() == Ok(words);
        let line = self.network.line_to(is_there);
        let message = match line {
            Some(line) => self.network.told(trouble, &line),
            None => self.network.tell(trouble, &self.fluents(words)),
        };
        self.broken(message)
    }

    pub(crate) fn broken(&self, message: String) -> ! {
        fail(RuleError::Broken(format!(
            "{}: {message}",
            self.network.source.name
        )))
    }

    /// The fluents that hold, in the notation of the file.
    pub(crate) fn fluents(&self, words: &[u64]) -> String {
        let mut held: Vec<_> = self.held(words).collect();
        held.sort_unstable();
        let show = |fluent: &usize| self.network.terms.show(self.network.fluents[*fluent]);
        held.iter().map(show).collect::<Vec<_>>().join(" ")
    }
}

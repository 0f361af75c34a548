//! The score of an end's goals for the first role.

use crate::fault::Fault;
use crate::network::Network;
use crate::plays::Plays;

/// The objective in a game that is not zero-sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To have more than the other role: a win, a draw or a loss.
    More,
    /// The player to move at the queried position maximises its own goal, and the other player minimises it.
    Own,
}

/// The scoring of the goals at an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalScoring {
    /// By ordered pairs of goals, best for the first role first, with the sign of each.
    Pairs(Vec<([i64; 2], i64)>),
    /// The goals always have this sum: the difference counts.
    Sum(i64),
    /// The role with more wins.
    More,
    /// One role's goal alone counts.
    Own,
}

impl GoalScoring {
    /// The scoring of a game's goals, from its rules and some plays.
    pub(crate) fn of(network: &Network, plays: &Plays, aim: Option<Aim>) -> Result<Self, Fault> {
        match aim {
            Some(Aim::More) => return Ok(Self::More),
            Some(Aim::Own) => return Ok(Self::Own),
            None => {}
        }
        let ends = &plays.ends;
        for (n, (one, line)) in ends.iter().enumerate() {
            for (other, later) in &ends[..n] {
                if !are_opposed(*one, *other) {
                    let shown = [
                        (*other, &network.after(later)),
                        (*one, &network.after(line)),
                    ];
                    return Err(Fault::whole(&network.source, unopposed(network, shown)));
                }
            }
        }
        let worth = Self::declared(network);
        if let Some(pairs) = worth
            && ends
                .iter()
                .all(|(pair, _)| pairs.iter().any(|(known, _)| known == pair))
        {
            return Ok(Self::Pairs(pairs));
        }
        let sums: Vec<i64> = ends.iter().map(|(pair, _)| pair[0] + pair[1]).collect();
        match sums.first() {
            Some(sum) if sums.iter().all(|other| other == sum) => Ok(Self::Sum(*sum)),
            None => Ok(Self::Sum(declared_sum(network))),
            _ => Err(Fault::whole(&network.source, UNEVEN)),
        }
    }

    /// Two or three goals of each role, paired in opposite order.
    fn declared(network: &Network) -> Option<Vec<([i64; 2], i64)>> {
        let [mut first, mut second] = goals(network);
        if first.len() != second.len() || !(1..=3).contains(&first.len()) {
            return None;
        }
        first.reverse();
        second.sort_unstable();
        let pairs: Vec<[i64; 2]> = first.into_iter().zip(second).map(|(a, b)| [a, b]).collect();
        let signs: Vec<i64> = pairs
            .iter()
            .map(|pair| (pair[0] - pair[1]).signum())
            .collect();
        let signs = match pairs.len() {
            _ if signs.is_sorted_by(|a, b| a > b) => signs,
            3 => vec![1, 0, -1],
            _ => vec![1, -1],
        };
        Some(pairs.into_iter().zip(signs).collect())
    }

    /// Whether the difference, or a role's own goal, counts as points.
    pub(crate) fn counts_points(&self) -> bool {
        matches!(self, Self::Sum(_) | Self::Own)
    }

    /// The score of a pair of goals for the first role; `own` is the role whose goal counts if only one does. `None`: the
    /// game is not zero-sum after all.
    pub(crate) fn value(&self, pair: [i64; 2], own: usize) -> Option<i64> {
        match self {
            Self::Pairs(pairs) => pairs
                .iter()
                .find(|known| known.0 == pair)
                .map(|known| known.1),
            Self::Sum(sum) => (pair[0] + pair[1] == *sum).then(|| pair[0] - pair[1]),
            Self::More => Some((pair[0] - pair[1]).signum()),
            Self::Own if own == 0 => Some(pair[0]),
            Self::Own => Some(-pair[1]),
        }
    }

    /// Whether only one role's own goal counts.
    pub(crate) fn counts_own(&self) -> bool {
        *self == Self::Own
    }

    /// A pair of goals with a score.
    pub(crate) fn example(&self) -> Option<[i64; 2]> {
        match self {
            Self::Pairs(pairs) => pairs.first().map(|known| known.0),
            _ => None,
        }
    }
}

const UNEVEN: &str = "the goals are strictly opposed, but they are more than three and have no constant sum: say --aim more (who has more wins) or --aim own (how much of its goal the mover can force)";

/// The goals that each role may have, in ascending order.
pub(crate) fn goals(network: &Network) -> [Vec<i64>; 2] {
    network.goals.each_ref().map(|goals| {
        let possible = goals.iter().filter(|goal| goal.1.value() != Some(false));
        let mut goals: Vec<_> = possible.map(|goal| goal.0).collect();
        goals.sort_unstable();
        goals.dedup();
        goals
    })
}

fn declared_sum(network: &Network) -> i64 {
    let [first, second] = goals(network);
    let (most, least) = (first.last().copied(), second.first().copied());
    most.unwrap_or(0) + least.unwrap_or(0)
}

/// Whether the better end for one role is the worse one for the other, and equal goals coincide.
fn are_opposed(one: [i64; 2], other: [i64; 2]) -> bool {
    (one[0] - other[0]).signum() == (other[1] - one[1]).signum()
}

/// Two ends that show that the game is not zero-sum.
fn unopposed(network: &Network, ends: [([i64; 2], &String); 2]) -> String {
    let show = |(goals, after): ([i64; 2], &String)| {
        format!(
            "{} has {} and {} {}, {after}",
            network.role(0),
            goals[0],
            network.role(1),
            goals[1]
        )
    };
    format!(
        "the players are not strictly opposed: in one end {}; in another {}; say --aim more (who has more wins) or --aim own (how much of its goal the mover can force)",
        show(ends[0]),
        show(ends[1])
    )
}

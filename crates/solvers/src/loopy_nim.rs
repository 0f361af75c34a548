//! The nim values of positions in which both players have the same moves and play need not end.
//!
//! A position has the value n of a nim heap if the second player wins it beside that heap, or else a set ∞(K): beside a heap of n it is
//! won by the first player for n in K, and drawn for all other n. The values 0, 1, 2, … are given one after the other. For n, the
//! positions without a value are analysed backwards as if they were a game of their own: a position has the value n if each of its moves
//! leads to one with a move to n. Positions that then have no move to n never get a value.
//!
//! Time: all moves between the positions, for each value; memory: 4 bytes a move besides the positions.
//!
//! Sources: C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966); A. S. Fraenkel, Y. Perl, Constructions
//! in combinatorial games with cycles (1975); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 12.

use std::collections::BTreeSet;

use bouton_core::space::Numbered;
use bouton_core::{Limits, StopReason};

use crate::interned::Reached;

/// The nim value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyNim {
    /// That of a heap.
    Finite(u32),
    /// ∞(K).
    Infinite(BTreeSet<u32>),
}

/// The state of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Finite(u32),
    Infinite,
}

/// The nim value of the first of some positions.
///
/// # Errors
/// If a limit is reached.
pub fn loopy_nim(positions: &Reached, limits: &Limits) -> Result<LoopyNim, StopReason> {
    let count = positions.count() as usize;
    let moves = positions.bytes() as usize / 2;
    limits.afford((moves + count * size_of::<(State, Vec<u32>, u32, bool)>()) as u64)?;
    let mut sources = vec![Vec::new(); count];
    for number in 0..count as u64 {
        positions.look(number, &mut |step| {
            sources[step.to as usize].push(number as u32);
        });
    }
    let mut states = vec![State::Open; count];
    for value in 0.. {
        if !states.contains(&State::Open) {
            break;
        }
        limits.check()?;
        give(value, &mut states, positions, &sources);
    }
    if let State::Finite(value) = states[0] {
        return Ok(LoopyNim::Finite(value));
    }
    let mut values = BTreeSet::new();
    positions.look(0, &mut |step| {
        if let State::Finite(value) = states[step.to as usize] {
            values.insert(value);
        }
    });
    Ok(LoopyNim::Infinite(values))
}

/// Gives this value to all positions that have it.
fn give(value: u32, states: &mut [State], positions: &Reached, sources: &[Vec<u32>]) {
    let is_given = |state: State| matches!(state, State::Finite(_));
    // The moves to positions without a value that are not known to have a move to this one.
    let mut unanswered = vec![0_u32; states.len()];
    for (number, moves) in unanswered.iter_mut().enumerate() {
        positions.look(number as u64, &mut |step| {
            *moves += u32::from(!is_given(states[step.to as usize]));
        });
    }
    let mut has_move = vec![false; states.len()];
    let numbers = 0..states.len() as u32;
    let mut ready: Vec<u32> = numbers.filter(|at| unanswered[*at as usize] == 0).collect();
    while let Some(at) = ready.pop() {
        if states[at as usize] != State::Open || has_move[at as usize] {
            continue;
        }
        states[at as usize] = State::Finite(value);
        for &before in &sources[at as usize] {
            let is_told = std::mem::replace(&mut has_move[before as usize], true);
            if is_told || is_given(states[before as usize]) {
                continue;
            }
            for &earlier in &sources[before as usize] {
                unanswered[earlier as usize] -= 1;
                if unanswered[earlier as usize] == 0 {
                    ready.push(earlier);
                }
            }
        }
    }
    for (state, has_move) in states.iter_mut().zip(has_move) {
        if *state == State::Open && !has_move {
            *state = State::Infinite;
        }
    }
}

//! Follows lines of play, and looks for those that do not end.

use std::time::Duration;

use bouton_core::Side;
use bouton_external::{Contents, Step};
use web_time::Instant;

use super::Checker;
use crate::growth::{Extent, Way, grouped, outgrows};
use crate::notation::shortened;
use crate::slow::after;
use crate::subject::{Place, Subject};

/// The number of random plays, and the plies of each.
const PLAYS: usize = 20;
const LONGEST: usize = 2_000;
/// A line that seems endless is followed for this many further halves of [`LONGEST`], or for about this time.
const FARTHER: usize = 8;
const PATIENCE: Duration = Duration::from_secs(2);
/// The number of positions shown from the beginning of such a line.
const SHOWN: usize = 5;

impl<S: Subject> Checker<'_, S> {
    /// Follows lines of play, and checks that they end.
    pub(super) fn plays(&mut self, starts: &[S::Position]) {
        let (mut note, mut is_endless) = (None, false);
        for play in 0..PLAYS {
            let Some(start) = starts.get(play % starts.len().max(1)) else {
                return;
            };
            let line = self.random_play(start, play == 0);
            is_endless |= play == 0 && line.len() > LONGEST;
            note = note.or_else(|| self.outgrown(starts, &line));
        }
        if self.rules.promises().bounded {
            return;
        }
        // If all positions of a game are known, no line grows without end.
        let ways = Way::ALL.into_iter().filter(|_| !self.report.complete);
        let far = ways.flat_map(|way| starts.iter().map(move |start| (way, start)));
        for (way, start) in far.collect::<Vec<_>>() {
            if note.is_none() {
                let line = self.far_play(start, way);
                note = self.outgrown(starts, &line);
            }
        }
        if let Some(note) = note {
            self.note(note);
        } else if is_endless {
            self.note(format!(
                "a random play had not ended after {LONGEST} moves: endless play is a draw"
            ));
        }
    }

    /// A random line of play. The first one is reported; the others reach distant positions.
    fn random_play(&mut self, start: &S::Position, is_first: bool) -> Vec<S::Position> {
        let mut random = self.random;
        let line = self.play(start, |checker, place, look| {
            let mv = &look.moves[below(&mut random, look.moves.len())];
            if is_first {
                let label = checker.rules.label(&place.0, mv);
                checker.report.line.push(label);
            } else {
                checker.notation(&mv.to);
                checker.plies(&place.0, look);
            }
            mv.clone()
        });
        self.random = random;
        line
    }

    /// The line of play in which every move goes as far in a direction as possible.
    fn far_play(&mut self, start: &S::Position, way: Way) -> Vec<S::Position> {
        self.play(start, |checker, place, look| {
            checker.farthest(place, look, way)
        })
    }

    /// The move that goes farthest in a direction without ending play, if there is one; among equals the first.
    fn farthest(
        &self,
        (_, side): &Place<S::Position>,
        look: &Contents<S::Position>,
        way: Way,
    ) -> Step<S::Position> {
        let mut moves: Vec<_> = look.moves.iter().collect();
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(self.rules.extent(&mv.to).reach(way)));
        let goes_on = |mv: &&&Step<S::Position>| {
            let next = after(self.rules, *side, mv.keeps_turn);
            !self.rules.looked_at(&mv.to, next).moves.is_empty()
        };
        let open = moves.iter().find(goes_on);
        (*open.unwrap_or(&moves[0])).clone()
    }

    /// Whether play can continue in a direction: a race to some thousands ends, and so does a cycle of this many steps.
    fn goes_on(&self, from: &S::Position, way: Way) -> bool {
        let (mut place, began) = ((from.clone(), Side::Left), Instant::now());
        let mut reach = self.rules.extent(from).reach(way);
        for _ in 0..FARTHER {
            for _ in 0..LONGEST / 2 {
                let look = self.rules.looked_at(&place.0, place.1);
                if look.moves.is_empty() {
                    return false;
                }
                let mv = self.farthest(&place, &look, way);
                place = self.after(&place, &mv);
            }
            let before = std::mem::replace(&mut reach, self.rules.extent(&place.0).reach(way));
            if reach <= before {
                return false;
            }
            if began.elapsed() > PATIENCE {
                break;
            }
        }
        true
    }

    /// The positions of a line of play, which ends after [`LONGEST`] moves.
    fn play(
        &mut self,
        start: &S::Position,
        mut choose: impl FnMut(
            &mut Self,
            &Place<S::Position>,
            &Contents<S::Position>,
        ) -> Step<S::Position>,
    ) -> Vec<S::Position> {
        let mut place = (start.clone(), Side::Left);
        let mut line = vec![start.clone()];
        while line.len() <= LONGEST {
            let look = self.rules.looked_at(&place.0, place.1);
            if look.moves.is_empty() {
                self.undecided(&place.0, &look);
                break;
            }
            let mv = choose(self, &place, &look);
            place = self.after(&place, &mv);
            line.push(mv.to);
        }
        line
    }

    /// The description of a line that grew continually and left the range of the starts permanently.
    fn outgrown(&self, starts: &[S::Position], line: &[S::Position]) -> Option<String> {
        if line.len() <= LONGEST || self.rules.promises().bounded {
            return None;
        }
        let mut range = Extent::default();
        for start in starts {
            range.join(&self.rules.extent(start));
        }
        let extents: Vec<_> = line.iter().map(|at| self.rules.extent(at)).collect();
        let way = outgrows(&range, &extents)?;
        // Lengths are limited only by memory, so they are not followed as far.
        if way != Way::Long && !self.goes_on(line.last()?, way) {
            return None;
        }
        let shown = |at: &S::Position| self.rules.show(at);
        let [begin, end] = [&line[..line.len().min(SHOWN)], &line[line.len() - 1..]];
        let shown: Vec<_> = begin.iter().chain(end).map(shown).collect();
        Some(endless(way, LONGEST, &shown))
    }
}

/// The report on a line of play that still grows after this many moves; `shown` are its first positions and the last.
fn endless(way: Way, plies: usize, shown: &[String]) -> String {
    let grows = match way {
        Way::Down => "numbers become smaller and smaller",
        Way::Up => "numbers become larger and larger",
        Way::Long => "positions become longer and longer",
    };
    let short = |text: &String| shortened(text);
    let shown: Vec<_> = shown.iter().map(short).collect();
    let Some((last, begin)) = shown.split_last() else {
        return String::new();
    };
    format!(
        "{grows}: after {} moves: {last}, none came back: is a bound missing? (the line: {}; …; {last})",
        grouped(plies as i128),
        begin.join("; ")
    )
}

/// A number below `n`, the same in every run.
fn below(random: &mut u64, n: usize) -> usize {
    *random = random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    ((*random >> 33) % n as u64) as usize
}

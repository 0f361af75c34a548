//! The notation of positions and moves of morris.

use bouton_core::{InputError, Notation};

use super::{FEWEST, Morris, Placed, Step};

impl Notation for Morris {
    fn parse(&self, text: &str) -> Result<Placed, InputError> {
        let whole = |message: String| InputError::whole(message, text);
        let (board, hand) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rows = board.split('/').map(|row| row.chars().count());
        if !rows.eq(self.plan.rows.iter().copied()) {
            let like = self.show(&self.start());
            return Err(whole(format!("expected a board like {like}")));
        }
        let mut at = Placed {
            mover: 0,
            other: 0,
            hand: [0; 2],
        };
        for (point, mark) in board.chars().filter(|mark| *mark != '/').enumerate() {
            match mark.to_ascii_uppercase() {
                'X' => at.mover |= 1 << point,
                'O' => at.other |= 1 << point,
                '.' => {}
                _ => {
                    let message =
                        format!("expected X (the player to move), O or ., found {mark:?}");
                    return Err(whole(message));
                }
            }
        }
        if !hand.is_empty() {
            let men = |text: &str| text.trim().parse().ok();
            let both = hand.split_once(',');
            let both = both.and_then(|(mine, others)| Some([men(mine)?, men(others)?]));
            at.hand = both.ok_or_else(|| {
                whole(format!(
                    "expected the men in hand of the player to move and of the other, like 3,2, found {hand:?}"
                ))
            })?;
        }
        self.check(&at).map_err(whole)?;
        Ok(at)
    }

    fn show(&self, at: &Placed) -> String {
        let mark = |point: usize| match (at.mover >> point & 1, at.other >> point & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let mut next = 0;
        let rows = self.plan.rows.iter().map(|points| {
            next += points;
            (next - points..next).map(mark).collect::<String>()
        });
        let board = rows.collect::<Vec<_>>().join("/");
        match at.hand {
            [0, 0] => board,
            [mine, others] => format!("{board} {mine},{others}"),
        }
    }

    fn show_move(&self, _at: &Placed, step: &Step) -> String {
        let name = |point| self.plan.name(point);
        let from = step.from.map_or(String::new(), |from| name(from) + "-");
        let takes = step
            .takes
            .map_or(String::new(), |taken| format!("x{}", name(taken)));
        format!("{from}{}{takes}", name(step.to))
    }
    /// Only captures have words; other moves name their points.
    fn move_in_words(&self, _at: &Placed, step: &Step) -> Option<String> {
        let name = |point| self.plan.name(point);
        let (to, taken) = (name(step.to), name(step.takes?));
        Some(match step.from {
            None => format!("place a man on {to}, taking {taken}"),
            Some(from) => format!("{} to {to}, taking {taken}", name(from)),
        })
    }
}

impl Morris {
    /// Checks that the position exists.
    fn check(self, at: &Placed) -> Result<(), String> {
        let men = self.plan.men;
        let [mine, others] = at.hand.map(u32::from);
        let (mover, other) = (at.mover.count_ones() + mine, at.other.count_ones() + others);
        if mine != others && mine != others + 1 {
            return Err(format!(
                "{mine} and {others} men in hand: they are placed in turn, so the player to move has as many, or one more"
            ));
        }
        if mover > men || other > men {
            return Err(format!(
                "{mover} X and {other} O, those in hand among them: expected at most {men} each"
            ));
        }
        if other < FEWEST || mover + 1 < FEWEST {
            return Err(format!(
                "{mover} X and {other} O, those in hand among them: play was over when one had two left"
            ));
        }
        Ok(())
    }
}

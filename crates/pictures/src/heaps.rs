//! [`Heaps`]: the values of one heap up to a bound, and their period.

use bouton::sequence::Sequence;
use bouton::sequence::period::{Period, Status};
use bouton_core::Outcome;
use bouton_core::take_and_break::Code;
use serde::Serialize;

use super::Error;
use bouton::Whole;
use bouton::answers::{Cell, CellKind, Table};
use bouton::questions::Values;
use bouton::{How, Session};

/// The least length of a computed sequence: many periods are proved within it.
const LOOK_AHEAD: u64 = 2000;

/// The values of heaps 0, 1, …
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Heaps {
    #[serde(rename = "values")]
    pub(crate) cells: Vec<Cell>,
    #[serde(flatten)]
    pub(crate) repeat: Option<Repeat>,
    /// The heaps outside of the sparse space, if the sequence has one.
    #[serde(skip)]
    pub(crate) rare: Option<Vec<u64>>,
}

/// The heap from which on values repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Repeat {
    pub(crate) preperiod: usize,
    pub(crate) period: usize,
    pub(crate) saltus: u64,
    /// The proof of the period.
    pub(crate) why: Option<String>,
}

impl std::fmt::Display for Repeat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            preperiod,
            period,
            saltus,
            why,
        } = self;
        write!(f, "period {period} from heap {preperiod} on")?;
        if *saltus > 0 {
            write!(f, ", growing by {saltus} each time")?;
        }
        match why {
            Some(theorem) => write!(f, ": proved ({theorem})"),
            None => f.write_str(", as far as drawn; not proved"),
        }
    }
}

impl Heaps {
    /// The values of one heap of 0 to `up_to`; the session keeps its position.
    pub(crate) fn of(
        session: &mut Session,
        how: &How,
        up_to: u64,
        kind: CellKind,
    ) -> Result<Self, Error> {
        if let Some(code) = code(session, how) {
            return Self::by_code(code, how, up_to, kind);
        }
        if let Some((Some(heaps), _)) = session.heaps().filter(|(fixed, _)| *fixed != Some(1)) {
            return Err(Error::Unfit(format!(
                "this shows one heap, {} has {heaps}: draw a grid",
                session.game()
            )));
        }
        let start = session.position()?;
        let mut asked = Values::default();
        (asked.up_to, asked.piles, asked.kind) = (up_to, Some(1), kind);
        let table = asked.answer(session, how);
        session.go(&start)?;
        let Table::Line(cells) = table?.values else {
            return Err(Error::Unfit("this game has two heaps: draw a grid".into()));
        };
        Ok(Self {
            repeat: seen(&cells),
            cells,
            rare: None,
        })
    }

    fn by_code(code: Code, how: &How, up_to: u64, kind: CellKind) -> Result<Self, Error> {
        let heaps = up_to.max(LOOK_AHEAD);
        let sequence = Sequence::compute(code, heaps, &how.limits)
            .map_err(|error| Error::Unfit(error.to_string()))?;
        let value = |heap| match (sequence.value(heap), sequence.stopped) {
            (Some(value), _) => Ok(value),
            (None, Some(why)) => Err(Error::Stopped(why)),
            (None, None) => Err(Error::Unfit(format!("heap {heap} has no value here"))),
        };
        let cell = |value: u64| match (kind, value) {
            (CellKind::Grundy, value) => Cell::Number(Whole::from(value)),
            (CellKind::Outcome, 0) => Cell::Outcome(Outcome::Loss),
            (CellKind::Outcome, _) => Cell::Outcome(Outcome::Win),
        };
        let cells: Vec<Cell> = (0..=up_to)
            .map(|heap| value(heap).map(cell))
            .collect::<Result<_, _>>()?;
        let repeat = match (sequence.status, kind) {
            (status @ Status::Proved { period, .. }, CellKind::Grundy) => Some(Repeat {
                why: Some(status.to_string()),
                ..Repeat::plain(period)
            }),
            (status @ Status::Proved { period, .. }, CellKind::Outcome) => {
                let lost = |heap| value(heap).map(|value| value == 0);
                let (preperiod, period) = outcomes(period, lost)?;
                Some(Repeat {
                    preperiod,
                    period,
                    saltus: 0,
                    why: Some(status.to_string()),
                })
            }
            _ => seen(&cells),
        };
        let space = sequence.sparseness.map(|sparse| sparse.space);
        Ok(Self {
            cells,
            repeat,
            rare: space.map(|space| sequence.rares(space)),
        })
    }
}

impl Repeat {
    fn plain(period: Period) -> Self {
        Self {
            preperiod: period.preperiod as usize,
            period: period.period as usize,
            saltus: period.saltus,
            why: None,
        }
    }
}

/// The code of the game's heaps, if Grundy values suffice and no solver is named.
fn code(session: &Session, how: &How) -> Option<Code> {
    let fits = how.solver.is_none() && session.accepts("grundy", &how.limits).is_ok();
    session.code().filter(|_| fits)
}

/// The preperiod and the least period of the outcomes, if Grundy values have a proved period. If the values grow, each heap
/// is lost before the second period or never.
fn outcomes(
    proved: Period,
    lost: impl Fn(u64) -> Result<bool, Error>,
) -> Result<(usize, usize), Error> {
    let Period {
        preperiod,
        period,
        saltus,
    } = proved;
    let start = if saltus == 0 {
        preperiod
    } else {
        preperiod + period
    };
    let flags: Vec<bool> = (0..start + 2 * period)
        .map(lost)
        .collect::<Result<_, _>>()?;
    let (start, period) = (start as usize, period as usize);
    let repeats = |short: &usize| {
        period.is_multiple_of(*short)
            && (start..start + period).all(|n| flags[n] == flags[n + short])
    };
    let least = (1..=period).find(repeats).unwrap_or(period);
    let before = (0..start)
        .rev()
        .take_while(|&n| flags[n] == flags[n + least]);
    Ok((start - before.count(), least))
}

/// The preperiod and the least period that the values show, at least three full times.
fn seen(cells: &[Cell]) -> Option<Repeat> {
    let n = cells.len();
    (1..=n / 3).find_map(|period| {
        let agree = (0..n - period)
            .rev()
            .take_while(|&i| cells[i] == cells[i + period])
            .count();
        let preperiod = n - period - agree;
        (agree >= 2 * period && agree >= 8 && preperiod * 2 <= n).then_some(Repeat {
            preperiod,
            period,
            saltus: 0,
            why: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heaps(game: &str, up_to: u64, kind: CellKind) -> Heaps {
        let mut session = bouton::open(game, "1").unwrap();
        Heaps::of(&mut session, &How::default(), up_to, kind).unwrap()
    }

    #[test]
    fn periods_are_seen() {
        let cells = |text: &str| -> Vec<Cell> {
            text.chars()
                .map(|c| Cell::Number(c.to_string().parse().unwrap()))
                .collect()
        };
        let found = |text| seen(&cells(text)).map(|repeat| (repeat.preperiod, repeat.period));
        assert_eq!(found("0123012301230123"), Some((0, 4)));
        assert_eq!(found("9501230123012301"), Some((2, 4)));
        assert_eq!(found("012301230"), None);
        assert_eq!(found("0123456789"), None);
    }

    /// Kayles: Grundy values of period 12 from heap 71 on (Guy and Smith 1956); every heap but the empty one is won.
    #[test]
    fn what_is_proved_is_said_to_be() {
        let grundy = heaps("kayles", 30, CellKind::Grundy).repeat.unwrap();
        assert_eq!((grundy.preperiod, grundy.period), (71, 12));
        assert!(grundy.to_string().contains("proved (octal periodicity"));
        let wins = heaps("kayles", 30, CellKind::Outcome).repeat.unwrap();
        assert_eq!((wins.preperiod, wins.period), (1, 1));
        let taking = heaps("subtraction:1,2,3", 30, CellKind::Outcome)
            .repeat
            .unwrap();
        assert_eq!((taking.preperiod, taking.period), (0, 4));
        assert!(taking.why.is_some());
    }

    #[test]
    fn codes_and_solvers_agree() {
        for game in "kayles octal:0.137 subtraction:2,5 nim grundy crosses hex:0.3F".split(' ') {
            for kind in [CellKind::Grundy, CellKind::Outcome] {
                let mut session = bouton::open(game, "1").unwrap();
                let mut asked = Values::default();
                (asked.up_to, asked.piles, asked.kind) = (40, Some(1), kind);
                let how = How::by(Some("grundy"));
                let slow = asked.answer(&mut session, &how);
                assert_eq!(
                    Table::Line(heaps(game, 40, kind).cells),
                    slow.unwrap().values,
                    "{game}"
                );
            }
        }
    }

    #[test]
    fn misere_play_is_asked_of_its_own_solvers() {
        let mut session = bouton::Open::game("nim")
            .at("1")
            .misere(true)
            .session()
            .unwrap();
        let found = Heaps::of(&mut session, &How::default(), 12, CellKind::Outcome).unwrap();
        assert_eq!(found.cells[1], Cell::Outcome(Outcome::Loss));
        assert_eq!(session.position().unwrap(), "1");
    }
}

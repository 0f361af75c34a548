//! [`check_table`]: compares a table with the rules.

use bouton_answers::{TableCheck, WrongEntry};
use bouton_core::{Limits, Origin, StopReason};
use bouton_engine::{Error, LAYER_BITS};
use bouton_solvers::layers::check_layers;
use bouton_solvers::whole::{Unchecked, Wrong, check_numbers, check_texts};
use bouton_tables::{Contents, Naming, Table};
use bouton_verify::table::Value;

use super::files::{failed, files, refused, shown};
use super::rules::{begin, foreign, terms};
use super::sampling::{differing, played_to, step};
use crate::open::Open;

/// Checks every position of a table by one step of the rules of the game that it names. The check is complete: a table that
/// passes is true. The table is held in memory, a byte or two a number.
///
/// # Errors
/// If the game is unknown here or has other rules, the table cannot be read, or a limit is reached.
pub fn check_table(table: &Table, limits: &Limits) -> Result<TableCheck, Error> {
    let contents = table.contents();
    let open = || {
        Open::game(contents.game.as_str())
            .misere(contents.misere)
            .on(terms(contents, limits))
    };
    let mut session = match contents.naming {
        Naming::Numbers => open().anywhere()?,
        Naming::Keys | Naming::Texts => open().at(contents.position.as_str()).session()?,
    };
    if let Some(foreign) = foreign(&mut session, contents, limits)? {
        return Err(refused(table.path(), contents, &session, &foreign));
    }
    let mut found = Err(Unchecked::Stopped(StopReason::Cancelled));
    let (step, mut sample) = (step(contents.count), Vec::new());
    match contents.naming {
        Naming::Numbers => {
            session.whole(contents.total, limits, &mut |space| {
                found = check_numbers(space, table, limits);
                let numbers = (0..contents.count).step_by(step as usize);
                sample = numbers.filter_map(|number| space.show(number)).collect();
            })?;
        }
        Naming::Texts => session.explore(limits, &mut |game| {
            let first = begin(game);
            found = check_texts(game.positions(), first, table, limits);
        })?,
        Naming::Keys => {
            session.layers(limits, &mut |layers| {
                found = check_layers(layers, table, LAYER_BITS, limits);
            })?;
        }
    }
    let wrong = found.map_err(|unchecked| match unchecked {
        Unchecked::Stopped(reason) => Error::Stopped(reason),
        Unchecked::Table(error) => failed(error),
    })?;
    if let Some(first) = wrong.first() {
        let error = refuted(first);
        return Ok(TableCheck::refused(
            &error,
            wrong.into_iter().filter_map(told).collect(),
        ));
    }
    let game = shown(&contents.game, &contents.origins);
    let mut checked = vec![format!(
        "one step of the rules of {game} from each of its {} positions",
        contents.tally().positions
    )];
    let mut is_sampled = false;
    if contents.origins.is_empty() {
        if contents.naming != Naming::Numbers {
            sample = played_to(&mut session, limits)?;
        }
        if let Some(position) = differing(&mut session, &sample, limits)? {
            let message = format!(
                "the text of {game} has other moves at {position} than the program plays by: this is a fault of the program"
            );
            return Err(Error::Unfit(message));
        }
        let count = sample.len() as u64;
        is_sampled = count < contents.tally().positions;
        checked.push(format!(
            "at {count} of them the rules in Rust, by which all were checked, have the moves and the end that the text of {game} says"
        ));
    }
    let folds = session.origins().iter().any(Origin::folds);
    let claim = claim(contents, folds);
    Ok(TableCheck {
        sampled: is_sampled,
        ..TableCheck::valid(&claim, checked)
    })
}

/// The sentence about the proved claim. It names a rule file; symmetries that the rules themselves declare are not proved.
fn claim(contents: &Contents, folds: bool) -> String {
    let mut claim = "every value of this table of ".to_owned();
    claim += &shown(&contents.game, &contents.origins);
    if contents.misere {
        claim += " in misère play";
    }
    claim += " is true";
    if !contents.origins.is_empty() {
        claim += &format!(", by the rules of {}", files(&contents.origins, ""));
    }
    if folds {
        claim += ", if its rules are right about canonical";
    }
    claim
}

/// The violated condition, in the checker's words.
fn refuted(wrong: &Wrong) -> String {
    let mut told = format!("refuted: it does not hold that {}", wrong.fails);
    if let (None, Some(says)) = (&wrong.position, wrong.says) {
        told += &format!(" (it says {says})");
    }
    told
}

/// A position with a wrong value; `None` if the table as a whole is wrong.
fn told(wrong: Wrong) -> Option<WrongEntry> {
    let word = |value: Option<Value>| value.map(|value| value.to_string());
    Some(WrongEntry {
        position: wrong.position?,
        says: word(wrong.says),
        is: word(wrong.is),
        fails: wrong.fails.to_string(),
    })
}

#[cfg(all(test, feature = "rules"))]
mod tests {
    use bouton_core::Outcome;
    use bouton_tables::{Entry, TableValue, Writer};

    use super::*;
    use crate::tables::making::about;

    /// 1 and "1" are both lost, and the table has an entry for one of them. The third entry is about 9, which play does not
    /// reach, and it is false.
    #[test]
    fn positions_that_are_written_alike_free_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (folder.path().join("alike.star"), folder.path().join("t.tb"));
        let rules = "labelled = False\nstart = 2\ndef moves(p):\n    return [1, \"1\"] if p == 2 else [1] if p == 9 else []\n";
        std::fs::write(&file, rules).unwrap();
        let limits = Limits::default();
        let session = Open::game(file.to_str().unwrap()).session().unwrap();
        let about = about(&session, Naming::Texts, None, &limits);
        let [win, loss] = [(Outcome::Win, 1), (Outcome::Loss, 0)]
            .map(|(outcome, plies)| Entry::Value(TableValue::Outcome(outcome, Some(plies))));
        let contents = Contents {
            codes: vec![(win, 0), (loss, 0)],
            ..about.ok().flatten().unwrap()
        };
        let mut out = std::fs::File::create(&path).unwrap();
        let mut writer = Writer::begin(&mut out, contents).unwrap();
        for (text, code) in [("1", 1), ("2", 0), ("9", 1)] {
            writer.text(text, code).unwrap();
        }
        writer.finish().unwrap();
        let check = check_table(&Table::open(&path).unwrap(), &limits).unwrap();
        assert!(!check.valid, "{check}");
    }
}

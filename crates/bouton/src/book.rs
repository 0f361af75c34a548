//! The book: values of the positions after the first plies of well-known games, which this program found before.

use bouton_names::Name;
use bouton_solvers::Chapter;

use crate::session::Session;

/// Chapters with a blank line between them: the names of the game and the plies before its entries; how they were found; the
/// entries.
static BOOK: &str = include_str!("book.txt");

/// The chapters, each with the names of its game, of which the first opens it.
pub(crate) fn chapters() -> impl Iterator<Item = (Vec<&'static str>, Chapter)> {
    BOOK.split("\n\n").filter_map(|chapter| {
        let (head, rest) = chapter.split_once('\n')?;
        let (names, plies) = head.split_once(" after ")?;
        let (how, entries) = rest.split_once('\n')?;
        let plies = plies.parse().ok()?;
        let chapter = Chapter {
            plies,
            how,
            entries,
        };
        Some((names.split(' ').collect(), chapter))
    })
}

/// The chapter of the game of a session.
pub(crate) fn chapter(session: &Session) -> Option<Chapter> {
    let is_meant = |names: &[&str]| {
        // No game is opened for a name that is none of these.
        let is_named = |name: &&str| {
            session
                .game()
                .starts_with(name.split(':').next().unwrap_or(name))
        };
        let face = || Name::read(names[0]).ok()?.open(None, false).ok();
        names.iter().any(is_named)
            && face().is_some_and(|face| session.has_rules_of(&Session::of(face)))
    };
    let chapter = chapters().find(|(names, _)| is_meant(names))?.1;
    (!session.is_misere()).then_some(chapter)
}

#[cfg(test)]
mod tests {
    use bouton_answers::Proof;
    use bouton_core::StopReason;

    use super::*;
    use crate::{How, Open};

    /// Walks from a position to the entries: the book answers, its value is that of the best move, its best moves are those of this value.
    fn walk(session: &mut Session, chapter: Chapter, plies: u32) {
        if plies == chapter.plies {
            return;
        }
        let (how, at) = (How::default(), session.position().unwrap());
        let answer = session.solve(&how).unwrap();
        assert_eq!(answer.solver, "book", "{} {at}", session.game());
        let moves = session.moves(&how).unwrap().moves;
        let best: Vec<_> = moves
            .iter()
            .filter(|mv| mv.best)
            .map(|mv| &mv.name)
            .collect();
        let mut told: Vec<_> = answer.best.iter().map(|mv| &mv.name).collect();
        told.sort_by_key(|name| best.iter().position(|other| other == name));
        assert_eq!(told, best, "{} {at}", session.game());
        let found = (
            moves[0].outcome,
            moves[0].margin.clone(),
            moves[0].remoteness,
        );
        assert_eq!(
            (answer.outcome.unwrap(), answer.margin, answer.remoteness),
            found,
            "{at}"
        );
        for mv in &moves {
            session.go(&at).unwrap();
            session.play(&mv.name).unwrap();
            walk(session, chapter, plies + 1);
        }
    }

    #[test]
    fn all_positions_before_the_entries_follow_from_them() {
        for (names, chapter) in chapters() {
            let game = names[0];
            walk(&mut Open::game(game).session().unwrap(), chapter, 0);
        }
    }

    #[test]
    fn an_entry_is_a_position_of_its_game_and_there_once() {
        for (names, chapter) in chapters() {
            let game = names[0];
            let mut seen = std::collections::BTreeSet::new();
            for line in chapter.entries.lines() {
                let (_, position) = line.split_once(": ").unwrap();
                let session = Open::game(game).at(position).session().unwrap();
                assert!(seen.insert(session.position().unwrap()), "{line}");
            }
        }
    }

    #[test]
    fn of_an_entry_the_value_is_told_where_no_best_move_is_found() {
        for (names, chapter) in chapters() {
            let line = chapter.entries.lines().next().unwrap();
            let (value, position) = line.split_once(": ").unwrap();
            let mut session = Open::game(names[0]).at(position).session().unwrap();
            let mut how = How::default();
            how.limits.nodes = Some(100);
            let answer = session.solve(&how).unwrap();
            let score = value.split(' ').next().unwrap();
            let bounds = answer.bounds.unwrap().map(|bound| bound.to_string());
            assert_eq!(
                (&*answer.solver, answer.stopped, answer.proof),
                ("book", Some(StopReason::Nodes), Some(Proof::Seen))
            );
            assert_eq!(bounds, [score, score], "{position}");
        }
    }

    #[test]
    fn the_start_of_four_in_a_row_is_worth_what_was_published() {
        let mut session = Open::game("connect-four").session().unwrap();
        let moves = session.moves(&How::default()).unwrap().moves;
        let mut margins: Vec<_> = moves
            .iter()
            .map(|mv| (&*mv.name, mv.margin.clone().unwrap().to_string()))
            .collect();
        margins.sort();
        let margins: Vec<_> = margins.iter().map(|(_, margin)| &**margin).collect();
        // P. Pons, connect4.gamesolver.org.
        assert_eq!(margins, ["-2", "-1", "0", "1", "0", "-1", "-2"]);
    }

    #[test]
    fn the_end_of_a_game_is_not_in_the_book() {
        let late = "2252576253462244111563365343671351441";
        let mut session = Open::game("connect-four").at(late).session().unwrap();
        assert_eq!(session.solve(&How::default()).unwrap().solver, "alpha-beta");
    }

    #[test]
    #[ignore = "hours: every entry is solved again"]
    fn every_entry_is_what_its_solver_finds() {
        for (names, chapter) in chapters() {
            let game = names[0];
            for line in chapter.entries.lines() {
                let (value, position) = line.split_once(": ").unwrap();
                let mut session = Open::game(game).at(position).session().unwrap();
                let found = session.value(&How::default()).unwrap();
                let score = found.margin.unwrap_or(found.outcome as i128 - 1);
                let plies = found
                    .remoteness
                    .map_or(String::new(), |plies| format!(" in {plies}"));
                assert_eq!(format!("{score}{plies}"), value, "{game} {position}");
            }
        }
    }
}

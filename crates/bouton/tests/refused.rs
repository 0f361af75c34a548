//! Games and positions that are refused: each with one sentence that says what was expected, and where.

use bouton::Open;
use bouton_reference::messages;

/// The first line of a question is the game, the second one the position, if there is one.
#[test]
fn games_and_positions_are_refused_with_their_place() {
    messages("games and positions that are refused", |asked| {
        let (game, position) = match asked.split_once('\n') {
            Some((game, position)) => (game, Some(position)),
            None => (asked, None),
        };
        let misere = game.strip_prefix("misère: ");
        let open = Open::game(misere.unwrap_or(game)).position(position);
        let opened = open.misere(misere.is_some()).session();
        opened.map(drop).expect_err(asked).to_string()
    });
}

//! Scenes: pieces, drawn with the requested set of board and pieces.

mod cakes;
mod cells;
mod coins;
mod ground;
mod heaps;
mod laid;
mod men;
mod net;
mod pits;

use bouton::Course;
use bouton_core::scene::{Cell, EdgeKind, Figure, Owner, Scene, Seat, Set};

use self::cakes::Slices;
use self::coins::Coins;
use self::laid::{Men, Row, Runs};
use super::canvas::{Anchor, Canvas, TEXT, shortened};
use super::legend::Sign;
use super::name_of;

/// Draws the scene with its upper left corner near the origin; each part is a separate group.
pub(crate) fn scene(canvas: &mut Canvas, scene: &Scene) {
    match &scene.figure {
        Figure::Words(words) => words_on(canvas, words),
        Figure::Heaps(sizes) => heaps::heaps(canvas, sizes, scene.set, sizes),
        Figure::Coins(coins) => Coins::of(coins).draw(canvas),
        Figure::Cards { laid, piles } => coins::cards(canvas, laid, piles),
        Figure::Board(rows) if scene.set == Set::Pits => pits::pits(canvas, scene, rows),
        Figure::Board(_) if scene.set == Set::Cake => {
            Slices::of(&Course::of(scene.clone())).draw(canvas, &scene.cakes());
        }
        Figure::Board(rows) => {
            cells::board(canvas, scene, rows, &Men::default());
            hands(canvas, scene, &Men::default());
        }
        Figure::Net { points, edges } => {
            net::net(canvas, points, edges, scene.set, &Men::default());
            hands(canvas, scene, &Men::default());
        }
        Figure::Games(_) => games(canvas, &Course::of(scene.clone())),
    }
}

/// Draws the men in hand of games that have any; as parts they are counted after those of the board.
fn hands(canvas: &mut Canvas, scene: &Scene, men: &Men) {
    if scene.hands.iter().any(|kinds| !kinds.is_empty()) {
        cells::hands(canvas, scene, men, scene.figure.parts());
    }
}

/// Draws the scene after a line of play. Everything keeps the place and the scale that it had at the start; captured pieces
/// are next to the board, and removed parts of a graph stay visible.
pub(crate) fn table(canvas: &mut Canvas, course: &Course) {
    if matches!(course.start().figure, Figure::Games(_)) {
        return games(canvas, course);
    }
    laid_out(canvas, course);
    // The drawing has space for everything that was on the table before, so that its scale does not change.
    if let Some(runs) = divided(course) {
        let mut whole = Canvas::default();
        heaps::runs(&mut whole, &Runs::standing(runs.rows), course.now().set);
        return canvas.reach_as(&whole);
    }
    if course.start().set == Set::Cake {
        let mut whole = Canvas::default();
        scene(&mut whole, course.start());
        return canvas.reach_as(&whole);
    }
    for earlier in course.scenes() {
        let mut other = Canvas::default();
        match (&earlier.figure, &course.start().figure) {
            (Figure::Heaps(sizes), Figure::Heaps(first)) => {
                heaps::heaps(&mut other, sizes, earlier.set, first);
            }
            _ => laid_out(&mut other, &Course::of(earlier.clone())),
        }
        canvas.reach_as(&other);
    }
}

fn laid_out(canvas: &mut Canvas, course: &Course) {
    let (start, now) = (course.start(), course.now());
    match (&now.figure, &start.figure) {
        (Figure::Coins(_), Figure::Coins(all)) => match Row::of(course) {
            Some(row) => Coins::of(all).laid(canvas, &row),
            None => scene(canvas, now),
        },
        (Figure::Heaps(sizes), Figure::Heaps(first)) => match divided(course) {
            Some(runs) => heaps::runs(canvas, &runs, now.set),
            None => heaps::heaps(canvas, sizes, now.set, first),
        },
        // At the end, where nothing is left, there is no board.
        (_, Figure::Board(_)) if start.set == Set::Cake => {
            Slices::of(course).draw(canvas, &now.cakes());
        }
        (Figure::Board(rows), _) if now.set != Set::Pits => {
            let men = Men::of(course);
            cells::board(canvas, now, rows, &men);
            beside(canvas, now, &men);
        }
        (Figure::Net { points, edges }, first) => {
            let men = Men::of(course);
            match net::Ghosts::of(first, (points, edges)) {
                Some(ghosts) => ghosts.draw(canvas, now.set, &men),
                None => net::net(canvas, points, edges, now.set, &men),
            }
            beside(canvas, now, &men);
        }
        _ => scene(canvas, now),
    }
}

/// The width from which on games stand below each other, and the free space between them.
const ROW: f64 = 900.0;
const GAP: f64 = 40.0;

/// Draws games beside each other, each with its number and name above it and its note below. A game keeps its place when it is
/// gone.
fn games(canvas: &mut Canvas, course: &Course) {
    let (mut corner, mut row_bottom) = ((0.0, 0.0), 0.0_f64);
    for (place, part) in course.games().iter().enumerate() {
        let mut drawn = canvas.for_game(place, part.first.unwrap_or(0));
        table(&mut drawn, &part.course);
        let [left, top, _, bottom] = drawn.bounds();
        let mut own = Canvas::default();
        match part.first {
            Some(_) => own.place(&drawn, (0.0, 0.0), 1.0),
            None => own.reach_as(&drawn),
        }
        let name = format!("{}: {}", part.game.number, name_of(&part.game.game));
        let state = match (part.first, part.game.over) {
            (None, _) => " (gone)",
            (_, true) => " (over)",
            _ => "",
        };
        let above = (left, top - 10.0);
        let note = &part.game.scene.note;
        if !note.is_empty() {
            own.text((left, bottom + 18.0), Anchor::Start, TEXT, "faint", note);
        }
        own.text(above, Anchor::Start, TEXT, "ink", &format!("{name}{state}"));
        // It has room for all that may stand there.
        let mut longest = Canvas::default();
        longest.text(above, Anchor::Start, TEXT, "ink", &format!("{name} (gone)"));
        own.reach_as(&longest);
        let [left, top, right, bottom] = own.bounds();
        if corner.0 > 0.0 && corner.0 + right - left > ROW {
            corner = (0.0, row_bottom + GAP);
        }
        canvas.place(&own, (corner.0 - left, corner.1 - top), 1.0);
        corner.0 += right - left + GAP;
        row_bottom = row_bottom.max(corner.1 + bottom - top);
    }
}

/// The heaps of a course in rows that are divided, where they are drawn so and have room.
fn divided(course: &Course) -> Option<Runs> {
    let in_rows = matches!(course.now().set, Set::Pins | Set::Strips | Set::Rows);
    let runs = in_rows.then(|| Runs::of(course)).flatten();
    runs.filter(heaps::fit)
}

/// Draws the pieces beside a board: those in hand, and those that were captured.
fn beside(canvas: &mut Canvas, now: &Scene, men: &Men) {
    hands(canvas, now, men);
    if now.takes {
        cells::trays(canvas, now.set, &men.taken);
    }
}

fn words_on(canvas: &mut Canvas, words: &str) {
    let words = if words.is_empty() { "(empty)" } else { words };
    canvas.text(
        (0.0, 20.0),
        Anchor::Start,
        18.0,
        "ink",
        &shortened(words, 80),
    );
}

/// The letters of a piece, by its owner.
fn piece_class(side: Owner) -> &'static str {
    match side {
        Owner::First => "first strong",
        Owner::Second => "second strong",
        Owner::Neutral => "ink strong",
    }
}

/// The owner of a piece, for the page.
fn whose(cell: &Cell) -> &'static str {
    match cell {
        Cell::Piece(Owner::First, _) => "first",
        Cell::Piece(Owner::Second, _) => "second",
        Cell::Piece(Owner::Neutral, _) => "all",
        Cell::Empty | Cell::Hole => "",
    }
}

/// The caption of a scene: its note, and unless play is `over` the player to move, named by the drawn pieces.
pub(crate) fn caption(scene: &Scene, over: bool) -> String {
    scene.clone().to_move(turn(scene)).caption(over)
}

/// The player to move, named by the drawn pieces; empty if the board does not distinguish the players.
pub(crate) fn turn(scene: &Scene) -> &str {
    match (scene.seat, scene.set) {
        (Seat::Table, Set::Rack | Set::Stones | Set::Go) => match &*scene.turn {
            "X is to move" => "Blue is to move",
            "O is to move" => "Red is to move",
            turn => turn,
        },
        (Seat::Table, _) | (_, Set::Pits | Set::Letters) => &scene.turn,
        (_, Set::Chess | Set::Pawns | Set::Amazons) if scene.turned => {
            "Black is to move, downwards"
        }
        (_, Set::Chess | Set::Pawns | Set::Amazons) => "White is to move, upwards",
        _ if scene.turned => "Red is to move",
        _ => "Blue is to move",
    }
}

/// Information that a drawing lacks: the owners of edges, and of the values of a coin.
pub(crate) fn key(scene: &Scene) -> Vec<(Sign, String)> {
    let owners = [
        (Owner::First, "winline", "Left's"),
        (Owner::Second, "lossline", "Right's"),
        (Owner::Neutral, net::GREEN, "everybody's"),
    ];
    match &scene.figure {
        Figure::Net { edges, .. } => {
            let owned = |side| edges.iter().any(|edge| edge.kind == EdgeKind::Of(side));
            let told = owned(Owner::First) || owned(Owner::Second);
            let there = owners.into_iter().filter(|(side, ..)| told && owned(*side));
            there
                .map(|(_, class, whose)| (Sign::Line(class), whose.to_owned()))
                .collect()
        }
        Figure::Coins(coins) if coins.iter().any(|coin| coin.len() > 1) => {
            let words = "above: its value to the player to move, below: to the other";
            vec![(Sign::Words, words.to_owned())]
        }
        Figure::Games(games) => {
            let mut all = Vec::new();
            for sign in games.iter().flat_map(|game| key(&game.scene)) {
                if !all.contains(&sign) {
                    all.push(sign);
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

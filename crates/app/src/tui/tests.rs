//! The screen as it is seen, on a terminal that only exists in memory (`WRITE_GOLDEN=1 cargo test -p bouton-cli tui` writes
//! the files again; look at each before it is committed).

use std::path::Path;

use bouton::play::{Level, Play, Player};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use super::looks::Looks;
use super::paint::paint;
use super::screen::Screen;
use crate::cli::options::{HowArgs, LimitArgs, SolverArg, ThreadedArgs};

fn screen(game: &str, position: Option<&str>, program: Player, level: &str) -> Screen {
    let session = bouton::Open::game(game)
        .position(position)
        .session()
        .unwrap();
    let level = Level::named(level, &session).unwrap();
    let play = Play::new(session, program, level).unwrap();
    let mut screen = Screen::new(play, by_one_thread()).unwrap();
    screen.settle().unwrap();
    screen
}

fn by_one_thread() -> HowArgs {
    HowArgs {
        solver: SolverArg::default(),
        limits: ThreadedArgs {
            spent: LimitArgs {
                time: None,
                memory: None,
            },
            threads: Some(1),
        },
    }
}

/// Presses keys one by one, waiting for the effect of each; `\n` is Enter.
fn press(screen: &mut Screen, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '↓' => KeyCode::Down,
            '⎋' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        screen.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap();
        screen.settle().unwrap();
    }
}

fn painted(screen: &Screen, wide: u16, high: u16, colours: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(wide, high)).unwrap();
    terminal
        .draw(|frame| paint(frame, screen, Looks::new(colours)))
        .unwrap();
    terminal.backend().buffer().clone()
}

fn seen(screen: &Screen, wide: u16, high: u16) -> String {
    let buffer = painted(screen, wide, high, false);
    let row = |y: u16| {
        let cells = (0..wide).map(|x| buffer[(x, y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    };
    (0..high).map(|y| row(y) + "\n").collect()
}

fn golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if std::env::var_os("WRITE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} has changed:\n{found}");
}

#[test]
fn each_kind_of_position_on_80_by_24() {
    for (game, position, keys, name) in [
        ("nim", "3,4,5", "v", "heaps"),
        ("wythoff", "75,90", "↓↓", "high-heaps"),
        ("row-ends", "4,5,3,1,2", "v", "row"),
        ("two-values", "5,2,3,1,4/1,5,3,4,2", "v", "pairs"),
        ("tic-tac-toe", "X.O/.../...", "v", "board"),
        ("thirty-one", "35362", "v", "cards"),
        ("hackenbush", "0b1,1r2,1g3,0r4,0r4", "v", "edges"),
        ("dots-and-boxes:2,2", "-./|.|/../.../..", "v", "lines"),
        ("geography", "a>b,a>c,b>d,c>d,d>e,d>f,f>a/a", "v", "ways"),
    ] {
        let mut screen = screen(game, Some(position), Player::Second, "perfect");
        press(&mut screen, keys);
        golden(name, &seen(&screen, 80, 24));
    }
}

#[test]
fn a_game_to_its_end_is_reviewed() {
    let mut screen = screen("nim", Some("1,2"), Player::Second, "perfect");
    press(&mut screen, "\n");
    golden("review", &seen(&screen, 80, 24));
    assert!(screen.said.contains("you lose") && screen.said.contains("turned at move 1"));
    press(&mut screen, "u");
    assert_eq!(screen.view.position, "1,2");
    press(&mut screen, "↓\n\n");
    assert!(screen.said.contains("you win"), "{}", screen.said);
}

#[test]
fn long_lists_scroll_and_moves_can_be_typed() {
    let mut screen = screen("nim", Some("70,5"), Player::Second, "perfect");
    press(&mut screen, &"↓".repeat(60));
    golden("scrolled", &seen(&screen, 80, 24));
    press(&mut screen, "/take 99 from heap 1\n");
    assert!(screen.said.contains("no legal move"), "{}", screen.said);
    press(&mut screen, "/take 65 from the first\n");
    assert_eq!(screen.view.made[0].name, "take 65 from the first");
}

#[test]
fn hints_explanations_sides_and_levels() {
    let mut screen = screen("row-ends", Some("1,2,4,3"), Player::Second, "larger-end");
    press(&mut screen, "h");
    assert!(screen.said.starts_with("Hint: "), "{}", screen.said);
    press(&mut screen, "e");
    assert!(
        screen.said.contains("margin") && screen.said.contains("It leaves"),
        "{}",
        screen.said
    );
    press(&mut screen, "l");
    assert_ne!(screen.view.level, "larger-end");
    press(&mut screen, "s");
    assert_eq!(
        (screen.view.program, screen.view.made.len()),
        (Player::First, 1)
    );
    press(&mut screen, "?");
    golden("help", &seen(&screen, 80, 24));
}

#[test]
fn colours_are_only_there_when_wanted_and_never_all_that_tells() {
    let mut screen = screen("row-ends", Some("4,5,3,1,2"), Player::Second, "perfect");
    press(&mut screen, "v");
    let coloured = |buffer: &Buffer| {
        let is_coloured = |cell: &&ratatui::buffer::Cell| cell.fg != Color::Reset;
        buffer.content().iter().filter(is_coloured).count()
    };
    let [plain, coloured_screen] = [false, true].map(|colours| painted(&screen, 80, 24, colours));
    assert_eq!(coloured(&plain), 0);
    assert!(coloured(&coloured_screen) > 0);
    let chosen = |buffer: &Buffer| {
        let marked = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
        let cells = buffer.content().iter().filter(marked);
        cells.map(|cell| cell.symbol()).collect::<String>()
    };
    assert_eq!(
        (chosen(&plain), chosen(&coloured_screen)),
        ("(4)".into(), "(4)".into())
    );
}

#[test]
fn thinking_is_shown_and_can_be_stopped() {
    let mut screen = screen("teeko", None, Player::Second, "perfect");
    screen
        .key(KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE))
        .unwrap();
    assert!(seen(&screen, 80, 24).contains("Esc stops"));
    press(&mut screen, "⎋");
    assert!(screen.said.contains("cancelled"), "{}", screen.said);
    press(&mut screen, "q");
    assert!(!screen.goes_on());
}

#[test]
fn every_game_fits_every_window() {
    for card in bouton::cards() {
        let [name, position] = card.example;
        let session = bouton::open(&name, &position).unwrap();
        let play = Play::new(session, Player::Second, Level::Perfect).unwrap();
        let screen = Screen::new(play, by_one_thread()).unwrap();
        for (wide, high) in [(80, 24), (50, 16), (20, 5), (200, 60), (1, 1)] {
            let shown = seen(&screen, wide, high);
            assert!(wide < 50 || shown.contains(" of "), "{name}: {shown}");
        }
    }
}

/// Keys that are pressed while the program is thinking, and an end to its thinking.
#[test]
fn a_wish_while_the_program_thinks_loses_nothing() {
    let mut screen = screen("kalah:3,3", None, Player::Second, "perfect");
    for _ in 0..4 {
        let hint = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE);
        screen.key(hint).unwrap();
        screen
            .key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE))
            .unwrap();
    }
    screen.settle().unwrap();
    press(&mut screen, "h");
    assert!(seen(&screen, 100, 30).contains("Hint:"));
}

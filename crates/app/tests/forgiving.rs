//! Input with a clear meaning that is not in the form of the help; and the messages where the meaning is unclear.

use bouton_reference::{message, messages};

use crate::support::{bouton, bouton_in, bouton_with};

/// The answers to a batch.
fn batch(game: &str, lines: &str) -> String {
    bouton_with(&["solve", game, "-"], lines).all()
}

#[test]
fn names_are_read_in_any_case() {
    for (name, position) in [
        ("NIM", "3,4"),
        ("Wythoff", "3,5"),
        ("Octal:0.77", "12"),
        ("Nim 3 + Kayles 7", ""),
    ] {
        let words = ["solve", name, position];
        let words = &words[..if position.is_empty() { 2 } else { 3 }];
        let output = bouton(words);
        assert!(output.is_well(), "{name}: {}", output.all());
        let small = bouton(&[&["solve", &name.to_lowercase()], &words[2..]].concat());
        assert_eq!(output.out, small.out, "{name}");
    }
}

#[test]
fn a_mark_of_the_byte_order_is_no_part_of_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heaps");
    std::fs::write(&path, "\u{feff}3,4,5\n").unwrap();
    let read = bouton(&["solve", "nim", &format!("@{}", path.display())]);
    assert_eq!(read.all(), bouton(&["solve", "nim", "3,4,5"]).all());
    let answers = batch("nim", "\u{feff}3,4\n5\n");
    assert_eq!(
        answers.matches("\"outcome\":\"win\"").count(),
        2,
        "{answers}"
    );
}

#[test]
fn the_ending_of_a_picture_may_be_in_capitals() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("x.SVG");
    let drawn = bouton(&[
        "draw",
        "nim",
        "3",
        "--as",
        "board",
        "-o",
        picture.to_str().unwrap(),
    ]);
    assert!(drawn.is_well() && picture.exists(), "{}", drawn.all());
}

/// Typed texts and their meanings.
#[test]
fn positions_may_be_written_in_other_ways() {
    for (game, typed, meant) in [
        ("nim", "(3, 4, 5)", "3,4,5"),
        ("nim", "3 4 5", "3,4,5"),
        ("wythoff", "[3,5]", "3,5"),
        ("row-ends", "4 5 3 1 2", "4,5,3,1,2"),
        ("tic-tac-toe", "X.O .X. ...", "X.O/.X./..."),
        ("tic-tac-toe", "x.o\n.x.\n...\n", "X.O/.X./..."),
        ("tic-tac-toe", "X . O / . X . / . . .", "X.O/.X./..."),
        ("clobber:2,3", "XOX OXO R", "XOX/OXO R"),
        ("connect:4,4,4", "1 2 1", "121"),
        ("thirty-one", "3 5 3 6 2", "35362"),
        ("octal:0.77", "{12, 7}", "12,7"),
    ] {
        let answer = |position: &str| {
            let output = bouton(&["moves", game, position]);
            assert!(output.is_well(), "{game} {position}: {}", output.all());
            output.out
        };
        assert_eq!(answer(typed), answer(meant), "{game} {typed}");
    }
}

#[test]
fn boards_have_their_usual_sizes() {
    for (game, meant) in [
        ("mnk", "mnk:3,3,3"),
        ("connect", "connect:6,7,4"),
        ("hexapawn", "hexapawn:3,3"),
        ("kalah", "kalah:6,4"),
        ("domineering", "domineering:8,8"),
        ("dots-and-boxes", "dots-and-boxes:3,3"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.json");
        let start = |game: &str| {
            let output = bouton(&["draw", game, "--as", "board", "-o", path.to_str().unwrap()]);
            assert!(output.is_well(), "{game}: {}", output.all());
            let text = std::fs::read_to_string(&path).unwrap();
            text.split("position").nth(1).map(str::to_owned)
        };
        assert!(start(game).is_some());
        assert_eq!(start(game), start(meant), "{game}");
    }
}

/// "I typed the heaps one after the other." "I typed only the number." "I typed only the game."
#[test]
fn what_was_probably_meant_is_told() {
    for line in include_str!("meant.txt").lines() {
        let (typed, meant) = line.split_once(" => ").unwrap();
        let typed: Vec<&str> = typed.split(' ').collect();
        let output = bouton(&typed);
        // A number alone is a combinatorial value, and is answered as one.
        let code = if typed == ["solve", "21"] { 0 } else { 2 };
        assert_eq!(output.code, Some(code), "{typed:?}");
        let said = output.error;
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(
            last,
            format!("did you mean: bouton {meant}"),
            "{typed:?}: {said}"
        );
        // And that command is answered.
        if !meant.contains("game.star") && !meant.contains('\'') {
            let words: Vec<_> = meant.split(' ').collect();
            assert!(bouton(&words).is_well(), "{meant}");
        }
    }
}

/// "I replayed our game of noughts and crosses and it wanted a position first."
#[test]
fn a_review_takes_the_usual_start_where_the_first_word_is_a_move() {
    let answer = |words: &[&str]| {
        let output = bouton(&[&["review"], words].concat());
        assert!(output.is_well(), "{words:?}: {}", output.all());
        output.all()
    };
    let line = ["a1", "b1", "b2", "c1"];
    let typed = answer(&[&["tic-tac-toe"], &line[..]].concat());
    assert_eq!(
        typed,
        answer(&[&["tic-tac-toe", ".../.../..."], &line[..]].concat())
    );
    assert_eq!(
        answer(&["connect:4,4,4", "1", "2"]),
        answer(&["connect:4,4,4", "", "1", "2"])
    );
    assert_eq!(
        answer(&["docs/tic-tac-toe.star", "5", "1"]),
        answer(&["docs/tic-tac-toe.star", ".........", "5", "1"])
    );
    // A position stays one where moves are called by positions, and where there is no usual start.
    let from_six = answer(&["docs/subtraction.star", "6", "4", "3"]);
    assert!(
        from_six.lines().count()
            < answer(&["docs/subtraction.star", "20", "18", "17", "16"])
                .lines()
                .count()
    );
}

/// "My row was too long, and I did not know what would have been short enough."
#[test]
fn a_row_that_is_too_long_says_which_length_would_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row");
    let row = |length: usize| vec!["1"; length].join(",");
    std::fs::write(&path, row(5000)).unwrap();
    let position = format!("@{}", path.display());
    let output = bouton(&["solve", "row-doubling", &position, "--memory", "2M"]);
    assert_eq!(output.code, Some(3));
    let said = output.all();
    let words = "the table of a row of 5000 values takes 107.4 MB; within 2.0 MB one of up to ";
    let longest = said.split(words).nth(1).unwrap_or_else(|| panic!("{said}"));
    let longest: usize = longest.split(' ').next().unwrap().parse().unwrap();
    let answered = |length: usize| {
        std::fs::write(&path, row(length)).unwrap();
        bouton(&["solve", "row-doubling", &position, "--memory", "2M"]).is_well()
    };
    assert!(answered(longest) && !answered(longest + 100), "{said}");
}

/// "I asked for twelve puzzles, and did not know that the sheet was there, nor that it had six." "Four in a row gave none."
#[test]
fn a_sheet_is_told_with_what_is_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = |game: &[&str], name: &str, count: &str| {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let more = ["--count", count, "--sheet", path];
        let output = bouton(&[&["puzzles"], game, &more].concat());
        assert!(output.is_well(), "{game:?}: {}", output.all());
        let drawn = std::fs::read_to_string(path).unwrap();
        let words = output.all().replace(path, name);
        (words.trim_end().to_owned(), drawn)
    };
    assert_eq!(
        sheet(&["nim", "3,4,5"], "nim.svg", "6").0,
        "nim.svg: 6 puzzles"
    );
    let (few, _) = sheet(&["hexapawn:3,3"], "pawns.svg", "12");
    message("a sheet of fewer puzzles", few);
    let (none, drawn) = sheet(&["nim", "1"], "none.svg", "3");
    assert_eq!(none, "none.svg: no puzzle among 1 position");
    assert!(drawn.contains("no puzzle among 1 position"));
    // The start of a large game takes too long to solve; positions further on do not.
    let (four, _) = sheet(&["connect:4,5,4"], "four.svg", "3");
    assert_eq!(four, "four.svg: 3 puzzles");
    // "My pupils could not find line h2,3." Which lines are drawn already is the puzzle's.
    let (_, boxes) = sheet(&["dots-and-boxes:2,2"], "boxes.svg", "1");
    assert!(
        [">h1,2<", ">h2,1<"].iter().any(|line| boxes.contains(line)),
        "{boxes}"
    );
}

/// "The title has a folder of mine in it."
#[test]
fn pictures_of_sums_name_files_without_their_folders() {
    for kind in ["board", "line", "graph"] {
        let sum = "docs/subtraction.star 2 + nim 1";
        let drawn = bouton(&["draw", sum, "--as", kind, "-o", "-"]).all();
        assert!(drawn.contains("subtraction 2 + nim 1"), "{kind}: {drawn}");
        let words = drawn.split('>').filter_map(|rest| rest.split('<').next());
        assert!(
            !words.collect::<String>().contains("docs/"),
            "{kind}: {drawn}"
        );
    }
}

#[test]
fn words_that_mean_nothing_have_no_meaning() {
    messages("words that the program does not take", |words| {
        let said = bouton(&words.split(' ').collect::<Vec<_>>());
        assert!(said.is_refusal(), "{words}");
        said.error
    });
}

/// "I opened my table, and it asked whether I meant krk."
#[test]
fn a_file_that_is_no_game_is_told_to_be_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("krk.tb"), "no rules").unwrap();
    let said = bouton_in(folder.path(), &["solve", "krk.tb"]);
    assert!(said.is_refusal());
    message("a file that is no game", said.error);
}

//! What play can reach, written as a graph and opened again, is worth the same; the graph of the graph is the same file.

#![cfg(feature = "rules")]

use bouton::answers::{Answer, Graphed};
use bouton::experiment::{analyze, graph};
use bouton::{How, Limits, Open, Outcome, Session, cards};

/// Larger graphs are not written: play goes on to smaller ones.
const MOST: u64 = 1500;
/// Plies to a position from which few can be reached.
const LONGEST: usize = 200;

/// A generator of its own, so that no run differs from another (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn written(session: &Session, most: Option<u64>) -> (Graphed, Vec<u8>) {
    let limits = Limits {
        nodes: most,
        ..Limits::default()
    };
    let mut text = Vec::new();
    let graphed = graph(session, &limits, &mut text).unwrap();
    (graphed, text)
}

/// Plays at random until few positions can be reached; false where there are always many.
fn go_near_the_end(session: &mut Session) -> bool {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..LONGEST {
        if written(session, Some(MOST)).0.stopped.is_none() {
            return true;
        }
        let moves = session.choices(1000).unwrap();
        if moves.is_empty() {
            return false;
        }
        let name = moves[random.below(moves.len())].played.name.clone();
        session.play(&name).unwrap();
    }
    false
}

fn solved(session: &mut Session) -> Answer {
    session.solve(&How::default()).unwrap()
}

/// Checks the graph of a game at a position near the end of random play; whether there was one.
fn check(name: &str, misere: bool) -> bool {
    let Ok(session) = Open::game(name).misere(misere).session() else {
        return false;
    };
    check_at(name, session)
}

fn check_at(name: &str, mut session: Session) -> bool {
    if !go_near_the_end(&mut session) {
        return false;
    }
    let (graphed, text) = written(&session, None);
    let file = tempfile::Builder::new()
        .suffix(".jsonl")
        .tempfile()
        .unwrap();
    std::fs::write(file.path(), &text).unwrap();
    let path = file.path().to_str().unwrap();
    let mut read = Open::game(path)
        .session()
        .unwrap_or_else(|error| panic!("{name} {}: {error}", session.position().unwrap()));
    let place = format!("{name} {}", graphed.position);

    let (again, text_again) = written(&read, None);
    assert!(text_again == text, "{place}: the graph of the graph");
    let counts = |told: &Graphed| (told.positions, told.moves, told.ends);
    assert_eq!(counts(&again), counts(&graphed), "{place}");

    let (here, there) = (solved(&mut session), solved(&mut read));
    assert_eq!(here.outcome, there.outcome, "{place}");
    assert_eq!(here.margin, there.margin, "{place}");
    if here.remoteness.is_some() && there.remoteness.is_some() {
        assert_eq!(here.remoteness, there.remoteness, "{place}");
    }
    if here.grundy.is_some() && there.grundy.is_some() {
        assert_eq!(here.grundy, there.grundy, "{place}");
    }
    if here.best_count.is_some() && !here.best.is_empty() {
        assert_eq!(here.best_count, there.best_count, "{place}");
    }
    true
}

/// Games of which even late positions reach many others.
const TOO_LARGE: [&str; 1] = ["teeko"];

#[test]
fn every_game_is_worth_as_much_as_its_graph() {
    let (mut checked, mut left_out) = (0, Vec::new());
    for card in cards() {
        let [name, position] = &card.example;
        for misere in [false, true] {
            let opened = Open::game(name).at(position).misere(misere).session();
            match opened {
                Ok(session) => match check_at(name, session) {
                    true => checked += 1,
                    false => left_out.push(name.clone()),
                },
                Err(error) => assert!(misere, "{name}: {error}"),
            }
        }
    }
    assert!(checked > 80, "{checked}");
    assert_eq!(left_out, TOO_LARGE);
}

#[test]
fn rules_of_others_are_worth_as_much_as_their_graphs() {
    for name in [
        "../../examples/tic-tac-toe.star",
        "../../examples/token.star",
        "../../examples/cat-and-mouse.star",
        "../../examples/cutcake.star",
        "../../examples/stone-game-viii.star",
        "../../docs/coins.star",
        "../../docs/subtraction.star",
        "../../testdata/kif/mnk_3x3x3.kif",
        "../../testdata/kif/nim_2_2.kif",
        "../../testdata/kif/boxes_2x1.kif",
        "../../testdata/kif/coins_3_7_2_9_1_4_6.kif",
        "../../testdata/kif/notakto_3x3.kif",
        "../../testdata/kif/three_mens_morris.kif",
        "../../testdata/kif/hexapawn_3x4.kif",
    ] {
        assert!(check(name, false), "{name}");
    }
}

/// Games of OpenSpiel by its names, with how many positions they have and what they are worth to who begins, as counted with
/// OpenSpiel itself; tic-tac-toe and connect 4 are known from elsewhere, too.
const OPENSPIEL: [(&str, u64, Outcome); 10] = [
    ("tic_tac_toe", 5478, Outcome::Draw),
    (
        "connect_four(rows=4,columns=4,x_in_row=4)",
        161_029,
        Outcome::Draw,
    ),
    ("breakthrough(rows=4,columns=3)", 10_689, Outcome::Win),
    (
        "oware(num_houses_per_player=3,num_seeds_per_house=2)",
        33_403,
        Outcome::Win,
    ),
    ("hex(board_size=3)", 5514, Outcome::Win),
    ("dots_and_boxes", 5547, Outcome::Win),
    ("clobber(rows=3,columns=4)", 13_343, Outcome::Loss),
    ("nim(pile_sizes=1;3;5;7)", 752, Outcome::Loss),
    ("quoridor(board_size=3)", 2856, Outcome::Loss),
    ("mnk(m=4,n=3,k=3)", 111_973, Outcome::Win),
];

#[test]
#[ignore = "needs OpenSpiel, for the Python that PYTHON names"]
fn games_of_openspiel_have_the_positions_and_values_that_are_known() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let file = tempfile::Builder::new()
        .suffix(".jsonl")
        .tempfile()
        .unwrap();
    for (name, positions, outcome) in OPENSPIEL {
        let written = std::process::Command::new(&python)
            .args(["../../examples/openspiel_graph.py", name])
            .stdout(std::fs::File::create(file.path()).unwrap())
            .status();
        assert!(written.unwrap().success(), "{name}");
        let mut session = Open::game(file.path().to_str().unwrap()).session().unwrap();
        let counted = analyze(&session, &How::default()).unwrap().all;
        assert_eq!(counted.positions, positions, "{name}");
        assert_eq!(solved(&mut session).outcome, Some(outcome), "{name}");
    }
}

//! A position has the same value after its graph is written and opened again; the graph of the graph is the same file.

#![cfg(feature = "rules")]

use bouton::answers::{Answer, Graphed};
use bouton::certificates::{KnownBounds, write};
use bouton::experiment::{analyze, graph};
use bouton::{How, Limits, Open, Outcome, Session, cards};
use bouton_reference::messages;
use bouton_verify::position::{Language, Played, Text};
use bouton_verify::reference::Reference;
use bouton_verify::{Bounds, Refusal, check_from};

use crate::support::ROOT;

/// Larger graphs are not written: play continues to smaller ones.
const MOST: u64 = 1500;
/// Plies to a position from which few can be reached.
const LONGEST: usize = 200;

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
    let mut random = fastrand::Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    for _ in 0..LONGEST {
        if written(session, Some(MOST)).0.stopped.is_none() {
            return true;
        }
        let moves = session.choices(1000).unwrap();
        if moves.is_empty() {
            return false;
        }
        let name = moves[random.usize(..moves.len())].played.name.clone();
        session.play(&name).unwrap();
    }
    false
}

fn solved(session: &mut Session) -> Answer {
    session.solve(&How::default()).unwrap()
}

/// Checks the graph of a game at a position near the end of random play; returns whether there was one.
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
    let text = String::from_utf8(text).unwrap();
    both_readers_tell_the_same(&mut read, path, &text);
    certified(&mut read, &there);
    true
}

/// Certifies an answer to a graph and checks it by the graph in the certificate; returns the claim that is proved.
fn certified(session: &mut Session, answer: &Answer) -> String {
    let known = KnownBounds::of(session, answer).unwrap().unwrap();
    let mut text = Vec::new();
    let written = write(session, &[known], &How::default(), &mut text).unwrap();
    let checked = check_from(&mut &text[..], &Bounds::default()).unwrap();
    let checked = checked.unwrap_or_else(|why| panic!("{why}\n{}", String::from_utf8_lossy(&text)));
    assert_eq!(checked.claim, written.claim);
    checked.claim
}

fn listed(name: &str, text: &str, misere: bool) -> Played {
    Played {
        misere,
        texts: vec![Text {
            name: name.to_owned(),
            language: Language::Graph,
            text: text.to_owned(),
        }],
        ..Played::normal(name)
    }
}

/// Along random play, the checker's reader of graphs lists the same moves as the program's.
fn both_readers_tell_the_same(session: &mut Session, name: &str, text: &str) {
    let start = session.position().unwrap();
    let rules = Reference::open(&listed(name, text, session.is_misere()), &start).unwrap();
    let mut random = fastrand::Rng::with_seed(0x2545);
    for _ in 0..20 {
        let here = session.position().unwrap();
        let at = rules.read(&here).unwrap();
        let end = rules.end(&at).unwrap();
        let choices = session.choices(usize::MAX).unwrap();
        assert_eq!(end.is_some(), session.is_over().unwrap(), "{here}");
        let own = choices.iter().map(|choice| {
            let gain = choice.played.gain.unwrap_or(0);
            (choice.to.clone(), gain, choice.played.keeps_turn)
        });
        let steps = rules.steps(&at).unwrap();
        let theirs = steps
            .iter()
            .map(|step| (rules.show(&step.to), step.gain.into(), step.again));
        assert_eq!(
            own.collect::<Vec<_>>(),
            theirs.collect::<Vec<_>>(),
            "{here}"
        );
        let Some(chosen) = random.choice(&choices) else {
            break;
        };
        session.play(&chosen.played.name).unwrap();
    }
    session.go(&start).unwrap();
}

fn opened(text: &str, misere: bool) -> (tempfile::NamedTempFile, Session) {
    let file = tempfile::Builder::new()
        .suffix(".jsonl")
        .tempfile()
        .unwrap();
    std::fs::write(file.path(), text).unwrap();
    let open = Open::game(file.path().to_str().unwrap()).misere(misere);
    let session = open.session().unwrap();
    (file, session)
}

/// A graph of each kind: of the last move, with and without end of play, with positions of either player, with
/// points, with turns, with ids that JSON escapes and numbers.
const KINDS: [&str; 7] = [
    "{\"id\":2,\"to\":[[1,1],[2,\"0\"]]}\n{\"id\":1,\"to\":[[1,0]]}\n\n{\"id\":0,\"to\":[]}",
    "{\"id\":\"a\",\"to\":[[\"l\",\"b\"],[\"r\",\"c\"]]}\n{\"id\":\"b\",\"to\":[[\"l\",\"a\"],[\"r\",\"c\"]]}\n{\"id\":\"c\",\"to\":[]}",
    "{\"id\":\"s\",\"to\":[[\"l\",\"c\"],[\"r\",\"d\"]]}\n{\"id\":\"d\",\"to\":[[\"l\",\"c\"]]}\n{\"id\":\"c\",\"to\":[[\"l\",\"e\"],[\"r\",\"f\"]]}\n{\"id\":\"e\",\"win\":0}\n{\"id\":\"f\",\"win\":null}",
    "{\"id\":\"deal\",\"turn\":0,\"to\":[[\"a\",\"rest\",3],[\"b\",\"more\",1]]}\n{\"id\":\"more\",\"turn\":0,\"to\":[[\"a\",\"end\",1],[\"b\",\"rest\"]]}\n{\"id\":\"rest\",\"turn\":1,\"to\":[[\"a\",\"end\",2]]}\n{\"id\":\"end\",\"points\":0}",
    "{\"id\":\"s\",\"to\":[[\"l\",\"c\",1],[\"r\",\"d\"]]}\n{\"id\":\"d\",\"to\":[[\"l\",\"c\",2]]}\n{\"id\":\"c\",\"points\":-2}",
    "{\"id\":\"\\u00e9\\ud83d\\ude00\\t\\\"\",\"to\":[[\"\\n\",\"x\"]]}\n{\"id\":\"x\",\"to\":[]}",
    "{\"id\":\"start\",\"to\":[[\"left\",\"forest\"],[\"right\",\"river\"]]}\n{\"id\":\"forest\",\"to\":[[\"wait\",\"start\"],[\"climb\",\"hill\"]]}\n{\"id\":\"river\",\"to\":[[\"swim\",\"hill\"],[\"rest\",\"start\"]]}\n{\"id\":\"hill\",\"to\":[[\"jump\",\"treasure\"],[\"slide\",\"river\"]]}\n{\"id\":\"treasure\",\"win\":1}",
];

#[test]
fn graphs_of_every_kind_are_certified() {
    let mut with_misere = 0;
    for text in KINDS {
        for misere in [false, true] {
            let file = tempfile::Builder::new()
                .suffix(".jsonl")
                .tempfile()
                .unwrap();
            std::fs::write(file.path(), text).unwrap();
            let path = file.path().to_str().unwrap();
            let Ok(mut session) = Open::game(path).misere(misere).session() else {
                assert!(misere, "{text}");
                continue;
            };
            with_misere += u32::from(misere);
            both_readers_tell_the_same(&mut session, path, text);
            let answer = solved(&mut session);
            certified(&mut session, &answer);
        }
    }
    // All but the two with points.
    assert_eq!(with_misere, 5);
    let (file, _) = opened(KINDS[0], false);
    let sum = format!("nim 3 + {} 2", file.path().display());
    let mut session = Open::game(sum.as_str()).session().unwrap();
    let answer = solved(&mut session);
    assert!(certified(&mut session, &answer).contains("the Grundy value is 1"));
}

/// The checker reads exactly the files that `docs/import.md` describes.
#[test]
fn lists_that_are_no_game_are_refused() {
    messages("lists that are no game", |text| {
        let refusal = Reference::open(&listed("it.jsonl", text, false), "1").err();
        refusal.unwrap().to_string()
    });
}

/// The list belongs to the claim: another one has another hash, and a list that does not fit is refused.
#[test]
fn a_list_cannot_be_changed_in_a_certificate() {
    let (_file, mut session) = opened(KINDS[0], false);
    let answer = solved(&mut session);
    let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
    let mut text = Vec::new();
    write(&mut session, &[known], &How::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let check = |text: &str, memory| {
        let bounds = Bounds {
            memory,
            ..Bounds::default()
        };
        check_from(&mut text.as_bytes(), &bounds).unwrap()
    };
    assert!(check(&text, 1 << 20).is_ok());
    let other = text.replacen("[2,\"0\"]", "[2,\"1\"]", 1);
    assert!(matches!(check(&other, 1 << 20), Err(Refusal::Refuted(_))));
    assert!(matches!(check(&text, 200), Err(Refusal::Undecided(_))));
}

/// Games in which even late positions reach many others.
const TOO_LARGE: [&str; 1] = ["teeko"];
/// Left and Right can play for ever: a theorem decides, and a search of the graph is refused.
const LOOPY: &str = "northcott";

#[test]
fn every_game_is_worth_as_much_as_its_graph() {
    let (mut checked, mut left_out) = (0, Vec::new());
    for card in cards().iter().filter(|card| card.name != LOOPY) {
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
    for name in "\
        examples/tic-tac-toe.star examples/token.star examples/cat-and-mouse.star \
        examples/cutcake.star examples/stone-game-viii.star docs/coins.star docs/subtraction.star \
        testdata/kif/mnk_3x3x3.kif testdata/kif/nim_2_2.kif testdata/kif/boxes_2x1.kif \
        testdata/kif/coins_3_7_2_9_1_4_6.kif testdata/kif/notakto_3x3.kif \
        testdata/kif/three_mens_morris.kif testdata/kif/hexapawn_3x4.kif"
        .split(' ')
    {
        assert!(check(&format!("{ROOT}/{name}"), false), "{name}");
    }
}

/// Games of OpenSpiel by its names, with the number of their positions and the value for the player who begins, as
/// counted with OpenSpiel itself; those of tic-tac-toe and connect 4 are known from other sources, too.
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
            .args(["examples/openspiel_graph.py", name])
            .stdout(std::fs::File::create(file.path()).unwrap())
            .status();
        assert!(written.unwrap().success(), "{name}");
        let mut session = Open::game(file.path().to_str().unwrap()).session().unwrap();
        let counted = analyze(&session, &How::default()).unwrap().all;
        assert_eq!(counted.positions, positions, "{name}");
        assert_eq!(solved(&mut session).outcome, Some(outcome), "{name}");
    }
}

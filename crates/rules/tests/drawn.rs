//! The results of `draw`, as scenes.

use bouton_core::scene::{Cell, EdgeKind, Figure, Owner, Scene};
use bouton_core::{Limits, RuleError, asked};
use bouton_external::ExternalRules;
use bouton_reference::messages;
use bouton_rules::{RuleFile, Rules};

/// The scene of a file whose `draw` returns this, with further lines.
fn drawn(told: &str, lines: &str) -> Result<Scene, String> {
    let text =
        format!("start = 1\ndef moves(n): return []\ndef draw(n):\n    return {told}\n{lines}\n");
    let file = RuleFile::of("game.star", &text, None).map_err(|fault| fault.to_string())?;
    let rules = Rules::of(file);
    rules.oracle().unwrap().begin(&Limits::default());
    match asked(|| rules.scene(&rules.start().unwrap())) {
        Ok(scene) => Ok(scene),
        Err(RuleError::Broken(message)) => Err(message),
        Err(other) => panic!("{told}: {other:?}"),
    }
}

type Point = (String, u16, u16);
type Edge = (usize, usize, EdgeKind);

/// The places of the points of a net, and its edges.
fn net(scene: Scene) -> (Vec<Point>, Vec<Edge>) {
    let Figure::Net { points, edges } = scene.figure else {
        panic!("no net: {scene:?}")
    };
    let points = points.into_iter();
    let edges = edges.iter();
    (
        points
            .map(|point| (point.label, point.x, point.y))
            .collect(),
        edges.map(|edge| (edge.from, edge.to, edge.kind)).collect(),
    )
}

#[test]
fn a_graph_is_laid_out() {
    let scene = drawn(
        "{'points': ['a', 'c'], 'edges': [('a', 'b'), ('b', 'c', '>'), ('c', 'a', '.')]}",
        "",
    );
    let (points, edges) = net(scene.unwrap());
    let names: Vec<_> = points.iter().map(|point| &*point.0).collect();
    assert_eq!(names, ["a", "c", "b"]);
    let kinds = [
        EdgeKind::Of(Owner::Neutral),
        EdgeKind::OneWay,
        EdgeKind::Free,
    ];
    assert_eq!(
        edges,
        [(0, 2, kinds[0]), (2, 1, kinds[1]), (1, 0, kinds[2])]
    );
    // A triangle stands on a side.
    assert_eq!((points[0].1, points[1].2), (500, points[2].2));
}

#[test]
fn points_have_places_and_marks() {
    let told =
        "{'points': {1: (-1, 7, 'X'), 2: (3, 9), 3: (0, 7, '#')}, 'edges': [(1, 2, 'R', 'up')]}";
    let scene = drawn(told, "owners = {'#': 'second'}").unwrap();
    let Figure::Net { points, edges } = &scene.figure else {
        panic!("no net: {scene:?}")
    };
    let cells: Vec<_> = points.iter().map(|point| point.cell.clone()).collect();
    let piece = |owner, mark: &str| Cell::Piece(owner, mark.into());
    assert_eq!(
        cells,
        [
            piece(Owner::First, "X"),
            Cell::Empty,
            piece(Owner::Second, "#")
        ]
    );
    assert_eq!(edges[0].label, "up");
    assert_eq!(edges[0].kind, EdgeKind::Of(Owner::Second));
    let places = net(scene).0;
    assert_eq!((places[1].1, places[1].2, places[2].1), (1000, 500, 250));
}

#[test]
fn edges_stand_on_the_ground() {
    let told = "{'points': [0], 'edges': [(0, 1, 'B'), (1, 2), (2, 0)]}";
    let (points, edges) = net(drawn(told, "figures = 'ground'").unwrap());
    let named = |n: usize| &*points[n].0;
    let ends: Vec<_> = edges
        .iter()
        .map(|edge| (named(edge.0), named(edge.1)))
        .collect();
    assert_eq!(ends, [("0", "1"), ("1", "2"), ("0", "2")]);
    assert_eq!(edges[0].2, EdgeKind::Of(Owner::First));
}

#[test]
fn other_figures_are_drawn() {
    let heaps = drawn("{'heaps': (3, 10 ** 18)}", "").unwrap().figure;
    assert!(matches!(heaps, Figure::Heaps(heaps) if heaps.len() == 2));
    let cards = drawn("{'laid': [1, 'K'], 'piles': {'K': 3}}", "").unwrap();
    let piles = vec![("K".to_owned(), 3)];
    let laid = vec!["1".to_owned(), "K".to_owned()];
    assert_eq!(cards.figure, Figure::Cards { laid, piles });
    let held = drawn("{'rows': ['X.'], 'hands': [{'X': 2}, {'O': 0}]}", "").unwrap();
    assert_eq!(held.held(), "in hand: 2 X; the other: nothing");
    assert!(drawn("(row for row in ['X.'])", "").is_ok());
}

/// Three edges at each point, with loops among them.
#[test]
fn an_edge_may_lead_back_to_its_point() {
    for told in [
        "{'points': [], 'edges': [(k, (k + j) % 6) for k in range(6) for j in (0, 1)]}",
        "{'points': [], 'edges': [(k, k) for k in range(3)]}",
    ] {
        assert!(drawn(told, "").is_ok(), "{told}");
        let ground = drawn(told, "figures = 'ground'");
        assert_eq!(ground.is_ok(), told.contains('j'), "{told}");
    }
}

/// Many points are put on a circle; of too many the picture is refused.
#[test]
fn pictures_are_bounded() {
    let (points, _) = net(drawn("{'points': list(range(1000)), 'edges': []}", "").unwrap());
    assert_eq!((points.len(), points[0].1), (1000, 500));
    let many = drawn(
        "{'points': [], 'edges': [(k, k + 2000) for k in range(1000)]}",
        "",
    )
    .unwrap_err();
    assert!(many.contains("at most 1024 points"), "{many}");
}

#[test]
fn bad_pictures_are_refused() {
    messages("results of draw", |told| match drawn(told, "") {
        Ok(scene) => format!("{scene:?}"),
        Err(message) => message,
    });
    messages("edges above the ground", |told| {
        drawn(told, "figures = 'ground'").unwrap_err()
    });
    messages("owners", |told| {
        drawn("['X']", &format!("owners = {told}")).unwrap_err()
    });
}

//! Rule files that come with questions: they are played within the limits of every question, and open no files.

use std::io::{BufReader, Write};
use std::time::Duration;

use bouton_reference::{message, messages};

use super::schema::faults;
use super::{is_told, refusal};
use crate::server::{Response, Server, form_of, request};
use crate::support::bouton;

/// Take one, two or three.
const GAME: &str = "start = 21\ndef moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n";

/// The answer about rules of your own.
fn asked(server: &Server, route: &str, rules: &str, more: &[(&str, &str)]) -> Response {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("rules", rules);
    if !more.iter().any(|(name, _)| *name == "game") {
        form.append_pair("game", "mine.star");
    }
    form.extend_pairs(more);
    server.post(&format!("/api/{route}"), &form.finish())
}

/// Fails unless the server still answers about its own games, and about valid rules, once it has given back what another question held.
fn is_well(server: &Server) {
    assert_eq!(server.get("/api/solve?game=nim&position=3,4,5").status, 200);
    let ask = || asked(server, "solve", GAME, &[("position", "20")]);
    let mut answer = ask();
    for _ in 0..100 {
        if answer.json()["stopped"] != "memory" {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
        answer = ask();
    }
    assert_eq!(
        (answer.status, &answer.json()["outcome"]),
        (200, &"loss".into()),
        "{}",
        answer.text()
    );
}

#[test]
fn rules_that_come_with_a_question_are_played() {
    let server = Server::start(&[]);
    is_well(&server);
    let description = server.get("/api").json();
    for (route, more) in [
        ("check", &[][..]),
        ("card", &[]),
        ("position", &[]),
        ("solve", &[]),
        ("moves", &[("position", "7")]),
        ("reply", &[("level", "looks-3")]),
        ("levels", &[]),
        ("reply", &[("level", "chances")]),
        ("review", &[("position", "7"), ("move", "4")]),
        ("analyze", &[]),
        ("find", &[("where", "win")]),
    ] {
        let answer = asked(&server, route, GAME, more);
        assert_eq!(answer.status, 200, "{route}: {}", answer.text());
        let json = "application~1json";
        let schema = format!("/paths/~1api~1{route}/post/responses/200/content/{json}/schema");
        let schema = description.pointer(&schema).unwrap();
        assert_eq!(faults(&description, schema, &answer.json(), route), [""; 0]);
    }
    let drawn = asked(&server, "draw", GAME, &[]);
    assert!(
        drawn.status == 200 && drawn.text().starts_with("<svg"),
        "{}",
        drawn.text()
    );
    // By an address as well, and with parameters; a sum of it and another game.
    let short = "n%20=%20parameter(%22n%22,%203)%0Astart%20=%20n%0Adef%20moves(n):%0A%20%20return%20list(range(n))";
    let at = server
        .get(&format!("/api/position?game=a.star:5&rules={short}"))
        .json();
    assert_eq!(at["position"], "5");
    let sum = format!(
        "/api/solve?game=nim+3+%2B+a.star+3&rules={short}%0Aplies_left%20=%20lambda%20n:%20n"
    );
    let sum = server.get(&sum);
    assert_eq!(sum.json()["outcome"], "loss", "{}", sum.text());
}

#[test]
fn what_is_wrong_with_rules_is_told_with_its_place() {
    let server = Server::start(&[]);
    let wrong = asked(
        &server,
        "check",
        "start = 1\ndef moves(n):\n    return [n - 1\n",
        &[],
    );
    assert_eq!(
        (wrong.status, &wrong.json()["error"]["where"]["what"]),
        (400, &"rules".into())
    );
    let told = refusal(&wrong);
    assert!(
        told.starts_with("mine.star:3:12: this `[` is not closed"),
        "{told}"
    );
    let late = asked(
        &server,
        "solve",
        "start = 2\ndef moves(n):\n    return [n - 1, 1 // (n - 1)]\n",
        &[],
    );
    message("a fault of rules", refusal(&late));
    let endless = asked(
        &server,
        "check",
        "start = 1\npoints = True\ndef moves(n):\n    return [(\"a\", n, 1)]\n",
        &[],
    );
    assert!(
        !endless.json()["mistakes"].as_array().unwrap().is_empty(),
        "{}",
        endless.text()
    );
    let named = asked(
        &server,
        "solve",
        GAME,
        &[("game", "nim"), ("position", "1")],
    );
    assert_eq!(
        (named.status, &named.json()["error"]["where"]["what"]),
        (400, &"game".into())
    );
    is_well(&server);
}

/// Rules of a part of `rules.txt`, with their names.
fn greedy<'t>(part: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let parts = include_str!("rules.txt").split("\n# ");
    let mut found = parts.filter_map(|text| text.strip_prefix(part));
    let rules: &'t str = found.next().unwrap();
    let rules = rules.split("\n## ").skip(1);
    rules.map(|rules| rules.split_once('\n').unwrap())
}

/// Rules that run until their limit.
const TIRELESS: &str = "without end";

#[test]
fn rules_do_not_outlive_their_limits() {
    let server = Server::start(&["--time", "1s", "--memory", "128M"]);
    for (what, rules) in greedy(TIRELESS) {
        for route in ["check", "solve", "draw", "moves"] {
            // Without limits they would take minutes, which no client waits.
            let answer = asked(&server, route, rules, &[]);
            is_told(&answer, &format!("{what}, {route}"));
        }
    }
    // Many games in one question, each read again.
    let rules = format!("n = parameter(\"n\", 1)\n{GAME}");
    let more = [("game", "mine.star:1..90000"), ("where", "loss")];
    let found = asked(&server, "find", &rules, &more);
    assert!([200, 504].contains(&found.status), "{}", found.text());
    assert_eq!(found.json()["stopped"], "time", "{}", found.text());
    is_well(&server);
}

#[test]
fn who_leaves_ends_the_rules_as_well() {
    let server = Server::start(&["--time", "600s"]);
    let form = |rules: &str| {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("game", "mine.star")
            .append_pair("rules", rules);
        form_of("/api/solve", &form.finish())
    };
    for (_, rules) in greedy(TIRELESS) {
        let mut stream = server.connect();
        stream.write_all(form(rules).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    // All have left: none of their questions is before the next one, for which no client would wait ten minutes.
    is_well(&server);
}

#[test]
fn rules_take_no_more_memory_and_say_no_more_than_they_may() {
    let server = Server::start(&["--time", "10s", "--memory", "128M"]);
    let brackets = format!("start = {}1{}\n", "(".repeat(20_000), ")".repeat(20_000));
    let brackets = ("deep brackets", &*brackets);
    for (what, rules) in greedy("with much memory").chain([brackets]) {
        for route in ["check", "position", "draw", "moves"] {
            let answer = asked(&server, route, rules, &[]);
            assert!(
                answer.body.len() <= 8 << 20,
                "{what}, {route}: {} bytes",
                answer.body.len()
            );
            is_told(&answer, &format!("{what}, {route}"));
        }
        is_well(&server);
    }
}

#[test]
fn rules_open_no_file() {
    let server = Server::start(&[]);
    let secret = tempfile::NamedTempFile::with_suffix(".star").unwrap();
    std::fs::write(secret.path(), "hidden = \"lighthouse\"\n").unwrap();
    let path = secret.path().to_str().unwrap();
    for rules in [
        format!("load({path:?}, \"hidden\")\nstart = 1\ndef moves(n): return [hidden]\n"),
        format!("load(\"/etc/passwd\", \"root\")\n{GAME}"),
        format!("start = open({path:?}).read()\ndef moves(n): return []\n"),
        format!("start = read({path:?})\ndef moves(n): return []\n"),
        format!("import os\n{GAME}"),
        "start = __import__(\"os\")\ndef moves(n): return []\n".to_owned(),
    ] {
        let answer = asked(&server, "position", &rules, &[]);
        assert_eq!(answer.status, 400, "{rules}: {}", answer.text());
        assert!(!answer.text().contains("lighthouse"), "{}", answer.text());
    }
    // The name of the file is only a name, and gives no access to files beside it.
    let named = asked(&server, "solve", GAME, &[("game", path)]);
    assert_eq!(named.json()["outcome"], "win", "{}", named.text());
    for (game, position) in [
        (format!("mine.star 3 + {path} 1"), ""),
        ("mine.star 3 + docs/thief.game 1".into(), ""),
        ("docs/thief.game".into(), "1"),
        ("sum".into(), "mine.star 3 + docs/wythoff.law 1,2"),
        ("mine.star".into(), "@/etc/hostname"),
    ] {
        let mut more = vec![("game", game.as_str())];
        if !position.is_empty() {
            more.push(("position", position));
        }
        let answer = asked(&server, "solve", GAME, &more);
        assert!(!answer.text().contains("lighthouse"), "{}", answer.text());
        let is_own = game.contains(path);
        assert_eq!(
            answer.status,
            if is_own { 200 } else { 400 },
            "{game}: {}",
            answer.text()
        );
    }
    // Without rules, a file is not read.
    let bare = server.get(&format!("/api/solve?game={path}&position=1"));
    assert_eq!(bare.status, 400);
}

#[test]
fn too_long_a_text_is_refused_before_it_is_read() {
    let server = Server::start(&[]);
    let text = |bytes: usize| format!("{GAME}#{}\n", "x".repeat(bytes - GAME.len() - 2));
    assert_eq!(
        asked(&server, "position", &text(800 << 10), &[]).status,
        200
    );
    let long = asked(&server, "position", &text((800 << 10) + 1), &[]);
    assert_eq!(long.status, 413);
    message("rules that are too long", refusal(&long));
    let mut stream = server.connect();
    let body = form_of(
        "/api/check",
        &format!("game=a.star&rules={}", "x".repeat(10 << 20)),
    );
    let _ = stream.write_all(body.as_bytes());
    let refused = Response::read(&mut BufReader::new(stream));
    assert!(refused.map_or(true, |response| response.status == 413));
    is_well(&server);
}

#[test]
fn what_rules_say_comes_back_as_text() {
    let server = Server::start(&[]);
    let script = "<script>alert(1)</script>";
    let rules = format!(
        "name = \"{script}\"\nrules = \"{script}\"\nstart = \"{script}\"\ndef moves(s):\n    return [(\"{script}\", \"\")] if s else []\ndef show(s):\n    return s or \"end\"\ndef parse(t):\n    return t\n"
    );
    for route in ["card", "position", "draw", "solve", "check"] {
        let answer = asked(&server, route, &rules, &[]);
        let kind = answer.header("content-type").unwrap().to_owned();
        assert!(
            kind == "application/json" || kind == "image/svg+xml",
            "{kind}"
        );
        assert!(
            kind == "application/json" || !answer.text().contains("<script"),
            "{route}"
        );
    }
    let graph = asked(&server, "draw", &rules, &[("as", "graph")]);
    assert!(
        graph.status == 200 && !graph.text().contains("<script"),
        "{}",
        graph.text()
    );
    let file = asked(
        &server,
        "draw",
        &rules,
        &[("game", "\"\r\nx.star"), ("download", "1")],
    );
    let held = file.header("content-disposition").unwrap();
    assert_eq!(held, "attachment; filename=\"x.star-board.svg\"");
}

#[test]
fn a_public_server_evaluates_no_rules_unless_told_to() {
    let public = Server::start(&["--public"]);
    let refused = asked(&public, "solve", GAME, &[]);
    assert_eq!(
        (refused.status, &refused.json()["error"]["where"]["what"]),
        (403, &"rules".into())
    );
    message("rules at a public server", refusal(&refused));
    assert_eq!(public.get("/api/solve?game=nim&position=3").status, 200);
    is_well(&Server::start(&["--public", "--public-rules"]));
    assert!(bouton(&["serve", "--public-rules"]).is_refusal());
    // Pages of other sites cannot ask about rules.
    let server = Server::start(&[]);
    let cross = request("/api/position?game=a.star&rules=start%3D1").replace(
        "Host: localhost",
        "Host: localhost\r\nSec-Fetch-Site: cross-site",
    );
    assert_eq!(server.say(&cross).status, 403);
}

/// Numbers that grow without end: in each a single step would take longer than any question.
fn growing(number: usize) -> String {
    let step = [
        "x = x * x",
        "x *= x",
        "x = x * x * x",
        "x = (x * x) // 2",
        "x = (x << 100000) * x",
        "x = int(str(x) + str(x))",
        "x = (x << 100000) << 100000 if str(x) else 0",
    ][number];
    format!("start = 1\ndef moves(n):\n  x = 3\n  for i in range(60):\n    {step}\n  return [x]\n")
}

/// Numbers that grow are stopped long before the time of the question.
#[test]
fn numbers_that_grow_without_end_are_told() {
    let server = Server::start(&["--time", "600s"]);
    for number in 0..7 {
        let answer = asked(&server, "moves", &growing(number), &[]);
        assert!([400, 504].contains(&answer.status), "{}", answer.text());
    }
    is_well(&server);
}

/// The answer to statements.
fn calculated(server: &Server, expression: &str, before: &[&str]) -> Response {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("expression", expression);
    for text in before {
        form.append_pair("before", text);
    }
    server.post("/api/calc", &form.finish())
}

#[test]
fn statements_are_answered_and_know_those_before_them() {
    let server = Server::start(&[]);
    let description = server.get("/api").json();
    let before = [
        "let h = +-1",
        "def f(x): return {x|-x}\nprint(1)",
        "g = f(2)",
        "nonsense(",
    ];
    for (expression, field, expected) in [
        ("g + h", "/value", "+-{3|1}"),
        ("[f(n) for n in range(1, 3)]", "/shown/1/line", "+-2"),
        ("table([[1, g]])", "/shown/0/table/rows/0/1", "+-2"),
        ("plot([(1/2, 3)])", "/shown/0/plot/points/0/0", "1/2"),
        ("print(h)\ng", "/shown/1/value/value", "+-2"),
        ("game(\"domineering:2,3\") + f(0)", "/value", "{2*|-1/2*}"),
    ] {
        let answer = calculated(&server, expression, &before);
        assert_eq!(answer.status, 200, "{expression}: {}", answer.text());
        let json = answer.json();
        assert_eq!(
            json.pointer(field),
            Some(&expected.into()),
            "{expression}: {json}"
        );
        let schema = "/paths/~1api~1calc/post/responses/200/content/application~1json/schema";
        let schema = description.pointer(schema).unwrap();
        assert_eq!(faults(&description, schema, &json, "calc"), [""; 0]);
    }
    let wrong = calculated(&server, "x = 1\n[x, y]", &[]);
    assert_eq!(wrong.status, 400);
    message("a wrong calculation", refusal(&wrong));
}

#[test]
fn statements_do_not_outlive_their_limits_and_open_no_file() {
    let server = Server::start(&["--time", "2s", "--memory", "128M"]);
    let deep = format!("x = 1\ny = {}x{}", "{".repeat(5000), "|0}".repeat(5000));
    let brackets = format!("x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let listed = include_str!("statements.txt").lines();
    let listed = listed.map(|line| line.replace("\\n", "\n"));
    for text in listed.chain([deep, brackets]) {
        let text = text.as_str();
        let answer = calculated(&server, text, &[]);
        let shown = &text[..text.len().min(60)];
        assert!(
            answer.body.len() <= 8 << 20,
            "{shown}: {} bytes",
            answer.body.len()
        );
        is_told(&answer, shown);
        assert!(!answer.text().contains("root:"), "{shown}");
    }
    messages("calculations that read files", |text| {
        refusal(&calculated(&server, text, &[]))
    });
    is_well(&server);
    let public = Server::start(&["--public"]);
    assert_eq!(calculated(&public, "[1, 2]", &[]).status, 403);
    assert_eq!(calculated(&public, "1 + 1", &["f = [2]"]).status, 403);
    assert_eq!(calculated(&public, "1 + 1", &["f = 2"]).status, 200);
    assert_eq!(calculated(&public, "1 + 1", &["let f = 2"]).status, 200);
}

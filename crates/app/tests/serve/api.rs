//! The API against the command line, which follows the contract, and against its own description.

use std::io::{BufRead, BufReader, Write};

use serde_json::Value;

use super::schema::faults;
use crate::server::{Response, Server, chunk, request};
use crate::support::bouton;

fn command(args: &[&str]) -> Value {
    bouton(&[args, &["--json"]].concat()).json()
}

/// The same without the parts that differ between runs.
fn timeless(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.remove("seconds");
    }
    value
}

/// A question for each route, and the words of the command with the same answer, two spaces apart.
const QUESTIONS: &str = "
solve?game=wythoff&position=75,90 => solve  wythoff  75,90
solve?game=tic-tac-toe => solve  tic-tac-toe
solve?game=row-ends&position=-1,2,9 => solve  row-ends  -1,2,9
solve?game=nim&position=3,4,5&misere=1 => solve  nim  3,4,5  --misere
solve?game=nim&position=1,2&solver=memo => solve  nim  1,2  --solver  memo
solve?game=nim+3,4+%2B+kayles+5 => solve  nim 3,4 + kayles 5
solve?game=domineering:3,3&right=1 => solve  domineering:3,3  --right
value?game=domineering:4,4&width=12&latex=1 => value  domineering:4,4  --width  12  --latex
calc?expression=%7B2%7C-1%7D+%2B+%5E* => calc  {2|-1} + ^*
calc?expression=%7B1%7C0%7D&width=2&latex=1 => calc  {1|0}  --width  2  --latex
moves?game=row-ends&position=1,2,4,3 => moves  row-ends  1,2,4,3
review?game=row-ends&position=1,2,4,3&move=R&move=R&move=L => review  row-ends  1,2,4,3  R  R  L
analyze?game=tic-tac-toe => analyze  tic-tac-toe
losing?game=wythoff&up_to=20 => losing  wythoff  --up-to  20
losing?game=nim&up_to=5&piles=3&total=6..9 => losing  nim  --up-to  5  --piles  3  --total  6..9
values?game=wythoff&up_to=9 => values  wythoff  --up-to  9
values?game=kayles&up_to=30&kind=grundy => values  kayles  --up-to  30  --kind  grundy
sequence?game=octal:0.77&heaps=300&values=1 => sequence  octal:0.77  --heaps  300  --values
sequence?game=kayles&heaps=20&misere=1 => sequence  kayles  --heaps  20  --misere
quotient?game=kayles&heaps=80 => quotient  kayles  --heaps  80
quotient?game=kayles&position=9,4 => quotient  kayles  9,4
quotient?game=cram&position=.../.../...&heaps=7 => quotient  cram  .../.../...  --heaps  7
refute?game=row-ends&strategy=larger-end => refute  row-ends  larger-end
refute?game=row-ends&strategy=larger-end&by=margin&even=1&values=0..3&length=..4 => refute  row-ends  larger-end  --by  margin  --even  --values  0..3  --length  ..4
ask?game=wythoff&formula=A+a:+E+b:+P(a,b) => ask  wythoff  A a: E b: P(a,b)
ask?game=wythoff&formula=P(a,b)+%26+a+%3C+b => ask  wythoff  P(a,b) & a < b
ask?game=clobber&pattern=X^n+O&formula=A+n:+value(n)+%3E+0 => ask  clobber  X^n O  A n: value(n) > 0
law?game=euclid => law  euclid
law?game=clobber&pattern=X^n+O&explain=1 => law  clobber  X^n O  --explain
law?game=hackenbush-string&pattern=b^a+r^b&explain=1 => law  hackenbush-string  b^a r^b  --explain
ask?game=hackenbush&pattern=b^a+r^b&formula=A+b:+value(1,b)%3D1/2^b => ask  hackenbush  b^a r^b  A b: value(1,b)=1/2^b
law?game=toads-and-frogs&pattern=t^a+.+t+f^b => law  toads-and-frogs  t^a . t f^b
law?game=hackenbush&pattern=g^n => law  hackenbush  g^n
games/wythoff? => games  wythoff
games? => games
";

#[test]
fn answers_are_those_of_the_command_line_and_as_described() {
    let server = Server::start(&[]);
    let description = server.get("/api").json();
    for line in QUESTIONS.lines().skip(1) {
        let (question, words) = line.split_once(" => ").unwrap();
        let words: Vec<_> = words.split("  ").collect();
        let path = format!("/api/{}", question.trim_end_matches('?'));
        let response = server.get(&path);
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        assert_eq!(
            timeless(response.json()),
            timeless(command(&words)),
            "{path}"
        );
        let route = path
            .split('?')
            .next()
            .unwrap()
            .replace("/wythoff", "/{name}");
        agree(&description, &route, &response);
        if let Some((route, form)) = path.split_once('?') {
            let posted = server.post(route, form);
            assert_eq!(timeless(posted.json()), timeless(response.json()), "{path}");
        }
    }
    for path in "/api/position?game=wythoff&position=3,5 /api/position?game=domineering:2,3 /api/levels?game=row-ends&position=1,2 /api/levels?game=nim /api/reply?game=row-ends&position=1,2&level=larger-end&lead=-3&before=1,2,7 /api/reply?game=nim&position=3,4&level=looks-4&seed=7 /api/card?game=wythoff".split(' ') {
        let route = path.split('?').next().unwrap();
        agree(&description, route, &server.get(path));
    }
    let card = server.get("/api/card?game=wythoff").json();
    assert_eq!(card, server.get("/api/games/wythoff").json());
}

/// The answer matches the description of the route.
fn agree(description: &Value, route: &str, response: &Response) {
    let schema = &description["paths"][route]["get"]["responses"]["200"]["content"]["application/json"]
        ["schema"];
    assert!(schema.is_object(), "{route} is not described");
    assert_eq!(
        faults(description, schema, &response.json(), route),
        [""; 0]
    );
}

/// The paths under `/api` that a script names.
fn asked_by(script: &str) -> impl Iterator<Item = String> {
    // A command as the book shows it is named by a list of its own.
    let rest = script.split("/api/").skip(1);
    let rest = rest.filter(|rest| !rest.starts_with("${command}"));
    rest.map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '/'));
        format!(
            "/api/{}",
            rest[..end.unwrap_or(rest.len())].trim_end_matches('/')
        )
    })
}

#[test]
fn pages_ask_for_nothing_that_is_not_described() {
    let server = Server::start(&[]);
    let description = server.get("/api").json();
    let scripts = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/assets")).unwrap();
    let mut asked = 0;
    for script in scripts.map(|entry| entry.unwrap().path()) {
        for path in asked_by(&std::fs::read_to_string(&script).unwrap()) {
            asked += 1;
            let described = path == "/api/download" || description["paths"][&path].is_object();
            assert!(described, "{}: {path}", script.display());
        }
    }
    assert!(asked > 10);
}

#[test]
fn every_route_is_described_and_answers() {
    let server = Server::start(&[]);
    let description = server.get("/api").json();
    assert_eq!(description["openapi"], "3.1.0");
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() > 15);
    let mut open = vec![&description];
    while let Some(value) = open.pop() {
        if let Some(name) = value["$ref"].as_str() {
            let at = name.trim_start_matches('#');
            assert!(description.pointer(at).is_some(), "{name} is not described");
        }
        open.extend(
            value
                .as_object()
                .into_iter()
                .flat_map(|object| object.values()),
        );
        open.extend(value.as_array().into_iter().flatten());
    }
    for (path, item) in paths {
        for parameter in item["get"]["parameters"].as_array().unwrap() {
            assert!(
                parameter["name"].is_string() && parameter["schema"].is_object(),
                "{path}"
            );
        }
        // Without its parameters, each names the missing one, in the described form of an error.
        let response = server.get(&path.replace("{name}", "no-such-game"));
        if ["/api/games", "/api/tabulate"].contains(&path.as_str()) {
            assert_eq!(response.status, 200, "{path}");
            continue;
        }
        assert!(
            [400, 404].contains(&response.status),
            "{path}: {}",
            response.text()
        );
        let error = &description["components"]["schemas"]["Error"];
        assert_eq!(faults(&description, error, &response.json(), path), [""; 0]);
    }
}

#[test]
fn a_position_is_told_as_pages_need_it() {
    let server = Server::start(&[]);
    let view = server
        .get("/api/position?game=row-ends&position=7,8,9")
        .json();
    let moves = view["moves"].as_array().unwrap();
    assert_eq!(moves[0]["move"], "L");
    assert_eq!(
        (&moves[0]["to"], &moves[0]["gain"]),
        (&"8,9".into(), &7.into())
    );
    assert_eq!(moves[1]["changes"], serde_json::json!([2]));
    assert_eq!(
        (&view["over"], &view["figure"]),
        (&false.into(), &"coins".into())
    );
    let over = server.get("/api/position?game=nim&position=0").json();
    assert_eq!(
        (&over["over"], &over["outcome"]),
        (&true.into(), &"loss".into())
    );
    let right = server
        .get("/api/position?game=domineering:2,2&right=1")
        .json();
    assert_eq!(right["mover"], "Right");
    let many = server.get("/api/position?game=nim&position=1000000").json();
    assert_eq!(
        (many["moves"].as_array().unwrap().len(), &many["more"]),
        (2000, &true.into())
    );
}

#[test]
fn pictures_come_in_their_formats() {
    let server = Server::start(&[]);
    let svg = server.get("/api/draw?game=row-ends&position=4,5,3,1,2&as=triangle");
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().contains("data-position=\"5,3,1\""));
    let policy = svg.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("style-src 'unsafe-inline'"));
    let dot = server.get("/api/draw?game=nim&position=1,2&as=graph&format=dot&download=1");
    assert!(dot.text().starts_with("digraph"));
    assert_eq!(
        dot.header("content-disposition"),
        Some("attachment; filename=\"nim-graph.dot\"")
    );
    let json = server
        .get("/api/draw?game=nim&position=1,2&as=dag&format=json")
        .json();
    assert_eq!(json["kind"], "dag");
    if cfg!(feature = "png") {
        let png = server.get("/api/draw?game=tic-tac-toe&format=png&scale=1");
        assert_eq!(png.header("content-type"), Some("image/png"));
        assert!(png.body.starts_with(b"\x89PNG"));
    }
    let strip = server.get("/api/draw?game=kayles&position=30&as=strip&grundy=1");
    assert_eq!(strip.status, 200);
}

#[test]
fn answers_can_be_saved() {
    let server = Server::start(&[]);
    for (question, first, name) in [
        (
            "losing?game=wythoff&up_to=5",
            "position\r\n\"0,0\"\r\n\"1,2\"\r\n",
            "wythoff-losing.csv",
        ),
        (
            "values?game=nim&up_to=1&piles=2",
            "heap,0,1\r\n0,L,W\r\n1,W,L\r\n",
            "nim-values.csv",
        ),
        (
            "sequence?game=octal:0.77&heaps=2",
            "heap,value\r\n0,0\r\n1,1\r\n2,2\r\n",
            "octal-0.77-sequence.csv",
        ),
        (
            "review?game=nim&position=1&move=take+1",
            "ply,player,move",
            "nim-review.csv",
        ),
    ] {
        let response = server.get(&format!("/api/download/{question}&format=csv"));
        assert!(
            response.text().starts_with(first),
            "{question}: {}",
            response.text()
        );
        let saved = format!("attachment; filename=\"{name}\"");
        assert_eq!(response.header("content-disposition"), Some(saved.as_str()));
        let plain = server.get(&format!("/api/{question}")).json();
        let json = server
            .get(&format!("/api/download/{question}&format=json"))
            .json();
        assert_eq!(timeless(json), timeless(plain));
    }
}

/// The events of a stream: names and data.
fn events(text: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let line = |name: &str| {
            block
                .lines()
                .find_map(|line| line.strip_prefix(name).map(str::to_owned))
        };
        Some((
            line("event: ")?,
            serde_json::from_str(&line("data: ")?).ok()?,
        ))
    };
    text.split("\n\n").filter_map(event).collect()
}

#[test]
fn streams_end_with_the_answer() {
    let server = Server::start(&[]);
    let response = server.get("/api/solve/stream?game=wythoff&position=3,5");
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let told = events(&response.text());
    let (name, answer) = told.last().unwrap();
    assert_eq!(
        (name.as_str(), &answer["outcome"]),
        ("answer", &"loss".into())
    );
    let refused = events(
        &server
            .get("/api/solve/stream?game=wythoff&position=x")
            .text(),
    );
    let (name, refusal) = refused.last().unwrap();
    assert_eq!(
        (name.as_str(), &refusal["error"]["where"]["what"]),
        ("refusal", &"position".into())
    );
}

#[test]
fn progress_is_told_while_a_long_question_is_answered() {
    let server = Server::start(&["--time", "20s"]);
    let mut stream = server.connect();
    stream
        .write_all(
            request(
                "/api/refute/stream?game=row-ends&strategy=folded-ends&length=..60&values=0..90",
            )
            .as_bytes(),
        )
        .unwrap();
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        stream.read_line(&mut head).unwrap();
    }
    let mut text = Vec::new();
    let mut visited = 0;
    while visited == 0 {
        assert!(
            chunk(&mut stream, &mut text).unwrap(),
            "{}",
            String::from_utf8_lossy(&text)
        );
        for (name, data) in events(&String::from_utf8_lossy(&text)) {
            assert_eq!(name, "progress");
            visited = data["visited"].as_u64().unwrap();
        }
    }
}

#[test]
fn pages_and_what_they_are_made_of_are_served() {
    let server = Server::start(&[]);
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/game?game=nim", "text/html; charset=utf-8"),
        ("/lab", "text/html; charset=utf-8"),
        ("/assets/api.js", "text/javascript; charset=utf-8"),
        ("/assets/picture.css", "text/css; charset=utf-8"),
        ("/assets/icon.svg", "image/svg+xml"),
    ] {
        let response = server.get(path);
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(kind)),
            "{path}"
        );
        let policy = response.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'self'") && !policy.contains("unsafe"),
            "{path}"
        );
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        // No page loads anything from elsewhere, and none contains a script or a style.
        for outside in [
            "src=\"http",
            "href=\"http",
            "url(http",
            "<style",
            "onclick=",
        ] {
            assert!(
                path.ends_with("icon.svg") || !response.text().contains(outside),
                "{path}: {outside}"
            );
        }
        let Some(tag) = response.header("etag") else {
            continue;
        };
        let again = server.say(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n\r\n"
        ));
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    assert_eq!(server.get("/assets/../Cargo.toml").status, 404);
    assert_eq!(server.get("/assets/%2e%2e/Cargo.toml").status, 404);
    assert_eq!(
        server.get("/nothing").json()["error"]["message"],
        "there is nothing at this address"
    );
}

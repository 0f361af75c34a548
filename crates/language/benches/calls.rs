//! `cargo bench -p bouton-language`: the time of a call that lists moves.

use std::time::Instant;

use bouton_language::{Bail, Global, Heap, Program, Value};

const BITS: &str = "
def moves(p):
    me, other = p
    taken = me | other
    return [(other, me | cell) for cell in CELLS if not taken & cell]
def outcome(p):
    other = p[1]
    for line in LINES:
        if other & line == line:
            return 'loss'
    return 'draw' if p[0] | other == 511 else None
";

const LINES: [i64; 8] = [7, 56, 448, 73, 146, 292, 273, 84];

/// The file of the docs.
const NOGO: &str = include_str!("../../../docs/nogo.star");

fn time(name: &str, text: &str, function: &str, at: impl Fn(&mut Heap) -> Result<Value, Bail>) {
    if std::env::var("ONLY").is_ok_and(|only| only != function) {
        return;
    }
    let program = Program::compile(text, &mut |name, heap| {
        let ints = |heap: &mut Heap, ints: &[i64]| {
            let ints: Vec<_> = ints.iter().copied().map(Value::Int).collect();
            heap.list_of(&ints).map_or(Global::Unknown, Global::Value)
        };
        match name {
            "LINES" => ints(heap, &LINES),
            "CELLS" => ints(heap, &[1, 2, 4, 8, 16, 32, 64, 128, 256]),
            _ => Global::Absent,
        }
    });
    let program = program.expect("the text is known");
    let function = program.function(function).expect("it is there");
    let mut machine = program.machine();
    let times = std::env::var("TIMES").map_or(1_000_000, |times| times.parse().unwrap_or(1));
    let before = Instant::now();
    for _ in 0..times {
        machine.reset();
        let value = machine.call(function, |heap| Ok([at(heap)?]));
        std::hint::black_box(value.expect("it is known"));
    }
    let nanos = before.elapsed().as_nanos() / times;
    println!("{name}: {nanos} ns a call");
}

fn main() {
    let board = |heap: &mut Heap| heap.tuple(&[Value::Int(17), Value::Int(6)]);
    time("tic-tac-toe as two numbers, moves", BITS, "moves", board);
    time(
        "tic-tac-toe as two numbers, outcome",
        BITS,
        "outcome",
        board,
    );
    let strip = |heap: &mut Heap| heap.string(b"..X..O...X...");
    time("nogo on 13 cells, left", NOGO, "left", strip);
}

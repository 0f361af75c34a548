//! Runs a file and prints what it prints, and the value of its last expression: `cargo run --example run -- FILE`.

use bouton_language::{Limits, Module, NoHost};

fn main() {
    let path = std::env::args().nth(1).expect("a file is given");
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let limits = Limits::default();
    let ran =
        Module::parse(&text, &["parameter"]).and_then(|module| module.run(&mut NoHost, &limits));
    match ran {
        Err(error) => println!("{error} {:?}", error.callers()),
        Ok(program) => {
            program.printed().iter().for_each(|line| println!("{line}"));
            if let Some(last) = program.last() {
                let mut machine = program.machine();
                let mut text = String::new();
                match machine.heap().write_repr(last, &mut text) {
                    Ok(()) => println!("{text}"),
                    Err(_) => println!("{:?}", program.view(last)),
                }
            }
        }
    }
}

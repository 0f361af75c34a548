//! Finds and proves laws of the games named on the command line, with the time each took.
use std::time::{Duration, Instant};
fn main() {
    for arg in std::env::args().skip(1) {
        let mut parts = arg.split('/');
        let name = parts.next().unwrap();
        let heaps = parts.next().map_or(2, |h| h.parse().unwrap());
        let misere = parts.next().is_some();
        let text = if name.ends_with(".game") {
            std::fs::read_to_string(name).unwrap()
        } else {
            bouton_laws::family(name, heaps, misere).unwrap()
        };
        let rules = match bouton_laws::read(&text) {
            Ok(r) => r,
            Err(e) => {
                println!("{}", e.show(&text));
                continue;
            }
        };
        let mut search = bouton_laws::Search::default();
        search.budget.deadline = Some(Instant::now() + Duration::from_secs(20));
        if std::env::var("V").is_ok() {
            search.budget.progress = Some(std::sync::Arc::new(|s: &str| eprintln!("{s}")));
        }
        let began = Instant::now();
        match search.run(&rules) {
            Ok(mut found) => {
                match &found.law {
                    Some(law) => println!(
                        "{arg}: {} {:?} in {:.4}s",
                        law.system(),
                        law.sets()
                            .iter()
                            .map(|(n, s)| (n.clone(), s.states()))
                            .collect::<Vec<_>>(),
                        found.seconds
                    ),
                    None => println!("{arg}: no law in {:.3}", found.seconds),
                }
                if let (Some(law), true) = (&mut found.law, std::env::var("S").is_ok()) {
                    let began = Instant::now();
                    for s in law.sentences().unwrap() {
                        println!("   {}", s.words);
                    }
                    println!("   {:?}", began.elapsed());
                }
                if let (Some(law), true) = (&found.law, std::env::var("C").is_ok()) {
                    let text = law.certificate();
                    let began = Instant::now();
                    let r = bouton_verify::check_law(&text);
                    println!(
                        "   {} bytes, checked in {:.3}s: {:?}",
                        text.len(),
                        began.elapsed().as_secs_f64(),
                        r.map(|c| c.claim)
                    );
                }
                if std::env::var("T").is_ok() {
                    for t in &found.trials {
                        println!(
                            "  {} {:?} {:?}",
                            t.system,
                            t.steps
                                .iter()
                                .map(|s| (s.side, s.least_states, s.hypothesis.clone()))
                                .collect::<Vec<_>>(),
                            t.stop
                        );
                    }
                }
            }
            Err(e) => println!("{arg}: error {e} {:?}", began.elapsed()),
        }
    }
}

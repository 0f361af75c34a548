//! Probe.
fn main() {
    for f in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&f).unwrap();
        let s = std::time::Instant::now();
        match bouton_gdl::probe(&f, &t) {
            Ok(r) => println!("{f}: {r} {:?}", s.elapsed()),
            Err(e) => println!("{e} {:?}", s.elapsed()),
        }
    }
}

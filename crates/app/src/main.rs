//! The program `bouton`.

fn main() {}

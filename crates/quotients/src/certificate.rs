//! Writing down what a checker needs to convince itself of a quotient.

use std::fmt::Write;

use crate::period::Period;
use crate::presentation::Presentation;
use crate::quotient::{Class, Quotient};

impl Quotient {
    /// The certificate that this is the quotient of the game with this code, and that it is that of all heaps where a period is proved: its
    /// generators, what becomes of each element when one of them is added, the elements that are lost, and the pretending function.
    pub fn certificate(&self, code: &str, period: Option<Period>) -> String {
        let generators = Presentation::of(self).generators;
        let words = |numbers: &mut dyn Iterator<Item = Class>| {
            let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
            words.join(" ")
        };
        let mut text = String::from("bouton quotient certificate 1\n");
        let mut line = |line: String| {
            writeln!(text, "{}", line.trim_end()).expect("invariant: strings take text")
        };
        line(format!("code {code}"));
        line(format!("heaps {}", self.pretending().len() - 1));
        line(format!(
            "generators {}",
            words(&mut generators.iter().copied())
        ));
        line(format!("order {}", self.order()));
        for class in 0..self.order() as Class {
            let mut products = generators
                .iter()
                .map(|&heap| self.times(class, self.pretending()[heap as usize]));
            line(words(&mut products));
        }
        line(format!("lost {}", words(&mut self.lost())));
        let pretending = self.pretending();
        line(format!(
            "pretending {}",
            words(&mut pretending.iter().copied())
        ));
        if let Some(Period { period, preperiod }) = period {
            line(format!("period {period} from {preperiod}"));
        }
        line("end".into());
        text
    }
}

//! Writes certificates of quotients.

use crate::period::Period;
use crate::presentation::Presentation;
use crate::quotient::{Class, Quotient};

impl Quotient {
    /// The certificate that this is the quotient of the game with this code, and of all heaps if a period is proved: its
    /// generators, the product of each element with each generator, the lost elements, and the pretending function.
    pub fn certificate(&self, code: &str, period: Option<Period>) -> String {
        let generators = Presentation::of(self).generators;
        let pretending = self.pretending();
        let mut text = format!("{HEADER}\ncode {code}\nheaps {}\n", pretending.len() - 1);
        self.table(&generators, pretending, &mut text);
        line(&mut text, "pretending", pretending.iter().copied());
        if let Some(Period { period, preperiod }) = period {
            text += &format!("period {period} from {preperiod}\n");
        }
        text + "end\n"
    }

    /// The certificate that this is the quotient of the reachable parts of a game that `subject` describes, line by line:
    /// these parts, each with its element, where each element is that of a part or of a sum of parts.
    pub fn certificate_of_parts(&self, subject: &str, parts: &[(Class, String)]) -> String {
        let classes: Vec<Class> = std::iter::once(0)
            .chain(parts.iter().map(|(class, _)| *class))
            .collect();
        let place = |heap: u32| {
            let class = self.pretending()[heap as usize];
            (0..).zip(&classes).find(|(_, of)| **of == class)
        };
        let generators = Presentation::of(self).generators.into_iter();
        let generators: Vec<u32> = generators.filter_map(|heap| Some(place(heap)?.0)).collect();
        let mut text = format!("{HEADER}\n{subject}parts {}\n", parts.len());
        self.table(&generators, &classes, &mut text);
        for (class, name) in parts {
            text += &format!("part {class} {name}\n");
        }
        text + "end\n"
    }

    /// The monoid and its lost elements: generators, given by their places among the heaps or parts with these classes, are
    /// added to each element.
    fn table(&self, generators: &[u32], classes: &[Class], text: &mut String) {
        line(text, "generators", generators.iter().copied());
        *text += &format!("order {}\n", self.order());
        for class in 0..self.order() as Class {
            let to = |heap: &u32| self.times(class, classes[*heap as usize]);
            line(text, "", generators.iter().map(to));
        }
        line(text, "lost", self.lost());
    }
}

const HEADER: &str = "bouton quotient certificate 1";

/// A line of numbers, after a word if there is one.
fn line(text: &mut String, word: &str, numbers: impl Iterator<Item = u32>) {
    *text += word;
    let mut blank = if word.is_empty() { "" } else { " " };
    for number in numbers {
        *text += &format!("{}{number}", std::mem::replace(&mut blank, " "));
    }
    text.push('\n');
}

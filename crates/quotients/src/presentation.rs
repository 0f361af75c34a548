//! Generators and relations of a quotient.

use std::collections::BTreeSet;
use std::fmt;

use crate::quotient::{Class, Quotient};

/// A product of generators: the exponent of each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monomial(Vec<u32>);

/// A product that is not in its simplest form, and that form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation(pub Monomial, pub Monomial);

/// A presentation of a quotient: its elements are the products that contain the left side of no relation.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// The heaps that are generators: a, b, c, ….
    pub generators: Vec<u32>,
    /// Relations, each of which is needed.
    pub relations: Vec<Relation>,
    /// The simplest form of each class: of the least degree, then the first in the order of the alphabet.
    pub forms: Vec<Monomial>,
}

impl Presentation {
    /// The presentation of a quotient. Time: the square of its order times the number of generators.
    pub fn of(quotient: &Quotient) -> Self {
        let mut generators = BTreeSet::new();
        for class in 0..quotient.order() as Class {
            generators.extend(quotient.representative(class).iter().copied());
        }
        let generators: Vec<u32> = generators.into_iter().collect();
        let one = Monomial(vec![0; generators.len()]);
        let mut forms: Vec<Option<Monomial>> = vec![None; quotient.order()];
        let mut relations: Vec<Relation> = Vec::new();
        // By degree, then alphabetically: each is a product of simplest forms, or not a simplest form.
        let mut next = BTreeSet::from([(0, std::cmp::Reverse(one))]);
        while let Some((degree, std::cmp::Reverse(product))) = next.pop_first() {
            if relations
                .iter()
                .any(|Relation(left, _)| left.divides(&product))
            {
                continue;
            }
            let class = product.class(quotient, &generators);
            if let Some(form) = &forms[class as usize] {
                relations.push(Relation(product, form.clone()));
                continue;
            }
            for index in 0..generators.len() {
                let mut product = product.clone();
                product.0[index] += 1;
                next.insert((degree + 1, std::cmp::Reverse(product)));
            }
            forms[class as usize] = Some(product);
        }
        Self {
            generators,
            relations,
            forms: forms
                .into_iter()
                .map(|form| form.expect("generators generate"))
                .collect(),
        }
    }
}

impl Monomial {
    fn divides(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(small, large)| small <= large)
    }

    fn class(&self, quotient: &Quotient, generators: &[u32]) -> Class {
        let heaps = generators.iter().zip(&self.0);
        quotient
            .class_of(heaps.flat_map(|(&heap, &count)| std::iter::repeat_n(heap, count as usize)))
    }
}

/// Written `1`, `a`, `b^2c`; the 27th generator is `a1`.
impl fmt::Display for Monomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factors = (0..).zip(&self.0).filter(|(_, count)| **count > 0);
        let mut any = false;
        for (index, &count) in factors {
            any = true;
            write!(f, "{}", Generator(index))?;
            if count > 1 {
                write!(f, "^{count}")?;
            }
        }
        if any { Ok(()) } else { f.write_str("1") }
    }
}

/// The name of a generator, by its number.
struct Generator(usize);

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + (self.0 % 26) as u8))?;
        match self.0 / 26 {
            0 => Ok(()),
            round => write!(f, "{round}"),
        }
    }
}

/// Written `a^2 = 1`.
impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.0, self.1)
    }
}

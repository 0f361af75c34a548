//! A finite commutative monoid with its lost elements, and the element of every heap.

use crate::position::Position;

/// An element of a quotient, by its number. The empty position has number 0.
pub type Class = u32;

/// The misère quotient of all sums of heaps from 0 to the last known one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    pub(crate) representatives: Vec<Position>,
    /// The product of two classes, row by row.
    pub(crate) products: Vec<Class>,
    pub(crate) lost: Vec<bool>,
    pub(crate) pretending: Vec<Class>,
}

impl Quotient {
    /// The quotient of heap 0 alone: without a move left the mover has won.
    pub(crate) fn trivial() -> Self {
        Self {
            representatives: vec![Position::new()],
            products: vec![0],
            lost: vec![false],
            pretending: vec![0],
        }
    }

    /// The number of its elements.
    pub fn order(&self) -> usize {
        self.representatives.len()
    }

    /// The product of two elements: the class of the sum.
    pub fn times(&self, left: Class, right: Class) -> Class {
        self.products[left as usize * self.order() + right as usize]
    }

    /// Whether the mover loses the positions of this class.
    pub fn is_lost(&self, class: Class) -> bool {
        self.lost[class as usize]
    }

    /// The elements that are lost: the P-portion.
    pub fn lost(&self) -> impl Iterator<Item = Class> {
        (0..self.order() as Class).filter(|&class| self.is_lost(class))
    }

    /// The classes of heaps 0, 1, 2, …: the pretending function.
    pub fn pretending(&self) -> &[Class] {
        &self.pretending
    }

    /// A position of this class, with as few heaps as possible.
    pub fn representative(&self, class: Class) -> &[u32] {
        &self.representatives[class as usize]
    }

    /// The class of a sum of heaps that the quotient knows.
    ///
    /// # Panics
    /// If a heap is larger than the last one known.
    pub fn class_of(&self, heaps: impl IntoIterator<Item = u32>) -> Class {
        heaps.into_iter().fold(0, |class, heap| {
            self.times(class, self.pretending[heap as usize])
        })
    }

    /// Whether it is the quotient of some sums of nim-heaps: 𝒯ₙ, where xor decides except among heaps of one. Otherwise the
    /// game is wild.
    ///
    /// 𝒯ₙ has the elements 1 and a, with a² = 1, and 2ⁿ further ones, which form a group in which every square is its unit
    /// e. The lost elements are a and e. (𝒯₀ has only 1, and 𝒯₁ only 1 and a.)
    pub fn is_tame(&self) -> bool {
        let order = self.order() as Class;
        let lost: Vec<Class> = self.lost().collect();
        match (order, &lost[..]) {
            (1, []) => true,
            (2, &[a]) => self.times(a, a) == 0,
            (6.., &[x, y]) if (order - 2).is_power_of_two() => {
                let (a, e) = if self.times(x, x) == 0 {
                    (x, y)
                } else {
                    (y, x)
                };
                let mut kernel = (1..order).filter(|&class| class != a);
                self.times(a, a) == 0
                    && kernel
                        .all(|class| self.times(class, class) == e && self.times(class, e) == class)
            }
            _ => false,
        }
    }
}

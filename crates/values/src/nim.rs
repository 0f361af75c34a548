//! The field of nimbers: products, inverses and square roots. Sums are those of binary digits without carry.
//!
//! The numbers below 2^(2^k) are a field for each k. With F = 2^(2^k), F ⊗ F = F ⊕ F/2, and F ⊗ x = F · x for x < F.
//!
//! Source: J. H. Conway, *On Numbers and Games* (1976), ch. 6.

/// Bits of the largest field here.
const BITS: u32 = u64::BITS;

/// The product. Multiplies halves, four levels deep for 16 bits and six for 64.
pub(crate) fn product(a: u64, b: u64) -> u64 {
    product_of(a, b, BITS)
}

/// The product of two numbers below 2^`bits`.
fn product_of(a: u64, b: u64, bits: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let halves = |x: u64| (x >> half, x & ((1 << half) - 1));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    if a1 == 0 && b1 == 0 {
        return product_of(a0, b0, half);
    }
    // As Karatsuba: three products in place of four.
    let low = product_of(a0, b0, half);
    let all = product_of(a1 ^ a0, b1 ^ b0, half);
    let high = product_of(a1, b1, half);
    (all ^ low) << half | low ^ product_of(high, 1 << (half - 1), half)
}

/// The number whose square it is: x^(2^63) in the field of 2^64 numbers.
pub(crate) fn root(a: u64) -> u64 {
    (1..BITS).fold(a, |power, _| product(power, power))
}

/// The inverse: x^(2^64 - 2). `None` for 0.
pub(crate) fn inverse(a: u64) -> Option<u64> {
    let mut square = a;
    let mut inverse = 1;
    for _ in 1..BITS {
        square = product(square, square);
        inverse = product(inverse, square);
    }
    (a != 0).then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: the least number that is no product of smaller ones in this way.
    fn defined(most: u64) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0; most as usize + 1]; most as usize + 1];
        for a in 0..=most as usize {
            for b in 0..=most as usize {
                let others = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let taken: std::collections::BTreeSet<u64> = others
                    .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                    .collect();
                table[a][b] = (0..).find(|n| !taken.contains(n)).unwrap();
            }
        }
        table
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, row) in defined(40).into_iter().enumerate() {
            for (b, wanted) in row.into_iter().enumerate() {
                assert_eq!(product(a as u64, b as u64), wanted, "{a} and {b}");
            }
        }
        // On Numbers and Games, ch. 6.
        assert_eq!((product(2, 2), product(4, 4), product(16, 16)), (3, 6, 24));
        assert_eq!(product(2, 4), 8);
    }

    #[test]
    fn roots_and_inverses_undo() {
        let some = (0..300).chain([
            u64::from(u32::MAX),
            1 << 40,
            u64::MAX,
            0x0123_4567_89ab_cdef,
        ]);
        for a in some {
            assert_eq!(product(root(a), root(a)), a);
            match inverse(a) {
                Some(inverse) => assert_eq!(product(a, inverse), 1),
                None => assert_eq!(a, 0),
            }
        }
    }

    #[test]
    fn it_is_a_field() {
        let some = [2, 3, 5, 7, 9, 250, 65_535, 65_537, 1 << 33, u64::MAX - 4];
        for a in some {
            for b in some {
                assert_eq!(product(a, b), product(b, a));
                for c in some {
                    assert_eq!(product(product(a, b), c), product(a, product(b, c)));
                    assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
                }
            }
        }
    }
}

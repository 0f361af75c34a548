//! Random rules of two heaps, to count how many have a law.

use std::fmt::Write as _;

/// Random rules, the same for the same seed: two to four kinds of moves, which take any number or a few from one heap or
/// both, or mix both heaps.
pub fn random_rules(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66);
    let mut text = format!("game random {seed}\nvariables a, b\nrank a + b\n");
    let mode = if random.below(5) == 0 {
        "misere"
    } else {
        "normal"
    };
    writeln!(text, "mode {mode}").expect("invariant: writing to a string succeeds");
    for _ in 0..2 + random.below(3) {
        text += &random.a_move();
    }
    text
}

/// A generator of small numbers (splitmix64, Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn a_move(&mut self) -> String {
        let (i, j) = (1 + self.below(3), 1 + self.below(3));
        let c = 1 + self.below(4);
        match self.below(9) {
            0 => "move k | 1 <= k <= a -> a - k, b\n".to_string(),
            1 => "move k | 1 <= k <= b -> a, b - k\n".to_string(),
            2 => "move k | 1 <= k <= a & k <= b -> a - k, b - k\n".to_string(),
            3 => format!("move | a >= {i} & b >= {j} -> a - {i}, b - {j}\n"),
            4 => format!("move k | 1 <= k <= {c} & k <= a -> a - k, b\n"),
            5 => format!("move k | 1 <= k <= {c} & k <= b -> a, b - k\n"),
            6 => format!("move k | 1 <= k & {i}*k <= a & {j}*k <= b -> a - {i}*k, b - {j}*k\n"),
            7 => "move k | 2 <= k <= a -> a - k, b + 1\n".to_string(),
            _ => format!(
                "move j, k | 1 <= j <= a & 1 <= k <= b & j < k + {c} & k < j + {c} -> a - j, b - k\n"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn random_rules_are_rules() {
        for seed in 0..200 {
            let text = super::random_rules(seed);
            assert!(crate::read(&text).is_ok(), "{text}");
            assert_eq!(text, super::random_rules(seed));
        }
    }
}

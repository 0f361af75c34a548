//! Chessmen.

use super::Stroke;

const FOOT: &str = "M24,88 Q24,78 32,76 L68,76 Q76,78 76,88 Z";

/// A chessman by its letter, in either case, with its name; the classes are those of the second side if `dark`.
pub(crate) fn man(letter: char, dark: bool) -> Option<(&'static str, [Stroke; 3])> {
    let (name, body, top) = match letter.to_ascii_uppercase() {
        'K' => (
            "king",
            "M34,76 Q30,62 22,52 Q14,36 30,32 Q42,30 50,40 Q58,30 70,32 Q86,36 78,52 Q70,62 66,76 Z",
            "M46,8 H54 V15 H61 V23 H54 V36 H46 V23 H39 V15 H46 Z",
        ),
        'Q' => (
            "queen",
            "M33,76 Q30,64 16,34 L34,48 L36,24 L46,46 L50,20 L54,46 L64,24 L66,48 L84,34 Q70,64 67,76 Z",
            "M50,11 m-6,0 a6,6 0 1,0 12,0 a6,6 0 1,0 -12,0",
        ),
        'R' => (
            "rook",
            "M34,76 L37,42 L63,42 L66,76 Z",
            "M26,18 H36 V26 H45 V18 H55 V26 H64 V18 H74 V36 Q74,42 66,42 H34 Q26,42 26,36 Z",
        ),
        'B' => (
            "bishop",
            "M34,76 Q42,66 40,60 Q28,52 34,38 Q38,28 50,18 Q62,28 66,38 Q72,52 60,60 Q58,66 66,76 Z",
            "M50,13 m-6,0 a6,6 0 1,0 12,0 a6,6 0 1,0 -12,0",
        ),
        'N' => (
            "knight",
            "M34,76 Q36,60 48,52 Q36,52 28,58 Q20,56 22,48 Q28,34 38,28 L40,16 L50,24 Q70,30 72,56 Q72,68 66,76 Z",
            "M42,36 m-3,0 a3,3 0 1,0 6,0 a3,3 0 1,0 -6,0",
        ),
        'P' => (
            "pawn",
            "M34,76 Q44,64 43,52 L57,52 Q56,64 66,76 Z",
            "M50,38 m-15,0 a15,15 0 1,0 30,0 a15,15 0 1,0 -30,0",
        ),
        _ => return None,
    };
    let class = if dark { "darkman" } else { "lightman" };
    Some((name, [(class, body), (class, top), (class, FOOT)]))
}

//! Pins, skulls and other things.

use super::Stroke;

/// A ninepin.
pub(crate) const PIN: [Stroke; 2] = [
    (
        "pin",
        "M50,4 Q62,4 62,18 Q62,28 57,36 Q72,52 70,72 Q68,90 62,96 L38,96 Q32,90 30,72 Q28,52 43,36 Q38,28 38,18 Q38,4 50,4 Z",
    ),
    ("pinband", "M42,33 H58 M43,39 H57"),
];

/// Something poisoned.
pub(crate) const SKULL: [Stroke; 2] = [
    (
        "bone",
        "M50,14 Q82,14 82,44 Q82,58 70,64 L70,80 Q70,86 64,86 L36,86 Q30,86 30,80 L30,64 Q18,58 18,44 Q18,14 50,14 Z",
    ),
    (
        "pupil",
        "M37,46 m-9,0 a9,9 0 1,0 18,0 a9,9 0 1,0 -18,0 M63,46 m-9,0 a9,9 0 1,0 18,0 a9,9 0 1,0 -18,0 M50,58 L45,68 H55 Z",
    ),
];

/// Something burnt.
pub(crate) const FLAME: [Stroke; 2] = [
    (
        "flame",
        "M50,8 Q56,30 70,42 Q84,56 78,74 Q70,92 50,92 Q30,92 22,74 Q18,58 32,46 Q34,58 42,58 Q36,34 50,8 Z",
    ),
    (
        "ember",
        "M50,52 Q54,62 60,68 Q66,80 56,86 Q46,90 40,82 Q36,72 44,66 Q50,62 50,52 Z",
    ),
];

/// The head on a coin.
pub(crate) const PROFILE: [Stroke; 1] = [(
    "pupil",
    "M26,92 Q38,80 34,66 Q18,54 22,32 Q28,8 54,8 Q76,10 78,34 L86,52 L77,56 L78,68 Q74,76 60,74 Q58,84 68,92 Z",
)];

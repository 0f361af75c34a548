//! Animals that walk along strips, all of them to the right; those of the second player are mirrored.

use super::Stroke;

/// The animal of a sign in a set of board and pieces, with its name.
pub(crate) fn toad() -> [Stroke; 4] {
    [
        (
            "firstfill",
            "M10,80 Q4,64 16,54 Q26,40 46,40 Q58,20 72,26 Q94,30 92,50 Q90,60 76,62 Q82,72 92,80 L66,80 Q60,70 50,70 Q44,80 30,80 Z",
        ),
        ("eye", "M73,37 m-8,0 a8,8 0 1,0 16,0 a8,8 0 1,0 -16,0"),
        ("pupil", "M75,37 m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0"),
        (
            "spots",
            "M28,56 m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0 M42,52 m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0 M36,66 m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0",
        ),
    ]
}

/// A frog: slimmer, with a long hind leg.
pub(crate) fn frog() -> [Stroke; 4] {
    [
        (
            "secondfill",
            "M6,82 L20,52 Q32,36 54,42 L66,28 Q76,16 90,30 Q96,46 82,54 Q74,60 68,60 L84,82 L70,82 L54,64 L40,66 L34,82 Z",
        ),
        ("eye", "M76,30 m-8,0 a8,8 0 1,0 16,0 a8,8 0 1,0 -16,0"),
        ("pupil", "M78,30 m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0"),
        ("spots", "M26,56 Q38,46 52,52"),
    ]
}

/// An elephant.
pub(crate) fn elephant() -> [Stroke; 4] {
    [
        (
            "firstfill",
            "M8,82 L10,46 Q14,24 40,24 L60,24 Q84,22 88,44 Q90,60 94,70 Q95,80 87,80 Q78,78 77,62 L70,58 L70,82 L56,82 L54,64 L30,64 L26,82 Z",
        ),
        ("spots", "M56,30 Q46,44 58,56 Q70,52 68,34"),
        ("eye", "M77,40 m-5,0 a5,5 0 1,0 10,0 a5,5 0 1,0 -10,0"),
        ("pupil", "M78,40 m-3,0 a3,3 0 1,0 6,0 a3,3 0 1,0 -6,0"),
    ]
}

/// A rhino.
pub(crate) fn rhino() -> [Stroke; 4] {
    [
        (
            "secondfill",
            "M8,82 L8,48 Q12,30 36,30 L56,28 L62,20 L68,34 Q76,38 80,44 L92,24 L94,56 Q90,66 78,64 L70,62 L70,82 L56,82 L54,66 L30,66 L26,82 Z",
        ),
        ("spots", "M52,34 Q46,48 52,60"),
        ("eye", "M70,44 m-5,0 a5,5 0 1,0 10,0 a5,5 0 1,0 -10,0"),
        ("pupil", "M71,44 m-3,0 a3,3 0 1,0 6,0 a3,3 0 1,0 -6,0"),
    ]
}

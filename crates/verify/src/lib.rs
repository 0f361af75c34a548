//! The checker of every certificate the program writes: small, slow, obviously right.

//! Who wins a two-player game, by how much, what to play, and why.

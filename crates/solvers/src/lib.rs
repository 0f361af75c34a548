//! The solvers, one file each, none of which names a game.

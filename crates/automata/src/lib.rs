//! Numbers, formulas and automata: a decision procedure for first-order statements over numeration systems.

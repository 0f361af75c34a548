//! Laws of whole families of positions, found and proved from the rules alone.

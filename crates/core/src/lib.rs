//! The words of the field: players, outcomes, scores, nimbers, game traits, limits.

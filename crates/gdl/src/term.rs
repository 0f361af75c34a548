//! Terms without variables, each stored once: [`Terms`] numbers them.

use bouton_core::hashing::FastMap;
use smallvec::SmallVec;

use crate::lists::Lists;

/// The number of a symbol: a name with or without arguments.
pub(crate) type Symbol = u32;
/// The number of a term. Equal terms have equal numbers.
pub(crate) type Term = u32;
pub(crate) type Arguments = SmallVec<[Term; 4]>;

/// Every symbol and term so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    names: Vec<String>,
    by_name: FastMap<String, Symbol>,
    /// Each term as its symbol and its arguments.
    terms: Lists,
    depths: Vec<u16>,
}

impl Terms {
    /// The number of a name.
    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.by_name.get(name) {
            return *symbol;
        }
        let symbol = self.names.len() as Symbol;
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), symbol);
        symbol
    }

    /// The number of a name, if it has one.
    pub(crate) fn known_symbol(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }

    /// The number of a term.
    pub(crate) fn term(&mut self, symbol: Symbol, arguments: &[Term]) -> Term {
        let term = self.terms.number(&whole(symbol, arguments));
        if term as usize == self.depths.len() {
            let depths = arguments.iter().map(|argument| self.depth(*argument));
            let inner = depths.max().unwrap_or(0);
            self.depths.push(inner.saturating_add(1));
        }
        term
    }

    /// The number of a term, if it has one.
    pub(crate) fn known(&self, symbol: Symbol, arguments: &[Term]) -> Option<Term> {
        self.terms.known(&whole(symbol, arguments))
    }

    pub(crate) fn symbol_of(&self, term: Term) -> Symbol {
        self.terms.list(term)[0]
    }

    pub(crate) fn arguments(&self, term: Term) -> &[Term] {
        &self.terms.list(term)[1..]
    }

    /// The depth of a term's brackets; 1 for a word.
    pub(crate) fn depth(&self, term: Term) -> u16 {
        self.depths[term as usize]
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.terms.bytes() + 2 * self.len() as u64
    }

    /// The text of the term: `(cell 1 1 x)`.
    pub(crate) fn show(&self, term: Term) -> String {
        let inner = self.show_open(term);
        if self.arguments(term).is_empty() {
            inner
        } else {
            format!("({inner})")
        }
    }

    /// The term without its outer brackets: `mark 1 1`.
    pub(crate) fn show_open(&self, term: Term) -> String {
        let mut text = self.name(self.symbol_of(term)).to_owned();
        for argument in self.arguments(term) {
            text.push(' ');
            text += &self.show(*argument);
        }
        text
    }
}

fn whole(symbol: Symbol, arguments: &[Term]) -> SmallVec<[u32; 8]> {
    let mut whole = SmallVec::from_slice(&[symbol]);
    whole.extend_from_slice(arguments);
    whole
}

//! The functions of calculations.

use std::sync::LazyLock;

use bouton_core::hashing::FastMap;

/// The description of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionCard {
    /// Its name.
    pub name: &'static str,
    /// The number of its arguments.
    pub arguments: usize,
    /// Its result.
    pub gives: &'static str,
    does: Function,
}

/// The functions, each with its name, the number of its arguments, and its result.
macro_rules! functions {
    ($($does:ident $name:literal $arguments:literal $gives:literal)*) => {
        /// A function of calculations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Function {
            $($does,)*
        }

        /// All functions.
        pub const FUNCTIONS: [FunctionCard; [$($name),*].len()] = [$(FunctionCard {
            name: $name,
            arguments: $arguments,
            gives: $gives,
            does: Function::$does,
        }),*];
    };
}

functions! {
    Canonical "canonical" 1 "the canonical form of a form"
    Cool "cool" 2 "G cooled by a number t > -1: every move costs t"
    Freeze "freeze" 1 "G cooled by its temperature; a number stays as it is"
    Heat "heat" 2 "G heated by a value: every move gains it"
    Overheat "overheat" 3 "G overheated from a value to a value"
    Up "up" 1 "n times up, of a whole number n"
    Norton "norton" 2 "the Norton product G.U"
    Ordinal "ordinal" 2 "the ordinal sum G:H, of which G keeps its form"
    NimProduct "nimmul" 2 "the nim product of nimbers or whole numbers"
    NimInverse "niminv" 1 "the nimber whose nim product with this one is *1"
    NimRoot "nimsqrt" 1 "the nimber whose nim square this is"
    Mean "mean" 1 "the mean value"
    Temperature "temp" 1 "the temperature"
    Thermograph "thermograph" 1 "the walls, as corners (value, temperature)"
    Stops "stops" 1 "left stop and right stop"
    LeftStop "left_stop" 1 "the number reached when Left moves first"
    RightStop "right_stop" 1 "the number reached when Right moves first"
    Incentives "incentives" 1 "what moves gain, of each side, undominated"
    Options "options" 1 "the options, of each side"
    Birthday "birthday" 1 "the day it is born on"
    Followers "followers" 1 "the number of different values that play can lead to"
    StopCount "stop_count" 1 "the number of ways in which play can come to a number"
    AtomicWeight "aw" 1 "the atomic weight, if it has one"
    Reduced "rcf" 1 "the reduced canonical form"
    Companion "companion" 1 "the companion: 0 and * exchanged"
    Degree "degree" 1 "the onside of G - G, of a loopy G"
    Variety "variety" 1 "the variety of a stable stopper, in its degree"
    Onside "onside" 1 "G with endless play won for Left"
    Offside "offside" 1 "G with endless play won for Right"
    Expansion "expansion" 1 "the uptimal expansion"
    Class "class" 1 "who wins: L, N, P or R"
    IsNumber "is_number" 1 "whether it is a number"
    IsInteger "is_integer" 1 "whether it is an integer"
    IsNimber "is_nimber" 1 "whether it is a nimber"
    IsUptimal "is_uptimal" 1 "whether it is a number, ups and a nimber added"
    IsInfinitesimal "is_infinitesimal" 1 "whether both stops are 0"
    IsNumberish "is_numberish" 1 "whether both stops are the same"
    IsTiny "is_tiny" 1 "whether it is Tiny(G) or Miny(G) for a G of mean above 0"
    IsDicotic "is_dicotic" 1 "whether both sides can move or none, wherever play leads"
    IsEven "is_even" 1 "whether every play to the end has an even number of moves"
    IsOdd "is_odd" 1 "whether every play to the end has an odd number of moves"
    IsEvenTempered "is_even_tempered" 1 "whether every play to a number has an even number of moves"
    IsOddTempered "is_odd_tempered" 1 "whether every play to a number has an odd number of moves"
    IsSwitch "is_switch" 1 "whether it is {x|y} with numbers x > y"
}

/// Other names of functions, in lower case.
const ALIASES: [(&str, Function); 12] = [
    ("temperature", Function::Temperature),
    ("atomicweight", Function::AtomicWeight),
    ("reducedcanonicalform", Function::Reduced),
    ("canonicalform", Function::Canonical),
    ("nortonproduct", Function::Norton),
    ("nortonmultiply", Function::Norton),
    ("ordinalsum", Function::Ordinal),
    ("outcomeclass", Function::Class),
    ("outcome", Function::Class),
    ("followercount", Function::Followers),
    ("uptimalexpansion", Function::Expansion),
    ("isallsmall", Function::IsDicotic),
];

/// The name in lower case without separators: `LeftStop` and `left_stop` are the same.
fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// All names of functions, in the form of [`plain`].
fn names() -> impl Iterator<Item = (String, Function)> {
    let own = FUNCTIONS.iter().map(|card| (plain(card.name), card.does));
    own.chain(ALIASES.map(|(name, does)| (name.to_owned(), does)))
}

/// The functions with the nearest names, as a hint for an unknown one; empty if none is near.
pub(super) fn hint(name: &str) -> String {
    let wanted = plain(name);
    if wanted.starts_with("superstar") {
        return "; a superstar is written by its options, like {0,*,*2|*3}".into();
    }
    let most = (wanted.len() / 3).max(1);
    let constructors = ["Tiny", "Miny"].map(|name| (plain(name), name));
    let mut near: Vec<_> = names()
        .map(|(name, does)| (name, does.card().name))
        .chain(constructors)
        // A long text is compared with none.
        .filter(|(name, _)| wanted.len().saturating_sub(name.len()) <= most)
        .map(|(name, shown)| (strsim::osa_distance(&name, &wanted), shown))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort_unstable();
    near.dedup_by_key(|(_, name)| *name);
    near.truncate(2);
    let near: Vec<_> = near.into_iter().map(|(_, name)| name).collect();
    match near[..] {
        [] => String::new(),
        _ => format!(" (is {} meant?)", near.join(" or ")),
    }
}

/// The function of this name: of its own or another one, in any case, with or without underscores.
pub fn function(name: &str) -> Option<&'static FunctionCard> {
    Function::named(name).map(Function::card)
}

impl Function {
    pub(super) fn named(name: &str) -> Option<Self> {
        static NAMED: LazyLock<FastMap<String, Function>> = LazyLock::new(|| names().collect());
        NAMED.get(&plain(name)).copied()
    }

    pub(super) fn card(self) -> &'static FunctionCard {
        let card = FUNCTIONS.iter().find(|card| card.does == self);
        card.expect("every function has a card")
    }
}

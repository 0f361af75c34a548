//! The functions of calculations.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

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

/// A function of calculations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Canonical,
    Cool,
    Freeze,
    Heat,
    Overheat,
    Norton,
    Ordinal,
    NimProduct,
    NimInverse,
    NimRoot,
    Mean,
    Temperature,
    Thermograph,
    Stops,
    LeftStop,
    RightStop,
    Incentives,
    Options,
    Birthday,
    Followers,
    StopCount,
    AtomicWeight,
    Reduced,
    Companion,
    Degree,
    Variety,
    Onside,
    Offside,
    Expansion,
    Class,
    IsNumber,
    IsInteger,
    IsNimber,
    IsUptimal,
    IsInfinitesimal,
    IsNumberish,
    IsTiny,
    IsDicotic,
    IsEven,
    IsOdd,
    IsEvenTempered,
    IsOddTempered,
    IsSwitch,
}

const fn card(
    name: &'static str,
    arguments: usize,
    does: Function,
    gives: &'static str,
) -> FunctionCard {
    FunctionCard {
        name,
        arguments,
        gives,
        does,
    }
}

/// All functions.
pub const FUNCTIONS: [FunctionCard; 43] = [
    card(
        "canonical",
        1,
        Function::Canonical,
        "the canonical form of a form",
    ),
    card(
        "cool",
        2,
        Function::Cool,
        "G cooled by a number t > -1: every move costs t",
    ),
    card("freeze", 1, Function::Freeze, "G cooled by its temperature"),
    card(
        "heat",
        2,
        Function::Heat,
        "G heated by a value: every move gains it",
    ),
    card(
        "overheat",
        3,
        Function::Overheat,
        "G overheated from a value to a value",
    ),
    card("norton", 2, Function::Norton, "the Norton product G.U"),
    card(
        "ordinal",
        2,
        Function::Ordinal,
        "the ordinal sum G:H, of which G keeps its form",
    ),
    card(
        "nimmul",
        2,
        Function::NimProduct,
        "the nim product of nimbers or whole numbers",
    ),
    card(
        "niminv",
        1,
        Function::NimInverse,
        "the nimber whose nim product with this one is *1",
    ),
    card(
        "nimsqrt",
        1,
        Function::NimRoot,
        "the nimber whose nim square this is",
    ),
    card("mean", 1, Function::Mean, "the mean value"),
    card("temp", 1, Function::Temperature, "the temperature"),
    card(
        "thermograph",
        1,
        Function::Thermograph,
        "the walls, as corners (value, temperature)",
    ),
    card("stops", 1, Function::Stops, "left stop and right stop"),
    card(
        "left_stop",
        1,
        Function::LeftStop,
        "the number reached when Left moves first",
    ),
    card(
        "right_stop",
        1,
        Function::RightStop,
        "the number reached when Right moves first",
    ),
    card(
        "incentives",
        1,
        Function::Incentives,
        "what moves gain, of each side, undominated",
    ),
    card("options", 1, Function::Options, "the options, of each side"),
    card("birthday", 1, Function::Birthday, "the day it is born on"),
    card(
        "followers",
        1,
        Function::Followers,
        "the number of different values that play can lead to",
    ),
    card(
        "stop_count",
        1,
        Function::StopCount,
        "the number of ways in which play can come to a number",
    ),
    card(
        "aw",
        1,
        Function::AtomicWeight,
        "the atomic weight, if it has one",
    ),
    card("rcf", 1, Function::Reduced, "the reduced canonical form"),
    card(
        "companion",
        1,
        Function::Companion,
        "the companion: 0 and * exchanged",
    ),
    card(
        "degree",
        1,
        Function::Degree,
        "the onside of G - G, of a loopy G",
    ),
    card(
        "variety",
        1,
        Function::Variety,
        "the variety of a stable stopper, in its degree",
    ),
    card(
        "onside",
        1,
        Function::Onside,
        "G with endless play won for Left",
    ),
    card(
        "offside",
        1,
        Function::Offside,
        "G with endless play won for Right",
    ),
    card("expansion", 1, Function::Expansion, "the uptimal expansion"),
    card("class", 1, Function::Class, "who wins: L, N, P or R"),
    card("is_number", 1, Function::IsNumber, "whether it is a number"),
    card(
        "is_integer",
        1,
        Function::IsInteger,
        "whether it is an integer",
    ),
    card("is_nimber", 1, Function::IsNimber, "whether it is a nimber"),
    card(
        "is_uptimal",
        1,
        Function::IsUptimal,
        "whether it is a number, ups and a nimber added",
    ),
    card(
        "is_infinitesimal",
        1,
        Function::IsInfinitesimal,
        "whether both stops are 0",
    ),
    card(
        "is_numberish",
        1,
        Function::IsNumberish,
        "whether both stops are the same",
    ),
    card(
        "is_tiny",
        1,
        Function::IsTiny,
        "whether it is Tiny(G) or Miny(G) for a G of mean above 0",
    ),
    card(
        "is_dicotic",
        1,
        Function::IsDicotic,
        "whether both sides can move or none, wherever play leads",
    ),
    card(
        "is_even",
        1,
        Function::IsEven,
        "whether every play to the end has an even number of moves",
    ),
    card(
        "is_odd",
        1,
        Function::IsOdd,
        "whether every play to the end has an odd number of moves",
    ),
    card(
        "is_even_tempered",
        1,
        Function::IsEvenTempered,
        "whether every play to a number has an even number of moves",
    ),
    card(
        "is_odd_tempered",
        1,
        Function::IsOddTempered,
        "whether every play to a number has an odd number of moves",
    ),
    card(
        "is_switch",
        1,
        Function::IsSwitch,
        "whether it is {x|y} with numbers x > y",
    ),
];

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
    let most = (wanted.len() / 3).max(1);
    let mut near: Vec<_> = names()
        .map(|(name, does)| (strsim::osa_distance(&name, &wanted), does.card().name))
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
        static NAMED: LazyLock<FxHashMap<String, Function>> = LazyLock::new(|| names().collect());
        NAMED.get(&plain(name)).copied()
    }

    pub(super) fn card(self) -> &'static FunctionCard {
        let card = FUNCTIONS.iter().find(|card| card.does == self);
        card.expect("every function has a card")
    }
}

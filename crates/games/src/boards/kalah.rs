//! Kalah: each player has a row of houses with seeds, and a store. A move sows the seeds of one of your houses, one by one,
//! over the next houses, your store, the other player's houses and around again. If the last seed falls in the store, you
//! move again. If it falls in an empty house of your own with seeds opposite, both go to your store. If either side has no
//! seed in its houses, the other keeps the seeds in its houses; the margin of the seeds in the stores counts.
//!
//! A position is the houses of the player to move and of the other, each from the far end to the owner's store:
//! `4,4,4/4,4,4`; the contents of the stores are not part of it. A move is the number of a house.
//!
//! ```
//! use bouton_core::{Alternating, Entry, Notation};
//! use bouton_games::boards::Kalah;
//! let (game, at) = Kalah::open(Some("3,2"), None).unwrap();
//! let second = game.moves(&at).nth(1).unwrap();
//! assert!(game.keeps_turn(&at, &second));
//! assert_eq!(game.show(&game.play(&at, &second)), "2,0,3/2,2,2");
//! ```
//!
//! Source: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Game, Glance, Hinted, Loopfree};
use bouton_core::heaps::parse_heap;
use bouton_core::notation::items;
use bouton_core::scene::{Cell, Deed, Drawn, Figure, Names, Owner, Scene, Seat, Set};
use bouton_core::{Indexed, InputError, Margin, Notation, Ranked, declares};
use bouton_texts::text;

use super::grid;

/// The most houses of a player.
const MOST: usize = 8;

/// The number of houses of each player, and of seeds in each at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    houses: usize,
    seeds: u8,
}

/// The seeds in the houses of the player to move and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Houses {
    mine: [u8; MOST],
    theirs: [u8; MOST],
}

bouton_core::packs!(Houses { mine, theirs });

impl Houses {
    fn left(&self) -> i16 {
        sum(&self.mine) + sum(&self.theirs)
    }
}

fn sum(side: &[u8; MOST]) -> i16 {
    side.iter().map(|seeds| i16::from(*seeds)).sum()
}

/// The effect of a move.
struct Sown {
    houses: Houses,
    stored: i16,
    again: bool,
}

impl Kalah {
    /// The game with up to 8 houses a side and up to 255 seeds in all.
    pub fn new(houses: usize, seeds: usize) -> Option<Self> {
        let fits = (1..=MOST).contains(&houses) && seeds >= 1 && 2 * houses * seeds <= 255;
        fits.then_some(Self {
            houses,
            seeds: seeds as u8,
        })
    }

    fn initial(&self) -> Houses {
        let mut side = [0; MOST];
        side[..self.houses].fill(self.seeds);
        Houses {
            mine: side,
            theirs: side,
        }
    }

    fn sow(&self, at: &Houses, house: usize) -> Sown {
        let (mut houses, mut stored, mut place) = (*at, 0, house);
        let hand = std::mem::take(&mut houses.mine[house]);
        for _ in 0..hand {
            place = (place + 1) % (2 * self.houses + 1);
            if place < self.houses {
                houses.mine[place] += 1;
            } else if place == self.houses {
                stored += 1;
            } else {
                houses.theirs[place - self.houses - 1] += 1;
            }
        }
        if place < self.houses && houses.mine[place] == 1 {
            let opposite = &mut houses.theirs[self.houses - 1 - place];
            if *opposite > 0 {
                stored += i16::from(std::mem::take(opposite)) + 1;
                houses.mine[place] = 0;
            }
        }
        Sown {
            houses,
            stored,
            again: place == self.houses,
        }
    }
}

impl Game for Kalah {
    type Position = Houses;
    type Move = u8;
    /// Houses as walls between the seeds: the rank of the walls' places in the combinatorial number system, if 64 bits
    /// suffice for all ways to have at most this many seeds.
    fn key(&self, at: &Houses) -> Option<u64> {
        let places = 2 * self.houses;
        if WAYS[at.left() as usize + places][places] == u64::MAX {
            return None;
        }
        let (mine, theirs) = (&at.mine[..self.houses], &at.theirs[..self.houses]);
        let (mut rank, mut before) = (0, 0);
        for (wall, seeds) in mine.iter().chain(theirs).enumerate() {
            before += usize::from(*seeds);
            rank += WAYS[before + wall][wall + 1];
        }
        Some(rank)
    }
}

/// The number of ways to choose this many of this many places; `u64::MAX` if it is larger.
static WAYS: [[u64; 2 * MOST + 1]; 256 + 2 * MOST] = {
    let mut ways = [[0u64; 2 * MOST + 1]; 256 + 2 * MOST];
    let mut n = 0;
    while n < ways.len() {
        ways[n][0] = 1;
        let mut k = 1;
        while k <= 2 * MOST && n > 0 {
            ways[n][k] = ways[n - 1][k - 1].saturating_add(ways[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    ways
};

/// By its seeds: the [key](Game::key) is the rank among all positions, those with fewer seeds first.
impl Indexed for Kalah {
    fn index(&self, at: &Houses) -> Option<u64> {
        self.key(at)
    }
    fn position(&self, mut number: u64) -> Option<Houses> {
        let places = 2 * self.houses;
        let mut at = Houses {
            mine: [0; MOST],
            theirs: [0; MOST],
        };
        let mut walls = [0; 2 * MOST];
        let mut above = WAYS.len();
        for wall in (0..places).rev() {
            let fits = WAYS[..above].partition_point(|ways| ways[wall + 1] <= number);
            walls[wall] = fits - 1;
            above = fits - 1;
            number -= WAYS[above][wall + 1];
        }
        let mut before = 0;
        for (wall, place) in walls[..places].iter().enumerate() {
            let seeds = u8::try_from(place - wall - before).ok()?;
            before = place - wall;
            match wall.checked_sub(self.houses) {
                None => at.mine[wall] = seeds,
                Some(house) => at.theirs[house] = seeds,
            }
        }
        (number == 0 && at.left() <= 255).then_some(at)
    }
}

impl Ranked for Kalah {
    fn within(&self, total: u64) -> Option<u64> {
        let places = 2 * self.houses;
        let ways = WAYS.get(usize::try_from(total).ok()?.checked_add(places)?)?[places];
        (total <= 255 && ways < u64::MAX).then_some(ways)
    }
}

impl Alternating for Kalah {
    type Score = Margin<i16>;
    fn moves<'g>(&'g self, at: &Houses) -> impl Iterator<Item = u8> + use<'g> {
        let (mine, over) = (at.mine, self.score(at).is_some());
        (0..self.houses as u8).filter(move |house| !over && mine[usize::from(*house)] > 0)
    }
    fn play(&self, at: &Houses, house: &u8) -> Houses {
        let Sown { houses, again, .. } = self.sow(at, (*house).into());
        if again {
            return houses;
        }
        Houses {
            mine: houses.theirs,
            theirs: houses.mine,
        }
    }
    fn gain(&self, at: &Houses, house: &u8) -> i16 {
        self.sow(at, (*house).into()).stored
    }
    fn keeps_turn(&self, at: &Houses, house: &u8) -> bool {
        self.sow(at, (*house).into()).again
    }
    fn score(&self, at: &Houses) -> Option<Margin<i16>> {
        let (mine, theirs) = (sum(&at.mine), sum(&at.theirs));
        (mine == 0 || theirs == 0).then_some(Margin(mine - theirs))
    }
    fn at_stake(&self, at: &Houses) -> Option<i128> {
        Some(at.left().into())
    }
}

impl Loopfree for Kalah {
    type Height = (i16, usize);
    /// The seeds in the houses, and the total distance to their owner's store.
    fn height(&self, at: &Houses) -> (i16, usize) {
        let way = |side: &[u8; MOST]| {
            let houses = side[..self.houses].iter().enumerate();
            houses
                .map(|(house, seeds)| usize::from(*seeds) * (self.houses - house))
                .sum::<usize>()
        };
        (at.left(), way(&at.mine) + way(&at.theirs))
    }
}

impl Hinted for Kalah {
    /// No player earns more seeds than there are. A move that gives another move comes first, then the one that stores
    /// most, then the one nearest to the store.
    fn glance<'g>(
        &'g self,
        at: &Houses,
    ) -> Glance<Margin<i16>, impl Iterator<Item = (u8, i32)> + use<'g>> {
        let at = *at;
        let promise = move |house: u8| {
            let Sown { stored, again, .. } = self.sow(&at, house.into());
            i32::from(again) * 1000 + i32::from(stored) * 10 + i32::from(house)
        };
        Glance {
            low: Margin(-at.left()),
            high: Margin(at.left()),
            moves: self.moves(&at).map(move |house| (house, promise(house))),
        }
    }
}

impl Notation for Kalah {
    fn parse(&self, text: &str) -> Result<Houses, InputError> {
        if text.is_empty() {
            return Ok(self.initial());
        }
        let whole = |message: String| InputError::whole(message, text);
        let (mine, theirs) = text
            .split_once('/')
            .ok_or_else(|| whole("expected the houses of both players, separated by /".into()))?;
        let side = |part: &str, offset: usize| {
            let mut side = [0; MOST];
            let found = items(part).count();
            if found != self.houses {
                let message = format!("expected {} houses, found {found}", self.houses);
                return Err(InputError::new(message, text, offset..offset + part.len()));
            }
            for (house, (span, item)) in side.iter_mut().zip(items(part)) {
                let seeds: u64 = parse_heap(item, "a number of seeds")
                    .map_err(|e| e.within(text, offset + span.start))?;
                *house =
                    u8::try_from(seeds).map_err(|_| whole("expected at most 255 seeds".into()))?;
            }
            Ok(side)
        };
        let at = Houses {
            mine: side(mine, 0)?,
            theirs: side(theirs, mine.len() + 1)?,
        };
        let most = self.initial().left();
        if at.left() > most {
            return Err(whole(format!(
                "expected at most {most} seeds in all, with which play begins, found {}",
                at.left()
            )));
        }
        Ok(at)
    }
    fn show(&self, at: &Houses) -> String {
        let side = |side: &[u8; MOST]| {
            side[..self.houses]
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        format!("{}/{}", side(&at.mine), side(&at.theirs))
    }
    fn show_move(&self, _at: &Houses, house: &u8) -> String {
        (house + 1).to_string()
    }
    fn move_in_words(&self, _at: &Houses, house: &u8) -> Option<String> {
        Some(format!("house {}", house + 1))
    }
}

impl Drawn for Kalah {
    fn scene(&self, at: &Houses) -> Scene {
        let house = |side| move |seeds: &u8| Cell::Piece(side, seeds.to_string());
        let theirs = at.theirs[..self.houses]
            .iter()
            .rev()
            .map(house(Owner::Second));
        let mine = at.mine[..self.houses].iter().map(house(Owner::First));
        Scene::of(Figure::Board(vec![theirs.collect(), mine.collect()]))
            .to_move("below: the player to move, who sows to the right")
            .with(Set::Pits)
            .named(Names::Columns)
            .seen(Seat::MoverBelow)
    }
    fn deed(&self, _at: &Houses, house: &u8) -> Option<Deed> {
        Some(Deed::leaving([self.houses + usize::from(*house)]))
    }
}

impl Entry for Kalah {
    type Game = Self;
    const CARD: Card = Card {
        name: "kalah",
        kind: Kind::Boards,
        aliases: &[("mancala", "")],
        parameters: "houses,seeds: 6,4",
        text: text("kalah"),
        notation: "houses of the player to move / of the other, each towards its owner's store: 4,4,4/4,4,4",
        example: Example::new("3,3", "3,3,3/3,3,3"),
        sources: &["G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000)"],
    };
    const USUAL: Option<&'static str> = Some("6,4");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let [houses, seeds] = grid::parameters(parameters, "houses,seeds")?;
        let game = Self::new(houses, seeds).ok_or_else(|| {
            let message = "expected at most 8 houses a side and 255 seeds in all";
            OpenError::parameters(parameters, message)
        })?;
        at_position(game, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.initial())
    }
}

declares!(Kalah: points, ranked, hinted, look);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_of_few_seeds_are_ranked() {
        for (houses, seeds, total) in [(1, 1, 9), (2, 3, 6), (3, 1, 5), (6, 4, 3)] {
            let game = Kalah::new(houses, seeds).unwrap();
            for number in 0..game.within(total).unwrap() {
                let at = game.position(number).unwrap();
                assert_eq!(game.index(&at), Some(number));
                let least = (at.left() as u64)
                    .checked_sub(1)
                    .map_or(0, |less| game.within(less).unwrap());
                assert!(number >= least && at.left() as u64 <= total);
            }
        }
        let game = Kalah::new(6, 4).unwrap();
        assert_eq!(game.within(15), Some(17_383_860));
        assert_eq!((game.within(256), game.position(u64::MAX)), (None, None));
        let large = Kalah::new(8, 15).unwrap();
        assert!(large.index(&large.initial()).is_none() && large.within(240).is_none());
    }
}

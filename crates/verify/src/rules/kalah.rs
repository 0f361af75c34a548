//! Kalah: the seeds of one of your houses are sown one by one over the next houses, your store, the other player's houses,
//! and around again, skipping the other's store. If the last seed falls in the store, the player moves again. If it falls
//! in an empty house of the player's own with seeds opposite, both go to the store. If either side has no seed in its
//! houses, the other player keeps the seeds in theirs.
//!
//! A position is the houses of the player to move, then the other's, each towards its owner's store.

use super::board::{listed, numbers, parameters_or};
use super::{Named, Position, Rules, Step};

/// Houses of each player, and seeds in each at the start.
struct Kalah(usize, usize);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let [houses, seeds] = parameters_or(named, [6, 4])?;
    Ok(Box::new(Kalah(houses, seeds)))
}

impl Rules for Kalah {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let houses = self.0;
        for house in (0..houses).filter(|house| at[*house] > 0) {
            // The mover's houses, the mover's store, the other's houses.
            let mut ring = at.to_vec();
            ring.insert(houses, 0);
            let mut place = house;
            for _ in 0..std::mem::take(&mut ring[house]) {
                place = (place + 1) % ring.len();
                ring[place] += 1;
            }
            let again = place == houses;
            if place < houses && ring[place] == 1 {
                let opposite = 2 * houses - place;
                if ring[opposite] > 0 {
                    ring[houses] += 1 + ring[opposite];
                    (ring[place], ring[opposite]) = (0, 0);
                }
            }
            let gain = ring.remove(houses);
            if !again {
                ring.rotate_left(houses);
            }
            see(Step {
                to: ring,
                gain,
                again,
            });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let (own, other) = at.split_at(self.0);
        let (own, other): (i64, i64) = (own.iter().sum(), other.iter().sum());
        (own == 0 || other == 0).then_some(own - other)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (own, other) = text
            .split_once('/')
            .ok_or("expected houses of both players")?;
        let (own, other) = (numbers(own)?, numbers(other)?);
        let all = [own.clone(), other.clone()].concat();
        if own.len() != self.0 || other.len() != self.0 || all.iter().any(|n| !(0..256).contains(n))
        {
            return Err(format!(
                "expected {} houses of at most 255 seeds each",
                self.0
            ));
        }
        let most = (2 * self.0 * self.1) as i64;
        if all.iter().sum::<i64>() > most {
            return Err(format!(
                "expected at most {most} seeds, with which play begins"
            ));
        }
        Ok(all)
    }

    fn show(&self, at: &[i64]) -> String {
        let (own, other) = at.split_at(self.0);
        format!("{}/{}", listed(own), listed(other))
    }

    fn bounds(&self, at: &[i64]) -> Option<(i64, i64)> {
        let left = at.iter().sum::<i64>();
        Some((-left, left))
    }

    fn has_points(&self) -> bool {
        true
    }
}

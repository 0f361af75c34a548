//! [`Mesh`]: what several workers need of a network, and [`Exchange`], how they speak over it.

use std::ops::Range;

use bouton_core::{Limits, StopReason};

/// Told what came: its tag, and the bytes.
pub type Hear<'h> = &'h mut dyn FnMut(u64, &[u8]);

/// Workers that send bytes to one another. When one is gone, what waits for it is cancelled.
pub trait Mesh {
    /// The number of this worker.
    fn me(&self) -> usize;
    /// How many there are.
    fn workers(&self) -> usize;
    /// Sends bytes to a worker, which may be this one.
    fn send(&mut self, to: usize, tag: u64, bytes: Vec<u8>);
    /// Ends a round: some rounds later, all that was sent in it has been heard by those it was sent to, so that what is on its way is
    /// bounded.
    ///
    /// # Errors
    /// A limit is reached.
    fn round(&mut self, limits: &Limits, hear: Hear<'_>) -> Result<(), StopReason>;
    /// Waits until all workers do, and all that was sent before has been heard. What others sent after that may be heard, too.
    ///
    /// # Errors
    /// A limit is reached.
    fn settle(&mut self, limits: &Limits, hear: Hear<'_>) -> Result<(), StopReason>;
}

/// In a tag: what is said to all, rather than messages of a wave.
const SAID: u64 = 1 << 63;

/// What workers say to one another, each as often as the others.
pub struct Exchange<'m> {
    pub(super) mesh: &'m mut dyn Mesh,
    limits: &'m Limits,
    /// How often each has spoken, and waves that have begun.
    said: u64,
    wave: u64,
    /// What came from those who are ahead.
    early: Vec<(u64, Vec<u8>)>,
}

impl std::fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange")
            .field("said", &self.said)
            .finish()
    }
}

impl<'m> Exchange<'m> {
    /// Over a mesh, within limits.
    pub fn over(mesh: &'m mut dyn Mesh, limits: &'m Limits) -> Self {
        Self {
            mesh,
            limits,
            said: 0,
            wave: 0,
            early: Vec::new(),
        }
    }

    /// The number of this worker.
    pub fn me(&self) -> usize {
        self.mesh.me()
    }

    /// How many there are.
    pub fn workers(&self) -> usize {
        self.mesh.workers()
    }

    /// Says something to some of the workers; what each of them said to this one, if anything. All take part.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn say(&mut self, to: Range<usize>, bytes: &[u8]) -> Result<Vec<Vec<u8>>, StopReason> {
        let tag = SAID | self.said;
        self.said += 1;
        let me = (self.me() as u64).to_le_bytes();
        for worker in to {
            self.mesh.send(worker, tag, [&me, bytes].concat());
        }
        let mut heard = vec![Vec::new(); self.workers()];
        let mut put = |bytes: &[u8]| {
            if let Some((from, bytes)) = bytes.split_first_chunk()
                && let Some(heard) = heard.get_mut(u64::from_le_bytes(*from) as usize)
            {
                *heard = bytes.to_vec();
            }
        };
        for (_, bytes) in self.early.extract_if(.., |(its, _)| *its == tag) {
            put(&bytes);
        }
        let early = &mut self.early;
        self.mesh.settle(self.limits, &mut |its, bytes| {
            if its == tag {
                put(bytes);
            } else {
                early.push((its, bytes.to_vec()));
            }
        })?;
        Ok(heard)
    }

    /// Sends some numbers to all workers and returns those of each.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn tell(&mut self, numbers: &[u64]) -> Result<Vec<Vec<u64>>, StopReason> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let heard = self.say(0..self.workers(), &bytes)?;
        let number = |eight: &[u8]| eight.try_into().map_or(0, u64::from_le_bytes);
        let numbers = |bytes: &Vec<u8>| bytes.chunks_exact(8).map(number).collect();
        Ok(heard.iter().map(numbers).collect())
    }

    /// The same, added up place by place.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, StopReason> {
        let told = self.tell(numbers)?;
        let at = |place: usize| told.iter().filter_map(move |its| its.get(place)).sum();
        Ok((0..numbers.len()).map(at).collect())
    }

    /// Begins a wave: its tag, and what others have sent of it already.
    pub(super) fn wave(&mut self) -> (u64, Vec<Vec<u8>>) {
        let tag = self.wave;
        self.wave += 1;
        let early = self.early.extract_if(.., |(its, _)| *its == tag);
        (tag, early.map(|(_, bytes)| bytes).collect())
    }

    /// Ends a round of a wave, or the wave: `hear` receives its messages.
    pub(super) fn listen(
        &mut self,
        tag: u64,
        is_over: bool,
        mut hear: impl FnMut(&[u8]),
    ) -> Result<(), StopReason> {
        let early = &mut self.early;
        let mut sort = |its: u64, bytes: &[u8]| {
            if its == tag {
                hear(bytes);
            } else {
                early.push((its, bytes.to_vec()));
            }
        };
        match is_over {
            true => self.mesh.settle(self.limits, &mut sort),
            false => self.mesh.round(self.limits, &mut sort),
        }
    }
}

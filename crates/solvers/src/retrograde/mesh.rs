//! [`Mesh`]: the network that several workers need, and [`Exchange`], the protocol that they use over it.

use std::ops::Range;

use bouton_core::{Limits, StopReason};

/// A callback that receives messages: the tag, and the bytes.
pub type Receive<'h> = &'h mut dyn FnMut(u64, &[u8]);

/// Workers that send bytes to one another. If one is lost, work that waits for it is cancelled.
pub trait Mesh {
    /// The number of this worker.
    fn me(&self) -> usize;
    /// The number of workers.
    fn workers(&self) -> usize;
    /// Sends bytes to a worker, which may be this one.
    fn send(&mut self, to: usize, tag: u64, bytes: Vec<u8>);
    /// Ends a round. Some rounds later, all messages sent in it have been received, so that the number of messages in
    /// transit is bounded.
    ///
    /// # Errors
    /// If a limit is reached.
    fn round(&mut self, limits: &Limits, hear: Receive<'_>) -> Result<(), StopReason>;
    /// Waits until all workers wait here, and all messages sent before have been received. Messages that others send later
    /// may be received, too.
    ///
    /// # Errors
    /// If a limit is reached.
    fn settle(&mut self, limits: &Limits, hear: Receive<'_>) -> Result<(), StopReason>;
}

/// The bit of a tag that marks a message to all, not a message of a wave.
const SAID: u64 = 1 << 63;

/// The exchanges between workers; all take part in each.
pub struct Exchange<'m> {
    pub(super) mesh: &'m mut dyn Mesh,
    limits: &'m Limits,
    /// The number of exchanges so far, and of waves begun.
    said: u64,
    wave: u64,
    /// Messages from workers that are ahead.
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
    /// Exchanges over a mesh, within limits.
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

    /// The number of workers.
    pub fn workers(&self) -> usize {
        self.mesh.workers()
    }

    /// Sends bytes to some of the workers; returns the bytes that each of them sent to this one, if any. All take part.
    ///
    /// # Errors
    /// If a limit is reached.
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
    /// If a limit is reached.
    pub fn tell(&mut self, numbers: &[u64]) -> Result<Vec<Vec<u64>>, StopReason> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let heard = self.say(0..self.workers(), &bytes)?;
        let number = |eight: &[u8]| eight.try_into().map_or(0, u64::from_le_bytes);
        let numbers = |bytes: &Vec<u8>| bytes.chunks_exact(8).map(number).collect();
        Ok(heard.iter().map(numbers).collect())
    }

    /// The same, with the numbers added place by place.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, StopReason> {
        let told = self.tell(numbers)?;
        let at = |place: usize| told.iter().filter_map(move |its| its.get(place)).sum();
        Ok((0..numbers.len()).map(at).collect())
    }

    /// Begins a wave: returns its tag, and the messages of it that others have already sent.
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

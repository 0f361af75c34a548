//! Nimbers, ups and what is made of them.

use bouton_core::{Meter, StopReason};

use crate::arena::{Arena, Value};

impl Arena {
    /// *n, the nim heap of n.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn nimber(&mut self, n: u32, meter: &mut Meter) -> Result<Value, StopReason> {
        let mut all = vec![Value::ZERO];
        for _ in 0..n {
            let next = self.make(&all, &all, meter)?;
            all.push(next);
        }
        Ok(all[n as usize])
    }
}

//! Workers that meet over 127.0.0.1, as threads of one process.

use std::net::TcpListener;
use std::time::Duration;

use bouton_cluster::{ClusterError, Hosts, Job, Meeting, Peers, meet};
use bouton_core::Limits;

/// This many workers at ports that are free.
pub(crate) fn hosts(workers: usize) -> Hosts {
    let ports = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports: Vec<_> = ports.collect();
    let lines = ports
        .iter()
        .map(|port| format!("{}\n", port.local_addr().unwrap()));
    Hosts::read(&lines.collect::<String>(), "hosts").unwrap()
}

pub(crate) fn job(rules: &str) -> Job {
    Job {
        version: "1".into(),
        rules: rules.into(),
    }
}

/// A worker that waits for long enough.
pub(crate) fn meeting<'m>(
    hosts: &'m Hosts,
    me: usize,
    job: &'m Job,
    note: &'m dyn Fn(&str),
) -> Meeting<'m> {
    Meeting {
        hosts,
        me,
        job,
        secret: None,
        listen: None,
        patience: Duration::from_secs(60),
        note,
    }
}

pub(crate) fn met(
    hosts: &Hosts,
    me: usize,
    job: &Job,
    note: &dyn Fn(&str),
) -> Result<Peers, ClusterError> {
    meet(&meeting(hosts, me, job, note), &Limits::default())
}

//! Tables on a disk that fails, at every step and in every way.

use std::path::Path;

use bouton::tables::{Wanted, tabulate};
use bouton::{Limits, Open, Session};
use bouton_files::faults::{Fault, plan, say_free, steps};
use bouton_reference::alone;

fn session(game: &str) -> Session {
    Open::game(game).session().unwrap()
}

/// All positions of kalah with this many seeds, of morris with this many men; of other games what there is.
fn asked<'p>(game: &str, path: &'p Path) -> Wanted<'p> {
    Wanted {
        total: (game.starts_with("kalah") || game.starts_with("six")).then_some(6),
        ..Wanted::at(path)
    }
}

/// This many threads need more than so little memory: cells lie in files.
fn limits(memory: Option<u64>) -> Limits {
    Limits {
        memory,
        threads: Some(8),
        ..Limits::default()
    }
}

fn made(game: &str, path: &Path, memory: Option<u64>) {
    tabulate(&session(game), &asked(game, path), &limits(memory)).unwrap();
}

/// Whatever step on the disk fails, the next run makes the same file, and no other file is left.
#[test]
fn a_disk_that_fails_costs_no_more_than_time() {
    alone(
        "table_faults::a_disk_that_fails_costs_no_more_than_time",
        || {
            // About so many steps of each kind of fault and table.
            let most = std::env::var("FAULTS").map_or(12, |most| most.parse().unwrap());
            for (game, memory) in [
                ("mu-torere", None),
                ("mu-torere", Some(6 << 10)),
                ("connect:2,3,3", None),
                ("tic-tac-toe", None),
                ("kalah:6,4", None),
                ("six-mens-morris", None),
            ] {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("table.tb");
                plan(None);
                made(game, &path, memory);
                let (all, wanted) = (steps(), std::fs::read(&path).unwrap());
                let stride = (all / most).max(1) as usize;
                for fault in Fault::ALL {
                    for step in (0..all).step_by(stride) {
                        let _ = std::fs::remove_file(&path);
                        plan(Some((step, fault)));
                        let first = tabulate(&session(game), &asked(game, &path), &limits(memory));
                        plan(None);
                        if let Err(error) = first {
                            assert!(
                                error.to_string().contains("cannot"),
                                "{game} {step}: {error}"
                            );
                        }
                        made(game, &path, memory);
                        assert_eq!(
                            std::fs::read(&path).unwrap(),
                            wanted,
                            "{game} {fault:?} {step}"
                        );
                        let left = std::fs::read_dir(folder.path())
                            .unwrap()
                            .map(|entry| entry.unwrap().file_name());
                        let left: Vec<_> = left.filter(|name| name != "table.tb").collect();
                        let parts =
                            |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
                        assert!(
                            fault == Fault::Killed && left.iter().all(parts) || left.is_empty(),
                            "{left:?}"
                        );
                        for name in left {
                            std::fs::remove_file(folder.path().join(name)).unwrap();
                        }
                    }
                }
            }
        },
    );
}

/// A table without enough disk space is not begun; one that was begun needs space only for the rest.
#[test]
fn a_disk_without_space_is_told_before_work_begins() {
    alone(
        "table_faults::a_disk_without_space_is_told_before_work_begins",
        || {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("table.tb");
            let mut told = String::new();
            // Cells in files: twice the 630 numbers, and a block.
            for (memory, free, fits) in [
                (None, 23, false),
                (None, 24, true),
                (Some(100), 1283, false),
                (Some(6 << 10), 24, true),
            ] {
                say_free(Some(free));
                let made = tabulate(&session("mu-torere"), &Wanted::at(&path), &limits(memory));
                say_free(None);
                match made {
                    Ok(made) => assert!(fits && made.stopped.is_none() && path.is_file()),
                    Err(error) => {
                        assert!(!fits, "{error}");
                        told += &format!("{error}\n");
                        assert!(!folder.path().join("table.tb.work").exists());
                    }
                }
            }
            bouton_reference::message("a disk that is too small for a table", told);
        },
    );
}

/// A worker reserves the space of its own cells before it connects to any other.
#[test]
#[cfg(feature = "cluster")]
fn a_worker_without_space_says_so_before_it_waits_for_others() {
    alone(
        "table_faults::a_worker_without_space_says_so_before_it_waits_for_others",
        || {
            use bouton::tables::{Crew, tabulate_together};
            let folder = tempfile::tempdir().unwrap();
            let hosts = folder.path().join("hosts.txt");
            std::fs::write(&hosts, "127.0.0.1:1\n127.0.0.1:2\n").unwrap();
            let crew = Crew {
                hosts: &hosts,
                me: 1,
                secret: None,
                listen: None,
                checkpoint: &folder.path().join("work"),
                patience: std::time::Duration::ZERO,
                note: &|_| {},
            };
            // 630 numbers, half of them its own.
            for (free, fits) in [(314, false), (315, true)] {
                say_free(Some(free));
                let session = session("mu-torere");
                let made =
                    tabulate_together(&session, &folder.path().join("t.tb"), &crew, &limits(None));
                say_free(None);
                let told = made.unwrap_err().to_string();
                assert_eq!(told.contains("on the disk at least"), !fits, "{told}");
                assert_eq!(crew.checkpoint.exists(), fits);
            }
        },
    );
}

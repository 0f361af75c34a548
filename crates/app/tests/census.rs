//! `bouton census`: an interrupted census continues from its saved rows; damaged or forged rows change no table.

use std::path::Path;
use std::process::Command;

use bouton_files::{Chain, Log};
use bouton_reference::message;

use crate::support::{Said, program};

const HEAPS: &str = "500";

/// A census to be made.
fn command(path: &Path) -> Command {
    let mut command = program(&["census", "octal", "--digits", "1", "--heaps", HEAPS, "-o"]);
    command.arg(path);
    command
}

fn census(path: &Path) -> Said {
    command(path).output().unwrap().into()
}

/// The lines of a part with all rows of the table that pass, their checksums right.
fn part(table: &str, rows: impl Iterator<Item = String>) -> Vec<String> {
    let heading = table.lines().next().unwrap();
    let heading = format!("{heading},checksum to heap {HEAPS}\n");
    let mut sum = Chain::default().with(heading.as_bytes());
    let lines = rows.map(move |row| {
        let row = format!("{row},");
        sum = sum.with(row.as_bytes());
        format!("{row}{:016x}\n", sum.sum())
    });
    std::iter::once(heading).chain(lines).collect()
}

struct Census {
    folder: tempfile::TempDir,
    whole: String,
    lines: Vec<String>,
}

impl Census {
    fn whole() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("octal.csv");
        let output = census(&path);
        assert!(output.is_well(), "{}", output.error);
        let whole = std::fs::read_to_string(&path).unwrap();
        let rows = whole.lines().skip(1).map(|row| {
            // Rows of a part are not compared yet.
            let cells: Vec<_> = row.split(',').collect();
            [&cells[..15], &["", ""]].concat().join(",")
        });
        let lines = part(&whole, rows);
        Self {
            folder,
            whole,
            lines,
        }
    }

    /// Continues a part and returns its output.
    fn go_on(&self, part: &[u8]) -> String {
        let path = self.folder.path().join("octal.csv");
        let _ = std::fs::remove_file(&path);
        let part_path = self.folder.path().join("octal.csv.part");
        std::fs::write(&part_path, part).unwrap();
        let output = census(&path);
        assert!(output.is_well(), "{}", output.error);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            self.whole,
            "{}",
            String::from_utf8_lossy(part)
        );
        assert!(!part_path.exists());
        output.error
    }
}

#[test]
fn a_census_goes_on_where_it_was() {
    let census = Census::whole();
    assert_eq!(census.whole.lines().count(), 15);
    assert_eq!(census.lines.len(), 15);
    for rows in [1, 2, 8, 15] {
        assert_eq!(census.go_on(census.lines[..rows].concat().as_bytes()), "");
    }
    // A census that was killed before it began.
    assert_eq!(census.go_on(b""), "");
    assert_eq!(census.go_on(&census.lines[0].as_bytes()[..20]), "");
}

#[test]
fn damage_is_told_and_what_comes_before_it_is_kept() {
    let census = Census::whole();
    let lines = &census.lines;
    let good = lines.concat().into_bytes();
    let with = |order: &[usize]| {
        order
            .iter()
            .map(|&n| lines[n].as_str())
            .collect::<String>()
            .into_bytes()
    };
    let mut damaged = vec![
        with(&[0, 2, 3, 4]),
        with(&[0, 1, 2, 2, 3]),
        with(&[0, 1, 3, 2, 4]),
        good[..good.len() - 5].to_vec(),
        good[..good.len() - 1].to_vec(),
        [&good[..], b"more"].concat(),
        [&good[..], b"\xff\xfe\n"].concat(),
        [&good[..], lines[3].as_bytes()].concat(),
    ];
    for n in 0..48 {
        let mut flipped = good.clone();
        let at = lines[0].len() + n * (good.len() - lines[0].len()) / 48;
        flipped[at] ^= 1 << (n % 8);
        damaged.push(flipped);
    }
    for part in &damaged {
        let told = census.go_on(part);
        assert!(
            told.contains("are damaged: the rows in them are computed again"),
            "{told}"
        );
    }
}

/// False rows with correct checksums.
#[test]
fn forged_proofs_prove_nothing() {
    let census = Census::whole();
    let forge = |change: &dyn Fn(&mut Vec<String>)| {
        let rows = census.whole.lines().skip(1).map(|row| {
            let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
            change(&mut cells);
            cells.join(",")
        });
        part(&census.whole, rows.collect::<Vec<_>>().into_iter()).concat()
    };
    for (column, value) in [
        (2, "1"),
        (3, "0"),
        (4, "7"),
        (5, "9"),
        (6, "18446744073709551615"),
        (7, "0"),
        (14, "0000000000000000"),
    ] {
        census.go_on(
            forge(&|cells| {
                cells[1] = "proved".to_owned();
                cells[column] = value.to_owned();
            })
            .as_bytes(),
        );
    }
}

#[test]
fn what_is_no_part_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("octal.csv");
    let part = folder.path().join("octal.csv.part");
    let refused = |heading: &str| {
        let output = census(&path);
        assert_eq!(output.code, Some(2), "{}", output.error);
        message(heading, output.error);
        assert!(!path.exists());
    };
    std::fs::write(&part, "code,proof to heap 400\n").unwrap();
    refused("a part of another census");
    let held = Log::open(&part).unwrap();
    refused("a census that another process makes");
    drop(held);
    std::fs::remove_file(&part).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", &part).unwrap();
        refused("a part of a census that is a device or a pipe");
        std::fs::remove_file(&part).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(&part)
                .status()
                .unwrap()
                .success()
        );
        refused("a part of a census that is a device or a pipe");
    }
}

/// A kill at any moment.
#[test]
fn a_census_that_is_killed_goes_on() {
    let whole = Census::whole();
    let path = whole.folder.path().join("octal.csv");
    for wait in [5, 20, 40, 80, 160] {
        let _ = std::fs::remove_file(&path);
        let mut child = command(&path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let output = census(&path);
        assert!(output.is_well(), "{}", output.error);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole.whole);
    }
}

/// A census of misère quotients agrees with `quotient` on each code, and continues from its part.
#[test]
fn misere_quotients_are_told_for_every_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotients.csv");
    let census = |more: &[&str]| {
        let mut command = program(&["census", "octal", "--digits", "1", "--misere"]);
        command.args(["--heaps", "60", "-o"]).arg(&path).args(more);
        Said::from(command.output().unwrap())
    };
    let stopped = census(&["--time", "0s"]);
    assert_eq!(stopped.code, Some(3), "{}", stopped.error);
    let whole = census(&[]);
    assert!(whole.is_well(), "{}", whole.error);
    let said = whole.out;
    assert!(said.starts_with("14 codes to heap 60: "), "{said}");
    let table = std::fs::read_to_string(&path).unwrap();
    let mut lines = table.lines();
    let heading = "code,proof,order,p_order,tame,period,preperiod,heaps";
    assert_eq!(lines.next(), Some(heading));
    let mut proved = 0;
    for line in lines {
        let row = bouton::answers::QuotientRow::from_csv(line).unwrap();
        let game = format!("take-and-break:{}", row.code);
        let limits = bouton::Limits::default();
        // Not further: some of them have no end.
        let open = bouton::Open::game(&game);
        let found = bouton::quotients::QuotientReport::of(&open, row.heaps, &limits)
            .unwrap()
            .told();
        assert_eq!(
            (
                row.proof,
                row.order,
                row.p_order,
                row.tame,
                row.period,
                row.preperiod,
                row.heaps
            ),
            (
                found.proof,
                found.order,
                found.p_order,
                found.tame,
                found.period,
                found.preperiod,
                found.heaps
            ),
            "{line}"
        );
        proved += usize::from(row.proof == Some(bouton::answers::Proof::Proved));
    }
    assert!(proved >= 7, "{table}");
}

//! Checkpoints that were damaged or forged: the answer is that of an undisturbed run, or less, and nothing that was
//! read back proves anything.

use std::path::Path;

use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_files::LogError;
use bouton_solvers::sequence::checkpoint::{self, CheckpointContents, CheckpointError};
use bouton_solvers::sequence::run::Run;
use bouton_solvers::sequence::{Plan, Sequence};

const HEAPS: u64 = 6000;

/// The last number ends a run, as if it were killed there.
fn run(path: &Path, code: &str, end: usize) -> (Sequence, u64) {
    let CheckpointContents {
        values,
        mut keeper,
        broken,
    } = checkpoint::open(path, &code.parse().unwrap()).unwrap();
    let run = Run::resume(code.parse().unwrap(), None, 1, values).unwrap();
    let plan = Plan {
        interval: Some(std::time::Duration::ZERO),
        ..Plan::default()
    };
    let found = Sequence::finish(run, HEAPS, plan, &Limits::default(), &mut |run| {
        keeper.keep(run).unwrap();
        if run.len() < end {
            Ok(())
        } else {
            Err(StopReason::Cancelled)
        }
    });
    (found, broken)
}

/// The places of the head's end and of the end of each piece.
fn pieces(bytes: &[u8]) -> Vec<usize> {
    let mut lines = (0..bytes.len()).filter(|&at| bytes[at] == b'\n');
    let mut ends = vec![lines.nth(1).unwrap() + 1];
    while let Some(head) = bytes
        .get(ends[ends.len() - 1]..)
        .filter(|rest| rest.len() > 17)
    {
        let count = u64::from_le_bytes(head[9..17].try_into().unwrap()) as usize;
        ends.push(ends[ends.len() - 1] + 17 + count * usize::from(head[0]) + 8);
    }
    ends
}

#[test]
fn damage_is_told_and_what_comes_before_it_is_kept() {
    for code in ["0.37", "0.77"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let (right, _) = run(&path, code, usize::MAX);
        std::fs::remove_file(&path).unwrap();
        for end in [500, 1500, 3000, 4500] {
            run(&path, code, end);
        }
        let good = std::fs::read(&path).unwrap();
        let ends = pieces(&good);
        assert!(ends.len() > 2, "{code}: {} pieces", ends.len());
        let piece = |n: usize| &good[ends[n]..ends[n + 1]];
        let last = ends.len() - 1;
        let dropped = [&good[..ends[0]], &good[ends[1]..]].concat();
        let doubled = [&good[..ends[1]], piece(0), &good[ends[1]..]].concat();
        let swapped = [&good[..ends[0]], piece(1), piece(0), &good[ends[2]..]].concat();
        let mut damaged = vec![dropped, doubled, swapped, good[..good.len() - 5].to_vec()];
        damaged.push([&good[..], b"more"].concat());
        damaged.push([&good[..], piece(last - 1)].concat());
        for n in 0..24 {
            let mut flipped = good.clone();
            let at = ends[0] + n * (good.len() - ends[0]) / 24;
            flipped[at] ^= 1 << (n % 8);
            damaged.push(flipped);
        }
        for (n, bytes) in damaged.iter().enumerate() {
            std::fs::write(&path, bytes).unwrap();
            let (found, broken) = run(&path, code, usize::MAX);
            assert!(broken > 0, "{code} {n}: nothing is reported");
            assert_eq!(found.wrong, None, "{code} {n}");
            assert_eq!(found.status, right.status, "{code} {n}");
            assert!(
                (0..=HEAPS).all(|heap| found.value(heap) == right.value(heap)),
                "{code} {n}"
            );
        }
    }
}

/// A checkpoint of zeros with all its checksums right would say that the period is 1.
#[test]
fn forged_values_prove_nothing() {
    let sum = |bytes: &[u8]| {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let (right, _) = run(&path, "0.77", usize::MAX);
    for (period, wrong) in [(1u32, 1), (2, 2), (40, 4)] {
        let mut forged = b"bouton sequence checkpoint 2\n0.77\n".to_vec();
        forged.push(1);
        forged.extend(0u64.to_le_bytes());
        forged.extend(5000u64.to_le_bytes());
        forged.extend((0..5000u32).map(|heap| (heap % period) as u8));
        forged.extend(sum(&forged).to_le_bytes());
        std::fs::write(&path, &forged).unwrap();
        let (found, broken) = run(&path, "0.77", usize::MAX);
        assert_eq!(broken, 0);
        assert_eq!(found.wrong, Some(wrong));
        assert_eq!(found.status, right.status);
        assert!((0..=HEAPS).all(|heap| found.value(heap) == right.value(heap)));
        // And the file is right from now on.
        let (again, _) = run(&path, "0.77", usize::MAX);
        assert_eq!((again.wrong, again.status), (None, right.status));
    }
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let code = "0.77".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    for device in [
        Path::new("/dev/zero"),
        Path::new("/dev/null"),
        folder.path(),
    ] {
        let refused = checkpoint::open(device, &code);
        assert!(
            matches!(refused, Err(CheckpointError::Log(LogError::Device))),
            "{refused:?}"
        );
    }
    let first = checkpoint::open(&path, &code).unwrap();
    assert!(matches!(
        checkpoint::open(&path, &code),
        Err(CheckpointError::Log(LogError::InUse))
    ));
    drop(first);
    assert!(checkpoint::open(&path, &code).is_ok());
    let other = "0.137".parse().unwrap();
    assert!(matches!(
        checkpoint::open(&path, &other),
        Err(CheckpointError::OtherCode { .. })
    ));
    std::fs::write(&path, "bouton sequence checkpoint 1\n0.77\n").unwrap();
    assert!(matches!(
        checkpoint::open(&path, &code),
        Err(CheckpointError::Header(..))
    ));
}

/// The sparse space also receives values that were all there before.
#[test]
fn a_run_that_has_nothing_left_to_do_knows_its_rare_heaps() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::remove_file(file.path()).unwrap();
    let (first, _) = run(file.path(), "0.16", usize::MAX);
    let (again, _) = run(file.path(), "0.16", usize::MAX);
    assert!(first.sparseness.is_some());
    assert_eq!(
        again.sparseness.map(|found| found.space),
        first.sparseness.map(|found| found.space)
    );
}

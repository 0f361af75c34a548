//! A file is complete or as it was before, wherever the disk fails; unfinished work is continued.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use bouton_cli::Console;
use bouton_files::faults::{self, Fault};
use bouton_reference::alone;

use crate::support::{PROGRAM, Said, bouton, bouton_in};

/// A command that writes files: its words, where `%` stands for the folder, and the files.
struct Writes {
    words: &'static str,
    files: &'static [&'static str],
}

const WRITERS: &[Writes] = &[
    Writes {
        words: "draw nim 2,1 --as graph -o %/a.svg",
        files: &["a.svg"],
    },
    Writes {
        words: "draw kayles 9 --as strip -o %/a.json",
        files: &["a.json"],
    },
    Writes {
        words: "sequence kayles --heaps 200 -o %/a.csv --certificate %/a.txt",
        files: &["a.csv", "a.txt"],
    },
    Writes {
        words: "sequence kayles --heaps 200 -o %/a.npy --checkpoint %/kept --interval 0s",
        files: &["a.npy"],
    },
    Writes {
        words: "law subtraction:1,2 --certificate %/a.law --svg %/a.svg",
        files: &["a.law", "a.svg"],
    },
    Writes {
        words: "census octal --digits 1 --heaps 100 --threads 1 -o %/a.csv",
        files: &["a.csv"],
    },
    Writes {
        words: "census subtraction --digits 2 --heaps 100 -o %/a.json",
        files: &["a.json"],
    },
];

/// Runs the program here, on a disk that fails as planned; returns its exit code.
fn run(words: &str, folder: &Path, plan: Option<(u64, Fault)>) -> u8 {
    let folder = folder.to_str().unwrap();
    let words = words
        .split(' ')
        .map(|word| word.replace('%', folder).into());
    faults::plan(plan);
    let code = bouton_cli::run(words, &Console::process());
    // Later faults are of another disk.
    if plan.is_some() {
        faults::plan(None);
    }
    code
}

fn contents(writes: &Writes, folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let read = |file: &&'static str| Some((*file, std::fs::read(folder.join(file)).ok()?));
    writes.files.iter().filter_map(read).collect()
}

/// All files of a folder and its subfolders.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            found.extend(names(&entry.path()));
        }
        found.push(entry.file_name().into_string().unwrap());
    }
    found
}

#[test]
fn a_file_is_whole_or_as_it_was_wherever_the_disk_fails() {
    alone(
        "writing::a_file_is_whole_or_as_it_was_wherever_the_disk_fails",
        || {
            for writes in WRITERS {
                let words = writes.words;
                let folder = tempfile::tempdir().unwrap();
                assert_eq!(run(words, folder.path(), None), 0, "{words}");
                let steps = faults::steps();
                let whole = contents(writes, folder.path());
                assert!(
                    steps > 3 && whole.len() == writes.files.len(),
                    "{words}: {steps} steps, {:?}",
                    names(folder.path())
                );
                for (fault, at) in Fault::ALL
                    .into_iter()
                    .flat_map(|fault| (0..steps).map(move |at| (fault, at)))
                {
                    for is_there in [false, true] {
                        let told = format!("{words}: {fault:?} at {at}, {is_there}");
                        let folder = tempfile::tempdir().unwrap();
                        if is_there {
                            for file in writes.files {
                                let path = folder.path().join(file);
                                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                                std::fs::write(path, "before").unwrap();
                            }
                        }
                        let code = run(words, folder.path(), Some((at, fault)));
                        assert!([0, 2].contains(&code), "{told}: {code}");
                        let left = contents(writes, folder.path());
                        for (file, bytes) in &left {
                            let is_whole = *bytes == whole[file];
                            assert!(is_whole || is_there && bytes == b"before", "{told}: {file}");
                        }
                        if code == 0 {
                            assert_eq!(left, whole, "{told}");
                        }
                        let names = names(folder.path());
                        let parts = names.iter().filter(|name| name.starts_with('.')).count();
                        assert!(parts == 0 || fault == Fault::Killed, "{told}: {names:?}");
                        // Then the disk works again.
                        assert_eq!(run(words, folder.path(), None), 0, "{told}");
                        assert_eq!(contents(writes, folder.path()), whole, "{told}");
                    }
                }
            }
        },
    );
}

/// All writing goes through one file of one crate, where faults can be set.
#[test]
fn nothing_else_writes_to_a_path() {
    const WRITING: &str =
        "fs::write( File::create OpenOptions fs::rename( fs::copy( fs::remove_ create_dir";
    fn look(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("tests") {
                look(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !path.ends_with("tests.rs")
            {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text
                    .split("#[cfg(test)]")
                    .next()
                    .unwrap()
                    .split("#[cfg(all(test")
                    .next()
                    .unwrap();
                let lines = code
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"));
                let writing =
                    lines.filter(|line| WRITING.split(' ').any(|word| line.contains(word)));
                found.extend(writing.map(|line| format!("{}: {}", path.display(), line.trim())));
            }
        }
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap() {
        let room = entry.unwrap().path();
        let source = room.join("src");
        // Nobody who has the program has the tool that writes the site, nor what only tests use.
        let is_exempt = ["files", "site", "reference"]
            .iter()
            .any(|name| room.ends_with(name));
        if source.is_dir() && !is_exempt {
            look(&source, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_cannot_be_written_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::create_dir(path("folder.svg")).unwrap();
    std::fs::write(path("file"), "").unwrap();
    let (folder_itself, beneath, nowhere) =
        (path("folder.svg"), path("file/a.svg"), path("none/a.svg"));
    for file in [&folder_itself, &beneath, &nowhere] {
        let output = bouton(&["draw", "nim", "2,1", "--as", "graph", "-o", file]);
        let told = output.error;
        assert_eq!(output.code, Some(2), "{told}");
        assert!(
            told.starts_with(&format!("bouton: cannot write {file}: ")),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let full = bouton(&["sequence", "kayles", "--certificate", "/dev/full"]);
    assert_eq!(full.code, Some(2));
    assert!(
        full.error
            .starts_with("bouton: cannot write /dev/full: No space left"),
        "{}",
        full.error
    );
}

/// The system itself cuts a write short.
#[test]
#[cfg(unix)]
fn a_limit_of_the_system_leaves_the_earlier_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    std::fs::write(&path, "before").unwrap();
    let command = format!(
        "trap '' XFSZ; ulimit -f 4; '{PROGRAM}' draw nim 3,4 --as graph -o {}",
        path.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output();
    let output = Said::from(output.unwrap());
    assert_eq!(output.code, Some(2), "{}", output.error);
    assert!(output.error.contains("File too large"), "{}", output.error);
    assert_eq!(std::fs::read(&path).unwrap(), b"before");
    assert_eq!(names(folder.path()), ["a.svg"]);
}

#[test]
#[cfg(unix)]
fn links_rights_and_devices_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let draw = |name: &str| {
        let to = path(name);
        bouton(&[
            "draw",
            "nim",
            "2,1",
            "--as",
            "graph",
            "-o",
            to.to_str().unwrap(),
        ])
    };
    assert!(draw("a.svg").is_well());
    let whole = std::fs::read(path("a.svg")).unwrap();
    std::fs::create_dir(path("other")).unwrap();
    std::fs::write(path("other/there.svg"), "before").unwrap();
    let rights = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(path("other/there.svg"), rights).unwrap();
    symlink("other/there.svg", path("link.svg")).unwrap();
    assert!(draw("link.svg").is_well());
    assert!(path("link.svg").is_symlink());
    assert_eq!(std::fs::read(path("other/there.svg")).unwrap(), whole);
    let mode = path("other/there.svg")
        .metadata()
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    symlink("nowhere.svg", path("new.svg")).unwrap();
    assert!(draw("new.svg").is_well() && path("new.svg").is_symlink());
    assert_eq!(std::fs::read(path("nowhere.svg")).unwrap(), whole);
    symlink("round.svg", path("round.svg")).unwrap();
    assert_eq!(draw("round.svg").code, Some(2));
    // A pipe is written while it is read.
    let pipe = path("pipe.svg");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read(pipe).unwrap())
    };
    assert!(draw("pipe.svg").is_well());
    assert_eq!(reader.join().unwrap(), whole);
    assert!(pipe.metadata().unwrap().file_type().is_fifo());
    // Standard output by its path is that of a process.
    let straight = bouton_in(
        folder.path(),
        &[
            "sequence",
            "kayles",
            "--json",
            "--certificate",
            "/dev/stdout",
        ],
    );
    assert!(
        straight.out.starts_with("bouton period certificate"),
        "{straight:?}"
    );
}

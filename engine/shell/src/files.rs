//! Files that survive a crash, a full disk and a cut of power.
//!
//! Writing: a temporary name in the same folder, written, flushed to the disk, read back and compared; then the old
//! file becomes `NAME.previous` and the new one takes its name. Whenever the machine stops, the old or the new content
//! is there under `NAME` or `NAME.previous`, whole.
//!
//! Reading: the caller says whether content is good. A file that is not is set aside as `NAME.damaged-1`, never
//! overwritten and never deleted, and the previous one is used.
//!
//! Deliberately absent: formats and versions (the caller's), locks (two programs that write one file both win whole).

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Why a file could not be used, as a sentence with what to do about it.
#[derive(Debug)]
pub struct FileError {
    /// What was tried, as a verb: "write", "read", "create the folder".
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: std::io::Error,
}

impl FileError {
    /// An error of an action on a path.
    pub fn new(action: &'static str, path: &Path, source: std::io::Error) -> Self {
        Self { action, path: path.to_path_buf(), source }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "could not {} {}: ", self.action, self.path.display())?;
        match self.source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => out.write_str("the disk is full; make some room and try again"),
            ErrorKind::ReadOnlyFilesystem => out.write_str("the disk cannot be written to"),
            ErrorKind::PermissionDenied => out.write_str("it is not allowed; check the rights of the folder"),
            ErrorKind::NotFound => out.write_str("it is not there"),
            ErrorKind::NotADirectory => out.write_str("a file is where a folder should be"),
            ErrorKind::IsADirectory => out.write_str("a folder is where a file should be"),
            ErrorKind::InvalidData => out.write_str("what was read back is not what was written; the disk may be failing"),
            _ => write!(out, "{}", self.source),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// The name with something after it: `save.bin` and `.previous` give `save.bin.previous`.
fn with_tail(path: &Path, tail: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsStr::to_os_string);
    name.push(tail);
    path.with_file_name(name)
}

/// Where the content before the last writing is kept.
pub fn previous_path(path: &Path) -> PathBuf {
    with_tail(path, ".previous")
}

/// Writes a file so that a crash at any byte leaves the old or the new content whole. Makes the folder if need be. A link is
/// followed and stays one; what is no plain file (a device, a pipe, a folder) is refused and left alone.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let failed = |error| FileError::new("write", path, error);
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(failed(std::io::Error::new(ErrorKind::InvalidInput, "this is no plain file")));
    }
    if path.file_name().is_none() {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| FileError::new("create the folder", folder, error))?;
    }
    if path.is_dir() {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    let temporary = write_temporary(path, bytes).map_err(failed)?;
    let renamed = keep_previous(path).and_then(|()| std::fs::rename(&temporary, path));
    if let Err(error) = renamed {
        // the new content is not lost: it may be all there is
        if path.exists() {
            let _ = std::fs::remove_file(&temporary);
        }
        return Err(failed(error));
    }
    flush_folder(path);
    Ok(())
}

/// The content under a temporary name in the same folder, on the disk and compared.
fn write_temporary(path: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    // process and counter: no two writers share a name, and what a killed one left is never taken for ours
    let tail = format!(".{}-{}.tmp", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
    let temporary = with_tail(path, &tail);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        if std::fs::read(&temporary)? != bytes {
            return Err(ErrorKind::InvalidData.into());
        }
        Ok(())
    })();
    match written {
        Ok(()) => Ok(temporary),
        Err(error) => {
            let _ = std::fs::remove_file(&temporary);
            Err(error)
        }
    }
}

fn keep_previous(path: &Path) -> std::io::Result<()> {
    match std::fs::rename(path, previous_path(path)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Renames reach the disk when the folder does. Not every system lets a folder be opened; then it does so by itself.
fn flush_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Where a value was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadFrom {
    /// The file itself.
    Main,
    /// The content before the last writing.
    Previous,
}

/// What reading gave.
#[derive(Debug)]
pub struct ReadOutcome<T> {
    /// The value and where it came from; nothing when there is no good file.
    pub value: Option<(T, ReadFrom)>,
    /// Files that were not good, under the names they have now, with the reason.
    pub set_aside: Vec<(PathBuf, String)>,
}

/// Reads a file that [`write_atomic`] wrote. `validate` says whether content is good and makes the value of it.
///
/// No file at all is an outcome without a value; an error is only what keeps a file from being read.
pub fn read_with_previous<T>(path: &Path, validate: impl Fn(&[u8]) -> Result<T, String>) -> Result<ReadOutcome<T>, FileError> {
    let mut outcome = ReadOutcome { value: None, set_aside: Vec::new() };
    for (file, from) in [(path.to_path_buf(), ReadFrom::Main), (previous_path(path), ReadFrom::Previous)] {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(FileError::new("read", &file, error)),
        };
        match validate(&bytes) {
            Ok(value) => {
                outcome.value = Some((value, from));
                break;
            }
            Err(why) => outcome.set_aside.push((set_aside(&file)?, why)),
        }
    }
    Ok(outcome)
}

/// Renames a file that is not good to the first free `NAME.damaged-N`.
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    let failed = |error| FileError::new("set aside", path, error);
    let free = (1..10_000).map(|number| with_tail(path, &format!(".damaged-{number}"))).find(|name| std::fs::symlink_metadata(name).is_err());
    let name = free.ok_or_else(|| failed(std::io::Error::other("there are thousands of damaged files of this name already")))?;
    std::fs::rename(path, &name).map_err(failed)?;
    flush_folder(path);
    Ok(name)
}

/// Removes what killed writers left in a folder, if it is older than `age`. Gives the number of files removed.
pub fn remove_leftovers(folder: &Path, age: Duration) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let old = |entry: &std::fs::DirEntry| {
        let modified = entry.metadata().ok().filter(std::fs::Metadata::is_file).and_then(|metadata| metadata.modified().ok());
        modified.and_then(|at| at.elapsed().ok()).is_some_and(|since| since >= age)
    };
    let leftovers = entries.flatten().filter(|entry| is_temporary(&entry.file_name()) && old(entry));
    leftovers.filter(|entry| std::fs::remove_file(entry.path()).is_ok()).count()
}

/// `NAME.PROCESS-COUNTER.tmp` and nothing else.
fn is_temporary(name: &OsStr) -> bool {
    let numbers = name.to_str().and_then(|name| name.strip_suffix(".tmp")).and_then(|stem| stem.rsplit_once('.')).and_then(|(_, tail)| tail.split_once('-'));
    numbers.is_some_and(|(process, counter)| process.parse::<u32>().is_ok() && counter.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("files-{name}-ß-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> = std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// Content is good when it ends with "end".
    fn whole(bytes: &[u8]) -> Result<String, String> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if text.ends_with("end") { Ok(text) } else { Err("it does not end".into()) }
    }

    fn value(path: &Path) -> (Option<(String, ReadFrom)>, usize) {
        let outcome = read_with_previous(path, whole).unwrap();
        (outcome.value, outcome.set_aside.len())
    }

    #[test]
    fn the_new_content_is_there_and_the_old_one_is_kept() {
        let folder = Folder::new("keep");
        let path = folder.0.join("unter").join("säve.bin");
        assert_eq!(value(&path), (None, 0));
        for text in ["1 end", "2 end", "3 end"] {
            write_atomic(&path, text.as_bytes()).unwrap();
        }
        assert_eq!(value(&path), (Some(("3 end".into(), ReadFrom::Main)), 0));
        assert_eq!(std::fs::read(previous_path(&path)).unwrap(), b"2 end");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 2, "no temporary file stays");
    }

    #[test]
    fn a_file_cut_at_any_byte_is_set_aside_and_the_previous_one_used() {
        let folder = Folder::new("cut");
        let path = folder.0.join("save");
        for cut in 0.."second end".len() {
            let _ = std::fs::remove_file(previous_path(&path));
            write_atomic(&path, b"first end").unwrap();
            write_atomic(&path, b"second end").unwrap();
            std::fs::write(&path, &b"second end"[..cut]).unwrap();
            assert_eq!(value(&path), (Some(("first end".into(), ReadFrom::Previous)), 1), "cut at {cut}");
            assert!(!path.exists());
            // the next writing does not destroy the good previous one before it is whole itself
            write_atomic(&path, b"third end").unwrap();
            assert_eq!(value(&path), (Some(("third end".into(), ReadFrom::Main)), 0));
        }
        let damaged = folder.names().into_iter().filter(|name| name.starts_with("save.damaged-")).count();
        assert_eq!(damaged, "second end".len(), "every damaged file is still there: {:?}", folder.names());
    }

    #[test]
    fn both_damaged_is_no_value_and_nothing_is_lost() {
        let folder = Folder::new("both");
        let path = folder.0.join("save");
        std::fs::write(&path, b"x").unwrap();
        std::fs::write(previous_path(&path), b"y").unwrap();
        assert_eq!(value(&path), (None, 2));
        assert_eq!(folder.names(), ["save.damaged-1", "save.previous.damaged-1"]);
    }

    #[test]
    fn a_writer_killed_at_any_step_leaves_a_good_file() {
        let folder = Folder::new("kill");
        let path = folder.0.join("save");
        write_atomic(&path, b"old end").unwrap();
        // killed while writing the temporary file
        std::fs::write(with_tail(&path, ".999999-0.tmp"), b"new e").unwrap();
        assert_eq!(value(&path), (Some(("old end".into(), ReadFrom::Main)), 0));
        // killed between the two renames
        std::fs::rename(&path, previous_path(&path)).unwrap();
        assert_eq!(value(&path), (Some(("old end".into(), ReadFrom::Previous)), 0));
        write_atomic(&path, b"new end").unwrap();
        assert_eq!(value(&path), (Some(("new end".into(), ReadFrom::Main)), 0));
        assert_eq!(std::fs::read(previous_path(&path)).unwrap(), b"old end");
        // what it left is removed, and only that
        std::fs::write(folder.0.join("notes.tmp"), b"mine").unwrap();
        assert_eq!(remove_leftovers(&folder.0, Duration::from_secs(3600)), 0);
        assert_eq!(remove_leftovers(&folder.0, Duration::ZERO), 1);
        assert_eq!(folder.names(), ["notes.tmp", "save", "save.previous"]);
    }

    #[test]
    fn a_real_process_killed_while_it_writes_again_and_again_leaves_a_good_file() {
        const ENV: &str = "SHELL_FILES_TEST_WRITE";
        if let Some(path) = std::env::var_os(ENV) {
            for number in 0_u64.. {
                write_atomic(Path::new(&path), format!("{} {number} end", "x".repeat(200_000)).as_bytes()).expect("the folder stays");
            }
        }
        let folder = Folder::new("killed");
        let path = folder.0.join("save");
        for round in 0..6_u64 {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "files::tests::a_real_process_killed_while_it_writes_again_and_again_leaves_a_good_file"])
                .env(ENV, &path)
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap();
            let start = std::time::Instant::now();
            while !previous_path(&path).exists() && start.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_micros(3_700 * (round + 1)));
            child.kill().unwrap();
            child.wait().unwrap();
            let (found, set_aside) = value(&path);
            assert!(found.is_some() && set_aside == 0, "round {round}: {:?}", folder.names());
        }
    }

    #[test]
    fn what_cannot_be_written_is_a_sentence_and_destroys_nothing() {
        let folder = Folder::new("refused");
        let path = folder.0.join("save");
        write_atomic(&path, b"old end").unwrap();
        let error = write_atomic(&path.join("below"), b"x").expect_err("a file is no folder").to_string();
        assert!(error.contains("a file is where a folder should be") || error.contains("save"), "{error}");
        let error = write_atomic(&folder.0, b"x").expect_err("a folder is no file").to_string();
        assert!(error.contains("a folder is where a file should be"), "{error}");
        assert!(write_atomic(Path::new("/"), b"x").is_err());
        assert_eq!(value(&path), (Some(("old end".into(), ReadFrom::Main)), 0));
        for (kind, says) in [
            (ErrorKind::StorageFull, "disk is full"),
            (ErrorKind::ReadOnlyFilesystem, "cannot be written"),
            (ErrorKind::PermissionDenied, "not allowed"),
            (ErrorKind::InvalidData, "failing"),
        ] {
            let text = FileError::new("write", &path, kind.into()).to_string();
            assert!(text.starts_with("could not write ") && text.contains(says), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_refuses_and_keeps_what_it_has() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("readonly");
        let path = folder.0.join("save");
        write_atomic(&path, b"old end").unwrap();
        std::fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o555)).unwrap();
        let result = write_atomic(&path, b"new end");
        // rights do not bind the superuser; the kernel's own folder binds everybody
        let kernel = write_atomic(Path::new("/proc/save"), b"x");
        std::fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o755)).unwrap();
        match result {
            Err(error) => {
                assert!(error.to_string().contains("not allowed"), "{error}");
                assert_eq!(value(&path), (Some(("old end".into(), ReadFrom::Main)), 0));
            }
            Ok(()) => println!("rights do not bind this user: only the kernel's folder was tried"),
        }
        if cfg!(target_os = "linux") {
            assert!(kernel.expect_err("nothing can be made there").to_string().starts_with("could not write /proc/save: "));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_what_is_no_plain_file_stays_what_it_is() {
        let folder = std::env::temp_dir().join(format!("shell-special-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (target, link, socket) = (folder.join("target"), folder.join("link"), folder.join("socket"));
        std::fs::write(&target, b"old").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        write_atomic(&link, b"new").expect("a link can be written through");
        assert!(std::fs::symlink_metadata(&link).expect("still there").file_type().is_symlink());
        assert_eq!(std::fs::read(&target).expect("its target"), b"new");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        let error = write_atomic(&socket, b"new").expect_err("a socket is no place for a file");
        assert!(error.to_string().contains("no plain file"), "{error}");
        assert!(!std::fs::symlink_metadata(&socket).expect("still there").is_file());
        std::fs::remove_dir_all(&folder).expect("ours");
    }
}

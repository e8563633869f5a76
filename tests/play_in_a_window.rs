//! The real program in a real window under Xvfb, driven as a player would: once with mouse and keys through the X server,
//! once by a journal of pad input alone. What happened is read from the game's own log; pictures are kept in the test's
//! folder. Without Xvfb or a graphics adapter this says so and passes.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The slowest software renderer on a busy machine must still be done.
const PATIENCE: Duration = Duration::from_secs(300);

/// One window at a time: two software renderers on two processors would only wait for each other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    /// A screen of its own, or none when there is no Xvfb.
    fn open(size: &str) -> Option<Self> {
        let mut server = match Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("{size}x24"), "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
        {
            Ok(server) => server,
            Err(_) => {
                println!("skipped: Xvfb is not installed (Debian: xvfb)");
                return None;
            }
        };
        let mut line = String::new();
        BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("Xvfb names its display");
        let display = format!(":{}", line.trim());
        assert!(display.len() > 1, "Xvfb did not start");
        Some(Self { server, display })
    }

    fn tool(&self, program: &str, arguments: &[&str]) -> bool {
        Command::new(program).args(arguments).env("DISPLAY", &self.display).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
    }

    fn key(&self, name: &str) {
        assert!(self.tool("xdotool", &["key", name]), "xdotool presses {name}");
        // two presses within one slow frame would be one step of the focus
        std::thread::sleep(Duration::from_millis(1200));
    }

    fn click(&self, x: i32, y: i32) {
        assert!(self.tool("xdotool", &["mousemove", &x.to_string(), &y.to_string()]));
        std::thread::sleep(Duration::from_millis(700));
        assert!(self.tool("xdotool", &["click", "1"]));
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

struct Game {
    child: Child,
    home: PathBuf,
}

impl Game {
    fn start(screen: &Screen, name: &str, arguments: &[&str]) -> Self {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&home);
        std::fs::create_dir_all(&home).expect("a home for the test");
        let child = Command::new(env!("CARGO_BIN_EXE_tumblekeep"))
            .args(arguments)
            .env("DISPLAY", &screen.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", &home)
            .env("TUMBLEKEEP_HOME", &home)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self { child, home }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.home.join("logs/tumblekeep.log")).unwrap_or_default()
    }

    /// Waits for a line that holds all of these words, after the first `from` lines. Gives the line and its number.
    fn wait_for(&mut self, words: &[&str], from: usize) -> Result<(String, usize), String> {
        let start = Instant::now();
        loop {
            let log = self.log();
            if let Some((k, line)) = log.lines().enumerate().skip(from).find(|(_, line)| words.iter().all(|w| line.contains(w))) {
                return Ok((line.to_string(), k));
            }
            let ended = self.child.try_wait().expect("the child can be asked");
            if ended.is_some() || start.elapsed() > PATIENCE {
                let mut errors = String::new();
                if ended.is_some() {
                    let _ = self.child.stderr.take().map(|mut e| e.read_to_string(&mut errors));
                }
                return Err(format!("no line with {words:?} (ended: {ended:?}); errors:\n{errors}\nlog:\n{log}"));
            }
            std::thread::sleep(Duration::from_millis(150));
        }
    }

    fn expect(&mut self, words: &[&str], from: usize) -> (String, usize) {
        self.wait_for(words, from).unwrap_or_else(|why| panic!("{why}"))
    }

    fn finish(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the child can be asked") {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        false
    }

    fn pictures(&self) -> usize {
        std::fs::read_dir(self.home.join("data/pictures")).map_or(0, |d| d.count())
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn number(line: &str, key: &str) -> i64 {
    let at = line.find(&format!("{key}=")).unwrap_or_else(|| panic!("no {key} in {line}")) + key.len() + 1;
    let text: String = line[at..].chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    text.parse().unwrap_or_else(|_| panic!("{key} in {line}"))
}

/// Whether the machine can draw at all; says why not.
fn can_draw(game: &mut Game) -> bool {
    match game.wait_for(&["screen=\"title\""], 0) {
        Ok(_) => true,
        Err(why) if why.contains("no graphics adapter was found") => {
            println!("skipped: no graphics adapter, not even a software one (Debian: mesa-vulkan-drivers)");
            false
        }
        Err(why) => panic!("{why}"),
    }
}

#[test]
fn by_mouse_and_keys() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(screen) = Screen::open("1280x800") else { return };
    if !screen.tool("xdotool", &["version"]) {
        println!("skipped: xdotool is not installed");
        return;
    }
    let mut game = Game::start(&screen, "mouse-and-keys", &["--windowed", "1280x800"]);
    if !can_draw(&mut game) {
        return;
    }
    // without a window manager nobody else gives the window the keyboard
    assert!(screen.tool("xdotool", &["search", "--name", "Tumblekeep", "windowfocus"]));
    // Play, then the red Start
    screen.click(270, 357);
    game.expect(&["screen=\"levels\""], 0);
    screen.click(840, 625);
    game.expect(&["level started", "first-bombs"], 0);
    game.expect(&["screen=\"battle\""], 0);
    // archers beside the road
    screen.key("1");
    screen.click(820, 430);
    let (built, _) = game.expect(&["tower built", "archers"], 0);
    println!("{built}");
    screen.key("F12");
    game.expect(&["picture saved"], 0);
    // the first wave now, fast until it is before the keep
    screen.key("n");
    let (_, mut at) = game.expect(&["wave started", "called=true"], 0);
    for _ in 0..3 {
        screen.key("equal");
    }
    let (x, y) = loop {
        let (line, k) = game.expect(&["INFO battle tick"], at + 1);
        at = k;
        let (x, y) = (number(&line, "crowd_x"), number(&line, "crowd_y"));
        if x >= 0 && y >= 0 {
            break (x, y);
        }
    };
    screen.key("space");
    game.expect(&["INFO battle", "paused=true"], at);
    screen.key("q");
    screen.click(x as i32, y as i32);
    game.expect(&["bomb thrown"], at);
    screen.key("space");
    let (blast, k) = game.expect(&["blast", "hit="], at);
    assert!(number(&blast, "hit") > 0, "{blast}");
    let peak = loop {
        let (line, next) = game.expect(&["INFO battle tick"], at + 1);
        at = next;
        if next > k && number(&line, "knocked_peak") > 0 {
            break number(&line, "knocked_peak");
        }
    };
    println!("thrown at once: {peak}");
    screen.key("F12");
    // drop the next bomb, menu, to the title (the battle is kept), out by the last line of the title
    screen.key("Escape");
    screen.key("Escape");
    game.expect(&["screen=\"pause\""], at);
    screen.key("F12");
    for _ in 0..4 {
        screen.key("Down");
    }
    screen.key("Return");
    game.expect(&["screen=\"title\""], at);
    // the focus stands where it was left, on Play
    screen.key("Down");
    screen.key("Down");
    screen.key("Return");
    assert!(game.finish(), "the program ends well");
    let log = game.log();
    assert!(log.contains("battle kept"), "an undecided battle is kept");
    assert!(!log.contains("ERROR"), "{log}");
    assert!(game.home.join("data/battle.save").is_file());
    assert!(game.pictures() >= 2, "pictures are kept in {}", game.home.display());
}

#[test]
fn by_pad_alone() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(screen) = Screen::open("640x400") else { return };
    let journal = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/pad.jsonl");
    let mut game = Game::start(&screen, "pad-alone", &["--input-script", journal.to_str().expect("a plain path")]);
    if !can_draw(&mut game) {
        return;
    }
    game.expect(&["level started", "first-bombs"], 0);
    game.expect(&["tower built", "archers"], 0);
    game.expect(&["wave started", "called=true"], 0);
    game.expect(&["bomb thrown"], 0);
    let (over, k) = game.expect(&["the battle is over", "Lost"], 0);
    assert!(number(&over, "knocked_peak") > 0, "{over}");
    let (retried, k) = game.expect(&["wave retried", "same=true"], k);
    let start = retried.split("hash=").nth(1).map(|h| h[..16].to_string()).expect("a hash");
    let wave = number(&retried, "wave");
    let log = game.log();
    let (started, _) = log
        .lines()
        .enumerate()
        .find_map(|(n, l)| (l.contains("wave started") && l.contains(&format!("wave={wave} "))).then(|| (l.to_string(), n)))
        .expect("the wave once started");
    assert!(started.contains(&start), "the retried wave starts from the state it started with: {started} against {retried}");
    game.expect(&["screen=\"pause\""], k);
    game.expect(&["screen=\"title\""], k);
    assert!(game.finish(), "the program ends well");
    let log = game.log();
    assert!(log.contains("closed") && !log.contains("ERROR"), "{log}");
    assert!(game.pictures() >= 3, "pictures are kept in {}", game.home.display());
}

//! Whatever is wrong with a level, a table or a script: a sentence with the place and what to write, and never a panic.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use content::fault::{Faults, Place};
use content::level::{Goal, Level};
use content::load::{COLORS, Source, level_from_bytes, limits, load_level, load_rules, picture_from_map, rules_from_texts, script_from_bytes};
use content::map::{Map, Terrain};
use content::rules::Rules;
use std::path::Path;

const TEXT: &str = r#"format = 1
name = "A valley"
seed = 7
gold = 300

[keep]
at = [32, 54]
size = 7
health = 300

[[entrance]]
id = "north"
from = [26, 3]
to = [38, 3]

[[wave]]
next_s = 40
[[wave.group]]
enemy = "skeleton"
count = 60
entrance = "north"

[[wave]]
[[wave.group]]
enemy = "ogre"
count = 2
entrance = "north"
"#;

fn rules_texts() -> [String; 4] {
    ["enemies", "towers", "powers", "difficulties"]
        .map(|name| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../assets/rules/{name}.toml"))).unwrap())
}

fn rules() -> Rules {
    load_rules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/rules")).unwrap_or_else(|faults| panic!("{faults}"))
}

fn map() -> Map {
    Map { width: 64, height: 64, terrain: vec![Terrain::Ground; 64 * 64], cliff_m: vec![0.0; 64 * 64] }
}

fn fill(map: &mut Map, rows: std::ops::Range<u32>, columns: std::ops::Range<u32>, terrain: Terrain) {
    for y in rows {
        for x in columns.clone() {
            map.terrain[(y * 64 + x) as usize] = terrain;
            map.cliff_m[(y * 64 + x) as usize] = if terrain == Terrain::Cliff { 3.0 } else { 0.0 };
        }
    }
}

fn picture(change: impl Fn(&mut Map)) -> Vec<u8> {
    let mut map = map();
    change(&mut map);
    picture_from_map(&map).unwrap()
}

/// The picture of plain ground with one pixel of another color.
fn picture_with_pixel(x: u32, y: u32, color: [u8; 4]) -> Vec<u8> {
    let [r, g, b] = COLORS[0].0;
    let mut image = image::RgbaImage::from_pixel(64, 64, image::Rgba([r, g, b, 255]));
    image.put_pixel(x, y, image::Rgba(color));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn load(text: &str, picture: &[u8]) -> Result<Level, Faults> {
    level_from_bytes("valley", text.as_bytes(), picture, &rules())
}

fn assert_told(case: &str, result: Result<impl Sized, Faults>, place: &str, words: &[&str]) {
    let Err(faults) = result else { panic!("{case}: was taken") };
    let first = &faults.list[0];
    assert!(first.location().starts_with(place), "{case}: at {} instead of {place}\n{faults}", first.location());
    let told = faults.to_string();
    for word in words {
        assert!(told.contains(word), "{case}: \"{word}\" is missing in\n{told}");
    }
    assert!(told.contains(&first.file), "{case}: no file in\n{told}");
    for fault in &faults.list {
        assert!(!fault.message.is_empty() && !fault.remedy.is_empty(), "{case}: {fault:?}");
        assert!(!fault.message.contains('\n') && fault.message.len() < 300, "{case}: no clear sentence: {}", fault.message);
    }
}

#[test]
fn the_plain_level_is_good() {
    let level = load(TEXT, &picture(|_| ())).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((level.waves.len(), level.classes.len(), level.map.width, level.seed), (2, 3, 64, 7));
    assert_eq!(level.waves[0].ticks_to_next, 1_200);
    assert_eq!(level.waves[1].groups[0].class.index(), 2);
}

#[test]
fn texts() {
    let plain = picture(|_| ());
    // What to find, what to put there, where the first fault is, words of the answer.
    let cases: &[(&str, &str, &str, &str, &[&str])] = &[
        ("typing error in a key", "gold = 300", "goold = 300", "level.toml:1:1", &["no `gold`", "level.toml:4:1", "did you mean `gold`"]),
        ("typing error in a nested key", "count = 60", "cuont = 60", "level.toml:18:1", &["[[wave.group]]", "did you mean `count`", "level.toml:20:1"]),
        ("foreign key", "seed = 7", "seed = 7\nweather = 3", "level.toml:4:1", &["knows no key `weather`", "walling_in"]),
        ("unknown enemy", "\"skeleton\"", "\"skelton\"", "level.toml:19:9", &["no enemy is called \"skelton\"", "did you mean \"skeleton\""]),
        ("enemy like no other", "\"skeleton\"", "\"xyzzyplugh\"", "level.toml:19:9", &["no enemy is called", "goblin, ogre, sapper, skeleton"]),
        ("unknown entrance", "entrance = \"north\"", "entrance = \"west\"", "level.toml:21:12", &["no entrance is called \"west\"", "north"]),
        ("wrong type", "count = 60", "count = \"many\"", "level.toml:20:9", &["a text, not a whole number from 1 to 100000"]),
        ("huge number", "count = 60", "count = 99999999999999999999999999", "level.toml:20:9", &["out of range", "from 1 to 100000"]),
        ("negative number", "count = 60", "count = -3", "level.toml:20:9", &["out of range"]),
        ("nothing", "count = 60", "count = 0", "level.toml:20:9", &["out of range"]),
        ("fraction of an enemy", "count = 60", "count = 0.5", "level.toml:20:9", &["a number with a point, not a whole number"]),
        ("not a number", "next_s = 40", "next_s = nan", "level.toml:17:10", &["no number a game can use"]),
        ("infinite", "next_s = 40", "next_s = inf", "level.toml:17:10", &["no number a game can use"]),
        ("beyond any float", "next_s = 40", "next_s = 1e999", "level.toml:17:10", &["write a number from 0 to 3600"]),
        ("no time to the next wave", "next_s = 40\n", "", "level.toml:16:1", &["[[wave]] has no `next_s`"]),
        (
            "wave without groups",
            "[[wave]]\n[[wave.group]]\nenemy = \"ogre\"\ncount = 2\nentrance = \"north\"\n",
            "[[wave]]\n",
            "level.toml:23:1",
            &["no groups", "add a [[wave.group]]"],
        ),
        (
            "groups that are no list",
            "[[wave]]\n[[wave.group]]\nenemy = \"ogre\"\ncount = 2\nentrance = \"north\"\n",
            "[[wave]]\ngroup = 3\n",
            "level.toml:24:9",
            &["a list of tables, each begun by a line [[wave.group]]"],
        ),
        ("open string", "name = \"A valley\"", "name = \"A valley", "level.toml:2:", &["not TOML"]),
        ("key twice", "seed = 7", "seed = 7\nseed = 8", "level.toml:4:1", &["not TOML", "duplicate key"]),
        ("name of nothing", "name = \"A valley\"", "name = \"\"", "level.toml:2:8", &["1 to 60 characters"]),
        ("name with a line break", "name = \"A valley\"", "name = \"A\\nvalley\"", "level.toml:2:8", &["without line breaks"]),
        ("format of tomorrow", "format = 1", "format = 2", "level.toml:1:10", &["format 2", "reads format 1"]),
        ("no format", "format = 1\n", "", "level.toml:1:1", &["no `format`"]),
        ("even keep", "size = 7", "size = 8", "level.toml:8:8", &["no middle cell", "odd"]),
        ("keep over the border", "at = [32, 54]", "at = [32, 62]", "level.toml:7:6", &["beyond the map of 64 x 64"]),
        ("keep far outside", "at = [32, 54]", "at = [500, 54]", "level.toml:7:6", &["beyond the map"]),
        ("keep at no cell", "at = [32, 54]", "at = [32.5, 54]", "level.toml:7:6", &["no cell", "whole numbers"]),
        ("no keep", "[keep]\nat = [32, 54]\nsize = 7\nhealth = 300\n", "", "level.toml:1:1", &["there is no [keep]"]),
        ("keep without health", "health = 300", "health = 0", "level.toml:9:10", &["out of range"]),
        ("entrance outside", "from = [26, 3]", "from = [26, 80]", "level.toml:13:8", &["outside the map"]),
        ("entrance in the keep", "from = [26, 3]\nto = [38, 3]", "from = [32, 54]\nto = [32, 54]", "level.toml:13:8", &["\"north\" lies in the keep"]),
        ("entrance of three numbers", "from = [26, 3]", "from = [26, 3, 1]", "level.toml:13:8", &["two numbers [x, y]"]),
        (
            "entrance twice",
            "[[wave]]\nnext_s",
            "[[entrance]]\nid = \"north\"\nfrom = [2, 3]\nto = [3, 3]\n[[wave]]\nnext_s",
            "level.toml:17:6",
            &["is there twice"],
        ),
        ("endless outside testbeds", "seed = 7", "seed = 7\nendless = true", "level.toml:4:11", &["testbeds only"]),
        (
            "spawning outside testbeds",
            "[keep]",
            "[[command]]\ntick = 1\nkind = \"spawn\"\nenemy = \"ogre\"\ncount = 1\nat = [3, 3]\n[keep]",
            "level.toml:8:8",
            &["works in testbeds only"],
        ),
        ("unknown command", "[keep]", "[[command]]\ntick = 1\nkind = \"biuld\"\n[keep]", "level.toml:8:8", &["did you mean \"build\""]),
        (
            "a class the level lacks",
            "[keep]",
            "[[class]]\nname = \"small\"\nradius_m = 0.4\n[keep]",
            "level.toml:28:9",
            &["size class \"large\"", "add a [[class]]"],
        ),
        (
            "classes out of order",
            "[keep]",
            "[[class]]\nname = \"large\"\nradius_m = 1.2\n[[class]]\nname = \"small\"\nradius_m = 0.4\n[keep]",
            "level.toml:11:12",
            &["from small to large"],
        ),
        ("tower on the keep", "[keep]", "[[tower]]\ntower = \"archers\"\nat = [32, 50]\n[keep]", "level.toml:8:6", &["in another building"]),
        ("tower over the border", "[keep]", "[[tower]]\ntower = \"archers\"\nat = [1, 50]\n[keep]", "level.toml:8:6", &["outside the map"]),
        (
            "keg on the keep",
            "[keep]",
            "[[keg]]\nfrom = [32, 54]\nradius_m = 3\nforce_mps = 10\ndamage = 5\n[keep]",
            "level.toml:7:8",
            &["a keg would lie on a building"],
        ),
        (
            "keg outside",
            "[keep]",
            "[[keg]]\nfrom = [64.5, 50]\nradius_m = 3\nforce_mps = 10\ndamage = 5\n[keep]",
            "level.toml:7:8",
            &["outside the map", "open ground"],
        ),
        (
            "row of kegs into the keep",
            "[keep]",
            "[[keg]]\nfrom = [22, 54]\nto = [42, 54]\ncount = 3\nradius_m = 3\nforce_mps = 10\ndamage = 5\n[keep]",
            "level.toml:7:8",
            &["a building", "[32.0, 54.0]"],
        ),
        (
            "kegs in one place",
            "[keep]",
            "[[keg]]\nfrom = [9, 9]\ncount = 3\nradius_m = 3\nforce_mps = 10\ndamage = 5\n[keep]",
            "level.toml:8:9",
            &["several kegs would lie in one place", "add `to"],
        ),
        ("keg without powder", "[keep]", "[[keg]]\nfrom = [9, 9]\n[keep]", "level.toml:6:1", &["[[keg]] has no `radius_m`"]),
        ("unknown tower", "[keep]", "[[tower]]\ntower = \"archer\"\nat = [9, 50]\n[keep]", "level.toml:7:9", &["did you mean \"archers\""]),
    ];
    for (case, find, put, place, words) in cases {
        assert!(TEXT.contains(find), "{case}: nothing to change");
        assert_told(case, load(&TEXT.replacen(find, put, 1), &plain), place, words);
    }
}

/// What only testbeds have, in one that is in order: an exit, a crowd with its own class, speed and goal.
const TESTBED: &str = r#"format = 1
name = "A bed"
gold = 0
testbed = true

[walking]
wall_surcharge = 0

[keep]
at = [32, 54]
size = 1
health = 300

[[exit]]
id = "east"
places = [[50, 2, 53, 20], [50, 30.5, 53, 40]]

[[crowd]]
enemy = "ogre"
class = "small"
speed_mps = 1.34
goal = "east"
count = 60
from = [2, 2]
to = [20, 20]
"#;

#[test]
fn exits_and_goals() {
    let plain = picture(|_| ());
    let level = load(TESTBED, &plain).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((level.exits.len(), level.exits[0].places.len(), level.wall_surcharge), (1, 2, 0.0));
    let crowd = &level.crowds[0];
    assert_eq!((crowd.class.index(), crowd.speed_mps, crowd.goal), (0, Some(1.34), Goal::Exit(0)));
    // Left out: the keep, the enemy's own class and speed, the usual surcharge.
    let text = TESTBED.replace("class = \"small\"\nspeed_mps = 1.34\ngoal = \"east\"\n", "").replace("[walking]\nwall_surcharge = 0\n", "");
    let level = load(&text, &plain).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((level.crowds[0].class.index(), level.crowds[0].speed_mps, level.crowds[0].goal), (2, None, Goal::Keep));
    assert_eq!(level.wall_surcharge, limits::WALL_SURCHARGE_DEFAULT);
    let cases: &[(&str, &str, &str, &str, &[&str])] = &[
        (
            "crowding out of range",
            "[walking]",
            "[[class]]\nname = \"small\"\nradius_m = 0.4\ncrowding = 9\n[walking]",
            "level.toml",
            &["`crowding`: 9 is out of range"],
        ),
        ("unknown goal", "goal = \"east\"", "goal = \"eats\"", "level.toml:22:8", &["no goal is called \"eats\"", "did you mean \"east\"", "keep"]),
        ("goal that is no text", "goal = \"east\"", "goal = 1", "level.toml:22:8", &["`goal` is a whole number"]),
        ("unknown class", "class = \"small\"", "class = \"smal\"", "level.toml:20:9", &["no size class is called \"smal\"", "did you mean \"small\""]),
        ("too fast", "speed_mps = 1.34", "speed_mps = 30", "level.toml:21:13", &["`speed_mps`: 30 is out of range", "from 0.1 to 10"]),
        ("typing error beside the new keys", "speed_mps = 1.34", "speed_mp = 1.34", "level.toml:21:1", &["did you mean `speed_mps`"]),
        ("surcharge below nothing", "wall_surcharge = 0", "wall_surcharge = -1", "level.toml:7:18", &["out of range", "from 0 to 10"]),
        ("typing error in [walking]", "wall_surcharge", "wall_surcharg", "level.toml:7:1", &["did you mean `wall_surcharge`"]),
        ("[walking] that is no table", "[walking]\nwall_surcharge = 0", "walking = 3", "level.toml:6:11", &["a table, written as [walking]"]),
        ("exit without places", "places = [[50, 2, 53, 20], [50, 30.5, 53, 40]]\n", "", "level.toml:14:1", &["[[exit]] has no `places`"]),
        ("empty places", "[[50, 2, 53, 20], [50, 30.5, 53, 40]]", "[]", "level.toml:16:10", &["no list of 1 to 16 rectangles"]),
        (
            "one rectangle without its list",
            "[[50, 2, 53, 20], [50, 30.5, 53, 40]]",
            "[50, 2, 53, 20]",
            "level.toml:16:11",
            &["no rectangle", "[left, top, right, bottom]"],
        ),
        ("rectangle of three numbers", "[50, 2, 53, 20]", "[50, 2, 53]", "level.toml:16:11", &["no rectangle of `places`"]),
        ("rectangle of texts", "[50, 2, 53, 20]", "[50, 2, 53, \"x\"]", "level.toml:16:23", &["a text, not a list of 1 to 16 rectangles"]),
        ("rectangle inside out", "[50, 2, 53, 20]", "[53, 2, 50, 20]", "level.toml:16:11", &["has no inside"]),
        ("rectangle of infinite size", "[50, 2, 53, 20]", "[50, 2, inf, 20]", "level.toml:16:19", &["no number a game can use"]),
        ("exit beyond the map", "[50, 2, 53, 20]", "[50, 2, 65, 20]", "level.toml:16:10", &["\"east\" reaches beyond the map of 64 x 64"]),
        ("exit too thin for any cell", "[[50, 2, 53, 20], [50, 30.5, 53, 40]]", "[[50.6, 2, 51.4, 20]]", "level.toml:16:10", &["nobody can stand in the exit"]),
        ("exit called as the keep is", "id = \"east\"", "id = \"keep\"", "level.toml:15:6", &["that means the keep"]),
        ("exit twice", "[[crowd]]", "[[exit]]\nid = \"east\"\nplaces = [[2, 2, 9, 9]]\n[[crowd]]", "level.toml:19:6", &["the exit \"east\" is there twice"]),
        ("exit outside testbeds", "testbed = true\n", "", "level.toml:13:1", &["`exit` works in testbeds only", "`crowd` works", "`goal` works"]),
    ];
    for (case, find, put, place, words) in cases {
        assert!(TESTBED.contains(find), "{case}: nothing to change");
        assert_told(case, load(&TESTBED.replacen(find, put, 1), &plain), place, words);
    }
    let nine: String = (0..9).map(|k| format!("[[exit]]\nid = \"e{k}\"\nplaces = [[2, 2, 9, 9]]\n")).collect();
    assert_told(
        "nine exits",
        load(&TESTBED.replace("goal = \"east\"\n", "").replacen("[[exit]]\nid = \"east\"\nplaces = [[50, 2, 53, 20], [50, 30.5, 53, 40]]\n", &nine, 1), &plain),
        "level.toml:38:1",
        &["9 [[exit]], more than the 8"],
    );
    let seventeen = format!("[{}]", "[2, 2, 9, 9],".repeat(17));
    assert_told("17 places", load(&TESTBED.replace("[[50, 2, 53, 20], [50, 30.5, 53, 40]]", &seventeen), &plain), "level.toml:16:10", &["1 to 16"]);
}

#[test]
fn exits_out_of_reach() {
    let wall = picture(|map| fill(map, 0..64, 40..42, Terrain::Ravine));
    assert_told("a crowd", load(TESTBED, &wall), "level.toml:24:8", &["nobody of this crowd can reach the exit \"east\"", "the exit's"]);
    // The keep need not be reached by those who walk out.
    let keep_alone = picture(|map| fill(map, 48..50, 0..64, Terrain::Ravine));
    load(TESTBED, &keep_alone).unwrap_or_else(|faults| panic!("{faults}"));
    assert_told("the keep", load(&TESTBED.replace("goal = \"east\"", "goal = \"keep\""), &keep_alone), "level.toml:24:8", &["can reach the keep"]);
    // A way of one cell is wide enough for the small, and only the small exit's door is: the class counts, not the enemy's own.
    let narrow = picture(|map| {
        fill(map, 0..20, 40..42, Terrain::Cliff);
        fill(map, 21..64, 40..42, Terrain::Cliff);
    });
    load(TESTBED, &narrow).unwrap_or_else(|faults| panic!("{faults}"));
    assert_told("ogres as they are", load(&TESTBED.replace("class = \"small\"\n", ""), &narrow), "level.toml:23:8", &["can reach the exit"]);
    let group = "[[entrance]]\nid = \"w\"\nfrom = [3, 3]\nto = [3, 9]\n[[wave]]\n[[wave.group]]\nenemy = \"goblin\"\ngoal = \"east\"\ncount = 3\n";
    let text = format!("{}{group}", &TESTBED[..TESTBED.find("[[crowd]]").unwrap()]);
    load(&text, &narrow).unwrap_or_else(|faults| panic!("{faults}"));
    assert_told("a group", load(&text, &wall), "level.toml:23:1", &["from the entrance \"w\"", "\"small\"", "can reach the exit \"east\""]);
}

#[test]
fn a_level_nobody_can_lose() {
    let text = &TEXT[..TEXT.find("[[wave]]").unwrap()];
    assert_told("no waves", load(text, &picture(|_| ())), "level.toml:1:1", &["nobody can win or lose", "add a [[wave]]"]);
}

#[test]
fn pictures() {
    let huge = {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(4_000, 20).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let tiny = picture_from_map(&Map { width: 8, height: 8, terrain: vec![Terrain::Ground; 64], cliff_m: vec![0.0; 64] }).unwrap();
    let plain = picture(|_| ());
    let [r, g, b] = COLORS[1].0;
    let cases: Vec<(&str, Vec<u8>, &str, &[&str])> = vec![
        ("cut off", plain[..plain.len() / 2].to_vec(), "terrain.png", &["not a whole PNG"]),
        ("cut off in the head", plain[..20].to_vec(), "terrain.png", &["not a whole PNG"]),
        ("empty", Vec::new(), "terrain.png", &["not a whole PNG"]),
        ("a text", b"hello".to_vec(), "terrain.png", &["not a whole PNG"]),
        ("too large", huge, "terrain.png", &["4000 x 20 pixels", "16 to 512"]),
        ("too small", tiny, "terrain.png", &["8 x 8 pixels"]),
        ("too many bytes", vec![0; limits::PICTURE_BYTES_MAX + 1], "terrain.png", &["larger than 4096 KiB"]),
        ("a color nearly of the road", picture_with_pixel(12, 34, [r, g, b + 1, 255]), "terrain.png: pixel (12, 34)", &["#C9A36C", "road, #C9A36B"]),
        ("black", picture_with_pixel(63, 0, [0, 0, 0, 255]), "terrain.png: pixel (63, 0)", &["#000000", "the nearest is ravine"]),
        ("white", picture_with_pixel(5, 6, [255; 4]), "terrain.png: pixel (5, 6)", &["#FFFFFF", "cliff of 9 m, #D0D0D0"]),
        ("transparent", picture_with_pixel(1, 2, [r, g, b, 200]), "terrain.png: pixel (1, 2)", &["transparent"]),
        ("keep on rock", picture(|map| fill(map, 50..54, 30..31, Terrain::Cliff)), "level.toml:7:6", &["the keep would stand on rock, at cell [30, 51]"]),
        ("keep in water", picture(|map| fill(map, 50..54, 30..31, Terrain::Water)), "level.toml:7:6", &["stand on water"]),
        ("entrance on rock", picture(|map| fill(map, 0..8, 30..32, Terrain::Cliff)), "level.toml:13:8", &["\"north\" lies on rock"]),
        (
            "keep out of reach",
            picture(|map| fill(map, 20..22, 0..64, Terrain::Ravine)),
            "level.toml:21:12",
            &["\"small\"", "can reach the keep", "level.toml:27:12", "\"large\""],
        ),
    ];
    for (case, bytes, place, words) in cases {
        assert_told(case, load(TEXT, &bytes), place, words);
    }
    let narrow = picture(|map| {
        fill(map, 20..22, 0..31, Terrain::Cliff);
        fill(map, 20..22, 33..64, Terrain::Cliff);
    });
    assert_told("a gap too narrow for ogres", load(TEXT, &narrow), "level.toml:27:12", &["\"large\"", "radius 1.25 m", "3 cells wide"]);
}

#[test]
fn every_fault_in_one_go_and_first_causes_first() {
    let text = TEXT.replace("\"skeleton\"", "\"skelton\"").replace("gold = 300", "gold = 3e9").replace("count = 2", "count = 2\ncolour = 3");
    let Err(faults) = load(&text, b"no picture") else { panic!("was taken") };
    let places: Vec<String> = faults.list.iter().map(|fault| fault.location()).collect();
    assert_eq!(places, ["level.toml:4:8", "level.toml:19:9", "level.toml:27:1", "terrain.png"]);
    // A file that is no TOML is one cause, not a hundred.
    let Err(faults) = load("this is no level at all {", &picture(|_| ())) else { panic!("was taken") };
    assert!(faults.list.len() <= 3, "{faults}");
}

#[test]
fn not_utf8_and_too_long() {
    let mut bytes = TEXT.as_bytes().to_vec();
    bytes[15] = 0xFF;
    assert_told("not UTF-8", level_from_bytes("x", &bytes, &picture(|_| ()), &rules()), "level.toml:2:5", &["not UTF-8"]);
    let long = format!("{TEXT}# {}", "x".repeat(limits::TEXT_BYTES_MAX));
    assert_told("too long", load(&long, &picture(|_| ())), "level.toml", &["larger than 1024 KiB"]);
    // A long line is named, not printed.
    let wide = TEXT.replace("seed = 7", &format!("seed = \"{}\"", "x".repeat(10_000)));
    let told = load(&wide, &picture(|_| ())).unwrap_err().to_string();
    assert!(told.contains("level.toml:3:8") && told.len() < 1_000, "{told}");
}

#[test]
fn missing_files() {
    let dir = std::env::temp_dir().join(format!("tumblekeep-missing-{}", std::process::id()));
    assert_told("no folder", load_level(&dir, &rules()), &dir.display().to_string(), &["no such level folder"]);
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("level.toml"), TEXT).unwrap();
    assert_told("no picture", load_level(&dir, &rules()), &dir.join("terrain.png").display().to_string(), &["missing"]);
    std::fs::create_dir(dir.join("terrain.png")).unwrap();
    assert_told("a folder for a picture", load_level(&dir, &rules()), &dir.join("terrain.png").display().to_string(), &["no plain file"]);
    assert_told(
        "no tables",
        load_rules(&dir),
        &dir.join("enemies.toml").display().to_string(),
        &["missing", "towers.toml", "powers.toml", "difficulties.toml"],
    );
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn tables() {
    let cases: &[(usize, &str, &str, &str, &[&str])] = &[
        (0, "speed_mps = 2.2", "speed_mps = 220", "0:", &["`speed_mps`: 220 is out of range"]),
        (0, "keep_damage = 2", "keep_damage = 0", "0:", &["out of range", "from 1"]),
        (0, "id = \"goblin\"", "id = \"skeleton\"", "0:", &["is there twice"]),
        (0, "id = \"goblin\"", "id = \"Goblin King\"", "0:", &["small letters"]),
        (0, "kicks = true", "kicks = 1", "0:", &["not true or false"]),
        (0, "model = \"goblin\"", "modell = \"goblin\"", "0:", &["did you mean `model`"]),
        (1, "range_min_m = 9.0", "range_min_m = 90.0", "1:", &["never shoots"]),
        (1, "\n[tower.bomb]", "\n[tower.bombe]", "1:", &["did you mean `bomb`"]),
        (1, "\n[tower.bomb]", "\n[tower.arrow]\ndamage = 1\nspeed_mps = 9\n[tower.bomb]", "1:", &["an `arrow` and a `bomb`"]),
        (2, "\n[power.blast]", "\n[power.blaster]", "2:", &["there is no [power.blast]"]),
        (2, "recharge_s = 20.0", "recharge_s = 1e9", "2:", &["out of range"]),
        (3, "\n[fierce]", "\n[feirce]", "3:", &["there is no [fierce]", "did you mean `fierce`"]),
        (3, "count = 1.35", "count = 0", "3:", &["out of range"]),
    ];
    for (file, find, put, place, words) in cases {
        let mut texts = rules_texts();
        assert!(texts[*file].contains(find), "{find} is not there");
        texts[*file] = texts[*file].replacen(find, put, 1);
        let names = ["0", "1", "2", "3"];
        let sources: [Source<'_>; 4] = std::array::from_fn(|k| Source { file: names[k], text: &texts[k] });
        assert_told(put, rules_from_texts(&sources), place, words);
    }
}

#[test]
fn scripts() {
    let rules = rules();
    let level = load(TEXT, &picture(|_| ())).unwrap_or_else(|faults| panic!("{faults}"));
    let good = "format = 1\n[[command]]\ntick = 9\nkind = \"call_wave\"\n[[command]]\ntick = 3\nkind = \"build\"\ntower = \"mortar\"\nat = [20, 20]\n";
    let commands = script_from_bytes("s.toml", good.as_bytes(), &rules, Some(&level)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(commands.iter().map(|timed| timed.tick).collect::<Vec<_>>(), [3, 9]);
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("tick = 9", "tick = -9", "s.toml:3:8", &["out of range"]),
        ("tick = 9", "", "s.toml:2:1", &["[[command]] has no `tick`"]),
        ("kind = \"call_wave\"", "kind = \"call-wave\"", "s.toml:4:8", &["did you mean \"call_wave\""]),
        ("kind = \"call_wave\"", "kind = \"blast\"\nat = [3, 3]\nradius_m = 3\nforce_mps = 9\ndamage = 0", "s.toml:4:8", &["testbeds only"]),
        ("at = [20, 20]", "at = [20, 99]", "s.toml:9:6", &["outside the map of 64 x 64"]),
        ("tower = \"mortar\"", "power = \"bomb\"", "s.toml:5:1", &["no `tower`", "knows no key `power`"]),
    ];
    for (find, put, place, words) in cases {
        assert_told(put, script_from_bytes("s.toml", good.replacen(find, put, 1).as_bytes(), &rules, Some(&level)), place, words);
    }
}

/// Texts made to be slow: each within the size limit, each answered with a bounded number of faults.
#[test]
fn hostile_texts_are_answered_soon() {
    let rules = rules();
    let keys: String = (0..80_000).map(|k| format!("k{k} = 1\n")).collect();
    for (case, text) in [
        ("deep lists", format!("a = {}", "[".repeat(900_000))),
        ("deep tables", format!("a = {}", "{a=".repeat(300_000))),
        ("a long dotted key", format!("a{} = 1", ".a".repeat(400_000))),
        ("no key at all", "=\n".repeat(500_000)),
        ("empty commands", format!("format = 1\n{}", "[[command]]\n".repeat(80_000))),
        ("unknown keys", format!("format = 1\n{keys}")),
    ] {
        let faults = script_from_bytes("s.toml", text.as_bytes(), &rules, None).map(drop).expect_err(case);
        assert!(faults.list.len() <= limits::FAULTS_MAX && faults.to_string().len() < 100_000, "{case}: {} faults", faults.list.len());
    }
}

/// Bytes flipped, cut, doubled: some answer, never a panic, and every fault can be printed.
#[test]
fn broken_bytes_never_panic() {
    let rules = rules();
    let plain = picture(|map| fill(map, 10..20, 10..20, Terrain::Cliff));
    let script = b"format = 1\n[[command]]\ntick = 3\nkind = \"build\"\ntower = \"mortar\"\nat = [20, 20]\n".to_vec();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let mut spoil = |good: &[u8]| {
        let mut bytes = good.to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(5) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] ^= 1 << next(8),
                2 if at < bytes.len() => bytes[at] = b"[]={}\"'\n.#-9e\0\xff"[next(15)],
                3 => {
                    let piece = bytes[at..(at + next(40)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
                _ => drop(bytes.drain(at..(at + next(12)).min(bytes.len()))),
            }
        }
        bytes
    };
    let mut refused = [0; 3];
    for _ in 0..1_500 {
        let results = [
            level_from_bytes("x", &spoil(TEXT.as_bytes()), &plain, &rules).map(drop),
            level_from_bytes("x", TEXT.as_bytes(), &spoil(&plain), &rules).map(drop),
            script_from_bytes("s", &spoil(&script), &rules, None).map(drop),
        ];
        for (result, refused) in results.into_iter().zip(&mut refused) {
            if let Err(faults) = result {
                assert!(!faults.list.is_empty() && !faults.to_string().is_empty());
                assert!(faults.list.iter().all(|fault| fault.place == Place::File || fault.location() != fault.file));
                *refused += 1;
            }
        }
    }
    assert!(refused.iter().all(|count| *count > 500), "{refused:?}: nothing was spoiled");
}

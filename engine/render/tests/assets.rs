//! Files that are missing or broken are named, with what they lack; the ones that ship are whole.

mod scene;

use render::Assets;

#[test]
fn shipped_files_are_whole_and_know_their_clips() {
    let assets = scene::assets();
    for f in &assets.figures {
        for (clip, looping) in
            [("idle", true), ("walk", true), ("run", true), ("attack", true), ("fall", true), ("get_up_back", false), ("get_up_belly", false)]
        {
            let c = f.clip(clip).unwrap_or_else(|| panic!("{} has a clip {clip}", f.name));
            assert_eq!(c.looping, looping, "{} {clip}", f.name);
            assert!(c.samples > 2 && (c.first + c.samples) as usize <= f.frames());
        }
        assert!(f.height_m > 1.0 && f.height_m < 3.5 && f.radius_m > f.height_m / 2.0);
    }
    assert_eq!(assets.model("bomb").map(|k| assets.models[k].small()), Some(false), "a bomb throws a shadow even in the scenery");
    assert_eq!(assets.model("tuft").map(|k| assets.models[k].small()), Some(true));
    assert_eq!(assets.model("keep").map(|k| assets.models[k].stiff), Some(true));
    assert_eq!(assets.model("pine").map(|k| assets.models[k].stiff), Some(false));
}

#[test]
fn missing_and_broken_files_are_named() {
    let folder = scene::assets_folder();
    let missing = Assets::load(&folder, &["skeleton"], &["castle_of_cards"]).err().expect("no such file").to_string();
    assert!(missing.contains("castle_of_cards.glb"), "{missing}");
    // a still model has neither skin nor clips
    let wrong = Assets::load(&folder, &["keep"], &["keep"]).err().expect("no figure").to_string();
    assert!(wrong.contains("keep.glb") && wrong.contains("has no skin"), "{wrong}");
    let own = std::env::temp_dir().join(format!("render-assets-{}", std::process::id()));
    std::fs::create_dir_all(&own).expect("a folder");
    let whole = std::fs::read(folder.join("goblin.glb")).expect("a file");
    for cut in [0, 11, 400, whole.len() / 2, whole.len() - 3] {
        std::fs::write(own.join("goblin.glb"), &whole[..cut]).expect("a file");
        let error = Assets::load(&own, &["goblin"], &["goblin"]).err().expect("a cut file is refused").to_string();
        assert!(error.contains("goblin.glb"), "cut at {cut}: {error}");
    }
    std::fs::remove_dir_all(&own).expect("cleaned up");
}

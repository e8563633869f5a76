//! Clip names of other people's figures, as words that occur in them.

/// Ours, and words that mean it; the first clip that has one takes it.
const WORDS: [(&str, &[&str]); 11] = [
    ("idle", &["idle", "survey", "breath", "stand", "rest"]),
    ("walk", &["walk", "stroll", "march", "shuffle"]),
    ("run", &["run", "sprint", "gallop", "jog", "trot"]),
    ("attack", &["attack", "punch", "slash", "swing", "strike", "bite", "stab", "melee", "headbutt"]),
    ("fall", &["fall", "float", "flail", "inair", "jump"]),
    ("die", &["die", "death", "dead", "dying"]),
    ("hit", &["hit", "hurt", "damage", "flinch", "impact"]),
    ("get_up_back", &["getup", "standup", "rise"]),
    ("land", &["land"]),
    ("cast", &["cast", "spell", "magic"]),
    ("throw", &["throw", "toss"]),
];

/// Our names for a file's clips, in its order; what is not understood keeps its own. With no walk the first clip that means
/// nothing else walks.
pub(crate) fn ours(names: &[String]) -> Vec<String> {
    let plain: Vec<String> = names.iter().map(|n| n.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()).collect();
    let mut out: Vec<Option<&str>> = vec![None; names.len()];
    for (ours, words) in WORDS {
        // words in their order: the better ones first
        let found = words.iter().find_map(|word| (0..names.len()).find(|k| out[*k].is_none() && plain[*k].contains(word)));
        if let Some(k) = found {
            out[k] = Some(ours);
        }
    }
    if !out.contains(&Some("walk"))
        && let Some(k) = out.iter().position(Option::is_none)
    {
        out[k] = Some("walk");
    }
    out.iter().zip(names).map(|(ours, own)| ours.map_or_else(|| own.clone(), String::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::ours;

    #[test]
    fn names_of_others_are_understood() {
        let check = |given: &[&str], wanted: &[&str]| assert_eq!(ours(&given.iter().map(|s| (*s).to_string()).collect::<Vec<_>>()), wanted);
        check(&["Survey", "Walk", "Run"], &["idle", "walk", "run"]);
        check(&["Armature|mixamo.com|Zombie Walk", "Armature|Standing Idle", "Death_1"], &["walk", "idle", "die"]);
        check(&["?"], &["walk"]);
        check(&["Dance", "Standing", "Wave"], &["walk", "idle", "Wave"]);
        check(&[], &[]);
    }
}

//! stub

/// stub
pub fn run(stage: &mut crate::stage::Stage<'_>, commands: &[content::command::Command]) {
    let _ = (stage, commands);
    todo!()
}

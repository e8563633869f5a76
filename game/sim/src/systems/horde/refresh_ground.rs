//! stub

/// stub
pub fn run(stage: &mut crate::stage::Stage<'_>) {
    let _ = (stage);
    todo!()
}

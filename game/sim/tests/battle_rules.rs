//! Every rule of bodies (B1 to B9) in its testbed: the figure is there for which the rule exists.

mod common {
    pub mod body_rules;
    pub mod rules;
}
use common::body_rules::*;

macro_rules! tests {
    ($($rule:ident $room:ident::$name:ident;)*) => {
        $(
            #[test]
            fn $name() {
                if let Err(sentence) = $room::$name() {
                    panic!("{:?}: {sentence}", sim::rule::Rule::$rule);
                }
            }
        )*
    };
}
for_every_body_rule!(tests);

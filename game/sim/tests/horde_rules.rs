//! Every rule of the crowd (H1 to H14 and beyond) in its own testbed: the figure is there for which the rule exists.

mod common {
    pub mod rules;
}
use common::rules::*;

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
for_every_rule!(tests);

//! Spent charges of powers come back, one after the other.

use crate::stage::Stage;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    for (power, charge) in stage.rules.powers.iter().zip(&mut stage.world.charges) {
        if charge.charges >= u16::from(power.charges) {
            charge.wait_ticks = 0;
            continue;
        }
        charge.wait_ticks = charge.wait_ticks.saturating_sub(1);
        if charge.wait_ticks == 0 {
            charge.charges += 1;
            charge.wait_ticks = if charge.charges < u16::from(power.charges) { power.recharge_ticks } else { 0 };
        }
    }
}

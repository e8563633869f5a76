//! rapier3d as it comes, beside ours: free balls, and ragdolls of eleven jointed capsules, over flat ground, thrown as ours
//! are. One step is one tick of 1/30 s: half the steps that ragdolls usually get, in its favor.
//!
//! Left out in its favor as well: contacts of bodies with each other and continuous collision. Joints, limits, masses and
//! damping are those with which our trial of real ragdolls held together and came to rest.

use crate::bench::speed::clock::thread_ms;
use base::random::{Purpose, range};
use rapier3d::prelude::*;

const GRAVITY: f32 = sim::GRAVITY;
const GROUND: Group = Group::GROUP_1;
const BODY: Group = Group::GROUP_2;
const THROWN: Purpose = Purpose(930);
/// Meters from one to the next at the start.
const SPACING_M: f32 = 1.2;

/// A part of a ragdoll: its parent, both ends of its capsule in meters over the feet of a figure of 1.8 m, its radius and
/// share of the mass, and what its joint allows: degrees about three axes (ball) or about the first alone (hinge).
struct Part {
    parent: usize,
    from: [f32; 3],
    to: [f32; 3],
    radius_m: f32,
    share: f32,
    limits: Limits,
}

enum Limits {
    Root,
    Ball([[f32; 2]; 3]),
    Hinge([f32; 2]),
}

const SHOULDER: Limits = Limits::Ball([[-60.0, 60.0], [-50.0, 120.0], [-100.0, 35.0]]);
const HIP: Limits = Limits::Ball([[-35.0, 35.0], [-30.0, 125.0], [-50.0, 15.0]]);
const ELBOW: Limits = Limits::Hinge([3.0, 140.0]);

#[rustfmt::skip]
const PARTS: [Part; 11] = [
    Part { parent: 0, from: [-0.08, 0.95, 0.0], to: [0.08, 0.95, 0.0], radius_m: 0.12, share: 0.18, limits: Limits::Root },
    Part { parent: 0, from: [0.0, 1.05, 0.0], to: [0.0, 1.40, 0.0], radius_m: 0.14, share: 0.28, limits: Limits::Ball([[-30.0, 30.0], [-25.0, 55.0], [-25.0, 25.0]]) },
    Part { parent: 1, from: [0.0, 1.62, 0.0], to: [0.0, 1.66, 0.0], radius_m: 0.11, share: 0.08, limits: Limits::Ball([[-60.0, 60.0], [-40.0, 45.0], [-35.0, 35.0]]) },
    Part { parent: 1, from: [0.20, 1.42, 0.0], to: [0.46, 1.42, 0.0], radius_m: 0.05, share: 0.04, limits: SHOULDER },
    Part { parent: 3, from: [0.48, 1.42, 0.0], to: [0.74, 1.42, 0.0], radius_m: 0.045, share: 0.035, limits: ELBOW },
    Part { parent: 1, from: [-0.20, 1.42, 0.0], to: [-0.46, 1.42, 0.0], radius_m: 0.05, share: 0.04, limits: SHOULDER },
    Part { parent: 5, from: [-0.48, 1.42, 0.0], to: [-0.74, 1.42, 0.0], radius_m: 0.045, share: 0.035, limits: ELBOW },
    Part { parent: 0, from: [0.10, 0.88, 0.0], to: [0.10, 0.50, 0.0], radius_m: 0.07, share: 0.09, limits: HIP },
    Part { parent: 7, from: [0.10, 0.46, 0.0], to: [0.10, 0.08, 0.0], radius_m: 0.055, share: 0.05, limits: ELBOW },
    Part { parent: 0, from: [-0.10, 0.88, 0.0], to: [-0.10, 0.50, 0.0], radius_m: 0.07, share: 0.09, limits: HIP },
    Part { parent: 9, from: [-0.10, 0.46, 0.0], to: [-0.10, 0.08, 0.0], radius_m: 0.055, share: 0.05, limits: ELBOW },
];
const KILOGRAMS: f32 = 45.0;

/// Bodies in flight.
pub struct Bodies {
    world: PhysicsWorld,
    /// Each body's parts with where they start.
    bodies: Vec<Vec<(RigidBodyHandle, Vector)>>,
    turns: u64,
}

impl Bodies {
    fn empty() -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, -GRAVITY, 0.0);
        world.integration_parameters.dt = sim::TICK_S;
        let ground = InteractionGroups::new(GROUND, BODY, InteractionTestMode::And);
        world.colliders.insert(ColliderBuilder::cuboid(500.0, 1.0, 500.0).translation(Vector::new(0.0, -1.0, 0.0)).friction(0.8).collision_groups(ground));
        Self { world, bodies: Vec::new(), turns: 0 }
    }

    /// One ball a body.
    pub fn balls(count: usize) -> Self {
        let mut all = Self::empty();
        for k in 0..count {
            let at = place(k, count) + Vector::new(0.0, 0.9, 0.0);
            let body = all.world.bodies.insert(RigidBodyBuilder::dynamic().translation(at).angular_damping(0.6));
            let ball = ColliderBuilder::ball(0.4).friction(0.8).restitution(0.0).mass(KILOGRAMS).collision_groups(of_bodies());
            all.world.colliders.insert_with_parent(ball, body, &mut all.world.bodies);
            all.bodies.push(vec![(body, at)]);
        }
        all
    }

    /// Eleven capsules a body.
    pub fn ragdolls(count: usize) -> Self {
        let mut all = Self::empty();
        for k in 0..count {
            let base = place(k, count) + Vector::new(0.0, 0.05, 0.0);
            let parts: Vec<(RigidBodyHandle, Vector)> = PARTS.iter().map(|part| all.insert(part, base)).collect();
            for (k, part) in PARTS.iter().enumerate() {
                if let Some(joint) = joint(part) {
                    all.world.impulse_joints.insert(parts[part.parent].0, parts[k].0, joint, true);
                }
            }
            all.bodies.push(parts);
        }
        all
    }

    fn insert(&mut self, part: &Part, base: Vector) -> (RigidBodyHandle, Vector) {
        let at = base + Vector::from(part.from);
        let body = self.world.bodies.insert(RigidBodyBuilder::dynamic().translation(at).angular_damping(0.6));
        let end = Vector::from(part.to) - Vector::from(part.from);
        // One inertia for all axes: of a thin capsule's own the twist limits chatter and nothing sleeps.
        let (mass, length_m) = (KILOGRAMS * part.share, end.length() + 2.0 * part.radius_m);
        let inertia = mass * (length_m * length_m / 12.0 + part.radius_m * part.radius_m / 4.0);
        let capsule = ColliderBuilder::capsule_from_endpoints(Vector::ZERO, end, part.radius_m)
            .mass_properties(MassProperties::new(end * 0.5, mass, Vector::splat(inertia)))
            .friction(0.8)
            .restitution(0.0)
            .collision_groups(of_bodies());
        self.world.colliders.insert_with_parent(capsule, body, &mut self.world.bodies);
        (body, at)
    }

    /// Throws all from where they began and steps; mean milliseconds a step. Putting them back is not timed.
    pub fn turn(&mut self, steps: u32) -> f64 {
        self.turns += 1;
        for (k, parts) in self.bodies.iter().enumerate() {
            let number = |what, low, high| range(self.turns, THROWN, k as u64, what, low, high);
            // As B3 throws: 18 m/s, 60 degrees, its scales and spreads.
            let velocity = Vector::new(number(0, -8.0, 8.0), number(1, 16.0, 24.0), number(2, -8.0, 8.0));
            for (handle, at) in parts {
                let body = &mut self.world.bodies[*handle];
                body.set_position(Pose { translation: *at, ..Pose::IDENTITY }, true);
                body.set_linvel(velocity, true);
                body.set_angvel(Vector::new(4.0, 0.0, 0.0), true);
            }
        }
        let begun = thread_ms();
        (0..steps).for_each(|_| self.world.step());
        (thread_ms() - begun) / f64::from(steps)
    }
}

fn of_bodies() -> InteractionGroups {
    InteractionGroups::new(BODY, GROUND, InteractionTestMode::And)
}

fn place(k: usize, count: usize) -> Vector {
    let side = (count as f32).sqrt().ceil();
    Vector::new((k as f32 % side - 0.5 * side) * SPACING_M, 0.0, ((k as f32 / side).floor() - 0.5 * side) * SPACING_M)
}

/// The joint at a part's beginning, with its limits.
fn joint(part: &Part) -> Option<GenericJoint> {
    let (mask, limits) = match &part.limits {
        Limits::Root => return None,
        Limits::Ball(limits) => (JointAxesMask::LOCKED_SPHERICAL_AXES, &limits[..]),
        Limits::Hinge(limits) => (JointAxesMask::LOCKED_REVOLUTE_AXES, std::slice::from_ref(limits)),
    };
    let mut joint = GenericJoint::new(mask);
    let anchor = Vector::from(part.from) - Vector::from(PARTS[part.parent].from);
    joint.set_local_anchor1(anchor).set_local_anchor2(Vector::ZERO);
    for (limits, axis) in limits.iter().zip([JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ]) {
        // The pose at the start must fit.
        joint.set_limits(axis, [limits[0].min(0.0).to_radians(), limits[1].to_radians()]);
    }
    joint.set_contacts_enabled(false);
    Some(joint)
}

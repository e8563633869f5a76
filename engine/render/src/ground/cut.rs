//! Cutting a flat grid along a line of a field, and walking along the cut.

use crate::noise::Random;
use glam::{Vec2, vec2};
use std::collections::{HashMap, HashSet};

/// Points, triangles on the kept side, border edges.
pub(super) struct Cut {
    pub points: Vec<Vec2>,
    pub triangles: Vec<[u32; 3]>,
    pub edges: Vec<(u32, u32)>,
}

/// Two triangles a cell, kept where `f >= iso`; border edges have the kept side on their left.
pub(super) fn cut(origin: Vec2, step_m: f32, width: usize, height: usize, f: impl Fn(f32, f32) -> f32, iso: f32) -> Cut {
    let mut points = Vec::with_capacity(width * height);
    let mut level = Vec::with_capacity(width * height);
    for j in 0..height {
        for i in 0..width {
            let p = origin + vec2(i as f32, j as f32) * step_m;
            let v = f(p.x, p.y) - iso;
            points.push(p);
            level.push(if v.abs() < 1e-4 { 1e-4 } else { v });
        }
    }
    let mut out = Cut { points, triangles: vec![], edges: vec![] };
    let mut made: HashMap<(u32, u32), u32> = HashMap::new();
    let mut middle = |points: &mut Vec<Vec2>, p: u32, q: u32| {
        let key = if p < q { (p, q) } else { (q, p) };
        *made.entry(key).or_insert_with(|| {
            let t = level[key.0 as usize] / (level[key.0 as usize] - level[key.1 as usize]);
            points.push(points[key.0 as usize].lerp(points[key.1 as usize], t));
            points.len() as u32 - 1
        })
    };
    for j in 0..height - 1 {
        for i in 0..width - 1 {
            let a = (j * width + i) as u32;
            let (b, c, d) = (a + 1, a + width as u32 + 1, a + width as u32);
            let pair = if (i + j) % 2 == 1 { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] };
            for t in pair {
                let inside = t.map(|k| level[k as usize] > 0.0);
                let count = inside.iter().filter(|k| **k).count();
                match count {
                    3 => out.triangles.push(t),
                    1 | 2 => {
                        let r = (0..3).find(|k| inside[*k] == (count == 1)).unwrap_or(0);
                        let (p, q, s) = (t[r], t[(r + 1) % 3], t[(r + 2) % 3]);
                        let (m, n) = (middle(&mut out.points, p, q), middle(&mut out.points, p, s));
                        if count == 1 {
                            out.triangles.push([p, m, n]);
                            out.edges.push((m, n));
                        } else {
                            out.triangles.push([m, q, s]);
                            out.triangles.push([m, s, n]);
                            out.edges.push((n, m));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    out
}

/// Border edges joined to lines; whether each closes on itself.
pub(super) fn lines(edges: &[(u32, u32)], points: &[Vec2]) -> Vec<(Vec<Vec2>, bool)> {
    let next: HashMap<u32, u32> = edges.iter().copied().collect();
    let targets: HashSet<u32> = edges.iter().map(|e| e.1).collect();
    let mut seen = HashSet::new();
    let mut out = vec![];
    let starts = edges.iter().map(|e| e.0).filter(|s| !targets.contains(s)).chain(edges.iter().map(|e| e.0));
    for s in starts {
        if !seen.insert(s) {
            continue;
        }
        let mut line = vec![s];
        let mut end = s;
        while let Some(&n) = next.get(&end) {
            if !seen.insert(n) {
                break;
            }
            line.push(n);
            end = n;
        }
        let closed = next.get(&end) == Some(&s);
        if line.len() > 3 {
            out.push((line.iter().map(|k| points[*k as usize]).collect(), closed));
        }
    }
    out
}

/// Uneven columns along a line, and the direction to the kept side at each.
pub(super) fn resample(line: &[Vec2], closed: bool, step: f32, random: &mut Random) -> Vec<(Vec2, Vec2)> {
    let mut p = line.to_vec();
    if closed {
        p.push(p[0]);
    }
    let mut along = vec![0.0];
    let mut total = 0.0;
    for w in p.windows(2) {
        total += w[0].distance(w[1]);
        along.push(total);
    }
    let n = ((total / step).round() as usize).max(4);
    let count = if closed { n } else { n + 1 };
    let mut at: Vec<f32> = (0..count).map(|i| (i as f32 + random.range(-0.3, 0.3)) / n as f32 * total).collect();
    if closed {
        at.iter_mut().for_each(|a| *a = a.rem_euclid(total));
        at.sort_by(f32::total_cmp);
    } else {
        at[0] = 0.0;
        at[count - 1] = total;
    }
    let mut k = 0;
    let q: Vec<Vec2> = at
        .iter()
        .map(|a| {
            while k + 2 < along.len() && along[k + 1] < *a {
                k += 1;
            }
            p[k].lerp(p[k + 1], ((a - along[k]) / (along[k + 1] - along[k]).max(1e-6)).clamp(0.0, 1.0))
        })
        .collect();
    (0..count)
        .map(|i| {
            let (a, b) = if closed { (q[(i + count - 1) % count], q[(i + 1) % count]) } else { (q[i.max(1) - 1], q[(i + 1).min(count - 1)]) };
            let t = (b - a).normalize_or_zero();
            (q[i], vec2(-t.y, t.x))
        })
        .collect()
}

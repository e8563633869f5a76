//! Heights of the drawn ground at half a metre: for whoever puts things on it.

use super::field::{CLIFF_ISO, Class, Field, PAD_M};
use base::chunks;

/// Points a metre.
const POINTS: usize = 2;

/// Height of the drawn ground over the padded map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightField {
    width: usize,
    height: usize,
    /// Walkable ground, running on under plateaus and across gorges.
    low: Vec<f32>,
    /// What is drawn.
    top: Vec<f32>,
    highest: f32,
}

impl HeightField {
    pub(crate) fn new(field: &Field) -> Self {
        let (width, height) = ((field.width + 2 * PAD_M) * POINTS, (field.height + 2 * PAD_M) * POINTS);
        let mut low = vec![0.0f32; width * height];
        let mut top = vec![0.0f32; width * height];
        chunks::each_of((&mut low[..], &mut top[..]), 8192, |first, (low, top)| {
            for (k, (low, top)) in low.iter_mut().zip(top).enumerate() {
                let k = first + k;
                let (x, y) = (((k % width) as f32 + 0.5) / POINTS as f32 - PAD_M as f32, ((k / width) as f32 + 0.5) / POINTS as f32 - PAD_M as f32);
                *low = field.low(x, y);
                *top = if field.at(Class::Cliff, x, y) > CLIFF_ISO || field.at(Class::Ravine, x, y) > 0.0 { field.surface(x, y) } else { *low };
            }
        });
        let highest = top.iter().fold(0.0f32, |a, z| a.max(*z));
        Self { width, height, low, top, highest }
    }

    /// Height of what is drawn: plateau, gorge bed or ground. Outside the padded map the border's height goes on.
    #[must_use]
    pub fn sample(&self, x: f32, y: f32) -> f32 {
        self.bilinear(&self.top, x, y)
    }

    /// Height of the walkable ground, which runs on under plateaus and across gorges.
    #[must_use]
    pub fn walkable(&self, x: f32, y: f32) -> f32 {
        self.bilinear(&self.low, x, y)
    }

    /// The highest point.
    #[must_use]
    pub fn highest(&self) -> f32 {
        self.highest
    }

    fn bilinear(&self, a: &[f32], x: f32, y: f32) -> f32 {
        if a.is_empty() || !x.is_finite() || !y.is_finite() {
            return 0.0;
        }
        let place = |v: f32, n: usize| ((v + PAD_M as f32) * POINTS as f32 - 0.5).clamp(0.0, n as f32 - 1.001);
        let (u, v) = (place(x, self.width), place(y, self.height));
        let (i, j) = (u as usize, v as usize);
        let (fu, fv) = (u - i as f32, v - j as f32);
        let k = j * self.width + i;
        (a[k] * (1.0 - fu) + a[k + 1] * fu) * (1.0 - fv) + (a[k + self.width] * (1.0 - fu) + a[k + self.width + 1] * fu) * fv
    }

    /// Texels (walkable, drawn) as halves, and the size.
    pub(crate) fn texture(&self) -> (Vec<[u16; 2]>, usize, usize) {
        let texels = self.low.iter().zip(&self.top).map(|(a, b)| [base::records::half(*a), base::records::half(*b)]).collect();
        (texels, self.width, self.height)
    }
}

//! What lies behind the menus when there is no scene: hills at dusk. Drawn once, small, and enlarged: it is meant to be soft.

use crate::frames::noise;
use egui::{Color32, ColorImage};

const WIDTH: usize = 480;
const HEIGHT: usize = 300;

/// The picture.
pub fn picture() -> ColorImage {
    let mut image = ColorImage::filled([WIDTH, HEIGHT], Color32::BLACK);
    let ridge = |x: f32, seed: u32, base: f32, tall: f32| {
        base - tall * (0.6 * noise(x * 3.0, 0.3, 512, seed) + 0.3 * noise(x * 9.0, 0.7, 512, seed + 1) + 0.06 * noise(x * 60.0, 0.1, 512, seed + 2))
    };
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let (u, v) = (x as f32 / WIDTH as f32, y as f32 / HEIGHT as f32);
            let grain = noise(x as f32 * 0.22, y as f32 * 0.22, 4096, 9) * 0.5 + noise(x as f32 * 0.062, y as f32 * 0.1, 4096, 10);
            let sun = (-(((u - 0.72) * 1.6).powi(2) + ((v - 0.42) * 1.9).powi(2)) * 9.0).exp();
            let sky = v / 0.55;
            let mut color = [64.0 + 150.0 * sky + 100.0 * sun, 74.0 + 92.0 * sky + 80.0 * sun, 104.0 + 26.0 * sky + 34.0 * sun];
            for (seed, base, tall, shade) in [(40, 0.50, 0.13, 0.62), (50, 0.62, 0.11, 0.40), (60, 0.78, 0.09, 0.22)] {
                // The edge of a hill is softened over two rows.
                let inside = ((v - ridge(u * 1.7 + seed as f32, seed, base, tall)) * HEIGHT as f32 * 0.5).clamp(0.0, 1.0);
                let light = 1.0 + 0.10 * grain;
                let hill = [(150.0 * shade + 34.0) * light, (112.0 * shade + 26.0) * light, (92.0 * shade + 28.0) * light];
                for (c, h) in color.iter_mut().zip(hill) {
                    *c += (h - *c) * inside;
                }
            }
            let vignette = 1.0 - 0.5 * ((u - 0.5).powi(2) + (v - 0.5).powi(2));
            let [r, g, b] = color.map(|c| (c * vignette).clamp(0.0, 255.0) as u8);
            image.pixels[y * WIDTH + x] = Color32::from_rgb(r, g, b);
        }
    }
    image
}

//! Small pictures on whatever adapter there is; without any the tests say so and pass.
//!
//! Both culling roads draw the same, one sample and four show the same scene, shadows can be switched off, overlays
//! and the interface appear; and each comparison is shown to fail when it must.

mod scene;

use base::records::half;
use render::{Camera, FrameInput, Gpu, GpuOptions, Ground, Interface, Offscreen, Renderer, RendererOptions, Shadows, capture, cull};

const SIZE: (u32, u32) = (320, 200);

fn gpu() -> Option<Gpu> {
    match Gpu::open(&GpuOptions::default()) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            println!("skipped: {error}");
            None
        }
    }
}

fn picture(gpu: &Gpu, renderer: &mut Renderer, input: &FrameInput) -> image::RgbaImage {
    let target = Offscreen::new(gpu, SIZE.0, SIZE.1);
    renderer.draw(gpu, input, &target.view);
    capture(gpu, &target.texture).expect("the picture comes back")
}

/// Mean difference in steps of 255, and the share of pixels that differ by more than 8.
fn difference(a: &image::RgbaImage, b: &image::RgbaImage) -> (f64, f64) {
    let (mut sum, mut far) = (0u64, 0u64);
    for (p, q) in a.pixels().zip(b.pixels()) {
        let d = (0..3).map(|c| u64::from(p[c].abs_diff(q[c]))).max().unwrap_or(0);
        sum += d;
        far += u64::from(d > 8);
    }
    let n = f64::from(a.width() * a.height());
    (sum as f64 / n, far as f64 / n)
}

fn mean(a: &image::RgbaImage) -> f64 {
    a.pixels().map(|p| (f64::from(p[0]) + f64::from(p[1]) + f64::from(p[2])) / 3.0).sum::<f64>() / f64::from(a.width() * a.height())
}

#[test]
fn battle_by_both_roads_and_with_settings_changed() {
    let Some(gpu) = gpu() else { return };
    let assets = scene::assets();
    let ground = Ground::build(&scene::paint(128, 128)).expect("a map that fits");
    let mut battle = scene::compose("battle", 1000, &ground, &assets);
    let mut r = Renderer::new(&gpu, &assets, &RendererOptions { size: SIZE, samples: 1, ..RendererOptions::default() });
    r.set_ground(&gpu, &ground);
    r.set_stills(&gpu, &battle.stills);
    let by_gpu = battle.draw_with(|input| picture(&gpu, &mut r, input));
    let back = r.read_back(&gpu);
    let twin = battle.draw_with(|input| cull::twin(&r.cull_input(input), r.kinds(), &battle.figures));
    let counted: Vec<u32> = back.crowd.iter().map(|d| d.instance_count).collect();
    r.set_cpu_cull(&gpu, true);
    let by_cpu = battle.draw_with(|input| picture(&gpu, &mut r, input));
    r.set_cpu_cull(&gpu, false);
    let (m, far) = difference(&by_gpu, &by_cpu);
    println!("GPU against CPU culling: mean {m:.4}, far {far:.5}; {} drawn", counted.iter().sum::<u32>());
    assert!(m < 0.02 && far < 0.0005);
    assert!(counted.iter().sum::<u32>() > 500 || gpu.info.device_type != wgpu::DeviceType::Cpu, "figures are in view");
    assert_eq!(counted, twin, "the culling pass counts as its twin on the CPU");

    // a caster that a nearer cascade holds is not missed in a later one
    r.cascade_margin = 1e6;
    let all_casters = battle.draw_with(|input| picture(&gpu, &mut r, input));
    r.cascade_margin = 0.02;
    let (m, far) = difference(&by_gpu, &all_casters);
    println!("every caster in every cascade: mean {m:.4}, far {far:.5}");
    assert!(m < 0.02 && far < 0.0005);

    // fewer shadows: lighter each time, and never a black or blown-out picture
    r.set_shadows(Shadows::Stills);
    let stills = battle.draw_with(|input| picture(&gpu, &mut r, input));
    r.set_shadows(Shadows::Off);
    let off = battle.draw_with(|input| picture(&gpu, &mut r, input));
    r.set_shadows(Shadows::All);
    let (all, some, none) = (mean(&by_gpu), mean(&stills), mean(&off));
    println!("mean brightness: all shadows {all:.1}, of stills {some:.1}, none {none:.1}");
    assert!(all + 0.5 < some && some + 0.5 < none && all > 50.0 && none < 190.0);
    let again = battle.draw_with(|input| picture(&gpu, &mut r, input));
    assert!(difference(&by_gpu, &again).0 < 0.02, "switching back draws the first picture again");

    // an overlay and the interface show
    let overlays = std::mem::take(&mut battle.overlays);
    let without = battle.draw_with(|input| picture(&gpu, &mut r, input));
    battle.overlays = overlays;
    assert!(difference(&by_gpu, &without).1 > 0.002, "overlays show");
    let context = egui::Context::default();
    let shapes = context.run_ui(
        egui::RawInput { screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(320.0, 200.0))), ..Default::default() },
        |ui| {
            ui.painter().rect_filled(egui::Rect::from_min_size(egui::pos2(10.0, 10.0), egui::vec2(60.0, 40.0)), 0.0, egui::Color32::from_rgb(255, 0, 255));
        },
    );
    let primitives = context.tessellate(shapes.shapes, 1.0);
    let interface = Interface { primitives: &primitives, textures: &shapes.textures_delta, pixels_per_point: 1.0 };
    let with = battle.draw_with(|input| {
        let input = FrameInput { interface: Some(interface), dynamic: input.dynamic, ..rest(input) };
        picture(&gpu, &mut r, &input)
    });
    let p = with.get_pixel(40, 30);
    assert!(p[0] > 250 && p[1] < 5 && p[2] > 250, "the interface's rectangle is magenta, not {p:?}");
    assert_eq!(with.get_pixel(200, 150), by_gpu.get_pixel(200, 150), "and hides nothing else");

    // the case that must fail: one figure in twenty missing
    battle.figures.iter_mut().step_by(20).for_each(|f| f.shape = u32::from(half(0.001)));
    let thinned = battle.draw_with(|input| picture(&gpu, &mut r, input));
    let (m, far) = difference(&by_gpu, &thinned);
    println!("one in twenty missing: mean {m:.4}, far {far:.5}");
    assert!(m > 0.1 && far > 0.004);
    assert_eq!(gpu.errors(), 0, "the driver layer had nothing to complain about");
}

#[test]
fn draw_calls_do_not_grow_with_the_crowd() {
    let Some(gpu) = gpu() else { return };
    let assets = scene::assets();
    let ground = Ground::build(&scene::paint(128, 128)).expect("a map that fits");
    let mut battle = scene::compose("battle", 1500, &ground, &assets);
    let mut r = Renderer::new(&gpu, &assets, &RendererOptions { size: SIZE, samples: 1, ..RendererOptions::default() });
    r.set_ground(&gpu, &ground);
    r.set_stills(&gpu, &battle.stills);
    let target = Offscreen::new(&gpu, SIZE.0, SIZE.1);
    let many = battle.draw_with(|input| r.draw(&gpu, input, &target.view));
    assert!(battle.figures.len() >= 1500, "{} figures", battle.figures.len());
    battle.figures.truncate(15);
    let few = battle.draw_with(|input| r.draw(&gpu, input, &target.view));
    println!("{} draws, {} bytes for 1,500 figures; {} draws, {} bytes for 15", many.draws, many.uploaded, few.draws, few.uploaded);
    assert_eq!(many.draws, few.draws);
    assert!(many.uploaded > few.uploaded, "only the records grow");
}

fn rest<'a>(input: &FrameInput<'a>) -> FrameInput<'a> {
    FrameInput {
        camera: input.camera,
        mood: input.mood,
        seconds: input.seconds,
        figures: input.figures,
        dynamic: input.dynamic,
        marks: input.marks,
        overlays: input.overlays,
        puffs: input.puffs,
        lamps: input.lamps,
        interface: None,
    }
}

#[test]
fn any_size_of_map_and_picture_draws() {
    let Some(gpu) = gpu() else { return };
    let assets = scene::assets();
    let mut r = Renderer::new(&gpu, &assets, &RendererOptions { size: (64, 40), samples: 4, ..RendererOptions::default() });
    // without a ground there is fog, not a fault
    let input = FrameInput::default();
    let target = Offscreen::new(&gpu, 64, 40);
    r.draw(&gpu, &input, &target.view);
    for (width, height) in [(16, 16), (200, 40), (33, 121)] {
        let ground = Ground::build(&scene::paint(width, height)).expect("a map that fits");
        r.set_ground(&gpu, &ground);
        for (w, h) in [(1, 1), (7, 90), (64, 40)] {
            r.resize(&gpu, w, h);
            let target = Offscreen::new(&gpu, w, h);
            let camera = Camera { target: glam::vec3(width as f32 / 2.0, height as f32 / 2.0, 0.0), ..Camera::default() };
            r.draw(&gpu, &FrameInput { camera, ..FrameInput::default() }, &target.view);
            let got = capture(&gpu, &target.texture).expect("the picture comes back");
            assert_eq!(got.dimensions(), (w, h));
            assert!(mean(&got) > 20.0 && mean(&got) < 235.0, "{width} x {height} at {w} x {h}: mean {}", mean(&got));
        }
        r.resize(&gpu, 0, 0);
        assert_eq!(r.size(), (64, 40), "a size of zero is ignored");
    }
    assert_eq!(gpu.errors(), 0, "the driver layer had nothing to complain about");
}

#[test]
fn a_wish_for_an_adapter_that_is_not_there_is_a_sentence() {
    if std::env::var_os(render::device::ADAPTER_VARIABLE).is_some() {
        println!("skipped: {} is set and would win over the wish", render::device::ADAPTER_VARIABLE);
        return;
    }
    let error = match Gpu::open(&GpuOptions { adapter: Some("no such card".to_string()), ..GpuOptions::default() }) {
        Ok(gpu) => panic!("{} answered to it", gpu.info.name),
        Err(error) => error.to_string(),
    };
    assert!(error.contains("\"no such card\"") && error.contains(render::device::ADAPTER_VARIABLE), "{error}");
}

#[test]
fn a_lost_device_is_a_state() {
    let Some(gpu) = gpu() else { return };
    let assets = scene::assets();
    let mut r = Renderer::new(&gpu, &assets, &RendererOptions { size: (16, 16), samples: 1, ..RendererOptions::default() });
    let target = Offscreen::new(&gpu, 16, 16);
    assert!(!gpu.lost());
    gpu.device.destroy();
    gpu.wait();
    assert!(gpu.lost(), "the loss was noticed");
    let counts = r.draw(&gpu, &FrameInput::default(), &target.view);
    assert_eq!(counts.draws, 0, "nothing is drawn on a device that is gone");
}

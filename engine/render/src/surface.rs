//! The window's surface: configuring, one frame at a time, and recovery from everything the window system may answer.
//!
//! The format is one without sRGB conversion where there is one: the tone pass writes sRGB values itself and the interface
//! blends in them. A frame that cannot be had is no error: the caller skips drawing and tries again.

use crate::device::{Gpu, GpuError};

/// A window's surface.
pub struct Surface {
    surface: wgpu::Surface<'static>,
    target: Box<dyn Fn() -> wgpu::SurfaceTarget<'static>>,
    config: wgpu::SurfaceConfiguration,
    /// The next frame needs a new configuration first.
    stale: bool,
}

/// What came of asking for a frame.
pub enum FrameTarget {
    /// Draw into the view, then hand it to [`Surface::present`].
    Ready(SurfaceFrame),
    /// Nothing to draw into this time: try again with the next redraw.
    Skip,
    /// The window cannot be seen: no need to redraw until it says so.
    Hidden,
}

/// One frame of a window.
pub struct SurfaceFrame {
    texture: wgpu::SurfaceTexture,
    /// What to draw into.
    pub view: wgpu::TextureView,
    /// Pixels.
    pub size: (u32, u32),
}

impl Surface {
    pub(crate) fn new(
        gpu: &Gpu,
        surface: wgpu::Surface<'static>,
        target: Box<dyn Fn() -> wgpu::SurfaceTarget<'static>>,
        size: (u32, u32),
        vsync: bool,
    ) -> Result<Self, GpuError> {
        let most = gpu.device.limits().max_texture_dimension_2d;
        let mut config = surface
            .get_default_config(&gpu.adapter, size.0.clamp(1, most), size.1.clamp(1, most))
            .ok_or_else(|| GpuError::NoSurface { cause: format!("{} does not support it", gpu.info.name) })?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        if let Some(format) = capabilities.formats.iter().find(|f| matches!(f, wgpu::TextureFormat::Rgba8Unorm | wgpu::TextureFormat::Bgra8Unorm)) {
            config.format = *format;
        }
        config.desired_maximum_frame_latency = 2;
        config.present_mode = present_mode(vsync);
        surface.configure(&gpu.device, &config);
        Ok(Self { surface, target, config, stale: false })
    }

    /// Format of the frames: what a renderer for this window is made with.
    #[must_use]
    pub fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.config.width, self.config.height)
    }

    /// The window has another size. A size of zero (minimized) is ignored.
    pub fn resize(&mut self, width: u32, height: u32) {
        if width > 0 && height > 0 && (width, height) != self.size() {
            (self.config.width, self.config.height) = (width, height);
            self.stale = true;
        }
    }

    /// Whether to wait for the screen's refresh.
    pub fn set_vsync(&mut self, on: bool) {
        if self.config.present_mode != present_mode(on) {
            self.config.present_mode = present_mode(on);
            self.stale = true;
        }
    }

    /// Asks for a frame.
    pub fn frame(&mut self, gpu: &Gpu) -> FrameTarget {
        use wgpu::CurrentSurfaceTexture as Current;
        if gpu.lost() {
            return FrameTarget::Skip;
        }
        if self.stale {
            self.configure(gpu);
        }
        match self.surface.get_current_texture() {
            Current::Success(texture) => self.ready(texture),
            Current::Suboptimal(texture) => {
                self.stale = true;
                self.ready(texture)
            }
            Current::Timeout | Current::Validation => FrameTarget::Skip,
            Current::Occluded => FrameTarget::Hidden,
            Current::Outdated => {
                self.stale = true;
                FrameTarget::Skip
            }
            Current::Lost => {
                match gpu.instance.create_surface((self.target)()) {
                    Ok(surface) => {
                        self.surface = surface;
                        self.stale = true;
                    }
                    Err(error) => tracing::warn!("the window's surface was lost and cannot be made anew yet: {error}"),
                }
                FrameTarget::Skip
            }
        }
    }

    /// Shows a frame that was drawn.
    pub fn present(&self, gpu: &Gpu, frame: SurfaceFrame) {
        drop(frame.view);
        gpu.queue.present(frame.texture);
    }

    fn configure(&mut self, gpu: &Gpu) {
        let most = gpu.device.limits().max_texture_dimension_2d;
        self.config.width = self.config.width.clamp(1, most);
        self.config.height = self.config.height.clamp(1, most);
        self.surface.configure(&gpu.device, &self.config);
        self.stale = false;
    }

    fn ready(&self, texture: wgpu::SurfaceTexture) -> FrameTarget {
        let view = texture.texture.create_view(&Default::default());
        let size = (texture.texture.width(), texture.texture.height());
        FrameTarget::Ready(SurfaceFrame { texture, view, size })
    }
}

fn present_mode(vsync: bool) -> wgpu::PresentMode {
    if vsync { wgpu::PresentMode::AutoVsync } else { wgpu::PresentMode::AutoNoVsync }
}

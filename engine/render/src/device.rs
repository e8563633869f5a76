//! The graphics device: choosing an adapter, opening it, and knowing when it is lost.
//!
//! Errors are sentences with what to do. A lost device is a state ([`Gpu::lost`]): whoever owns the [`Gpu`] opens a new
//! one and builds what lived on the old one again.

use crate::surface::Surface;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Environment variable that names an adapter; it wins over [`GpuOptions::adapter`].
pub const ADAPTER_VARIABLE: &str = "TUMBLEKEEP_ADAPTER";

/// How to open a device.
#[derive(Clone, Debug)]
pub struct GpuOptions {
    /// Part of an adapter's name or of its backend's (vulkan, gl, dx12, metal), in any case; none: the fastest.
    pub adapter: Option<String>,
    /// Prefer the adapter that saves power.
    pub low_power: bool,
    /// Wait for the screen's refresh.
    pub vsync: bool,
}

impl Default for GpuOptions {
    fn default() -> Self {
        Self { adapter: None, low_power: false, vsync: true }
    }
}

/// Why no device could be opened.
#[derive(Debug)]
pub enum GpuError {
    /// None at all.
    NoAdapter {
        /// The driver layer's own words.
        cause: String,
    },
    /// None whose name or backend holds the wish.
    NoSuchAdapter {
        /// What was asked for.
        wish: String,
        /// What there is.
        found: Vec<String>,
    },
    /// The adapter lacks something that cannot be drawn around.
    TooOld {
        /// Its name.
        adapter: String,
        /// What it lacks.
        lacks: &'static str,
    },
    /// The adapter is there but gives no device.
    NoDevice {
        /// Its name.
        adapter: String,
        /// The driver's own words.
        cause: String,
    },
    /// The window cannot be drawn to.
    NoSurface {
        /// The driver's own words.
        cause: String,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoAdapter { cause } => write!(
                f,
                "no graphics adapter was found ({cause}). Install a Vulkan driver: on Debian and Ubuntu `mesa-vulkan-drivers`, on Fedora \
                 `mesa-vulkan-drivers`, on Arch `vulkan-radeon`, `vulkan-intel` or `nvidia-utils`; on Windows and macOS update the graphics driver."
            ),
            Self::NoSuchAdapter { wish, found } => write!(
                f,
                "no graphics adapter's name or backend holds \"{wish}\". Found: {}. Choose one of these with {ADAPTER_VARIABLE}, or unset it.",
                if found.is_empty() { "none".to_string() } else { found.join("; ") }
            ),
            Self::TooOld { adapter, lacks } => {
                write!(f, "{adapter} cannot draw this: it lacks {lacks}. Update its driver, or choose another adapter with {ADAPTER_VARIABLE}.")
            }
            Self::NoDevice { adapter, cause } => {
                write!(f, "{adapter} could not be opened ({cause}). Update its driver, or choose another adapter with {ADAPTER_VARIABLE}.")
            }
            Self::NoSurface { cause } => write!(f, "the window cannot be drawn to ({cause}). Choose another adapter with {ADAPTER_VARIABLE}."),
        }
    }
}

impl std::error::Error for GpuError {}

/// An open device.
pub struct Gpu {
    /// Makes everything.
    pub device: wgpu::Device,
    /// Takes commands and uploads.
    pub queue: wgpu::Queue,
    /// Who draws.
    pub info: wgpu::AdapterInfo,
    pub(crate) instance: wgpu::Instance,
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) timestamps: bool,
    /// Whether the culling pass may write the draws; else the CPU culls.
    pub(crate) indirect: bool,
    lost: Arc<AtomicBool>,
    errors: Arc<AtomicU32>,
}

impl Gpu {
    /// A device that draws into pictures only.
    ///
    /// # Errors
    /// When no adapter fits or none opens.
    pub fn open(options: &GpuOptions) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(descriptor(options, wgpu::InstanceDescriptor::new_without_display_handle_from_env()));
        Self::from_instance(instance, options, None)
    }

    /// A device that can present to a window, and the window's surface. `target` is cloned when a lost surface is made anew: hand over
    /// an `Arc` of the window.
    ///
    /// # Errors
    /// When no adapter fits, none opens, or the window cannot be drawn to.
    pub fn open_for_window<T>(
        target: T,
        display: impl wgpu::wgt::WgpuHasDisplayHandle,
        size: (u32, u32),
        options: &GpuOptions,
    ) -> Result<(Self, Surface), GpuError>
    where
        T: Into<wgpu::SurfaceTarget<'static>> + Clone + 'static,
    {
        let instance = wgpu::Instance::new(descriptor(options, wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display))));
        let surface = instance.create_surface(target.clone()).map_err(|e| GpuError::NoSurface { cause: e.to_string() })?;
        let gpu = Self::from_instance(instance, options, Some(&surface))?;
        let surface = Surface::new(&gpu, surface, Box::new(move || target.clone().into()), size, options.vsync)?;
        Ok((gpu, surface))
    }

    /// Whether the device is gone (driver reset, card pulled, [`wgpu::Device::destroy`]).
    #[must_use]
    pub fn lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }

    /// Errors of the driver layer so far that nobody expected; each was logged.
    #[must_use]
    pub fn errors(&self) -> u32 {
        self.errors.load(Ordering::Relaxed)
    }

    /// Names of all adapters, with their backends.
    #[must_use]
    pub fn adapters() -> Vec<String> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all())).iter().map(|a| label(&a.get_info())).collect()
    }

    /// Waits until all that was submitted has been drawn.
    pub fn wait(&self) {
        if let Err(error) = self.device.poll(wgpu::PollType::wait_indefinitely()) {
            tracing::error!("waiting for the graphics device: {error}");
        }
    }

    fn from_instance(instance: wgpu::Instance, options: &GpuOptions, surface: Option<&wgpu::Surface>) -> Result<Self, GpuError> {
        let adapter = pick(&instance, options, surface)?;
        let info = adapter.get_info();
        let name = label(&info);
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::VERTEX_STORAGE | wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return Err(GpuError::TooOld { adapter: name, lacks: "storage buffers in vertex shaders, or compute shaders" });
        }
        let wanted = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::INDIRECT_FIRST_INSTANCE;
        let features = wanted & adapter.features();
        let required_limits = wgpu::Limits {
            max_storage_buffer_binding_size: adapter.limits().max_storage_buffer_binding_size.min(128 << 20),
            max_texture_dimension_2d: adapter.limits().max_texture_dimension_2d.min(16_384),
            ..wgpu::Limits::default().or_worse_values_from(&adapter.limits())
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("renderer"),
            required_features: features,
            required_limits,
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::Performance,
            trace: wgpu::Trace::Off,
        }))
        .map_err(|e| GpuError::NoDevice { adapter: name.clone(), cause: e.to_string() })?;
        let errors = Arc::new(AtomicU32::new(0));
        let counter = errors.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            counter.fetch_add(1, Ordering::Relaxed);
            tracing::error!("graphics: {error}");
        }));
        let lost = Arc::new(AtomicBool::new(false));
        let flag = lost.clone();
        device.set_device_lost_callback(move |reason, message| {
            tracing::warn!("the graphics device was lost ({reason:?}): {message}");
            flag.store(true, Ordering::Release);
        });
        tracing::info!("graphics: {name}, driver {} {}", info.driver, info.driver_info);
        let timestamps = features.contains(wgpu::Features::TIMESTAMP_QUERY);
        let indirect = features.contains(wgpu::Features::INDIRECT_FIRST_INSTANCE);
        Ok(Self { device, queue, info, instance, adapter, timestamps, indirect, lost, errors })
    }
}

fn label(info: &wgpu::AdapterInfo) -> String {
    format!("{} ({})", info.name, info.backend)
}

fn wish(options: &GpuOptions) -> Option<String> {
    std::env::var(ADAPTER_VARIABLE).ok().or_else(|| options.adapter.clone()).map(|w| w.trim().to_lowercase()).filter(|w| !w.is_empty())
}

fn descriptor(options: &GpuOptions, mut descriptor: wgpu::InstanceDescriptor) -> wgpu::InstanceDescriptor {
    if std::env::var_os("WGPU_BACKEND").is_none() {
        descriptor.backends = match wish(options).as_deref() {
            Some("gl" | "gles" | "opengl") => wgpu::Backends::GL,
            _ => wgpu::Backends::PRIMARY,
        };
    }
    // the driver layer checks indirect arguments in a compute pass of its own unless told not to; ours are written by our own shader
    if std::env::var_os("WGPU_VALIDATION_INDIRECT_CALL").is_none() {
        descriptor.flags.remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
    }
    descriptor
}

fn pick(instance: &wgpu::Instance, options: &GpuOptions, surface: Option<&wgpu::Surface>) -> Result<wgpu::Adapter, GpuError> {
    if let Some(wish) = wish(options) {
        let all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
        let found: Vec<String> = all.iter().map(|a| label(&a.get_info())).collect();
        let fits = |a: &wgpu::Adapter| {
            let info = a.get_info();
            (info.name.to_lowercase().contains(&wish) || info.backend.to_string().to_lowercase().contains(&wish))
                && surface.is_none_or(|s| a.is_surface_supported(s))
        };
        return all.into_iter().find(fits).ok_or(GpuError::NoSuchAdapter { wish, found });
    }
    let power_preference = if options.low_power { wgpu::PowerPreference::LowPower } else { wgpu::PowerPreference::HighPerformance };
    pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions { power_preference, compatible_surface: surface, ..Default::default() }))
        .map_err(|e| GpuError::NoAdapter { cause: e.to_string() })
}

//! The log: a text file in the platform's folder for logs, one a run, the last few kept; warnings also on standard error.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Logs kept besides the present one.
const KEPT: usize = 5;

/// Starts logging into a folder; without one, or when it cannot be written, on standard error only.
pub fn start(folder: Option<&Path>) {
    let file = folder.and_then(|folder| open(folder).map_err(|e| eprintln!("tumblekeep: no log is written: {e}")).ok());
    let filter = || {
        EnvFilter::try_from_env("TUMBLEKEEP_LOG")
            .unwrap_or_else(|_| EnvFilter::new("info,wgpu_hal=error,wgpu_core=warn,naga=warn,symphonia=error,calloop=error,winit=warn"))
    };
    let loud = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .without_time()
        .with_target(false)
        .with_filter(EnvFilter::new("off,tumblekeep=error,render=error,shell=error"));
    let written = file
        .map(|file| tracing_subscriber::fmt::layer().with_writer(Mutex::new(file)).with_ansi(false).without_time().with_target(false).with_filter(filter()));
    if tracing_subscriber::registry().with(loud).with(written).try_init().is_err() {
        eprintln!("tumblekeep: logging was already started");
    }
}

/// `tumblekeep.log`, after the older ones have moved up by one.
fn open(folder: &Path) -> std::io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let name = |k: usize| -> PathBuf { folder.join(if k == 0 { "tumblekeep.log".to_string() } else { format!("tumblekeep.{k}.log") }) };
    for k in (0..KEPT).rev() {
        if name(k).exists() {
            std::fs::rename(name(k), name(k + 1))?;
        }
    }
    File::create(name(0))
}

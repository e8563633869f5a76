//! A glTF file as checked numbers: whatever the file claims, a reader gets finite numbers of the right count or a sentence.
//!
//! The crate's own readers trust a file (they panic on counts of zero and read quantized numbers as floats), so accessors,
//! buffers and pictures are read here.

use super::AssetError;
use gltf::accessor::{DataType, sparse::IndexType};
use gltf::{Accessor, Document, buffer, image as picture};
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};

/// Largest file that is read, bytes.
const FILE_MAX: u64 = 256 << 20;
/// Most numbers of one accessor: below 2^24, so that an index is exact as a float.
const NUMBERS_MAX: usize = 1 << 24;
/// No coordinate is larger, whatever its unit.
const NUMBER_MAX: f32 = 1e9;
/// Longest side of a picture, pixels.
const PICTURE_MAX: u32 = 8192;

/// An opened file.
pub(crate) struct Source {
    pub document: Document,
    path: PathBuf,
    buffers: Vec<Vec<u8>>,
}

impl Source {
    pub fn open(path: &Path) -> Result<Self, AssetError> {
        Self::from_bytes(path, &read_file(path).map_err(|cause| AssetError::new(path, cause))?)
    }

    /// `path` names the file in sentences and is where files beside it are looked for.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, AssetError> {
        let wrong = |cause: String| AssetError::new(path, cause);
        let (mut root, mut blob) = parse(bytes).map_err(|e| wrong(format!("is no whole glTF 2.0 file ({e}); export it again")))?;
        // quantized numbers are understood here; the crate would refuse the file
        root.extensions_required.retain(|name| name != "KHR_mesh_quantization");
        if let Some(unknown) = root.extensions_required.first() {
            return Err(wrong(format!("needs the extension {unknown}, which is not known; export it without compression and extensions")));
        }
        if let Some(what) = unknown_word(&root) {
            return Err(wrong(format!("says something unknown for {what}; export it again")));
        }
        let document = Document::from_json(root).map_err(|e| wrong(format!("is no valid glTF 2.0 file ({e}); export it again")))?;
        let mut buffers = vec![];
        for buffer in document.buffers() {
            let data = match buffer.source() {
                buffer::Source::Bin => blob.take().ok_or_else(|| "is not in the file".to_string()),
                buffer::Source::Uri(uri) => resource(path, uri),
            };
            let data = data.map_err(|cause| wrong(format!("buffer {} {cause}; export the model as one .glb", buffer.index())))?;
            if data.len() < buffer.length() {
                return Err(wrong(format!(
                    "buffer {} has {} bytes where {} are promised; the file was cut, copy it again",
                    buffer.index(),
                    data.len(),
                    buffer.length()
                )));
            }
            buffers.push(data);
        }
        Ok(Self { document, path: path.to_path_buf(), buffers })
    }

    pub fn wrong(&self, cause: impl Into<String>) -> AssetError {
        AssetError::new(&self.path, cause)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The node of a level of detail, in files that keep to our table.
    pub fn level(&self, level: usize) -> Option<gltf::Node<'_>> {
        let ending = format!("_lod{level}");
        self.document.nodes().find(|n| n.mesh().is_some() && n.name().is_some_and(|n| n.ends_with(&ending)))
    }

    pub fn name(&self) -> String {
        self.path.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default()
    }

    /// Numbers in groups of `N`; `what` names them in a sentence.
    pub fn numbers<const N: usize>(&self, accessor: &Accessor, what: &str) -> Result<Vec<[f32; N]>, AssetError> {
        let flat = self.flat(accessor, what, N)?;
        Ok(flat.chunks_exact(N).map(|c| std::array::from_fn(|k| c[k])).collect())
    }

    /// Whole numbers: indices and joints.
    pub fn integers<const N: usize>(&self, accessor: &Accessor, what: &str) -> Result<Vec<[u32; N]>, AssetError> {
        if !matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32) {
            return Err(self.wrong(format!("{what} are no whole numbers; export the model again")));
        }
        Ok(self.numbers::<N>(accessor, what)?.into_iter().map(|c| c.map(|v| v as u32)).collect())
    }

    /// All numbers of an accessor that must have `wide` of them in a group.
    pub fn flat(&self, accessor: &Accessor, what: &str, wide: usize) -> Result<Vec<f32>, AssetError> {
        let wrong = |cause: &str| self.wrong(format!("{what} {cause}; export the model again"));
        let (count, has) = (accessor.count(), accessor.dimensions().multiplicity());
        if has != wide {
            return Err(wrong(&format!("come in groups of {has} numbers where {wide} were expected")));
        }
        if count.saturating_mul(wide) > NUMBERS_MAX {
            return Err(self.wrong(format!("{what} claim {count} entries, more than can be read; make the model smaller")));
        }
        let kind = accessor.data_type();
        let mut out = match accessor.view() {
            Some(view) => self.block(&view, accessor.offset(), view.stride(), count, wide, kind).ok_or_else(|| wrong("lie outside their buffer"))?,
            None => vec![0.0; count * wide],
        };
        if accessor.normalized() {
            out.iter_mut().for_each(|v| *v = normalized(*v, kind));
        }
        if let Some(sparse) = accessor.sparse() {
            let n = sparse.count();
            if n > count {
                return Err(wrong("replace more entries than there are"));
            }
            let (at, values) = (sparse.indices(), sparse.values());
            let index_kind = match at.index_type() {
                IndexType::U8 => DataType::U8,
                IndexType::U16 => DataType::U16,
                IndexType::U32 => DataType::U32,
            };
            let at = self.block(&at.view(), at.offset(), at.view().stride(), n, 1, index_kind).ok_or_else(|| wrong("are replaced from outside a buffer"))?;
            let values = self
                .block(&values.view(), values.offset(), values.view().stride(), n, wide, kind)
                .ok_or_else(|| wrong("are replaced from outside a buffer"))?;
            for (k, at) in at.iter().enumerate() {
                let place = out.get_mut(*at as usize * wide..(*at as usize + 1) * wide).ok_or_else(|| wrong("replace an entry that is not there"))?;
                for (to, from) in place.iter_mut().zip(&values[k * wide..]) {
                    *to = if accessor.normalized() { normalized(*from, kind) } else { *from };
                }
            }
        }
        if out.iter().any(|v| !(-NUMBER_MAX..=NUMBER_MAX).contains(v)) {
            return Err(self.wrong(format!("{what} hold something that is no number or far too large; repair the model and export it again")));
        }
        Ok(out)
    }

    /// None: outside the buffer.
    fn block(&self, view: &buffer::View, offset: usize, stride: Option<usize>, count: usize, wide: usize, kind: DataType) -> Option<Vec<f32>> {
        let whole = self.buffers.get(view.buffer().index())?;
        let bytes = whole.get(view.offset()..view.offset().checked_add(view.length())?)?;
        let size = kind.size();
        // matrices of bytes and shorts have padded columns; only those of floats are read
        let stride = stride.unwrap_or(size * wide);
        if count == 0 {
            return Some(vec![]);
        }
        let end = stride.checked_mul(count - 1)?.checked_add(size * wide)?.checked_add(offset)?;
        let bytes = bytes.get(offset..end)?;
        let mut out = Vec::with_capacity(count * wide);
        for k in 0..count {
            for n in 0..wide {
                let at = k * stride + n * size;
                let b = |i: usize| bytes[at + i];
                out.push(match kind {
                    DataType::I8 => f32::from(b(0) as i8),
                    DataType::U8 => f32::from(b(0)),
                    DataType::I16 => f32::from(i16::from_le_bytes([b(0), b(1)])),
                    DataType::U16 => f32::from(u16::from_le_bytes([b(0), b(1)])),
                    DataType::U32 => u32::from_le_bytes([b(0), b(1), b(2), b(3)]) as f32,
                    DataType::F32 => f32::from_le_bytes([b(0), b(1), b(2), b(3)]),
                });
            }
        }
        Some(out)
    }

    /// A texture's picture.
    pub fn picture(&self, image: &gltf::Image) -> Result<image::RgbaImage, AssetError> {
        let wrong = |cause: String| self.wrong(format!("picture {} {cause}; embed a PNG or JPEG of at most {PICTURE_MAX} pixels a side", image.index()));
        let bytes = match image.source() {
            picture::Source::View { view, .. } => {
                let whole = self.buffers.get(view.buffer().index()).map_or(&[][..], Vec::as_slice);
                let end = view.offset().checked_add(view.length()).ok_or_else(|| wrong("lies outside its buffer".into()))?;
                whole.get(view.offset()..end).ok_or_else(|| wrong("lies outside its buffer".into()))?.to_vec()
            }
            picture::Source::Uri { uri, .. } => resource(&self.path, uri).map_err(wrong)?,
        };
        let mut reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| wrong(format!("cannot be read ({e})")))?;
        let mut limits = image::Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(PICTURE_MAX), Some(PICTURE_MAX));
        reader.limits(limits);
        let picture = reader.decode().map_err(|e| wrong(format!("cannot be read ({e})")))?.to_rgba8();
        if picture.width() == 0 || picture.height() == 0 { Err(wrong("is empty".into())) } else { Ok(picture) }
    }
}

/// Words that the crate does not look at before it trusts them.
fn unknown_word(root: &gltf::json::Root) -> Option<&'static str> {
    use gltf::json::validation::Checked::Invalid;
    let mut channels = root.animations.iter().flat_map(|a| &a.channels);
    let mut samplers = root.animations.iter().flat_map(|a| &a.samplers);
    let mut indices = root.accessors.iter().filter_map(|a| a.sparse.as_ref()).map(|s| &s.indices);
    let mut attributes = root.meshes.iter().flat_map(|m| &m.primitives).flat_map(|p| p.attributes.values());
    let mut modes = root.meshes.iter().flat_map(|m| &m.primitives);
    let checks = [
        ("what a clip moves", channels.any(|c| matches!(c.target.path, Invalid))),
        ("how a clip goes on between two moments", samplers.any(|s| matches!(s.interpolation, Invalid))),
        ("the numbers of a table", root.accessors.iter().any(|a| matches!(a.component_type, Invalid) || matches!(a.type_, Invalid))),
        ("the places of replaced numbers", indices.any(|i| matches!(i.component_type, Invalid))),
        ("where the numbers of a mesh are", attributes.any(|a| a.value() >= root.accessors.len())),
        ("how corners make triangles", modes.any(|p| matches!(p.mode, Invalid))),
    ];
    checks.into_iter().find(|(_, unknown)| *unknown).map(|(what, _)| what)
}

fn normalized(v: f32, kind: DataType) -> f32 {
    match kind {
        DataType::I8 => (v / 127.0).max(-1.0),
        DataType::U8 => v / 255.0,
        DataType::I16 => (v / 32767.0).max(-1.0),
        DataType::U16 => v / 65535.0,
        DataType::U32 | DataType::F32 => v,
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let facts = std::fs::metadata(path).map_err(|e| format!("cannot be opened ({e}); put the file there"))?;
    if !facts.is_file() || facts.len() > FILE_MAX {
        return Err(format!("is no file of at most {} MB; put a smaller one there", FILE_MAX >> 20));
    }
    std::fs::read(path).map_err(|e| format!("cannot be read ({e}); put the file there"))
}

fn parse(bytes: &[u8]) -> Result<(gltf::json::Root, Option<Vec<u8>>), String> {
    if !bytes.starts_with(b"glTF") {
        return Ok((gltf::json::Root::from_slice(bytes).map_err(|e| e.to_string())?, None));
    }
    // the crate subtracts before it compares
    let length = bytes.get(8..12).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    if length < 20 || length as usize > bytes.len() {
        return Err(format!("{} bytes, {length} promised", bytes.len()));
    }
    let glb = gltf::Glb::from_slice(bytes).map_err(|e| e.to_string())?;
    let root = gltf::json::Root::from_slice(&glb.json).map_err(|e| e.to_string())?;
    Ok((root, glb.bin.map(|b| b.into_owned())))
}

/// What a file points to: data in its own text, or a file in its folder or below.
fn resource(path: &Path, uri: &str) -> Result<Vec<u8>, String> {
    if uri.starts_with("data:") {
        return buffer::Data::from_source(buffer::Source::Uri(uri), None).map(|d| d.0).map_err(|e| format!("cannot be read ({e})"));
    }
    let beside = PathBuf::from(uri.replace("%20", " "));
    if uri.contains(':') || beside.as_os_str().is_empty() || !beside.components().all(|c| matches!(c, Component::Normal(_))) {
        return Err("points out of the model's folder".into());
    }
    read_file(&path.parent().unwrap_or(Path::new(".")).join(&beside)).map_err(|cause| format!("({}) {cause}", beside.display()))
}

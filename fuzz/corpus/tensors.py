"""Writes the seeds in fuzz/corpus/safetensors and fuzz/corpus/npy again: python3 fuzz/corpus/tensors.py (needs numpy)."""

import io
import json
import pathlib
import struct
import zipfile

import numpy

HERE = pathlib.Path(__file__).resolve().parent


def safetensors(name, header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header, separators=(",", ":")).encode()
    folder = HERE / "safetensors"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


def entry(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def npy(name, content):
    folder = HERE / "npy"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)


def saved(array, version=None):
    out = io.BytesIO()
    numpy.lib.format.write_array(out, array, version=version, allow_pickle=False)
    return out.getvalue()


def savez(save, **arrays):
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def zipped(**members):
    """Written to a stream that can't go back: sizes stand behind the data."""
    class Stream(io.RawIOBase):
        def __init__(self):
            self.content = b""

        def writable(self):
            return True

        def write(self, part):
            self.content += bytes(part)
            return len(part)

    stream = Stream()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content)
    return stream.content


safetensors("empty", {})
safetensors("one", {"w": entry("F32", [2], 0, 8)}, bytes(8))
safetensors("scalar", {"w": entry("F8_E4M3", [], 0, 1)}, b"8")
safetensors("two", {"w": entry("BF16", [1, 2], 0, 4), "v": entry("F64", [1], 4, 12)}, bytes(12))
safetensors("padded", b'{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}   ', b"x")
safetensors("metadata", {"__metadata__": {"format": "pt", "": "é\n"}, "m": entry("BOOL", [3], 0, 3)}, bytes(3))
safetensors("nothing", {"a": entry("F16", [0, 4], 0, 0), "b": entry("I64", [3, 0], 0, 0)})
safetensors("hole", {"a": entry("U8", [1], 1, 2)}, b"xy")
safetensors("overlap", {"a": entry("U8", [2], 0, 2), "b": entry("U8", [2], 1, 3)}, b"xyz")
safetensors("twice", b'{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}')
safetensors("overflow", {"a": entry("F64", [2**32, 2**32], 0, 8)}, bytes(8))
safetensors("deep", b'{"a":[[[[[[[[')

for dtype in ("<f8", "<f4", "<f2", "<u2", "|u1", "|b1", ">f4", "<c8", "|V2", "|S3"):
    npy(dtype[1:] + ("-big" if dtype[0] == ">" else ""), saved(numpy.zeros((2,), dtype)))
npy("fortran", saved(numpy.asfortranarray(numpy.zeros((2, 3), "<f4"))))
npy("scalar", saved(numpy.float32(1)))
npy("empty", saved(numpy.zeros((0, 3), "<f4")))
npy("fields", saved(numpy.zeros((1,), [("a", "<f4")])))
npy("version-2", saved(numpy.zeros((1,), "|u1"), (2, 0)))
npy("version-3", saved(numpy.zeros((1,), "|u1"), (3, 0)))
npy("two.npz", savez(numpy.savez, w=numpy.zeros(1, "<f4"), v=numpy.zeros(1, "<u2")))
npy("none.npz", savez(numpy.savez))
npy("compressed.npz", savez(numpy.savez_compressed, w=numpy.zeros(1, "<f4")))
npy("streamed.npz", zipped(w=saved(numpy.zeros(1, "|u1"))))

one = savez(numpy.savez, w=numpy.zeros(1, "|u1"))
place = one.index(b"PK\5\6")
directory = one.index(b"PK\1\2")
npy("zip64.npz", one[:place]
    + struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, place - directory, directory)
    + struct.pack("<4sIQI", b"PK\6\7", 0, place, 1)
    + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))

"""Checks files of tensors against numpy and a plain reader of safetensors: what either writes, the other reads.

build/…/tests/tensor_copy reads a tensor through its view and writes it again. Here its input is made, and its output read,
by numpy, by Python's zipfile, and by the few lines of read_safetensors below, which know nothing of exactblend.
"""

import io
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zipfile

try:
    import numpy
except ImportError:
    print("python3-numpy is not installed")
    sys.exit(77)

COPY = os.environ["EXACTBLEND_TENSOR_COPY"]
SHARED = pathlib.Path(os.environ.get("EXACTBLEND_SHARED_DIR", "/nowhere")) / "data" / "gpt-nano-layer0.safetensors"
WIDTHS = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1, "U8": 1, "U16": 2}
SHAPES = [(), (1,), (7,), (0,), (3, 0, 2), (2, 3), (2, 3, 4), (1, 5, 1, 2), (2,) * 10]

faults = []
checked = 0
random.seed(4)


def expect(holds, claim):
    global checked
    checked += 1
    if not holds:
        faults.append(claim)


def copy(source, target, floats="-"):
    sources = source if isinstance(source, list) else [source]
    return subprocess.run([COPY, target, floats, *sources], capture_output=True, encoding="utf-8", check=False)


def copied(claim, *arguments):
    done = copy(*arguments)
    expect(done.returncode == 0, f"{claim}: {done.stderr.strip()}")
    return done.returncode == 0


def refused(claim, code, part, *arguments):
    done = copy(*arguments)
    expect(done.returncode == 2 and done.stderr.startswith(code + ": ") and part in done.stderr,
           f"{claim}: wanted {code} with '{part}', got {done.returncode} {done.stderr.strip()}")


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), f"names twice: {names}"
    return dict(pairs)


def header_of(path):
    content = path.read_bytes()
    length, = struct.unpack_from("<Q", content)
    return content[8:8 + length]


def read_safetensors(path):
    """{name: (dtype, shape, bytes)} and the metadata, by the format's description alone."""
    content = path.read_bytes()
    length, = struct.unpack_from("<Q", content)
    assert (8 + length) % 8 == 0, "data is aligned to 8 bytes"
    text = content[8:8 + length]
    assert text.startswith(b"{") and text.rstrip(b" ").endswith(b"}"), "padded with spaces"
    header = json.loads(text.decode("utf-8"), object_pairs_hook=no_duplicates)
    metadata = header.pop("__metadata__", {})
    data = content[8 + length:]
    tensors, end = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, tensor_end = entry["data_offsets"]
        assert begin == end, "no holes"
        end = tensor_end
        count = 1
        for axis in entry["shape"]:
            count *= axis
        assert end - begin == count * WIDTHS[entry["dtype"]], "bytes agree with the shape"
        tensors[name] = (entry["dtype"], tuple(entry["shape"]), data[begin:end])
    assert end == len(data), "nothing behind the data"
    return tensors, metadata


def write_safetensors(path, tensors, metadata=None):
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def some(dtype, shape):
    """Random bits of a type, so that NaN, infinities and -0 occur."""
    count = int(numpy.prod(shape, dtype=int))
    return numpy.frombuffer(random.randbytes(count * numpy.dtype(dtype).itemsize), dtype).reshape(shape)


def same(array, other):
    return array.dtype == other.dtype and array.shape == other.shape and array.tobytes() == other.tobytes()


def numpy_and_back(folder):
    for dtype, name in (("<f8", "F64"), ("<f4", "F32"), ("<f2", "F16")):
        for shape in SHAPES:
            for order in "CF":
                array = numpy.array(some(dtype, shape), order=order)
                numpy.save(folder / "in.npy", array)
                claim = f"{dtype} {shape} {order}"
                if copied(claim, folder / "in.npy", folder / "out.npy"):
                    expect(same(numpy.load(folder / "out.npy", allow_pickle=False), array), f"{claim}: .npy differs")
                if copied(claim, folder / "in.npy", folder / "out.safetensors"):
                    tensors, metadata = read_safetensors(folder / "out.safetensors")
                    expect(tensors == {"": (name, shape, array.tobytes())}, f"{claim}: safetensors differs")
                    expect(metadata == {"copied from": str(folder / "in.npy")}, f"{claim}: {metadata}")
    for version in ((1, 0), (2, 0), (3, 0)):
        with open(folder / "in.npy", "wb") as file:
            numpy.lib.format.write_array(file, some("<f4", (2, 3)), version=version)
        copied(f"version {version}", folder / "in.npy", folder / "out.npy")


def carried(folder):
    for dtype, floats in (("<u2", {"bf16": "BF16", "f16": "F16"}), ("|u1", {"e4m3": "F8_E4M3", "e5m2": "F8_E5M2"})):
        array = some(dtype, (3, 4))
        numpy.save(folder / "in.npy", array)
        refused(f"{dtype} unnamed", "unsupported-dtype", "say which floats", folder / "in.npy", folder / "x.npy")
        refused(f"{dtype} as f32", "unsupported-dtype", "can't be taken", folder / "in.npy", folder / "x.npy", "f32")
        for name, safetensors_name in floats.items():
            copied(f"{dtype} as {name}", folder / "in.npy", folder / "out.safetensors", name)
            tensors, _ = read_safetensors(folder / "out.safetensors")
            expect(tensors == {"": (safetensors_name, (3, 4), array.tobytes())}, f"{dtype} as {name}")
            if name != "f16":
                copied(f"{name} back", folder / "out.safetensors", folder / "out.npy")
                expect(same(numpy.load(folder / "out.npy"), array), f"{name} comes back as {dtype}")
        raw = array.view(f"|V{array.itemsize}")
        numpy.save(folder / "in.npy", raw)
        copied(f"{raw.dtype} as {name}", folder / "in.npy", folder / "out.safetensors", name)
        expect(read_safetensors(folder / "out.safetensors")[0][""][2] == array.tobytes(), f"{raw.dtype}")


def refusals(folder):
    for dtype in (">f4", ">f8", ">u2"):
        numpy.save(folder / "in.npy", numpy.zeros(2, dtype))
        refused(dtype, "big-endian", f"arr.astype('<{dtype[1:]}')", folder / "in.npy", folder / "x.npy")
    numpy.save(folder / "in.npy", numpy.array([{}, None], dtype=object), allow_pickle=True)
    refused("objects", "unsupported-dtype", "pickle", folder / "in.npy", folder / "x.npy")
    numpy.save(folder / "in.npy", numpy.zeros(2, [("a", "<f4"), ("b", "<f4")]))
    refused("fields", "unsupported-dtype", "fields", folder / "in.npy", folder / "x.npy")
    for dtype in ("<c8", "<U3", "|S3", "<M8[s]"):
        numpy.save(folder / "in.npy", numpy.zeros(2, dtype))
        refused(dtype, "unsupported-dtype", "means", folder / "in.npy", folder / "x.npy")
    expect(not (folder / "x.npy").exists(), "a refused file leaves no output")


def archives(folder):
    arrays = {"weights": some("<f4", (2, 3)), "values": some("<f8", (3, 2)).copy(order="F"), "v/é": some("<f2", ())}
    numpy.savez(folder / "in.npz", **arrays)
    for name, array in arrays.items():
        if copied(name, f"{folder}/in.npz:{name}", folder / "out.npy"):
            expect(same(numpy.load(folder / "out.npy"), array), f"{name} differs")
    refused("no name", "name-needed", '"weights", "values"', folder / "in.npz", folder / "x.npy")
    refused("near name", "unknown-name", '"weights" may be meant', f"{folder}/in.npz:wieghts", folder / "x.npy")
    numpy.savez_compressed(folder / "small.npz", **arrays)
    refused("compressed", "compressed", "numpy.savez has", f"{folder}/small.npz:weights", folder / "x.npy")

    damaged = bytearray((folder / "in.npz").read_bytes())
    damaged[damaged.index(arrays["weights"].tobytes())] ^= 1
    (folder / "damaged.npz").write_bytes(damaged)
    refused("damaged", "wrong-checksum", "damaged", f"{folder}/damaged.npz:weights", folder / "x.npy")

    # More members than the old end record can count.
    content = io.BytesIO()
    numpy.save(content, arrays["weights"])
    with zipfile.ZipFile(folder / "many.npz", "w") as archive:
        for number in range(66_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.npy"), content.getvalue())
    if copied("zip64", f"{folder}/many.npz:65999", folder / "out.npy"):
        expect(same(numpy.load(folder / "out.npy"), arrays["weights"]), "a member of many differs")


def of_others(folder):
    values = some("<f4", (2, 2))
    tensors = {"z": ("F8_E4M3", (3,), b"\0\x80\x7F"), 'a "b" \\ é 中': ("F32", (2, 2), values.tobytes()), "m": ("U8", (0,), b"")}
    write_safetensors(folder / "in", tensors, {"format": "pt"})
    for name, tensor in list(tensors.items())[:2]:
        if copied(name, f"{folder}/in:{name}", folder / "out.safetensors"):
            expect(read_safetensors(folder / "out.safetensors")[0] == {name: tensor}, f"{name} differs")
    several = [f"{folder}/in:{name}" for name in list(tensors)[:2]]
    if copied("several", several, folder / "out.safetensors"):
        written, metadata = read_safetensors(folder / "out.safetensors")
        expect(written == dict(list(tensors.items())[:2]), "several tensors differ")
        expect(metadata == {"copied from": several[0]}, f"several: {metadata}")
        names = list(json.loads(header_of(folder / "out.safetensors")))
        expect(names[0] == "__metadata__" and names[1:] == sorted(names[1:]), f"names in order: {names}")
        expect(header_of(folder / "out.safetensors").startswith(b"{"), "the header begins with its brace")
    refused("twice", "duplicate-name", "of its own", [several[0]] * 2, folder / "x.safetensors")
    expect(not (folder / "x.safetensors").exists(), "a refused file leaves no output")
    if not SHARED.exists():
        print(f"there is no {SHARED}: not checked")
        return
    for name, (_, shape, content) in read_safetensors(SHARED)[0].items():
        copied(name, f"{SHARED}:{name}", folder / "out.npy")
        array = numpy.load(folder / "out.npy")
        expect(array.shape == shape and array.tobytes() == content, f"{name} of a real layer differs")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for check in (numpy_and_back, carried, refusals, archives, of_others):
            check(folder)
    for fault in faults:
        print(fault)
    print(f"{checked} checks, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())

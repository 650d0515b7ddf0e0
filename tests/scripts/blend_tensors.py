"""exactblend blend against Python's fractions: every float type in and out, exact sums, masks, shapes, refusals.

    tests/scripts/blend_tensors.py

Files are written and read here with struct and json alone. With ../shared/data, a real model's layer too.
"""

import itertools
import json
import os
import pathlib
import pty
import random
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = str(pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute())
DATA = pathlib.Path(os.environ.get("EXACTBLEND_SHARED_DIR") or ROOT.parent / "shared") / "data"

# exponent bits, fraction bits, the name in a safetensors header, bytes
TYPES = {"f64": (11, 52, "F64", 8), "f32": (8, 23, "F32", 4), "f16": (5, 10, "F16", 2), "bf16": (8, 7, "BF16", 2),
         "e4m3": (4, 3, "F8_E4M3", 1), "e5m2": (5, 2, "F8_E5M2", 1)}
NAN, INFINITY = "nan", "infinity"


def value_of(kind, bits):
    """The number that these bits are: a Fraction, NAN, or (sign, INFINITY)."""
    exponent_bits, fraction_bits, _, _ = TYPES[kind]
    sign = -1 if bits >> (exponent_bits + fraction_bits) else 1
    exponent = bits >> fraction_bits & (1 << exponent_bits) - 1
    fraction = bits & (1 << fraction_bits) - 1
    if kind == "e4m3" and exponent == 15 and fraction == 7:
        return NAN
    if kind != "e4m3" and exponent == (1 << exponent_bits) - 1:
        return NAN if fraction else (sign, INFINITY)
    significand = fraction + (1 << fraction_bits if exponent else 0)
    power = max(exponent, 1) - ((1 << exponent_bits - 1) - 1) - fraction_bits
    return sign * significand * Fraction(2) ** power


def rounded(kind, exact):
    """The bits of the float nearest to a Fraction, ties to even."""
    exponent_bits, fraction_bits, _, _ = TYPES[kind]
    sign = 1 << (exponent_bits + fraction_bits) if exact < 0 else 0
    size = abs(exact)
    least = 1 - ((1 << exponent_bits - 1) - 1) - fraction_bits  # power of two of the least subnormal
    power = least
    if size:
        power = max(least, size.numerator.bit_length() - size.denominator.bit_length() - fraction_bits - 1)
        while size / Fraction(2) ** power >= 1 << fraction_bits + 1:
            power += 1
    significand = round(size / Fraction(2) ** power)  # Python rounds ties to even
    if significand == 1 << fraction_bits + 1:
        significand, power = significand >> 1, power + 1
    bits = (power - least << fraction_bits) + significand
    most = (15 << 3 | 6) if kind == "e4m3" else ((1 << exponent_bits) - 1 << fraction_bits) - 1
    return sign | min(bits, most + 1)  # infinity; NaN in e4m3


def write(path, tensors, metadata=None):
    """tensors: name -> (safetensors dtype, shape, bytes)"""
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def read(path):
    content = path.read_bytes()
    size = struct.unpack("<Q", content[:8])[0]
    header, data = json.loads(content[8:8 + size]), content[8 + size:]
    metadata = header.pop("__metadata__", {})
    tensors = {name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])]) for name, entry in header.items()}
    return tensors, metadata


def pack(kind, bits):
    size = TYPES[kind][3]
    return b"".join(value.to_bytes(size, "little") for value in bits)


def unpack(width, content):
    return [int.from_bytes(content[i:i + width], "little") for i in range(0, len(content), width)]


def exact_numbers(tensors, name):
    """The Fractions of NAME.sign, NAME.magnitude and NAME.exponent."""
    _, shape, signs = tensors[name + ".sign"]
    _, whole, words = tensors[name + ".magnitude"]
    exponents = struct.unpack(f"<{len(signs)}i", tensors[name + ".exponent"][2])
    magnitudes = unpack(8 * whole[-1], words)
    assert whole[:-1] == shape
    signs = struct.unpack(f"<{len(signs)}b", signs)
    return [NAN if sign == 3 else (sign // 2, INFINITY) if abs(sign) == 2 else sign * magnitude * Fraction(2) ** exponent
            for sign, magnitude, exponent in zip(signs, magnitudes, exponents)]


def product(weight, value):
    if NAN in (weight, value):
        return NAN
    infinite = [x for x in (weight, value) if isinstance(x, tuple)]
    if not infinite:
        return weight * value
    signs = [x[0] if isinstance(x, tuple) else (x > 0) - (x < 0) for x in (weight, value)]
    return (signs[0] * signs[1], INFINITY) if all(signs) else NAN


def total(terms):
    infinite = {term[0] for term in terms if isinstance(term, tuple)}
    if NAN in terms or len(infinite) == 2:
        return NAN
    return (infinite.pop(), INFINITY) if infinite else sum(terms, Fraction(0))


class Blend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.random = random.Random(20)

    def run_blend(self, weights, values, *arguments, out="out.safetensors"):
        path = self.top / out
        ran = subprocess.run([CLI, "blend", "--weights", str(weights), "--values", str(values), "-o", str(path),
                              *map(str, arguments)], capture_output=True, text=True, timeout=120)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return path, ran.stdout

    def refused(self, code, weights, values, *arguments, out="out.safetensors"):
        ran = subprocess.run([CLI, "blend", "--weights", str(weights), "--values", str(values), "-o", str(self.top / out),
                              *map(str, arguments)], capture_output=True, text=True, timeout=120)
        self.assertEqual((ran.returncode, ran.stdout), (code, ""))
        self.assertRegex(ran.stderr, r"\Aexactblend: [^\n]+; [^\n]+\n\Z")
        self.assertFalse((self.top / out).exists())
        return ran.stderr

    def tensor(self, name, kind, shape, numbers):
        content = pack(kind, [rounded(kind, Fraction(number)) for number in numbers])
        return write(self.top / f"{name}.safetensors", {name: (TYPES[kind][2], shape, content)})

    def any_tensor(self, name, kind, shape, special=False):
        """Any bits: every exponent, subnormals, zeros of both signs; NaN and infinities if they are wanted."""
        count, bits = 1, []
        for extent in shape:
            count *= extent
        while len(bits) < count:
            one = self.random.getrandbits(8 * TYPES[kind][3])
            if special or isinstance(value_of(kind, one), Fraction):
                bits.append(one)
        path = write(self.top / f"{name}.safetensors", {name: (TYPES[kind][2], shape, pack(kind, bits))})
        return path, [value_of(kind, one) for one in bits]

    def check(self, kind, content, exact):
        for bits, wanted in zip(unpack(TYPES[kind][3], content), exact, strict=True):
            if isinstance(wanted, Fraction):
                self.assertEqual(bits, rounded(kind, wanted), wanted)
            elif wanted == NAN or kind == "e4m3":
                self.assertEqual(value_of(kind, bits), NAN)
            else:
                self.assertEqual(value_of(kind, bits), wanted)

    def test_every_type_by_every_type_to_every_type(self):
        for of_weights, of_values in itertools.product(TYPES, TYPES):
            weights, w = self.any_tensor("w", of_weights, [3, 7])
            values, v = self.any_tensor("v", of_values, [7, 2])
            exact = [total([w[7 * q + k] * v[2 * k + c] for k in range(7)]) for q in range(3) for c in range(2)]
            masses = [sum(w[7 * q:7 * q + 7]) for q in range(3)]
            for out in TYPES:
                path, _ = self.run_blend(weights, values, "--round", out)
                tensors, metadata = read(path)
                self.assertEqual(tensors["output"][:2], (TYPES[out][2], [3, 2]))
                self.assertEqual((metadata["round"], metadata["rows"]), (out, "as-given"))
                self.check(out, tensors["output"][2], exact)
                self.assertEqual(exact_numbers(tensors, "row_mass"), masses)
            path, _ = self.run_blend(weights, values, "--exact")
            tensors, metadata = read(path)
            self.assertEqual(metadata["round"], "exact")
            self.assertEqual(exact_numbers(tensors, "output"), exact)

    def test_nan_and_infinity_follow_ieee_and_are_reported(self):
        for kind in TYPES:
            weights, w = self.any_tensor("w", kind, [4, 3], special=True)
            values, v = self.any_tensor("v", "e5m2", [3, 5], special=True)
            exact = [total([product(w[3 * q + k], v[5 * k + c]) for k in range(3)]) for q in range(4) for c in range(5)]
            path, said = self.run_blend(weights, values, "--round", "f32")
            self.check("f32", read(path)[0]["output"][2], exact)
            odd = sum(not isinstance(one, Fraction) for one in exact)
            self.assertEqual(f"{odd} entries follow IEEE" in said, odd > 0, said)
            path, _ = self.run_blend(weights, values, "--exact")
            self.assertEqual(exact_numbers(read(path)[0], "output"), exact)

    def test_a_masked_key_adds_nothing_even_if_it_is_nan(self):
        weights = write(self.top / "w.safetensors", {"w": ("F32", [1, 2], pack("f32", [0x3F000000, 0x7FC00000]))})
        values = write(self.top / "v.safetensors", {"v": ("F32", [2, 1], pack("f32", [0x40400000, 0x7F800000]))})
        mask = write(self.top / "m.safetensors", {"m": ("BOOL", [2], b"\0\1")})
        path, said = self.run_blend(weights, values, "--mask", mask)
        self.check("f64", read(path)[0]["output"][2], [Fraction(3, 2)])
        self.assertNotIn("IEEE", said)

    def test_a_row_without_keys_is_what_was_asked_for(self):
        weights = self.tensor("w", "f16", [2, 2], [1, 2, 3, 4])
        values = self.tensor("v", "f16", [2, 1], [5, 6])
        mask = write(self.top / "m.safetensors", {"m": ("U8", [2, 2], b"\0\0\1\1")})
        self.assertIn("row [1]", self.refused(2, weights, values, "--mask", mask))
        for policy, wanted in (("zero", Fraction(0)), ("nan", NAN)):
            path, said = self.run_blend(weights, values, "--mask", mask, "--empty-row", policy)
            self.check("f64", read(path)[0]["output"][2], [Fraction(17), wanted])
            self.assertIn("empty rows         1", said)

    def test_heads_are_shared_among_groups_and_leading_axes_broadcast(self):
        weights, w = self.any_tensor("w", "bf16", [2, 6, 2, 3])
        values, v = self.any_tensor("v", "f16", [3, 3, 2])
        exact = []
        for b, h, q, c in itertools.product(range(2), range(6), range(2), range(2)):
            row = ((b * 6 + h) * 2 + q) * 3
            exact.append(sum(w[row + k] * v[((h // 2) * 3 + k) * 2 + c] for k in range(3)))
        path, _ = self.run_blend(weights, values, "--round", "f32")
        tensors, _ = read(path)
        self.assertEqual(tensors["output"][1], [2, 6, 2, 2])
        self.check("f32", tensors["output"][2], exact)

    def test_normalized_rows_are_divided_by_their_exact_mass_and_rounded_once(self):
        weights, w = self.any_tensor("w", "f16", [5, 3])
        values, v = self.any_tensor("v", "f16", [3, 2])
        exact = [sum(w[3 * q + k] * v[2 * k + c] for k in range(3)) / sum(w[3 * q:3 * q + 3]) for q in range(5) for c in range(2)]
        for out in TYPES:
            path, _ = self.run_blend(weights, values, "--rows", "normalized", "--round", out)
            self.check(out, read(path)[0]["output"][2], exact)
        self.assertIn("no exact dyadic", self.refused(2, weights, values, "--rows", "normalized", "--exact", out="n.safetensors"))

    def test_rows_that_must_sum_to_one_are_refused_by_name_and_difference(self):
        values = self.tensor("v", "f32", [2, 1], [5, 6])
        path, said = self.run_blend(self.tensor("w", "f32", [1, 2], ["1/4", "3/4"]), values, "--rows", "sum-to-one")
        self.check("f64", read(path)[0]["output"][2], [Fraction(23, 4)])
        short = self.tensor("w", "f32", [2, 2], ["1/4", "3/4", "1/4", "1/2"])
        self.assertIn("row [1] of the weights sums to 3/4, 1/4 less than 1", self.refused(2, short, values, "--rows", "sum-to-one", out="s"))

    def test_the_bits_do_not_depend_on_threads_or_the_order_of_keys(self):
        weights, w = self.any_tensor("w", "f32", [9, 40])
        values, v = self.any_tensor("v", "f32", [40, 3])
        first = read(self.run_blend(weights, values, "--round", "f32", "--threads", 1)[0])[0]["output"]
        self.assertEqual(first, read(self.run_blend(weights, values, "--round", "f32", "--threads", 2)[0])[0]["output"])
        order = self.random.sample(range(40), 40)
        w = [w[40 * q + k] for q in range(9) for k in order]
        v = [v[3 * k + c] for k in order for c in range(3)]
        weights, values = self.tensor("w", "f32", [9, 40], w), self.tensor("v", "f32", [40, 3], v)
        self.assertEqual(first, read(self.run_blend(weights, values, "--round", "f32")[0])[0]["output"])

    def test_npy_goes_in_and_out(self):
        def npy(path, descr, shape, content):
            header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
            header += b" " * (-(len(header) + 11) % 64) + b"\n"
            path.write_bytes(b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header + content)
            return path
        weights = npy(self.top / "w.npy", "<u2", (1, 2), pack("bf16", [0x3E80, 0x3F40]))
        values = npy(self.top / "v.npy", "<f8", (2, 1), pack("f64", [rounded("f64", Fraction(1, 3)), rounded("f64", Fraction(2))]))
        path, _ = self.run_blend(weights, values, "--weights-dtype", "bf16", out="o.npy")
        exact = value_of("f64", rounded("f64", Fraction(1, 3))) / 4 + Fraction(3, 2)
        self.check("f64", path.read_bytes()[-8:], [exact])
        self.assertIn("three", self.refused(2, weights, values, "--weights-dtype", "bf16", "--exact", out="e.npy"))

    def test_shows_a_bar_on_a_terminal_and_leaves_nothing_when_interrupted(self):
        """In fixed point alone, which takes seconds, of which the first is waited for."""
        rows, keys, components = 16384, 1024, 64
        weights = write(self.top / "w.safetensors", {"w": ("F32", [rows, keys], pack("f32", [0x3F800001]) * (rows * keys))})
        values = write(self.top / "v.safetensors",
                       {"v": ("F64", [keys, components], pack("f64", [0x3FF5555555555555]) * (keys * components))})
        leader, follower = pty.openpty()
        child = subprocess.Popen([CLI, "blend", "--weights", weights, "--values", values, "-o", self.top / "out", "--threads", "1"],
                                 stderr=follower, stdout=subprocess.PIPE, env={**os.environ, "EXACTBLEND_TARGET": "none"})
        os.close(follower)
        shown = b""
        while b" weights, " not in shown:
            shown += os.read(leader, 4096)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(), -signal.SIGINT)
        child.stdout.close()
        os.close(leader)
        self.assertRegex(shown.decode(), r"\rexactblend: \[#* *\] \d+ of 16777216 weights, \d+ a second")
        self.assertEqual(sorted(path.name for path in self.top.iterdir()), ["v.safetensors", "w.safetensors"])

    def test_says_what_is_wrong_and_writes_nothing(self):
        weights, values = self.tensor("w", "f32", [1, 2], [1, 2]), self.tensor("v", "f32", [3, 1], [1, 2, 3])
        self.assertIn("2", self.refused(2, weights, values))
        self.assertIn("there-is-none", self.refused(2, self.top / "there-is-none", values))
        self.assertIn("; ", self.refused(2, f"{weights}:other", values))

    @unittest.skipUnless((DATA / "gpt-nano-layer0.safetensors").exists(), "there is no ../shared/data here")
    def test_a_layer_of_a_real_model_is_blended_bit_for_bit(self):
        layer = DATA / "gpt-nano-layer0.safetensors"
        path, said = self.run_blend(f"{layer}:weights", f"{layer}:values", "--round", "f32")
        truth = read(DATA / "gpt-nano-layer0-truth.safetensors")[0]["blend_f32"]
        self.assertEqual(read(path)[0]["output"], truth)
        self.assertIn("99, taken as given; 15 sum to exactly 1", said)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    sys.exit(not result.wasSuccessful())

#!/usr/bin/env python3
"""`exactblend blend` on files, as a whole process: beside numpy's einsum in float64 on the same numbers, and how its time
and memory grow with the weights.

    bench/tensor_files.py [--tiny] [--sizes 1 2 4 8]

--sizes are GiB of weights, written into the folder for temporary files. Exit code 1 if an output is not the exact sum
rounded once (entries taken at random, by Python's fractions) or too far from einsum's. See README.md for what came out.
"""

import argparse
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time
from fractions import Fraction

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIB = 2**20


def run(command):
    """Seconds of the processor, seconds by the clock, and the most memory in MiB."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise RuntimeError(f"{' '.join(command)} ended with status {status}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / 1024


def is_rounded(sum_, rounded):
    """Whether a float32 is as near to an exact sum as either of its neighbours; ties go to even."""
    distance = abs(Fraction(float(rounded)) - sum_)
    for end in (-numpy.inf, numpy.inf):
        other = numpy.nextafter(rounded, numpy.float32(end))
        far = abs(Fraction(float(other)) - sum_)
        if far < distance or (far == distance and rounded.view(numpy.uint32) % 2 == 1):
            return False
    return True


def blend(cli, folder, threads=1):
    return [cli, "blend", "--weights", str(folder / "w.npy"), "--values", str(folder / "v.npy"), "-o",
            str(folder / "o.npy"), "--round", "f32", "--threads", str(threads)]


def beside_einsum(cli, folder, shape, runs):
    queries, keys, components = shape
    numbers = numpy.random.default_rng(1)
    weights = numpy.exp(2 * numbers.standard_normal((queries, keys)))
    weights = (weights / weights.sum(axis=1, keepdims=True)).astype(numpy.float32)
    values = numbers.standard_normal((keys, components)).astype(numpy.float32)
    numpy.save(folder / "w.npy", weights)
    numpy.save(folder / "v.npy", values)
    wide = weights.astype(numpy.float64), values.astype(numpy.float64)
    ours, einsum = [], []
    for _ in range(runs):
        ours.append(run(blend(cli, folder))[0])
        start = time.process_time()
        product = numpy.einsum("qk,kd->qd", *wide)
        einsum.append(time.process_time() - start)
    out = numpy.load(folder / "o.npy")
    exact = True
    for _ in range(20):
        q, d = random.randrange(queries), random.randrange(components)
        total = sum(Fraction(float(w)) * Fraction(float(v)) for w, v in zip(weights[q], values[:, d]))
        exact &= is_rounded(total, out[q, d])
    near = bool(numpy.all(numpy.abs(product - out) <= 1e-6 * (numpy.abs(weights) @ numpy.abs(values))))
    print(f"f32 {shape}, seconds of the processor: exactblend blend, files and all {statistics.median(ours):.3f}; "
          f"numpy's einsum in float64 {statistics.median(einsum):.3f} "
          f"(ratio {statistics.median(einsum) / statistics.median(ours):.2f})", flush=True)
    return exact and near


def growth(cli, folder, sizes):
    """f32 weights of 4096 keys, the same 1024 rows again and again."""
    keys, components = 4096, 64
    numbers = numpy.random.default_rng(2)
    rows = numpy.exp(2 * numbers.standard_normal((1024, keys)))
    rows = (rows / rows.sum(axis=1, keepdims=True)).astype(numpy.float32)
    numpy.save(folder / "v.npy", numbers.standard_normal((keys, components)).astype(numpy.float32))
    for size in sizes:
        queries = int(size * 2**30 / rows.nbytes) * len(rows)
        header = {"descr": "<f4", "fortran_order": False, "shape": (queries, keys)}
        with open(folder / "w.npy", "wb") as file:
            numpy.lib.format.write_array_header_1_0(file, header)
            for _ in range(queries // len(rows)):
                file.write(rows.tobytes())
        _, clock, memory = run(blend(cli, folder))
        mapped = queries * keys * 4 / MIB + keys * components * 4 / MIB + queries * components * 4 / MIB
        print(f"{size} GiB of weights: {clock:.2f} s, {clock / (queries * keys * components) * 1e12:.2f} ps for one "
              f"product, {memory - mapped:.0f} MiB beyond inputs and output", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("EXACTBLEND_CLI", str(ROOT / "build/release/exactblend")),
                        help="the program (default: EXACTBLEND_CLI, else build/release/exactblend)")
    parser.add_argument("--tiny", action="store_true", help="small shapes, one run: only whether all agree")
    parser.add_argument("--sizes", type=float, nargs="*", default=[1, 2, 4, 8], metavar="GIB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shape, runs = ((20, 150, 40), 1) if options.tiny else ((512, 4096, 128), 5)
        agree = beside_einsum(options.cli, folder, shape, runs)
        if not options.tiny:
            growth(options.cli, folder, options.sizes)
    if not agree:
        print("exactblend and numpy or Python's fractions differ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""`exactblend show --jsonl` on one core, beside Python's fractions and SymPy doing the same work on the same lines.

    bench/json_lines.py                 lines a second for results and for traces; the outputs must agree to the letter
    bench/json_lines.py --memory        the program's peak memory over 10 thousand, 1 million and 10 million lines

Exit code 1 if any two outputs differ, or if the program fails. See README.md for what came out.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers
import problems

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODES = {"results": ([], peers.result_line), "traces": (["--trace"], peers.trace_line)}


def one_core():
    """A prefix that keeps a command on the first of the cores that this process may use."""
    if not shutil.which("taskset"):
        return []
    return ["taskset", "-c", str(min(os.sched_getaffinity(0)))]


def run_exactblend(cli, flags, source, target):
    """Processor seconds and seconds by the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with open(target, "wb") as out:
        subprocess.run([*one_core(), cli, "show", "--jsonl", *flags, source], stdout=out, check=True)
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def run_peer(numbers, write_line, source, target, count):
    start, clock = time.process_time(), time.perf_counter()
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for _, line in zip(range(count), lines):
            out.write(write_line(numbers, line) + "\n")
    return time.process_time() - start, time.perf_counter() - clock


def differing_line(ours, theirs, count, mode):
    """The number of the first line that differs; None if the first `count` lines agree."""
    with open(ours, encoding="utf-8") as a, open(theirs, encoding="utf-8") as b:
        for number, (one, other) in enumerate(zip(a, b), 1):
            if mode == "traces":
                one = peers.without_sentences(one) + "\n"
            if one != other:
                return number
    return None if number == count else number + 1


def speed(options):
    counts = {"exactblend": options.lines, "fractions": options.fractions_lines, "SymPy": options.sympy_lines}
    others = [numbers for numbers in (peers.FRACTIONS, peers.sympy_numbers()) if numbers]
    if len(others) == 1:
        print("SymPy is not installed and is left out (Debian: python3-sympy)")
    agree = True
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "problems.jsonl")
        with open(source, "w", encoding="utf-8") as out:
            out.writelines(problems.lines(options.lines))
        print(f"{'':9} {'':11} {'lines':>8} {'lines/s':>10} {'by the clock':>13} {'exactblend is':>14}")
        for mode, (flags, write_line) in MODES.items():
            target = {name: os.path.join(folder, f"{mode}.{name}") for name in counts}
            seconds = {name: [] for name in counts}
            for _ in range(options.rounds):  # in turn, so that a disturbance meets all of them
                seconds["exactblend"].append(run_exactblend(options.cli, flags, source, target["exactblend"]))
                for numbers in others:
                    seconds[numbers.name].append(
                        run_peer(numbers, write_line, source, target[numbers.name],
                                 min(counts[numbers.name], options.lines)))
            rates = {name: [min(counts[name], options.lines) / statistics.median(column) for column in zip(*runs)]
                     for name, runs in seconds.items() if runs}
            for name, (rate, clock) in rates.items():
                ratio = "" if name == "exactblend" else f"{rates['exactblend'][0] / rate:9.0f} × it"
                print(f"{mode:9} {name:11} {min(counts[name], options.lines):8} {rate:10.0f} {clock:13.0f} {ratio:>14}")
            for numbers in others:
                count = min(counts[numbers.name], options.lines)
                differs = differing_line(target["exactblend"], target[numbers.name], count, mode)
                if differs:
                    agree = False
                    print(f"{mode}: exactblend and {numbers.name} differ in line {differs}")
    if agree:
        print("the outputs agree")
    return agree


def peak_kib(process):
    """The peak of the program's own memory. ru_maxrss would not do: it begins with that of the process it came from."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    raise RuntimeError("no VmHWM")


def feed(cli, flags, count):
    """Peak memory just before the input ends. The lines are made in blocks of ten thousand, used again and again."""
    block_lines = min(count, 10_000)
    block = "".join(problems.lines(block_lines)).encode()
    with subprocess.Popen([cli, "show", "--jsonl", *flags], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        for _ in range(count // block_lines):
            process.stdin.write(block)
        process.stdin.flush()
        peak = peak_kib(process)
        process.stdin.close()
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, cli)
    return peak


def memory(options):
    print(f"{'':9} {'lines':>9} {'peak KiB':>9}")
    for mode, (flags, _) in MODES.items():
        for count in options.memory_lines:
            print(f"{mode:9} {count:9} {feed(options.cli, flags, count):9}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("EXACTBLEND_CLI", str(ROOT / "build/release/exactblend")),
                        help="the program (default: EXACTBLEND_CLI, else build/release/exactblend)")
    parser.add_argument("--lines", type=int, default=300_000)
    parser.add_argument("--fractions-lines", type=int, default=20_000, help="fewer, since it is slow")
    parser.add_argument("--sympy-lines", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5, help="the medians of so many are printed")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--memory-lines", type=int, nargs="+", default=[10_000, 1_000_000, 10_000_000])
    options = parser.parse_args()
    if options.memory:
        memory(options)
        return 0
    return 0 if speed(options) else 1


if __name__ == "__main__":
    sys.exit(main())

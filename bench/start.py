#!/usr/bin/env python3
"""The time of a whole process: `exactblend show examples/assigned-weights.json`, beside Python with its fractions and
beside a program that does nothing. Medians over many runs, in turn.

    bench/start.py [--runs 200]

Exit code 1 if exactblend does not show the founding example's output. See README.md for what came out.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command, null):
    """Milliseconds by the clock, and of the processor."""
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    _, status, usage = os.wait4(process, 0)
    clock = time.perf_counter() - start
    if status != 0:
        raise RuntimeError(f"{command[0]} ended with status {status}")
    return 1e3 * clock, 1e3 * (usage.ru_utime + usage.ru_stime)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("EXACTBLEND_CLI", str(ROOT / "build/release/exactblend")),
                        help="the program (default: EXACTBLEND_CLI, else build/release/exactblend)")
    parser.add_argument("--runs", type=int, default=200)
    options = parser.parse_args()

    example = [options.cli, "show", str(ROOT / "examples/assigned-weights.json")]
    if "(1,5/4)" not in subprocess.run(example, check=True, capture_output=True, text=True).stdout:
        print("the founding example's output is not (1,5/4)")
        return 1
    commands = {
        "exactblend show": example,
        "python3, fractions": ["/usr/bin/python3", "-c", "from fractions import Fraction"],
        "true": ["/bin/true"],
    }
    times = {name: [] for name in commands}
    null = os.open(os.devnull, os.O_WRONLY)
    for _ in range(options.runs):
        for name, command in commands.items():
            times[name].append(run(command, null))
    os.close(null)
    print(f"{'':20} {'median ms':>10} {'least ms':>10} {'processor ms':>13}")
    for name, rows in times.items():
        clock, processor = zip(*rows)
        print(f"{name:20} {statistics.median(clock):10.2f} {min(clock):10.2f} {statistics.median(processor):13.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

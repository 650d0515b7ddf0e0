#!/usr/bin/env python3
"""The time of `exactblend lesson` for a site of many lessons, beside Python writing files of the same bytes: each whole,
on disk before it gets its name. And the time of the same command again, when nothing has changed.

    bench/lessons.py [--lessons 1000] [--rounds 3] [--folder DIR]

--folder: where the sites are written, since disks differ; the temporary folder unless given. Exit code 1 if the
site does not have a page for each lesson. See README.md for what came out.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write_problems(folder, count):
    """Lessons of three keys and two components, all different."""
    for i in range(count):
        problem = {"title": f"Lesson {i + 1}", "weights": [f"1/{i + 2}", f"1/{i + 2}", f"{i}/{i + 2}"],
                   "values": [[str(i % 7 - 3), "0"], ["0", f"{i % 5 + 1}/2"], ["1", "1"]]}
        (folder / f"lesson-{i + 1:05}.json").write_text(json.dumps(problem), encoding="utf-8")


def write_whole(path, content):
    temporary = path.with_name("." + path.name)
    with open(temporary, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)


def timed(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("EXACTBLEND_CLI", str(ROOT / "build/release/exactblend")),
                        help="the program (default: EXACTBLEND_CLI, else build/release/exactblend)")
    parser.add_argument("--lessons", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()

    times = {"exactblend lesson": [], "again, nothing changed": [], "Python, the same bytes": []}
    with tempfile.TemporaryDirectory(dir=options.folder) as top:
        top = pathlib.Path(top)
        (top / "problems").mkdir()
        write_problems(top / "problems", options.lessons)
        problems = sorted(map(str, (top / "problems").iterdir()))
        for round_number in range(options.rounds):
            site, copy = top / f"site-{round_number}", top / f"copy-{round_number}"
            command = [options.cli, "lesson", *problems, "-o", f"{site}/"]
            for name in ("exactblend lesson", "again, nothing changed"):
                times[name].append(timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)))
            pages = {path.name: path.read_bytes() for path in site.iterdir()}
            if len(pages) != options.lessons + 2:
                print(f"{len(pages)} files for {options.lessons} lessons")
                return 1
            copy.mkdir()
            times["Python, the same bytes"].append(
                timed(lambda: [write_whole(copy / name, content) for name, content in pages.items()]))
        size = sum(map(len, pages.values()))
    print(f"{options.lessons} lessons, {size / 1e6:.0f} MB, medians of {options.rounds}")
    peer = statistics.median(times["Python, the same bytes"])
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"{name:24} {median:8.2f} s {median / peer:8.2f}")
    return 0


sys.exit(main())

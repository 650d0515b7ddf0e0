#!/usr/bin/env python3
"""`exactblend verify` on one core, in MB of Markdown a second, beside Python's re looking for "=" between words in the same
text, in the same run. Three kinds of text, each repeated up to a size: the project's prose (CHANGELOG and CONTRIBUTING),
its documentation, and lessons dense with claims (tests/data/verify/lesson.md). Seconds of the processor, medians.

    bench/verify.py [--megabytes 20] [--runs 3]

Exit code 1 if many copies have fewer than nine tenths of one copy's claims each (names that an earlier copy gave values make
some of them other ones). See README.md for what came out.
"""

import argparse
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHAIN = re.compile(r"[^\s=]+ *= *[^\s=]+")


def text_of(*paths):
    return "\n\n".join((ROOT / path).read_text(encoding="utf-8") for path in paths) + "\n\n"


def found(cli, path):
    """Seconds of the processor on one core, and the claims."""
    command = [cli, "verify", str(path), "-o", str(path) + ".out"]
    pid = os.posix_spawn("/usr/bin/taskset", ["taskset", "-c", "0", *command], os.environ)
    _, _, usage = os.wait4(pid, 0)
    summary = pathlib.Path(str(path) + ".out").read_text(encoding="utf-8").splitlines()[-1]
    return usage.ru_utime + usage.ru_stime, int(summary.split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("EXACTBLEND_CLI", str(ROOT / "build/release/exactblend")),
                        help="the program (default: EXACTBLEND_CLI, else build/release/exactblend)")
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    kinds = {"prose": text_of("CHANGELOG.md", "CONTRIBUTING.md"),
             "documentation": text_of(*sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))),
             "lessons": text_of("tests/data/verify/lesson.md")}
    agree = True
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "text.md"
        for name, text in kinds.items():
            path.write_text(text, encoding="utf-8")
            _, once = found(options.cli, path)
            copies = max(1, int(options.megabytes * 1e6 / len(text.encode())))
            whole = text * copies
            path.write_text(whole, encoding="utf-8")
            ours, peer, claims = [], [], 0
            for _ in range(options.runs):
                seconds, claims = found(options.cli, path)
                ours.append(seconds)
                start = time.process_time()
                sum(1 for _ in CHAIN.finditer(whole))
                peer.append(time.process_time() - start)
            size = len(whole.encode()) / 1e6
            agree &= claims >= once * copies * 0.9
            print(f"{name:14} {size:6.1f} MB, {claims:7} claims: {size / statistics.median(ours):6.1f} MB/s; Python's re "
                  f"{size / statistics.median(peer):6.1f} (ratio {statistics.median(peer) / statistics.median(ours):.2f})",
                  flush=True)
    if not agree:
        print("copies of a text have not its claims", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

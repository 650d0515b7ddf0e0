"""Runs each program of bench/ at a tiny size and checks that exactblend and its peers agree there; times are not looked
at. The programs in C++ are there only if they were asked for (EXACTBLEND_BENCH)."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"]) / "bench"
BUILT = pathlib.Path(os.environ["EXACTBLEND_BUILD_DIR"]) / "bench"
sys.path.insert(0, str(BENCH))

import peers  # noqa: E402
import problems  # noqa: E402

CLI = os.environ["EXACTBLEND_CLI"]


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def python(script, *arguments):
    return run(sys.executable, "-B", BENCH / script, "--cli", CLI, *arguments)


class Bench(unittest.TestCase):
    def test_blend_vs_flint_agrees(self):
        program = BUILT / "blend_vs_flint"
        if not program.exists():
            self.skipTest("built without EXACTBLEND_BENCH")
        result = run(program, "--tiny")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for family in ("common/", "different/values/", "different/all/", "small/"):
            self.assertIn(family, result.stdout)
        self.assertNotIn("differ\n", result.stdout)

    def test_tensor_vs_openblas_agrees(self):
        program = BUILT / "tensor_vs_openblas"
        if not program.exists():
            self.skipTest("built without EXACTBLEND_BENCH, or without OpenBLAS")
        result = run(program, "--tiny")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for line in (r"bf16 A   sd 2  to f32 .* ratio", r"f64  B   nasty to exact .* ratio",
                     r"f16  q=1 sd 2  to f64 .* share", r"f32  B   sd 4  to f32 .* processor time"):
            self.assertRegex(result.stdout, line)
        self.assertNotIn("differ\n", result.stdout)

    def test_tensor_vs_exact_agrees(self):
        program = BUILT / "tensor_vs_exact"
        if not program.exists():
            self.skipTest("built without EXACTBLEND_BENCH")
        result = run(program, "--tiny")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for line in (r"f64 .* FLINT .* GMP", r"components .* 8: .* 16: ", r"to f64 .* spans "):
            self.assertRegex(result.stdout, line)
        self.assertNotIn("differ\n", result.stdout)

    def test_tensor_files_agrees(self):
        result = python("tensor_files.py", "--tiny")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("einsum", result.stdout)

    def test_verify_finds_all_copies(self):
        result = python("verify.py", "--megabytes", "0.1", "--runs", "1")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for kind in ("prose", "documentation", "lessons"):
            self.assertRegex(result.stdout, kind + r" .* MB/s; Python's re .* \(ratio ")

    def test_json_lines_agrees(self):
        result = python("json_lines.py", "--lines", "60", "--fractions-lines", "40", "--sympy-lines", "5", "--rounds", "1")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("the outputs agree", result.stdout)

    def test_json_lines_sees_a_difference(self):
        """A program that writes something else: the lines themselves."""
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "other"
            other.write_text('#!/bin/sh\nfor last; do :; done\nexec cat "$last"\n', encoding="ascii")
            other.chmod(0o755)
            result = run(sys.executable, "-B", BENCH / "json_lines.py", "--cli", other, "--lines", "3",
                         "--fractions-lines", "3", "--sympy-lines", "1", "--rounds", "1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("exactblend and fractions differ in line 1", result.stdout)

    def test_memory_is_measured(self):
        result = python("json_lines.py", "--memory", "--memory-lines", "10", "200")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(len(result.stdout.splitlines()), 1 + 2 * 2)

    def test_start_shows_the_founding_example(self):
        result = python("start.py", "--runs", "2")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_lessons_has_a_page_for_each(self):
        result = python("lessons.py", "--lessons", "3", "--rounds", "1")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("3 lessons", result.stdout)

    def test_the_same_seed_gives_the_same_problems(self):
        self.assertEqual(list(problems.lines(20)), list(problems.lines(20)))

    def test_the_peer_knows_the_founding_example(self):
        line = '{"weights": ["1/4", "1/4", "1/2"], "values": [["2", "0"], ["0", "3"], ["1", "1"]]}'
        self.assertEqual(peers.result_line(peers.FRACTIONS, line),
                         '{"sum":"1","scaled":[["1/2","0"],["0","3/4"],["1/2","1/2"]],"output":["1","5/4"]}')


result = unittest.main(exit=False, verbosity=2).result
sys.exit(0 if result.wasSuccessful() else 1)

"""Tests ./exactblend in a small tree of its own, so that no long build is needed: what it runs there prints its working
folder and its arguments. Needs no root: whoever runs the tests has the packages of the program."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])

CMAKE = """\
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
file(GLOB sources CONFIGURE_DEPENDS src/*/*.cpp apps/cli/*.cpp)
add_executable(exactblend ${sources})
"""
MAIN = """\
#include <cstdio>
#include <unistd.h>
const char* word();
int main(int argc, char** argv) {
  char folder[4096];
  std::printf("%s\\n%s\\n", word(), getcwd(folder, sizeof folder));
  for (int i = 1; i < argc; ++i) std::printf("<%s>\\n", argv[i]);
  return argc > 1 ? 3 : 0;
}
"""
WORD = 'const char* word() { return "%s"; }\n'


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def launch(launcher, *arguments, cwd):
    return subprocess.run([str(launcher), *arguments], cwd=cwd, capture_output=True, text=True)


class Launcher(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(cls.folder.name).resolve()
        cls.tree, cls.elsewhere = top / "a tree", top / "elsewhere"
        cls.elsewhere.mkdir()
        cls.make_tree(cls.tree)
        cls.launcher = cls.tree / "exactblend"
        cls.first = launch(cls.launcher, cwd=cls.elsewhere)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make_tree(cls, tree):
        write(tree / "CMakeLists.txt", CMAKE)
        write(tree / "apps/cli/main.cpp", MAIN)
        write(tree / "src/number/word.cpp", WORD % "one")
        (tree / "tools").mkdir()
        for name in ("exactblend", "tools/setup.sh"):
            shutil.copy(ROOT / name, tree / name)
        if (ROOT / ".deps").is_dir():  # what is unpacked there is shared, not unpacked again
            (tree / ".deps").symlink_to(ROOT / ".deps")

    def runs(self, launcher, *arguments, cwd, word="one", status=0):
        """Asserts that the program runs as if called directly, and that the launcher itself says nothing."""
        result = launch(launcher, *arguments, cwd=cwd)
        expected = "".join(f"{line}\n" for line in [word, cwd, *(f"<{argument}>" for argument in arguments)])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (status, expected, ""))

    def test_the_first_run_builds_and_runs(self):
        self.assertEqual(self.first.stdout, f"one\n{self.elsewhere}\n")
        self.assertEqual(self.first.returncode, 0)
        self.assertEqual(self.first.stderr, "")

    def test_runs_from_another_folder(self):
        self.runs(self.launcher, cwd=self.elsewhere)
        self.runs("../a tree/exactblend", cwd=self.elsewhere)
        self.runs("./exactblend", cwd=self.tree)

    def test_runs_through_links(self):
        link, link_to_link = self.elsewhere / "link", self.elsewhere / "link to link"
        link.symlink_to(pathlib.Path("../a tree/exactblend"))
        link_to_link.symlink_to(link)
        self.runs(link, cwd=self.tree)
        self.runs(link_to_link, cwd=self.elsewhere)
        self.runs("./link", cwd=self.elsewhere)

    def test_runs_from_the_path(self):
        result = subprocess.run(["bash", "-c", "exactblend"], cwd=self.elsewhere, capture_output=True, text=True,
                                env={**os.environ, "PATH": f"{self.tree}:{os.environ['PATH']}"})
        self.assertEqual(result.stdout, f"one\n{self.elsewhere}\n")

    def test_hands_on_arguments_and_exit_status(self):
        self.runs(self.launcher, "show", "two words", "", "*", "-w", "-1/4", cwd=self.elsewhere, status=3)

    def test_adds_less_than_a_fifth_of_a_second(self):
        # As many files as a large tree has; the best of several, since other work on the machine is not the launcher's.
        for number in range(400):
            write(self.tree / f"include/exactblend/number/h{number}.hpp", "")
        launch(self.launcher, cwd=self.elsewhere)
        times = []
        for _ in range(5):
            start = time.monotonic()
            self.runs(self.launcher, cwd=self.elsewhere)
            times.append(time.monotonic() - start)
        self.assertLess(min(times), 0.2)

    def test_a_changed_an_added_and_a_removed_source_are_built(self):
        source, added = self.tree / "src/number/word.cpp", self.tree / "src/blend/word.cpp"
        try:
            write(source, WORD % "two")
            self.runs(self.launcher, cwd=self.elsewhere, word="two")
            source.unlink()
            write(added, WORD % "three")
            self.runs(self.launcher, cwd=self.elsewhere, word="three")
        finally:
            shutil.rmtree(added.parent)
            write(source, WORD % "one")
        self.runs(self.launcher, cwd=self.elsewhere)

    def test_a_failed_build_is_one_sentence_and_2(self):
        source = self.tree / "src/number/word.cpp"
        write(source, "this is not C++\n")
        try:
            for _ in range(2):  # the old program must not run in its place, however often it is tried
                result = launch(self.launcher, cwd=self.elsewhere)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertRegex(result.stderr, r"\Aexactblend: could not build the program; [^\n]*release\.log\n\Z")
                log = re.search(r"(/.*release\.log)", result.stderr)[1]
                self.assertIn("this is not C++", pathlib.Path(log).read_text(encoding="utf-8"))
        finally:
            write(source, WORD % "one")
        self.runs(self.launcher, cwd=self.elsewhere)

    def test_a_failed_configuration_is_one_sentence_and_2(self):
        (self.tree / "CMakeLists.txt").write_text("not cmake", encoding="utf-8")
        build = self.tree / "build"
        aside = build.rename(self.tree / "build.aside")
        try:
            result = launch(self.launcher, cwd=self.elsewhere)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertRegex(result.stderr, r"\Aexactblend: could not configure [^\n]*\n\Z")
        finally:
            (self.tree / "CMakeLists.txt").write_text(CMAKE, encoding="utf-8")
            shutil.rmtree(build)
            aside.rename(build)
        self.runs(self.launcher, cwd=self.elsewhere)

    def test_first_runs_at_the_same_time_don_t_disturb_each_other(self):
        tree = self.tree.parent / "concurrent"
        self.make_tree(tree)
        runs = [subprocess.Popen([str(tree / "exactblend")], cwd=self.elsewhere, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for _ in range(3)]
        for run in runs:
            out, err = run.communicate(timeout=120)
            self.assertEqual((run.returncode, out), (0, f"one\n{self.elsewhere}\n"), err)

    def test_a_copied_tree_builds_its_own_sources(self):
        copy = self.tree.parent / "copy"
        shutil.copytree(self.tree, copy, symlinks=True)
        write(copy / "src/number/word.cpp", WORD % "copied")
        self.runs(copy / "exactblend", cwd=self.elsewhere, word="copied")
        self.runs(self.launcher, cwd=self.elsewhere)

    def test_a_tree_that_cannot_be_written_runs_what_is_built(self):
        self.tree.parent.chmod(0o755)
        (self.tree / "build").chmod(0o555)
        try:
            result = subprocess.run([self.launcher], cwd="/", capture_output=True, text=True,
                                    user=65534 if os.geteuid() == 0 else None)
        finally:
            (self.tree / "build").chmod(0o755)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "one\n/\n", ""))


result = unittest.main(exit=False, verbosity=2).result
sys.exit(0 if result.wasSuccessful() else 1)

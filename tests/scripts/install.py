"""Installs the library into a folder, builds README's C++ snippet against it with find_package, compares what it prints."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["EXACTBLEND_BUILD_DIR"])
CXX = os.environ["CXX"]

CONSUMER = """\
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(exactblend REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer exactblend::exactblend)
"""


class Failure(Exception):
    pass


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def snippet(readme):
    """The first C++ block, which must be a whole program, and the text block right after it, which is what it prints."""
    found = re.search(r"^```cpp\n(.*?)^```\n(.*?)^```text\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    if not found:
        raise Failure("README.md has no ```cpp block followed by a ```text block")
    if "```" in found[2]:
        raise Failure("README.md: another block stands between the first ```cpp block and the ```text block of its output")
    return found[1], found[3]


def check_headers(prefix):
    """Each installed header must compile by itself, with nothing but what was installed."""
    include = prefix / "include"
    headers = sorted(include.rglob("*.hpp"))
    if not headers:
        raise Failure("no header was installed")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda header: run(CXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-x", "c++",
                                         "-include", header, f"-I{include}", os.devnull), headers))
    return len(headers)


def check_package_files(prefix):
    for path in prefix.rglob("*.cmake"):
        for folder in (ROOT, BUILD):
            # As a path of its own: a tree at /exactblend is no part of lib/cmake/exactblend.
            if re.search(rf"(?<![\w./{{}}$]){re.escape(str(folder))}(?![\w.])", path.read_text(encoding="utf-8")):
                raise Failure(f"{path.name} mentions {folder}, which users don't have")


def main():
    if not (ROOT / "README.md").exists():
        print("README.md is not written yet")
        return 77
    code, expected = snippet((ROOT / "README.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        prefix, consumer = pathlib.Path(folder) / "prefix", pathlib.Path(folder) / "consumer"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        check_package_files(prefix)
        count = check_headers(prefix)
        run(prefix / "bin/exactblend", "--help")
        consumer.mkdir()
        (consumer / "CMakeLists.txt").write_text(CONSUMER, encoding="utf-8")
        (consumer / "main.cpp").write_text(code, encoding="utf-8")
        run("cmake", "-S", consumer, "-B", consumer / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
        run("cmake", "--build", consumer / "build")
        printed = run(consumer / "build/consumer")
    if printed != expected:
        raise Failure(f"README.md says that its snippet prints\n{expected}\nbut it prints\n{printed}")
    print(f"{count} headers compile by themselves; the snippet prints what README.md says")
    return 0


try:
    sys.exit(main())
except Failure as failure:
    print(failure)
    sys.exit(1)

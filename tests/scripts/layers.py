"""Checks that includes go down the layers of the design only, and that the portable layers stay portable."""

import os
import pathlib
import re
import sys
import tempfile

# layer -> the other layers it may include. A new layer is a new line here.
ALLOWED = {
    "number": set(),
    "blend": {"number"},
    "lesson": {"blend", "number"},
    "verify": {"number"},
    "render": {"lesson", "blend", "verify", "number"},
    "tensor": {"number"},
    "io": {"lesson", "blend", "tensor", "verify", "number"},
    "apps": {"number", "blend", "lesson", "render", "tensor", "verify", "io"},
}

# These also build to WebAssembly, where each of the headers below costs more than the whole core.
PORTABLE = {"number", "blend", "lesson", "render", "verify"}
HEAVY = re.compile(r"^(fmt/|nlohmann/|CLI/|(format|print|iostream|istream|ostream|sstream|fstream|iomanip|syncstream)$)")
# Users of the installed library have none of these.
PRIVATE = re.compile(r"^(fmt/|nlohmann/|CLI/|boost/)")
ARITHMETIC = re.compile(r"^boost/")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".hpp", ".h", ".cpp", ".cc", ".inc"}


def layer_of(path):
    """The layer of a file, by its path from the root; None for one that stands in no layer."""
    parts = path.parts
    if parts[0] == "apps":
        return "apps"
    inside = parts[2:] if parts[:2] == ("include", "exactblend") else parts[1:]
    return inside[0] if len(inside) > 1 else None


def included_file(root, path, quote, name):
    """The project's own file that an include names, from the root; None if it is somebody else's."""
    folders = [path.parent] if quote == '"' else []
    for folder in folders + [pathlib.Path("include"), pathlib.Path("src")]:
        candidate = pathlib.Path(os.path.normpath(folder / name))
        if (root / candidate).is_file():
            return candidate
    if name.startswith("exactblend/"):
        return pathlib.Path("include") / name
    return None


def is_leaf(root, path):
    """Whether a file includes nothing at all: such a one (the version) lies below every layer."""
    file = root / path
    return file.is_file() and not any(map(INCLUDE.match, file.read_text(encoding="utf-8").splitlines()))


def violations_of(root, path):
    layer = layer_of(path)
    if layer is None:
        return  # an umbrella header for users may include all, and nobody here may include it
    if layer not in ALLOWED:
        yield f"{path}: there is no layer '{layer}'; give it a line in {pathlib.Path(__file__).name}"
        return
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, name = found.groups()
        place = f"{path}:{number}"
        target = included_file(root, path, quote, name)
        if target is not None:
            other = layer_of(target)
            if other is None:
                if not is_leaf(root, target):
                    yield f"{place}: {name} stands in no layer"
            elif other != layer and other not in ALLOWED[layer]:
                yield f"{place}: {layer} must not include {other} ({name})"
            continue
        if layer in PORTABLE and HEAVY.match(name):
            yield f"{place}: {layer} also builds to WebAssembly and must not include {name}"
        if path.parts[0] == "include" and PRIVATE.match(name):
            yield f"{place}: a public header must not include {name}, which users don't have"
        elif ARITHMETIC.match(name) and path.parts[:2] != ("src", "number"):
            yield f"{place}: {name} belongs in src/number only"


def check(root):
    files = [path.relative_to(root)
             for top in ("include", "src", "apps")
             for path in sorted((root / top).rglob("*"))
             if path.suffix in SOURCES]
    return len(files), [violation for path in files for violation in violations_of(root, path)]


# (file, its text, a part of what must be found in it, or None if it is fine)
PLANTED = [
    ("include/exactblend/number/a.hpp", "#include <string>\n", None),
    ("include/exactblend/all.hpp", '#include "exactblend/render/a.hpp"\n', None),
    ("include/exactblend/render/a.hpp", '#include "exactblend/lesson/a.hpp"\n', None),
    ("include/exactblend/lesson/a.hpp", "", None),
    ("include/exactblend/version.hpp", "inline constexpr int kVersion = 1;\n", None),
    ("apps/cli/version.cpp", '#include "exactblend/version.hpp"\n', None),
    ("src/number/a.cpp", '#include "exactblend/number/a.hpp"\n#include <boost/rational.hpp>\n', None),
    ("include/exactblend/tensor/a.hpp", '#include "exactblend/number/a.hpp"\n', None),
    ("src/io/tensor.cpp", '#include "exactblend/tensor/a.hpp"\n', None),
    ("src/tensor/a.cpp", '#include "exactblend/number/a.hpp"\n#include <thread>\n', None),
    ("include/exactblend/verify/a.hpp", '#include "exactblend/number/a.hpp"\n', None),
    ("src/render/verify.cpp", '#include "exactblend/verify/a.hpp"\n', None),
    ("src/verify/up.cpp", '#include "exactblend/render/a.hpp"\n', "verify must not include render"),
    ("src/tensor/up.cpp", '#include "exactblend/lesson/a.hpp"\n', "tensor must not include lesson"),
    ("src/io/a.hpp", "#include <nlohmann/json.hpp>\n#include <sstream>\n", None),
    ("src/io/a.cpp", '#include "a.hpp"\n#include "io/a.hpp"\n', None),
    ("apps/cli/a.cpp", '#include "exactblend/io/a.hpp"\n#include <CLI/CLI.hpp>\n', None),
    ("src/number/up.cpp", '// first\n#include "exactblend/blend/missing.hpp"\n', "up.cpp:2: number must not include blend"),
    ("src/render/io.cpp", "#  include <io/a.hpp>\n", "render must not include io"),
    ("src/io/render.cpp", '#include "exactblend/render/a.hpp"\n', "io must not include render"),
    ("src/tensor/file.cpp", '#include "io/a.hpp"\n', "tensor must not include io"),
    ("src/lesson/relative.cpp", '#include "../io/a.hpp"\n', "lesson must not include io"),
    ("src/blend/all.cpp", '#include "exactblend/all.hpp"\n', "stands in no layer"),
    ("apps/cli/all.cpp", "#include <exactblend/all.hpp>\n", "stands in no layer"),
    ("src/render/stream.cpp", "#include <sstream>\n", "must not include sstream"),
    ("src/lesson/format.cpp", "#include <fmt/core.h>\n", "must not include fmt/core.h"),
    ("src/io/boost.cpp", "#include <boost/rational.hpp>\n", "belongs in src/number only"),
    ("include/exactblend/number/boost.hpp", "#include <boost/rational.hpp>\n", "public header"),
    ("src/elsewhere/a.cpp", "", "no layer 'elsewhere'"),
]


def self_test():
    """Plants violations in a tree of its own; returns what the check got wrong about them."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text, _ in PLANTED:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        _, found = check(root)
        for name, _, expected in PLANTED:
            here = [violation for violation in found if violation.startswith(name)]
            if expected is None and here:
                wrong.append(f"self-test: nothing is wrong with {name}, but found {here}")
            if expected is not None and not (len(here) == 1 and expected in here[0]):
                wrong.append(f"self-test: expected '{expected}' in {name}, found {here}")
    return wrong


def main():
    wrong = self_test()
    count, found = check(pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"]))
    if not count:
        wrong.append("no source files found: EXACTBLEND_SOURCE_DIR is not the tree")
    for line in wrong + found:
        print(line)
    print(f"{count} files, {len(found)} violations; self-test {'failed' if wrong else 'passed'}")
    return 1 if wrong or found else 0


sys.exit(main())

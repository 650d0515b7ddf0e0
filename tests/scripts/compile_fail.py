"""Compiles each tests/compile_fail/*.cpp twice: as it is, it must compile; with -DEXACTBLEND_MUST_FAIL it must not,
and an error must match the file's first line, "// error: REGEX". So a case can't fail for a reason of its own."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])
MACRO = "EXACTBLEND_MUST_FAIL"


def compile(path, *flags):
    command = [os.environ["CXX"], "-std=c++20", "-fsyntax-only", f"-I{ROOT / 'include'}", *flags, str(path)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})


def problem_with(path):
    """What is wrong with this case, or None."""
    text = path.read_text(encoding="utf-8")
    first = re.match(r"// error: (.+)", text)
    if not first:
        return "the first line is not '// error: REGEX'"
    if not re.search(rf"^#\s*ifdef {MACRO}$", text, re.MULTILINE):
        return f"there is no '#ifdef {MACRO}'"
    allowed = compile(path)
    if allowed.returncode:
        return f"does not compile even without {MACRO}:\n{allowed.stderr}"
    forbidden = compile(path, f"-D{MACRO}")
    if forbidden.returncode == 0:
        return f"compiles with {MACRO}: what must be impossible is possible"
    errors = [line for line in forbidden.stderr.splitlines() if "error:" in line]
    if not any(re.search(first[1], line) for line in errors):
        return f"no error matches '{first[1]}':\n" + "\n".join(errors)
    return None


# text of a case -> a part of the problem that the harness must see, or None
PLANTED = [
    (f"// error: 'y'\nint x;\n#ifdef {MACRO}\nint z = y;\n#endif\n", None),
    (f"// error: 'y'\nint x;\n#ifdef {MACRO}\nint z = x;\n#endif\n", "is possible"),
    (f"// error: 'y'\nint x = y;\n#ifdef {MACRO}\nint z = y;\n#endif\n", "does not compile even without"),
    (f"// error: 'w'\nint x;\n#ifdef {MACRO}\nint z = y;\n#endif\n", "no error matches"),
    ("// error: 'y'\nint x;\n", "there is no"),
    (f"int x;\n#ifdef {MACRO}\nint z = y;\n#endif\n", "first line"),
]


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        for number, (text, expected) in enumerate(PLANTED):
            path = pathlib.Path(folder) / f"{number}.cpp"
            path.write_text(text, encoding="utf-8")
            problem = problem_with(path)
            seen = problem is None if expected is None else problem is not None and expected in problem
            if not seen:
                yield f"self-test: case {number} should give {expected!r}, gave {problem!r}"


def main():
    wrong = list(self_test())
    cases = sorted((ROOT / "tests/compile_fail").glob("*.cpp"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, problem in zip(cases, pool.map(problem_with, cases)):
            print(f"{path.name}: {problem or 'fails to compile, as it must'}")
            if problem:
                wrong.append(path.name)
    print("\n".join(wrong) if wrong else f"{len(cases)} cases")
    if not cases and not wrong:
        print("tests/compile_fail holds no cases")
        return 77
    return 1 if wrong else 0


sys.exit(main())

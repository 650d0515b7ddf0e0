"""Compares what the program prints with tests/approved/, to the letter.

    tests/scripts/approved.py            prints a difference for each output that is not as approved; exit status 1 then
    tests/scripts/approved.py --update   writes what the program prints now over tests/approved/, and says what changed

An approved output is what a user gets to see. After --update, read each change (git diff tests/approved) as that user
would, before it is committed. Both work on the program that ./exactblend builds, or on EXACTBLEND_CLI.

A new file in examples/ and a new case in tests/data/check_cases.json have their approved outputs made by --update;
another command is a line in outputs() below. A file here that nothing prints any more is a failure too.
"""

import difflib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute()
APPROVED = ROOT / "tests" / "approved"
FORMS = {"text": "txt", "markdown": "md", "latex": "tex", "json": "json", "svg": "svg"}
# A page is ten times as long as its figure, and few kinds of problem change more of it than that.
PAGES = ("assigned-weights", "named-only", "scores", "three-queries")
WIDTH = 80


def many_keys():
    """40 keys, 12 components: key j has weight j/820, and component i of its value is ((i·j mod 11) - 5)/(i mod 4 + 1).

    tests/wasm/run.mjs has the same."""
    keys, components = range(1, 41), range(1, 13)
    return json.dumps({
        "title": "Many keys",
        "weights": [f"{j}/820" for j in keys],
        "values": [[f"{i * j % 11 - 5}/{i % 4 + 1}" for i in components] for j in keys],
    })


def outputs():
    """(file in tests/approved, arguments, standard input, exit status) of all approved outputs."""
    yield "welcome.txt", [], "", 0
    yield "help.txt", ["--help"], "", 0
    yield "show-help.txt", ["show", "--help"], "", 0
    yield "check-help.txt", ["check", "--help"], "", 0
    yield "lesson-help.txt", ["lesson", "--help"], "", 0
    yield "blend-help.txt", ["blend", "--help"], "", 0
    yield "verify-help.txt", ["verify", "--help"], "", 0
    lesson = "tests/data/verify/lesson.md"
    yield "verify-lesson.out", ["verify", lesson], "", 1
    yield "verify-lesson-unread.out", ["verify", lesson, "--show-unread"], "", 1
    for form in ("json", "sarif", "junit", "github"):
        yield f"verify-lesson.{form}", ["verify", lesson, "--format", form], "", 1
    for example in sorted((ROOT / "examples").glob("*.json")):
        for form, extension in FORMS.items():
            yield f"{example.stem}.{extension}", ["show", f"examples/{example.name}", "--as", form], "", 0
    for name in PAGES:
        yield f"{name}.html", ["lesson", f"examples/{name}.json"], "", 0
    for step in ("assign", "scale", "add", "boundary"):
        yield f"assigned-weights-{step}.svg", ["show", "examples/assigned-weights.json", "--as", "svg", "--step", step], "", 0
    yield "many-keys.svg", ["show", "-", "--as", "svg"], many_keys(), 0
    for form in ("text", "markdown", "latex"):
        extension = FORMS[form]
        yield f"many-keys.{extension}", ["show", "-", "--as", form], many_keys(), 0
        yield f"many-keys-full.{extension}", ["show", "-", "--as", form, "--full"], many_keys(), 0
    cases = json.loads((ROOT / "tests/data/check_cases.json").read_text(encoding="utf-8"))["cases"]
    for case in cases:
        arguments = ["check", f"examples/{case['problem']}.json"]
        for option in ("query", "sum", "scaled", "output"):
            if option in case:
                arguments += [f"--{option}", str(case[option])]
        for form in ("text", "json"):
            yield f"check-{case['name']}.{FORMS[form]}", arguments + ["--as", form], "", case["exit"]


def run(arguments, given):
    """The program's standard output; exits if it can't be started."""
    try:
        return subprocess.run([CLI, *arguments], input=given.encode(), capture_output=True, cwd=ROOT, timeout=60)
    except OSError as error:
        sys.exit(f"{CLI} can't be run ({error.strerror}): run ./exactblend once, or set EXACTBLEND_CLI")


def difference(approved, printed, name):
    """A unified diff; bytes that are no UTF-8 are shown by their numbers."""
    lines = [data.decode(errors="backslashreplace").splitlines(keepends=True) for data in (approved, printed)]
    for line in difflib.unified_diff(*lines, f"tests/approved/{name}", "printed now"):
        yield line if line.endswith("\n") else line + "\n\\ no line break at the end\n"


def overlong(printed):
    """Lines of text over 80 columns that could have been broken: those of more than one word."""
    for number, line in enumerate(printed.decode(errors="replace").splitlines(), 1):
        if len(line) > WIDTH and " " in line.strip():
            yield f"line {number} has {len(line)} columns: {line}"


def main():
    update = sys.argv[1:] == ["--update"]
    if sys.argv[1:] and not update:
        sys.exit(__doc__)
    APPROVED.mkdir(exist_ok=True)
    failures, names = [], set()
    for name, arguments, given, status in outputs():
        if name in names:
            failures.append(f"{name}: two outputs have this name\n")
        names.add(name)
        path = APPROVED / name
        ran = run(arguments, given)
        command = "exactblend " + " ".join(f"'{a}'" if " " in a else a for a in arguments)
        if ran.returncode != status or ran.stderr:
            failures.append(f"{name}: {command}\n  exit status {ran.returncode}, not {status}; standard error: "
                            f"{ran.stderr.decode(errors='replace') or 'empty'}\n")
            continue
        if name.endswith(".txt"):
            failures += [f"{name}: {command}\n  {problem}\n" for problem in overlong(ran.stdout)]
        approved = path.read_bytes() if path.exists() else None
        if approved == ran.stdout:
            continue
        if update:
            path.write_bytes(ran.stdout)
            print(f"tests/approved/{name}: {'new' if approved is None else 'changed'}")
        elif approved is None:
            failures.append(f"{name}: {command}\n  has no approved output; approved.py --update makes it\n")
        else:
            failures.append(f"{name}: {command}\n" + "".join(difference(approved, ran.stdout, name)))
    for path in sorted(APPROVED.iterdir()):
        if path.name in names:
            continue
        if update:
            path.unlink()
            print(f"tests/approved/{path.name}: removed")
        else:
            failures.append(f"{path.name}: nothing prints this any more; approved.py --update removes it\n")
    for failure in failures:
        print(failure)
    print(f"{len(names)} outputs, {len(failures)} failures")
    if failures and not update:
        print("if the program is right: tests/scripts/approved.py --update, then read git diff tests/approved")
    return 1 if failures else 0


sys.exit(main())

"""Pages that the program makes verify fully, and no digit of a claim in them can be changed unnoticed.

The page of each problem in examples/ must have only true claims: none undecidable, none unread. Then each digit that stands in the text of a page is replaced
by the next one, and verify must report it, as false or as something that can't be decided or read any more. Digits that
only name something (w1, component 2, a step's number, the marks of an axis, the version) claim nothing: they are counted
apart, by the places in LABELS. So are the few that can be changed without making anything false.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CLI = os.environ["EXACTBLEND_CLI"]
ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])

# What stands before a digit that only names something, in the text without tags.
LABELS = re.compile(r"(?:\b[wVor](?:_\{)?|\b[wVr] |component |bar of length |exactblend [\d.]*|softmax of s |softmax(?:\(s\)|\}\(s\)_\{)|"
                    r"Query |Query \d of |query(?:\s*\d)*\s*|the ratio (?:\d:)*|stacked from )$")
# What stands below 0 does not change it: 0/e^(1/2) is 0 for any exponent.
BELOW_ZERO = re.compile(r"(?:\b0, over e to the power (?:1 over )?|frac\{0\}\{e\^\{\\frac\{(?:1\}\{)?|= \(0\)/\(e\^\((?:1/)?)$")
# What the author of a problem writes in words of his own.
NOTES = re.compile(r"so its weight is exactly $")


def problems():
    """{name: JSON} of the examples: a file each, and the lines of problems.jsonl."""
    all_problems = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.json")}
    lines = (ROOT / "examples/problems.jsonl").read_text(encoding="utf-8").splitlines()
    all_problems.update({f"problems-{number}": line for number, line in enumerate(filter(None, lines), 1)})
    return all_problems


def page_of(problem):
    made = subprocess.run([CLI, "lesson", "-"], input=problem, cwd=ROOT, capture_output=True, text=True, check=True)
    return made.stdout


def verified(folder):
    run = subprocess.run([CLI, "verify", "--format", "json", folder], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"verify failed: {run.stderr}")
    return {pathlib.Path(file["file"]).stem: file["claims"] for file in json.loads(run.stdout)["files"]}


def digits(page):
    """(place, whether it only names something) of each digit in the text of the page's body."""
    body = page.index("<body")
    hidden = bytearray(len(page))
    labels = bytearray(len(page))
    for match in re.finditer(r"<style.*?</style>|<[^>]*>|&#?\w+;", page, re.S):
        hidden[match.start():match.end()] = b"\1" * (match.end() - match.start())
    # A text of a drawing that is a number alone, or names alone, and the number of a step.
    for match in re.finditer(r"<text[^>]*>([^<=]*|(?:<tspan[^>]*>[^<=]*</tspan>|[^<=])*)</text>|<span class=\"eb-number\">\d+</span>",
                             page):
        text = re.sub(r"<[^>]*>", "", match.group())
        if not re.search(r"[,=(+]", text):
            labels[match.start():match.end()] = b"\1" * (match.end() - match.start())
    for at in range(body, len(page)):
        if not hidden[at] and page[at].isascii() and page[at].isdigit():
            before = re.sub(r"<[^>]*>", "", page[max(0, at - 300):at])
            yield at, bool(labels[at]) or any(kind.search(before) for kind in (LABELS, BELOW_ZERO, NOTES))


def main():
    failures = []
    pages = {name: page_of(problem) for name, problem in problems().items()}
    with tempfile.TemporaryDirectory() as folder:
        for name, page in pages.items():
            pathlib.Path(folder, name + ".html").write_text(page, encoding="utf-8")
        for name, claims in verified(folder).items():
            print(f"{name}: {len(claims)} claims")
            failures += [f"{name}: {claim['claim']} is {claim['verdict']}" for claim in claims
                         if claim["verdict"] != "true"]
            if not claims:
                failures.append(f"{name}: no claim found")
    for name in sys.argv[1:] or pages:
        page = pages[name]
        places = dict(digits(page))
        with tempfile.TemporaryDirectory() as folder:
            for at in (at for at, label in places.items() if not label):
                changed = page[:at] + str((int(page[at]) + 1) % 10) + page[at + 1:]
                pathlib.Path(folder, f"{at}.html").write_text(changed, encoding="utf-8")
            found = {int(at) for at, claims in verified(folder).items()
                     if any(claim["verdict"] != "true" for claim in claims)}
        missed = [at for at, label in places.items() if not label and at not in found]
        for at in missed:
            around = re.sub(r"<[^>]*>", "", page[max(0, at - 200):at])[-40:] + f"[{page[at]}]"
            failures.append(f"{name}: a change is not found: {around}")
        numbers = sum(not label for label in places.values())
        print(f"{name}: {numbers - len(missed)} of {numbers} changed digits found; "
              f"{len(places) - numbers} more claim nothing")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())

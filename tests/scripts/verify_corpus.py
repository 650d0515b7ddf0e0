"""Runs `exactblend verify` on the corpus in tests/data/verify and compares every verdict with the list made by hand.

A corpus file holds texts:

    === name.md
    the document
    ---
    T 1/4 + 1/4 = 1/2
    F 1/2 + 1/2 = 2 | the left side is 1
    U softmax(s) = 1/2

T, F and U are the claims that the document holds, with their verdicts (true, false, undecidable), in their order; behind
the bar stands a part of what must be said of a false one. What is unread is not listed. A notebook is written as cells,
each under a line [markdown] or [code], what a cell put out under [output] or [output text/html]. Prints the precision on "false" and the recall of the listed claims.
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
LEAST_TEXTS = 150
LEAST_FALSE = 0.40
LEAST_RECALL = 0.95
VERDICTS = {"T": "true", "F": "false", "U": "undecidable"}


def texts():
    """(name, document, [(verdict, claim, remark)]) of all texts."""
    for path in sorted((ROOT / "tests/data/verify").glob("*.corpus")):
        for text in path.read_text(encoding="utf-8").split("\n=== "):
            head, _, rest = text.removeprefix("=== ").partition("\n")
            document, _, listed = (rest + "\n").rpartition("\n---\n")
            claims = []
            for line in filter(None, listed.split("\n")):
                claim, _, remark = line[2:].partition(" | ")
                claims.append((VERDICTS[line[0]], claim, remark))
            yield head.strip(), document + "\n", claims


def notebook(cells):
    made = []
    for kind, text in re.findall(r"^\[(markdown|code|output[a-z/ ]*)\]\n(.*?)(?=^\[(?:markdown|code|output[a-z/ ]*)\]\n|\Z)",
                                 cells, re.S | re.M):
        lines = text.rstrip("\n").splitlines(keepends=True)
        if kind == "output":
            made[-1].setdefault("outputs", []).append({"output_type": "stream", "name": "stdout", "text": lines})
        elif kind.startswith("output "):
            made[-1].setdefault("outputs", []).append({"output_type": "display_data", "metadata": {},
                                                       "data": {"text/plain": "a form that is not shown", kind[7:]: lines}})
        else:
            made.append({"cell_type": kind, "metadata": {}, "source": lines})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made}, indent=1)


def plain(claim):
    return re.sub(r"[\s$`]", "", claim)


def main():
    all_texts = list(texts())
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, (name, document, _) in enumerate(all_texts):
            path = pathlib.Path(folder) / f"{number:03}-{name}"
            path.write_text(notebook(document) if name.endswith(".ipynb") else document, encoding="utf-8")
            names[str(path)] = number
        run = subprocess.run([CLI, "verify", "--format", "json", folder], capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f"verify failed: {run.stderr}")
        found = {names[file["file"]]: file["claims"] for file in json.loads(run.stdout)["files"]}

    listed = right = said_false = wrongly_false = listed_false = 0
    for number, (name, _, claims) in enumerate(all_texts):
        left = [claim for claim in found.get(number, []) if claim["verdict"] != "unread"]
        for verdict, claim, remark in claims:
            listed += 1
            listed_false += verdict == "false"
            match = next((one for one in left if plain(one["claim"]) == plain(claim)), None)
            if match is None:
                failures.append(f"{name}: not found: {claim}")
                continue
            left.remove(match)
            said = f"{match.get('wrong', '')}; {match.get('right', '')}"
            if match["verdict"] == "false":
                said_false += 1
                wrongly_false += verdict != "false"
            if match["verdict"] != verdict:
                failures.append(f"{name}: {claim} is {verdict}, and was called {match['verdict']}: {said}")
            elif remark not in said:
                failures.append(f"{name}: {claim}: expected '{remark}', said '{said}'")
            else:
                right += 1
        for claim in left:
            if claim["verdict"] == "false":
                said_false += 1
                wrongly_false += 1
            failures.append(f"{name}: not listed, called {claim['verdict']}: {claim['claim']} ({claim.get('wrong', '')})")

    # Lines that could be taken for false arithmetic: other arithmetics, units, labels, symbols.
    never = subprocess.run([CLI, "verify", "--format", "json", *sorted((ROOT / "tests/data/verify").glob("never-false*"))],
                           capture_output=True, text=True, check=False)
    for file in json.loads(never.stdout)["files"]:
        for claim in file["claims"]:
            if claim["verdict"] == "false":
                said_false += 1
                wrongly_false += 1
                failures.append(f"{file['file']}:{claim['line']}: called false: {claim['claim']} ({claim['wrong']})")

    for failure in failures:
        print(failure)
    precision = 1 - wrongly_false / max(said_false, 1)
    recall = right / max(listed, 1)
    print(f"{len(all_texts)} texts, {listed} claims, {listed_false / max(listed, 1):.1%} of them false: "
          f"precision on false {precision:.1%}, recall {recall:.1%}, {len(failures)} differences")
    fine = (precision == 1 and recall >= LEAST_RECALL and len(all_texts) >= LEAST_TEXTS
            and listed_false >= LEAST_FALSE * listed)
    return 0 if fine else 1


sys.exit(main())

"""Checks that docs/problem-format.md and docs/trace.md say what the program says: their examples are run."""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute()

faults = []
checked = 0


def blocks(name, language):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if not found:
        faults.append(f"{name} has no block of {language}")
    return found


def run(arguments, given):
    return subprocess.run([CLI, *arguments], input=given, capture_output=True, encoding="utf-8", check=False)


def expect(what, wanted, got):
    global checked
    checked += 1
    if wanted != got:
        faults.append(f"{what}\n  the docs say    {wanted}\n  the program     {got}")


for example in blocks("problem-format.md", "json"):
    expect(example, (0, ""), (lambda shown: (shown.returncode, shown.stderr))(run(["show", "-"], example)))

for block in blocks("problem-format.md", "errors"):
    lines = block.splitlines()
    for problem, message in zip(lines[::2], lines[1::2], strict=True):
        code, said = message.strip().split(" ", 1)
        expect(problem, f"exactblend: standard input:{said}", run(["show", "-"], problem).stderr.strip())
        error = json.loads(run(["show", "--jsonl"], problem).stdout)["error"]
        expect(problem, code, error["code"])

for block in blocks("trace.md", "jsonl"):
    lines = block.splitlines()
    results = run(["show", "--jsonl"], "".join(line + "\n" for line in lines[::2])).stdout.splitlines()
    for problem, wanted, got in zip(lines[::2], lines[1::2], results, strict=True):
        expect(problem, wanted, got)

[symbol] = blocks("trace.md", "json")
result = json.loads(run(["show", "--jsonl"], '{"scores": [0, 1], "values": [1, 2]}').stdout)
expect("the symbol in docs/trace.md", [json.loads(symbol)], result["named_blend"])

for fault in faults:
    print(fault)
print(f"{checked} examples in the docs, {len(faults)} faults")
sys.exit(1 if faults else 0)

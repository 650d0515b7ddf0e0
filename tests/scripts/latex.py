"""What `show --as latex` prints compiles under pdflatex as it is, and its marked part inside a paper that loads amsmath."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = str(pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute())
OPENING = "% From here to the closing mark, this pastes into a paper that loads amsmath.\n"
CLOSING = "% The closing mark.\n"

# All ASCII, every letter that src/render/escape.cpp passes on, and some that it must not.
ASCII = "".join(map(chr, range(32, 127)))
LETTERS = re.search(r'kLatexLetters =\s*((?:\s*U".*?")+);', (ROOT / "src/render/escape.cpp").read_text("utf-8")).group(1)
LETTERS = "".join(re.findall(r'U"(.*?)"', LETTERS))
OTHER = "±·¼½¾×–—‘’“”…←→∈∑−≈≠≤≥⋅ \u00a0 注意 🙂 αβγ ﷽ ẞ ð þ \u202e \u0301 \ufeff"


def problem(title, keys=3, components=2):
    return json.dumps({
        "title": title, "notes": [title], "scores": [f"{j}/3" for j in range(keys)],
        "weights": [f"1/{keys}"] * keys,
        "values": [[f"{(i * j) % 7 - 3}/{i + 1}" for i in range(components)] for j in range(keys)],
        "labels": {"keys": [f"{title} {j}" for j in range(keys)],
                   "components": [title] * components, "queries": [title]},
    })


def latex(source, *options):
    done = subprocess.run([CLI, "show", "-", "--as", "latex", *options], input=source.encode(), capture_output=True)
    if done.returncode != 0:
        sys.exit(f"the program refused: {done.stderr.decode()}")
    return done.stdout.decode()


def compiles(name, text):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "blend.tex").write_text(text, "utf-8")
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "blend.tex"],
                              cwd=folder, capture_output=True)
        if done.returncode == 0 and pathlib.Path(folder, "blend.pdf").stat().st_size > 0:
            return True
        print(f"{name} does not compile:\n{done.stdout.decode('utf-8', 'replace')[-1500:]}")
        return False


def main():
    if shutil.which("pdflatex") is None:
        print("skipped: pdflatex is not installed")
        return 77
    texts = {path.name: latex(path.read_text("utf-8")) for path in sorted((ROOT / "examples").glob("*.json"))}
    assert len(texts) >= 10, "the examples are gone"
    for name, title in (("ascii", ASCII), ("letters", LETTERS), ("other", OTHER)):
        assert title
        texts[name] = latex(problem(title))
    texts["many keys"] = latex(problem("Many keys", 40, 12))
    texts["many keys in full"] = latex(problem("Many keys", 40, 12), "--full")

    good = 0
    for name, text in texts.items():
        good += compiles(name, text)
    marked = texts["ascii"].split(OPENING)[1].split(CLOSING)[0]
    paper = ("\\documentclass[twocolumn]{article}\n\\usepackage{amsmath}\n\\begin{document}\nBefore.\n\n"
             f"{marked}\nAfter.\n\\end{{document}}\n")
    good += compiles("the marked part in a paper", paper)
    print(f"{good} of {len(texts) + 1} documents compile")
    return 0 if good == len(texts) + 1 else 1


if __name__ == "__main__":
    sys.exit(main())

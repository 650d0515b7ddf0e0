"""exactblend verify as its users meet it: exit codes, files, folders, patterns, standard input, reports, --watch."""

import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])
CLI = os.environ["EXACTBLEND_CLI"]
TRUE = "1/2 + 1/2 = 1\n"
FALSE = "1/2 + 1/2 = 2\n"


def run(*arguments, stdin=""):
    return subprocess.run([CLI, "verify", *map(str, arguments)], input=stdin, capture_output=True, text=True, check=False)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class ExitCodes(InAFolder):
    def test_0_is_nothing_false(self):
        result = run(self.write("a.txt", TRUE))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, "1 claim found: 1 true, 0 false, 0 undecidable, 0 unread\n")
        self.assertEqual(run(self.write("b.txt", "softmax(1,2) = 1\n")).returncode, 0)

    def test_1_is_something_false(self):
        path = self.write("a.txt", "x\n\n  " + FALSE)
        result = run(path)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{path}:3:3: 1/2 + 1/2 = 2 is false: the left side is 1\n", result.stdout)

    def test_2_is_a_file_that_cannot_be_read(self):
        for name, text in (("a.ipynb", "{"), ("b.ipynb", "{}")):
            result = run(self.write(name, text))
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, r"^exactblend: [^\n]+; [^\n]+\n$")
        self.assertEqual(run(self.folder / "none.md").returncode, 2)
        self.assertEqual(run(self.folder / "*.none").returncode, 2)
        (self.folder / "empty").mkdir()
        self.assertEqual(run(self.folder / "empty").returncode, 2)
        self.assertEqual(run(self.write("latin.txt", "x"), self.folder / "none").returncode, 2)
        (self.folder / "latin.txt").write_bytes(b"ab\n\xe4 1 + 1 = 3")
        result = run(self.folder / "latin.txt")
        self.assertEqual(result.returncode, 2)
        self.assertIn("latin.txt:2:1: a byte that is not UTF-8", result.stderr)

    def test_3_is_a_limit(self):
        self.assertEqual(run(self.write("a.html", "<div>" * 1000)).returncode, 3)

    def test_a_false_claim_counts_for_more_than_an_unreadable_file(self):
        result = run(self.write("a.ipynb", "{"), self.write("b.txt", FALSE))
        self.assertEqual(result.returncode, 1)
        self.assertIn("a.ipynb", result.stderr)


class Files(InAFolder):
    def test_folders_hold_documents_and_nothing_hidden_is_read(self):
        self.write("a.md", FALSE)
        self.write("deep/er/b.tex", FALSE)
        self.write("c.cpp", FALSE)
        self.write(".hidden/d.md", FALSE)
        self.write(".e.md", FALSE)
        lines = run(self.folder).stdout.splitlines()
        self.assertEqual([pathlib.Path(line.split(":")[0]).name for line in lines[:-1]], ["a.md", "b.tex"])
        self.assertTrue(lines[-1].startswith("2 claims found in 2 files: "))

    def test_patterns_are_matched(self):
        self.write("a.md", FALSE)
        self.write("b.md", FALSE)
        self.write("b.txt", FALSE)
        self.assertEqual(run(self.folder / "*.md").stdout.count("is false"), 2)

    def test_standard_input_is_text_or_what_is_said(self):
        self.assertEqual(run("-", stdin=FALSE).stdout.splitlines()[0], "-:1:1: 1/2 + 1/2 = 2 is false: the left side is 1")
        result = run("-", "--from", "html", stdin="<p>1 + 1 = 3</p>")
        self.assertTrue(result.stdout.startswith("-:1:4: "))

    def test_many_files_are_the_same_in_any_order_of_threads(self):
        for number in range(60):
            self.write(f"{number:02}.md", FALSE * (number % 7))
        results = {run(self.folder).stdout for _ in range(3)}
        self.assertEqual(len(results), 1)

    def test_a_report_goes_to_a_file(self):
        path = self.write("a.txt", FALSE)
        result = run(path, "-o", self.folder / "report")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("is false", (self.folder / "report").read_text(encoding="utf-8"))

    def test_names_reach_no_terminal_as_they_are(self):
        result = run(self.write("\x1b[31m.txt", FALSE))
        self.assertNotIn("\x1b", result.stdout)


class Reports(InAFolder):
    def test_json_is_valid_and_its_bytes_are_the_claim_s(self):
        path = self.write("a.md", "Größe: ½ + ½ = 2 and $\\frac12 = 1$, the weights sum = 1\n")
        bad = self.write("b.ipynb", "{")
        report = json.loads(run(path, bad, "--format", "json").stdout)
        schema = json.loads((ROOT / "schema/verify-1.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator(schema).validate(report)
        self.assertEqual(report["summary"]["false"], 2)
        self.assertIn("error", report["files"][1])
        source = path.read_bytes()
        cut = [source[claim["begin"]:claim["end"]].decode() for claim in report["files"][0]["claims"]]
        self.assertEqual(cut, ["½ + ½ = 2", "\\frac12 = 1", "the weights sum = 1"])

    def test_sarif_tells_where_and_what(self):
        path = self.write("a b.md", FALSE)
        report = json.loads(run(path, "--format", "sarif").stdout)
        self.assertEqual(report["version"], "2.1.0")
        result, = report["runs"][0]["results"]
        self.assertEqual((result["ruleId"], result["level"]), ("false-claim", "error"))
        place = result["locations"][0]["physicalLocation"]
        self.assertTrue(place["artifactLocation"]["uri"].endswith("/a%20b.md"))
        self.assertEqual(place["region"]["startLine"], 1)
        rules = {rule["id"] for rule in report["runs"][0]["tool"]["driver"]["rules"]}
        self.assertIn(result["ruleId"], rules)

    def test_junit_counts_cases(self):
        report = run(self.write("a<&.md", FALSE + "\n" + TRUE + "\nsoftmax(1) < 2, softmax(1,2) = 1\n"), "--format", "junit").stdout
        suite, = xml.etree.ElementTree.fromstring(report)
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("3", "1", "1"))
        self.assertEqual(len(suite), 3)

    def test_annotations_of_github_escape_their_signs(self):
        report = run(self.write("a,b%.md", "50% + 50% = 2\n"), "--format", "github").stdout
        self.assertTrue(report.startswith("::error file="))
        self.assertIn("a%2Cb%25.md,line=1,col=1,", report)
        self.assertIn("::50%25 + 50%25 = 2 is false", report)

    def test_unread_claims_are_listed_on_request(self):
        path = self.write("a.md", "the weights sum = 1\n")
        self.assertEqual(run(path).stdout.count("\n"), 1)
        self.assertIn("is unread", run(path, "--show-unread").stdout)


class Watch(InAFolder):
    def wait_for(self, output, text):
        for _ in range(150):
            if text in output.read_text(encoding="utf-8"):
                return
            time.sleep(0.1)
        self.fail(f"'{text}' does not appear in: {output.read_text(encoding='utf-8')}")

    def test_what_changes_is_verified_again(self):
        path = self.write("a.md", FALSE)
        output = self.write("out", "")
        with output.open("w", encoding="utf-8") as stream, \
                subprocess.Popen([CLI, "verify", "--watch", str(path)], stdout=stream) as program:
            try:
                self.wait_for(output, "1 claim found: 0 true, 1 false")
                path.write_text(TRUE + "\n1 + 1 = 2\n", encoding="utf-8")
                self.wait_for(output, "2 claims found: 2 true, 0 false")
            finally:
                program.terminate()

    def test_standard_input_cannot_be_watched(self):
        self.assertEqual(run("--watch", "-").returncode, 2)


if __name__ == "__main__":
    unittest.main()

"""The lesson command and the figure alone, as their users meet them: files, sites, what is written and what is not."""

import html.parser
import json
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = str(pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute())
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
FOUNDING = ROOT / "examples/assigned-weights.json"
HOSTILE = ["</title><script>document.title = 'owned'</script>", '"><img src=x onerror="alert(1)">', "' onload='x",
           "<!-- ]]> <![CDATA[", "&lt;b&gt;&#60;", "\u0000\u001b[31m\ufffe\u202e", "{{", "</style><svg onload=x>"]


def run(*arguments, stdin=b"", **options):
    return subprocess.run([CLI, *map(str, arguments)], input=stdin, capture_output=True, timeout=300, **options)


MARK = "data-eb-numbers"


class Tags(html.parser.HTMLParser):
    """Every tag and attribute name of a page as a browser's own parser would find them, and all of its text.

    Marks of numbers are left out, since they stand where a text has a digit; they must hold nothing but digits.
    """

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        marks = [value for name, value in attributes if name == MARK]
        if not all(re.fullmatch(r"\d+( \d+)*", value) for value in marks):
            raise AssertionError(f"a mark with more than digits: {marks}")
        self.tags.append((tag, *(name for name, _ in attributes if name != MARK)))

    def handle_endtag(self, tag):
        self.tags.append("/" + tag)

    def handle_data(self, data):
        self.text.append(data)


def problem(text, **more):
    """A problem that has `text` in every field that holds text."""
    return {"title": text, "notes": [text, text], "labels": {"keys": [text] * 3, "components": [text] * 2, "queries": [text] * 2},
            "weights": [["1/4", "1/4", "1/2"], ["1/3", "masked", "2/3"]], "scores": [["0", "0", "1"], ["1", "masked", "1"]],
            "values": [["2", "0"], ["0", "3"], ["1", "1"]], **more}


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.top / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def done(self, *arguments, **options):
        ran = run(*arguments, **options)
        self.assertEqual((ran.returncode, ran.stderr), (0, b""), arguments)
        return ran.stdout

    @staticmethod
    def harmless(page_of):
        """All tags with their attributes' names that pages have whose text is harmless, short or long."""
        return set().union(*(Tags(page_of(text)).tags for text in ("x", "x" * 12, "xx " * 20, "x" * 60)))

    def refused(self, code, *arguments):
        ran = run(*arguments)
        self.assertEqual((ran.returncode, ran.stdout), (code, b""), arguments)
        self.assertRegex(ran.stderr.decode(), r"\A(exactblend: [^\n]+; [^\n]+\n)+\Z")
        return ran.stderr.decode()


class Page(InAFolder):
    def test_of_every_example_is_well_formed_and_always_the_same(self):
        for example in EXAMPLES:
            for extra in ([], ["--full"]):
                page = self.done("lesson", example, *extra)
                ElementTree.fromstring(page)
                self.assertEqual(page, self.done("lesson", example, *extra), example)

    def test_goes_to_a_file_or_to_standard_output(self):
        page = self.top / "lesson.html"
        self.assertEqual(self.done("lesson", FOUNDING, "-o", page), b"")
        self.assertEqual(page.read_bytes(), self.done("lesson", FOUNDING))
        self.assertEqual(page.read_bytes(), self.done("lesson", "-", stdin=FOUNDING.read_bytes()))

    def test_needs_no_script_and_no_network(self):
        for example in EXAMPLES:
            page = self.done("lesson", example).decode()
            self.assertNotRegex(page, r"<script|@import|url\((?!#)|javascript:")
            for address in re.findall(r'(?:href|src)="([^"]*)"', page):
                self.assertTrue(address.startswith("#"), address)

    def test_says_what_is_not_claimed(self):
        for example in EXAMPLES:
            page = self.done("lesson", example).decode()
            for claim in ("not softmax", "not learning", "not meaning", "not what a model should attend to"):
                self.assertIn(claim, page)
            self.assertIn("</span> = computed this step", page)

    def test_takes_hostile_text_as_text_in_every_field(self):
        harmless = self.harmless(lambda text: self.done("lesson", self.write("plain.json", problem(text))).decode())
        for text in HOSTILE:
            page = self.done("lesson", self.write("hostile.json", problem(text))).decode()
            ElementTree.fromstring(page)
            self.assertLessEqual(set(Tags(page).tags), harmless, text)
            if text.isprintable():
                self.assertGreaterEqual("".join(Tags(page).text).count(text), 10, text)

    @unittest.skipUnless(shutil.which("w3m"), "w3m is not installed")
    def test_makes_sense_in_a_text_browser(self):
        page = self.top / "lesson.html"
        self.done("lesson", ROOT / "examples/scores.json", "-o", page)
        shown = subprocess.run(["w3m", "-dump", "-cols", "200", "-O", "UTF-8", page], capture_output=True, text=True, check=True).stdout
        for line in ("highlighted = computed this step", " 1. Assign", "w1·V1 = 1/4·(2,0) = (1/2,0)", "EXACT", "NAMED",
                     "o2 = 0 + 3/4 + 1/2 = 5/4", "softmax(s)3 = (e^(1))/(e^(0) + e^(0) + e^(1))",
                     "w 3 times V 3 equals 1 over 2 times the vector 1, 1 equals the vector 1 over 2, 1 over 2",
                     "  • not learning;", "The weights 1/4, 1/4, 1/2 blend the values to exactly (1,5/4)."):
            self.assertIn(line, shown)

    def test_of_a_problem_on_the_command_line(self):
        page = self.done("lesson", "--weights", "1:1:2", "--values", "2, 0, 1", "--title", "A ratio").decode()
        self.assertIn("<h1 id=\"start\">A ratio</h1>", page)
        self.assertIn('id="normalize"', page)


class Site(InAFolder):
    def site(self, *files):
        folder = self.top / "site"
        printed = self.done("lesson", *files, "-o", f"{folder}/").decode()
        return folder, int(re.fullmatch(r"\S+: \d+ lessons?, (\d+) files? written\n", printed)[1])

    def test_links_its_pages_in_order(self):
        folder, written = self.site(*EXAMPLES)
        self.assertEqual(written, len(EXAMPLES) + 2)
        names = [f"{example.stem}.html" for example in EXAMPLES]
        self.assertEqual(sorted(path.name for path in folder.iterdir()), sorted([*names, "index.html", "style.css"]))
        index = (folder / "index.html").read_text()
        self.assertEqual(re.findall(r'<a href="([^"]+)"', index), names)
        for i, name in enumerate(names):
            page = (folder / name).read_text()
            ElementTree.fromstring(page)
            nav = re.search(r'<nav class="eb-site".*?</nav>', page, re.S)[0]
            around = [names[j] for j in (i - 1, i + 1) if 0 <= j < len(names)]
            self.assertEqual(re.findall(r'href="([^"]+)"', nav), ["index.html", *around])
            self.assertEqual(page.count("<style>"), 0)
            self.assertIn('<link rel="stylesheet" href="style.css"/>', page)

    def test_rewrites_only_what_changed(self):
        a, b, c = (self.write(f"{name}.json", {"title": name, "weights": [1], "values": [2]}) for name in "abc")
        folder, written = self.site(a, b, c)
        self.assertEqual(written, 5)
        before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
        self.assertEqual(self.site(a, b, c)[1], 0)
        self.assertEqual(before, {path.name: path.stat().st_mtime_ns for path in folder.iterdir()})
        self.write("b.json", {"title": "b", "weights": [1], "values": [3]})
        self.assertEqual(self.site(a, b, c)[1], 2)  # its page, and its summary in the index
        changed = {name for name, time in before.items() if (folder / name).stat().st_mtime_ns != time}
        self.assertEqual(changed, {"b.html", "index.html"})

    def test_writes_nothing_if_a_problem_is_unusable_and_names_each(self):
        good = self.write("good.json", {"weights": [1], "values": [2]})
        bad = self.write("bad.json", {"weights": ["1/2"], "values": [2]})
        worse = self.write("worse.json", "{")
        said = self.refused(2, "lesson", good, bad, worse, "-o", f"{self.top}/site/")
        self.assertEqual([line.split(":")[1].strip() for line in said.splitlines()], [str(bad), str(worse)])
        self.assertFalse((self.top / "site").exists())

    def test_gives_every_page_a_name_of_its_own(self):
        files = []
        for i, name in enumerate(["a b/Blend", "c/blend", "c/index", "c/style", "c/ü\"<"]):
            path = self.top / f"{name}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"title": f"number {i}", "weights": [1], "values": [i]}))
            files.append(path)
        folder, _ = self.site(*files, files[0])
        index = (folder / "index.html").read_text()
        links = re.findall(r'<a href="([^"]+)"', index)
        self.assertEqual(links, ["Blend.html", "blend-2.html", "index-2.html", "style.html", "----.html", "Blend-3.html"])
        for link in links:
            self.assertTrue((folder / link).exists(), link)

    def test_takes_hostile_titles_as_text_in_links_and_in_its_index(self):
        def pages(text):
            folder, _ = self.site(*[self.write(f"{name}.json", problem(text)) for name in "abc"])
            return "".join((folder / name).read_text() for name in ("index.html", "a.html", "b.html", "c.html"))

        def tags(text):
            return set(Tags(pages(text)).tags)
        harmless = self.harmless(pages)
        for text in HOSTILE:
            self.assertLessEqual(tags(text), harmless, text)

    def test_shows_a_bar_on_a_terminal_and_clears_it(self):
        files = [self.write(f"{i}.json", {"title": str(i), "weights": [1], "values": [i]}) for i in range(400)]
        leader, follower = pty.openpty()
        child = subprocess.Popen([CLI, "lesson", *files, "-o", f"{self.top}/site/"], stderr=follower, stdout=subprocess.PIPE)
        os.close(follower)
        shown = b""
        try:
            while part := os.read(leader, 65536):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(leader)
        self.assertEqual(child.communicate()[0].decode().split(": ")[1], "400 lessons, 402 files written\n")
        self.assertEqual(child.returncode, 0)
        if shown:  # what is done within a tenth of a second shows none
            self.assertRegex(shown.decode(), r"\A(\rexactblend: \[#* *\] \d+ of 400 lessons, \d+ a second\x1b\[K)+\r\x1b\[K\Z")

    def test_refuses_a_place_that_is_no_folder(self):
        place = self.write("file", "text")
        self.assertIn("is no folder", self.refused(2, "lesson", FOUNDING, FOUNDING, "-o", place))
        self.assertEqual(place.read_text(), "text")
        self.assertIn("there is no folder for it", self.refused(2, "lesson", FOUNDING, FOUNDING))


class FigureAlone(InAFolder):
    def test_is_a_whole_svg_document_the_same_in_each_step_but_for_the_highlight(self):
        svgs = {}
        for step in (None, "assign", "scale", "add", "boundary"):
            svg = self.done("show", FOUNDING, "--as", "svg", *([] if step is None else ["--step", step])).decode()
            root = ElementTree.fromstring(svg.encode())
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            svgs[step] = re.sub(r' eb-step-[a-z]+(?=")|eb-step-[a-z]+ ?(?=[^{]*>)', "", svg.split("</style>")[1]), svg
        self.assertEqual(len({svg for _, svg in svgs.values()}), 5)
        self.assertEqual(len({body for body, _ in svgs.values()}), 1)

    def test_takes_a_step_by_number_or_by_name(self):
        three = ROOT / "examples/three-queries.json"
        by_number = self.done("show", three, "--as", "svg", "--step", "5")
        self.assertEqual(by_number, self.done("show", three, "--as", "svg", "--step", "scale", "--query", "2"))
        self.assertNotEqual(by_number, self.done("show", three, "--as", "svg", "--step", "2"))

    def test_as_png_has_the_size_that_the_scale_says(self):
        sizes = []
        for scale in ([], ["--scale", "1"], ["--scale", "4"]):
            png = self.done("show", FOUNDING, "--as", "png", *scale)
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
            sizes.append(struct.unpack(">II", png[16:24]))
            self.assertEqual(png, self.done("show", FOUNDING, "--as", "png", *scale))
        for i in range(2):
            self.assertAlmostEqual(sizes[0][i], 2 * sizes[1][i], delta=2)
            self.assertAlmostEqual(sizes[2][i], 4 * sizes[1][i], delta=4)

    def test_as_pdf_is_the_same_every_time_and_holds_its_numbers_as_text(self):
        pdf = self.done("show", FOUNDING, "--as", "pdf")
        self.assertTrue(pdf.startswith(b"%PDF-"))
        self.assertEqual(pdf, self.done("show", FOUNDING, "--as", "pdf", env={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"}))

    def test_refuses_what_it_cannot_draw(self):
        for words, *arguments in [
                ("there is no step \"9\"", "--as", "svg", "--step", "9"),
                ("1 assign, 2 scale, 3 add, 4 boundary", "--as", "svg", "--step", "scaled"),
                ("this problem has one query", "--as", "svg", "--query", "2"),
                ("over 0 and at most 40", "--as", "png", "--scale", "41"),
                ("over 0 and at most 40", "--as", "png", "--scale", "nan"),
                ("an SVG has any scale", "--as", "svg", "--scale", "2"),
                ("for the figure alone", "--step", "1"),
                ("belongs to query 2", "--as", "svg", "--query", "1", "--step", "5")]:
            file = ROOT / "examples/three-queries.json" if "belongs" in words else FOUNDING
            code = 3 if "at most" in words else 2
            self.assertIn(words, self.refused(code, "show", file, *arguments))

    def test_says_how_to_get_pictures_where_rsvg_convert_is_missing(self):
        ran = run("show", FOUNDING, "--as", "png", env={"PATH": str(self.top)})
        self.assertEqual((ran.returncode, ran.stdout), (2, b""))
        self.assertIn(b"librsvg2-bin", ran.stderr)


if __name__ == "__main__":
    sys.exit(not unittest.main(exit=False, verbosity=0).result.wasSuccessful())

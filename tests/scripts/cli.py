"""The program as its users meet it: exit codes, the form of errors, streams, terminals, files, lines of JSON."""

import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import select
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import unittest

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = str(pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute())
FOUNDING = "examples/assigned-weights.json"
LINE = '{"weights": ["1/4", "1/4", "1/2"], "values": [[2, 0], [0, 3], [1, 1]]}'
RESULT = '{"sum":"1","scaled":[["1/2","0"],["0","3/4"],["1/2","1/2"]],"output":["1","5/4"]}'
ERROR = re.compile(r"exactblend: [^\n]+; [^\n]+\n")
ESCAPE = "\x1b["


def run(*arguments, stdin="", env=None, cwd=ROOT):
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    environment.update(env or {})
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run([CLI, *arguments], input=data, capture_output=True, cwd=cwd, env=environment, timeout=300)
    done.stdout = done.stdout.decode()
    done.stderr = done.stderr.decode()
    return done


def run_in_terminal(*arguments, env=None, columns=100):
    """What the program prints when its standard output is a terminal."""
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    environment.update(env or {})
    try:
        leader, follower = pty.openpty()
    except OSError as reason:
        raise unittest.SkipTest(f"no terminal can be made here: {reason}")
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    child = subprocess.Popen([CLI, *arguments], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                             cwd=ROOT, env=environment)
    os.close(follower)
    text = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    child.wait()
    os.close(leader)
    return text.decode()


class ExitCodes(unittest.TestCase):
    def refused(self, code, *arguments, stdin=""):
        done = run(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, ERROR)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_0_is_done_and_true(self):
        for arguments in ([], ["--help"], ["--version"], ["show", FOUNDING], ["check", FOUNDING, "--output", "(1,5/4)"],
                          ["check", FOUNDING, "--output", "(1,1.25)"]):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
            self.assertTrue(done.stdout.endswith("\n") and not done.stdout.endswith("\n\n"), arguments)

    def test_1_is_a_false_claim(self):
        done = run("check", FOUNDING, "--output", "(1,3/2)")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("the exact value is (1,5/4)", done.stdout)
        self.assertEqual(run("check", FOUNDING, "--output", "(1,3/2)", "--sum", "1/0").returncode, 1)

    def test_2_is_an_input_that_cannot_be_used(self):
        self.refused(2, "show", "there-is-none.json")
        self.refused(2, "show", "examples")
        self.refused(2, "show")
        self.refused(2, "show", FOUNDING, "--weights", "1", "--values", "1")
        self.refused(2, "show", "--weights", "1")
        self.refused(2, "show", "--wieghts", "1")
        self.refused(2, "show", FOUNDING, "--as", "docx")
        self.refused(2, "show", FOUNDING, "--trace")
        self.refused(2, "show", "--jsonl", "--as", "text")
        self.refused(2, "show", "--jsonl", "--weights", "1", "--values", "1")
        self.refused(2, "check", FOUNDING)
        self.refused(2, "check", "examples/named-only.json", "--output", "(1,1)")
        self.refused(2, "check", "examples/three-queries.json", "--output", "(1,1)")
        self.refused(2, "check", "examples/three-queries.json", "--query", "4", "--output", "(1,1)")
        self.refused(2, "check", FOUNDING, "--query", "0", "--output", "(1,1)")
        self.refused(2, "check", FOUNDING, "--sum", "1", "--title", "has no effect on a check")
        self.refused(2, "show", "--scores", "0:1", "--values", "1,2")
        self.refused(2, "learn", FOUNDING)
        self.refused(2, "show", FOUNDING, "--as")
        self.assertEqual(run("check", FOUNDING, "--output", "(1,1/0)").returncode, 2)

    def test_3_is_a_limit(self):
        self.refused(3, "show", "--weights", "1e999999999", "--values", "1")
        self.refused(3, "show", "--weights", "1", "--values", "9" * 10001)
        over = '{"weights": ["1e99999"], "values": [1]}\n'
        self.assertEqual(run("show", "--jsonl", stdin=LINE + "\n" + over).returncode, 3)
        self.assertEqual(run("show", "--jsonl", stdin="{\n" + over).returncode, 2, "another line is of no use at all")
        self.assertEqual(run("show", "--jsonl", stdin=over + "{\n").returncode, 2)

    def test_errors_name_file_line_and_column(self):
        self.assertTrue(self.refused(2, "show", "-", stdin='{"weights": ["1/4"],\n "values": ["1/0"]}')
                        .startswith("exactblend: standard input:2:"))
        self.assertTrue(self.refused(2, "show", "--weights", "1/4,x", "--values", "1,2")
                        .startswith("exactblend: --weights:5:"))
        self.assertIn("the weights sum to 9/10, 1/10 less than 1",
                      self.refused(2, "show", "--weights", "50%,40%", "--values", "1,2"))
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder, "bad.json")
            bad.write_text('{"weights": ["1/2", "1/2"],\n "values": [[1], [2, 3]]}')
            self.assertTrue(self.refused(2, "show", str(bad)).startswith(f"exactblend: {bad}:2:18: "))

    def test_a_second_value_of_an_option_is_named_by_the_option(self):
        self.assertTrue(self.refused(2, "show", "--weights", "(1,0) (1/2,1/4)", "--values", "1,2")
                        .startswith("exactblend: --weights:8: row 2: the weights sum to 3/4, 1/4 less than 1; "))
        self.assertTrue(self.refused(2, "show", "--scores", "1,2/0", "--values", "1,2").startswith("exactblend: --scores:5: "))
        self.assertTrue(self.refused(2, "show", "--weights", "1,0", "--values", "(1,2) (3,x)")
                        .startswith("exactblend: --values:10: "))

    def test_the_errors_in_the_documentation_are_the_program_s(self):
        text = (ROOT / "docs/exit-codes.md").read_text("utf-8")
        rows = re.findall(r"^\| `exactblend ([^|]+)` \| `(exactblend: [^|]+)` \|$", text, re.MULTILINE)
        self.assertGreaterEqual(len(rows), 3)
        for command, error in rows:
            self.assertEqual(run(*shlex.split(command)).stderr, error + "\n", command)
        commands = re.findall(r"^\$ (exactblend .+)$\n((?:(?!\$ ).*\n)*?)(?=^\$ |^```)", text, re.MULTILINE)
        self.assertGreaterEqual(len(commands), 4)
        for command, printed in commands:
            done = subprocess.run(["bash", "-c", f'exactblend() {{ "{CLI}" "$@"; }}; {{ {command}; }} 2>&1'], cwd=ROOT,
                                  capture_output=True, text=True)
            self.assertEqual(done.stdout, printed, command)

    def test_errors_that_nobody_can_read_do_not_end_the_program_otherwise(self):
        for place in ("/dev/full", None):
            if place and not os.path.exists(place):
                continue
            with open(place or os.devnull, "w") as stderr:
                close = None if place else lambda: os.close(2)
                done = subprocess.run([CLI, "show", "nofile.json"], stderr=stderr, stdout=subprocess.DEVNULL,
                                      preexec_fn=close)
            self.assertEqual(done.returncode, 2, place)

    def test_no_escape_sequence_reaches_the_terminal(self):
        done = run("show", "--weights", "1\x1b[31m", "--values", "1")
        self.assertNotIn("\x1b", done.stderr)
        done = run("show", "-", stdin='{"title": "\\u001b[31mred", "weights": [1], "values": [1]}')
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("\x1b", done.stdout)


class Arguments(unittest.TestCase):
    def test_a_leading_minus_sign_is_a_number(self):
        for arguments in (["--weights=-1/4,5/4"], ["--weights", "-1/4,5/4"], ["--weights", "−1/4,5/4"]):
            done = run("show", *arguments, "--values", "1,2", "--signed")
            self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        for answer in ("-5/4", "(−5/4)", "-1 1/4", "-1.25", "−1.25", "-\\frac{5}{4}", "-125%"):
            for arguments in (["--output", answer], [f"--output={answer}"], ["--scaled", answer]):
                done = run("check", "--weights", "1", "--values", "-5/4", *arguments)
                self.assertEqual((done.returncode, done.stderr), (0, ""), answer)
        for answer in ("(−1,5/4)", "-½", "-.5"):
            done = run("check", FOUNDING, "--output", answer, "--sum", answer)
            self.assertEqual((done.returncode, done.stderr), (1, ""), answer)
        done = run("check", FOUNDING, "--output", "(−1,5/4)")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the size is right and the sign is not", done.stdout)

    def test_rows_may_be_given_one_by_one(self):
        once = run("show", "--weights", "(1/4,3/4) (1,0)", "--values", "1,2")
        twice = run("show", "--weights", "1/4,3/4", "--weights", "1,0", "--values", "1,2")
        self.assertEqual(once.returncode, 0)
        self.assertEqual(once.stdout, twice.stdout)
        brackets = run("show", "--weights", "[1/4,3/4]", "--weights", "[1,0]", "--values", "[1] [2]")
        self.assertEqual(once.stdout, brackets.stdout)

    def test_numbers_in_every_form_are_the_same_problem(self):
        plain = run("show", "--weights", "1/4,3/4", "--values", "(1/2,-2) (3,1)").stdout
        for weights, values in (("25%, 75%", "(½,−2) [3;1]"), (".25;0.75", "(0x1p-1, -2), (3, 1)"),
                                ("\\frac{1}{4}, \\frac34", "(2/4,-4/2) (3.0,1)")):
            done = run("show", "--weights", weights, "--values", values)
            self.assertEqual((done.stdout, done.stderr), (plain, ""))

    def test_a_file_and_the_command_line_give_the_same(self):
        line = run("show", "--title", "Assigned weights, blended exactly", "--weights", "1/4,1/4,1/2",
                   "--values", "(2,0) (0,3) (1,1)")
        self.assertEqual(line.stdout, run("show", FOUNDING).stdout)
        piped = run("show", "-", stdin=(ROOT / FOUNDING).read_text())
        self.assertEqual(line.stdout, piped.stdout)

    def test_help_forgets_no_option_and_its_examples_run(self):
        for command in ("show", "check"):
            text = run(command, "--help").stdout
            self.assertNotIn("undocumented", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 80)
            examples = text.split("Examples:\n")[1].replace("\\\n", " ").strip().splitlines()
            self.assertGreaterEqual(len(examples), 3)
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(ROOT / "examples", pathlib.Path(folder, "examples"))
                for example in examples:
                    words = shlex.split(example)
                    self.assertEqual(words[0], "exactblend")
                    done = run(*words[1:], cwd=folder)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), example)


class Files(unittest.TestCase):
    def test_output_is_written_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "out.json")
            done = run("show", FOUNDING, "--as", "json", "-o", str(target))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            whole = target.read_text()
            json.loads(whole)
            self.assertEqual(run("show", "nofile.json", "-o", str(target)).returncode, 2)
            self.assertEqual(target.read_text(), whole)
            self.assertEqual(run("show", "--jsonl", "nofile.jsonl", "-o", str(target)).returncode, 2)
            self.assertEqual(target.read_text(), whole)
            self.assertEqual(os.listdir(folder), ["out.json"])

    def test_a_file_that_grows_too_large_is_not_left_half_written(self):
        def small_files_only():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, 1 << 17))
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "out.jsonl")
            target.write_text("as it was\n")
            done = subprocess.run([CLI, "show", "--jsonl", "-o", str(target)], input=(LINE + "\n").encode() * 10000,
                                  capture_output=True, preexec_fn=small_files_only, restore_signals=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertRegex(done.stderr.decode(), ERROR)
            self.assertEqual(target.read_text(), "as it was\n")
            self.assertEqual(os.listdir(folder), ["out.jsonl"])

    def test_a_new_file_may_stand_in_the_place_of_its_own_source(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "lines.jsonl")
            target.write_text((LINE + "\n") * 3)
            done = run("show", "--jsonl", str(target), "-o", str(target))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(target.read_text(), (RESULT + "\n") * 3)

    def test_a_place_that_cannot_be_written_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            for target in (folder, f"{folder}/none/out.txt"):
                done = run("show", FOUNDING, "-o", target)
                self.assertEqual((done.returncode, done.stdout), (2, ""), target)
                self.assertIn(target, done.stderr)

    def test_an_interrupted_run_leaves_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen([CLI, "show", "--jsonl", "-o", f"{folder}/out.jsonl"], stdin=subprocess.PIPE)
            child.stdin.write((LINE + "\n").encode() * 10000)
            child.stdin.flush()
            child.send_signal(signal.SIGINT)
            self.assertNotEqual(child.wait(timeout=60), 0)
            child.stdin.close()
            self.assertEqual(os.listdir(folder), [])


class Terminals(unittest.TestCase):
    def test_colour_is_for_terminals_and_can_be_refused(self):
        self.assertNotIn(ESCAPE, run("show", FOUNDING).stdout)
        self.assertIn(ESCAPE, run_in_terminal("show", FOUNDING))
        self.assertNotIn(ESCAPE, run_in_terminal("show", FOUNDING, env={"NO_COLOR": "1"}))
        self.assertIn(ESCAPE, run_in_terminal("show", FOUNDING, env={"NO_COLOR": ""}))
        self.assertNotIn(ESCAPE, run_in_terminal("show", FOUNDING, env={"TERM": "dumb"}))

    def test_a_closed_pipe_ends_quietly(self):
        many = (LINE + "\n").encode() * 200000
        for ignore in (False, True):
            def prepare():
                signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignore else signal.SIG_DFL)
            child = subprocess.Popen([CLI, "show", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, preexec_fn=prepare, restore_signals=False)
            def feed():
                try:
                    child.stdin.write(many)
                    child.stdin.close()
                except BrokenPipeError:
                    pass
            feeder = threading.Thread(target=feed)
            feeder.start()
            self.assertEqual(child.stdout.readline().decode(), RESULT + "\n")
            child.stdout.close()
            self.assertEqual(child.stderr.read(), b"")
            child.wait(timeout=60)
            feeder.join()
            child.stderr.close()
            if not child.stdin.closed:
                try:
                    child.stdin.close()
                except BrokenPipeError:
                    pass

    def test_a_full_disk_is_reported(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        for arguments in (["show", FOUNDING], ["show", "--jsonl", "examples/problems.jsonl"], ["--help"], [],
                          ["check", FOUNDING, "--output", "(1,5/4)"], ["show", FOUNDING, "-o", "/dev/full"],
                          ["show", "--jsonl", "examples/problems.jsonl", "-o", "/dev/full"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([CLI, *arguments], stdout=full, stderr=subprocess.PIPE, cwd=ROOT)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertRegex(done.stderr.decode(), ERROR)

    def test_a_terminal_s_width_is_kept_between_40_and_100(self):
        # The rule at the boundary is as wide as the page.
        rule = max(run_in_terminal("show", FOUNDING, env={"NO_COLOR": "1"}, columns=60).splitlines(), key=len)
        self.assertEqual(len(rule), 60)
        for columns, shown in ((10, 40), (300, 100)):
            text = run_in_terminal("show", FOUNDING, env={"NO_COLOR": "1"}, columns=columns)
            self.assertEqual(max(map(len, text.splitlines())), shown)

    def test_progress_is_for_terminals_and_leaves_nothing_behind(self):
        quick = run_in_terminal("show", "--jsonl", "examples/problems.jsonl")
        self.assertNotIn(ESCAPE, quick)


class JsonLines(unittest.TestCase):
    def test_results_stand_in_order_and_errors_in_their_place(self):
        lines = [LINE, '{"weights": ["1/4"], "values": [1]}', "", LINE, "not json", LINE]
        done = run("show", "--jsonl", stdin="\n".join(lines))  # no line break at the end
        self.assertEqual((done.returncode, done.stderr), (2, ""))
        out = done.stdout.splitlines()
        self.assertEqual(len(out), len(lines))
        for i in (0, 3, 5):
            self.assertEqual(out[i], RESULT)
        for i, code in ((1, "weights-short"), (2, "syntax"), (4, "syntax")):
            error = json.loads(out[i])
            self.assertEqual(error["line"], i + 1)
            self.assertIn(error["error"]["code"], (code, "empty"))
            self.assertGreater(error["error"]["column"], 0)

    def test_carriage_returns_belong_to_the_line_break(self):
        self.assertEqual(run("show", "--jsonl", stdin=(LINE + "\r\n") * 2).stdout, (RESULT + "\n") * 2)

    def test_a_line_over_the_limit_is_an_error_and_the_rest_goes_on(self):
        long = b'{"title": "' + b"x" * (17 << 20) + b'"}\n'
        done = run("show", "--jsonl", stdin=long + LINE.encode() + b"\n")
        first, second = done.stdout.splitlines()
        self.assertEqual(json.loads(first)["error"]["code"], "over-limit")
        self.assertEqual(second, RESULT)

    def test_a_result_comes_before_the_next_line_is_waited_for(self):
        child = subprocess.Popen([CLI, "show", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(3):
            child.stdin.write((LINE + "\n").encode())
            child.stdin.flush()
            ready, _, _ = select.select([child.stdout], [], [], 60)
            self.assertTrue(ready)
            self.assertEqual(child.stdout.readline().decode(), RESULT + "\n")
        child.stdin.close()
        self.assertEqual(child.wait(timeout=60), 0)
        child.stdout.close()

    def test_traces_are_whole_and_one_a_line(self):
        done = run("show", "--jsonl", "--trace", stdin=LINE + "\n" + LINE + "\n")
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 2)
        trace = json.loads(lines[0])
        self.assertEqual(trace["rows"][0]["output"], ["1", "5/4"])
        self.assertEqual([step["kind"] for step in trace["steps"]], ["assign", "scale", "add", "boundary"])

    def test_memory_does_not_grow_with_the_lines(self):
        # A sanitized program keeps what it has freed for a while, by default 256 MiB of it.
        environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"}
        def peak(count):
            with tempfile.TemporaryFile() as source:
                source.write((LINE + "\n").encode() * count)
                source.seek(0)
                child = subprocess.Popen([CLI, "show", "--jsonl"], stdin=source, stdout=subprocess.DEVNULL,
                                         env=environment)
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(child.returncode, 0)
                return usage.ru_maxrss
        self.assertLess(peak(200000) - peak(20000), 4096, "kibibytes")

    def test_flags_apply_to_every_line(self):
        done = run("show", "--jsonl", "--normalize", stdin='{"weights": [1, 1, 2], "values": [[2, 0], [0, 3], [1, 1]]}\n' * 2)
        self.assertEqual((done.returncode, done.stdout), (0, (RESULT + "\n") * 2))

    def test_lines_are_the_same_from_a_file_a_pipe_and_standard_input(self):
        text = (ROOT / "examples/problems.jsonl").read_text()
        named = run("show", "--jsonl", "examples/problems.jsonl")
        for arguments in (["show", "--jsonl"], ["show", "--jsonl", "-"], ["show", "-", "--jsonl"]):
            self.assertEqual(run(*arguments, stdin=text).stdout, named.stdout)

    def test_no_lines_give_no_results(self):
        done = run("show", "--jsonl", stdin="")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_files_in_and_out(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "results.jsonl")
            done = run("show", "--jsonl", "examples/problems.jsonl", "-o", str(target))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(target.read_text(), run("show", "--jsonl", "examples/problems.jsonl").stdout)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=[sys.argv[0]], verbosity=1)

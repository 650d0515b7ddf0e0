"""Checks the published JSON Schemas against the program: what it reads and writes is valid, and what is not is refused.

In a bad problem every fault is one of structure, which a schema can see, and exactblend refuses it too. Whether a number is
one, or a row sums to 1, a schema can't say.
"""

import json
import os
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute()

GOOD_PROBLEMS = [
    '{"weights": [1], "values": [1]}',
    '{"$schema": "x", "schema": "exactblend/problem/1", "weights": "1", "values": "1"}',
    '{"weights": ["masked", 1], "values": [[1, "1/2"], "(2,0)"]}',
    '{"weights": [["1/4", 0.75], [1, "masked"]], "values": [1, "2"], "labels": {"keys": ["a", "b"], "queries": ["p", "q"]}}',
    '{"weights": "(1/4,3/4) (1,0)", "values": "(1,2) (3,4)", "labels": {}}',
    '{"ratio": "1:1:2", "values": [1, 2, 3], "notes": "one"}',
    '{"ratio": [[1, 3], ["1/2", "0.(3)"]], "scores": [[0, 1], [1, 0]], "values": [1, 2], "notes": ["one", "two"]}',
    '{"scores": [0, "-1/2"], "values": [1, 2], "title": ""}',
    '{"scores": [5], "weights": ["100%"], "values": [["0.(3)", 0]]}',
    '{"scores": "1, masked, 2", "values": "1, 2, 0"}',
    '{"weights": ["3/2", "-1/2"], "signed": true, "normalize": false, "values": [[1], [2]]}',
    '{"weights": [3, 1], "normalize": true, "values": ["\\\\frac{1}{2}", "2 1/2"], "labels": {"keys": []}}',
    '{"weights": [1], "values": [1], "sentences": {}}',
    '{"weights": "(1,0) (0,1)", "values": [1, 2], "sentences": {"introduction": "{{queries}}", "assign": "{{w1}}", '
    '"scale": "{{scaled.1}}", "add": "\\u001b {{ output }}", "boundary": "{", "summary": "{{q2.output}}"}}',
    '{"scores": [0, 1], "ratio": "1:1", "values": [1, 2], "sentences": {"softmax": "{{s1}}", "normalize": "{{given.2}}"}}',
]

BAD_PROBLEMS = [
    "null",
    "1",
    '"1/4,1/4,1/2"',
    "[]",
    "{}",
    '{"weights": [1]}',
    '{"values": [1]}',
    '{"weights": [1], "ratio": [1], "values": [1]}',
    '{"wieghts": [1], "values": [1]}',
    '{"weights": [1], "values": [1], "note": "x"}',
    '{"weights": [], "values": [1]}',
    '{"weights": [[]], "values": [1]}',
    '{"weights": [1], "values": []}',
    '{"weights": [1], "values": [[]]}',
    '{"weights": 1, "values": [1]}',
    '{"weights": null, "values": [1]}',
    '{"weights": {"a": 1}, "values": [1]}',
    '{"weights": "", "values": [1]}',
    '{"weights": [null], "values": [1]}',
    '{"weights": [true], "values": [1]}',
    '{"weights": [""], "values": [1]}',
    '{"weights": [[[1]]], "values": [1]}',
    '{"weights": [1, [0]], "values": [1, 2]}',
    '{"weights": ["1/4,3/4"], "values": [1, 2]}',
    '{"ratio": ["1:2"], "values": [1, 2]}',
    '{"weights": [1], "values": 1}',
    '{"weights": [1], "values": ""}',
    '{"weights": [1], "values": [null]}',
    '{"weights": [1], "values": [{}]}',
    '{"weights": [1], "values": [[[1]]]}',
    '{"weights": [1], "values": [["(1,2)"]]}',
    '{"weights": [1], "values": [1], "schema": "exactblend/problem/2"}',
    '{"weights": [1], "values": [1], "schema": 1}',
    '{"weights": [1], "values": [1], "title": 1}',
    '{"weights": [1], "values": [1], "title": ["x"]}',
    '{"weights": [1], "values": [1], "notes": 1}',
    '{"weights": [1], "values": [1], "notes": [1]}',
    '{"weights": [1], "values": [1], "notes": [["x"]]}',
    '{"weights": [1], "values": [1], "labels": []}',
    '{"weights": [1], "values": [1], "labels": {"key": ["a"]}}',
    '{"weights": [1], "values": [1], "labels": {"keys": "a"}}',
    '{"weights": [1], "values": [1], "labels": {"keys": [1]}}',
    '{"weights": [1], "values": [1], "sentences": []}',
    '{"weights": [1], "values": [1], "sentences": "x"}',
    '{"weights": [1], "values": [1], "sentences": {"ad": "x"}}',
    '{"weights": [1], "values": [1], "sentences": {"keys": "x"}}',
    '{"weights": [1], "values": [1], "sentences": {"add": ""}}',
    '{"weights": [1], "values": [1], "sentences": {"add": 1}}',
    '{"weights": [1], "values": [1], "sentences": {"add": ["x"]}}',
    '{"weights": [1], "values": [1], "sentences": {"add": null}}',
    '{"weights": [1], "values": [1], "normalize": "yes"}',
    '{"weights": [1], "values": [1], "normalize": 1}',
    '{"weights": [1], "values": [1], "signed": null}',
]

# What is changed in a good trace must make it bad, or the schema would let anything pass.
SPOILED = {
    "another version": lambda trace: trace.update(schema="exactblend/trace/2"),
    "a part too many": lambda trace: trace.update(extra=1),
    "a row's part too many": lambda trace: trace["rows"][0].update(extra=1),
    "a step's part too many": lambda trace: trace["steps"][0].update(extra=1),
    "a formula's part too many": lambda trace: trace["steps"][0]["formula"][0].update(extra=1),
    "no values": lambda trace: trace.pop("values"),
    "no introduction": lambda trace: trace.pop("introduction"),
    "an empty introduction": lambda trace: trace.update(introduction=""),
    "no summary": lambda trace: trace.pop("summary"),
    "an empty summary": lambda trace: trace.update(summary=""),
    "no steps": lambda trace: trace.pop("steps"),
    "a number, not a string": lambda trace: trace["values"][0].__setitem__(0, 2),
    "a decimal": lambda trace: trace["values"][0].__setitem__(0, "0.5"),
    "a denominator of 1": lambda trace: trace["values"][0].__setitem__(0, "2/1"),
    "a negative zero": lambda trace: trace["values"][0].__setitem__(0, "-0"),
    "a leading zero": lambda trace: trace["values"][0].__setitem__(0, "01/2"),
    "another sum": lambda trace: trace["rows"][0].update(sum="2"),
    "weights without output": lambda trace: trace["rows"][0].pop("output"),
    "output without weights": lambda trace: trace["rows"][0].pop("weights"),
    "another kind": lambda trace: trace["steps"][0].update(kind="blend"),
    "another register": lambda trace: trace["steps"][0].update(register="exact"),
    "a step of no query": lambda trace: trace["steps"][0].pop("query"),
    "query 0": lambda trace: trace["steps"][0].update(query=0),
    "a boundary of one query": lambda trace: trace["steps"][-1].update(query=1),
    "an unknown name": lambda trace: trace["steps"][0].update(reads=["weight"]),
    "no sentence": lambda trace: trace["steps"][0].update(sentence=""),
    "no formula": lambda trace: trace["steps"][0].update(formula=[]),
}

faults = []


def check(holds, message):
    if not holds:
        faults.append(message)


def run(arguments, given=""):
    return subprocess.run([CLI, *arguments], input=given, capture_output=True, encoding="utf-8", cwd=ROOT, check=False)


def validator(name):
    schema = json.loads((ROOT / "schema" / name).read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def first_fault(schema, instance):
    fault = jsonschema.exceptions.best_match(schema.iter_errors(instance))
    return fault and f"{'/'.join(map(str, fault.absolute_path))}: {fault.message}"


def check_trace(schema, source, text):
    fault = first_fault(schema, json.loads(text))
    check(fault is None, f"{source}: its trace is not valid: {fault}")


problem_schema = validator("problem-1.schema.json")
trace_schema = validator("trace-1.schema.json")

examples = sorted((ROOT / "examples").glob("*.json"))
check(len(examples) >= 10, "there are fewer than 10 examples")
for example in examples:
    problem = json.loads(example.read_text(encoding="utf-8"))
    fault = first_fault(problem_schema, problem)
    check(fault is None, f"{example.name}: {fault}")
    named = (example.parent / problem.get("$schema", "")).resolve()
    check(named == (ROOT / "schema/problem-1.schema.json").resolve(), f"{example.name} names its schema as {named}")

problems = [(example.name, json.dumps(json.loads(example.read_text(encoding="utf-8")))) for example in examples]
for collection in sorted((ROOT / "examples").glob("*.jsonl")):
    problems += [(f"{collection.name}:{number}", line)
                 for number, line in enumerate(collection.read_text(encoding="utf-8").splitlines(), 1)]
problems += [(problem, problem) for problem in GOOD_PROBLEMS]

for source, problem in problems:
    fault = first_fault(problem_schema, json.loads(problem))
    check(fault is None, f"{source} is not valid: {fault}")
    shown = run(["show", "-", "--as", "json"], problem)
    check(shown.returncode == 0, f"{source} is valid and refused: {shown.stderr}")
    if shown.returncode == 0:
        check_trace(trace_schema, source, shown.stdout)

lines = run(["show", "--jsonl", "--trace"], "".join(problem + "\n" for _, problem in problems)).stdout.splitlines()
check(len(lines) == len(problems), f"{len(problems)} problems made {len(lines)} traces")
for (source, _), line in zip(problems, lines):
    check_trace(trace_schema, source, line)

for problem in BAD_PROBLEMS:
    check(not problem_schema.is_valid(json.loads(problem)), f"the schema lets pass: {problem}")
    shown = run(["show", "-"], problem)
    check(shown.returncode == 2, f"exactblend reads what is not valid: {problem}")

for how, spoil in SPOILED.items():
    trace = json.loads(lines[[source for source, _ in problems].index("assigned-weights.json")])
    check(trace_schema.is_valid(trace), "the founding example's trace is not valid")
    spoil(trace)
    check(not trace_schema.is_valid(trace), f"the trace's schema lets pass: {how}")

for fault in faults:
    print(fault)
print(f"{len(problems)} good problems, {len(BAD_PROBLEMS)} bad ones, {len(SPOILED)} spoiled traces: {len(faults)} faults")
sys.exit(1 if faults else 0)

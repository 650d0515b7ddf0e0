"""Counts what ./test left in a results folder, lists what failed and what was skipped, and ends with the line of counts.

PART.xml is ctest's JUnit file; an empty PART.REASON (build-failed, tests-did-not-run) is one failed test.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def skip_reason(output):
    """GoogleTest prints "FILE:LINE: Skipped", then the message; a script's reason is its last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for number, line in enumerate(lines[:-1]):
        if re.search(r": Skipped$", line):
            return lines[number + 1]
    return lines[-1] if lines else "no reason given"


def read(results):
    passed, failed, skipped = 0, [], []
    for file in sorted(results.iterdir()):
        if file.suffix != ".xml":
            failed.append(f"{file.stem}: {file.suffix[1:].replace('-', ' ')}")
            continue
        for case in ElementTree.parse(file).getroot().iter("testcase"):
            name = f"{file.stem}: {case.get('name')}"
            if case.get("status") == "disabled":
                skipped.append(f"{name} (disabled in its source)")
            elif case.find("skipped") is not None and case.get("status") == "notrun" and is_skip(case):
                skipped.append(f"{name} ({skip_reason(case.findtext('system-out') or '')})")
            elif case.get("status") == "run":
                passed += 1
            else:
                failed.append(name)
    return passed, failed, skipped


def is_skip(case):
    """Whether the test asked to be skipped; ctest calls a test whose program is missing "notrun" as well."""
    return case.find("skipped").get("message", "").startswith("SKIP_")


def main():
    passed, failed, skipped = read(pathlib.Path(sys.argv[1]))
    for title, names in (("skipped", skipped), ("failed", failed)):
        for name in names:
            print(f"{title}: {name}")
    if not passed and not failed and not skipped:
        print("no test matches")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


sys.exit(main())

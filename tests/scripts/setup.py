"""Tests tools/setup.sh against a make-believe apt-get and sudo, which only write down how they were called."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])

# Fails as often as the file `failures` has lines. "download" leaves a package whose Boost says that it is new enough.
APT = """\
#!/bin/bash
echo "apt-get $*" >>"$TOP/calls"
if [[ -s $TOP/failures ]]; then
  sed -i 1d "$TOP/failures"
  exit 100
fi
[[ $* != *download* ]] || cp "$TOP/boost.deb" .
"""
SUDO = """\
#!/bin/bash
echo "sudo $1" >>"$TOP/calls"
exec "$@"
"""
CONTROL = "Package: boost\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@localhost>\nDescription: none\n"
VERSION = "#define BOOST_VERSION 900000000\n"
NOT_ROOT = 65534 if os.geteuid() == 0 else None
HERE, ABSENT = "/bin/sh present", "/nonexistent/* absent"


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.top.chmod(0o777)
        (self.top / "bin").mkdir()
        self.program("apt-get", APT)
        self.program("sudo", SUDO)
        shutil.copy(ROOT / "tools/setup.sh", self.top / "setup.sh")  # where any user may read it

    def program(self, name, text):
        path = self.top / "bin" / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def bash(self, commands, *, path=None, user=None):
        script = f'set -euo pipefail; root=$TOP; log=$TOP/log; source "$TOP/setup.sh"; {commands}'
        path = path or f"{self.top / 'bin'}:/usr/bin:/bin"
        return subprocess.run(["/bin/bash", "-c", script], capture_output=True, text=True, user=user,
                              env={"TOP": str(self.top), "PATH": path})

    def calls(self):
        file = self.top / "calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def verbs(self):
        return [next(word for word in call.split() if word in ("install", "update", "download"))
                for call in self.calls() if call.startswith("apt-get")]

    def test_nothing_is_called_when_nothing_is_missing(self):
        result = self.bash(f"install_missing '{HERE}'; echo $installed_something")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "no\n", ""))
        self.assertEqual(self.calls(), [])

    def test_only_what_is_missing_is_installed_without_recommendations(self):
        result = self.bash(f"install_missing '{HERE}' '{ABSENT}'; echo $installed_something")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "yes\n", "exactblend: installing absent\n"))
        self.assertEqual(self.verbs(), ["install"])
        self.assertTrue(self.calls()[-1].endswith("install --no-install-recommends absent"), self.calls())

    def test_lists_are_refreshed_when_the_first_try_fails(self):
        (self.top / "failures").write_text("1\n", encoding="utf-8")
        self.assertEqual(self.bash(f"install_missing '{ABSENT}'").returncode, 0)
        self.assertEqual(self.verbs(), ["install", "update", "install"])

    def test_a_failed_install_is_one_sentence_and_2(self):
        (self.top / "failures").write_text("1\n2\n3\n", encoding="utf-8")
        result = self.bash(f"install_missing '{ABSENT}'")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"\Aexactblend: installing absent\nexactblend: could not install absent; [^\n]*log\n\Z")

    def test_another_user_than_root_goes_through_sudo(self):
        result = self.bash(f"install_missing '{ABSENT}'", user=NOT_ROOT)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.calls()[0], "sudo env")
        self.assertEqual(self.verbs(), ["install"])

    def test_without_sudo_the_command_for_root_is_named(self):
        (self.top / "bin/sudo").unlink()
        result = self.bash(f"install_missing '{ABSENT}'", path=str(self.top / "bin"), user=NOT_ROOT)
        self.assertEqual(result.returncode, 2)
        self.assertIn("as root, run: apt-get install --no-install-recommends absent", result.stderr)
        self.assertEqual(self.calls(), [])

    def test_a_boost_that_is_too_old_is_helped_by_a_private_copy(self):
        package = self.top / "package"
        (package / "DEBIAN").mkdir(parents=True)
        (package / "DEBIAN/control").write_text(CONTROL, encoding="utf-8")
        (package / "usr/include/boost").mkdir(parents=True)
        (package / "usr/include/boost/version.hpp").write_text(VERSION, encoding="utf-8")
        package.chmod(0o755)
        subprocess.run(["dpkg-deb", "-b", package, self.top / "boost.deb"], check=True, stdout=subprocess.DEVNULL)

        # No Boost is as new as that but the one in the package.
        result = self.bash("boost_least=800000000; ensure_boost; pwd; ensure_boost; echo $installed_something")
        self.assertEqual((result.returncode, result.stdout), (0, f"{self.top}\nyes\n"), result.stderr)
        self.assertEqual(self.verbs(), ["download"])
        self.assertEqual(sorted(path.name for path in (self.top / ".deps").iterdir()), ["boost"])
        self.assertEqual((self.top / ".deps/boost/usr/include/boost/version.hpp").read_text(encoding="utf-8"), VERSION)

    def test_a_failed_download_is_one_sentence_and_2(self):
        (self.top / "failures").write_text("1\n2\n3\n", encoding="utf-8")
        result = self.bash("boost_least=800000000; ensure_boost")
        self.assertEqual(result.returncode, 2)
        self.assertIn("exactblend: could not download libboost1.81-dev; ", result.stderr)
        self.assertFalse((self.top / ".deps/boost").exists())


result = unittest.main(exit=False, verbosity=2).result
sys.exit(0 if result.wasSuccessful() else 1)

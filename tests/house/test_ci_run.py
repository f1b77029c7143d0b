# SPDX-License-Identifier: Apache-2.0
"""CI's run starts `make test` with an environment that hides nothing, and only what reaches pip's index besides."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REACHES_PIP = {
    "PIP_INDEX_URL": "https://example.org/a b'\"$c\nd", "PIP_CERT": "/a.pem", "HTTPS_PROXY": "http://p:1",
    "no_proxy": "localhost", "all_proxy": "", "SSL_CERT_FILE": "/b.pem", "SSL_CERT_DIR": "/c",
    "REQUESTS_CA_BUNDLE": "/d",
}  # fmt: skip
STAYS_BEHIND = {
    "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "/e", "CI": "true", "LANG": "C",
    "TERM": "xterm", "USER": "f", "SHELL": "/g", "TMPDIR": "/h", "MAKEFLAGS": "-k", "MRC_LABS": "full",
    "PIPE": "i", "SSL_CERTS": "j",
}  # fmt: skip
MAKE = """\
#!/bin/sh
cd "$(dirname "$0")" && printf '%s\\0' "$@" > said && cp /proc/$$/environ environ && echo "$OLDPWD" > folder
exit 7
"""


def test_make_test_sees_home_path_and_what_pip_needs_and_nothing_else(tmp_path):
    make = tmp_path / "make"
    make.write_text(MAKE)
    make.chmod(0o755)
    bare = {"HOME": "/home/some one", "PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(
        [ROOT / ".ci" / "run"], cwd=tmp_path, env={**bare, **REACHES_PIP, **STAYS_BEHIND},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (7, "")
    assert (tmp_path / "said").read_text() == "test\0"
    assert (tmp_path / "folder").read_text().strip() == os.fspath(ROOT)
    seen = dict(each.split("=", 1) for each in (tmp_path / "environ").read_text().split("\0") if each)
    assert seen == {**bare, **REACHES_PIP}

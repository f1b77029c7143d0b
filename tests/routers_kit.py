# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for the command tools of routers: scripts that note what they are told and answer from files."""

from pathlib import Path

GRCLI = """#!/bin/sh
told=$(cat)
echo "$told" >> {log}
case "$told" in
  *dead*)
    echo "$told" | tail -n 1 | sed "s/^/+ /" >&2
    echo "error: command failed: Invalid argument (EINVAL)" >&2
    exit 1 ;;
  "interface stats") cat {answers}/interfaces ;;
  "stats show software") cat {answers}/nodes ;;
esac
"""

VPPCTL = """#!/bin/sh
shift 2
case "$*" in
  "exec "*) cat "$2" >> {log}; grep -q dead "$2" && echo "exec: ip route: unknown input \\`$(grep dead "$2")'" ;;
  "show version") echo "vpp v26.06-release built by somebody" ;;
  "show interface") cat {answers}/interfaces ;;
  "show errors") cat {answers}/nodes ;;
  "show sr localsids") cat {answers}/sids ;;
  "show sonic-ext trim") cat {answers}/trim ;;
  *) echo "$*" >> {log} ;;
esac
exit 0
"""

VPP = """#!/bin/sh
case "$1" in --version) echo "vpp v26.06-release built by somebody"; exit 0 ;; esac
cat "$2" >> {log}
touch "$(sed -n 's/.*cli-listen \\([^ ]*\\) .*/\\1/p' "$2")"
exec sleep 600
"""


class StandIn:
    """Programs in a folder of their own, what they were told, and what they answer."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "log"
        self._log.touch()
        self.programs = folder / "programs"
        self.programs.mkdir()
        self._answers = folder / "answers"
        self._answers.mkdir()

    def install(self, name: str, script: str) -> None:
        program = self.programs / name
        program.write_text(script.format(log=self._log, answers=self._answers))
        program.chmod(0o755)

    def answer(self, what: str, text: str) -> None:
        """Whoever asks for this is told so from now on."""
        (self._answers / what).write_text(text)

    def told(self) -> list[str]:
        """The lines since the last call."""
        lines = self._log.read_text().splitlines()
        self._log.write_text("")
        return [line for line in lines if not line.startswith(("stats show", "interface stats"))]

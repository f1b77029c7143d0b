# SPDX-License-Identifier: Apache-2.0
"""A rule for `make` that says which files a program is read from, as `cc -M` writes it."""

from __future__ import annotations

from collections.abc import Sequence

_WIDTH = 78
_CONTINUED = " \\\n "


def rule(targets: Sequence[str], files: Sequence[str], *, phony: bool) -> str:
    """The rule that `targets` depend on `files`.

    Args:
        targets: as they are to stand there; see `quoted`.
        files: names of files.
        phony: also write a rule without prerequisites for each file but the first, so that `make` does not stop when
            one of them is gone.
    """
    lines = [" ".join(targets) + ":"]
    for word in map(quoted, dict.fromkeys(files)):
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    text = _CONTINUED.join(lines) + "\n"
    return text + "".join(f"\n{quoted(file)}:\n" for file in list(dict.fromkeys(files))[1:] if phony)


def quoted(name: str) -> str:
    """A file name in which nothing means anything to `make`."""
    return name.replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#")

# SPDX-License-Identifier: Apache-2.0
"""p4c's options that several commands have: `-I DIR` and `-D NAME[=VALUE]`, also written `-IDIR` and `-DNAME`."""

from __future__ import annotations

from pathlib import Path

import click
from typing_extensions import override


class Define(click.ParamType[tuple[str, str | None]]):
    """`NAME` or `NAME=VALUE` as a pair of both; the value of a macro without one is None."""

    name = "name[=value]"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str | None]:
        name, equals, text = value.partition("=")
        if not name.isidentifier():
            self.fail(f"'{value}' is not NAME or NAME=VALUE", param, ctx)
        return name, text if equals else None


class Directory(click.ParamType[Path]):
    """A directory that is there."""

    name = "directory"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if not path.is_dir():
            self.fail(f"'{value}' is not a directory", param, ctx)
        return path


define_option = click.option(
    "-D", "defines", type=Define(), multiple=True, metavar="NAME[=VALUE]", help="Define a macro of the preprocessor."
)

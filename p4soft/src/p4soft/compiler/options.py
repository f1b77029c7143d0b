# SPDX-License-Identifier: Apache-2.0
"""Types of p4c's options that several commands have; `-IDIR` and `-DNAME[=VALUE]` may be written without a blank."""

from __future__ import annotations

from pathlib import Path

import click
from typing_extensions import override

from p4soft.compiler import p4info


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


class P4InfoFiles(click.ParamType[list[Path]]):
    """Files for P4Info or entries, with commas between them; each suffix says the format."""

    name = "files"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[Path]:
        files = [Path(part) for part in value.split(",") if part]
        for file in files:
            if file.suffix not in p4info.FORMATS:
                accepted = ", ".join(p4info.FORMATS)
                self.fail(f"'{file}': the suffix says the format; accepted: {accepted}", param, ctx)
        return files


define_option = click.option(
    "-D", "defines", type=Define(), multiple=True, metavar="NAME[=VALUE]", help="Define a macro of the preprocessor."
)

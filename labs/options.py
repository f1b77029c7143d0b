# SPDX-License-Identifier: Apache-2.0
"""What every command of the live lab takes: which lab."""

from __future__ import annotations

import click

from labs.completion import labs_here
from labs.errors import LabError
from labs.place import DEFAULT, Place, place


class _PlaceType(click.ParamType[Place]):
    name = "name"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> Place:
        """The place of the lab of that name."""
        try:
            return place(str(value))
        except LabError as problem:
            self.fail(str(problem), parameter, context)


LAB = click.option(
    "--name",
    "where",
    type=_PlaceType(),
    default=DEFAULT,
    show_default=True,
    help="Which lab.",
    shell_complete=labs_here,
)

# SPDX-License-Identifier: Apache-2.0
"""Functions written in C, which no P4 program decides: LLVM IR that lies next to each C file and is linked at run time.

A user needs no C compiler: `python -m tools.fixed` makes NAME.ll of NAME.c where the project is developed. The IR is
what the compiler's front end says, for no processor in particular: LLVM optimises it here, with the code that calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from llvmlite import ir

_TYPES: dict[str, ir.Type] = {
    "ptr": ir.PointerType(),
    "void": ir.VoidType(),
    "double": ir.DoubleType(),
    **{f"i{bits}": ir.IntType(bits) for bits in (1, 8, 16, 32, 64)},
}
_PUBLIC = re.compile(r"^define (?!internal)", re.MULTILINE)
_DEFINED = re.compile(r"^define (?P<result>\w+) @(?P<name>\w+)\((?P<arguments>[^)]*)\)", re.MULTILINE)


@dataclass(frozen=True)
class Fixed:
    """The functions of some C files.

    Attributes:
        folder: where the files are.
        names: of the files, without suffix. One file may call functions of another.
    """

    folder: Path
    names: tuple[str, ...]

    @cached_property
    def public(self) -> tuple[str, ...]:
        """Modules whose functions keep their names in machine code: Python calls them."""
        return tuple((self.folder / f"{name}.ll").read_text(encoding="utf-8") for name in self.names)

    @cached_property
    def linked(self) -> tuple[str, ...]:
        """Modules of which a module gets the functions that it calls, and what these call."""
        return tuple(_PUBLIC.sub("define linkonce_odr ", text) for text in self.public)

    def declared(self, module: ir.Module, name: str) -> ir.Function:
        """A function, as `module` calls it; raises KeyError."""
        found = module.globals.get(name)
        return ir.Function(module, self._kinds[name], name) if found is None else found

    def specialised(self, module: ir.Module, name: str, function: str, *known: ir.Constant) -> ir.Function:
        """Add the function `name`, which is a `function` whose last arguments are known."""
        general = self.declared(module, function)
        kinds = general.function_type.args[: -len(known)]
        made = ir.Function(module, ir.FunctionType(general.function_type.return_type, kinds), name)
        made.attributes.add("nounwind")
        b = ir.IRBuilder(made.append_basic_block("entry"))
        b.ret(b.call(general, [*made.args, *known]))
        return made

    @cached_property
    def _kinds(self) -> dict[str, ir.FunctionType]:
        return dict(kind for text in self.public for kind in _function_types(text))


def _function_types(text: str) -> Iterator[tuple[str, ir.FunctionType]]:
    for found in _DEFINED.finditer(text):
        arguments = [argument.split()[0] for argument in found["arguments"].split(",") if argument]
        yield found["name"], ir.FunctionType(_TYPES[found["result"]], [_TYPES[kind] for kind in arguments])

# SPDX-License-Identifier: Apache-2.0
"""Calls of externs as BMv2 primitives.

`FUNCTIONS`, `PACKET_METHODS` and `METHODS` list what v1model has and simple_switch supports; an extern of another
architecture has its place next to them.
"""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.externs.functions import FUNCTIONS
from p4soft.compiler.backend.externs.objects import METHODS
from p4soft.compiler.backend.externs.packets import PACKET_METHODS
from p4soft.compiler.backend.storage.values import Builtin, InstanceValue, Nothing, Value
from p4soft.compiler.unsupported import Unsupported

_REPLACED = {
    "clone3": "clone_preserving_field_list(type, session, index)",
    "resubmit": "resubmit_preserving_field_list(index)",
    "recirculate": "recirculate_preserving_field_list(index)",
}
"""Functions that v1model still declares, and what simple_switch has instead."""


_IN_PARSERS = {"verify", "assert", "assume", "log_msg"}
"""The functions that p4c compiles within a parser."""


def function(call: ast.Call, frame: Frame) -> Value:
    """Lower a call of an extern function.

    Raises:
        Unsupported: simple_switch has no such function, or not in a parser.
    """
    name = call.decl.name if call.decl is not None else ""
    if name in frame.ctx.left_out:
        return Nothing()
    handler = FUNCTIONS.get(name)
    if handler is None and name in _REPLACED:
        what, now = f"`{name}` with the data itself is not supported by simple_switch", _REPLACED[name]
        raise Unsupported(call.span, what, expected=f"`{now}`, and @field_list(index) at the metadata to keep")
    if handler is None:
        raise Unsupported(call.span, f"extern function '{name}' is not supported by simple_switch")
    if frame.pipeline == "parser" and name not in _IN_PARSERS:
        raise _refused(call, frame, name)
    return handler(call, frame)


def method(call: ast.Call, frame: Frame) -> Value:
    """Lower a call of an extern object's method.

    Raises:
        Unsupported: simple_switch has no such method.
    """
    if call.receiver is None or call.decl is None:
        raise Unsupported(call.span, "this method call is not supported")
    receiver = expressions.lower(call.receiver, frame)
    name = call.decl.name
    match receiver:
        case Builtin():
            handler = PACKET_METHODS.get((receiver.name, name))
            if handler is not None:
                return handler(call, frame)
            raise Unsupported(call.span, f"{receiver.name}.{name} is not supported by simple_switch")
        case InstanceValue():
            extern = METHODS.get((receiver.instance.kind, name))
            if extern is not None:
                kind = receiver.instance.kind
                in_parser = frame.pipeline == "parser" and (kind, name) != ("register", "read")
                if in_parser or frame.pipeline == "deparser":
                    raise _refused(call, frame, f"{kind}.{name}")
                return extern(receiver.instance, call, frame)
            raise Unsupported(call.span, f"{receiver.instance.kind}.{name} is not supported by simple_switch")
        case _:
            raise Unsupported(call.span, f"'{name}' is called on something that is not an extern object")


def _refused(call: ast.Call, frame: Frame, what: str) -> Unsupported:
    """p4c's verdict on an extern that simple_switch has, but not in this block."""
    also = "register.read, verify, assert, assume or log_msg" if frame.pipeline == "parser" else "functions"
    return Unsupported(
        call.span,
        f"{what}: not supported within a {frame.pipeline} on this target",
        expected=f"the call in ingress or egress; here {also} may be called",
    )

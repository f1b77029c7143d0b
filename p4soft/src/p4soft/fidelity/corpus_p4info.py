# SPDX-License-Identifier: Apache-2.0
"""Point 4: our P4Info and p4c's, for every v1model program of the corpus."""

from __future__ import annotations

import difflib
import tempfile
from pathlib import Path
from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import text_format
from google.protobuf.descriptor import FieldDescriptor

from p4soft.fidelity.corpus import FAIL, PASS, SKIP, CorpusError, Outcome, samples
from p4soft.fidelity.corpus_compilers import Compiled, Refused, compile_ours, compile_p4c
from p4soft.fidelity.corpus_pool import Pool
from p4soft.fidelity.corpus_report import Report, share
from p4soft.fidelity.reference import p4c

_DIFF_LINES = 12
_ROW_ONLY_P4C = "compiled by p4c only"


def measure_p4info(corpus: Path, pool: Pool) -> Report:
    """Compile every v1model program with both compilers and compare their P4Info.

    Raises:
        CorpusError: p4c-bm2-ss is not on the PATH, or there is no corpus.
    """
    if not p4c.available():
        raise CorpusError("p4info: p4c-bm2-ss is not on the PATH")
    outcomes = pool.run("P4Info", _measure, samples(corpus))
    compared = [o for o in outcomes if o.result != SKIP]
    same = sum(o.result == PASS for o in compared)
    only_p4c = sum(o.row == _ROW_ONLY_P4C for o in outcomes)
    remarks = [
        f"equal {share(same, len(compared))}",
        f"we compile {share(len(compared), len(compared) + only_p4c)} of the programs that p4c compiles",
    ]
    target = "equal for every program that both compile"
    return Report("P4Info: ours and p4c's", outcomes, target, same == len(compared) and bool(same), remarks)


def _measure(program: Path) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        theirs = _try(compile_p4c, program, Path(work))
        ours = _try(compile_ours, program, Path(work))
    name = str(program)
    if isinstance(ours, str) and isinstance(theirs, str):
        return Outcome(name, SKIP, "refused by both compilers", f"ours: {ours}\np4c: {theirs}")
    if isinstance(ours, str):
        return Outcome(name, SKIP, _ROW_ONLY_P4C, ours)
    if isinstance(theirs, str):
        return Outcome(name, SKIP, "compiled by us only", theirs)
    difference = differences(ours.p4info, theirs.p4info)
    if difference:
        return Outcome(name, FAIL, "different P4Info", difference)
    return Outcome(name, PASS, "equal P4Info")


def _try(compiler: Any, program: Path, work: Path) -> Compiled | str:  # noqa: ANN401 - two functions of one shape
    try:
        result: Compiled = compiler(program, work)
        if result.no_p4info:
            return result.no_p4info
    except Refused as refusal:
        return str(refusal)
    except text_format.ParseError as error:
        return f"the P4Info is not of P4Runtime's version in use here: {error}"
    return result


def differences(ours: p4info_pb2.P4Info, theirs: p4info_pb2.P4Info) -> str:
    """The first lines of a diff of the two, whatever order they are written in; "" when they say the same."""
    mine, other = canonical(ours).splitlines(), canonical(theirs).splitlines()
    diff = list(difflib.unified_diff(other, mine, "p4c", "ours", lineterm="", n=2))
    return "\n".join(diff[:_DIFF_LINES])


def canonical(info: p4info_pb2.P4Info) -> str:
    """P4Info as text, with everything whose order means nothing sorted: what has an id, and annotations."""
    copy = p4info_pb2.P4Info()
    copy.CopyFrom(info)
    _sort(copy)
    text: str = text_format.MessageToString(copy)
    return text


def _sort(message: Any) -> None:  # noqa: ANN401 - generated messages are untyped
    for field, value in message.ListFields():
        if field.type != FieldDescriptor.TYPE_MESSAGE:
            if field.name == "annotations":
                value.sort()
            continue
        if field.message_type.GetOptions().map_entry:
            # Printed in order of the key. Values can be messages or plain.
            for item in value.values():
                if hasattr(item, "ListFields"):
                    _sort(item)
        elif field.is_repeated:
            for item in value:
                _sort(item)
            if _has_identity(field.message_type) or field.name == "structured_annotations":
                value.sort(key=lambda item: item.SerializeToString(deterministic=True))
        else:
            _sort(value)


def _has_identity(message_type: Any) -> bool:  # noqa: ANN401 - generated messages are untyped
    return bool({"id", "preamble"} & set(message_type.fields_by_name))

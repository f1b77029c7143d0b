# SPDX-License-Identifier: Apache-2.0
"""Settings as a P4Runtime WriteRequest in protobuf text, for a switch that runs `p4src/` and has empty tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf import text_format

from controller.p4rt import encode
from controller.pipeline import Pipeline
from ptf_tests.dut.p4runtime.translation import translate
from ptf_tests.switch.settings import Setting


def render(
    settings: Sequence[Setting], blocked: Collection[tuple[int, int]], ports: Sequence[int], pipeline: Pipeline
) -> str:
    """The request that inserts every entry; whoever sends it fills in device id and election id.

    Raises:
        SettingError: the program cannot express a setting.
    """
    request = p4runtime_pb2.WriteRequest()
    for entry in translate(settings, ports, blocked):
        update = request.updates.add(type=p4runtime_pb2.Update.INSERT)
        update.entity.table_entry.CopyFrom(encode(pipeline, entry))
    head = "# proto-file: p4/v1/p4runtime.proto\n# proto-message: p4.v1.WriteRequest\n"
    return head + str(text_format.MessageToString(request))

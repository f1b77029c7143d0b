# SPDX-License-Identifier: Apache-2.0
"""What the processes of a live fabric tell each other: each message, and nothing else, comes back as it was."""

import pytest

from fabric.errors import FabricError
from fabric.live.messages import REQUESTS, Register, SetPort, TopologySource, line_of, message_of, text_of


def test_a_message_comes_back():
    said = TopologySource(file="/lab.yaml", overrides={"planes": 2, "ecmp": True})
    assert message_of(text_of(said), TopologySource) == said
    assert REQUESTS.read(line_of(SetPort(port=3, up=False))) == SetPort(port=3, up=False)


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"null", b"{}", b'{"ask":"nothing"}', b'{"ask":"register"}', b'{"ask":"register","size":0}',
        b'{"ask":"register","size":"1"}', b'{"ask":"register","size":1,"more":2}', b'{"ask":"register","size":NaN}',
        b'{"ask":"register","size":1}{}', b"\xff", b"[" * 100_000,
    ],
)  # fmt: skip
def test_anything_else_is_refused(line):
    with pytest.raises(ValueError):
        REQUESTS.read(line)
    assert REQUESTS.read(b'{"ask":"register","size":1}') == Register(size=1)


def test_a_name_that_is_no_text_is_an_error_for_people():
    with pytest.raises(FabricError, match=r"^'/l\\udcff': this name is no text; accepted: names in UTF-8$"):
        text_of(TopologySource(file="/l\udcff"))

# SPDX-License-Identifier: Apache-2.0
"""What compiling a program gives: object files and what Python needs to know about it, in memory or as bytes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

_MAGIC = b"softswitch native 3\n"
_DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Artifact:
    """One compiled program.

    Attributes:
        images: the object files; functions of one call those of another.
        headers: bytes that all headers together can take on the wire.
        failures: messages of the assertions, see `unit`.
        messages: texts of log_msg, each with the sizes of its values in 64-bit words.
    """

    images: tuple[bytes, ...]
    headers: int
    failures: tuple[str, ...]
    messages: tuple[tuple[str, tuple[int, ...]], ...]

    def to_bytes(self, name: str) -> bytes:
        """Everything, with a digest that notices any change, another name among them."""
        sizes = [len(image) for image in self.images]
        facts = json.dumps([self.headers, self.failures, self.messages, sizes]).encode()
        payload = len(facts).to_bytes(8, "big") + facts + b"".join(self.images)
        return _MAGIC + _digest(name, payload) + payload

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> Artifact | None:
        """The reverse; None unless the bytes are whole, unchanged, and what was written under this name."""
        start = len(_MAGIC) + _DIGEST
        payload = data[start:]
        if not data.startswith(_MAGIC) or _digest(name, payload) != data[len(_MAGIC) : start]:
            return None
        end = 8 + int.from_bytes(payload[:8], "big")
        headers, failures, messages, sizes = json.loads(payload[8:end])
        texts = tuple((text, tuple(words)) for text, words in messages)
        images = []
        for size in sizes:
            images.append(payload[end : end + size])
            end += size
        return cls(tuple(images), headers, tuple(failures), texts)


def _digest(name: str, payload: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + payload).digest()

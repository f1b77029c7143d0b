# SPDX-License-Identifier: Apache-2.0
"""The client's side of P4Runtime: one session with one switch, errors that say what the server said, byte strings.

It knows messages, not what is in them: tables and programs are the business of who uses it.
"""

from p4soft.p4runtime_client.session import Refusal, Sent, Session, SessionError, WriteRefusedError, bytestring

__all__ = ["Refusal", "Sent", "Session", "SessionError", "WriteRefusedError", "bytestring"]

# SPDX-License-Identifier: Apache-2.0
"""What befell each packet, worked out from captures, or from a NIC's own journal, alone.

```
 captures (pcapng in) ──┐
                        ├─► packets (one frame, decoded) ─► conversations (who sent what to whom) ─► fates ─► summary
 journal (of a NIC) ────┘                                                                    tables, JSON ◄──┘
```
"""

from host_stack.explain.captures import CapturedFrame, CaptureError, read_capture
from host_stack.explain.conversations import Conversation, Conversations, read_conversations

__all__ = ["CaptureError", "CapturedFrame", "Conversation", "Conversations", "read_capture", "read_conversations"]

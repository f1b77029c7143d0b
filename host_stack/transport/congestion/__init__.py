# SPDX-License-Identifier: Apache-2.0
"""Congestion control (endpoint §7).

```
 Requestor ─► Account (one per queue pair) ─► Destination (one per peer NIC) ─► CongestionController: a window
                 rcvd_bytes, books                bytes in flight                  NSCC, fixed window, NULL, your own
 Responder ─► FlowControl (one per NIC): the penalty its SACKs carry
```

A new algorithm is a class that implements ``controller.CongestionController`` in a module of its own and a row of
``profile.ALGORITHMS``; [docs/congestion-control.md] is the guide.
"""

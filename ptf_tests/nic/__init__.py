# SPDX-License-Identifier: Apache-2.0
"""NIC conformance: a tester that plays the peer and every plane of the network for one MRC NIC.

```
 cases/*.py ──► Peer (frames in, frames out, checks) ──► NicUnderTest ──► embedded.py: host_stack, virtual time
                  │                                            └────────► interface.py: any NIC, real time
                  └─► frames.py, wire.py ──► ptf_tests/headers (the tester's own layouts, guarded by vectors.py)
```

Expected bytes come from the requirement: nothing here but ``embedded.py`` knows ``host_stack``, and the tester builds
and takes apart every header by the layouts of `ptf_tests/headers`.
"""

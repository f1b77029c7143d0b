# SPDX-License-Identifier: Apache-2.0
"""NIC conformance: a tester that plays the peer and every plane of the network for one MRC NIC.

```
 cases/*.py ──► Peer (frames in, frames out, checks) ──► NicUnderTest ──► dut/nic/embedded.py: virtual time
                  │                                            └────────► dut/nic/interface.py: any, real time
                  └─► frames.py, wire.py ──► ptf_tests/headers (the tester's own layouts, guarded by vectors.py)
```

Expected bytes come from the requirement: nothing but `dut/nic/embedded.py` knows `host_stack`, and the tester builds
and takes apart every header by the layouts of `ptf_tests/headers`.
"""

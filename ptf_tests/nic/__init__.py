# SPDX-License-Identifier: Apache-2.0
"""NIC conformance: a tester that plays the peer and every plane of the network for one MRC NIC.

```
 cases/*.py ──► Peer (frames in, frames out, checks) ──► NicUnderTest ──► dut/embedded_nic.py: virtual time
                  │                                            └────────► dut/interface_nic.py: any, real time
                  └─► wire.py ──► ptf_tests/headers (the tester's own layouts, guarded by vectors.py)
```

Expected bytes come from the requirement: nothing but `dut/embedded_nic.py` knows `host_stack`, and the tester builds
and takes apart every header by the layouts of `ptf_tests/headers`.
"""

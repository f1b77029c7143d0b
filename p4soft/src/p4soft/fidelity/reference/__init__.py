# SPDX-License-Identifier: Apache-2.0
"""The real p4c and simple_switch, as processes: what the embedded target is compared with.

simple_switch is spoken to over its own two sockets, neither of which needs root: nanomsg for frames (`--packet-in`),
Thrift for clone sessions, multicast groups, counters and registers. Both protocols are simple enough to write here.
"""

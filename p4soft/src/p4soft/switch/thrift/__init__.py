# SPDX-License-Identifier: Apache-2.0
"""The Thrift interface of simple_switch, as its `runtime_CLI` and `simple_switch_CLI` use it.

A second control plane next to P4Runtime, over the same state and under the same lock: what one writes, the other reads.
"""

from p4soft.switch.thrift.server import ThriftServer, ThriftServerError

__all__ = ["ThriftServer", "ThriftServerError"]

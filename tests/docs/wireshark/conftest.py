# SPDX-License-Identifier: Apache-2.0
"""Lets the tests here import ``host_stack_kit``: what the dissector is held against is what our NIC sends."""

import sys
from pathlib import Path

HOST_STACK = str(Path(__file__).resolve().parents[2] / "host_stack")
if HOST_STACK not in sys.path:
    sys.path.insert(0, HOST_STACK)

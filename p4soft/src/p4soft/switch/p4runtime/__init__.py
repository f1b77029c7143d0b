# SPDX-License-Identifier: Apache-2.0
"""Serves SimpleSwitches over P4Runtime (p4.v1, https://p4.org/p4-spec/p4runtime/main/P4Runtime-Spec.html)."""

from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.servicer import P4RuntimeServer, ServerError, SharedServer, Tls

__all__ = ["Device", "P4RuntimeServer", "ServerError", "SharedServer", "Tls"]

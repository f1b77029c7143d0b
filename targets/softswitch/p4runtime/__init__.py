# SPDX-License-Identifier: Apache-2.0
"""Serves a SimpleSwitch over P4Runtime (p4.v1, https://p4.org/p4-spec/p4runtime/main/P4Runtime-Spec.html)."""

from targets.softswitch.p4runtime.server import P4RuntimeServer
from targets.softswitch.p4runtime.tls import ServerError, Tls

__all__ = ["P4RuntimeServer", "ServerError", "Tls"]

# SPDX-License-Identifier: Apache-2.0
"""Cables in user space: one process that carries frames between the Unix sockets of switches and NICs, paced."""

# SPDX-License-Identifier: Apache-2.0
"""The cables of a live network: veths shaped by the kernel, or Unix sockets behind a process that relays."""

# SPDX-License-Identifier: Apache-2.0
"""The Linux kernel's SRv6 in a network namespace."""

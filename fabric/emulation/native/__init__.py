# SPDX-License-Identifier: Apache-2.0
"""The emulator's core as machine code: links, queues and switches go on by themselves until a NIC must be asked."""

# SPDX-License-Identifier: Apache-2.0
"""What is on the wire of RoCEv2: opcodes, headers, frames in and out. Knows no queue pair and no clock."""

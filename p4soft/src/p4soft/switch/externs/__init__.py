# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of v1model's externs: hash and checksum algorithms."""

# SPDX-License-Identifier: Apache-2.0
"""Files that the project writes: whole or not at all, whatever is in them."""

from p4soft.outputs.atomic import OutputError, atomic_file, write_all, write_bytes, write_text

__all__ = ["OutputError", "atomic_file", "write_all", "write_bytes", "write_text"]

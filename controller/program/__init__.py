# SPDX-License-Identifier: Apache-2.0
"""What whoever fills the tables of `p4src/` and reads its counters must know: names, numbers, formulas."""

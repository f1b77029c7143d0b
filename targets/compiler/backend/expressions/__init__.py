# SPDX-License-Identifier: Apache-2.0
"""P4 expressions as lowered ones, and structs, headers, stacks and unions as wholes (`aggregates`)."""

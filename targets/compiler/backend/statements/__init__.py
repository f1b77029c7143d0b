# SPDX-License-Identifier: Apache-2.0
"""P4 statements as lowered ones."""

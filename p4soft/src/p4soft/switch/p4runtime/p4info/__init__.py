# SPDX-License-Identifier: Apache-2.0
"""P4Info, indexed, checked against the program beside it, and the translations of its types."""

# SPDX-License-Identifier: Apache-2.0
"""Values, keys, actions and packets as P4Runtime messages carry them, and back."""

# SPDX-License-Identifier: Apache-2.0
"""What the switch tells control planes of its own accord, whatever protocol carries it: digest lists, idle entries."""

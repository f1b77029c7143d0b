# SPDX-License-Identifier: Apache-2.0
"""What the program instantiates (P4_16 §19), and the names the control plane knows it by."""

# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in an emulated fabric: agents beside NICs, and trials of what their map finds."""

# SPDX-License-Identifier: Apache-2.0
"""core.p4's and v1model's externs as BMv2 primitives."""

# SPDX-License-Identifier: Apache-2.0
"""From what a scenario's workload says to flows, and what each of their messages waits for."""

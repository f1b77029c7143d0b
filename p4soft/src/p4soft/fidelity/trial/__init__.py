# SPDX-License-Identifier: Apache-2.0
"""One program with a workload on either switch, what came of it, and why two outcomes differ."""

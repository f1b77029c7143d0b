# SPDX-License-Identifier: Apache-2.0
"""What a scenario file says: workload, faults at times, expectations. Knows no engine: all do what it says."""

# SPDX-License-Identifier: Apache-2.0
"""What a scenario file says: workload, faults at times, expectations. It knows no engine."""

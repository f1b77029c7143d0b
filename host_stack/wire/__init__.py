# SPDX-License-Identifier: Apache-2.0
"""What is on the wire: numbers, headers, whole frames in and out. Knows no queue pair, no path and no clock."""

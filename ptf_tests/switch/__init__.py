# SPDX-License-Identifier: Apache-2.0
"""The cases for switches and what they stand on: settings, packets, counters, expectations. No P4Runtime in here."""

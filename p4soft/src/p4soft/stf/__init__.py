# SPDX-License-Identifier: Apache-2.0
"""The Simple Test Framework: packets in, packets out, for any v1model program. `python -m p4soft.stf --help`."""

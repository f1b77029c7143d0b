# SPDX-License-Identifier: Apache-2.0
"""The cases, one module per part of the protocol."""

# SPDX-License-Identifier: Apache-2.0
"""The old name of `tools.fidelity`."""

# SPDX-License-Identifier: Apache-2.0
"""The conformance run: which cases apply to a device, running them, and the verdict on every requirement."""

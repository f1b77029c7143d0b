# SPDX-License-Identifier: Apache-2.0
"""The services that every target of BMv2's has."""

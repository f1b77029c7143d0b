# SPDX-License-Identifier: Apache-2.0
"""Broken switch programs, to prove that the conformance suite notices: generated ones, and ones a vendor could ship."""

# SPDX-License-Identifier: Apache-2.0
"""Constraints of p4-constraints: `syntax` parses one, `evaluation` checks its types and makes a function of it.

The language: https://github.com/p4lang/p4-constraints
"""

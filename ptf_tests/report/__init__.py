# SPDX-License-Identifier: Apache-2.0
"""The report of a device: `conformance.json`, `junit.xml`, `conformance.html` and captures of what failed.

`files` writes them, `verdicts` shows their sum, `compare` sets two beside each other; `diff` compares frames alone.
"""

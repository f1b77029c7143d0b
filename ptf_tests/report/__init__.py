# SPDX-License-Identifier: Apache-2.0
"""The report of a device: `conformance.json`, `junit.xml`, `conformance.html` and captures of what failed."""

from __future__ import annotations

from ptf_tests.report.compare import compare, lost_musts, merged, write_comparison
from ptf_tests.report.files import write_all
from ptf_tests.report.verdicts import failures, summary

__all__ = ["compare", "failures", "lost_musts", "merged", "summary", "write_all", "write_comparison"]

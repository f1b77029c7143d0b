# SPDX-License-Identifier: Apache-2.0
"""What people see of a run: progress while it runs, tables, plots and pages made from `result.json` alone."""

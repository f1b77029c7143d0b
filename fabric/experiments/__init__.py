# SPDX-License-Identifier: Apache-2.0
"""The production paper's experiments (arXiv 2605.04333 §5) on the emulated fabric, each with its criterion.

figures/ (what is run, and judged) -> running (Dask) -> store (one run: a scenario) -> page
"""

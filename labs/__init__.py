# SPDX-License-Identifier: Apache-2.0
"""The live lab: a fabric that runs beside you, kept by one process and driven by short commands."""

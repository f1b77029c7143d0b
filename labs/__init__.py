# SPDX-License-Identifier: Apache-2.0
"""The live lab: a fabric that keeps running, held by one process and driven by short commands.

The course lies here, too: the numbered folders, `grading` and `solutions`.
"""

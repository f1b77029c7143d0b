# SPDX-License-Identifier: Apache-2.0
"""The proof that a fabric's tables carry every path and nothing else: docs/proof.md has the argument.

`properties` judges one switch, `proving` all of them, `failures` counts what is lost when something fails.
`witnesses` makes packets that show a wrong entry, `prediction` says what becomes of them, `p4src_run` runs them.
"""

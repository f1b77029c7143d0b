# SPDX-License-Identifier: Apache-2.0
"""The back end: typed program in, BMv2 JSON out.

From the bottom: `ir` is the lowered language (`arithmetic` makes its expressions), `storage` where values live and
`context` what lowering shares. `aggregates`, `expressions`, `statements`, `tables`, `externs` and `calls`
lower the program's bodies; `bmv2_json` writes them and puts a whole V1Switch together.
"""

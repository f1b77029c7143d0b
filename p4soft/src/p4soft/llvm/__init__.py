# SPDX-License-Identifier: Apache-2.0
"""Machine code of this process, written with LLVM: every module that generates some imports from here.

`fixed` has functions that are written in C, `jit` turns a module into functions and keeps on disk what was compiled,
`machine` has LLVM compile in separate processes (`child`), and `bounds` puts checks before everything that touches
memory. Nothing here knows P4, switches or packets.
"""

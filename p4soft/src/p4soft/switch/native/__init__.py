# SPDX-License-Identifier: Apache-2.0
"""The native engine: the pipeline and its tables as machine code, made in process with LLVM."""

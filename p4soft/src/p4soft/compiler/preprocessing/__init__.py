# SPDX-License-Identifier: Apache-2.0
"""Source text to tokens: the preprocessor, its macros, and the lexer."""

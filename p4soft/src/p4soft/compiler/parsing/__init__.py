# SPDX-License-Identifier: Apache-2.0
"""The parser: recursive descent for declarations and statements, precedence climbing for expressions.

P4_16's grammar cannot be parsed without knowing which names are types (`(T) x`, `a < b`), so the parser keeps
scopes of names as it goes. Layers, each a subclass of the one before: `tokens` (stream, scopes, recovery),
`expressions` (types, expressions; keysets and annotations), `statements`, `declarations` (tables; parsers and controls;
all others).
"""

from p4soft.compiler.parsing.declarations import parse_program

__all__ = ["parse_program"]

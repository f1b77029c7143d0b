# SPDX-License-Identifier: Apache-2.0
"""The checker: names, types, constants (specification sections 6.8 to 18).

Layers, each a subclass of the one before: `base` (scopes, reporting), `typerefs`, `conversions` (implicit and explicit
casts), `operators`, `parts`, `specialise` (generic bodies), `expressions`, `binding` (of arguments), `calls`,
`statements`, `tables`, `parsers`, `annotations`, `declarations`. `constants`, `generics` and `entries` are functions.
An error gives its expression the type UNKNOWN, which fits everywhere, so that one mistake is reported once.
"""

from p4soft.compiler.checking.declarations import Checker

__all__ = ["Checker"]

# SPDX-License-Identifier: Apache-2.0
"""The checker: names, types, constants (specification sections 6.8 to 18).

Layers, each a subclass of the one before: `scopes` (and reporting), `types` (as written; generics), `operators` (and
implicit and explicit casts), `expressions`, `calls`, `statements`, `tables`, `declarations` (parsers, controls, types).
`constants` and `flow` are functions. An error gives its expression the type UNKNOWN, which fits everywhere, so that one
mistake is reported once.
"""

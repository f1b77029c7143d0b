# SPDX-License-Identifier: Apache-2.0
"""The program as a whole in P4Info: `@pkginfo`, `@platform_property`."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast
from p4soft.compiler.p4info import notes
from p4soft.compiler.source import Diagnostics

ARCH = "v1model"


def add_package(package: p4info_pb2.PkgInfo, main: ast.Instantiation | None, diagnostics: Diagnostics) -> None:
    """Describe the program from the annotations of its `main`."""
    package.arch = ARCH
    if main is None:
        return
    for annotation in main.annotations:
        if annotation.name == "pkginfo":
            for key, value in notes.pairs(annotation):
                if key in ("name", "version", "organization", "contact", "url", "arch") and isinstance(value, str):
                    setattr(package, key, value)
                else:
                    diagnostics.warn(
                        annotation.span,
                        f"key '{key}' of @pkginfo is ignored",
                        expected="name, version, organization, contact or url with a string",
                        code="pkginfo",
                    )
        elif annotation.name == "platform_property":
            properties = package.platform_properties
            for key, value in notes.pairs(annotation):
                if isinstance(value, int) and key in properties.DESCRIPTOR.fields_by_name:
                    setattr(properties, key, value)
    kept = [a for a in main.annotations if a.name not in ("pkginfo", "platform_property")]
    notes.add(package, kept)
    notes.document(package, kept)

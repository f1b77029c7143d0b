# SPDX-License-Identifier: Apache-2.0
"""p4soft is a distribution of its own: nothing in it imports a package of the project, or speaks of one."""

import ast
import re

import house_kit

PACKAGES = sorted(set(house_kit.packages()) - {"p4soft"})
INSIDE = [name for name in house_kit.files() if name.startswith("p4soft/")]

STRANGE = re.compile(
    r"\b(p4src|host_stack|ptf_tests|clustermapper|MRC|SRv6|uSID|RoCE(v2)?|Clustermapper|scapy)\b"
    r"|\b(common|controller|fabric|labs|roce|tools|topologies|tests)/[a-z_]+\.(py|yaml)\b"
)
"""What a P4 person has never heard of, and the files of the project around p4soft."""

OF_OTHERS = re.compile(r"-I p4src(/v1model)?|NDP replies, and SRv6 insert|tests/[a-z0-9_/]+\.py")
"""Names of other people's programs, and p4soft's own tests."""


def texts():
    for name in INSIDE:
        try:
            yield name, house_kit.text(name)
        except UnicodeDecodeError:
            continue


def test_p4soft_speaks_of_nothing_around_it():
    found = [
        f"{name}:{number}: {line.strip()[:160]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if STRANGE.search(OF_OTHERS.sub("", line))
    ]
    assert not found, "\n" + "\n".join(found)


def test_p4soft_imports_no_package():
    found = [
        f"{name}:{node.lineno}: {target}"
        for name in INSIDE
        if name.endswith(".py")
        for node in house_kit.below(house_kit.tree(name))
        for target in imported(node)
        if target.split(".")[0] in PACKAGES
    ]
    assert not found, "\n" + "\n".join(found)


def imported(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []

# SPDX-License-Identifier: Apache-2.0
"""P4Info ids and aliases. The numbers are those every p4c release gives the p4lang tutorials' basic.p4."""

import pytest

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import NOWHERE, Unsupported
from p4soft.compiler.p4info.preamble import Prefix, Symbols, field_ids, jenkins_one_at_a_time


def _id(value):
    return ast.Annotation(NOWHERE, "id", expressions=[ast.IntLiteral(NOWHERE, value)])


@pytest.mark.parametrize(
    ("kind", "name", "number"),
    [
        (Prefix.TABLE, "MyIngress.ipv4_lpm", 37375156),
        (Prefix.ACTION, "MyIngress.ipv4_forward", 28792405),
        (Prefix.ACTION, "MyIngress.drop", 25652968),
        (Prefix.ACTION, "NoAction", 21257015),
    ],
)
def test_ids_are_p4cs(kind, name, number):
    symbols = Symbols()
    symbols.add(kind, name, (), NOWHERE)
    symbols.resolve()
    assert symbols.id(kind, name) == number


def test_hash_of_the_published_example():
    # Bob Jenkins' one-at-a-time hash as published: "a" -> 0xca2e9442, the phrase -> 0x519e91f5.
    assert jenkins_one_at_a_time("a") == 0xCA2E9442
    assert jenkins_one_at_a_time("The quick brown fox jumps over the lazy dog") == 0x519E91F5


def test_a_given_id_moves_a_colliding_name_on():
    symbols = Symbols()
    symbols.add(Prefix.ACTION, "mine", [_id(21257015)], NOWHERE)
    symbols.add(Prefix.ACTION, "NoAction", (), NOWHERE)
    symbols.resolve()
    assert symbols.id(Prefix.ACTION, "mine") == 21257015
    assert symbols.id(Prefix.ACTION, "NoAction") == 21257016


def test_a_short_id_gets_its_prefix_and_a_wrong_prefix_is_refused():
    symbols = Symbols()
    symbols.add(Prefix.TABLE, "t", [_id(7)], NOWHERE)
    symbols.resolve()
    assert symbols.id(Prefix.TABLE, "t") == 0x02000007
    with pytest.raises(Unsupported, match="wrong 8-bit prefix"):
        symbols.add(Prefix.TABLE, "u", [_id(0x01000001)], NOWHERE)
    with pytest.raises(Unsupported, match="several objects"):
        symbols.add(Prefix.TABLE, "v", [_id(7)], NOWHERE)


def test_aliases_are_the_shortest_unique_suffixes():
    symbols = Symbols()
    for name in ("d.a.c", "e.b.c", "x", "in.x.y"):
        symbols.add(Prefix.TABLE, name, (), NOWHERE)
    symbols.resolve()
    assert [symbols.alias(n) for n in ("d.a.c", "e.b.c", "x", "in.x.y")] == ["a.c", "b.c", "x", "y"]


def test_a_name_that_is_a_suffix_of_another_keeps_its_whole_name():
    symbols = Symbols()
    symbols.add(Prefix.ACTION, "drop", (), NOWHERE)
    symbols.add(Prefix.ACTION, "Ingress.drop", (), NOWHERE)
    symbols.resolve()
    assert (symbols.alias("drop"), symbols.alias("Ingress.drop")) == ("drop", "Ingress.drop")


def test_field_ids_count_from_one_around_the_given_ones():
    assert field_ids([[], [], []], NOWHERE) == [1, 2, 3]
    assert field_ids([[_id(2)], [], []], NOWHERE) == [2, 3, 4]
    assert field_ids([[], [_id(1)], []], NOWHERE) == [2, 1, 3]
    with pytest.raises(Unsupported, match="0 is not"):
        field_ids([[_id(0)]], NOWHERE)
    with pytest.raises(Unsupported, match="several times"):
        field_ids([[_id(3)], [_id(3)]], NOWHERE)

# SPDX-License-Identifier: Apache-2.0
import gc
import os
import subprocess
import sys
from copy import copy

import pytest

from host_stack.native import data_path
from host_stack.transport.work import SentPacket
from host_stack.unboxed import VARIABLE, Form, form_of, unboxed


@unboxed(ints="count", bools="full", floats="level")
class Tank:
    __slots__ = ("count", "full", "level", "rest")


def test_numbers_are_what_was_set():
    tank = Tank()
    tank.count, tank.full, tank.level, tank.rest = -(1 << 63), True, 0.1, [tank]
    assert (tank.count, tank.full, tank.level, tank.rest) == (-(1 << 63), True, 0.1, [tank])
    assert (copy(tank).count, copy(tank).level) == (-(1 << 63), 0.1)


def test_no_object_of_python_is_held_for_a_number():
    tank, number = Tank(), 1 << 60
    before = sys.getrefcount(number)
    tank.count, tank.rest = number, [tank]
    assert sys.getrefcount(number) == before
    assert gc.get_referents(tank) == [tank.rest, Tank]


def test_an_attribute_that_nobody_has_set_is_0():
    tank = Tank()
    assert (tank.count, tank.full, tank.level) == (0, False, 0.0)
    with pytest.raises(AttributeError):
        _ = tank.rest


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("count", 1 << 63, OverflowError),
        ("count", 1.5, TypeError),
        ("count", None, TypeError),
        ("full", 1, TypeError),
        ("level", "much", TypeError),
    ],
)
def test_what_does_not_fit_is_refused(name, value, error):
    tank = Tank()
    with pytest.raises(error):
        setattr(tank, name, value)


def test_a_cycle_with_numbers_is_collected():
    tank = Tank()
    tank.count, tank.rest = 1 << 40, [tank]
    del tank
    assert gc.collect() >= 2


def test_the_nics_c_reads_or_writes_every_number_that_is_unboxed():
    """Python is slower at them, so no others are."""
    read = {name for name, value in data_path.constants().items() if not name.startswith("the_") and value & 7}
    kinds = data_path._kinds()
    told = {
        f"{name}_{attribute}"
        for name, kind in kinds.items()
        for base in kind.__mro__
        for attribute, descriptor in vars(base).items()
        if type(descriptor).__name__ == "member_descriptor" and form_of(descriptor) is not Form.OBJECT
    }
    assert len(told) > 150
    assert told - read == set()


def test_with_nics_in_python_attributes_stay_objects():
    text = (
        "from host_stack.unboxed import form_of; from host_stack.transport.work import SentPacket;"
        "print(form_of(SentPacket.index).name)"
    )
    for engine, form in (("python", "OBJECT"), ("native", "INT")):
        made = subprocess.run(
            [sys.executable, "-c", text],
            env={**os.environ, VARIABLE: engine},
            capture_output=True,
            text=True,
            check=True,
        )
        assert made.stdout.strip() == form
    assert form_of(vars(SentPacket)["state"]) is Form.OBJECT


def test_without_ctypes_attributes_stay_objects():
    text = (
        "import sys; sys.modules['_ctypes'] = None\n"
        "from host_stack.unboxed import form_of; from host_stack.transport.work import SentPacket\n"
        "print(form_of(SentPacket.index).name)"
    )
    made = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "OBJECT"

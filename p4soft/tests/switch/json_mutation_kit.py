# SPDX-License-Identifier: Apache-2.0
"""BMv2 JSON programs for fuzzing the loader: what our compiler makes of the tests' programs, damaged by a seed.

Most mutations put something in the place of another thing of its kind (a name for a name, an expression for an
expression, an id for an id), because only those get past the first check.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from p4soft.compiler import compile_file
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.dataplane import SwitchFault
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

SEED = 20260301
SOURCE = "damaged.json"
ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = (
    *(p for p in sorted((ROOT / "tests" / "language").glob("*.p4")) if "// Options:" not in p.read_text()),
    *(p for p in sorted((ROOT / "tests" / "stf" / "programs").glob("*.p4")) if "main;" in p.read_text()),
    ROOT / "tests" / "switch" / "p4runtime" / "programs" / "everything.p4",
    ROOT / "examples" / "router.p4",
)
REMOVED = frozenset(("source_info", "__meta__", "program"))
"""Members that never matter to the switch; mutating them proves nothing."""

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 8, 9, 64, 1 << 16, 1 << 31, 1 << 63, 1 << 70, -(1 << 40), 1.5, 1e300,
    float("inf"),
    "", "zz", "0x", "0x0", "0x1", "0x7", "-0x1", "0xffffffffffffffffffffffffffffffffffffff", "default", "*", "start",
    "scalars",
    "standard_metadata", [], [0], [[]], {}, ["a", "b"], {"op": "+"}, {"type": "field", "value": ["scalars", "$valid$"]},
    {"type": "hexstr", "value": "0x5"}, {"type": "hexstr", "value": "-0x5"}, {"type": "bool", "value": True},
    {"type": "runtime_data", "value": 0}, {"type": "lookahead", "value": [0, 8]}, {"type": "lookahead", "value": [9,
    70]},
    {"type": "string", "value": "text"}, {"type": "parameters_vector", "value": []},
    {"type": "hexstr", "value": "0x" + "f" * 5_000},
)  # fmt: skip
OPERATORS = (
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~", "two_comp_mod", "usat_cast", "sat_cast", "==", "!=",
    ">", ">=",
    "<", "<=", "and", "or", "not", "valid", "valid_union", "d2b", "b2d", "last_stack_index", "size_stack", "?",
    "access_field", "access_union_header", "dereference_header_stack", "dereference_union_stack",
)  # fmt: skip


def compiled(program: Path) -> dict[str, Any]:
    """The JSON of one program, without what never matters."""

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stripped(item) for key, item in value.items() if key not in REMOVED}
        return [stripped(item) for item in value] if isinstance(value, list) else value

    found: dict[str, Any] = stripped(compile_file(program).json)
    return found


class Damage:
    """Makes a stream of programs that depends on the seed alone: a longer stream begins with the shorter one."""

    def __init__(self, seed: int, programs: Iterable[Path] = PROGRAMS) -> None:
        self._rng = Random(seed)
        self._texts = [json.dumps(compiled(program)) for program in programs]
        self._by_key: dict[str, list[Any]] = {}
        for text in self._texts:
            for _holder, key, value in _places(json.loads(text)):
                if isinstance(key, str):
                    self._by_key.setdefault(key, []).append(value)

    def next(self) -> dict[str, Any]:
        """One damaged program."""
        rng = self._rng
        program: dict[str, Any] = json.loads(rng.choice(self._texts))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            places = _places(program)
            holder, key, value = rng.choice(places)
            rng.choice((self._junk, self._remove, self._alike, self._alike, self._alike, self._operator, self._near,
            self._wrap,
                        self._twice))(places, holder, key, value)  # fmt: skip
        return program

    def _junk(self, _places: Any, holder: Any, key: Any, _value: Any) -> None:
        holder[key] = json.loads(json.dumps(self._rng.choice(JUNK)))

    def _remove(self, _places: Any, holder: Any, key: Any, _value: Any) -> None:
        del holder[key]

    def _alike(self, places: Any, holder: Any, key: Any, value: Any) -> None:
        """Another value that stands under the same name: in this program, or in any."""
        rng = self._rng
        if isinstance(key, str) and rng.random() < 0.2:
            choices = self._by_key.get(key, [value])
        elif isinstance(key, str):
            choices = [v for _h, k, v in places if k == key]
        else:
            choices = [v for _h, k, v in places if type(v) is type(value) and isinstance(k, int)]
        holder[key] = json.loads(json.dumps(rng.choice(choices)))

    def _operator(self, places: Any, _holder: Any, _key: Any, _value: Any) -> None:
        found = [(h, k) for h, k, _v in places if k == "op"]
        if found:
            holder, key = self._rng.choice(found)
            primitives = [v for v in self._by_key["op"] if v not in OPERATORS]
            holder[key] = self._rng.choice(OPERATORS if holder[key] in OPERATORS else primitives)

    def _near(self, places: Any, _holder: Any, _key: Any, _value: Any) -> None:
        """Another small number: an id, a width, an index, a size."""
        found = [(h, k) for h, k, v in places if isinstance(v, int) and not isinstance(v, bool)]
        if found:
            holder, key = self._rng.choice(found)
            holder[key] = max(-1, holder[key] + self._rng.choice((-8, -1, 1, 2, 8, 100)))

    def _wrap(self, places: Any, _holder: Any, _key: Any, _value: Any) -> None:
        """An expression inside another one, sometimes very deep."""
        found = [(h, k, v) for h, k, v in places if isinstance(v, dict) and "type" in v]
        if not found:
            return
        holder, key, value = self._rng.choice(found)
        op = self._rng.choice(OPERATORS)
        for _ in range(self._rng.choice((1, 1, 1, 2, 30, 90, 200))):
            value = {
                "type": "expression",
                "value": {"op": op, "left": {"type": "hexstr", "value": "0x3"}, "right": value},
            }
        holder[key] = value

    def _twice(self, places: Any, _holder: Any, _key: Any, _value: Any) -> None:
        lists = [v for _h, _k, v in places if isinstance(v, list) and v]
        if lists:
            chosen = self._rng.choice(lists)
            chosen.append(json.loads(json.dumps(self._rng.choice(chosen))))


def _places(program: Any) -> list[tuple[Any, Any, Any]]:
    """Every value with what holds it and under which key."""
    found: list[tuple[Any, Any, Any]] = []
    todo = [program]
    while todo:
        holder = todo.pop()
        items = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
        for key, value in items:
            found.append((holder, key, value))
            if isinstance(value, dict | list):
                todo.append(value)
    return found


def frames(rng: Random) -> list[bytes]:
    """A few frames, of every length that matters."""
    return [rng.randbytes(rng.choice((0, 1, 7, 14, 20, 40, 100))) for _ in range(6)]


def check_program(program: Any, rng: Random, engine: str) -> bool:
    """The property; whether the program was accepted."""
    packets = frames(rng)
    switch = SimpleSwitch(engine=engine)
    switch.faults_are_fatal = True
    try:
        switch.load(load_program(json.dumps(program), source=SOURCE))
    except ProgramError as error:
        message = str(error)
        assert message.startswith(f"{SOURCE}: ")
        assert "\n" not in message
        assert len(message) < 1000, message[:2000]
        return False
    switch.state.pre.insert_session(CloneSession(1, (Replica(3), Replica(4, 1))))
    switch.state.pre.insert_group(MulticastGroup(1, (Replica(1), Replica(2))))
    for now, frame in enumerate(packets):
        try:
            switch.receive(now % 3, frame, now)
        except SwitchFault as fault:
            if "AssertionFailed" not in str(fault):  # The program itself says assert(false).
                raise
    return True


def accepted_of(programs: int, damage: Damage, tmp_path: Path) -> int:
    """Holds so many damaged programs against the property; how many were accepted.

    Of a few, one in fifteen runs in machine code, which takes longest to make; of many, each.
    """
    native = 15 if programs < 100 else 1
    rng, accepted = Random(SEED), 0
    for number in range(programs):
        program = damage.next()
        try:
            accepted += check_program(program, rng, "python" if number % native else "auto")
        except BaseException as error:
            kept = tmp_path / f"damaged{number}.json"
            kept.write_text(json.dumps(program))
            error.add_note(f"the program is kept in {kept}")
            raise
    return accepted

# SPDX-License-Identifier: Apache-2.0
"""Two switches with one program, one native and one in Python, that must do the same."""

from __future__ import annotations

from program_kit import assign, bytes_program, const, field, std

from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state.cells import WORDS

KIND, X, Y, Z = (field("h", name) for name in ("kind", "x", "y", "z"))
FRAMES = [(0, bytes([kind, 1, 2, 3, 4]) + b"rest") for kind in (0, 1, 2, 3, 2, 1, 0, 255) * 5]


def everything(switch):
    """All that frames can change: counters, registers, meters, entries' counters and meters, drops and faults."""
    state = switch.state
    entries = {
        name: [
            (e.handle, e.packets, e.bytes, e.last_hit_us, _words(e.meter)) for e in [*table.entries(), table.default]
        ]
        for name, table in state.tables.items()
    }
    return {
        "counters": {n: (list(c.packets), list(c.bytes)) for n, c in state.counters.items()},
        "meters": {n: [_words(m.cell(i)) for i in range(m.size)] for n, m in state.meters.items()},
        "registers": {n: list(r.cells) for n, r in state.registers.items()},
        "entries": entries,
        "drops": dict(switch.drops),
        "faults": switch.faults,
    }


def _words(meter):
    return None if meter is None else [meter.words[i] for i in range(WORDS)]


class Pair:
    """Every frame goes to both; what leaves must be the same, in the same order."""

    def __init__(self, program, **options):
        self.native = SimpleSwitch(engine="native", **options)
        self.python = SimpleSwitch(engine="python", **options)
        self.digests = []
        for switch in self.both:
            switch.load(program)
            seen = []
            self.digests.append(seen)
            switch.digest_listener = seen.append
        assert (self.native.engine, self.python.engine) == ("native", "python")

    @property
    def both(self):
        return self.native, self.python

    def change(self, what):
        """Do the same to both switches' state; what is refused must be refused by both."""
        refusals = []
        for switch in self.both:
            try:
                what(switch)
                refusals.append(None)
            except Exception as refusal:  # noqa: BLE001  compared
                refusals.append((type(refusal), str(refusal)))
        assert refusals[0] == refusals[1]

    def burst(self, frames, now_us, story=""):
        """Send (port, frame) pairs that arrive at one time; what left."""
        sent = self.native.receive_burst(frames, now_us)
        expected = [e for port, frame in frames for e in self.python.receive(port, frame, now_us)]
        assert sent == expected, story or f"{now_us} us: {[(p, f.hex()) for p, f in frames]}"
        return sent

    def check(self):
        """Compare everything that frames change."""
        native, python = map(everything, self.both)
        for what, value in native.items():
            assert value == python[what], what
        assert self.digests[0] == self.digests[1]


def program():
    """Fields of one header, which the node `use` may change; all leaves on port 1."""
    return bytes_program().run("in", assign(std("egress_spec"), const(1)), following="use", start=True)


def pair(b, **options):
    """Both engines with what `b` has built."""
    return Pair(load_program(b.json), **options)


def fields(emission):
    """Of a frame that left: kind, x, y, z."""
    kind, x, y = emission.frame[:3]
    return kind, x, y, int.from_bytes(emission.frame[3:5], "big")

# SPDX-License-Identifier: Apache-2.0
"""The pipe of the kit itself: a silence costs little, and no event is lost at a limit."""

from host_stack_kit import Pipe, config, join

from host_stack import Nic


def test_a_silence_costs_one_wake_up_per_timer():
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for number, name in ((1, "a"), (2, "b")))
    qp, _ = join(a, b)
    pipe = Pipe([a, b])
    pipe.hook = lambda _name, _port, _frame, _now: []  # the network is dead
    asked = []
    transmit = a.transmit
    a.transmit = lambda free, now: asked.append(now) or transmit(free, now)
    region = b.register_memory(64 * 4096)
    qp.post_write(bytes(64 * 4096), region.address, region.r_key)
    pipe.run(limit_ns=1_000_000)
    # Twice per frame (it leaves, its port is free again), once per timer that fires.
    assert qp.counters.timeouts > 2
    assert len(asked) < 3 * len(pipe.sent) + 200, f"{len(asked)} calls for {len(pipe.sent)} frames"


def test_what_lies_beyond_the_limit_happens_in_the_next_run():
    pipe, seen = Pipe([]), []
    pipe.at(10, lambda: seen.append(10))
    pipe.at(30, lambda: seen.append(30))
    pipe.run(limit_ns=20)
    assert (seen, pipe.now) == ([10], 20)
    pipe.run(limit_ns=40)
    assert seen == [10, 30]

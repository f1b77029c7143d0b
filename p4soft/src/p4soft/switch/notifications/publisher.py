# SPDX-License-Identifier: Apache-2.0
"""The notification socket of simple_switch (--notifications-addr): digests, idle entries and ports that go up or down.

A nanomsg PUB socket, by nng. Nobody has to listen, and who is slow misses messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from p4soft.switch import Digest, SimpleSwitch
from p4soft.switch.notifications.messages import ageing_message, learning_message, learning_sample, ports_message
from p4soft.switch.notifications.publishing import PublishingSocket
from p4soft.switch.notifications.samples import SampleBuffers
from p4soft.switch.program.model import Program
from p4soft.switch.state import SwitchState, Table

_SWEEP_US = 1_000_000
"""Between two looks for idle entries, as in BMv2."""
_PORTS_US = 200_000
"""Between two looks at the ports, as in BMv2."""


class Publisher:
    """Publishes what happens in a switch. All but `close` under the switch's lock.

    Attributes:
        address: where it listens.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        address: str,
        links: Callable[[], Iterable[tuple[int, bool]]],
        clock: Callable[[], int],
    ) -> None:
        """Listen at `address`, `ipc://PATH` or `tcp://HOST:PORT`, and take every digest of the switch.

        Args:
            switch: the switch.
            address: of the socket.
            links: every port with whether it has a link, when asked.
            clock: the switch's time in microseconds.

        Raises:
            PublisherError: the address is taken, or none for such a socket.
        """
        self.address = address
        self._switch = switch
        self._links = links
        self._clock = clock
        self._socket = PublishingSocket("--notifications-addr", address)
        self._program: Program | None = None
        self._lists: dict[int, SampleBuffers] = {}
        self._idle = _IdleEntries()
        self._next_sweep_us = self._next_ports_us = 0
        self._up: dict[int, bool] = {}
        switch.digest_observer = self._learn

    @property
    def counts(self) -> Counter[str]:
        """Subscribers that were refused, by reason."""
        return self._socket.counts

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def lists(self) -> dict[int, SampleBuffers]:
        """The buffers of every digest of the program that runs now, by its id."""
        if self._program is not self._switch.program:
            self._program = self._switch.program
            ids = () if self._program is None else self._program.learn_lists
            self._lists = {list_id: SampleBuffers() for list_id in ids}
            self._idle = _IdleEntries()
        return self._lists

    def flush(self, list_id: int) -> None:
        """Send a digest's buffer."""
        number, samples = self._lists[list_id].take()
        self._socket.send(learning_message(self._switch.device_id, list_id, number, samples))

    def tick(self, now_us: int) -> None:
        """Send what is due."""
        for list_id, buffers in self.lists().items():
            due_us = buffers.due_us()
            if due_us is not None and due_us <= now_us:
                self.flush(list_id)
        if now_us >= self._next_ports_us:
            self._next_ports_us = now_us + _PORTS_US
            self._look_at_ports()
        if now_us >= self._next_sweep_us:
            self._next_sweep_us = now_us + _SWEEP_US
            if self._switch.state is not None:
                for number, table, handles in self._idle.sweep(self._switch.state, now_us):
                    self._socket.send(ageing_message(self._switch.device_id, number, table.spec.id, handles))

    def next_tick_us(self) -> int:
        """When `tick` has something to do next."""
        due = [due_us for buffers in self.lists().values() if (due_us := buffers.due_us()) is not None]
        return min([self._next_ports_us, self._next_sweep_us, *due])

    def _learn(self, digest: Digest) -> None:
        buffers = self.lists()[digest.learn_id]
        if buffers.add(learning_sample(digest), self._clock()):
            self.flush(digest.learn_id)

    def _look_at_ports(self) -> None:
        links = dict(self._links())
        changed = {port: up for port, up in sorted(links.items()) if up != self._up.get(port, False)}
        self._up = links
        if changed:
            self._socket.send(ports_message(self._switch.device_id, changed))


class _IdleEntries:
    """Which entries are idle and were not so at the last look, as BMv2 tells of them: every second time they are."""

    def __init__(self) -> None:
        self._told: dict[str, set[int]] = {}
        self._next = 0

    def sweep(self, state: SwitchState, now_us: int) -> Sequence[tuple[int, Table, list[int]]]:
        """(number of the message, table, handles) for every table with something to tell."""
        idle: dict[str, list[int]] = {}
        for table, entry in state.expired_entries(now_us):
            idle.setdefault(table.name, []).append(entry.generation << 24 | entry.handle)
        before, self._told = self._told, {}
        found = []
        for name, handles in idle.items():
            new = [handle for handle in handles if handle not in before.get(name, ())]
            if new:
                self._told[name] = set(new)
                found.append((self._next, state.table(name), new))
                self._next += 1
        return found

# SPDX-License-Identifier: Apache-2.0
"""Whether the switches of a fleet hold what was planned: read, compared as bytes, decoded only where they differ.

P4Runtime has no digests, so a switch's entries are all read. Equal bytes have the plan's digest without being decoded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from controller.client import SwitchClient, differences_text
from controller.columns import SwitchTables
from controller.errors import ControllerError, NoAnswerError, VerifyError
from controller.inventory import Connections, Endpoint
from controller.push import FleetPlan
from controller.switch_plan import Difference

_Answer = TypeVar("_Answer")
State = Literal["as planned", "drift", "other program", "unreachable", "error"]
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one switch holds.

    Attributes:
        digest: of the tables that it holds; "" when they are not known, or not of this program.
        differences: from its plan.
        error: why nothing, or nothing more, is known.
    """

    switch: str
    state: State
    entries: int = 0
    digest: str = ""
    differences: tuple[Difference, ...] = ()
    error: str = ""

    def text(self) -> str:
        """In one line, and a line for each of the first differences."""
        if self.state == "as planned":
            return f"{self.switch}: {self.entries} entries as planned"
        if self.state == "drift":
            return f"{self.switch}: {len(self.differences)} entries\n{differences_text(self.differences)}"
        return self.error


Visit = Callable[[SwitchClient, Endpoint], None]
"""Something more to ask a switch that answered."""


@dataclass(frozen=True, slots=True)
class Survey:
    """How a fleet is looked at.

    Attributes:
        at_once: most switches at a time.
        timeout_s: of each call.
        visit: is called for each switch that runs the program, while it is connected.
    """

    plan: FleetPlan
    at_once: int = 16
    timeout_s: float = 10.0
    visit: Visit | None = None

    def findings(self, endpoints: Sequence[Endpoint]) -> Iterator[Finding]:
        """How each switch differs, in the order of the endpoints, as it becomes known."""
        return self._each(self._look, endpoints)

    def tables(self, endpoints: Sequence[Endpoint]) -> Iterator[SwitchTables]:
        """What each switch holds, as columns.

        Raises:
            ControllerError: one cannot be read, or holds an entry that the program does not have.
        """

        def read(endpoint: Endpoint, connections: Connections) -> SwitchTables:
            with self._client(endpoint, connections) as client:
                entries = client.read_entries().values()
            return SwitchTables.of_entries(endpoint.name, endpoint.switch.device_id, entries)

        return self._each(read, endpoints)

    def _each(
        self, ask: Callable[[Endpoint, Connections], _Answer], endpoints: Sequence[Endpoint]
    ) -> Iterator[_Answer]:
        connections = Connections()
        pool = ThreadPoolExecutor(self.at_once, thread_name_prefix="survey")
        try:
            yield from pool.map(lambda endpoint: ask(endpoint, connections), endpoints)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            connections.close()
            pool.shutdown()

    def _client(self, endpoint: Endpoint, connections: Connections) -> SwitchClient:
        from p4soft.p4runtime_client import Session  # noqa: PLC0415 - gRPC is large, and not everywhere

        name = endpoint.name
        session = Session(name, connections.to(endpoint), endpoint.device_id, timeout_s=self.timeout_s)
        return SwitchClient(session, endpoint.device_id, self.plan.pipeline, name=name)

    def _look(self, endpoint: Endpoint, connections: Connections) -> Finding:
        name = endpoint.name
        try:
            with self._client(endpoint, connections) as client:
                finding = self._compared(client, endpoint)
                if self.visit is not None:
                    with suppress(ControllerError):  # the switch holds what it holds, whatever else it does not say
                        self.visit(client, endpoint)
                return finding
        except NoAnswerError as error:
            return Finding(name, "unreachable", error=str(error))
        except VerifyError as error:
            return Finding(name, "other program", error=str(error))
        except ControllerError as error:
            return Finding(name, "error", error=str(error))

    def _compared(self, client: SwitchClient, endpoint: Endpoint) -> Finding:
        encoded = self.plan.encoded(endpoint)
        planned = self.plan.planned(endpoint.name)
        differences = client.verify(encoded)
        if not differences:
            return Finding(endpoint.name, "as planned", planned.entries, planned.digest)
        found = client.read_entries().values()
        try:
            digest = SwitchTables.of_entries(endpoint.name, endpoint.switch.device_id, found).digest
        except ControllerError:  # an entry that no table of the program has
            digest = ""
        return Finding(endpoint.name, "drift", len(found), digest, tuple(differences))

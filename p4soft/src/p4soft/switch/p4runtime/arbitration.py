# SPDX-License-Identifier: Apache-2.0
"""Who may write: clients, roles and election ids (P4Runtime specification, "Client Arbitration")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.status import (
    ALREADY_EXISTS,
    FAILED_PRECONDITION,
    INVALID_ARGUMENT,
    NOT_FOUND,
    OK,
    PERMISSION_DENIED,
    UNIMPLEMENTED,
    P4RuntimeError,
)

Send = Callable[[p4runtime_pb2.StreamMessageResponse], None]
DEFAULT_ROLE = ""
MOST_ROLES = 1024
"""Roles that are remembered; of more, those without clients are forgotten, the one longest known first."""
_LONGEST_ROLE = 1024


@dataclass(eq=False)
class Client:
    """One stream. `election_id` is None for a client that can never be primary."""

    send: Send
    role: str | None = None
    election_id: int | None = None
    gone: bool = False
    """Its stream has ended; what it sent before may still be on its way here."""

    @property
    def live(self) -> bool:
        """Whether its first arbitration message has been accepted."""
        return self.role is not None


@dataclass
class _Role:
    clients: list[Client] = field(default_factory=list)
    highest: int | None = None
    primary: Client | None = None


def election_number(message: p4runtime_pb2.Uint128) -> int:
    """The 128-bit election id as one integer."""
    return (int(message.high) << 64) | int(message.low)


class Arbitration:
    """The clients of one device. The caller serialises calls (they must not overlap a Write)."""

    def __init__(self, device_id: int) -> None:
        self.device_id = device_id
        self._roles: dict[str, _Role] = {}

    def update(self, client: Client, message: p4runtime_pb2.MasterArbitrationUpdate) -> None:
        """Handle one MasterArbitrationUpdate and notify whom the specification says; one of a client gone is ignored.

        Raises:
            P4RuntimeError: the stream must end with this status.
        """
        if client.gone:
            return
        role_name = self._check(client, message)
        election_id = election_number(message.election_id) if message.HasField("election_id") else None
        role = self._roles.get(role_name, _Role())
        if election_id is not None:
            for other in role.clients:
                if other is not client and other.election_id == election_id:
                    raise P4RuntimeError(
                        INVALID_ARGUMENT,
                        f"election id {election_id} of role {role_name!r} is already used by another live client; "
                        "choose one that is not",
                    )
        self._roles[role_name] = role
        if len(self._roles) > MOST_ROLES:
            empty = (name for name, other in self._roles.items() if other is not role and not other.clients)
            if (oldest := next(empty, None)) is not None:
                del self._roles[oldest]
        if not client.live:
            client.role = role_name
            role.clients.append(client)
        client.election_id = election_id
        previous = role.primary
        if election_id is not None and (role.highest is None or election_id >= role.highest):
            role.highest = election_id
            role.primary = client
            # Everybody else hears of the change before the new primary may act on it.
            for other in role.clients:
                if other is not client:
                    self._notify(role_name, role, other)
            self._notify(role_name, role, client)
        elif previous is client:
            role.primary = None
            self._notify_all(role_name, role)
        else:
            self._notify(role_name, role, client)

    def disconnect(self, client: Client) -> None:
        """Forget a client whose stream ended. Idempotent."""
        client.gone = True
        if client.role is None:
            return
        role = self._roles[client.role]
        if client not in role.clients:
            return
        role.clients.remove(client)
        if role.primary is client:
            role.primary = None
            self._notify_all(client.role, role)

    def check_role(self, role_name: str) -> None:
        """Check that some client has or had the role.

        Raises:
            P4RuntimeError: NOT_FOUND.
        """
        if role_name not in self._roles:
            known = ", ".join(map(repr, sorted(self._roles))) or "none"
            raise P4RuntimeError(NOT_FOUND, f"role {role_name!r} is unknown; roles with clients: {known}")

    @property
    def alone(self) -> bool:
        """Whether no client has a stream that it said who it is on."""
        return not any(role.clients for role in self._roles.values())

    def check_primary(self, role_name: str, election_id: int | None) -> None:
        """Check that a request comes from the primary of its role.

        Raises:
            P4RuntimeError: NOT_FOUND for an unknown role, PERMISSION_DENIED when `election_id` is not the primary's.
        """
        role = self._roles.get(role_name)
        if role is None:
            if role_name != DEFAULT_ROLE:
                self.check_role(role_name)
            raise P4RuntimeError(PERMISSION_DENIED, "there is no primary client: nobody has sent an arbitration update")
        if role.primary is None:
            raise P4RuntimeError(PERMISSION_DENIED, f"role {role_name!r} has no primary client at the moment")
        if election_id is None or role.primary.election_id != election_id:
            sent = "no election id" if election_id is None else f"election id {election_id}"
            raise P4RuntimeError(
                PERMISSION_DENIED,
                f"{sent} is not the primary's: the primary of role {role_name!r} has {role.primary.election_id}",
            )

    def primaries(self) -> list[Client]:
        """The primary of every role that has one: receivers of packet-ins and notifications."""
        return [role.primary for role in self._roles.values() if role.primary is not None]

    def _check(self, client: Client, message: p4runtime_pb2.MasterArbitrationUpdate) -> str:
        if message.device_id != self.device_id:
            if client.live:
                raise P4RuntimeError(
                    FAILED_PRECONDITION,
                    f"device_id {message.device_id} is not this stream's ({self.device_id}); open another stream",
                )
            raise P4RuntimeError(
                NOT_FOUND, f"device_id {message.device_id} is unknown; this switch is device {self.device_id}"
            )
        role_name = str(message.role.name)
        if len(role_name) > _LONGEST_ROLE:
            raise P4RuntimeError(
                INVALID_ARGUMENT, f"role.name has {len(role_name)} characters; accepted: up to {_LONGEST_ROLE}"
            )
        if message.role.id and not role_name:
            raise P4RuntimeError(UNIMPLEMENTED, "role.id is deprecated and not supported; set role.name instead")
        if client.live and role_name != client.role:
            raise P4RuntimeError(
                FAILED_PRECONDITION,
                f"role {role_name!r} is not this stream's ({client.role!r}); close the stream and open another",
            )
        if message.role.HasField("config"):
            raise P4RuntimeError(
                INVALID_ARGUMENT,
                f"role {role_name!r}: this switch has no role configuration scheme; leave role.config unset",
            )
        return role_name

    def _notify_all(self, role_name: str, role: _Role) -> None:
        for client in role.clients:
            self._notify(role_name, role, client)

    def _notify(self, role_name: str, role: _Role, client: Client) -> None:
        response = p4runtime_pb2.StreamMessageResponse()
        arbitration = response.arbitration
        arbitration.device_id = self.device_id
        if role_name != DEFAULT_ROLE:
            arbitration.role.name = role_name
        if role.highest is not None:
            arbitration.election_id.high = role.highest >> 64
            arbitration.election_id.low = role.highest & (2**64 - 1)
        if role.primary is client:
            arbitration.status.code = OK
            arbitration.status.message = "you are the primary client"
        elif role.primary is not None:
            arbitration.status.code = ALREADY_EXISTS
            arbitration.status.message = "you are a backup client; another client is primary"
        else:
            arbitration.status.code = NOT_FOUND
            arbitration.status.message = "you are a backup client; there is no primary"
        client.send(response)

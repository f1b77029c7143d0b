# SPDX-License-Identifier: Apache-2.0
"""The calls about the switch itself: its program, its ports, what it is called."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from typing import Any, Protocol

from p4soft.switch.ports.base import PortError, PortInfo
from p4soft.switch.program import ProgramError, load_program
from p4soft.switch.program.model import Program
from p4soft.switch.thrift.context import Context, locked
from p4soft.switch.thrift.dispatch import RefusalError
from p4soft.switch.thrift.interface import standard

_LOG = logging.getLogger(__name__)


class Ports(Protocol):
    """The ports of a switch, from any thread. Methods raise PortError."""

    def add(self, number: int, interface: str) -> None:
        """Open one more port."""

    def remove(self, number: int) -> None:
        """Close a port."""

    def show(self) -> Sequence[PortInfo]:
        """Every port, in the order of their numbers."""


class Device:
    """Management: what the switch is, its ports, all its state."""

    def __init__(self, context: Context, port: int, ports: Ports | None, notifications: str | None) -> None:
        """`port` is the one the server listens on; without `ports`, they cannot be changed.

        `notifications` is the address of the socket that they are published on.
        """
        self.context = context
        self._port = port
        self._ports = ports
        self._notifications = notifications

    def bm_mgmt_get_info(self) -> Any:
        return standard.BmConfig(self.context.switch.device_id, self._port, self._notifications)

    @locked
    def bm_reset_state(self) -> None:
        if self.context.switch.state is not None:
            self.context.switch.state.reset()

    @locked
    def bm_get_id_from_name(self, _cxt_id: int, resource_type: int, resource_name: str) -> int:
        """The number that the JSON gives an object; raises InvalidIdLookup."""
        program, types = self.context.program, standard.BmResourceType
        tables = {table.name: table for table in program.tables()}
        lists = {learn.name: learn for learn in program.learn_lists.values()}
        known: dict[int, Any] = {
            types.MATCH_TABLE: tables,
            types.ACTION_PROFILE: program.action_profiles,
            types.COUNTER: program.counters,
            types.METER: program.meters,
            types.REGISTER: program.registers,
            types.LEARNING_LIST: lists,
        }
        if resource_type not in known:
            raise standard.InvalidIdLookup(standard.IdLookupErrorCode.INVALID_RESOURCE_TYPE)
        found = known[resource_type].get(resource_name)
        if found is None:
            raise standard.InvalidIdLookup(standard.IdLookupErrorCode.INVALID_RESOURCE_NAME)
        return int(found.id)

    def bm_serialize_state(self) -> str:
        """Raises RefusalError: the format is BMv2's own."""
        raise RefusalError(
            "the state cannot be serialized in BMv2's format; accepted: table_dump and its like, or P4Runtime"
        )

    def bm_dev_mgr_add_port(self, iface_name: str, port_num: int, pcap_path: str) -> None:
        if pcap_path:
            _refuse_port(
                f"port {port_num}: a capture file cannot be given here; accepted: --pcap when the switch starts"
            )
        if self._ports is None or not 0 <= port_num <= 511:
            _refuse_port(f"port {port_num} cannot be added; accepted: 0..511, on a switch with real ports")
        else:
            try:
                self._ports.add(port_num, iface_name)
            except PortError as error:
                _refuse_port(str(error))

    def bm_dev_mgr_remove_port(self, port_num: int) -> None:
        if self._ports is None:
            _refuse_port(f"port {port_num} cannot be removed: the switch has no real ports")
        else:
            try:
                self._ports.remove(port_num)
            except PortError as error:
                _refuse_port(str(error))

    def bm_dev_mgr_show_ports(self) -> list[Any]:
        shown = () if self._ports is None else self._ports.show()
        return [standard.DevMgrPortInfo(port.number, port.interface, port.is_up, {}) for port in shown]


class Programs:
    """The program that runs, and a new one in its place."""

    def __init__(self, context: Context, *, swappable: bool) -> None:
        self.context = context
        self._swappable = swappable
        self._next: Program | None = None

    @locked
    def bm_get_config(self) -> str:
        """The JSON: the next program's as soon as there is one."""
        program = self._next or self.context.switch.program
        return "{}" if program is None else program.text

    def bm_get_config_md5(self) -> bytes:
        text: str = self.bm_get_config()
        return hashlib.md5(text.encode(), usedforsecurity=False).digest()

    def bm_load_new_config(self, config_str: str) -> None:
        """Have a program ready for `bm_swap_configs`.

        Raises:
            InvalidSwapOperation: swapping is disabled, or a program is ready already.
            RefusalError: it is no program for this switch.
        """
        codes = standard.SwapOperationErrorCode
        if not self._swappable:
            raise standard.InvalidSwapOperation(codes.CONFIG_SWAP_DISABLED)
        if self._next is not None:
            raise standard.InvalidSwapOperation(codes.ONGOING_SWAP)
        try:
            self._next = load_program(config_str, source="load_new_config")
        except ProgramError as error:
            raise RefusalError(str(error)) from None

    @locked
    def bm_swap_configs(self) -> None:
        """Run the next program. P4Runtime clients must set theirs again before they go on.

        Raises:
            InvalidSwapOperation: swapping is disabled, or no program is ready.
            RefusalError: the program cannot be compiled.
        """
        codes = standard.SwapOperationErrorCode
        if not self._swappable:
            raise standard.InvalidSwapOperation(codes.CONFIG_SWAP_DISABLED)
        if self._next is None:
            raise standard.InvalidSwapOperation(codes.NO_ONGOING_SWAP)
        program, self._next = self._next, None
        try:
            self.context.switch.load(program)
        except ProgramError as error:
            raise RefusalError(str(error)) from None
        self.context.switch.digest_listener = None  # it knows the digests of the program that went


def _refuse_port(reason: str) -> None:
    _LOG.warning("thrift: %s", reason)
    raise standard.InvalidDevMgrOperation(standard.DevMgrErrorCode.ERROR)

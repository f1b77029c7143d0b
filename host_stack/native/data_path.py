# SPDX-License-Identifier: Apache-2.0
"""The machine code of the data paths of MRC's NIC and RoCE's, as methods of a NIC."""

from __future__ import annotations

import ctypes
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from types import BuiltinMethodType
from typing import Any, Final

from host_stack.counters import QpCounters, Why
from host_stack.errors import ConfigError
from host_stack.native.layout import UnsuitableError, check_python, module_of, names, places, things
from host_stack.nic import Nic
from host_stack.paths import ev, ev_set, expansion, plane_health, probes, reverse_evs, rotation
from host_stack.ports import PortControl, Ports
from host_stack.queue_pair import QueuePair
from host_stack.roce import dcqcn
from host_stack.roce import nic as roce_nic
from host_stack.roce import queue_pair as roce_queue_pair
from host_stack.roce import requester as roce_requester
from host_stack.roce import responder as roce_responder
from host_stack.roce import verbs as roce_verbs
from host_stack.roce import wire as roce_wire
from host_stack.roce.nic import Nic as RoceNic
from host_stack.scheduler import Scheduler, Timers, new_of, retransmission_of
from host_stack.transport import (
    answers,
    completions,
    connection,
    frames,
    memory,
    recovery,
    requestor,
    responder,
    retries,
    windows,
    work,
)
from host_stack.transport.congestion import destination, incast_penalty, nscc, profile
from host_stack.transport.congestion.controller import FlowControl, SackSample
from host_stack.unboxed import VARIABLE
from host_stack.verbs import QpState
from host_stack.wire import frames as wire_frames
from host_stack.wire.constants import Role, SackMark, Syndrome
from host_stack.wire.headers import PACKET_TYPES, PacketType, Recipient, Service
from host_stack.wire.options import EethOpBits, EvSplit
from p4soft.llvm import Fixed, Unsupported
from p4soft.llvm.jit import Compiled

DATA_PATH = Fixed(
    Path(__file__).parent,
    (
        "frames",
        "messages",
        "parser",
        "probes",
        "receiver",
        "incast_penalty",
        "congestion",
        "rotation",
        "sender",
        "acknowledgements",
        "timers",
        "nic",
        "roce_frames",
        "roce_requester",
        "roce_responder",
        "roce_nic",
    ),
)
_ENGINES: Final = ("native", "python")
"""What ``MRC_NIC`` may say; if nothing is said, the first.

With the second, any part of a NIC may be replaced by one of another kind."""
_METHODS: Final = ("receive", "transmit", "next_wakeup")

_KINDS: Final[tuple[type, ...]] = (
    QpCounters, ev.EvEntry, ev.Outer, ev_set.BadEvs, ev_set.EvRules, ev_set.EvSet, plane_health.PlaneHealth,
    probes.EvProber, probes.OpenProbe, probes._PathProbe, probes.ProbeSchedule, expansion.PathTemplate,
    expansion.PlaneUplink, reverse_evs.ReverseEvs, rotation.PlaneTurns, rotation.Rotation, PortControl, QueuePair,
    Scheduler, Timers, answers.AckJob, answers.Answers, answers.Reception, answers.SackJob, answers.TrimRepeats,
    completions.Completion, completions.CompletionQueue, connection.RtrAttributes, connection.RtsAttributes,
    connection.TransportOptions,
    frames.QpFrames, frames._Beginning, memory.MemoryRegion, memory.MemoryTable, recovery.InFlight, recovery.Losses,
    recovery.PlaneLosses, recovery.Repeats, recovery.ReverseDoubt, recovery.TripTimes, requestor.Acknowledgements,
    requestor.Requestor, requestor.SendState, responder.MessageRules, responder.Responder,
    retries.ReliabilityProbes, retries.RetryBudget, Ports, windows.ReceiveResources, windows.ReceiveWindow,
    work.PacketRing, work.ReceiveQueue, work.SendQueue, work.SentPacket, work.WorkRequest, destination.Account,
    destination.Destination, incast_penalty.IncastPenalty, incast_penalty._Peer, incast_penalty.NoPenalty,
    nscc.Nscc, nscc.NsccNumbers, profile.FixedWindow, wire_frames.FrameParser, wire_frames.FrameBuilder,
    wire_frames.TrafficClasses, PacketType, Nic,
)  # fmt: skip
_ROCE_KINDS: Final[tuple[type, ...]] = (
    dcqcn.DcqcnParameters, dcqcn.NotificationPoint, dcqcn.ReactionPoint, roce_nic.Pauses, roce_nic.Scheduler,
    roce_nic.Turns, roce_queue_pair.QueuePair, roce_requester.Requester, roce_responder.Responder,
    roce_responder._Message, roce_verbs.Completion, roce_verbs.NicConfig, roce_verbs.QpCounters, roce_verbs.Receive,
    roce_verbs.RtsAttributes, roce_verbs.SendRequest, roce_wire.FrameBuilder, roce_wire.FrameParser,
    roce_wire.QpFrames, roce_wire.TrafficClasses, RoceNic,
)  # fmt: skip
_READ: Final = frozenset((*_KINDS, *_ROCE_KINDS))
AnyNic = Nic | RoceNic
_PREFIXES: Final[dict[type, str]] = {Nic: "nic", RoceNic: "roce"}
"""What the names of the C's functions begin with, by the class of NIC whose methods they are."""


# --- What the C calls ------------------------------------------------------------------------------------------------


def _count_data(  # noqa: PLR0917  as the C calls it
    policy: FlowControl, peer: bytes, size: int, plane: int, timestamp: int | None, now_ns: int
) -> None:
    policy.on_data(peer, size, plane=plane, timestamp=timestamp, now_ns=now_ns)


def _tell_controller(  # noqa: PLR0917  as the C calls it
    to: destination.Destination,
    received: int,
    marked: bool,
    rtt_ns: int | None,
    penalty: int,
    restore: bool,
    now_ns: int,
    full_rtt_ns: int | None,
) -> None:
    to.controller.on_sack(SackSample(received, to.inflight, marked, rtt_ns, penalty, restore, now_ns, full_rtt_ns))
    to.window = to.controller.window


def _objects() -> dict[str, object]:
    """What the C knows by name, besides the names of methods."""
    return {
        "None": None,
        "True": True,
        "False": False,
        "int": int,
        "bytes": bytes,
        "bytearray": bytearray,
        "dict": dict,
        "list": list,
        "tuple": tuple,
        "deque": deque,
        "Random": Random,
        "TypeError": TypeError,
        "Exception": Exception,
        "unmarked": SackMark.NONE,
        "skip_once": SackMark.SKIP_ONCE,
        "skip": ev.EvState.SKIP,
        "assumed_bad": ev.EvState.ASSUMED_BAD,
        "denied": ev.EvState.DENIED,
        "rtr": QpState.RTR,
        "rts": QpState.RTS,
        "in_flight": work.PacketState.IN_FLIGHT,
        "new": windows.Arrival.NEW,
        "requestor_of": Recipient.REQUESTOR,
        "endpoint_of": Recipient.ENDPOINT,
        "bits_3_2": EethOpBits.BITS_3_2,
        **{f"purpose_{purpose.value}": purpose for purpose in probes.Purpose},
        "probe_sent": "ev_probe.sent",
        "probe_answered": "ev_probe.answered",
        "probe_responses": "ev_probe.responses",
        "probe_queue_full": "drop.probe_queue_full",
        "probe_answer_stale": "drop.probe_answer_stale",
        "missing": Why.MISSING,
        "packet_types": PACKET_TYPES,
        "service_probe": Service.PROBE,
        "sport_high": EvSplit.SPORT_HIGH,
        "trimmed": Role.TRIMMED,
        "trimmed_lasthop": Role.TRIMMED_LASTHOP,
        "acknowledged": Syndrome.ACK,
        "success": completions.CompletionStatus.SUCCESS,
        **{kind.value: kind for kind in completions.CompletionKind},
        **{turn.value: turn for turn in incast_penalty._Turn},
        "heappush": heappush,
        "heappop": heappop,
        "deque_append": deque.append,
        "deque_popleft": deque.popleft,
        "count_data": _count_data,
        "tell_controller": _tell_controller,
        "new_of": new_of,
        "retransmission_of": retransmission_of,
        **{name: getattr(Nic, name) for name in _METHODS},
        **{f"roce_{name}": getattr(RoceNic, name) for name in _METHODS},
        "roce_write": roce_wire.Operation.WRITE,
        "roce_sends_write": roce_verbs.CompletionKind.WRITE,
        "roce_sends_send": roce_verbs.CompletionKind.SEND,
        "roce_receives_imm": roce_verbs.CompletionKind.RECV_WRITE_IMM,
        "roce_success": roce_verbs.CompletionStatus.SUCCESS,
        "roce_received_frames": "rx.frames",
        "roce_sent_frames": "tx.frames",
        **_kinds(),
    }


# --- The machine code ------------------------------------------------------------------------------------------------


class _MethodDef(ctypes.Structure):
    """What Python knows of a builtin function: its `PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("method", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_FASTCALL: Final = 0x80 | 0x02
"""METH_FASTCALL | METH_KEYWORDS: the function gets the address of its arguments, how many, and the names of more."""


_KEPT: Final[list[Machine]] = []
"""Functions that are methods of NICs have their address here, so they live as long as the process."""


def constants() -> dict[str, int]:
    """What the C files ask for; raises UnsuitableError."""
    return places(names(DATA_PATH.public), _kinds())


def _kinds() -> dict[str, type]:
    """Classes by the names that the C has for them."""
    roce = {f"Roce{kind.__name__.lstrip('_')}": kind for kind in _ROCE_KINDS}
    return {kind.__name__: kind for kind in _KINDS} | roce


class Machine:
    """The functions of the C files."""

    def __init__(self) -> None:
        """Compile them for objects as they are in this process.

        Raises:
            UnsuitableError: this Python has other objects, or no library with a fast CRC-32.
            Unsupported: LLVM does not compile it.
        """
        check_python()
        values = constants()
        code = self._code = Compiled(module_of(values), DATA_PATH.public)
        found = things(list(values), _objects(), _kinds())
        self._table = (ctypes.c_void_p * len(found))(*map(id, found))
        self._kept = found  # what the table points to
        set_up = ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("set_up_nics"))
        set_up(ctypes.addressof(self._table), _checksum())
        self._methods = {
            kind: [_MethodDef(name.encode(), code.address(f"{prefix}_{name}"), _FASTCALL, None) for name in _METHODS]
            for kind, prefix in _PREFIXES.items()
        }
        self.entries = {
            kind: tuple(code.address(f"{prefix}_{name}") for name in _ENTRIES) for kind, prefix in _PREFIXES.items()
        }
        _KEPT.append(self)
        self._bind = ctypes.pythonapi.PyCFunction_NewEx
        self._bind.restype = ctypes.py_object
        self._bind.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)

    def methods(self, nic: AnyNic) -> dict[str, Callable[..., Any]]:
        """The methods of one NIC, by name."""
        return {
            name: self._bind(ctypes.addressof(definition), nic, None)
            for name, definition in zip(_METHODS, self._methods[type(nic)], strict=True)
        }


def _checksum() -> int:
    """Address of the CRC-32 that `icrc` uses; raises UnsuitableError."""
    try:
        from zlib_ng import zlib_ng  # noqa: PLC0415  may be missing
    except ImportError:
        raise UnsuitableError("zlib-ng is not installed") from None
    try:
        function = ctypes.CDLL(zlib_ng.__file__).zng_crc32
    except (OSError, AttributeError):
        raise UnsuitableError("zlib-ng shows no CRC-32") from None
    return ctypes.cast(function, ctypes.c_void_p).value or 0


@cache
def _machine() -> Machine | None:
    try:
        return Machine()
    except (UnsuitableError, Unsupported) as error:
        sys.stderr.write(f"notice: NICs run in Python: {error}\n")
        return None


_ENTRIES: Final = ("take", "give", "wake")


def entries_of(nic: object) -> tuple[int, ...]:
    """Addresses for machine code that drives a NIC: its own, and where ``_ENTRIES`` start; none if it runs in Python.

    Nobody else may have replaced its methods.
    """
    own = [vars(nic).get(name) for name in _METHODS] if hasattr(nic, "__dict__") else [None]
    if not all(isinstance(each, BuiltinMethodType) and each.__self__ is nic for each in own):
        return ()
    return (id(nic), *_KEPT[-1].entries[type(nic)])


_python_only: Final = ContextVar("NICs are made in Python", default=False)


@contextmanager
def in_python() -> Iterator[None]:
    """NICs that are made in the block run in Python, so that what is replaced in them or their classes takes effect."""
    token = _python_only.set(True)
    try:
        yield
    finally:
        _python_only.reset(token)


def run_natively(nic: AnyNic) -> None:
    """Put machine code in the place of methods of ``nic``, unless NICs run in Python, or such a NIC does.

    Raises:
        ConfigError: the environment asks for what is neither.
    """
    engine = os.environ.get(VARIABLE, "") or _ENGINES[0]
    if engine not in _ENGINES:
        raise ConfigError(f"{VARIABLE}={engine}: accepted: {', '.join(_ENGINES)}")
    if engine == _ENGINES[1] or _python_only.get() or not _is_plain(nic):
        return
    machine = _machine()
    if machine is not None:
        vars(nic).update(machine.methods(nic))


def _is_plain(nic: AnyNic) -> bool:
    """Whether neither a NIC nor what it was told, as far as the C reads it, is of a subclass."""
    if type(nic) is RoceNic:
        config = nic.config
        return type(config) is roce_verbs.NicConfig and _is_one_of(config.dcqcn, config.classes)
    return type(nic) is Nic and _is_one_of(nic.config.transport)


def _is_one_of(*told: object) -> bool:
    return all(each is None or type(each) in _READ for each in told)

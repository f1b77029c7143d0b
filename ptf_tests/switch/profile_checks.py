# SPDX-License-Identifier: Apache-2.0
"""What the fields of a profile ask of one another: claims that cannot be, unknown choices, queues that collide."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Final

from common.documents import Loc, Problem
from ptf_tests.catalogue import showable
from ptf_tests.catalogue.claims import CHOICES, CLAIMS
from ptf_tests.switch.device import PORTS
from ptf_tests.switch.profile import Profile

SENTINEL_DSCP: Final = 63
"""DSCP of the frames that end an exchange; it must stay in traffic class 0 and queue 0."""

_DECAPSULATES = ("srv6.usd", "srv6.udt6", "srv6.udt46")
_NEEDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "srv6.un_ua": ("srv6.un",),
        "srv6.usd": ("srv6.un",),
        "srv6.ua_usd": ("srv6.ua",),
        "srv6.srh": ("srv6.un",),
        "srv6.redispatch_apart": ("srv6.un",),
        "srv6.scale_128": ("srv6.un",),
        "srv6.ipv4_inner": ("srv6.usd", "srv6.udt46"),
        "decap.dscp_pipe": _DECAPSULATES,
        "decap.dscp_uniform": _DECAPSULATES,
        "ecn.rfc6040": _DECAPSULATES,
        "ecn.wred": ("ecn.marking",),
        "routing.ipv4_ecmp": ("routing.ipv4",),
        "qos.ipv4": ("routing.ipv4",),
        "ecn.marking_ipv4": ("routing.ipv4",),
        "isolation.ipv4": ("routing.ipv4",),
        "trimming.disable_acl_ipv4": ("trimming.ipv4",),
        "trimming.srv6": ("srv6.un",),
        "trimming.srv6_srh": ("srv6.srh",),
        "trimming.decap": _DECAPSULATES,
        "ecn.marking_decap": _DECAPSULATES,
        "decap.dscp_queues": _DECAPSULATES,
        "counters.ecn": ("ecn.marking",),
        "counters.trim": ("trimming",),
        "counters.trim_totals": ("counters.trim",),
        "counters.queue_bytes": ("counters.queue",),
        "counters.sid": ("srv6.un",),
        "counters.sid_trim": ("counters.sid",),
        "counters.acl": ("trimming.disable_acl", "isolation"),
    }
)
"""Claim -> claims of which at least one must be made with it, besides its dotted prefix."""

_PLACEHOLDERS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "configure": frozenset({"directory"}),
        "block": frozenset({"port", "interface", "queue"}),
        "unblock": frozenset({"port", "interface", "queue"}),
        "counters": frozenset({"ports"}),
        "reset": frozenset(),
    }
)


def problems(profile: Profile, requirements: Collection[str] | None) -> Iterator[Problem]:
    """Everything wrong with a profile whose fields are right one by one.

    Args:
        profile: what the file says.
        requirements: ids of the catalogue, against which limits are checked; None leaves that out.
    """
    yield from _claims(profile)
    yield from _choices(profile)
    for identity in profile.limits:
        if requirements is not None and identity not in requirements:
            yield Problem(("limits", identity), f"unknown requirement {identity}", "ids of ptf_tests/requirements/")
    yield from _queues(profile)
    yield from _sizes(profile)
    yield from _access(profile)


def _claims(profile: Profile) -> Iterator[Problem]:
    for claim in sorted(profile.claims):
        loc = ("claims",)
        if claim not in CLAIMS:
            yield Problem(loc, f"unknown claim {claim!r}", ", ".join(CLAIMS))
            continue
        prefix = claim.partition(".")[0]
        if prefix in CLAIMS and prefix not in profile.claims:
            yield Problem(loc, f"{claim} means nothing without {prefix}", f"{prefix} as well, or no {claim}")
        needed = _NEEDS.get(claim, ())
        if needed and not profile.claims.intersection(needed):
            yield Problem(loc, f"{claim} without {' or '.join(needed)}", f"{' or '.join(needed)} as well")
        if profile.dut == "linux" and claim not in showable.LINUX:
            what = f"routes of the Linux kernel cannot be shown to do {claim}"
            yield Problem(loc, what, ", ".join(sorted(showable.LINUX)))
        if profile.dut == "external" and profile.access.p4runtime is None:
            yield from _external_claim(profile, claim)


def _external_claim(profile: Profile, claim: str) -> Iterator[Problem]:
    if claim in showable.P4RUNTIME_ONLY:
        yield Problem(("claims",), f"{claim} can be shown over P4Runtime only", "access.p4runtime as well")
    elif claim.startswith("counters.") and not profile.access.commands.counters:
        yield Problem(("claims",), f"{claim}: nothing reads counters", "access.commands.counters as well")


def _choices(profile: Profile) -> Iterator[Problem]:
    for name, chosen in profile.choices.items():
        loc = ("choices", name)
        values = CHOICES.get(name)
        if values is None:
            yield Problem(loc, f"unknown choice {name!r}", ", ".join(CHOICES))
            continue
        if not chosen:
            yield Problem(loc, "no value", ", ".join(values))
        for value in chosen:
            if value not in values:
                yield Problem(loc, f"unknown value {value!r}", ", ".join(values))


def _queues(profile: Profile) -> Iterator[Problem]:
    values = profile.values
    for kind, first in (("queue", "queue 0"), ("tc", "traffic class 0")):
        names = [f"{group}_{kind}" for group in ("data", "trim", "control")]
        seen: dict[int, str] = {}
        for name in names:
            number = getattr(values, name)
            loc: Loc = ("values", name)
            if number == 0:
                yield Problem(loc, f"0: {first} is for the frames that end an exchange", "1 to 7")
            elif number in seen:
                yield Problem(loc, f"{number} is {seen[number]} too", f"{', '.join(names)} that differ")
            seen.setdefault(number, name)
    yield from _dscp(profile)


def _dscp(profile: Profile) -> Iterator[Problem]:
    roles = profile.values.dscp.model_dump()
    seen: dict[int, str] = {}
    for role, number in roles.items():
        loc = ("values", "dscp", role)
        if number == SENTINEL_DSCP:
            yield Problem(loc, f"{number} is the DSCP of the frames that end an exchange", "0 to 62")
        other = seen.setdefault(number, role)
        if other != role and {other, role} != {"trimmed", "trimmed_lasthop"}:
            yield Problem(loc, f"{number} is {other} too", "roles that differ; trimmed and trimmed_lasthop may agree")


def _sizes(profile: Profile) -> Iterator[Problem]:
    values = profile.values
    sizes = [(("values", "trim_size"), values.trim_size)]
    sizes += [(("values", "trim_sizes"), size) for size in values.trim_sizes]
    for loc, size in sizes:
        if size > values.max_frame:
            yield Problem(loc, f"{size} is more than max_frame", f"64 to {values.max_frame}")


def _access(profile: Profile) -> Iterator[Problem]:
    access = profile.access
    if profile.dut != "external":
        if access != type(access)():
            yield Problem(("access",), f"the suite starts {profile.dut} itself", "dut external, or no access")
        return
    missing = [str(port) for port in PORTS if port not in access.interfaces]
    if missing:
        what = f"no interface for port {', '.join(missing)}"
        yield Problem(
            ("access", "interfaces"), what, f"an interface or unix:/path for each of ports {PORTS[0]} to {PORTS[-1]}"
        )
    seen: dict[str, int] = {}
    for port, interface in access.interfaces.items():
        if seen.setdefault(interface, port) != port:
            what = f"{interface} is port {seen[interface]} too"
            yield Problem(("access", "interfaces", str(port)), what, "one interface per port")
    for port, address in access.macs.items():
        if len(address.split(":")) != 6 or not _is_hex(address.replace(":", "")):
            yield Problem(("access", "macs", str(port)), f"{address!r} is no MAC address", "02:00:00:50:00:e1, quoted")
    yield from _control(profile)
    yield from _commands(profile)


def _control(profile: Profile) -> Iterator[Problem]:
    access = profile.access
    if access.p4runtime is None:
        return
    if access.commands.configure:
        yield Problem(("access", "commands", "configure"), "the device has p4runtime too", "one of the two")
    if access.fill_frames:
        yield Problem(("access", "fill_frames"), "queues are blocked by rate 0 over P4Runtime", "0")
    if (access.p4runtime.p4info is None) != (access.p4runtime.json_file is None):
        yield Problem(("access", "p4runtime"), "p4info and json_file belong together", "both, or neither")
    host, _, port = access.p4runtime.address.rpartition(":")
    if not host or not port.isdigit():
        what = f"{access.p4runtime.address!r} is no address"
        yield Problem(("access", "p4runtime", "address"), what, "host:port, such as 192.0.2.1:9559")


def _commands(profile: Profile) -> Iterator[Problem]:
    for name, accepted in _PLACEHOLDERS.items():
        command = getattr(profile.access.commands, name)
        loc = ("access", "commands", name)
        try:
            used = {field for _, field, _, _ in Formatter().parse(command) if field is not None}
        except ValueError:
            yield Problem(loc, "a brace that belongs to no placeholder", "{{ and }} for braces that are meant")
            continue
        unknown = sorted(used - accepted)
        if unknown:
            shown = ", ".join(f"{{{field}}}" for field in sorted(accepted)) or "none"
            yield Problem(loc, f"unknown placeholder {{{unknown[0]}}}", shown)
    commands = profile.access.commands
    if bool(commands.block) != bool(commands.unblock):
        loc = ("access", "commands", "block" if commands.block else "unblock")
        yield Problem(loc, "block and unblock belong together", "both, or neither")


def _is_hex(text: str) -> bool:
    return len(text) == 12 and all(character in "0123456789abcdefABCDEF" for character in text)

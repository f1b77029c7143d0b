# SPDX-License-Identifier: Apache-2.0
"""Profiles: what a device claims, what it chose where the sources leave a choice, and the values it is configured with.

A profile is a YAML file, those of the suite are in `ptf_tests/profiles/`. Claims and choices are those of
`ptf_tests/catalogue/claims.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeVar

from msgspec.structs import replace
from pydantic import BeforeValidator, Field, StringConstraints

from common.documents import Document, DocumentError, Loc, Problem, read, validate
from common.model import Model
from common.text import did_you_mean
from ptf_tests.catalogue.claims import CHOICES, CLAIMS, SHOWN_ON, SHOWN_OVER_P4RUNTIME_ONLY
from ptf_tests.catalogue.names import KINDS, Dut
from ptf_tests.catalogue.requirements import Waiver, unknown_ids
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.switch.device import PORTS

Queue = Annotated[int, Field(ge=0, le=7)]
TrafficClass = Annotated[int, Field(ge=0, le=7)]
Port = Annotated[int, Field(ge=0, le=510)]


_S = TypeVar("_S", bound=Model)


class Values(Model):
    """The numbers cases use.

    Attributes:
        trim_size: bytes a trimmed frame keeps, from Ethernet.
        trim_sizes: every other size the device can be configured with that cases shall try.
        data_queue, trim_queue, control_queue: queues of the three classes; queue 0 must stay free for sentinels.
        data_tc, trim_tc, control_tc: their traffic classes.
        dscp: the roles.
        max_frame: largest frame the device forwards, in bytes from Ethernet, without FCS.
        max_srh_segments: longest SRH segment list it advances.
        settle_ms: how long a port must have been silent before "nothing came out" counts; 0 if no frame can overtake.
    """

    trim_size: Annotated[int, Field(ge=64, le=9216)] = 256
    trim_sizes: tuple[Annotated[int, Field(ge=64, le=9216)], ...] = ()
    data_queue: Queue = 1
    trim_queue: Queue = 6
    control_queue: Queue = 7
    data_tc: TrafficClass = 1
    trim_tc: TrafficClass = 6
    control_tc: TrafficClass = 7
    dscp: DscpRoles = DscpRoles()
    max_frame: Annotated[int, Field(ge=1500, le=10000)] = 9216
    max_srh_segments: Annotated[int, Field(ge=0, le=127)] = 8
    settle_ms: Annotated[int, Field(ge=0, le=10000)] = 0


class P4RuntimeAccess(Model):
    """Where an external device serves P4Runtime, and the program it runs.

    Attributes:
        address: host:port.
        device_id: of P4Runtime.
        election_id: of P4Runtime's arbitration, 1 to 2^128 - 1: must be above that of every other controller of the
            device, since the highest one alone may write.
        p4info, json_file: the compiled program, relative to the profile; `p4src/` compiled here when left out.
        pipeline: `push` loads the program before each case; `keep` leaves it and deletes entries, for devices whose
            program is not the suite's to load. Counters stay then, and queues are emptied.
    """

    address: str
    device_id: Annotated[int, Field(ge=0, lt=1 << 64)] = 1
    election_id: Annotated[int, Field(ge=1, lt=1 << 128)] = 1
    p4info: Path | None = None
    json_file: Path | None = None
    pipeline: Literal["push", "keep"] = "push"


SONIC_PASSWORD: Final = "MRC_SONIC_PASSWORD"
"""Environment variable with the user's password, for a switch that takes no key or certificate."""

HostName = Annotated[str, Field(pattern=r"^[A-Za-z0-9:][A-Za-z0-9.:%_-]*$")]


class GnmiAccess(Model):
    """Where a switch that runs SONiC serves gNMI. User and password are those of `access.sonic`.

    Attributes:
        host: its name or address, where it is not `access.sonic.host`.
        port: of gNMI.
        ca: PEM file, relative to the profile, of who signed the switch's certificate.
        certificate, key: PEM files, relative to the profile, for a switch that asks for a certificate.
        server_name: the name in the switch's certificate, where it is not the host.
        insecure: clear text, on loopback only, as at the end of a tunnel.
    """

    host: HostName | None = None
    port: Annotated[int, Field(ge=1, le=65535)] = 50052
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    server_name: Annotated[str, Field(min_length=1)] | None = None
    insecure: bool = False


class SonicAccess(Model):
    """A switch that runs SONiC, reached by OpenSSH's client with its keys, agent and known hosts.

    A password is never in a profile: the environment variable `SONIC_PASSWORD` has it, if there must be one.

    Attributes:
        host: its name or address.
        user: who may `sudo config replace`.
        port: of SSH.
        timeout_s: how long one command, or one Get, may take.
        counters_s: how long the switch takes to bring COUNTERS_DB up to date (`counterpoll show`).
        counters: what COUNTERS_DB is read over.
        gnmi: with `counters: gnmi`, where.
    """

    host: HostName
    user: Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._-]*$")] = "admin"
    port: Annotated[int, Field(ge=1, le=65535)] = 22
    timeout_s: Annotated[float, Field(gt=0, le=3600)] = 300.0
    counters_s: Annotated[float, Field(ge=0, le=600)] = 10.0
    counters: Literal["ssh", "gnmi"] = "ssh"
    gnmi: GnmiAccess = GnmiAccess()


class Commands(Model):
    """What an external device's owner gives to drive it; `{...}` are filled in. Each must end with status 0.

    A command is split into words as a shell would, and run without one.

    Attributes:
        configure: makes the device what the files in `{directory}` say (`ptf_tests/dut/external/configuration.py`), and
            nothing else; without it the owner is asked to, at a terminal.
        block, unblock: `{port}`, `{interface}` (its name at the device), `{queue}`; without them a blocked queue is
            part of the configuration.
        counters: prints JSON, a list of {name, port, queue, packets, bytes}; `{ports}`.
        reset: empties counters and queues before each case; without it the suite lets out what waits in queues, by
            a configuration in which they have line rate.
    """

    configure: str = ""
    block: str = ""
    unblock: str = ""
    counters: str = ""
    reset: str = ""
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 30.0


class Access(Model):
    """How an external device is reached; empty for devices the suite starts itself.

    Attributes:
        interfaces: the tester's interface (or `unix:/path`) behind each port.
        names: what the device calls each port, for SONiC tables and texts.
        macs: the MAC address the device has on each port, where it cannot be given `settings.mac(port)`.
        p4runtime: when it is configured over P4Runtime.
        commands: when it is configured by commands.
        sonic: when it runs SONiC and the suite configures it over SSH.
        fill_frames: how many frames fill a blocked queue so that nothing more fits; 0 when blocking is enough.
        reload_s: seconds that a configuration takes until the device is so, for the estimate before a run; 0: unknown.
    """

    interfaces: dict[Port, str] = Field(default_factory=dict)
    names: dict[Port, str] = Field(default_factory=dict)
    macs: dict[Port, str] = Field(default_factory=dict)
    p4runtime: P4RuntimeAccess | None = None
    commands: Commands = Commands()
    sonic: SonicAccess | None = None
    fill_frames: Annotated[int, Field(ge=0)] = 0
    reload_s: Annotated[float, Field(ge=0, le=3600)] = 0

    @property
    def by_hand(self) -> bool:
        """Whether a person configures an external device."""
        return self.p4runtime is None and self.sonic is None and not self.commands.configure


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class Profile(Model):
    """One device's profile.

    Attributes:
        name: what reports call the device.
        description: one line.
        dut: kind of device.
        claims: what it can do.
        choices: name of a choice of `ptf_tests/catalogue/claims.py` to the value it has, or to the values it can be
            given, the usual one first.
        limits: requirement id to why this device does not meet it; its cases are not run.
        waivers: requirement id to a fault that is accepted until a day; its cases are run, and it counts as waived.
        values: numbers cases use.
        access: how an external device is reached.
    """

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    description: str
    dut: Dut
    claims: frozenset[str]
    choices: dict[str, Annotated[tuple[str, ...], BeforeValidator(_listed)]] = Field(default_factory=dict)
    limits: dict[str, str] = Field(default_factory=dict)
    waivers: dict[str, Waiver] = Field(default_factory=dict)
    values: Values = Values()
    access: Access = Access()

    def choice(self, name: str) -> str:
        """The (usual) value of a choice; the first of `CHOICES` where the profile is silent."""
        return self.chosen(name)[0]

    def chosen(self, name: str) -> tuple[str, ...]:
        """The value of a choice, or those that the device can be given, the usual one first."""
        return self.choices.get(name, (next(iter(CHOICES[name])),))

    def relative_to(self, directory: Path) -> Profile:
        """The profile with absolute paths of files."""
        changed: dict[str, object] = {}
        if self.access.p4runtime is not None:
            changed["p4runtime"] = _placed(self.access.p4runtime, directory)
        if self.access.sonic is not None:
            gnmi = _placed(self.access.sonic.gnmi, directory)
            changed["sonic"] = self.access.sonic.model_copy(update={"gnmi": gnmi})
        return self.model_copy(update={"access": self.access.model_copy(update=changed)})


def _placed(section: _S, directory: Path) -> _S:
    """A section with its files in `directory`."""
    paths = {name: directory / value for name, value in section if isinstance(value, Path)}
    return section.model_copy(update=paths)


# --- What fields ask of one another: claims that cannot be, unknown choices, queues that collide ---------------------


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
"""Claim -> claims of which at least one must be made with it, in addition to its dotted prefix."""

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
        requirements: ids of the catalogue, against which limits and waivers are checked; None leaves that out.
    """
    if profile.dut == "external" and profile.name in KINDS:
        yield Problem(("name",), f"{profile.name!r} is a kind of device, and results go by names", "a name of its own")
    yield from _claims(profile)
    yield from _choices(profile)
    if requirements is not None:
        yield from unknown_ids({"limits": profile.limits, "waivers": profile.waivers}, requirements)
    for identity in profile.waivers:
        if identity in profile.limits:
            yield Problem(("waivers", identity), "it is among the limits too", "one of the two")
    yield from _queues(profile)
    yield from _sizes(profile)
    yield from _access(profile)


def _claims(profile: Profile) -> Iterator[Problem]:
    for claim in sorted(profile.claims):
        loc = ("claims", claim)
        if claim not in CLAIMS:
            yield Problem(loc, f"unknown claim {claim!r}{did_you_mean(claim, CLAIMS)}", ", ".join(CLAIMS))
            continue
        prefix = claim.partition(".")[0]
        if prefix in CLAIMS and prefix not in profile.claims:
            yield Problem(loc, f"{claim} means nothing without {prefix}", f"{prefix} as well, or no {claim}")
        needed = _NEEDS.get(claim, ())
        if needed and not profile.claims.intersection(needed):
            yield Problem(loc, f"{claim} without {' or '.join(needed)}", f"{' or '.join(needed)} as well")
        shown = SHOWN_ON.get(profile.dut)
        if shown is not None and claim not in shown:
            what = f"a device of kind {profile.dut} cannot be shown to do {claim}"
            yield Problem(loc, what, ", ".join(sorted(shown)))
        if profile.dut == "external" and profile.access.p4runtime is None:
            yield from _external_claim(profile, claim)


def _external_claim(profile: Profile, claim: str) -> Iterator[Problem]:
    if claim in SHOWN_OVER_P4RUNTIME_ONLY:
        yield Problem(("claims", claim), f"{claim} can be shown over P4Runtime only", "access.p4runtime as well")
    elif claim.startswith("counters.") and not profile.access.commands.counters and profile.access.sonic is None:
        accepted = "access.sonic or access.commands.counters"
        yield Problem(("claims", claim), f"{claim}: nothing reads counters", accepted)


def _choices(profile: Profile) -> Iterator[Problem]:
    for name, chosen in profile.choices.items():
        loc = ("choices", name)
        values = CHOICES.get(name)
        if values is None:
            yield Problem(loc, f"unknown choice {name!r}{did_you_mean(name, CHOICES)}", ", ".join(CHOICES))
            continue
        if not chosen:
            yield Problem(loc, "no value", ", ".join(values))
        for value in chosen:
            if value not in values:
                yield Problem(loc, f"unknown value {value!r}{did_you_mean(value, values)}", ", ".join(values))


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
    if access.sonic is not None:
        if access.p4runtime is not None:
            yield Problem(("access", "sonic"), "the device has p4runtime too", "one of the two")
        for name in ("configure", "block", "counters"):
            if getattr(access.commands, name):
                yield Problem(("access", "commands", name), "access.sonic does it", "one of the two")
        yield from _gnmi(access.sonic)
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


def _gnmi(sonic: SonicAccess) -> Iterator[Problem]:
    gnmi = sonic.gnmi
    loc = ("access", "sonic", "gnmi")
    if sonic.counters != "gnmi":
        if gnmi != GnmiAccess():
            yield Problem(loc, "nothing is read over gNMI", "counters: gnmi as well, or no gnmi")
        return
    tls = {"ca": gnmi.ca, "certificate": gnmi.certificate, "key": gnmi.key, "server_name": gnmi.server_name}
    host = gnmi.host or sonic.host
    if gnmi.insecure:
        for name in (name for name, value in tls.items() if value is not None):
            yield Problem((*loc, name), "clear text has none", f"{name} or insecure")
        if not _is_loopback(host):
            yield Problem((*loc, "insecure"), f"clear text to {host}", "ca, or a host of loopback such as 127.0.0.1")
    elif gnmi.ca is None:
        yield Problem(loc, "nothing says which switch may answer", "ca: a PEM file; insecure: true on loopback")
    if (gnmi.certificate is None) != (gnmi.key is None):
        yield Problem(loc, "certificate and key belong together", "both, or neither")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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


# --- Files -----------------------------------------------------------------------------------------------------------


PROFILES = Path(__file__).resolve().parents[1] / "profiles"


def load(path: Path, requirements: Collection[str] | None = None) -> Profile:
    """Read a profile.

    Args:
        path: the file; paths in it are relative to its directory.
        requirements: ids of the catalogue, so that limits and waivers of unknown ones are found; None leaves that out.

    Raises:
        DocumentError: with the file, line, field and what would be accepted, a sentence for each problem.
    """
    document = read(path)
    profile = validate(document, Profile)
    found = [document.sentence(_at_item(problem, document)) for problem in problems(profile, requirements)]
    if found:
        raise DocumentError(found)
    return profile.relative_to(path.resolve().parent)


def _at_item(problem: Problem, document: Document) -> Problem:
    """The problem of a claim at its item in the list."""
    claims = document.data.get("claims")
    if problem.loc[0] != "claims" or not isinstance(claims, list) or problem.loc[-1] not in claims:
        return problem
    return replace(problem, loc=("claims",), at=("claims", claims.index(problem.loc[-1])))


def of_the_suite(name: str) -> Path:
    """The file of one of the suite's profiles."""
    return PROFILES / f"{name}.yaml"


def named(name: str) -> Path:
    """The file that a person means: one with a slash or a suffix in its name, or one of the suite's profiles.

    Raises:
        DocumentError: a bare name of a profile of the suite and of a file here; or a name without a slash of neither.
    """
    own, path = of_the_suite(name), Path(name)
    bare = path.name == name and not path.suffix
    here = [each for each in (path, Path(f"{name}.yaml"), Path(f"{name}.yml")) if bare and each.is_file()]
    if bare and own.is_file():
        if others := [each for each in here if not each.samefile(own)]:
            what = f"the suite has one of this name, and there is a file {others[0]} here"
            accepted = f"./{others[0]} for the file, {own} for the suite's"
            raise DocumentError(f"profile {name!r}: {what}; accepted: {accepted}")
        return own
    if path.name == name and not path.exists():
        there = sorted(each.stem for each in PROFILES.glob("*.yaml"))
        near = f"; did you mean {here[0]}?" if here else did_you_mean(path.stem, there)
        accepted = f"{', '.join(there)}, or a file"
        raise DocumentError(f"profile {name!r}: there is none of this name{near}; accepted: {accepted}")
    return path

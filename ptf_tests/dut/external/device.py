# SPDX-License-Identifier: Apache-2.0
"""A switch that the suite did not start: configured over P4Runtime, by its owner's commands, or by its owner."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from typing_extensions import override

from controller.errors import ControllerError
from controller.pipeline import Pipeline
from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.catalogue.showable import P4RUNTIME_ONLY
from ptf_tests.dut.api import DeviceSpec, OverWire, Wire
from ptf_tests.dut.external.commands import CommandRunner
from ptf_tests.dut.external.configuration import TEXT, Configuration, write_configuration
from ptf_tests.dut.external.fillers import filler
from ptf_tests.dut.external.terminal import Terminal
from ptf_tests.dut.external.wire import ExternalWire
from ptf_tests.dut.p4runtime.device import KeptPipelineDevice, P4RuntimeDevice
from ptf_tests.switch.counters import Cell, Count
from ptf_tests.switch.device import DeviceError, DeviceGoneError, DeviceUnderTest
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Setting, SettingError

PROFILE = "profile"
"""Option of the DeviceSpec: the profile, as JSON."""
DIRECTORY = "directory"
"""Option of the DeviceSpec: where configurations are written."""


class Configurator(Protocol):
    """Makes a device what a directory of files says."""

    def apply(self, directory: Path) -> None:
        """Return when the device is so. Raises DeviceError."""


class CommandConfigurator(Configurator):
    """Runs the `configure` command."""

    def __init__(self, runner: CommandRunner, command: str) -> None:
        """The command has the placeholder `{directory}`."""
        self._runner = runner
        self._command = command

    @override
    def apply(self, directory: Path) -> None:
        self._runner.run(self._command, {"directory": str(directory)})


class AskingConfigurator(Configurator):
    """Tells a person at a terminal what to configure, and waits for Enter."""

    def __init__(self, name: str, terminal: Terminal) -> None:
        """`name` of the device, for messages."""
        self._name = name
        self._terminal = terminal

    @override
    def apply(self, directory: Path) -> None:
        """Print the text, wait."""
        text = (directory / TEXT).read_text(encoding="utf-8")
        head = f"\n=== Configure {self._name} as follows (also in {directory}) ===\n"
        self._terminal.ask(f"{head}{text}Press Enter when it is so: ")


def open_external(spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> DeviceUnderTest:
    """Connect in the way the profile says. Raises DeviceError."""
    profile = Profile.model_validate_json(spec.options[PROFILE])
    access = profile.access
    wire = ExternalWire(wire, access.macs)
    if access.p4runtime is not None:
        kinds = {"push": P4RuntimeDevice, "keep": KeptPipelineDevice}
        return kinds[access.p4runtime.pipeline](spec, wire, ports)
    runner = CommandRunner(spec.name, access.commands)
    configurator: Configurator
    if access.commands.configure:
        configurator = CommandConfigurator(runner, access.commands.configure)
    else:
        configurator = AskingConfigurator(spec.name, Terminal(sys.stdin.isatty))
    return ExternalDevice(spec, profile, wire, ports, configurator=configurator, runner=runner)


class ExternalDevice(OverWire):
    """Configured late: only when a frame is sent or a counter read, and only if the device is something else by then.

    Every case starts from an empty configuration and adds to it, which a person or a slow command must not notice.
    """

    def __init__(
        self,
        spec: DeviceSpec,
        profile: Profile,
        wire: ExternalWire,
        ports: Sequence[int],
        *,
        configurator: Configurator,
        runner: CommandRunner,
    ) -> None:
        """Nothing is sent yet. Raises DeviceError when the compiled program for P4Runtime files cannot be read."""
        self.name = spec.name
        self._profile = profile
        self._wire = wire
        self._ports = tuple(ports)
        self._configurator = configurator
        self._runner = runner
        self._directory = Path(spec.options[DIRECTORY])
        self._pipeline = _pipeline(spec)
        self._wanted: tuple[Setting, ...] = ()
        self._blocked: frozenset[tuple[int, int]] = frozenset()
        self._filled: frozenset[tuple[int, int]] = frozenset()
        self._applied: Configuration | None = None
        self._written: dict[Configuration, Path] = {}

    @override
    def capabilities(self) -> frozenset[str]:
        """Everything but what needs P4Runtime."""
        return frozenset(CLAIMS) - P4RUNTIME_ONLY

    @override
    def reset(self) -> None:
        """Unblock; run the `reset` command; the empty configuration is made so only if it is used."""
        for port, queue in sorted(self._blocked):
            self.unblock(port, queue)
        self._wanted = ()
        if self._profile.access.commands.reset:
            self._runner.run(self._profile.access.commands.reset, {})

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        self._wanted = tuple(settings)

    @override
    def block(self, port: int, queue: int) -> None:
        """Run the `block` command, or make it part of the configuration; either way it is filled before it is used."""
        self._command(self._profile.access.commands.block, port, queue)
        self._blocked |= {(port, queue)}

    @override
    def unblock(self, port: int, queue: int) -> None:
        """Run the `unblock` command, or take it out of the configuration."""
        if (port, queue) in self._blocked:
            self._command(self._profile.access.commands.unblock, port, queue)
        self._blocked -= {(port, queue)}
        self._filled -= {(port, queue)}

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._apply()
        self._wire.send(port, frame)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """What the `counters` command says."""
        self._apply()
        return self._runner.counters(ports)

    @override
    def hits(self, setting: Setting) -> None:
        del setting

    def _command(self, command: str, port: int, queue: int) -> None:
        if command:
            interface = self._profile.access.names.get(port, str(port))
            self._runner.run(command, {"port": port, "interface": interface, "queue": queue})

    def _apply(self) -> None:
        by_command = bool(self._profile.access.commands.block)
        wanted = Configuration(self._wanted, frozenset() if by_command else self._blocked)
        if wanted != self._applied:
            self._applied = None  # until it is so
            with _untimed():
                self._configurator.apply(self._files(wanted))
            self._applied = wanted
        for place in sorted(self._blocked - self._filled):
            self._fill(*place)
        self._filled = self._blocked

    def _files(self, configuration: Configuration) -> Path:
        if configuration not in self._written:
            directory = self._directory / f"{len(self._written) + 1:04d}"
            try:
                write_configuration(configuration, directory, self._profile, self._pipeline)
            except OSError as error:
                raise DeviceGoneError(f"{directory}: cannot write: {error.strerror}") from None
            self._written[configuration] = directory
        return self._written[configuration]

    def _fill(self, port: int, queue: int) -> None:
        count = self._profile.access.fill_frames
        if not count:
            return
        ingress = next(each for each in self._ports if each != port)
        try:
            frame = filler(self._wanted, ingress, port, queue)
        except SettingError as error:
            raise DeviceError(f"{self.name}: {error}") from None
        for _ in range(count):
            self._wire.send(ingress, frame)


@contextmanager
def _untimed() -> Iterator[None]:
    """Stop the clock of PTF's time-out for a case, which is no measure of people and of configuration commands."""
    remaining = signal.alarm(0)
    try:
        yield
    finally:
        signal.alarm(remaining)


def _pipeline(spec: DeviceSpec) -> Pipeline | None:
    if spec.p4info is None or spec.json_file is None:
        return None
    try:
        return Pipeline.load(spec.p4info, spec.json_file)
    except ControllerError as error:
        raise DeviceError(f"{spec.name}: {error}") from None

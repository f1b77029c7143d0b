# SPDX-License-Identifier: Apache-2.0
"""The verdicts on an external device do not depend on the order of the cases: none finds what another left in a queue.

The embedded switch stands for the device. What it is told goes through pipes into this process, which installs it: a
command that started an interpreter of its own each time would take most of the test.
"""

import contextlib
import os
import random
import threading
from pathlib import Path

import pytest
from external_kit import a_switch, write_profile
from google.protobuf import text_format
from long_kit import share

from controller.client import SwitchClient
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from p4soft.messages import p4runtime_pb2
from p4soft.targets import get_target
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request, select
from ptf_tests.dut.external.configuration import P4RUNTIME
from ptf_tests.dut.kinds import bench_of
from ptf_tests.dut.p4runtime import PROGRAM
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import load

CLAIMS = (
    "[trimming, trimming.asymmetric_dscp, srv6.un, qos.dscp_queues, qos.strict_priority, qos.byte_limit, "
    "qos.block_queue, ecn.marking]"
)
#: Two or more of each configuration: they fill queues to the byte, block them, mark, and let them drain in the end.
CASES = (
    "ecn.EcnEct0",
    "ecn.EcnOffOnHostPort",
    "incast.Incast4Exact",
    "incast.Incast8Exact",
    "incast.IncastVictim",
    "qos.QosPriorityUpwards",
    "qos.QosPriorityDownwards",
    "qos_admission.QosBlockedQueue",
    "qos_admission.QosBlockLeavesOthers",
    "qos_admission.QosUnblockedQueue",
    "trimming.TrimRefused",
    "trimming.TrimWhenFull",
    "trimming.TrimThenDrain",
    "trimming_queue.TrimOrder",
    "trimming_queue.TrimNeverTwice",
)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    files = get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))
    return Pipeline.load(files.p4info, files.json)


class Owner:
    """Who makes the switch what a directory says: by loading the program anew, or by writing what differs."""

    def __init__(self, client, *, push):
        self._client = client
        self._push = push
        client.become_primary()
        client.set_pipeline()

    def configure(self, directory):
        request = p4runtime_pb2.WriteRequest()
        text_format.Parse((Path(directory) / P4RUNTIME).read_text(encoding="utf-8"), request)
        if self._push:
            self._client.set_pipeline()
        else:
            self._client.delete(self._client.read_entries().values())
        self._client.write(request.updates)


@contextlib.contextmanager
def serving(owner, directory):
    """The `configure` command: a shell that writes the directory into one pipe and waits for an answer in the other."""
    asked, answered = directory / "asked", directory / "answered"
    for pipe in (asked, answered):
        os.mkfifo(pipe)

    script = directory / "configure.sh"
    script.write_text(f'echo "$1" > {asked}; read answer < {answered}; echo "$answer" >&2; [ "$answer" = done ]')

    def serve():
        while line := asked.read_text().strip():
            try:
                owner.configure(line)
                answered.write_text("done\n")
            except ControllerError as error:
                answered.write_text(f"{error}\n")

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"sh {script} {{directory}}"
    finally:
        asked.write_text("\n")
        thread.join()


def verdicts(profile, out, names):
    """How each case ended, and with what text."""
    ran = PtfRunner(profile, bench_of(profile)).run(Request(out, tuple(names)))
    assert not ran.ended
    assert len(ran.outcomes) == len(names)
    return {outcome.name: (outcome.outcome, outcome.text) for outcome in ran.outcomes}


def orders():
    """As written, the other way round, and shuffled; PTF runs module by module, in the order it is given them.

    Two of them say whether a case finds what another left; the third is for those that only some neighbour hurts.
    """
    shuffled = list(CASES)
    random.Random(21).shuffle(shuffled)
    return (CASES, CASES[::-1], tuple(shuffled))


@pytest.mark.parametrize(
    ("push", "count"),
    share([(True, 3), (False, 2), (False, 3)], [(False, 2)]),
    ids=["pushed", "by difference, two orders", "by difference"],
)
def test_by_commands(tmp_path, pipeline, push, count):
    with (
        a_switch() as switch,
        SwitchClient(switch.address, 7, pipeline) as client,
        serving(Owner(client, push=push), tmp_path) as command,
    ):
        profile = load(write_profile(tmp_path, switch, f"  commands: {{configure: '{command}'}}\n", CLAIMS))
        applicable = {case.name for case in select(CASES, cases(), Catalogue.own(), profile).applicable}
        assert applicable == set(CASES)
        for number, order in enumerate(orders()[:count]):
            found = verdicts(profile, tmp_path / f"out{number}", order)
            assert found == dict.fromkeys(CASES, ("passed", "")), order


@pytest.mark.long
def test_over_p4runtime_with_a_pipeline_that_is_kept(tmp_path, pipeline):
    with a_switch() as switch:
        with SwitchClient(switch.address, 7, pipeline) as client:
            client.become_primary()
            client.set_pipeline()
        access = f"  p4runtime: {{address: '{switch.address}', device_id: 7, pipeline: keep}}\n"
        profile = load(write_profile(tmp_path, switch, access, CLAIMS))
        for number, order in enumerate(orders()):
            found = verdicts(profile, tmp_path / f"out{number}", order)
            assert found == dict.fromkeys(CASES, ("passed", "")), order

# SPDX-License-Identifier: Apache-2.0
"""`--codec scapy`: a run on the scapy layers leaves the same result.json and the same captures, byte for byte."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from long_kit import share
from rich.console import Console

import topologies
from fabric.__main__ import CODECS, cli
from fabric.running import run_scenario
from host_stack import Codec

LAB = Path(topologies.__file__).with_name("lab.yaml")
MRC = """\
name: small
topology: {lab}
seed: 5
limit: 20ms
nic: {{options: {{ev_probe_interval_ns: 10000}}}}
workload:
  - {{from: nic0, to: nic3, bytes: 400kB}}
  - {{from: nic1, to: nic3, bytes: 400kB, operation: write-imm}}
  - {{from: nic2, to: nic3, bytes: 200001B}}
faults:
  - {{at: 5us, do: switch p0-t1-0 stop}}
  - {{at: 20us, do: link p1-t0-0--p1-t1-0 loss 0.02}}
  - {{at: 30us, do: switch p0-t1-0 start}}
captures: ["nic3:0--p0-t0-1:1", "nic0:0--p0-t0-0:0", "p1-t0-0--p1-t1-0"]
expect:
  trims.total: {{min: 5}}
  nacks.total: {{min: 5}}
  frames.blackholed: {{min: 1}}
  evs.retired: {{min: 1}}
  evs.revived: {{min: 1}}
"""
ROCE = """\
name: small
topology: {lab}
overrides: {{ecmp: true, nic_prefix_ipv4: 10.0.0.0/16}}
seed: 3
limit: 20ms
nic: {{kind: roce, qps: 4, options: {{timeout: 6, network: ipv4}}}}
workload:
  - {{from: nic0, to: nic3, bytes: 200kB}}
  - {{from: nic2, to: nic3, bytes: 100kB}}
faults:
  - {{at: 5us, do: link nic0:0--p0-t0-0:0 loss 0.1}}
captures: ["nic3:0--p0-t0-1:1", "p0-t0-0--p0-t1-0"]
expect:
  nacks.total: {{min: 1}}
"""
OTHER_BITS = "options: {{bth_flag_order: swapped, eeth_op_bits: bits_5_4, ev_mode: srv6_srh, udp_port: 4971, "
SCENARIOS = {"MRC": MRC, "MRC, other bits": MRC.replace("options: {{", OTHER_BITS), "RoCE": ROCE}


def left_by(scenario: Path, out: Path, codec: Codec) -> dict[str, bytes]:
    """What a run writes."""
    console = Console(file=io.StringIO(), width=120)
    assert run_scenario(scenario, out, None, console, show_progress=False, codec=codec), console.file.getvalue()
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.suffix in (".json", ".pcapng")
    }


@pytest.mark.parametrize("name", share(SCENARIOS, ["MRC"]))
def test_a_run_on_the_layers_leaves_the_same_bytes(tmp_path, name):
    scenario = tmp_path / "small.yaml"
    scenario.write_text(SCENARIOS[name].format(lab=LAB))
    fast, layers = (left_by(scenario, tmp_path / codec.value, codec) for codec in Codec)
    assert "result.json" in fast
    assert len(fast) == 1 + SCENARIOS[name].count("--") - SCENARIOS[name].count("do: link")
    assert layers == fast


def test_the_command_has_every_codec_and_refuses_others(tmp_path):
    assert tuple(codec.value for codec in Codec) == CODECS
    refused = CliRunner().invoke(cli, ["run", str(tmp_path / "x.yaml"), "--out", str(tmp_path), "--codec", "scappy"])
    assert refused.exit_code == 2
    assert "'scappy' is not one of 'fast', 'scapy'" in refused.output

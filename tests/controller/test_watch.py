# SPDX-License-Identifier: Apache-2.0
"""The exporter: what a real switch counted, in Prometheus's text format, and dashboards that ask for what there is."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from controller_kit import compiled
from fake_p4runtime import FakeFleet
from waiting_kit import until

import topologies
from common import PROJECT_ROOT
from controller import ControllerError
from controller.client import install
from controller.columns import ColumnPlanner
from controller.inventory import Endpoint
from controller.pipeline import Pipeline
from controller.push import FleetPlan
from controller.tables import plan
from controller.watch import CONTENT_TYPE, DIGEST, METRICS, Exporter, Look, look
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer

DASHBOARDS = sorted((PROJECT_ROOT / "docs" / "dashboards").glob("*.json"))
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+)\})? (-?[0-9.e+]+)')
"""A line of the text format 0.0.4."""


def parsed(text):
    """Samples by metric and labels; fails for what is not in the format, or not announced."""
    announced, samples = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            announced[name] = kind
        elif not line.startswith("# HELP "):
            name, labels, number = SAMPLE.fullmatch(line).groups()
            assert name in announced
            samples[name, tuple(re.findall(r'([a-z_]+)="((?:[^"\\]|\\.)*)"', labels or ""))] = float(number)
    return announced, samples


def frame(destination, dst_mac, payload):
    """Ethernet, IPv6 with a uSID destination, DSCP 4 (trimmable)."""
    header = bytes([0x60 | 4 >> 2, 0]) + bytes(2) + payload.to_bytes(2, "big") + bytes([59, 64])
    addresses = (0xFD6D_7263_0000_0000 << 64 | 1).to_bytes(16, "big") + destination.to_bytes(16, "big")
    return dst_mac.to_bytes(6, "big") + bytes(6) + b"\x86\xdd" + header + addresses + bytes(payload)


def test_what_a_switch_dropped_and_trimmed_is_what_prometheus_gets(lab):
    pipeline = Pipeline(compiled().p4info, json.dumps(compiled().json).encode(), "p4src/main.p4")
    node = lab.switch("p0-t0-0")
    switch = SimpleSwitch(device_id=1, priority_queues=8)
    server = P4RuntimeServer(switch)
    server.start()
    try:
        install(server.address, pipeline, plan(lab, node))
        burst = frame(0xFCBBBBBB_1000_3000_0000 << 48, node.mac(1), 4096)
        stray = frame(0xFCBBBBBB_1000_2007 << 64, node.mac(1), 100)  # a T1 that the lab does not have
        with switch.lock:
            for _ in range(34):  # 33 of them fit the 1.5 BDP of a last hop
                switch.receive(1, burst, 1_000_000)
            switch.receive(1, stray, 1_000_000)
        checked = FleetPlan(ColumnPlanner(lab).plan, pipeline)
        here, gone = Endpoint(node, server.address, 1), Endpoint(lab.switch("p0-t0-1"), server.address, 2)
        announced, samples = parsed(look(checked, [here, gone], at_once=2, timeout_s=5).text())
    finally:
        server.stop()
    assert announced == {metric.name: metric.kind for metric in METRICS}
    at = ("switch", "p0-t0-0")
    counted = {key: value for key, value in samples.items() if key[0].endswith("_total") and value}
    assert counted == {
        ("mrc_switch_dropped_packets_total", (at, ("reason", "BLACKHOLE"))): 1,
        ("mrc_port_dropped_packets_total", (at, ("port", "0"))): 1,  # the whole one; SAI counts it so
        ("mrc_port_trim_packets_total", (at, ("port", "0"))): 1,
        ("mrc_port_tx_trim_packets_total", (at, ("port", "0"))): 1,
    }
    assert samples["mrc_switch_state", (at, ("state", "as planned"))] == 1
    assert samples["mrc_switch_state", (("switch", "p0-t0-1"), ("state", "error"))] == 1  # another device is there
    assert samples["mrc_switches", (("state", "as planned"),)] == 1
    assert {samples["mrc_switch_drift_entries", (at, ("kind", kind))] for kind in ("missing", "extra", "differs")} == {
        0
    }
    assert samples["mrc_switch_entries", (at,)] == 45


def get(address, path="/metrics"):
    with urllib.request.urlopen(f"http://{address}{path}", timeout=10) as answer:
        return answer.status, answer.headers["Content-Type"], answer.read().decode()


def test_the_exporter_serves_the_last_look_and_nothing_else():
    exporter = Exporter("127.0.0.1", 0)
    exporter.start()
    try:
        for path, status in (("/metrics", 503), ("/", 404), ("/../etc/passwd", 404)):
            with pytest.raises(urllib.error.HTTPError) as caught:
                get(exporter.address, path)
            assert caught.value.code == status
        found = Look()
        found.samples[DIGEST]['a"b\\c\n', "d"] = 1
        exporter.show(found)
        status, kind, text = get(exporter.address, "/metrics?x=1")
        assert (status, kind) == (200, CONTENT_TYPE)
        assert 'mrc_switch_digest_info{switch="a\\"b\\\\c\\n",digest="d"} 1\n' in text
        port = int(exporter.address.rpartition(":")[2])
        with pytest.raises(ControllerError, match=rf"--listen 127.0.0.1:{port}: cannot bind: Address already in use"):
            Exporter("127.0.0.1", port)
    finally:
        exporter.close()


def test_the_command_serves_until_it_is_interrupted(files):
    fleet = FakeFleet([1])
    words = ["watch", topologies.LAB, "--p4info", files[0], "--json", files[1], "--switch", f"p0-t0-0={fleet.address}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", *map(str, words), "--listen", "127.0.0.1:0", "--every", "60"],
        cwd=PROJECT_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(process.stdout), daemon=True)
    reader.start()
    try:
        until(lambda: len(lines) == 2 or process.poll() is not None)
        address = re.search(r"http://(127\.0\.0\.1:\d+)/metrics: 1 switches", lines[0])[1]
        assert lines[1] == "1 other program\n"
        assert 'mrc_switches{state="other program"} 1\n' in get(address)[2]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()
        fleet.stop()


@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_each_panel_asks_for_metrics_and_labels_that_there_are(path):
    dashboard = json.loads(path.read_text(encoding="utf-8"))
    labels = {metric.name: set(metric.labels) for metric in METRICS}
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 0
    for panel in panels:
        for target in panel["targets"]:
            expression = target["expr"]
            names = set(re.findall(r"\bmrc_\w+", expression))
            assert names, panel["title"]
            assert names <= labels.keys(), panel["title"]
            asked = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            asked |= {word for found in re.findall(r"by \(([^)]*)\)", expression) for word in found.split(", ")}
            asked |= {
                found for braces in re.findall(r"\{([^}]*)\}", expression) for found in re.findall(r"(\w+)[=!]", braces)
            }
            assert asked <= set().union(*(labels[name] for name in names)), panel["title"]


def test_every_metric_is_on_a_dashboard():
    text = "".join(path.read_text(encoding="utf-8") for path in DASHBOARDS)
    assert [metric.name for metric in METRICS if metric.name not in text] == []

# SPDX-License-Identifier: Apache-2.0
"""Inventories: patterns, device classes, credentials, and one clear line for what is wrong with them."""

from __future__ import annotations

import subprocess

import pytest

from controller import ControllerError
from controller.inventory import Connections, check_unique, from_file
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer, Tls


@pytest.fixture
def endpoints(lab, tmp_path):
    def read(text, environment=None):
        path = tmp_path / "x.yaml"
        path.write_text(text, encoding="utf-8")
        found = from_file(lab, path, environment or {})
        check_unique(found)
        return found

    return read


def test_a_map_of_names_and_patterns(endpoints):
    found = endpoints("p0-t0-1: 10.0.0.9:1\np0-*: 10.0.0.1:9559\np1-t1-0: '[::1]:5'\n")
    assert [(e.name, e.address, e.device_id) for e in found] == [
        ("p0-t0-1", "10.0.0.9:1", 2), ("p0-t0-0", "10.0.0.1:9559", 1), ("p0-t1-0", "10.0.0.1:9559", 3),
        ("p0-t1-1", "10.0.0.1:9559", 4), ("p1-t1-0", "[::1]:5", 7),
    ]  # fmt: skip


def test_device_classes_and_ids(endpoints):
    [first, second] = endpoints(
        "classes:\n  t0: {rate: 2000, at_once: 2}\nswitches:\n"
        "  p0-t0-0: {address: 'a:1', class: t0, device_id: 1000}\n  p0-t0-1: a:1\n"
    )
    assert (first.device_id, first.device_class.rate, first.device_class.at_once) == (1000, 2000, 2)
    assert (second.device_id, second.device_class.rate, second.device_class.at_once) == (2, None, 8)


NAMED = "switches:\n  p0-t0-0: {address: 'a:1', class: c}\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("p0-*: a:1\np0-t0-*: b:1\n", "x.yaml:2: p0-t0-*: p0-t0-0 is one of p0-* too; accepted: each switch once"),
        ("p7-*: a:1\n", "x.yaml:1: p7-*: no switch of lab has such a name; accepted: as p0-t0-*"),
        ("switches:\n  p0-t0-0: {address: 'a:1', device_id: 2}\n  p0-t0-1: a:1\n",
         "a:1 is the address of p0-t0-0 and p0-t0-1, both with device id 2; accepted: one id each"),
        ("switches:\n  p0-t0-*: {address: 'a:1', device_id: 2}\n", "x.yaml:2: p0-t0-*: device_id: one id for all"),
        (NAMED, "x.yaml:2: p0-t0-0: class: no device class 'c'; accepted: none: `classes` is missing"),
        ("classes:\n  c: {rate: 0}\n" + NAMED, "x.yaml:2: classes.c.rate: "),
        ("classes:\n  c: {speed: 0}\n" + NAMED, "x.yaml:2: classes.c.speed: unknown field; accepted: tls, token, rate"),
        ("classes:\n  c: {token: t}\n" + NAMED, "x.yaml:2: classes.c.token: a token in clear text; accepted: a class"),
        ("classes:\n  c: {tls: {ca: no.pem}}\n" + NAMED, "x.yaml:2: classes.c.tls.ca: "),
        ("classes:\n  c: {tls: {ca: x.yaml}}\n" + NAMED, "x.yaml:2: classes.c.tls.ca: not PEM; accepted: text with"),
        ("classes:\n  c: {tls: {ca: {env: NO}}}\n" + NAMED, "tls.ca: the environment has no NO; accepted: a variable"),
        ("classes:\n  c: {tls: {ca: {env: CA}, key: k}}\n" + NAMED, "tls: `certificate` and `key` go together"),
        ("classes: {}\n", "x.yaml:1: switches: missing; accepted: a map from switch"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(endpoints, text, what):
    with pytest.raises(ControllerError) as caught:
        endpoints(text, {"CA": "-----BEGIN CERTIFICATE-----"})
    assert what in str(caught.value)
    assert "\n" not in str(caught.value)


def test_tls_with_a_certificate_of_ours_and_a_token(endpoints, tmp_path):
    """A switch that wants to know who we are; a class without our certificate is turned away."""

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=tmp_path, check=True, capture_output=True, timeout=10)

    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *new_key, "-days", "2", "-subj", "/CN=ca", "-keyout", "ca.key", "-out", "ca.pem")
    (tmp_path / "san").write_text("subjectAltName=DNS:switch.example\n")
    for name in ("server", "client"):
        openssl("req", *new_key, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "san", "-out", f"{name}.pem")  # fmt: skip
    (tmp_path / "token").write_text("abc\n")
    tls = Tls(tmp_path / "server.pem", tmp_path / "server.key", tmp_path / "ca.pem", client_auth=True)
    server = P4RuntimeServer(SimpleSwitch(device_id=1), tls=tls)
    server.start()
    connections = Connections()
    try:
        ours, strangers, plain = endpoints(
            "classes:\n"
            "  ours: {token: token,\n"
            "    tls: {ca: ca.pem, certificate: client.pem, key: {env: KEY}, server_name: switch.example}}\n"
            "  strangers: {tls: {ca: ca.pem, server_name: switch.example}}\n"
            f"switches:\n  p0-t0-0: {{address: '{server.address}', class: ours}}\n"
            f"  p0-t0-1: {{address: '{server.address}', class: strangers}}\n  p0-t1-0: {server.address}\n",
            {"KEY": (tmp_path / "client.key").read_text()},
        )
        assert Session("ours", connections.to(ours), 1, timeout_s=5).pipeline_cookie() is None
        for endpoint in (strangers, plain):
            with pytest.raises(SessionError):
                Session("others", connections.to(endpoint), 1, timeout_s=5).pipeline_cookie()
    finally:
        connections.close()
        server.stop()

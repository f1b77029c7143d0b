# SPDX-License-Identifier: Apache-2.0
"""TLS with given certificates, made here with openssl."""

from __future__ import annotations

import subprocess

import click
import grpc
import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from reference_kit import needs

from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.command import SwitchCommand
from p4soft.switch.p4runtime import P4RuntimeServer, ServerError, Tls

pytestmark = needs("openssl")
TIMEOUT_S = 10


@pytest.fixture(scope="module")
def pki(tmp_path_factory):
    """ca.pem, and a certificate and key each for `server` and `client`, signed by it; `other` signs itself."""
    folder = tmp_path_factory.mktemp("pki")

    def openssl(*arguments):
        subprocess.run(
            ["openssl", *map(str, arguments)], cwd=folder, check=True, capture_output=True, timeout=TIMEOUT_S
        )

    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")  # fmt: skip
    (folder / "san.ext").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    for name in ("server", "client"):
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")  # fmt: skip
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "san.ext", "-out", f"{name}.pem")  # fmt: skip
    return folder


@pytest.fixture
def serve():
    servers = []

    def begin(tls):
        servers.append(P4RuntimeServer(SimpleSwitch(), tls=tls))
        servers[-1].start()
        return servers[-1].address

    yield begin
    for server in servers:
        server.stop()


def version(address, credentials):
    channel = grpc.insecure_channel(address) if credentials is None else grpc.secure_channel(address, credentials)
    with channel:
        stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
        return stub.Capabilities(p4runtime_pb2.CapabilitiesRequest(), timeout=TIMEOUT_S).p4runtime_api_version


def client(pki, name=None, roots="ca"):
    files = () if name is None else ((pki / f"{name}.key").read_bytes(), (pki / f"{name}.pem").read_bytes())
    return grpc.ssl_channel_credentials((pki / f"{roots}.pem").read_bytes(), *files)


def refused(address, credentials):
    with pytest.raises(grpc.RpcError) as caught:
        version(address, credentials)
    return caught.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_client_that_trusts_the_ca_is_served_in_tls_only(pki, serve):
    address = serve(Tls(pki / "server.pem", pki / "server.key"))
    assert version(address, client(pki)) == "1.4.1"
    assert refused(address, None)
    assert refused(address, client(pki, roots="other"))


def test_client_certificates_are_required_when_asked_for(pki, serve):
    address = serve(Tls(pki / "server.pem", pki / "server.key", pki / "ca.pem", client_auth=True))
    assert version(address, client(pki, "client")) == "1.4.1"
    assert refused(address, client(pki))
    assert refused(address, client(pki, "other"))


def test_unusable_files_are_named(pki, tmp_path):
    nonsense = tmp_path / "x.pem"
    nonsense.write_text("no certificate")
    for tls, wanted in (
        (Tls(tmp_path / "none.pem", pki / "server.key"), "--grpc-server-cert .*none.pem: cannot read: No such file"),
        (Tls(pki / "server.pem", nonsense), "--grpc-server-key .*x.pem: not a PEM file"),
        (Tls(pki / "server.pem", pki / "other.key"), "certificate and the key do not belong together"),
        (Tls(pki / "server.pem", pki / "server.key", client_auth=True), "needs --grpc-server-cacert"),
    ):
        with pytest.raises(ServerError, match=wanted):
            P4RuntimeServer(SimpleSwitch(), tls=tls)


def parse(arguments):
    return SwitchCommand(lambda _: None).make_context("switch", list(arguments)).obj


def test_the_options_are_those_of_simple_switch_grpc():
    given = ["--no-p4", "--", "--grpc-server-cert", "c", "--grpc-server-key", "k", "--grpc-server-cacert", "a"]
    options = parse(given)
    assert options.tls is None
    assert options.grpc_address.startswith("127.0.0.1:")
    assert "--grpc-server-ssl was not given" in options.notices[0]
    tls = parse([*given, "--grpc-server-ssl", "--grpc-server-with-client-auth"]).tls
    assert (tls.certificate.name, tls.key.name, tls.ca.name, tls.client_auth) == ("c", "k", "a", True)
    with pytest.raises(click.UsageError, match="--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key"):
        parse(["--no-p4", "--", "--grpc-server-ssl", "--grpc-server-cert", "c"])

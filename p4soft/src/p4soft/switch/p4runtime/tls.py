# SPDX-License-Identifier: Apache-2.0
"""Where the server listens: an address, with or without TLS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grpc


class ServerError(Exception):
    """The server cannot be started; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Tls:
    """TLS with given PEM files, as simple_switch_grpc takes them.

    Attributes:
        certificate: the server's certificate (chain).
        key: its private key.
        ca: certificates that clients' certificates are checked against, or None.
        client_auth: refuse clients without a certificate signed by `ca`.
    """

    certificate: Path
    key: Path
    ca: Path | None = None
    client_auth: bool = False

    def credentials(self) -> grpc.ServerCredentials:
        """What gRPC needs; raises ServerError when a file is unreadable or a combination makes no sense."""
        if self.client_auth and self.ca is None:
            raise ServerError("--grpc-server-with-client-auth needs --grpc-server-cacert to check clients against")
        pair = (_pem(self.key, "--grpc-server-key"), _pem(self.certificate, "--grpc-server-cert"))
        roots = _pem(self.ca, "--grpc-server-cacert") if self.ca is not None else None
        return grpc.ssl_server_credentials([pair], roots, self.client_auth)


def bind(server: grpc.Server, address: str, tls: Tls | None) -> str:
    """Bind `server` to `host:port` (port 0: a free one); returns the address actually bound. Raises ServerError."""
    host, separator, port_text = address.rpartition(":")
    if not separator or not host or not port_text.isascii() or not port_text.isdigit() or int(port_text) > 65535:
        raise ServerError(f"gRPC server address {address!r}; accepted: HOST:PORT with a port of 0..65535")
    reason = "the port is in use, or the host is not this one's"
    try:
        if tls is None:
            port = server.add_insecure_port(address)
        else:
            reason += ", or the certificate and the key do not belong together"
            port = server.add_secure_port(address, tls.credentials())
    except RuntimeError:
        port = 0
    if not port:
        raise ServerError(f"gRPC server address {address}: cannot bind: {reason}")
    return f"{host}:{port}"


def _pem(path: Path, option: str) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ServerError(f"{option} {path}: cannot read: {error.strerror}") from None
    if b"-----BEGIN " not in data:
        raise ServerError(f"{option} {path}: not a PEM file; accepted: text with -----BEGIN ...-----")
    return data

# SPDX-License-Identifier: Apache-2.0
"""COUNTERS_DB of a switch that runs SONiC, over gNMI.

Paths are `/COUNTERS_DB/localhost/TABLE` and `/COUNTERS_DB/localhost/COUNTERS/OBJECT` in origin `sonic-db`, as in the
tests of sonic-gnmi. The server answers each with one hash in JSON, in any order, and with `{}` where redis has none.
This module calls finsy's stubs: finsy's own client asks for Protobuf, in which SONiC has no counters, and takes no
deadline.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import grpc
from pydantic import TypeAdapter, ValidationError

from p4soft.messages import messages_alone
from ptf_tests.dut.external.commands import first_problem
from ptf_tests.switch.device import DeviceGoneError
from ptf_tests.switch.profile import SONIC_PASSWORD, SonicAccess

with messages_alone():
    from finsy.proto.gnmi1 import gnmi_pb2, gnmi_pb2_grpc

_DATABASE = ("COUNTERS_DB", "localhost")
_HASH = TypeAdapter(dict[str, str])
_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1))


def hashes(name: str, sonic: SonicAccess, keys: Sequence[str]) -> list[dict[str, str]]:
    """What COUNTERS_DB has under these keys, as `COUNTERS:oid:0x1`, by one Get.

    Args:
        name: for messages.
        sonic: of `counters: gnmi`.
        keys: of redis.

    Raises:
        DeviceGoneError: a certificate cannot be used, the server refuses or does not answer, or an answer is no hash.
    """
    gnmi = sonic.gnmi
    host = gnmi.host or sonic.host
    address = f"[{host}]:{gnmi.port}" if ":" in host else f"{host}:{gnmi.port}"
    where = f"{name}: gNMI at {address}"
    request = gnmi_pb2.GetRequest(path=map(_path, keys), encoding=gnmi_pb2.JSON_IETF)
    with _channel(name, sonic, address) as channel:
        try:
            answer = gnmi_pb2_grpc.gNMIStub(channel).Get(
                request, timeout=sonic.timeout_s, metadata=_metadata(name, sonic.user)
            )
        except grpc.RpcError as error:
            details = " ".join((error.details() or "").split())
            raise DeviceGoneError(f"{where}: {error.code().name}: {details}") from None
    values = {_key(update.path): update.val for each in answer.notification for update in each.update}
    return [_hash(where, key, values.get(key)) for key in keys]


def _path(key: str) -> gnmi_pb2.Path:
    names = (*_DATABASE, *key.split(":", 1))
    return gnmi_pb2.Path(origin="sonic-db", elem=[gnmi_pb2.PathElem(name=name) for name in names])


def _key(path: gnmi_pb2.Path) -> str:
    return ":".join(elem.name for elem in path.elem[len(_DATABASE) :])


def _hash(where: str, key: str, value: gnmi_pb2.TypedValue | None) -> dict[str, str]:
    if value is None:
        raise DeviceGoneError(f"{where}: {key}: no answer; accepted: one to each path")
    kind = value.WhichOneof("value")
    if kind != "json_ietf_val":
        raise DeviceGoneError(f"{where}: {key}: {kind}; accepted: json_ietf_val")
    try:
        return _HASH.validate_json(value.json_ietf_val)
    except ValidationError as error:
        raise DeviceGoneError(f"{where}: {key}: {first_problem(error)}; accepted: a hash of strings") from None


# --- Who asks, and who may answer ------------------------------------------------------------------------------------


def _metadata(name: str, user: str) -> tuple[tuple[str, str], ...]:
    """User and password as SONiC's gNMI server looks for them, if the environment has a password."""
    password = os.environ.get(SONIC_PASSWORD, "")
    if not password:
        return ()
    if not (password.isascii() and password.isprintable()):
        raise DeviceGoneError(f"{name}: {SONIC_PASSWORD}: gNMI cannot carry it; accepted: printable ASCII")
    return (("username", user), ("password", password))


def _channel(name: str, sonic: SonicAccess, address: str) -> grpc.Channel:
    gnmi = sonic.gnmi
    if gnmi.insecure:
        return grpc.insecure_channel(address, _OPTIONS)
    options: tuple[tuple[str, object], ...] = _OPTIONS
    if gnmi.server_name is not None:
        options = (*options, ("grpc.ssl_target_name_override", gnmi.server_name))
    credentials = grpc.ssl_channel_credentials(
        _pem(name, "ca", gnmi.ca), _pem(name, "key", gnmi.key), _pem(name, "certificate", gnmi.certificate)
    )
    return grpc.secure_channel(address, credentials, options)


def _pem(name: str, field: str, path: Path | None) -> bytes | None:
    if path is None:
        return None
    where = f"{name}: access.sonic.gnmi.{field}: {path}"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceGoneError(f"{where}: {error.strerror}; accepted: a PEM file") from None
    if b"-----BEGIN " not in data:
        raise DeviceGoneError(f"{where}: not PEM; accepted: text with -----BEGIN ...-----")
    return data

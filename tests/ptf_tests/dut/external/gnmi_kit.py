# SPDX-License-Identifier: Apache-2.0
"""A gNMI server as SONiC's: Get of `/COUNTERS_DB/localhost/...` in origin `sonic-db`, answered in JSON_IETF."""

import contextlib
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import grpc
from finsy.proto.gnmi1 import gnmi_pb2, gnmi_pb2_grpc

USER, WORD = "admin", "YourPaSsWoRd"


class Telemetry(gnmi_pb2_grpc.gNMIServicer):
    """What answers Get.

    `hashes_of` gives the hashes of redis keys, as `COUNTERS:oid:0x11`, {} where there is none. `password`: None where
    the server asks for none. `asked` has the keys of each request; `changes` changes an answer before it leaves.
    """

    def __init__(self, hashes_of, password=None):
        self._hashes_of = hashes_of
        self._password = password
        self.asked = []
        self.changes = lambda _answer: None

    def Get(self, request, context):  # noqa: N802
        if request.type != gnmi_pb2.GetRequest.ALL or request.encoding != gnmi_pb2.JSON_IETF:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, f"unsupported encoding: {request.encoding}")
        said = dict(context.invocation_metadata())
        if self._password is not None and "username" not in said:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "No Username Provided")
        if self._password is not None and (said["username"], said["password"]) != (USER, self._password):
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "Invalid Password")
        self.asked.append([self._key(path, context) for path in request.path])
        answer = gnmi_pb2.GetResponse()
        found = zip(request.path, self._hashes_of(self.asked[-1]), strict=True)
        for path, each in reversed(list(found)):  # some images answer in any order
            update = answer.notification.add(timestamp=1).update.add(path=path)
            update.val.json_ietf_val = json.dumps(each).encode()
        self.changes(answer)
        return answer

    @staticmethod
    def _key(path, context):
        names = [elem.name for elem in path.elem]
        if path.origin != "sonic-db" or names[:2] != ["COUNTERS_DB", "localhost"]:
            context.abort(grpc.StatusCode.NOT_FOUND, f"Invalid target: {path.origin} {names}")
        return ":".join(names[2:])


@contextlib.contextmanager
def serving(telemetry, credentials=None):
    """Its port on loopback."""
    server = grpc.server(ThreadPoolExecutor(2))
    gnmi_pb2_grpc.add_gNMIServicer_to_server(telemetry, server)
    if credentials is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        port = server.add_secure_port("127.0.0.1:0", credentials)
    server.start()
    try:
        yield port
    finally:
        server.stop(None).wait()


def certificates(folder):
    """ca.pem, and a certificate and key each for `switch` and `tester`, signed by it; `other` signs itself."""

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True, timeout=30)

    new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other"):
        openssl("req", "-x509", *new, "-days", "2", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out",
                f"{name}.pem")  # fmt: skip
    (folder / "san").write_text("subjectAltName=DNS:leaf.example.net\n")
    for name in ("switch", "tester"):
        openssl("req", *new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days",
                "2", "-extfile", "san", "-out", f"{name}.pem")  # fmt: skip
    return folder

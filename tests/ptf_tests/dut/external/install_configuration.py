# SPDX-License-Identifier: Apache-2.0
"""What the owner of a P4Runtime switch would write: `install_configuration.py ADDRESS DEVICE_ID P4INFO JSON DIRECTORY`.

Makes the switch what `DIRECTORY/p4runtime.txtpb` says and nothing else.
"""

import sys
from pathlib import Path

from google.protobuf import text_format

from controller.client import SwitchClient
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from p4soft.messages import p4runtime_pb2


def main() -> None:
    address, device_id, p4info, json_file, directory = sys.argv[1:]
    text = (Path(directory) / "p4runtime.txtpb").read_text(encoding="utf-8")
    request = text_format.Parse(text, p4runtime_pb2.WriteRequest())
    pipeline = Pipeline.load(Path(p4info), Path(json_file))
    with SwitchClient(address, int(device_id), pipeline) as client:
        client.become_primary()
        client.set_pipeline()
        client.write(request.updates)


if __name__ == "__main__":
    try:
        main()
    except ControllerError as error:
        sys.exit(str(error))

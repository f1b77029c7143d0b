# SPDX-License-Identifier: Apache-2.0
"""The command of a profile for ``nic_process.py``: passes each line of standard input on, and its answer back."""

import socket
import sys

with socket.socket(socket.AF_UNIX) as control:
    control.connect(sys.argv[1])
    answers = control.makefile("r")
    for line in sys.stdin:
        control.sendall(line.encode())
        sys.stdout.write(answers.readline())
        sys.stdout.flush()

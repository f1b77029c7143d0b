# SPDX-License-Identifier: Apache-2.0
"""BMv2's Python modules (`bm_runtime`, `sswitch_runtime`, `bmpy_utils`) for programs that import them (p4-utils).

They are in a separate folder, for PYTHONPATH, so that they never stand before an installed BMv2's without being
asked for; `python -m p4soft.drop_in.bindings` says where. They need thriftpy2 and nothing else of this project.
"""

from pathlib import Path

FOLDER = Path(__file__).with_name("path")
"""What to add to PYTHONPATH."""

# SPDX-License-Identifier: Apache-2.0
"""docs/wireshark/README.md names what is there."""

import re

from wireshark_kit import FOLDER, as_plugin, needs_tshark, registered

PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"\bmrc\.[a-z_0-9.]+[a-z_0-9]", PAGE.replace("mrc/mrc.lua", "")))


@needs_tshark
def test_every_filter_on_the_page_is_there_and_every_remark_and_preference_is_on_it(tmp_path):
    filters = registered(tmp_path)
    preferences = set(re.findall(r"^#(mrc\.\w+):", as_plugin(tmp_path, "-G", "currentprefs"), re.MULTILINE))
    preferences -= {"mrc.desegment"}
    assert filters
    assert preferences
    assert NAMED - filters - preferences == set()
    assert {name for name in filters if name.startswith("mrc.expert.")} - NAMED == set()
    assert preferences - NAMED == set()


def test_the_installed_folder_is_whole():
    """Every file that mrc.lua loads is beside it, and nothing else."""
    text = (FOLDER / "mrc" / "mrc.lua").read_text(encoding="utf-8")
    loaded = set(re.findall(r'here \.\. "(\w+\.lua)"', text))
    assert loaded | {"mrc.lua"} == {path.name for path in (FOLDER / "mrc").iterdir()}

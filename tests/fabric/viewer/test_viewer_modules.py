# SPDX-License-Identifier: Apache-2.0
"""The viewer's modules in one file: each once, behind those that it imports, with names that do not meet."""

import re
import shutil
import subprocess

import pytest

from fabric import viewer


def written(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(texts))}.js"


def test_each_module_is_there_once_and_behind_those_that_it_imports(tmp_path):
    entry = written(
        tmp_path,
        page='import { f } from "./one.js";\nimport { NAME as other } from "./two.js";\nconsole.log(f(2), other);\n',
        # `own` is in both: names of one module are not seen by another.
        one='import { NAME } from "./two.js";\nconst own = 2;\n'
        + "export function f(x) {\n  return own * x + NAME.length;\n}\n",
        two='const own = "a";\nexport const NAME = own + "b";\n',
    )
    text = viewer.inlined(entry)
    assert text.count("const NAME =") == 1
    assert text.index("const NAME =") < text.index("function f(") < text.index("console.log")
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here, which would run it")
    done = subprocess.run([node, "--input-type=module", "-e", text], capture_output=True, text=True, check=True)
    assert done.stdout == "6 ab\n"


@pytest.mark.parametrize(
    "line",
    ['import * as two from "./two.js";', 'import "./two.js";', "export default 1;", 'export { a } from "./two.js";'],
)
def test_another_form_of_import_is_refused(tmp_path, line):
    entry = written(tmp_path, page=f"{line}\n", two="export const a = 1;\n")
    with pytest.raises(ValueError, match=r"page\.js: .*: accepted: import \{ names \} from a relative path"):
        viewer.inlined(entry)


def test_every_file_of_the_viewer_is_known():
    assert set(viewer.files()) == {
        "elements.js", "fabric.js", "flows.js", "packets.js", "strips.js", "terms.js", "units.js", "viewer.css",
    }  # fmt: skip
    assert viewer.files()["viewer.css"].read_text(encoding="utf-8") == viewer.stylesheet()

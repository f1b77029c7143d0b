# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.site`: build the site into `OUT/VERSION`, with the pages of a demo and of a conformance run in it.

With `--playground` it has a page that runs the emulator and the switch in the browser, too. A page's link that leads
nowhere is an error.

The site is built from a folder with the pages of the repository where they are, and what they link to. Links between
pages stay as they are. A file that a page links to comes along, a folder's link becomes its name. The pages of runs,
and the pages of the API, are added.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

import click

from common import PROJECT_ROOT
from mrc_fabric import VERSION
from p4soft import outputs
from p4soft.command_line import run_command
from tools.site import playground as playground_page
from tools.site.playground import PlaygroundError

# --- The folder that the site is built from --------------------------------------------------------------------------


PAGES_OF_RUNS: Mapping[str, str] = {
    "demo/report.html": "runs/report.html",
    "demo/timeline.html": "runs/timeline.html",
    "conformance/conformance.html": "runs/conformance.html",
}
"""A page that a run writes: where it is on the site."""

API: Mapping[str, str] = {
    "host_stack": "The NIC",
    "topologies": "Topologies",
    "controller.tables": "Plans of tables",
    "fabric.running": "Runs of scenarios",
    "p4soft.compiler": "The compiler",
    "p4soft.switch": "The switch",
}
"""Public modules: the titles of their pages."""

_FOLDERS = ("docs", "labs", "p4soft", "topologies")
_LEFT_OUT = ("labs/solutions/", "p4soft/tests/")
"""Solutions are not for students, and tests are read with their code."""

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_BAR = "\\|"
_BARS = re.compile(r"(?<!`)`([^`\n]*\\\|[^`\n]*)`(?!`)")
_BESIDE = re.compile(r"\] ?\[")


def pages(root: Path) -> Iterator[Path]:
    """The pages of the site, relative to `root`, in order."""
    yield from sorted(each.relative_to(root) for each in root.glob("*.md"))
    for folder in _FOLDERS:
        found = sorted(each.relative_to(root) for each in (root / folder).rglob("*.md"))
        yield from (each for each in found if not each.as_posix().startswith(_LEFT_OUT))


def stage(root: Path, target: Path, runs: Path) -> None:
    """Fill an empty folder with what the site is built from.

    Args:
        root: of the repository.
        target: is made.
        runs: has `PAGES_OF_RUNS`.

    Raises:
        OutputError: a file cannot be written.
    """
    named = set(pages(root))
    for page in sorted(named):
        outputs.write_text(target / page, _staged(root, page, named, target))
    for source, page_of_run in PAGES_OF_RUNS.items():
        _copy(runs / source, target / page_of_run)
    for module, title in API.items():
        outputs.write_text(target / "api" / f"{module}.md", f"# {title}: `{module}`\n\n::: {module}\n")
    rows = "".join(f"* [`{module}`]({module}.md): {title.lower()}\n" for module, title in API.items())
    outputs.write_text(target / "api" / "index.md", f"# API\n\nFrom the docstrings of what is public.\n\n{rows}")


def _staged(root: Path, page: Path, named: set[Path], target: Path) -> str:
    """A page's text; what it links to is copied, unless it is a page itself."""

    def followed(match: re.Match[str]) -> str:
        text, address = match[1], match[2]
        if "://" in address or address.startswith("mailto:"):
            return match[0]
        linked = Path(os.path.normpath(page.parent / address))
        if linked in named:
            return match[0]
        if (root / linked).is_dir():
            readme = linked / "README.md"
            return f"[{text}]({address.rstrip('/')}/README.md{match[3] or ''})" if readme in named else text
        if (root / linked).suffix == ".md" and (root / linked).is_file():
            return text  # a page that is not on the site
        if (root / linked).is_file():
            _copy(root / linked, target / linked)
        return match[0]

    def plain(part: str) -> str:
        """What is no block of code.

        Two sources side by side, `[SAI][OC1458]`, are no link to a definition. A bar in code in a table is a bar, and
        not the backslash before it, too (GFM; Python-Markdown differs).
        """
        linked = _BESIDE.sub("], [", _LINK.sub(followed, part))
        return _BARS.sub(lambda code: f"<code>{escape(code[1]).replace(_BAR, '&#124;')}</code>", linked)

    text = (root / page).read_text(encoding="utf-8")
    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [plain(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, plain(text[at:])])


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


# --- The site --------------------------------------------------------------------------------------------------------


_CONFIG = Path(__file__).with_name("mkdocs.yml")
_REDIRECT = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>MRC fabric</title>
<meta http-equiv="refresh" content="0; url={version}/"><a href="{version}/">{version}</a></html>
"""


class SiteError(Exception):
    """The site cannot be built. The message is meant for people."""


def make_runs(folder: Path, conformance: Sequence[str]) -> None:
    """Write the pages that the site shows: the demo's report and timeline, and a conformance report.

    Args:
        folder: gets `demo/` and `conformance/`.
        conformance: the cases to run; all if there are none.

    Raises:
        SiteError: a run failed; it has said why.
    """
    demo = ["fabric", "run", "topologies/scenarios/demo.yaml", "--out", str(folder / "demo"), "--timeline"]
    suite = ["ptf_tests", "run", "--out", str(folder / "conformance"), *conformance]
    for words in (demo, suite):
        done = subprocess.run([sys.executable, "-m", *words], cwd=PROJECT_ROOT, check=False, stdout=subprocess.DEVNULL)
        if done.returncode:
            raise SiteError(f"python -m {' '.join(words)} ended with status {done.returncode}")


def list_versions(out: Path) -> None:
    """Write what the menu of versions reads (`versions.json`, as mike writes it), and a page that leads to this one."""
    found = sorted((each.name for each in out.iterdir() if (each / "index.html").is_file()), reverse=True)
    document = [{"version": name, "title": name, "aliases": ["latest"] if name == VERSION else []} for name in found]
    outputs.write_text(out / "versions.json", json.dumps(document, indent=1) + "\n")
    outputs.write_text(out / "index.html", _REDIRECT.format(version=VERSION))


def build(out: Path, runs: Path, playground: Path | None = None) -> None:
    """Build the site into `out/VERSION`.

    Args:
        out: has a folder for each version.
        runs: has the pages of runs.
        playground: has what the playground needs of npm and PyPI; None: the site has none.

    Raises:
        SiteError: mkdocs refused: a link leads nowhere, a page is not in the navigation.
        PlaygroundError: a file of the playground is missing, or another than the pinned one.
        OutputError: a file cannot be written.
    """
    with tempfile.TemporaryDirectory() as temporary:
        pages = Path(temporary) / "pages"
        stage(PROJECT_ROOT, pages, runs)
        more = ""
        if playground is not None:
            playground_page.put(pages / playground_page.FOLDER, playground)
            more = f"- Playground: {playground_page.FOLDER}/index.html"
        words = ["-m", "mkdocs", "build", "--strict", "--config-file", str(_configured(pages, more))]
        made = subprocess.run(
            [sys.executable, *words, "--site-dir", str((out / VERSION).resolve())],
            cwd=PROJECT_ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if made.returncode:
            raise SiteError(f"the site was not built:\n{made.stdout}".rstrip())
    list_versions(out)


def _configured(pages: Path, more: str) -> Path:
    """The configuration with the place of the pages and an entry of the navigation in it, beside them."""
    config = pages.with_name("mkdocs.yml")
    text = _CONFIG.read_text(encoding="utf-8")
    roots = json.dumps([str(PROJECT_ROOT), str(PROJECT_ROOT / "p4soft" / "src")])
    text = text.replace("[ROOTS]", roots).replace("# [MORE]", more)
    config.write_text(f"{text}\ndocs_dir: {json.dumps(str(pages))}\n", encoding="utf-8")
    return config


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/site"),
    show_default=True,
    help="Folder of the site.",
)
@click.option("--runs", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Pages made before.")
@click.option("--test", "tests", multiple=True, help="Only these conformance cases; may be repeated.")
@click.option("--playground", is_flag=True, help="With a page that runs the emulator and the switch in a browser.")
@click.option(
    "--playground-files",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/playground"),
    show_default=True,
    help="Folder for what the playground needs of npm and PyPI; what is missing there is downloaded.",
)
def site(*, out: Path, runs: Path | None, tests: tuple[str, ...], playground: bool, playground_files: Path) -> None:
    """Build the docs site into OUT/VERSION: pages, API, the demo's report and timeline, a conformance report."""
    if playground:
        click.echo(f"downloading what is missing in {playground_files}", err=True)
        playground_page.download(playground_files)
    with tempfile.TemporaryDirectory() as temporary:
        if runs is None:
            runs = Path(temporary)
            click.echo("running the demo and the conformance suite", err=True)
            make_runs(runs, tests)
        missing = [name for name in PAGES_OF_RUNS if not (runs / name).is_file()]
        if missing:
            raise click.BadParameter(f"{runs} has no {missing[0]}", param_hint="--runs")
        click.echo("building the site", err=True)
        build(out, runs, playground_files if playground else None)
    click.echo(out / VERSION / "index.html")


if __name__ == "__main__":
    run_command(site, (OSError, SiteError, PlaygroundError), status=1, name="python -m tools.site")

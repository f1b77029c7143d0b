# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.site`: build the site into `OUT/VERSION`, with the pages of a demo and of a conformance run in it.

With `--playground` it has a page that runs the emulator and the switch in the browser, too. A page's link that leads
nowhere is an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from common import PROJECT_ROOT
from mrc_fabric import VERSION
from p4soft import outputs
from p4soft.command_line import run_command
from tools.site.playground import building
from tools.site.playground.building import PlaygroundError
from tools.site.staging import PAGES_OF_RUNS, stage

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
            building.put(pages / building.FOLDER, playground)
            more = f"- Playground: {building.FOLDER}/index.html"
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
        building.download(playground_files)
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

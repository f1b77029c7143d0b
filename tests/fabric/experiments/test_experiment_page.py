# SPDX-License-Identifier: Apache-2.0
"""The page of all figures."""

from __future__ import annotations

import json

from experiments_kit import TINY, Tiny, kept
from msgspec.structs import replace

from fabric.experiments.page import section, write


def test_the_page_has_every_figure_and_loads_nothing(tmp_path):
    figure, absent = Tiny(1, TINY), Tiny(2, TINY, name="absent", title="another")
    there = kept(tmp_path, figure)
    sections = [section(figure, there), section(absent, there)]
    assert [(each.verdict, each.held) for each in sections] == [("holds", True), ("not run", False)]
    page = write(there, sections).read_text()
    assert "a tiny &lt;figure&gt;" in page and "1 runs" in page and "1 run: " in page
    assert "<summary>1 not run</summary>" in page and "<code>make experiments ONLY=absent</code>: another." in page
    assert 'id="tiny"' in page and 'id="absent"' not in page
    assert "paper-8plane: 8 x 100 Gb/s" in page and "single plane, 3 tiers: 1 x 800 Gb/s" in page and "131,072" in page
    assert "all that was run" in page and '<td class="n">2</td></tr></tfoot>' in page
    assert "http://" not in page.replace("http://www.w3.org/", "") and "<script" not in page
    data = json.loads((tmp_path / "tiny" / "data.json").read_text())
    assert data["held"] is True and data["criteria"][0]["text"] == "all there"
    assert data["cost"] == {"seconds": 1.5, "packets": 10, "switch_passes": 30, "peak_bytes": 1 << 20}
    assert (tmp_path / "tiny" / "data.csv").read_text().splitlines()[:2] == [
        "panel,curve,x,y,least,most",
        "p,ours,0,1,0,2",
    ]


def test_a_run_that_met_its_limit_says_so_and_on_which_paths_its_packets_were(tmp_path):
    figure = Tiny(1, TINY)
    there = kept(tmp_path, figure, finished=False)
    (sentence,) = section(figure, there).unfinished
    assert sentence == (
        "seed1 met its limit of 5.000 ms: 1 of 2 writes open, 1.43 MiB missing. "
        "c → d: 1.43 MiB, for a SACK; 7 by p0-t0-0 → p0-t1-3 → p0-t0-1"
    )
    assert f'<p class="failed">{sentence}</p>' in write(there, [section(figure, there)]).read_text()


def test_a_run_that_is_meant_to_end_at_its_limit_is_not_told_as_a_fault(tmp_path):
    figure = Tiny(2, TINY, endless=True)
    there = kept(tmp_path, figure, finished=False)
    made = section(figure, there)
    assert (made.unfinished, made.endless) == ([], 2)
    page = write(there, [made]).read_text()
    assert "2 runs ended at the limit, as meant" in page and 'class="failed"' not in page


def test_a_page_of_fewer_seeds_says_so_and_how_it_is_made(tmp_path):
    figure = Tiny(3, TINY)
    there = replace(kept(tmp_path, figure), seeds=2)
    made = section(figure, there)
    page = write(there, [made]).read_text()
    assert made.finding is not None and made.finding.criteria[0].seen == "2 runs"
    assert "at scale <b>small</b>, with 2 of 5 seeds." in page
    assert "<code>make experiments ONLY=tiny SEEDS=2</code>" in page
    assert "seeds." not in write(replace(there, seeds=5), [section(figure, replace(there, seeds=5))]).read_text()


def test_a_result_without_its_switches_has_no_switch_passes(tmp_path):
    figure = Tiny(2, TINY)
    there = kept(tmp_path, figure)
    costs = [{"seconds": 1.0, "packets": 9, "switch_passes": passes, "peak_bytes": 1 << 20} for passes in (7, 0)]
    made = replace(section(figure, there), costs=costs)
    assert made.cost == {"seconds": 2.0, "packets": 18, "peak_bytes": 1 << 20}
    assert "switch passes" not in write(there, [made]).read_text()

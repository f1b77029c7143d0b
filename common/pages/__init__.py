# SPDX-License-Identifier: Apache-2.0
"""The theme and the frame of every HTML page: colours, style, header, title, navigation, footer, tables.

Colours go by role, light and dark, and there is one style sheet. Nothing is loaded from elsewhere. Plots are drawn in
marker colours that become CSS variables: one SVG serves both light and dark.

The frame is a template `frame.html.j2` that the templates of pages extend. Its blocks are `page` (a word, the class of
the page), `title`, `kind` (what sort of page it is), `heading` (the title unless a page has another), `lead` (below the
title), `nav`, `main`, `footer` and `script`; `head` and `style` are for pages that are not one file.
`frame_macros.html.j2` has `sections`, the navigation inside a page. Templates know `term`, a word with its meaning as a
hover text, `terms_for_scripts`, the same for what scripts write, and `save_figures`, a script that gives each figure a
button to save it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from common.quantities import show_size, show_time

_HERE = Path(__file__).parent

# --- The theme -------------------------------------------------------------------------------------------------------

#: Role: (light, dark). Series colours keep apart for colour-blind readers and on both grounds.
COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#ffffff", "#14171c"),
    "panel": ("#f6f7f9", "#1c2128"),
    "ink": ("#1a1d21", "#e8eaed"),
    "soft": ("#5b636e", "#9aa4b1"),
    "line": ("#d9dde3", "#343b45"),
    "accent": ("#1f5fd0", "#6ea2ff"),
    "good": ("#15803d", "#4cc47a"),
    "good-fill": ("#bfe3cb", "#1f5c37"),
    "bad": ("#c8201e", "#ff7b76"),
    "bad-fill": ("#f7c9c6", "#7a2320"),
    "warn": ("#8f5200", "#f0b04a"),
    "warn-fill": ("#f6dfae", "#6d5016"),
    "none-fill": ("#c9ced6", "#4a525e"),
    "s0": ("#1f5fd0", "#6ea2ff"),
    "s1": ("#d9730d", "#f5a04c"),
    "s2": ("#0f8a7e", "#41cfc0"),
    "s3": ("#8b3fc4", "#c48bf0"),
    "s4": ("#b0206a", "#f07ab4"),
    "s5": ("#6b7b00", "#c0d040"),
    "s6": ("#7a4a2b", "#c99a78"),
    "s7": ("#44546a", "#a3b4cc"),
    "bad-wash": ("#fdf0ef", "#2b1c1e"),
    "mark": ("#ffd9d6", "#7a2320"),
}
SERIES = 8

# Marker colours: #fe0001, #fe0002, ... appear in a plot exactly where a role was meant.
_MARKERS = {role: f"#fe00{number:02x}" for number, role in enumerate(COLOURS, start=1)}
_ROLES = {marker: role for role, marker in _MARKERS.items()}
_MARKER = re.compile("#fe00[0-9a-f]{2}")


def marker(role: str) -> str:
    """The colour to draw in where `role` is meant."""
    return _MARKERS[role]


def series(index: int) -> str:
    """The marker colour of data series number `index`."""
    return _MARKERS[f"s{index % SERIES}"]


def resolve(svg: str) -> str:
    """Replace marker colours by CSS variables."""
    return _MARKER.sub(lambda match: f"var(--{_ROLES[match.group()]})", svg)


def css_variables() -> str:
    """The variables for light and dark, following the reader's system; on paper they are light."""
    light = "".join(f"--{role}:{pair[0]};" for role, pair in COLOURS.items())
    dark = "".join(f"--{role}:{pair[1]};" for role, pair in COLOURS.items())
    return f":root{{color-scheme:light dark;{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def stylesheet(*own: str) -> Markup:
    """Colours, the style that all pages share, and what a page adds to it."""
    return Markup("\n".join((css_variables(), (_HERE / "page.css").read_text(encoding="utf-8"), *own)))


# --- The frame -------------------------------------------------------------------------------------------------------


@cache
def _save_figures() -> Markup:
    return Markup(f"<script>\n{_HERE.joinpath('save.js').read_text(encoding='utf-8')}</script>")


def environment(folder: Path, **options: Any) -> jinja2.Environment:  # noqa: ANN401 - of jinja2.Environment
    """The templates of a folder, and the frame that they extend.

    Everything is escaped unless it is marked as markup, and a name that is not given is an error.

    Args:
        folder: of the page's own templates.
        options: more of `jinja2.Environment`.
    """
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        **options,
    )
    env.globals.update(term=term, terms_for_scripts=terms_for_scripts, save_figures=_save_figures())
    env.filters.update(size=show_size, time=show_time, number=lambda count: f"{count:,}")
    return env


# --- Words that pages explain ----------------------------------------------------------------------------------------


TERMS = {
    "plane": "One of several separate networks. A NIC has one port in each, and a flow uses all of them at once.",
    "T0": "A switch of the first tier: NICs hang below it.",
    "T1": "A switch of the second tier: it joins the T0s of one plane.",
    "EV": "Entropy value: the sender's name for one path. Each packet carries one.",
    "path": "The switches between two NICs. SRv6 uSIDs in the packet's destination address name them.",
    "GOOD": "An EV that carries data.",
    "SKIP": "An EV that is passed over for a while, because a packet on it met congestion.",
    "assumed bad": "An EV that is out of use, because a packet on it vanished without a trim. Probes bring it back.",
    "DENIED": "An EV that a management system forbids, for instance the Clustermapper.",
    "retired": "Paths out of use, because a packet on them vanished without a trim. Probes bring them back.",
    "trim": "A switch whose queue is full sends the first bytes of a packet, ahead of data, instead of dropping it.",
    "NACK": "The receiver says that a packet was trimmed. The sender sends it again on another EV.",
    "SACK": "The receiver says which packets have arrived.",
    "loss": "A packet that was neither acknowledged nor trimmed. The sender blames its path.",
    "resent": "Packets that were sent again after a trim or a loss, each on another EV.",
    "fair share": "A flow's part of its narrowest port when all flows of that port get the same.",
    "worst latency": "From the first bit out of one NIC to the last into the other, of any packet, resending included.",
    "algorithm bandwidth": "The size of a collective over its time (nccl-tests' algbw).",
    "bus bandwidth": "What can be held against the rate of a link (nccl-tests' busbw).",
    "step": "Of a training job: all compute, then exchange what they computed; the slowest ends it.",
    "Jain's index": "1 when all flows got the same goodput, 1/n when one of n got all.",
}
"""Word: one or two sentences. `docs/glossary.md` has all words and their sources; these are what pages use."""


def term(word: str, shown: str | None = None) -> Markup:
    """A word with its meaning as a hover text.

    Args:
        word: of `TERMS`.
        shown: what stands on the page, such as a plural; the word itself if it is None.

    Raises:
        KeyError: no page explains this word.
    """
    return Markup('<abbr title="{}">{}</abbr>').format(TERMS[word], escape(word if shown is None else shown))


def terms_for_scripts() -> Markup:
    """`TERMS` as an element of a page whose scripts explain words (`fabric/viewer/terms.js`)."""
    told = json.dumps(TERMS, ensure_ascii=True).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="terms">{told}</script>')

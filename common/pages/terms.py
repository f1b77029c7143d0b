# SPDX-License-Identifier: Apache-2.0
"""The words that pages explain where they use them: a reader who points at one sees what it means.

`docs/glossary.md` has all words and their sources; these are the ones that pages use.
"""

from __future__ import annotations

import json

from markupsafe import Markup, escape

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
"""Word: one or two sentences."""


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

# SPDX-License-Identifier: Apache-2.0
"""Hostile frames and exchanges: nothing raises, and nothing outside a registered region is written."""

import os
import random
import zlib
from collections import Counter

import pytest
from fuzz_kit import corpus, hammer, mutate
from host_stack_kit import address
from hostile_kit import SIZE, Hostile
from hypothesis import given, settings
from hypothesis import strategies as st
from long_kit import rounds

from host_stack import QpState
from host_stack.wire.frames import Drop, FrameParser, Packet
from host_stack.wire.options import IntactTrim, WireOptions

# --- Mutated frames --------------------------------------------------------------------------------------------------
# Mutated frames: nothing raises, nothing outside a registered region is written, a healthy transfer still works.
#
# ``MRC_FUZZ=N`` in the environment sets the number of mutations (20000 unless told, 100000 if long; always the same).


@pytest.mark.parametrize("mutations", rounds("MRC_FUZZ", 20_000, 100_000))
def test_mutated_frames_never_crash_a_nic_or_escape_a_region(mutations):
    hammer(mutations)


def test_the_mutations_are_always_the_same():
    def digest() -> int:
        rng = random.Random(2026)
        frames = corpus()
        crc = 0
        for _ in range(300):
            crc = zlib.crc32(mutate(rng.choice(frames), rng), crc)
        return crc

    assert digest() == digest()


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_parser_takes_any_bytes(frame):
    assert isinstance(FrameParser(WireOptions(), address(2)).parse(frame), Packet | Drop)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_parser_takes_any_prefix_and_any_patch(data):
    frames = test_parser_takes_any_prefix_and_any_patch.frames  # type: ignore[attr-defined]
    frame = data.draw(st.sampled_from(frames))
    at = data.draw(st.integers(0, len(frame)))
    patch = data.draw(st.binary(max_size=40))
    for options in (WireOptions(), WireOptions(intact_trim=IntactTrim.PLACE)):
        for to in (address(1), address(2)):
            parser = FrameParser(options, to)
            assert isinstance(parser.parse(frame[:at]), Packet | Drop)
            assert isinstance(parser.parse(frame[:at] + patch + frame[at + len(patch) :]), Packet | Drop)


test_parser_takes_any_prefix_and_any_patch.frames = corpus()  # type: ignore[attr-defined]


# --- Hostile exchanges -----------------------------------------------------------------------------------------------
# Hostile exchanges: nothing outside of what the peer may write changes, state is bounded, and every stall ends.
#
# ``make fuzz EXCHANGES=100000 SEED=0`` plays as many as you like; here is a share of them.

SEED = int(os.environ.get("MRC_HOSTILE_SEED", "0"))


@pytest.mark.parametrize("exchanges", rounds("MRC_HOSTILE", 120, 400))
def test_hostile_exchanges(exchanges):
    states: Counter[QpState] = Counter()
    placed = 0
    for seed in range(SEED, SEED + exchanges):
        try:
            played = Hostile(seed).play()
        except Exception as error:
            raise AssertionError(f"exchange {seed}: {error!r}") from error
        states[played.qp.state] += 1
        placed += played.region.bytes_placed
        assert played.region.length == SIZE
    if exchanges >= 100:
        assert states[QpState.RTS] > 0, states
        assert states[QpState.ERROR] > exchanges // 20, states
        assert placed > 0

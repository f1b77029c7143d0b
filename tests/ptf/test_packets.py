# SPDX-License-Identifier: GPL-2.0-only
"""The functions that build expected packets, against literal bytes worked out by hand."""

import pytest

from ptf_tests import packets


def test_carrier_is_block_then_usids_then_zeros():
    assert packets.carrier(0x1001, 0x2002) == "fcbb:bbbb:1001:2002::"
    assert packets.carrier(1, 2, 3, 4, 5, 6) == "fcbb:bbbb:1:2:3:4:5:6"
    with pytest.raises(ValueError, match=r"0\.\.6"):
        packets.carrier(1, 2, 3, 4, 5, 6, 7)


def test_tunnel_bytes():
    frame = packets.raw_bytes(
        packets.tunnel(packets.inner_ipv6(size=8, identity=5), packets.carrier(0x1001), dscp=4, ecn=2)
    )
    assert frame[:14].hex() == "020000000002" + "020000000001" + "86dd"
    # version 6, DSCP 4 and ECN 2 make traffic class 0x12; flow label 0x12345; 56 bytes of payload, next header 41
    assert frame[14:22].hex() == "61212345" + "0038" + "29" + "40"
    assert frame[22:54].hex() == "fd0000000000ffff0000000000000001" + "fcbbbbbb100100000000000000000000"
    # inner: traffic class 0, same label, 16 bytes of payload, next header 17
    assert frame[54:62].hex() == "60012345" + "0010" + "11" + "40"
    assert frame[62:94].hex() == "fd00000000000000000000000000000a" + "fd00000000000000000000000000000b"
    assert frame[94:100].hex() == "c123" + "12b7" + "0010"
    assert frame[102:].hex() == "0000000000000005"


def test_trimmed_changes_dscp_and_outer_length_only():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=400), packets.carrier(1), dscp=4, ecn=1))
    cut = packets.trimmed(frame, 128, 12)
    assert len(cut) == 128
    assert cut[14:20].hex() == "63112345004a"  # traffic class 12 << 2 | 1 = 0x31, length 128 - 54 = 74
    assert cut[20:] == frame[20:128]
    assert cut[:14] == frame[:14]


def test_trimmed_preserving_the_length():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=400), packets.carrier(1)))
    assert packets.trimmed(frame, 128, 12, update_length=False)[18:20] == frame[18:20]


def test_trimmed_short_packet_is_not_cut():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=8), packets.carrier(1), dscp=4, ecn=0))
    cut = packets.trimmed(frame, 256, 12)
    assert len(cut) == len(frame)
    assert cut[14:16].hex() == "6301"
    assert cut[16:] == frame[16:]


def test_marked_sets_ce_and_keeps_dscp_and_label():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(), packets.carrier(1), dscp=4, ecn=2))
    assert frame[14:16].hex() == "6121"
    assert packets.marked(frame)[14:16].hex() == "6131"


def test_sentinel_is_recognised_by_identity():
    frame = packets.sentinel(3, 7)
    assert packets.is_sentinel(frame, 7)
    assert not packets.is_sentinel(frame, 8)
    assert not packets.is_sentinel(frame[:60], 7)
    assert packets.sentinel_address(3) == "fd5e:5e5e::3"

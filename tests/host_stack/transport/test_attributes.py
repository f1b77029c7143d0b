# SPDX-License-Identifier: Apache-2.0
"""What the attributes of a queue pair accept."""

import pytest
from host_stack_kit import (
    address,
)

from host_stack import (
    CcProfile,
    ConfigError,
    RtrAttributes,
    RtsAttributes,
)


def test_attribute_ranges():
    for bad, message in (
        (lambda: RtrAttributes(address(2), 2), r"dest_qpn: 2 is out of range; accepted: 3..16777215"),
        (lambda: RtrAttributes(b"", 5), "a 16-byte IPv6 address"),
        (lambda: RtrAttributes(address(2), 5, max_immediates=31), r"max_immediates: 31 is out of range; accepted: 32"),
        (lambda: RtsAttributes(ack_timeout=25), r"ack_timeout: 25 is out of range; accepted: 0..24"),
        (lambda: RtsAttributes(mpr=0), r"mpr: 0 is out of range; accepted: 1..255"),
    ):
        with pytest.raises(ConfigError, match=message):
            bad()
    with pytest.raises(
        ConfigError, match=r"cc.algorithm: 'nscc' is unknown; accepted: fixed-window, null, uet-1\.0-nscc"
    ):
        CcProfile("nscc")


def test_ack_timeout_formula():
    rts = RtsAttributes(ack_timeout=8, linear_retries=7, exponential_retries=25)
    assert rts.timeout_ns(0) == rts.timeout_ns(7) == 262_144  # 1.024 us * 2^8
    assert rts.timeout_ns(8) == 524_288
    assert rts.timeout_ns(1000) == 1024 << 24  # 17.17 s, for ever
    assert RtsAttributes(linear_retries=0, exponential_retries=0).timeout_ns(1) is None

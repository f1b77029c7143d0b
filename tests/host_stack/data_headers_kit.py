# SPDX-License-Identifier: Apache-2.0
"""The headers of a data packet, from the BTH on, as a NIC writes them in two parts."""

from __future__ import annotations

from host_stack.wire.headers import pack_bth_start, pack_rest_of_data


def pack_data(*, opcode, flags, pkey, dest_qpn, **rest):
    """BTH, METH, TSETH (with a timestamp) and RETH; `rest`: of `pack_rest_of_data`."""
    return pack_bth_start(opcode, flags, pkey, dest_qpn) + pack_rest_of_data(**rest)

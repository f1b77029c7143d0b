# SPDX-License-Identifier: Apache-2.0
"""The UDP source port of a connection: all that ECMP has to tell its queue pairs apart."""

from typing import Final

_FLOW_LABEL: Final = 0xFFFFF
_FIRST_PORT: Final = 0xC000


def udp_source_port(local_qpn: int, remote_qpn: int) -> int:
    """A port in 0xC000..0xFFFF by the two queue pair numbers (24 bit each).

    As Linux does it (``rdma_calc_flow_label`` and ``rdma_flow_label_to_udp_sport``): their product folded to 20 bits,
    and those to 14. IBTA (A17.9.2) says only that a flow keeps one value.
    """
    product = local_qpn * remote_qpn & 0xFFFF_FFFF_FFFF_FFFF
    product ^= product >> 20
    product ^= product >> 40
    label = product & _FLOW_LABEL
    return (label & 0x3FFF ^ label >> 14) | _FIRST_PORT

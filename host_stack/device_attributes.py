# SPDX-License-Identifier: Apache-2.0
"""What a NIC can do and how much of it: the answer to a device query (``ibv_query_device``, and the OCP API's two)."""

from dataclasses import dataclass

from host_stack.completion_queues import MAX_DEPTH
from host_stack.config import NicConfig
from host_stack.paths.profile_objects import Selection
from host_stack.qp_numbers import FIRST_QPN, LAST_QPN
from host_stack.transport.attributes import MAX_IMMEDIATES, MAX_MPR, MAX_WORK_REQUESTS, MIN_IMMEDIATES
from host_stack.transport.congestion.profile import ALGORITHMS
from host_stack.wire.constants import MESSAGE_MAX
from host_stack.wire.options import EvMode


@dataclass(frozen=True, slots=True)
class DeviceAttributes:
    """Limits and capabilities of a NIC. Where a limit is None there is only that of the machine's memory.

    Attributes:
        phys_port_cnt: ports; the plane of a port is its number.
        port_rates_bps: bit/s of each.
        max_qp: queue pairs at a time.
        max_qp_wr: writes, and receives, that a queue pair may be made for.
        max_sge: pieces of a work request.
        max_cq: completion queues; max_cqe: completions that one may have room for.
        max_mr: registered regions (r_keys are 32 bits); max_mr_size: bytes of one; max_pd: protection domains.
        max_msg_sz: bytes of a write.
        path_mtu: payload bytes of a packet.
        max_wimm, max_wimm_dest: writes with immediate in flight that may be configured, as requestor and responder;
            min_wimm_dest: the fewest that a responder may offer.
        max_mpr: PSN window that may be configured, in units of 128 PSNs; mpr_resolution: in steps of so many units.
        max_qp_hint: hints.
        trim_nack, dynamic_mpr, svc_time: it can NACK trims, change windows while connected, leave out service time.
        ev_max_count_profile, ev_max_profiles, ev_max_fmt_profiles: EVs of a profile, profiles, formats.
        ev_max_width: bits of an EV.
        ev_fmt_modes: how EVs may travel; ev_modes: how a profile may say which there are.
        ev_event_precise_drop_cnt: the number of EV events that were dropped is exact.
        ep_op_ev_probe: it answers EV probes, and sends them.
        cc_algorithms: congestion controls by name.
    """

    phys_port_cnt: int
    port_rates_bps: tuple[int, ...]
    path_mtu: int
    max_qp: int = LAST_QPN - FIRST_QPN + 1
    max_qp_wr: int = MAX_WORK_REQUESTS
    max_sge: int = 1
    max_cq: int | None = None
    max_cqe: int = MAX_DEPTH
    max_mr: int = 1 << 32
    max_mr_size: int = 1 << 64
    max_pd: int | None = None
    max_msg_sz: int = MESSAGE_MAX
    max_wimm: int = MAX_IMMEDIATES
    max_wimm_dest: int = MAX_IMMEDIATES
    min_wimm_dest: int = MIN_IMMEDIATES
    max_mpr: int = MAX_MPR
    mpr_resolution: int = 1
    max_qp_hint: int | None = None
    trim_nack: bool = True
    dynamic_mpr: bool = True
    svc_time: bool = True
    ev_max_count_profile: int | None = None
    ev_max_profiles: int | None = None
    ev_max_fmt_profiles: int | None = None
    ev_max_width: int = 32
    ev_fmt_modes: tuple[EvMode, ...] = tuple(EvMode)
    ev_modes: tuple[Selection, ...] = tuple(Selection)
    ev_event_precise_drop_cnt: bool = True
    ep_op_ev_probe: bool = True
    cc_algorithms: tuple[str, ...] = ()


def query_device(config: NicConfig) -> DeviceAttributes:
    """Of a NIC with this configuration."""
    return DeviceAttributes(
        phys_port_cnt=len(config.ports),
        port_rates_bps=tuple(port.rate_bps for port in config.ports),
        path_mtu=config.transport.path_mtu,
        cc_algorithms=tuple(sorted(ALGORITHMS)),
    )

# SPDX-License-Identifier: Apache-2.0
"""Every parameter of a NIC and its queue pairs, in words: what `python -m host_stack parameters` prints.

The dataclasses check and hold them. Here is what a name and a type do not say: unit or accepted values, the default
where a fabric or a formula gives it, what the parameter does, and its source: **MRC** what readers of the
specification say, **API** the OCP's public API, **IBTA**, **UEC**, **RFC**; **own** nobody says, so we chose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum, Flag
from typing import Any

from host_stack import provision, roce
from host_stack.config import NicConfig, PortConfig, PortOptions
from host_stack.paths.ev_profile import EvProfile
from host_stack.roce import provision as roce_provision
from host_stack.roce import verbs as roce_verbs
from host_stack.transport.congestion.nscc import NsccParameters
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.connection import (
    InitAttributes,
    QpCapacity,
    QpHint,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
)
from host_stack.transport.windows import ReceiveLimits
from host_stack.wire.options import DscpRoles, WireOptions

MRC = (
    NicConfig, PortConfig, PortOptions, ReceiveLimits, WireOptions, DscpRoles, TransportOptions,
    QpCapacity, InitAttributes, QpHint, RtrAttributes, RtsAttributes, EvProfile, CcProfile, NsccParameters,
)  # fmt: skip
ROCE = (roce_verbs.NicConfig, roce_verbs.RtrAttributes, roce_verbs.RtsAttributes, roce.DcqcnParameters)

# A line is: name | accepted | default of a fabric, or in words | what it does | source. A deeper line continues it.
_MRC = """\
NicConfig: a NIC
  name | | | for reports | own
  address | 16 or 4 bytes | | inner address, the same on every plane; 4 bytes: IPv4 | MRC
  ports | PortConfig | | one per plane, 1 to 8 | MRC
  paths | PathResolver | | the EVs towards each peer | MRC
  wire | WireOptions | | what goes on the wire | own
  transport | TransportOptions | | timers and limits | own
  port_options | PortOptions | | port status and damping | own
  receive_limits | ReceiveLimits | | what it has to receive with | own
  ev_event_depth | events, 1 or more | | EV transitions kept until taken; the rest are counted |
    API (drop count), number own
  ev_event_mask | states | all | which transitions are kept | API
  async_event_depth | events, 1 or more | | events of other kinds kept until taken; the rest are counted | own
  codec | fast, scapy | | makes and reads its frames; scapy: by the scapy layers | own
PortConfig: each port
  mac | 6 bytes | | the port's own address; the NIC drops frames to others | own
  peer_mac | 6 bytes | | the switch port at the other end | own
  rate_bps | bit/s | | line rate | MRC (8 ports of 100 Gb/s)
PortOptions: port status and damping (RFC 2439, with the names of SAI and SONiC)
  port_status_retry_ns | ns, 1 or more | 2 RTT | wait for an answer to a port status update, doubled each time | own
  port_status_retries | 0..30 | | how often, each with a new id and on another plane | own
  plane_probe_interval_ns | ns, 1 or more | 1 RTT |
    between two probes of a plane that is up again, and between a peer's changes | own
  plane_probe_successes | 1 or more | | answers in a row that open a plane | labs: 3 to 5
  flap_penalty | 0 or more | | added each time a port loses its carrier; 0 damps nothing | RFC 2439 (routers' default)
  suppress_threshold | 1 or more | | a port with a higher penalty stays down though its carrier is back |
    RFC 2439 (routers' default)
  reuse_threshold | 1 or more, less than suppress_threshold | | until its penalty is lower than this |
    RFC 2439 (routers' default)
  decay_half_life_ns | ns, 1 or more | | the penalty halves in this time | own (15 min for routes)
  max_suppress_time_ns | ns, 1 or more | |
    longest damping, and longest disbelief in a peer's word that probes refuted | RFC 2439 (four half-lives)
ReceiveLimits: what a NIC has to receive with, over all queue pairs; 0: no limit
  bitmap_psns | 0 or more | |
    PSNs tracked out of order, else NACK NO_BITMAP; dynamic MPR shares it out as windows | MRC (the NACK), own
  buffer_bytes | bytes, 0 or more | |
    packet buffer in front of the host's memory, else NO_PKT_BUFFER; needs host_bps | MRC (the NACK), own
  host_bps | bit/s, 0 or more | | rate at which that buffer is emptied; needs buffer_bytes; 0: at once | own
  messages | 0 or more | | messages whose end is here and whose beginning is not, else NO_RESOURCE |
    MRC (the NACK), own
WireOptions: what goes on the wire
  udp_port | 1..65535 | | destination port sent | MRC, conflict
  udp_ports_accepted | 1..65535 each | | destination ports accepted | MRC, conflict
  ev_mode | srv6, srv6_srh, stev, udp | | how an EV travels | API
  ev_halves | sport_high, sport_low | | which half of the EV the UDP source port is | MRC, conflict
  bth_flag_order | ibta, swapped | | order of SE and M in the BTH | IBTA, conflict
  eeth_op_bits | bits_3_2, bits_5_4 | | where an endpoint response has its operation | MRC, conflict
  dscp | DscpRoles | | DSCP of each role | own
  timestamps | true, false | | TSETH in every data packet | MRC
  hop_limit | hops, 1..255 | | of both IPv6 headers | own
  pkey | 0..65535 | | partition sent; the same at all NICs | IBTA
  trimming | true, false | | switches may trim data; false sends it as NO_TRIM | MRC
  out_of_window | drop, nack | | what a PSN beyond the window gets | MRC, conflict
  rcvd_bytes | udp_length_plus_40, max_payload_1024 | | what CC_STATE.rcvd_bytes counts | MRC, conflict
  probe_skip_once | skip, good | | state of an EV revived by an answer with SKIP_ONCE | MRC, conflict
  intact_trim | nack, place | | what a whole packet with a trimmed DSCP gets | own
  port_state | endpoint_op, sack_bitmap | | how peers learn port states: updates, or byte 12 of SETH |
    MRC, conflict; the byte own
DscpRoles: DSCP of each role
  no_trim | DSCP | | data that must not be cut; reliability probes | MRC (role), one lab (value)
  trimmable | DSCP | | data | MRC (role), one lab (value)
  trimmable_retx | DSCP | | data sent again | MRC (role), one lab (value)
  trimmed | DSCP | | what a switch cut | MRC (role), one lab (value)
  trimmed_lasthop | DSCP | | what the switch before the receiver cut | MRC (role), one lab (value)
  control | DSCP | | SACK, NACK, ACK, EV probes | MRC (role), one lab (value)
TransportOptions: timers and limits
  path_mtu | bytes, 256..8192, a multiple of 4 | the topology's mtu | payload of a packet; the same at both ends | API
  sack_threshold_bytes | bytes, 1 or more | | a SACK after so many, each packet counting at least 1,024 | own
  reorder_ns | ns, 1 or more | 4 RTT | a hole is a loss once a packet sent this much later was reported | own
  base_rtt_ns | ns, 1 or more | 1 RTT | unloaded round trip | own
  tail_probe_ns | ns, 1 or more | 6 RTT |
    silence before a reliability probe, then each half of it; after 16 in vain up to eight times | own
  ev_probe_interval_ns | ns, 1 or more | | between two probes of one EV; how long an answer may take | own
  ev_probe_successes | 1 or more | | answers in a row that revive an EV | labs: 3 to 5
  reverse_probe_interval_ns | ns, 1 or more | 1 RTT |
    between two probes of the way back, while only receiving | MRC (once per round trip)
  loss_response | path, packet | |
    what a loss without a trim costs the window: nothing if its path failed, or a packet | MRC (path), UEC (packet)
  receiver_penalty | incast, none | | when SACKs ask senders to hold back | own
  skip_timer_ns | ns, 0 or more | | a SKIP EV is GOOD again after this long; 0: when its turn comes | MRC (either)
  skip_end | turn, round_trips, doubling | |
    the shortest SKIP: its turn, eight round trips, or a time that doubles | own
  dynamic_mpr | true, false | | offer peers a window that changes; used where both offer it | API
  judge_msn | true, false | | refuse a message whose METH.MSN is not one more than the last |
    MRC (counts messages), own
QpCapacity: queues of a queue pair
  max_send_wr | writes, 1..1048576 | | writes posted and not completed | API (ibv_qp_cap; example 128), number own
  max_recv_wr | receives, 0..1048576 | by itself | posted; by default one for each immediate | API (example 128), own
  signal_all | true, false | | success is reported unless a write says otherwise; false: only if it says so |
    API (sq_sig_all)
InitAttributes: given to modify_to_init
  ev_profile | EvProfile | | which EVs | API
  cc_profile | CcProfile | | congestion control of the destination | API
  hint | QpHint | | advice on the traffic; with NSCC it divides the first window | API (hint), effect own
  access | Access | | what the peer may do by this queue pair: write, or with LOCAL nothing | IBTA 10.6.3.3
QpHint: advice: the first window is divided by num_send_peers, or num_remote_recv_peers / num_qps_per_peer, if more
  num_qps_per_peer | 1 or more | | queue pairs to the same peer | API
  num_send_peers | 1 or more | | peers that this NIC sends to | API
  num_remote_recv_peers | 1 or more | | queue pairs of all NICs that send to the same target | API
RtrAttributes: given to modify_to_rtr
  peer_address | 16 or 4 bytes | | the peer NIC's inner address, of the same family | MRC
  dest_qpn | 24 bits | | the peer's queue pair | IBTA
  first_psn | 24 bits | | of the peer's first packet | IBTA
  mpr | 1..255 | 8 BDP of the planes in use | how far the peer may be ahead of the first hole | API
  max_immediates | 32..65535 | | immediates the peer may have in flight, at least 32 | API
  service_time | true, false | true | both ends agreed to leave the wait of a SACK out of its timestamp | API
  dynamic_mpr | true, false | | both ends agreed that the window changes | API
RtsAttributes: given to modify_to_rts
  first_psn | 24 bits | | of the first packet sent | IBTA
  mpr | 1..255 | 8 BDP of the planes in use | the peer's window | API
  max_immediates | 32..65535 | | immediates the peer accepts in flight | API
  ack_timeout | 0..24 | | n of the local ACK timeout, 1.024 us * 2^n (7: 131 us) | API (formula; example 8)
  linear_retries | 0..7 | | timeouts at that interval | API
  exponential_retries | 0..25 | | timeouts, each twice as long; 25: for ever | API (formula; example 25)
  dynamic_mpr | true, false | | both ends agreed that the window changes | API
  trim_nacks | true, false | | the peer NACKs what arrives trimmed; false sends data as NO_TRIM | API
EvProfile: the set of EVs
  template | EvSource | | which EVs there are, and what they expand to | API
  active_per_plane | EVs, 1 or more | at most what exists |
    in use in each plane; a number above what exists is refused | MRC
  backup_per_plane | EVs, 0 or more | as many as evs gives a plane | more of them that wait for one to fail | MRC
  planes | of the fabric | all | planes to use | own
  paths | paths | no limit | at most this many in the whole set | own
  min_active | EVs, 1 up to the active ones | a quarter of the active EVs | never demote below this many |
    API (example: a quarter)
  denied | EVs | none | on the denylist from the start | MRC
CcProfile: congestion control
  algorithm | uet-1.0-nscc, fixed-window, null | | one of these, or one of your own | API (names), own
  parameters | by name | the algorithm's own | of the algorithm (docs/congestion-control.md) | UEC, own
NsccParameters: nic: congestion: {algorithm: uet-1.0-nscc}; a = BDP / 150,000 bytes (BDP: rate of all ports * base_rtt)
  disable_qa | true, false | | no quick adapt | UEC
  adjust_bytes_threshold | bytes | 8 packets | bytes received after which increases are applied | UEC
  adjust_period_threshold | ns | base_rtt | or this long after the last time | UEC
  base_rtt | ns | the NIC's base_rtt_ns; in a fabric its longest path |
    round trip of a full packet without queues | own
  eta | bytes | 0.15 packets * a | added once per adjust_period_threshold | UEC
  fi | bytes | 5 packets * a | what fair increase adds per window received | UEC
  fi_scale | bytes per byte received | 0.25 a | what fast increase adds | UEC
  gamma | 0..1 | | share of the excess delay that a decrease takes off | UEC
  max_md_jump | 0..1 | | a decrease keeps at least this share of the window | UEC
  max_cwnd | bytes | 1.5 BDP | largest window, and the first one | UEC
  qa_gate | 0..31 | | quick adapt only while less than max_cwnd / 2^qa_gate arrived in its period | UEC
  qa_threshold | ns | 4 target_delay without trimming; else out of reach |
    delay above which quick adapt needs no loss | UEC
  target_delay | ns | 0.75 base_rtt with trimming, 1.0 without | queueing delay to aim for | UEC
"""

_ROCE = """\
NicConfig: a RoCE NIC
  name | | | for reports | own
  address | 16 or 4 bytes | | one for all ports: IPv6 or IPv4 | IBTA Annex A17
  ports | PortConfig | | 1 to 8; each queue pair uses one | own
  classes | TrafficClasses | | DSCPs of data and CNPs | own
  hop_limit | hops, 1..255 | | of packets sent | own
  pkey | 0..65535 | | partition sent | IBTA
  data_priority | 0..7 | queue of NO_TRIM | PFC priority of data and acknowledgements | own
  cnp_priority | 0..7 | queue of CONTROL | PFC priority of CNPs | own
  dcqcn | DcqcnParameters | | congestion control; None: none | own
  ack_every | packets, 1..65536 | | within a message, from one ACK request to the next | own
  max_send_wr | requests, 1..1048576 | | send work requests that a queue pair may have posted | IBTA
  max_recv_wr | requests, 1..1048576 | | receive work requests; a flow has no more open messages | IBTA
  codec | fast, scapy | | makes and reads its frames; scapy: by the scapy layers | own
RtrAttributes: given to modify_to_rtr
  peer_address | 16 or 4 bytes | | of the same family as the own address | IBTA
  peer_qpn | 24 bits | | the peer's queue pair | IBTA
  first_psn | 24 bits | | of the peer's first packet | IBTA
  path_mtu | 256, 512, 1024, 2048, 4096 | the topology's mtu | bytes of payload of a packet | IBTA
  port | 0..7 | | the port of the NIC that all its packets use | own
  source_port | 0..65535 | by the queue pair numbers | UDP source port, which switches hash | IBTA Annex A17; Linux
  min_rnr_timer | 0..31 | | index into IBTA's table of times in RNR NAKs | IBTA
RtsAttributes: given to modify_to_rts
  first_psn | 24 bits | | of the first packet sent | IBTA
  timeout | 0..31 | | n of the local ACK timeout, 4.096 us * 2^n; 0: none | IBTA 9.7.6.1.3
  retry_count | 0..7 | | retries without progress before the queue pair fails | IBTA
  rnr_retry | 0..7 | | the same for RNR NAKs; 7: for ever | IBTA
DcqcnParameters: nic: congestion: {algorithm: dcqcn} (Zhu et al., SIGCOMM 2015)
  g | above 0, at most 1 | | weight of a new observation in alpha: 1/256 | the paper's testbed
  cnp_interval_ns | ns, 1 or more | | a receiver sends at most one CNP in this time | the paper, section 3.1
  cnp_pacing | qp, port | | of what: a queue pair, or a port with all of them (as ConnectX does) |
    the paper, section 3.1
  alpha_timer_ns | ns, 1 or more | | time without a CNP until alpha decays | the paper, section 3.1
  increase_timer_ns | ns, 1 or more | | period of the rate increase timer | the paper's testbed
  byte_counter | bytes, 1 or more | | bytes sent per increase of the byte counter | the paper's testbed
  fast_recovery | 1 or more | | F: increases before they become additive, and then hyper | the paper, section 3.1
  additive_bps | bit/s, 1 or more | | R_AI: additive increase | the paper, section 3.1
  hyper_bps | bit/s, 1 or more | | R_HAI: hyper increase, i times as much in stage i |
    the authors' ns-3 model (bobzhuyb/ns3-rdma)
  minimum_bps | bit/s, 1 or more | | lowest rate | own: the paper has none
  begin_bps | bit/s, 1 or more | the line's | rate at which a queue pair begins | the paper, section 3.1
  alpha | above 0, at most 1 | | estimate of congestion at which it begins | the paper, section 3.1
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One field of a dataclass.

    Attributes:
        accepted: unit and accepted values.
        default: the dataclass's, as YAML writes it; ``required``; or empty where only words tell it.
        otherwise: the default of a fabric, or in words.
        named: it is a name under ``nic: options:`` of a scenario.
    """

    name: str
    accepted: str
    default: str
    otherwise: str
    what: str
    source: str
    named: bool

    def __str__(self) -> str:
        """Its line: default, default in words, accepted values."""
        told = [f"= {self.default}"] if self.default else []
        if self.otherwise:
            told.append(f"({self.otherwise})")
        accepted = f"; accepted: {self.accepted}" if self.accepted else ""
        return f"{'*' if self.named else ' '} {self.name} {' '.join(told)}".rstrip() + accepted


@dataclass(frozen=True, slots=True)
class Group:
    """The parameters of one dataclass, in the order of its fields."""

    kind: type[Any]
    what: str
    parameters: tuple[Parameter, ...]


def groups(*, of_roce: bool = False) -> Iterator[Group]:
    """All groups of an MRC NIC, or of a RoCE NIC."""
    kinds, text = (ROCE, _ROCE) if of_roce else (MRC, _MRC)
    named = frozenset[str]().union(*(roce_provision.NAMED if of_roce else provision.NAMED).values())
    told: list[tuple[str, list[list[str]]]] = []
    for line in text.replace("\n    ", " ").splitlines():
        if line.startswith("  "):
            told[-1][1].append([cell.strip() for cell in line.split("|")])
        else:
            told.append((line.partition(": ")[2], []))
    for kind, (what, rows) in zip(kinds, told, strict=True):
        held = {each.name: each for each in fields(kind)}
        yield Group(
            kind,
            what,
            tuple(
                Parameter(name, accepted, stated(held[name]), otherwise, does, source, name in named)
                for name, accepted, otherwise, does, source in rows
            ),
        )


def stated(field: Field[Any]) -> str:
    """A field's default as YAML writes it; empty if words must tell it."""
    value = field.default
    if value is MISSING:
        return "required" if field.default_factory is MISSING else ""
    if isinstance(value, Flag):
        return str(value.name)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, frozenset):
        return ", ".join(map(str, sorted(value))) if all(isinstance(each, int) for each in value) else ""
    return "" if value is None else str(value)


def matching(words: tuple[str, ...], *, of_roce: bool = False) -> Iterator[Group]:
    """The groups with only those parameters whose name, or whose group's name, has one of ``words``; all without."""
    for group in groups(of_roce=of_roce):
        lowered = [word.lower() for word in words]
        whole = not words or any(word in group.kind.__name__.lower() for word in lowered)
        kept = tuple(each for each in group.parameters if whole or any(word in each.name for word in lowered))
        if kept:
            yield Group(group.kind, group.what, kept)

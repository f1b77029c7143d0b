# SPDX-License-Identifier: Apache-2.0
"""Captures of our NIC and of our fabric: every packet type we send, trims, names, ICRC."""

import io
from collections import Counter

import pytest
from host_stack_kit import (
    Pipe,
    config,
    is_data,
    join,
    opcode_of,
    psn_of,
    trim,
)
from nic_wire_kit import pattern
from rich.console import Console
from wireshark_kit import (
    CONTROL,
    LAB,
    LASTHOP,
    NIC0,
    ROOT,
    TRIMMED,
    as_plugin,
    bth,
    capture,
    fields,
    frame,
    needs_tshark,
    numbers_of,
    tshark,
    write,
)

from fabric.running import run_scenario
from host_stack import Nic
from host_stack.wire.headers import Opcode

pytestmark = needs_tshark


class Recorded:
    """Writes with and without immediate from one NIC to another; some packets are trimmed, one is lost on the wire."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, bytes]] = []
        self.trimmed: list[bytes] = []
        a, b = (Nic(config(name, number, [3 - number]), seed=number) for name, number in (("a", 1), ("b", 2)))
        self.qp, _ = join(a, b)
        region = b.register_memory(1 << 20)
        pipe = Pipe([a, b])
        pipe.hook = self.hook
        for wr_id, (size, imm) in enumerate([(40_000, None), (9_001, 7), (100, None), (33, 8), (20_000, None)]):
            data = pattern(size)
            if imm is None:
                self.qp.post_write(data, region.address, region.r_key, wr_id=wr_id)
            else:
                self.qp.post_write_imm(data, region.address, region.r_key, imm, wr_id=wr_id)
        pipe.run(lambda: self.qp.counters.messages_completed == 5)
        assert self.qp.counters.messages_completed == 5
        pipe.run(limit_ns=pipe.now + 100_000)

    def hook(self, _name, port, frame, now):
        self.frames.append((now, frame))
        if is_data(frame) and not frame[110] & 0x20:  # first transmissions only
            if psn_of(frame) % 5 == 2 and len(frame) > 256:
                cut = trim(frame, TRIMMED if port else LASTHOP)
                self.trimmed.append(cut)
                self.frames.append((now + 1, cut))
                return [(0, cut)]
            if opcode_of(frame) == Opcode.WRITE_LAST:
                return []
        return [(0, frame)]


@pytest.fixture(scope="module")
def recorded():
    return Recorded()


@pytest.fixture(scope="module")
def file(recorded, tmp_path_factory):
    return capture(tmp_path_factory.mktemp("capture") / "nic.pcapng", recorded.frames)


def test_every_packet_type_that_the_nic_sends_is_shown_by_name(recorded, file):
    sent = Counter(opcode_of(one) for _, one in recorded.frames)
    assert set(sent) == set(Opcode), "the recording must have all of them, or this test says little"
    shown = Counter(int(row[0], 16) for row in fields(file, "mrc.opcode"))
    assert shown == sent
    infos = [line.split() for line in tshark(file, "-T", "fields", "-e", "_ws.col.Info").splitlines()]
    assert Counter(words[0] for words in infos) == {Opcode(opcode).name: count for opcode, count in sent.items()}


def test_the_bth_is_shown_as_it_is_in_the_bytes(recorded, file):
    rows = fields(file, "mrc.psn", "mrc.qp", "mrc.rtx", "mrc.ackreq", "mrc.ev")
    assert len(rows) == len(recorded.frames)
    for (_, one), (psn, qp, rtx, ackreq, ev) in zip(recorded.frames, rows, strict=True):
        assert int(psn) == int.from_bytes(one[111:114], "big")
        assert int(qp, 16) == int.from_bytes(one[107:110], "big")
        assert (rtx == "1", ackreq == "1") == (bool(one[110] & 0x20), bool(one[110] & 0x80))
        assert int(ev, 16) == int.from_bytes(one[94:96], "big") << 16 | int.from_bytes(one[56:58], "big")


def test_nothing_is_malformed_short_or_wrong(file):
    assert numbers_of(file, "_ws.malformed") == []
    for filter_ in ("short", "trailing", "opcode", "tver", "reserved", "endpoint", "intact", "unmarked", "fatal"):
        assert numbers_of(file, f"mrc.expert.{filter_}") == [], filter_


def test_every_whole_packet_has_a_good_icrc(recorded, file):
    rows = fields(file, "mrc.icrc.status", preferences=["mrc.check_icrc:TRUE"])
    whole = len(recorded.frames) - len(recorded.trimmed)
    assert Counter(row[0] for row in rows) == {"good": whole, "not there (trimmed)": len(recorded.trimmed)}
    assert {row[0] for row in fields(file, "mrc.icrc.status")} == {"not checked", "not there (trimmed)"}


def test_a_wrong_icrc_is_found(tmp_path):
    good = frame(bth(0xD1) + bytes.fromhex("1f000007"), dscp=CONTROL, ecn=0)
    file = capture(tmp_path / "bad.pcapng", [good, good[:-1] + bytes([good[-1] ^ 1])])
    assert numbers_of(file, "mrc.expert.icrc", ["mrc.check_icrc:TRUE"]) == [2]


def test_a_trimmed_packet_says_what_was_cut_and_keeps_its_headers(recorded, file):
    rows = fields(
        file, "frame.len", "mrc.role", "mrc.trim.udp_length", "mrc.trim.cut", "mrc.meth.msn", "mrc.tseth.timestamp",
        "mrc.reth.va", only="mrc.trimmed == 1",
    )  # fmt: skip
    assert len(rows) == len(recorded.trimmed) > 3
    assert {row[1] for row in rows} == {"TRIMMED", "TRIMMED_LASTHOP"}
    for row, cut in zip(rows, recorded.trimmed, strict=True):
        length = int.from_bytes(cut[98:100], "big")
        assert [int(row[0]), int(row[2]), int(row[3])] == [len(cut), length, 14 + 40 + 40 + length - len(cut)]
        assert int(row[4]) == int.from_bytes(cut[116:118], "big")
        assert int(row[5]) == int.from_bytes(cut[118:120], "big")
        assert int(row[6], 16) == int.from_bytes(cut[122:130], "big")


def test_without_mending_wireshark_calls_a_trimmed_packet_malformed_and_we_still_show_it(recorded, file):
    off = ["mrc.mend:FALSE"]
    assert len(numbers_of(file, "_ws.malformed", off)) == len(recorded.trimmed)
    assert numbers_of(file, "mrc.role contains TRIMMED", off) != []


def test_a_trim_that_ends_inside_a_header_is_cut_not_short(tmp_path):
    """SAI's default of 128 bytes ends 6 bytes into the RETH; 122 is the least that a NIC takes."""
    frames = [frame(write(9, timestamp=3), dscp=TRIMMED, cut=size) for size in (122, 128, 138, 150)]
    file = capture(tmp_path / "cut.pcapng", frames)
    rows = fields(file, "mrc.trimmed", "mrc.tseth.timestamp", "mrc.reth.va", "mrc.reth.rkey", "mrc.reth.length")
    assert rows == [
        ["1", "3", "", "", ""],
        ["1", "3", "", "", ""],
        ["1", "3", "0x0000000000001000", "0x00000099", "1048576"],
        ["1", "3", "0x0000000000001000", "0x00000099", "1048576"],
    ]
    assert numbers_of(file, "_ws.malformed || mrc.expert.short") == []


def test_a_trimmed_packet_without_encapsulation_is_mended_too(tmp_path):
    whole = frame(write(9, timestamp=3, size=1000), dscp=TRIMMED, path=None)
    cut = whole[:18] + (200 - 54).to_bytes(2, "big") + whole[20:200]
    file = capture(tmp_path / "bare.pcapng", [cut])
    assert fields(file, "mrc.trimmed", "mrc.psn", "mrc.trim.udp_length") == [["1", "9", str(8 + 36 + 1000 + 4)]]
    assert numbers_of(file, "_ws.malformed") == []


def test_a_whole_packet_with_a_trimmed_dscp_is_remarked(tmp_path):
    file = capture(tmp_path / "intact.pcapng", [frame(write(9, timestamp=3), dscp=TRIMMED)])
    assert numbers_of(file, "mrc.expert.intact && mrc.trimmed == 0") == [1]


def test_other_dscps_are_a_preference(tmp_path):
    file = capture(tmp_path / "dscp.pcapng", [frame(write(9, timestamp=3), dscp=9, cut=200)])
    assert fields(file, "mrc.trimmed", preferences=["mrc.dscp_trimmed:9"]) == [["1"]]


def test_a_capture_with_a_snap_length_is_not_malformed(tmp_path):
    frames = [frame(write(number, timestamp=number, size=1000)) for number in range(3)]
    for snaplen in (100, 113, 114, 120, 138, 160):
        file = capture(tmp_path / f"{snaplen}.pcapng", frames, snaplen=snaplen)
        assert numbers_of(file, "mrc.expert.short || mrc.expert.trailing") == []
        known = [["0"], ["1"], ["2"]] if snaplen >= 114 else []
        assert [row for row in fields(file, "mrc.psn") if row != [""]] == known


def test_the_plane_of_an_ev_follows_from_how_it_travels(tmp_path):
    srh = bytes.fromhex("2902040100000000") + bytes.fromhex("fcbbbbbb120131010000000000000000")
    encapsulated = frame(write(9, timestamp=3))
    length = (len(encapsulated) - 54 + len(srh)).to_bytes(2, "big")
    routed = encapsulated[:18] + length + b"\x2b" + encapsulated[21:54] + srh + encapsulated[54:]
    bare = frame(write(9, timestamp=3), path=None, entropy=0xC801_1234)
    file = capture(tmp_path / "ways.pcapng", [encapsulated, routed, bare])
    rows = fields(file, "mrc.psn", "mrc.ev.plane", "mrc.ev.uplink", "mrc.path.usid")
    hops = "0x1200|0x2101|0x1201|0x3101"
    assert rows == [["9", "1", "1", hops], ["9", "", "", f"{hops}|0x1201|0x3101"], ["9", "1", "", ""]]
    assert numbers_of(file, "_ws.malformed") == []


def test_names_come_from_a_topology_file(tmp_path):
    file = capture(tmp_path / "named.pcapng", [frame(write(9, timestamp=3))])
    names = ["mrc.src", "mrc.dst", "mrc.path", "mrc.path.usid", "mrc.path.node"]
    assert fields(file, *names, preferences=[f"mrc.names:{LAB}"]) == [
        [
            "nic0",
            "nic3",
            "p1-t0-0 > p1-t1-1 > p1-t0-1 > nic3",
            "0x1200|0x2101|0x1201|0x3101",
            "p1-t0-0|p1-t1-1|p1-t0-1|nic3",
        ]
    ]
    assert fields(file, *names) == [["", "", "", "0x1200|0x2101|0x1201|0x3101", ""]]


def test_names_come_from_a_plain_file(tmp_path):
    (tmp_path / "names").write_text(f"block fcbb:bbbb\n1200 leaf-7  # ours\n2101 spine\n{NIC0} gpu-17\n")
    file = capture(tmp_path / "named.pcapng", [frame(write(9, timestamp=3))])
    rows = fields(file, "mrc.src", "mrc.path.node", preferences=[f"mrc.names:{tmp_path}/names"])
    assert rows == [["gpu-17", "leaf-7|spine"]]


def test_the_production_papers_topology_has_names_too(tmp_path):
    file = capture(tmp_path / "named.pcapng", [frame(write(9, timestamp=3))])
    paper = ROOT / "topologies" / "paper-8plane.yaml"
    # Destination T0 1, downlink 1: NIC 256 * 1 + 1.
    assert fields(file, "mrc.dst", preferences=[f"mrc.names:{paper}"]) == [["nic257"]]


def test_the_plugin_folder_works_as_it_is_copied(tmp_path):
    file = capture(tmp_path / "one.pcapng", [frame(write(9, timestamp=3))])
    assert "MRC" in as_plugin(tmp_path, "-r", str(file))


SCENARIO = f"""\
name: incast
title: An incast, captured
topology: {LAB}
seed: 3
limit: 5ms
sample: 10us
nic: {{congestion: {{algorithm: fixed-window}}, window: 64}}
workload:
  - {{from: nic0, to: nic3, bytes: 400kB}}
  - {{from: nic1, to: nic3, bytes: 400kB}}
  - {{from: nic2, to: nic3, bytes: 400kB}}
captures: ["nic0:0--p0-t0-0:0", "p0-t0-0--p0-t1-1", "nic3:0--p0-t0-1:1"]
expect: {{all_intact: true}}
"""


@pytest.fixture(scope="module")
def captures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fabric")
    (folder / "incast.yaml").write_text(SCENARIO)
    silent = Console(file=io.StringIO())
    assert run_scenario(folder / "incast.yaml", folder / "out", None, silent, show_progress=False)
    return {file.stem: file for file in (folder / "out" / "captures").iterdir()}


def test_the_fabrics_captures_decode_without_a_complaint(captures):
    assert len(captures) == 3
    for file in captures.values():
        rows = fields(file, "_ws.col.Protocol", "mrc.icrc.status", preferences=["mrc.check_icrc:TRUE"])
        assert len(rows) > 100
        assert {row[0] for row in rows} == {"MRC"}
        assert {row[1] for row in rows} <= {"good", "not there (trimmed)"}
        assert numbers_of(file, "_ws.malformed || mrc.expert.short || mrc.expert.unmarked || mrc.expert.opcode") == []
    trims = numbers_of(captures["nic3_0--p0-t0-1_1"], "mrc.trimmed == 1 && mrc.role == TRIMMED_LASTHOP")
    assert len(trims) > 10


def test_a_packet_on_the_link_to_a_t1_has_that_t1_in_its_path(captures):
    (file,) = (file for link, file in captures.items() if "t1-1" in link)
    rows = fields(file, "mrc.path", "mrc.path.node", preferences=[f"mrc.names:{LAB}"])
    assert len(rows) > 100
    for path, ahead in rows:
        assert path.split(" > ")[1] == "p0-t1-1"
        # Switches shift their own uSID out: what is ahead is the end of the path.
        assert path.replace(" > ", "|").endswith(ahead) or "downlink" in ahead

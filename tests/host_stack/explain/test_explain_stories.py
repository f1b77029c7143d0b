# SPDX-License-Identifier: Apache-2.0
"""What became of packets, in stories short enough to be worked out by hand."""

import explain_kit as kit
from explain_kit import A, B

from host_stack.explain.conversations import Cause, Outcome
from host_stack.explain.summary import conversation_document, packet_documents, port_update_documents, probe_documents
from host_stack.wire.constants import NackReason

TRIMMED = int(NackReason.TRIMMED)


def test_a_packet_that_arrives_and_one_of_which_nothing_is_heard():
    story = [(0, "w", kit.data(10)), (100, "w", kit.data(11, timestamp=1)), (5_000, "r", kit.sack(10, ack=10))]
    assert kit.outcomes(story) == {10: ["delivered"], 11: ["open"]}
    (fate,) = kit.fates(story)[10]
    assert (fate.answer.number, fate.answer.time_ns, fate.cause) == (3, 5_000, None)


def test_a_trimmed_packet_is_nacked_and_its_second_sending_arrives():
    story = [
        (0, "w", kit.data(10)),
        (400, "r", kit.trim(kit.data(10))),
        (900, "r", kit.nack(10, TRIMMED)),
        (1_500, "w", kit.data(10, timestamp=9, rtx=True, entropy=B)),
        (4_000, "r", kit.sack(10, ack=10, entropy=B, timestamp=9, rtx=True)),
    ]
    first, second = kit.fates(story)[10]
    assert (first.outcome, first.reason, first.answer.number) == (Outcome.TRIMMED, TRIMMED, 3)
    assert first.transmission.cut.interface == "r"
    assert (second.outcome, second.cause, second.answer.number) == (Outcome.DELIVERED, Cause.TRIM, 5)
    (told, again) = packet_documents(kit.fates(story)[10])
    assert told == {
        "psn": 10, "transmission": 1, "sent_ns": 0, "seen_on": ["w", "r"], "entropy": "0xc0000001", "plane": 0,
        "rtx": False, "cause": None, "outcome": "trimmed", "reason": "TRIMMED", "trimmed_on": "r",
        "answered_ns": 900, "answered_in_frame": 3, "frame": 1,
    }  # fmt: skip
    assert (again["plane"], again["rtx"], again["cause"]) == (1, True, "NACK after a trim")


def test_a_packet_seen_cut_whose_nack_was_not_captured_is_trimmed():
    story = [
        (0, "r", kit.trim(kit.data(10))),
        (900, "w", kit.data(10, timestamp=9, rtx=True, entropy=B)),
        (4_000, "r", kit.sack(10, ack=10, entropy=B)),
    ]
    first, second = kit.fates(story)[10]
    assert (first.outcome, first.reason, first.answer) == (Outcome.TRIMMED, None, None)
    assert (second.outcome, second.cause) == (Outcome.DELIVERED, Cause.TRIM)


def test_a_silent_loss_is_found_by_what_is_sent_again():
    """The round trip is 3,000 ns (PSN 11). The report of PSN 10 at 6,000 comes 4,000 after the second sending."""
    story = [
        (0, "w", kit.data(10)),
        (100, "w", kit.data(11, timestamp=1)),
        (3_100, "r", kit.sack(9, ack=11, base=2, bits=1, timestamp=1)),
        (2_000 + 0, "w", kit.data(10, timestamp=16, rtx=True, entropy=B)),
        (6_000, "r", kit.sack(11)),
    ]
    assert kit.outcomes(story) == {10: ["lost", "delivered"], 11: ["delivered"]}
    first, second = kit.fates(story)[10]
    assert (first.answer, second.cause) == (None, Cause.INFERRED)


def test_a_sending_that_was_not_needed_is_a_duplicate():
    """Sent again at 5,900; what is reported at 6,000 cannot be that one, for a round trip takes 3,000."""
    story = [
        (0, "w", kit.data(10)),
        (100, "w", kit.data(11, timestamp=1)),
        (3_100, "r", kit.sack(9, ack=11, base=2, bits=1, timestamp=1)),
        (5_900, "w", kit.data(10, timestamp=46, rtx=True, entropy=B)),
        (6_000, "r", kit.sack(11)),
    ]
    assert kit.outcomes(story) == {10: ["delivered", "duplicate"], 11: ["delivered"]}


def test_the_ev_that_a_sack_names_tells_which_sending_arrived():
    story = [
        (0, "w", kit.data(10)),
        (50, "w", kit.data(10, timestamp=1, rtx=True, entropy=B)),
        (9_000, "r", kit.sack(10, ack=10, entropy=A)),
    ]
    assert kit.outcomes(story) == {10: ["delivered", "duplicate"]}


def test_other_nacks_refuse():
    story = [
        (0, "w", kit.data(10)),
        (900, "r", kit.nack(10, NackReason.NO_RESOURCE)),
        (950, "w", kit.data(10, timestamp=7, rtx=True, entropy=B)),
        (2_000, "r", kit.nack(10, 0x42, entropy=B)),
    ]
    first, second = kit.fates(story)[10]
    assert (first.outcome, first.reason, second.cause) == (Outcome.REFUSED, 0x0A, Cause.NACK)
    assert (second.outcome, second.reason) == (Outcome.REFUSED, 0x42)
    assert packet_documents([second])[0]["reason"] == "reason 0x42"


def test_a_nack_is_about_the_sending_on_the_ev_that_it_names():
    story = [
        (0, "w", kit.data(10)),
        (50, "w", kit.data(10, timestamp=1, rtx=True, entropy=B)),
        (900, "r", kit.nack(10, TRIMMED, entropy=A)),
    ]
    assert kit.outcomes(story) == {10: ["trimmed", "open"]}


def test_a_sack_says_64_psns_and_all_up_to_cack_over_the_wrap():
    psns = [0xFFFFFE, 0xFFFFFF, 0, 1, 2, 3]
    story = [(number, "w", kit.data(psn, timestamp=number)) for number, psn in enumerate(psns)]
    # cack 0xffffff; the bitmap starts at 1 (offset 2): 1 and 3 arrived.
    story.append((9_000, "r", kit.sack(0xFFFFFF, base=2, bits=0b101)))
    assert kit.outcomes(story) == {
        0xFFFFFE: ["delivered"], 0xFFFFFF: ["open"], 0: ["open"], 1: ["open"], 2: ["open"], 3: ["open"],
    } | {0xFFFFFF: ["delivered"], 1: ["delivered"], 3: ["delivered"]}  # fmt: skip


def test_an_ack_reports_even_if_it_came_before_any_sack():
    story = [
        (0, "w", kit.data(10)),
        (10, "w", kit.data(11, timestamp=1)),
        (3_000, "r", kit.ack(10)),
        (9_000, "r", kit.sack(9, ack=9)),
    ]
    assert kit.outcomes(story) == {10: ["delivered"], 11: ["open"]}
    assert len(kit.one(story).acks) == 1


def test_a_nak_reports_nothing():
    story = [(0, "w", kit.data(10)), (10, "r", kit.sack(9, ack=9)), (3_000, "r", kit.ack(10, 0x62))]
    assert kit.outcomes(story) == {10: ["open"]}


def test_one_packet_on_several_links_is_one():
    story = [
        (0, "w>t0", kit.data(10)),
        (600, "t0>r", kit.data(10)),
        (2_000, "r>t0", kit.sack(10, ack=10)),
        (2_600, "t0>w", kit.sack(10, ack=10)),
        (3_000, "r>t0", kit.ack(10)),
        (3_600, "t0>w", kit.ack(10)),
        (4_000, "r>t0", kit.ack(10)),
        (4_600, "t0>w", kit.ack(10)),
    ]
    conversation = kit.one(story)
    made = conversation_document(conversation, kit.fates(story))
    assert (made["data_packets"], made["sacks"], made["acks"]) == (1, 1, 2)
    assert packet_documents(kit.fates(story)[10])[0]["seen_on"] == ["w>t0", "t0>r"]


def test_without_timestamps_a_second_sending_on_the_same_link_is_another():
    story = [(0, "w", kit.data(10, timestamp=None)), (9_000, "w", kit.data(10, timestamp=None, rtx=True))]
    assert kit.outcomes(story) == {10: ["lost", "open"]}
    again = [*story, (18_000, "w", kit.data(10, timestamp=None, rtx=True))]
    assert kit.outcomes(again) == {10: ["lost", "lost", "open"]}


def test_a_conversations_sums():
    story = [
        (0, "w", kit.data(10, size=400)),
        (100, "w", kit.data(11, timestamp=1, size=100, entropy=B)),
        (700, "r", kit.nack(11, TRIMMED, entropy=B)),
        (800, "w", kit.data(11, timestamp=6, size=100, rtx=True)),
        (2_000, "r", kit.sack(10, ack=10, timestamp=0, mark=1)),
        (2_500, "r", kit.sack(11, ack=11, timestamp=6, rtx=True)),
        (2_600, "w", kit.probe()),
        (2_900, "r", kit.sack(11, probe=3)),
        (3_000, "r", kit.ack(11)),
    ]
    made = conversation_document(kit.one(story), kit.fates(story))
    expected_ev = {"plane": 0, "uplink": 1, "trimmed": 0, "refused": 0, "lost": 0}
    assert made == {
        "writer": "fd6d:7263::1", "writer_qpn": kit.WRITER_QP, "reader": "fd6d:7263::2", "reader_qpn": kit.READER_QP,
        "first_ns": 0, "last_ns": 3_000, "data_packets": 2, "data_bytes": 500, "retransmissions": 1,
        "retransmitted_bytes": 100, "causes": {"NACK after a trim": 1}, "outcomes": {"delivered": 2, "trimmed": 1},
        "sacks": 3, "sacks_marked": 1, "acks": 1, "nacks": {"TRIMMED": 1}, "probes": 1,
        "planes": {"0": 2, "1": 1},
        "evs": [
            {"entropy": "0xc0000001", "packets": 2, "delivered": 2, "marks": 1, **expected_ev,
             # The SACK about a retransmission is no sample.
             "rtt": {"samples": 1, "min_ns": 2_000, "mean_ns": 2_000, "max_ns": 2_000}},
            {"entropy": "0xc0010001", "packets": 1, "delivered": 0, "marks": 0, **expected_ev, "plane": 1,
             "trimmed": 1, "rtt": None},
        ],
        "rtt": {"samples": 1, "min_ns": 2_000, "mean_ns": 2_000, "max_ns": 2_000},
    }  # fmt: skip


def test_queue_pairs_do_not_mix():
    story = [
        (0, "w", kit.data(10)),
        (1, "w", kit.data(10, qp=0x12)),
        (2, "w", kit.data(10, qp=0x12, timestamp=3, rtx=True)),
        (9_000, "r", kit.sack(10, ack=10)),
    ]
    found = {each.reader_qpn: each for each in kit.told(story).all()}
    assert {qpn: len(each.transmissions[10]) for qpn, each in found.items()} == {kit.READER_QP: 1, 0x12: 2}
    assert found[0x12].reports == {}


def test_ev_probes():
    story = [
        (0, "w", kit.ev_probe(1)),
        (600, "t", kit.ev_probe(1)),
        (3_000, "r", kit.ev_probe(1, answer=True)),
        (50_000, "w", kit.ev_probe(2)),
    ]
    (row,) = probe_documents(kit.told(story).ev_probes())
    assert row == {
        "asker": "fd6d:7263::1", "asked": "fd6d:7263::2", "entropy": "0xc0010001", "sent": 2, "answered": 1,
        "rtt": {"samples": 1, "min_ns": 3_000, "mean_ns": 3_000, "max_ns": 3_000},
    }  # fmt: skip


def test_port_status_updates_and_their_answers_are_no_ev_probes():
    story = [
        (0, "w", kit.port_update(7, 0b1101)),
        (600, "t", kit.port_update(7, 0b1101)),
        (2_000, "r", kit.ev_probe(7, answer=True)),  # another operation with the same id
        (20_000, "w", kit.port_update(8, 0b1101, entropy=kit.A)),
        (26_000, "r", kit.port_update(8, 0, answer=True, entropy=kit.A)),
    ]
    told = kit.told(story)
    assert told.ev_probes() == []
    both = {"teller": "fd6d:7263::1", "told": "fd6d:7263::2", "up": [0, 2, 3]}
    assert port_update_documents(told.port_updates()) == [
        {**both, "sent_ns": 0, "request_id": 7, "entropy": "0xc0010001", "answered_ns": None},
        {**both, "sent_ns": 20_000, "request_id": 8, "entropy": "0xc0000001", "answered_ns": 26_000},
    ]

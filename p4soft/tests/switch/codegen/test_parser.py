# SPDX-License-Identifier: Apache-2.0
"""Parser and deparser: bit cutting, errors that do not stop the packet, stacks, varbits, lookahead, value sets."""

import pytest
from program_kit import Builder, assign, bytes_program, const, extract, field, op, std

from p4soft.switch import ProgramError


def deliver(sw, frame, port=0):
    return [(e.port, e.frame) for e in sw.receive(port, frame, 0)]


def test_fields_cross_byte_boundaries_and_come_back():
    b = Builder()
    b.header("h", [["a", 3, False], ["b", 13, False], ["c", 1, False], ["d", 127, False], ["e", 16, False]])
    b.state("start", extract("h"))
    b.run("swap", assign(field("meta", "c"), field("h", "d")), assign(field("h", "a"), const(5)),
          assign(field("h", "b"), field("h", "c")), start=True)  # fmt: skip
    frame = bytes.fromhex("ffff" + "80" + "00" * 14 + "01" + "abcd" + "77")
    # a=7 b=0x1fff c=1 d=1 e=0xabcd -> a=5, b=1
    assert deliver(b.load(), frame) == [(0, bytes.fromhex("a001" + "80" + "00" * 14 + "01" + "abcd" + "77"))]


def test_signed_fields_keep_their_sign_and_wrap():
    b = Builder()
    b.header("h", [["s", 8, True], ["t", 8, True]])
    b.state("start", extract("h"))
    b.condition("neg", op("<", field("h", "s"), const(0)), "sub", None)
    b.run("sub", assign(field("h", "t"), op("-", field("h", "s"), const(1))))
    sw = b.start("neg").load()
    assert deliver(sw, bytes.fromhex("8000"))[0][1].hex() == "807f"  # -128 - 1 wraps to 127
    assert deliver(sw, bytes.fromhex("7f00"))[0][1].hex() == "7f00"


def error_program():
    b = bytes_program()
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    return b


def test_short_packet_sets_parser_error_and_is_still_processed():
    sw = error_program().load()
    assert deliver(sw, b"\1\2\3\4") == [(1, b"\1\2\3\4")]  # PacketTooShort = 1; nothing was extracted
    assert deliver(sw, b"\1\2\3\4\5") == [(0, b"\1\2\3\4\5")]
    assert deliver(sw, b"") == [(1, b"")]


def test_headers_before_the_error_stay_parsed():
    b = bytes_program()
    b.header("second", [["v", 32, False]])
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(extract("second"))
    b.run("edit", assign(field("h", "kind"), const(0xEE)), start=True)
    assert deliver(b.load(), bytes(7))[0][1] == b"\xee" + bytes(6)


def test_verify_and_undeclared_errors():
    b = error_program()
    check = {"op": "verify", "parameters": [op("==", field("h", "x"), const(1)), const(6)]}
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(check)
    sw = b.load()
    assert [deliver(sw, bytes([0, x, 0, 0, 0]))[0][0] for x in (1, 2)] == [0, 6]


def test_advance_checks_length_and_alignment():
    b = Builder()
    b.header("h", [["n", 8, False], ["m", 8, False]])
    b.header("tail", [["t", 8, False]])
    advance = {"op": "advance", "parameters": [op("&", field("h", "n"), const(0xFF))]}
    b.state("start", extract("h"), advance, extract("tail"))
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    sw = b.load()
    # skipped bytes are gone from the packet: the deparser emits headers and what follows the cursor
    assert deliver(sw, bytes([16, 0, 0xA, 0xB, 0xC, 0xD])) == [(0, bytes([16, 0, 0xC, 0xD]))]
    assert deliver(sw, bytes([12, 0, 1, 2]))[0][0] == 6  # ParserInvalidArgument
    assert deliver(sw, bytes([24, 0, 1, 2]))[0][0] == 1  # PacketTooShort


def test_select_exact_mask_default_and_missing_default():
    b = bytes_program()
    b.json["parsers"][0]["parse_states"].clear()
    b.header("extra", [["v", 8, False]])
    key = [field("h", "kind"), field("h", "x")]
    b.state("start", extract("h"), key=key, to={0x0102: "take", (0x8000, 0x8000): "take"})
    b.state("take", extract("extra"))
    b.condition("got", op("valid", None, {"type": "header", "value": "extra"}), "mark", None)
    b.run("mark", assign(std("egress_spec"), const(3)))
    sw = b.start("got").load()
    ports = [deliver(sw, bytes([*head, 0, 0, 0, 0]))[0][0] for head in ((1, 2), (1, 3), (0x80, 9))]
    assert ports == [3, 0, 3]


def test_key_parts_are_padded_to_bytes():
    b = Builder()
    b.header("h", [["a", 12, False], ["b", 2, False], ["c", 2, False]])
    # JSON_format.md's own example: a 12-bit and a 2-bit field, values 0xaba and 3, are written 0x0aba03
    b.state("start", extract("h"), key=[field("h", "a"), field("h", "b")], to={0x0ABA03: "yes", None: None})
    b.state("yes", {"op": "set", "parameters": [field("meta", "a"), const(1)]})
    b.run("out", assign(std("egress_spec"), field("meta", "a")), start=True)
    sw = b.load()
    assert deliver(sw, bytes.fromhex("abac"))[0][0] == 1
    assert deliver(sw, bytes.fromhex("aba8"))[0][0] == 0


def stack_program(depth=2):
    b = Builder()
    b.stack("s", [["bos", 8, False]], depth)
    take = {"op": "extract", "parameters": [{"type": "stack", "value": "s"}]}
    last = {"type": "stack_field", "value": ["s", "bos"]}
    b.state("start", take, key=[last], to={1: None, None: "start"})
    return b


def test_stack_extraction_and_overflow():
    b = stack_program()
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    sw = b.load()
    assert deliver(sw, bytes([0, 1, 9]))[0][0] == 0
    assert deliver(sw, bytes([0, 0, 1]))[0] == (3, bytes([0, 0, 1]))  # StackOutOfBounds


@pytest.mark.parametrize(
    ("primitive", "count", "expected"),
    [("push", 1, "0a0b"), ("push", 2, "0a"), ("push", 9, ""), ("pop", 1, "0b01"), ("pop", 3, "")],
)
def test_push_and_pop(primitive, count, expected):
    b = stack_program(3)
    call = {"op": primitive, "parameters": [{"type": "header_stack", "value": "s"}, const(count)]}
    b.run("shift", call, start=True)
    # a pushed element is invalid, so pushing one keeps the first two elements one place further
    assert deliver(b.load(), bytes([0x0A, 0x0B, 0x01]))[0][1].hex() == expected


def test_stack_index_known_only_at_run_time():
    b = stack_program(3)
    b.header("i", [["n", 8, False]], emit=False)
    element = {
        "op": "dereference_header_stack",
        "left": {"type": "header_stack", "value": "s"},
        "right": std("ingress_port"),
    }
    target = {"type": "expression", "value": {"op": "access_field",
              "left": {"type": "expression", "value": element}, "right": 0}}  # fmt: skip
    b.run("edit", assign(target, const(0x55)), start=True)
    sw = b.load()
    assert deliver(sw, bytes([7, 8, 1]), 1)[0][1].hex() == "075501"
    assert deliver(sw, bytes([7, 8, 1]), 9)[0][1].hex() == "070801"  # out of range: no effect


def varbit_program():
    b = Builder()
    b.header("o", [["len", 8, False], ["data", "*"], ["end", 8, False]], max_length=6)
    bits = op("*", field("o", "len"), const(4))
    take = {"op": "extract_VL", "parameters": [{"type": "regular", "value": "o"}, bits]}
    # the length is looked up from the first byte before the header is there
    look = {"op": "set", "parameters": [field("meta", "a"), {"type": "lookahead", "value": [0, 8]}]}
    take["parameters"][1] = op("*", field("meta", "a"), const(4))
    b.state("start", look, take)
    b.run("copy", assign(std("egress_spec"), std("parser_error")), assign(field("o", "end"), const(0xEE)), start=True)
    return b


def test_varbit_lengths_and_errors():
    sw = varbit_program().load()
    assert deliver(sw, bytes.fromhex("04aabb0199"))[0] == (0, bytes.fromhex("04aabbee99"))
    assert deliver(sw, bytes.fromhex("0001"))[0] == (0, bytes.fromhex("00ee"))
    assert deliver(sw, bytes.fromhex("03aabb01"))[0][0] == 6  # 12 bits: ParserInvalidArgument
    assert deliver(sw, bytes.fromhex("0aaabbccddee01"))[0][0] == 4  # 7 > 6 bytes: HeaderTooShort
    assert deliver(sw, bytes.fromhex("04aabb"))[0][0] == 1
    assert deliver(sw, b"")[0][0] == 1  # the lookahead itself


def test_value_set():
    b = bytes_program()
    b.json["parsers"][0]["parse_states"].clear()
    b.json["parse_vsets"].append({"name": "pvs", "id": 0, "compressed_bitwidth": 24})
    key = [field("h", "z"), field("h", "kind")]
    b.state("start", extract("h"), key=key, to={"pvs": "yes", None: None})
    b.state("yes", {"op": "set", "parameters": [field("meta", "a"), const(1)]})
    b.run("out", assign(std("egress_spec"), field("meta", "a")), start=True)
    sw = b.load()
    frame = bytes.fromhex("7700001234")
    assert deliver(sw, frame)[0][0] == 0
    sw.state.value_set("pvs").insert(0x123477)
    assert deliver(sw, frame)[0][0] == 1
    sw.state.value_set("pvs").clear()
    sw.state.value_set("pvs").insert(0x120000, 0xFF0000)
    assert deliver(sw, frame)[0][0] == 1


def test_a_parser_that_never_advances_times_out():
    b = Builder()
    b.state("start", to={None: "start"})
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    assert deliver(b.load(), b"abc") == [(5, b"abc")]  # ParserTimeout


def test_a_long_chain_of_states():
    b = Builder()
    for i in range(150):
        b.header(f"h{i}", [["v", 8, False]])
    for i in range(150):
        name = "start" if i == 0 else f"s{i}"
        b.state(name, extract(f"h{i}"), key=[field(f"h{i}", "v")], to={1: f"s{i + 1}" if i < 149 else None, None: None})
    b.run("edit", assign(field("h149", "v"), const(9)), start=True)
    sw = b.load()
    assert deliver(sw, b"\1" * 150)[0][1] == b"\1" * 149 + b"\x09"


def test_extract_of_a_varbit_header_needs_a_length():
    b = varbit_program()
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(extract("o"))
    with pytest.raises(ProgramError, match="use extract_VL"):
        b.load()

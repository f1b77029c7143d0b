# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""The BMv2 JSON itself, against BMv2's JSON_format.md and the names p4c gives."""

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft.compiler import CompileErrors


def _json(tmp_path, **parts):
    return build(tmp_path, source(**parts)).json


def _named(items, name):
    (found,) = [i for i in items if i["name"] == name]
    return found


def _pipeline(json, name="ingress"):
    return _named(json["pipelines"], name)


def test_version_and_sections(tmp_path):
    json = _json(tmp_path)
    assert json["__meta__"]["version"] == [2, 23]
    assert {
        "header_types", "headers", "header_stacks", "header_union_types", "header_unions", "header_union_stacks",
        "field_lists", "errors", "enums", "parsers", "parse_vsets", "deparsers", "meter_arrays", "counter_arrays",
        "register_arrays", "calculations", "learn_lists", "actions", "pipelines", "checksums", "force_arith",
        "extern_instances", "field_aliases", "program", "__meta__",
    } <= set(json)  # fmt: skip
    assert json["errors"][:2] == [["NoError", 0], ["PacketTooShort", 1]]


def test_storage(tmp_path):
    json = _json(tmp_path, more_meta="bit<3> queue;")
    headers = {h["name"]: h for h in json["headers"]}
    assert [headers[n]["metadata"] for n in ("scalars", "standard_metadata", "h", "items[2]")] == [
        True,
        True,
        False,
        False,
    ]
    scalars = _named(json["header_types"], headers["scalars"]["header_type"])["fields"]
    assert scalars[:3] == [["meta_t.x", 8, False], ["meta_t.flag", 1, False], ["meta_t.queue", 3, False]]
    assert sum(f[1] for f in scalars) % 8 == 0
    assert _named(json["header_types"], "h_t")["fields"][4] == ["s", 8, True]
    stack = _named(json["header_stacks"], "items")
    assert stack["header_type"] == "item_t"
    assert [json["headers"][i]["name"] for i in stack["header_ids"]] == ["items[0]", "items[1]", "items[2]"]
    standard = _named(json["header_types"], "standard_metadata")["fields"]
    assert standard[:3] == [["ingress_port", 9, False], ["egress_spec", 9, False], ["egress_port", 9, False]]
    assert sum(f[1] for f in standard) % 8 == 0
    assert ["queueing_metadata.enq_timestamp", ["standard_metadata", "enq_timestamp"]] in json["field_aliases"]


def test_nested_metadata_is_flattened_as_p4c_does(tmp_path):
    json = _json(tmp_path, globals="struct inner_t { bit<8> p; bit<8> q; }", more_meta="inner_t inner;")
    names = [f[0] for f in _named(json["header_types"], "scalars_0")["fields"]]
    assert names[:4] == ["meta_t._x0", "meta_t._flag1", "meta_t._inner_p2", "meta_t._inner_q3"]


TABLE = """
direct_counter(CounterType.packets) seen;
action set_a(bit<8> v, bit<9> port) { hdr.h.a = v; std.egress_spec = port; }
@name("renamed") table t {
    key = { hdr.h.d: lpm; hdr.h.a: exact @name("first"); meta.x & 0x0f: exact @name("low"); hdr.items[0].isValid(): exact; }
    actions = { set_a; @defaultonly NoAction; }
    const default_action = NoAction();
    counters = seen;
    size = 77;
}
"""


def test_tables(tmp_path):
    json = _json(tmp_path, locals=TABLE, ingress="t.apply();")
    table = _named(_pipeline(json)["tables"], "MyIngress.renamed")
    assert table["match_type"] == "lpm"
    assert table["type"] == "simple"
    assert table["max_size"] == 77
    assert table["with_counters"] is True
    assert table["key"] == [
        {"match_type": "lpm", "name": "hdr.h.d", "target": ["h", "d"], "mask": None},
        {"match_type": "exact", "name": "first", "target": ["h", "a"], "mask": None},
        {"match_type": "exact", "name": "low", "target": ["scalars", "meta_t.x"], "mask": "0x0f"},
        {"match_type": "exact", "name": "hdr.items[0].$valid$", "target": ["items[0]", "$valid$"], "mask": None},
    ]
    assert table["actions"] == ["MyIngress.set_a", "NoAction"]
    assert table["next_tables"] == {"MyIngress.set_a": None, "NoAction": None}
    no_action = table["action_ids"][1]
    assert table["default_entry"] == {
        "action_id": no_action,
        "action_const": True,
        "action_data": [],
        "action_entry_const": True,
    }
    action = json["actions"][table["action_ids"][0]]
    assert action["runtime_data"] == [{"name": "v", "bitwidth": 8}, {"name": "port", "bitwidth": 9}]
    assert action["primitives"][0]["op"] == "assign"
    assert action["primitives"][0]["parameters"] == [
        {"type": "field", "value": ["h", "a"]},
        {"type": "runtime_data", "value": 0},
    ]
    info = action["primitives"][0]["source_info"]
    assert info["source_fragment"] == "hdr.h.a = v"
    counter = _named(json["counter_arrays"], "MyIngress.seen")
    assert (counter["is_direct"], counter["binding"]) == (True, "MyIngress.renamed")


def test_graph(tmp_path):
    json = _json(tmp_path, locals=TABLE, ingress="if (hdr.h.a == 1) { t.apply(); } hdr.h.e = 0;")
    pipeline = _pipeline(json)
    tables = {t["name"]: t for t in pipeline["tables"]}
    first = tables[pipeline["init_table"]]
    assert first["name"].startswith("tbl_program")
    (condition,) = pipeline["conditionals"]
    assert first["base_default_next"] == condition["name"]
    last = condition["false_next"]
    assert condition["true_next"] == "MyIngress.renamed"
    assert set(tables["MyIngress.renamed"]["next_tables"].values()) == {last}
    assert tables[last]["next_tables"] == {last.removeprefix("tbl_"): None}
    assert condition["source_info"]["source_fragment"] == "hdr.h.a == 1"
    assert condition["expression"]["value"]["op"] == "=="


def test_hit_and_miss_lead_apart(tmp_path):
    json = _json(tmp_path, locals=TABLE, ingress="if (t.apply().hit) { hdr.h.e = 1; }")
    table = _named(_pipeline(json)["tables"], "MyIngress.renamed")
    assert set(table["next_tables"]) == {"__HIT__", "__MISS__"}
    assert table["next_tables"]["__MISS__"] is None


def test_a_directly_called_action_keeps_its_name(tmp_path):
    json = _json(tmp_path, locals="action act(bit<8> v) { hdr.h.a = v; }", ingress="act(5);")
    table = _named(_pipeline(json)["tables"], "tbl_act")
    assert table["actions"] == ["MyIngress.act"]
    assert table["default_entry"]["action_data"] == ["0x05"]


def test_select_transitions_are_padded(tmp_path):
    states = "state good { transition accept; }"
    after = "transition select(hdr.h.c[11:0], hdr.h.a) { (0xaba, 3): good; (1 &&& 0xff, _): good; default: accept; }"
    json = _json(tmp_path, after_extract=after, states=states)
    start = _named(json["parsers"][0]["parse_states"], "start")
    assert start["transitions"] == [
        {"type": "hexstr", "value": "0x0aba03", "mask": None, "next_state": "good"},
        {"type": "hexstr", "value": "0x000100", "mask": "0x00ff00", "next_state": "good"},
        {"type": "default", "value": None, "mask": None, "next_state": None},
    ]
    assert start["transition_key"][1] == {"type": "field", "value": ["h", "a"]}


def test_value_sets(tmp_path):
    json = _json(
        tmp_path,
        parser_locals="value_set<bit<8>>(4) known;",
        after_extract="transition select(hdr.h.a) { known: good; default: accept; }",
        states="state good { transition accept; }",
    )
    assert json["parse_vsets"] == [{"name": "MyParser.known", "id": 0, "compressed_bitwidth": 8, "max_size": 4}]
    start = _named(json["parsers"][0]["parse_states"], "start")
    assert start["transitions"][0] == {
        "type": "parse_vset",
        "value": "MyParser.known",
        "mask": None,
        "next_state": "good",
    }


def test_action_selectors(tmp_path):
    locals_ = """
    action_selector(HashAlgorithm.crc16, 128, 14) sel;
    action out_of(bit<9> port) { std.egress_spec = port; }
    table t { key = { hdr.h.a: exact; hdr.h.d: selector; hdr.h.e: selector; } actions = { out_of; } implementation = sel; }
    """
    pipeline = _pipeline(_json(tmp_path, locals=locals_, ingress="t.apply();"))
    table = _named(pipeline["tables"], "MyIngress.t")
    assert (table["type"], table["action_profile"], len(table["key"])) == ("indirect_ws", "MyIngress.sel", 1)
    assert "default_entry" not in table
    profile = _named(pipeline["action_profiles"], "MyIngress.sel")
    assert profile["max_size"] == 128
    assert profile["selector"] == {
        "algo": "crc16",
        "input": [{"type": "field", "value": ["h", "d"]}, {"type": "field", "value": ["h", "e"]}],
    }


def test_externs_as_primitives(tmp_path):
    json = _json(
        tmp_path,
        more_meta="@field_list(1) bit<16> kept;",
        locals="""
        counter(8, CounterType.bytes) c; meter(8, MeterType.packets) m; register<bit<12>>(8) r;
        action all() {
            c.count(3); m.execute_meter(32w2, meta.x); r.write(1, 12w5); mark_to_drop(std); truncate(64);
            random(hdr.h.a, 8w1, 8w6); clone_preserving_field_list(CloneType.I2E, 7, 1); resubmit_preserving_field_list(1);
            digest<bit<8>>(1, hdr.h.a); log_msg("a={}", { hdr.h.a }); assert(hdr.h.isValid());
        }
        """,
        ingress="all();",
    )
    (action,) = [a for a in json["actions"] if a["name"] == "MyIngress.all"]
    ops = [p["op"] for p in action["primitives"]]
    assert [o for o in ops if o != "assign"] == [
        "count", "execute_meter", "register_write", "mark_to_drop", "truncate", "modify_field_rng_uniform",
        "clone_ingress_pkt_to_egress", "resubmit", "generate_digest", "log_msg", "assert",
    ]  # fmt: skip
    assert action["primitives"][0]["parameters"] == [
        {"type": "counter_array", "value": "MyIngress.c"},
        {"type": "hexstr", "value": "0x00000003"},
    ]
    (kept,) = [f for f in json["field_lists"] if f["name"] == "field_list1"]
    assert kept["elements"] == [{"type": "field", "value": ["scalars", "meta_t.kept"]}]
    assert kept["id"] >= 1
    assert json["learn_lists"][0]["id"] == 1
    assert _named(json["register_arrays"], "MyIngress.r")["bitwidth"] == 12
    assert _named(json["meter_arrays"], "MyIngress.m")["type"] == "packets"


def test_deparser_order(tmp_path):
    json = _json(tmp_path)
    assert json["deparsers"][0]["order"] == ["h", "items[0]", "items[1]", "items[2]"]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"ingress": "hdr.h.a = hdr.h.b >> hdr.h.c;"}, "the shift amount has 16 bits"),
        ({"globals": "header odd_t { bit<3> x; }", "more_headers": "odd_t odd;"}, "header 'odd_t' is 3 bits long"),
        ({"egress": "clone(CloneType.I2E, 5);"}, "clone of type I2E can only be called in ingress"),
        ({"ingress": "recirculate_preserving_field_list(0);"}, "recirculate can only be called in egress"),
        ({"locals": "direct_meter<bit<8>>(MeterType.bytes) m; table t { key = { hdr.h.a: exact; } actions = { NoAction; } counters = m; }", "ingress": "t.apply();"}, "'counters' of table 't' is of the wrong kind"),
        ({"locals": "direct_counter(CounterType.bytes) c; table t { key = { hdr.h.a: exact; } actions = { NoAction; } counters = c; } table u { key = { hdr.h.a: exact; } actions = { NoAction; } counters = c; }", "ingress": "t.apply(); u.apply();"}, "already attached to table 'MyIngress.t'"),
        ({"compute": "hdr.h.a = 1;"}, "only checksum calls are supported in this control"),
        ({"locals": "table t { key = { hdr.h.a: lpm; hdr.h.b: lpm; } actions = { NoAction; } }", "ingress": "t.apply();"}, "more than one lpm key"),
        ({"locals": "table t { key = { hdr.h.a + 1: exact; } actions = { NoAction; } }", "ingress": "t.apply();"}, "needs a name for the control plane"),
    ],
)  # fmt: skip
def test_what_simple_switch_cannot_do_is_refused_with_its_place(tmp_path, parts, message):
    with pytest.raises(CompileErrors) as caught:
        build(tmp_path, source(**parts))
    (diagnostic,) = caught.value.errors
    assert message in diagnostic.message
    assert diagnostic.line > 0
    assert diagnostic.file.endswith("program.p4")


def test_two_compilations_are_identical(tmp_path):
    text = source(locals=TABLE, ingress="t.apply();")
    first, second = build(tmp_path, text), build(tmp_path, text)
    assert first.json == second.json
    assert first.p4info == second.p4info


def test_log_messages_expand_aggregates(tmp_path):
    json = _json(tmp_path, ingress='log_msg("got {} and {}", { hdr.items[0], hdr.h.a });')
    (call,) = [p for a in json["actions"] for p in a["primitives"] if p["op"] == "log_msg"]
    text, values = call["parameters"]
    assert text == {"type": "string", "value": "got (kind:{},value:{}) and {}"}
    assert [v["value"] for v in values["value"]] == [["items[0]", "kind"], ["items[0]", "value"], ["h", "a"]]
    json = _json(tmp_path, ingress='log_msg("{} {} {}", { hdr.h.a });')
    (call,) = [p for a in json["actions"] for p in a["primitives"] if p["op"] == "log_msg"]
    assert call["parameters"][0]["value"] == "{} {} {}"
    with pytest.raises(CompileErrors, match=r"log_msg takes its values as a list; expected {value, ...}"):
        _json(tmp_path, ingress='log_msg("{}", hdr.h.a);')


def test_log_messages_whose_values_do_not_fit_warn(tmp_path):
    compiled = build(tmp_path, source(ingress='log_msg("only {}", { hdr.h.a, hdr.h.b });'))
    (warning,) = [w for w in compiled.warnings if w.code == "log-values"]
    assert warning.message == "the message has 1 places for values, but 2 are given: BMv2 ends when it runs this"


def test_mark_to_drop_without_argument(tmp_path):
    with pytest.raises(CompileErrors, match=r"expected mark_to_drop\(standard_metadata\)"):
        _json(tmp_path, ingress="mark_to_drop();")


@pytest.mark.parametrize("division", ["hdr.h.a = hdr.h.a / hdr.h.b", "hdr.h.a %= hdr.h.b", "hdr.h.a = hdr.h.a / 3"])
def test_division_is_refused_only_where_it_would_run(tmp_path, division):
    divide = f"action divide() {{ {division}; }}"
    assert _json(tmp_path, locals=divide)["actions"] == _json(tmp_path)["actions"]
    with pytest.raises(CompileErrors, match="known only at run time: switches have no divider"):
        _json(tmp_path, locals=divide, ingress="divide();")


@pytest.mark.parametrize("kind", ["exact", "range", "optional"])
def test_a_mask_of_ones_is_the_value_to_every_match_kind(tmp_path, kind):
    table = """action own() { hdr.h.a = 1; }
        table t { key = { hdr.h.a: KIND; } actions = { own; NoAction; } default_action = NoAction;
                  const entries = { ENTRY: own(); } }""".replace("KIND", kind)

    def entries(entry):
        json = _json(tmp_path, locals=table.replace("ENTRY", entry), ingress="t.apply();")
        return [
            [e["match_key"] for e in t["entries"]] for t in json["pipelines"][0]["tables"] if t["name"].endswith("t")
        ]

    assert entries("8w3 &&& 8w0xff") == entries("8w3")
    with pytest.raises(CompileErrors, match=f"a mask cannot match a key of kind {kind}"):
        entries("8w3 &&& 8w0x0f")

-- SPDX-License-Identifier: Apache-2.0
-- Fields (filters mrc.*) and remarks (expert information, mrc.expert.*). Those of headers are in headers.lua.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local headers = ...
local M = { all = {}, experts = {} }
local all = M.all
local function field(made)
  all[#all + 1] = made
  return made
end
local yes_no = nil

local f = {
  opcode = field(ProtoField.uint8("mrc.opcode", "Opcode", base.HEX, headers.opcodes)),
  se_ibta = field(ProtoField.bool("mrc.se", "Solicited event (SE)", 8, yes_no, 0x80)),
  m_ibta = field(ProtoField.bool("mrc.m", "Migration (M)", 8, yes_no, 0x40)),
  se_swapped = field(ProtoField.bool("mrc.se", "Solicited event (SE)", 8, yes_no, 0x40)),
  m_swapped = field(ProtoField.bool("mrc.m", "Migration (M)", 8, yes_no, 0x80)),
  pad = field(ProtoField.uint8("mrc.pad", "Padding, bytes", base.DEC, nil, 0x30)),
  tver = field(ProtoField.uint8("mrc.tver", "Transport version (TVer)", base.DEC, nil, 0x0F)),
  pkey = field(ProtoField.uint16("mrc.pkey", "P_Key", base.HEX)),
  variant = field(ProtoField.uint8("mrc.rsvd_variant", "Reserved (variant)", base.HEX)),
  qp = field(ProtoField.uint24("mrc.qp", "Destination QP", base.HEX)),
  ackreq = field(ProtoField.bool("mrc.ackreq", "Acknowledge request (AckReq)", 8, yes_no, 0x80)),
  rsvd6 = field(ProtoField.bool("mrc.rsvd_6", "Reserved", 8, yes_no, 0x40)),
  rtx = field(ProtoField.bool("mrc.rtx", "Retransmission (rtx)", 8, yes_no, 0x20)),
  ts = field(ProtoField.bool("mrc.ts", "TSETH follows (ts)", 8, yes_no, 0x10)),
  invariant = field(ProtoField.uint8("mrc.rsvd_invariant", "Reserved (invariant)", base.HEX, nil, 0x0F)),
  psn = field(ProtoField.uint24("mrc.psn", "PSN", base.DEC)),
  request = field(ProtoField.uint16("mrc.request_id", "Request id", base.DEC)),
  payload = field(ProtoField.bytes("mrc.payload", "Payload")),
  payload_length = field(ProtoField.uint32("mrc.payload.length", "Payload, bytes", base.DEC)),
  padding = field(ProtoField.bytes("mrc.padding", "Padding")),
  icrc = field(ProtoField.uint32("mrc.icrc", "ICRC", base.HEX)),
  icrc_status = field(ProtoField.string("mrc.icrc.status", "ICRC status")),
  rest = field(ProtoField.bytes("mrc.undecoded", "Not decoded")),

  ev = field(ProtoField.uint32("mrc.ev", "Entropy value (EV)", base.HEX)),
  plane = field(ProtoField.uint8("mrc.ev.plane", "Plane", base.DEC)),
  uplink = field(ProtoField.uint16("mrc.ev.uplink", "T0 uplink (T1)", base.DEC)),
  role = field(ProtoField.string("mrc.role", "DSCP role")),
  ce = field(ProtoField.bool("mrc.ce", "Marked (CE)")),
  path = field(ProtoField.string("mrc.path", "Path")),
  outer = field(ProtoField.ipv6("mrc.path.destination", "Outer destination")),
  usid = field(ProtoField.uint16("mrc.path.usid", "uSID ahead", base.HEX)),
  node = field(ProtoField.string("mrc.path.node", "Named ahead")),
  source_name = field(ProtoField.string("mrc.src", "Sender")),
  destination_name = field(ProtoField.string("mrc.dst", "Receiver")),
  trimmed = field(ProtoField.bool("mrc.trimmed", "Trimmed by a switch")),
  trim_length = field(ProtoField.uint16("mrc.trim.udp_length", "UDP length before the cut", base.DEC)),
  trim_cut = field(ProtoField.uint16("mrc.trim.cut", "Bytes cut off", base.DEC)),

  transmission = field(ProtoField.uint32("mrc.analysis.transmission", "Transmission of this PSN, number", base.DEC)),
  first_seen = field(ProtoField.framenum("mrc.analysis.same_packet", "Same packet, seen earlier", base.NONE)),
  retransmission_of = field(ProtoField.framenum("mrc.analysis.retransmission_of", "Sent again; before", base.NONE)),
  trimmed_in = field(ProtoField.framenum("mrc.analysis.trimmed_in", "Trimmed, seen", base.NONE)),
  nacked_in = field(ProtoField.framenum("mrc.analysis.nacked_in", "NACKed", base.NONE)),
  reported_in = field(ProtoField.framenum("mrc.analysis.sacked_in", "Reported received", base.NONE)),
  about = field(ProtoField.framenum("mrc.analysis.about", "Caused by", base.NONE)),
  late = field(ProtoField.uint32("mrc.analysis.late", "Higher PSNs seen before it, by up to", base.DEC)),
  skipped = field(ProtoField.uint32("mrc.analysis.skipped", "PSNs before it not seen yet", base.DEC)),
  missing = field(ProtoField.string("mrc.analysis.missing", "Missing PSNs")),
  missing_count = field(ProtoField.uint32("mrc.analysis.missing.count", "Missing PSNs, number", base.DEC)),
  acked = field(ProtoField.uint24("mrc.analysis.acked_psn", "Acknowledged PSN", base.DEC)),
  base = field(ProtoField.uint24("mrc.analysis.bitmap_base", "First PSN of the bitmap", base.DEC)),
  rtt = field(ProtoField.double("mrc.analysis.rtt_us", "Round trip seen here, us")),
}
headers.register(field)


local severity, group = expert.severity, expert.group
local e = {}
for name, row in pairs({
  trimmed = { "Trimmed by a switch", group.SEQUENCE, severity.WARN },
  intact = { "Whole packet with the DSCP of a trimmed one", group.PROTOCOL, severity.NOTE },
  retransmission = { "Retransmission", group.SEQUENCE, severity.NOTE },
  unmarked = { "PSN sent again without the rtx bit", group.SEQUENCE, severity.WARN },
  late = { "Out of order", group.SEQUENCE, severity.CHAT },
  skipped = { "PSNs skipped", group.SEQUENCE, severity.CHAT },
  gap = { "SACK reports a gap", group.SEQUENCE, severity.NOTE },
  marked = { "EV to be skipped", group.SEQUENCE, severity.NOTE },
  nack = { "NACK", group.SEQUENCE, severity.WARN },
  fatal = { "Fatal NACK", group.SEQUENCE, severity.ERROR },
  nak = { "Transport NAK", group.RESPONSE_CODE, severity.ERROR },
  ce = { "Congestion experienced", group.SEQUENCE, severity.CHAT },
  icrc = { "Wrong ICRC", group.CHECKSUM, severity.ERROR },
  opcode = { "Opcode unknown to MRC 1.0", group.UNDECODED, severity.WARN },
  tver = { "Transport version is not 0", group.PROTOCOL, severity.WARN },
  reserved = { "Reserved bits are not zero", group.PROTOCOL, severity.NOTE },
  short = { "Too short for its headers", group.PROTOCOL, severity.ERROR },
  trailing = { "More bytes than its headers", group.PROTOCOL, severity.WARN },
  malformed = { "Malformed, says the dissector of another protocol", group.MALFORMED, severity.ERROR },
  snapped = { "Capture ends here (snap length)", group.UNDECODED, severity.CHAT },
  endpoint = { "Endpoint operations belong to QP 0x2, and nothing else does", group.PROTOCOL, severity.WARN },
}) do
  e[name] = ProtoExpert.new("mrc.expert." .. name, row[1], row[2], row[3])
  M.experts[#M.experts + 1] = e[name]
end

M.f, M.e = f, e
return M

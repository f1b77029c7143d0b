-- SPDX-License-Identifier: Apache-2.0
-- The headers of MRC (docs/protocol/wire-format.md, sections 5 and 6) as data: every bit of each has a row.
--
-- A row is { name, label, offset, bytes, base or kind, names, mask }: the filter is mrc.<header>.<name>. Rows named
-- "rsvd..." are reserved: shown, and worth a remark when they are not zero.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

M.opcodes = {
  [0xC6] = "WRITE_FIRST", [0xC7] = "WRITE_MIDDLE", [0xC8] = "WRITE_LAST", [0xC9] = "WRITE_LAST_IMM",
  [0xCA] = "WRITE_ONLY", [0xCB] = "WRITE_ONLY_IMM", [0xD1] = "ACK", [0xD8] = "ENDPOINT_REQUEST",
  [0xD9] = "ENDPOINT_RESPONSE", [0xDC] = "SACK", [0xDD] = "NACK", [0xDE] = "PROBE",
}

-- What follows the BTH; "tseth" only if the BTH's ts bit says so.
local write, write_imm = { "meth", "tseth", "reth" }, { "meth", "tseth", "reth", "immdt" }
M.following = {
  [0xC6] = write, [0xC7] = write, [0xC8] = write, [0xC9] = write_imm, [0xCA] = write, [0xCB] = write_imm,
  [0xD1] = { "aeth" }, [0xD8] = { "erth" }, [0xD9] = { "eeth" }, [0xDC] = { "seth", "cc" }, [0xDD] = { "neth" },
  [0xDE] = { "peth" },
}

M.marks = { [0] = "NONE", [1] = "SKIP_ONCE", [2] = "ALWAYS_SKIP" }
M.reasons = {
  [0x01] = "TRIMMED", [0x02] = "TRIMMED_LASTHOP", [0x06] = "NO_BITMAP", [0x07] = "NO_PKT_BUFFER",
  [0x0A] = "NO_RESOURCE", [0x0B] = "PSN_OOR_WINDOW", [0x19] = "UNEXP_EVENT",
}
M.fatal = { [0x19] = true }
M.operations = { [0] = "PORT_STATUS", [1] = "EV_PROBE" }
M.syndromes = { -- IBTA 9.7.5
  [0x1F] = "ACK", [0x60] = "NAK: PSN sequence error", [0x61] = "NAK: invalid request",
  [0x62] = "NAK: remote access error", [0x63] = "NAK: remote operational error", [0x64] = "NAK: invalid RD request",
}
local tsr = { [0] = "ticks of 128 ns", [1] = "another resolution" }

M.layouts = {
  meth = { title = "Message Header (METH)", length = 4, {
    { "rqmsn", "RQMSN", 0, 2, "dec" }, { "msn", "MSN", 2, 2, "dec" },
  } },
  tseth = { title = "Timestamp Header (TSETH)", length = 4, {
    { "timestamp", "Timestamp", 0, 2, "dec" }, { "tsr", "Resolution", 2, 2, "dec", tsr, 0x8000 },
    { "rsvd", "Reserved", 2, 2, "hex", nil, 0x7FF0 }, { "ftype", "Type", 2, 2, "dec", nil, 0x000F },
  } },
  reth = { title = "RDMA Header (RETH)", length = 16, {
    { "va", "Virtual address", 0, 8, "hex" }, { "rkey", "r_key", 8, 4, "hex" },
    { "length", "Length of the whole message", 12, 4, "dec" },
  } },
  immdt = { title = "Immediate Data (ImmDt)", length = 4, { { "value", "Immediate", 0, 4, "hex" } } },
  aeth = { title = "Acknowledge Header (AETH)", length = 4, {
    { "syndrome", "Syndrome", 0, 1, "hex", M.syndromes }, { "msn", "MSN", 1, 3, "dec" },
  } },
  seth = { title = "SACK Header (SETH)", length = 28, {
    { "type", "Type (reserved)", 0, 2, "hex", nil, 0xF000 }, { "next", "Next (reserved)", 0, 2, "hex", nil, 0x0F80 },
    { "m", "Mark (M)", 0, 2, "dec", M.marks, 0x0060 }, { "rsvd", "Reserved", 0, 2, "hex", nil, 0x001C },
    { "pr", "Answer to a reliability probe (pr)", 0, 2, "bool", nil, 0x0002 },
    { "rsvd2", "Reserved", 0, 2, "hex", nil, 0x0001 },
    { "ack_psn_offset", "Acknowledged PSN, offset from cack", 2, 2, "int" }, { "entropy", "Entropy", 4, 4, "hex" },
    { "spdcid", "Source PDCID (QP of the SACK's sender)", 8, 2, "hex" },
    { "dpdcid", "Destination PDCID (QP of its receiver)", 10, 2, "hex" },
    { "port_mask", "Ports that are up (0: not said)", 12, 1, "hex" }, { "cack_psn", "Cumulative PSN (cack)", 13, 3, "dec" },
    { "cc_type", "Kind of congestion state", 16, 1, "dec", nil, 0xF0 },
    { "cc_flags", "Congestion flags", 16, 1, "hex", nil, 0x0F },
    { "mpr", "MPR, units of 128 PSNs (0: fixed)", 17, 1, "dec" },
    { "sack_offset", "Bitmap base, offset from cack", 18, 2, "int" }, { "bitmap", "Bitmap", 20, 8, "hex" },
  } },
  cc = { title = "Congestion State (CC_STATE)", length = 8, {
    { "timestamp", "Timestamp, reflected", 0, 2, "dec" }, { "rsvd", "Reserved", 2, 2, "hex", nil, 0x8000 },
    { "ooo_count", "PSNs held out of order", 2, 2, "dec", nil, 0x7FFF },
    { "restore_cwnd", "Restore the window", 4, 4, "bool", nil, 0x80000000 },
    { "rcv_cwnd_pen", "Receiver's penalty", 4, 4, "dec", nil, 0x7F000000 },
    { "rcvd_bytes", "Received, units of 256 bytes", 4, 4, "dec", nil, 0x00FFFFFF },
  } },
  neth = { title = "NACK Header (NETH)", length = 20, {
    { "rsvd", "Type, next (reserved)", 0, 2, "hex" }, { "reason", "Reason", 2, 1, "hex", M.reasons },
    { "vendor", "Vendor", 3, 1, "hex" }, { "entropy", "Entropy", 4, 4, "hex" },
    { "spdcid", "Source PDCID (QP of the NACK's sender)", 8, 2, "hex" },
    { "dpdcid", "Destination PDCID (QP of its receiver)", 10, 2, "hex" }, { "rsvd2", "Reserved", 12, 1, "hex" },
    { "nack_psn", "PSN refused", 13, 3, "dec" }, { "cc_type", "Kind of congestion state", 16, 1, "dec", nil, 0xF0 },
    { "cc_flags", "Congestion flags", 16, 1, "hex", nil, 0x0F }, { "rsvd3", "Reserved", 17, 1, "hex" },
    { "timestamp", "Timestamp, reflected", 18, 2, "dec" },
  } },
  peth = { title = "Reliability Probe Header (PETH)", length = 16, {
    { "rsvd", "Type, next (reserved)", 0, 2, "hex" }, { "rsvd2", "Reserved", 2, 1, "hex" },
    { "vendor", "Vendor", 3, 1, "hex" }, { "probe_id", "Probe id", 4, 2, "dec" },
    { "rsvd3", "Reserved", 6, 2, "hex" }, { "spdcid", "Source PDCID (QP of the probe's sender)", 8, 2, "hex" },
    { "dpdcid", "Destination PDCID (QP of its receiver)", 10, 2, "hex" },
    { "timestamp", "Timestamp", 12, 2, "dec" }, { "tsr", "Resolution", 14, 2, "dec", tsr, 0x8000 },
    { "rsvd4", "Reserved", 14, 2, "hex", nil, 0x7FF0 }, { "ftype", "Type", 14, 2, "dec", nil, 0x000F },
  } },
  erth = { title = "Endpoint Request Header (ERTH)", length = 16, {
    { "rsvd", "Type, next (reserved)", 0, 2, "hex", nil, 0xFFFC },
    { "op", "Operation", 0, 2, "dec", M.operations, 0x0003 }, { "rsvd2", "Reserved", 2, 1, "hex" },
    { "vendor", "Vendor", 3, 1, "hex" }, { "port_status_mask", "Port status mask (1 = up)", 4, 4, "hex" },
    { "rsvd3", "Reserved", 8, 4, "hex" }, { "timestamp", "Timestamp", 12, 2, "dec" },
    { "tsr", "Resolution", 14, 2, "dec", tsr, 0x8000 }, { "rsvd4", "Reserved", 14, 2, "hex", nil, 0x7FF0 },
    { "ftype", "Type", 14, 2, "dec", nil, 0x000F },
  } },
  eeth = { title = "Endpoint Response Header (EETH)", length = 36, {
    { "op_3_2", "Operation", 0, 2, "dec", M.operations, 0x000C, filter = "op" },
    { "op_5_4", "Operation", 0, 2, "dec", M.operations, 0x0030, filter = "op" },
    { "timestamp", "Timestamp, reflected", 28, 2, "dec" },
  } },
}
M.order = { "meth", "tseth", "reth", "immdt", "aeth", "seth", "cc", "neth", "peth", "erth", "eeth" }

local makers = { [1] = ProtoField.uint8, [2] = ProtoField.uint16, [3] = ProtoField.uint24, [4] = ProtoField.uint32,
  [8] = ProtoField.uint64 }
local bases = { dec = base.DEC, hex = base.HEX }

local function make(abbreviation, row)
  local _, label, _, bytes, kind, names, mask = table.unpack(row, 1, 7)
  if kind == "bool" then return ProtoField.bool(abbreviation, label, bytes * 8, nil, mask) end
  if kind == "int" then return ProtoField.int16(abbreviation, label, base.DEC) end
  return makers[bytes](abbreviation, label, bases[kind], names, mask)
end

-- Makes the fields of every layout; `register` takes each. Afterwards row.field is the field of a row.
function M.register(register)
  for _, header in ipairs(M.order) do
    for _, row in ipairs(M.layouts[header][1]) do
      row.field = make("mrc." .. header .. "." .. (row.filter or row[1]), row)
      row.reserved = row[1]:find("^rsvd") ~= nil or row[2]:find("reserved", 1, true) ~= nil
      register(row.field)
    end
  end
end

return M

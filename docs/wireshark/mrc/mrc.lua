-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector for MRC (Multipath Reliable Connection, OCP 2026): docs/wireshark/README.md says how to install it.
--
--   eth : ipv6 (path) : ipv6 (NIC) : udp : mrc
--
-- mrc.lua     this file: preferences, the BTH and what follows it, entropy and path
-- headers.lua every header as a table; fields.lua the other filters, and the remarks
-- below.lua   what the headers around say; mend.lua the lengths of trimmed packets; icrc.lua the ICRC
-- psn.lua     what the capture says about each PSN
-- topology.lua  names of switches and NICs
-- Runs on Lua 5.2 (Wireshark 3 and 4.0 to 4.2) and 5.4 (from 4.4 on).

local here = __DIR__ and __DIR__:gsub("[/\\]+$", "") .. package.config:sub(1, 1) or ""
_G.mrc_loading = true
local headers = dofile(here .. "headers.lua")
local topology = dofile(here .. "topology.lua")
local psns = dofile(here .. "psn.lua")
local icrc = dofile(here .. "icrc.lua")
local below = dofile(here .. "below.lua")
local mend = dofile(here .. "mend.lua")

local mrc = Proto("mrc", "Multipath Reliable Connection")
local UDP, BTH, ICRC = 8, 12, 4

local fields = loadfile(here .. "fields.lua")(headers)
local f, e = fields.f, fields.e
mrc.fields, mrc.experts = fields.all, fields.experts
mend.malformed = e.malformed
_G.mrc_loading = nil

-- Preferences: the choices of docs/wire-profile.md --------------------------------------------------------------------

local p = mrc.prefs
p.ports = Pref.range("UDP ports", "4791,4971", "Destination ports that carry MRC; other RoCE stays with InfiniBand", 65535)
p.ev_halves = Pref.enum("UDP source port carries", 1, "Which half of the EV the source port is (the flow label has the other)",
  { { 1, "the high half of the EV", 1 }, { 2, "the low half of the EV", 2 } }, false)
p.ev_meaning = Pref.enum("The EV means", 1, "How the 32 bits name a path",
  { { 1, "what this project's NICs mean", 1 }, { 2, "nothing we know", 2 } }, false)
p.bth_flags = Pref.enum("BTH flags", 1, "Order of SE and M in byte 1 of the BTH",
  { { 1, "SE bit 7, M bit 6 (IBTA)", 1 }, { 2, "M bit 7, SE bit 6", 2 } }, false)
p.eeth_op = Pref.enum("EETH operation", 1, "Where the operation is in byte 1 of an endpoint response",
  { { 1, "bits 3:2", 1 }, { 2, "bits 5:4", 2 } }, false)
local roles = { "NO_TRIM", "TRIMMABLE", "TRIMMABLE_RETX", "TRIMMED", "TRIMMED_LASTHOP", "CONTROL" }
for number, role in ipairs(roles) do
  p["dscp_" .. role:lower()] = Pref.uint("DSCP " .. role, ({ 0, 4, 8, 12, 16, 46 })[number],
    "DSCP of packets in this role (a topology file that says so wins)")
end
p.block = Pref.string("uSID block", "fcbb:bbbb", "First 32 bits of outer destinations that are lists of uSIDs (F3216)")
p.names = Pref.string("Topology file", "", "A topology of this project, or lines 'uSID name' and 'address name'")
p.check_icrc = Pref.bool("Check the ICRC", false, "Compute the ICRC of whole packets (slow)")
p.mend = Pref.bool("Mend the lengths of trimmed packets", true,
  "Show stale inner lengths of a trimmed packet as they are after the cut, so that it is not called malformed")

-- State of the preferences ---------------------------------------------------------------------------------------------

local names, role_of, ports, block = topology.none(), {}, {}, nil
-- Pieces of the tree ---------------------------------------------------------------------------------------------------

local function remark(tree, which, text)
  if text then tree:add_proto_expert_info(which, text) else tree:add_proto_expert_info(which) end
end

local function hidden_bits(value, where)
  if value ~= 0 then where.reserved = true end
end

local function eeth_row(row)
  if row[1] == "op_3_2" then return p.eeth_op == 1 end
  if row[1] == "op_5_4" then return p.eeth_op == 2 end
  return true
end

local notes = {
  timestamp = function(value) return string.format(" (%d ns modulo 8.39 ms)", value * 128) end,
  rcvd_bytes = function(value) return string.format(" (%d bytes)", value * 256) end,
}

local function number_of(range, row)
  local mask = row[7]
  local value = range:uint()
  if not mask then return value end
  local shift = 1
  while mask % 2 == 0 do mask, shift = mask / 2, shift * 2 end
  return math.floor(value / shift) % (mask + 1)
end

-- One header: its tree and its values by name. `bytes` may be shorter than the header (a cut packet).
local function header(tree, tvb, at, name, size, state)
  local layout = headers.layouts[name]
  local whole = math.min(layout.length, size - at)
  local branch = tree:add(tvb(at, whole), layout.title)
  local values = {}
  for _, row in ipairs(layout[1]) do
    local offset, bytes = row[3], row[4]
    if offset + bytes <= whole and eeth_row(row) then
      local range = tvb(at + offset, bytes)
      local item = branch:add(row.field, range)
      if row[5] == "int" then values[row[1]] = range:int()
      elseif bytes <= 4 then
        local value = number_of(range, row)
        values[row[1]] = value
        if row.reserved then hidden_bits(value, state) end
        if notes[row[1]] then item:append_text(notes[row[1]](value)) end
      end
    end
  end
  if name == "eeth" then values.op = values.op_3_2 or values.op_5_4 end
  if whole < layout.length then branch:append_text(string.format(" [%d of %d bytes]", whole, layout.length)) end
  return values, branch, whole == layout.length
end

local function base_header(tree, tvb)
  local branch = tree:add(tvb(0, BTH), "Base Transport Header (BTH)")
  local flags = p.bth_flags == 1 and "_ibta" or "_swapped"
  branch:add(f.opcode, tvb(0, 1))
  branch:add(f["se" .. flags], tvb(1, 1))
  branch:add(f["m" .. flags], tvb(1, 1))
  branch:add(f.pad, tvb(1, 1))
  local tver = branch:add(f.tver, tvb(1, 1))
  if tvb(1, 1):bitfield(4, 4) ~= 0 then remark(tver, e.tver) end
  branch:add(f.pkey, tvb(2, 2))
  branch:add(f.variant, tvb(4, 1))
  branch:add(f.qp, tvb(5, 3))
  for _, name in ipairs({ "ackreq", "rsvd6", "rtx", "ts", "invariant" }) do branch:add(f[name], tvb(8, 1)) end
  branch:add(f.psn, tvb(9, 3))
  if tvb(4, 1):uint() ~= 0 or tvb(8, 1):bitfield(1, 1) ~= 0 or tvb(8, 1):bitfield(4, 4) ~= 0 then
    remark(branch, e.reserved)
  end
  return {
    opcode = tvb(0, 1):uint(), pad = tvb(1, 1):bitfield(2, 2), qp = tvb(5, 3):uint(), psn = tvb(9, 3):uint(),
    ackreq = tvb(8, 1):bitfield(0, 1) == 1, rtx = tvb(8, 1):bitfield(2, 1) == 1, ts = tvb(8, 1):bitfield(3, 1) == 1,
  }
end

local function usids_of(address)
  -- The uSIDs of an address in the block, first to be used first; nil if it is another kind of address.
  local w = topology.words(tostring(address))
  local own = names.block or block
  if not w or not own or w[1] ~= own[1] or w[2] ~= own[2] then return nil end
  local list = {}
  for i = 3, 8 do
    if w[i] == 0 then break end
    list[#list + 1] = w[i]
  end
  return list
end

local function add_generated(tree, made, value)
  local item = tree:add(made, value)
  item:set_generated()
  return item
end

-- EV, path, role: what the headers around say about the way this packet took.
local function way(tree, pinfo, state)
  local flow, halves = below.flow_label(), p.ev_halves
  local port, label = pinfo.src_port, flow % 65536
  local ev = halves == 1 and port * 65536 + label or label * 65536 + port
  state.ev = ev
  local branch = tree:add("Way")
  branch:set_generated()
  add_generated(branch, f.ev, ev)
  local source, destination = tostring(pinfo.src), tostring(pinfo.dst)
  local plane, uplink
  local ahead, routed = below.ahead()
  if p.ev_meaning == 1 and not ahead[1] and port >= 0xC000 then
    -- Not encapsulated: 0b11 and the plane begin the source port, and switches hash the rest.
    add_generated(branch, f.plane, math.floor(port / 2048) % 8)
  elseif p.ev_meaning == 1 and not routed and math.floor(ev / 0x1000000) == 0xC0 then
    plane, uplink = math.floor(ev / 65536) % 256, ev % 65536
    add_generated(branch, f.plane, plane)
    add_generated(branch, f.uplink, uplink)
  end
  if names:address(source) then add_generated(branch, f.source_name, names:address(source)) end
  if names:address(destination) then add_generated(branch, f.destination_name, names:address(destination)) end
  local path = plane and names:path(plane, uplink, source, destination)
  if path then
    state.path = table.concat(path, " > ")
    add_generated(branch, f.path, state.path)
  end
  if ahead[1] then
    add_generated(branch, f.outer, ahead[1])
    local seen, t0 = {}, nil
    for _, address in ipairs(ahead) do
      for _, usid in ipairs(usids_of(address) or {}) do
        add_generated(branch, f.usid, usid)
        local name, index = names:usid(usid, t0)
        t0 = index or t0
        if name then add_generated(branch, f.node, name) end
        seen[#seen + 1] = name or string.format("%04x", usid)
      end
    end
    if #seen > 0 then branch:append_text(", ahead: " .. table.concat(seen, " > ")) end
  end
  local role = role_of[below.dscp()]
  if role then add_generated(branch, f.role, role) end
  local ce = below.ecn() == 3
  local mark = add_generated(branch, f.ce, ce)
  if ce then remark(mark, e.ce) end
  return role
end

-- Analysis: what psn.lua knows -----------------------------------------------------------------------------------------

local function refusal(transmission)
  if transmission.refused_in then
    return "was NACKed " .. (headers.reasons[transmission.reason] or transmission.reason)
  end
  return transmission.trimmed_in and "was trimmed" or "was not NACKed"
end

local function analyse_data(tree, pinfo, bth, state)
  local known = psns.data({ number = pinfo.number, time = pinfo.rel_ts, writer = tostring(pinfo.src),
    reader = tostring(pinfo.dst), qp = bth.qp, psn = bth.psn, entropy = state.ev, timestamp = state.timestamp,
    rtx = bth.rtx, trimmed = state.trimmed })
  local it = known.transmission
  local branch = tree:add("Analysis")
  branch:set_generated()
  add_generated(branch, f.transmission, it.nth)
  if known.again then add_generated(branch, f.first_seen, it.number) end
  if it.before then
    local item = add_generated(branch, f.retransmission_of, it.before.number)
    item:append_text(string.format(", on EV 0x%08x", it.before.entropy))
    remark(item, bth.rtx and e.retransmission or e.unmarked,
      (bth.rtx and "Retransmission" or "Sent again without the rtx bit") .. ": before it " .. refusal(it.before))
  elseif bth.rtx then remark(branch, e.retransmission, "Retransmission; the packet before is not in this capture") end
  if known.late then remark(add_generated(branch, f.late, known.late), e.late) end
  if known.skipped then remark(add_generated(branch, f.skipped, known.skipped), e.skipped) end
  if it.trimmed_in then add_generated(branch, f.trimmed_in, it.trimmed_in) end
  if it.refused_in then add_generated(branch, f.nacked_in, it.refused_in) end
  if it.reported_in then add_generated(branch, f.reported_in, it.reported_in) end
end

local function bits_of(range)
  local bits = {}
  for i = 0, 63 do bits[i] = range:bitfield(63 - i, 1) end
  return bits
end

local function analyse_sack(tree, pinfo, seth, cc, tvb, state)
  local wrap = 16777216
  local first_psn = (seth.cack_psn + seth.sack_offset) % wrap
  local probe = seth.pr == 1
  local acked = not probe and (seth.cack_psn + seth.ack_psn_offset) % wrap or nil
  local known = psns.sack({ number = pinfo.number, time = pinfo.rel_ts, writer = tostring(pinfo.dst),
    reader = tostring(pinfo.src), qp = seth.spdcid, cack = seth.cack_psn, base = first_psn,
    bits = bits_of(tvb(state.seth_at + 20, 8)), acked = acked, entropy = seth.entropy, timestamp = cc and cc.timestamp })
  local branch = tree:add("Analysis")
  branch:set_generated()
  if acked then add_generated(branch, f.acked, acked) end
  add_generated(branch, f.base, first_psn)
  if known.of then add_generated(branch, f.about, known.of.number) end
  if known.rtt then add_generated(branch, f.rtt, known.rtt * 1e6) end
  if #known.missing > 0 then
    local parts, count = {}, 0
    for _, gap in ipairs(known.missing) do
      parts[#parts + 1] = gap[1] == gap[2] and tostring(gap[1]) or gap[1] .. "-" .. gap[2]
      count = count + (gap[2] - gap[1]) % wrap + 1
    end
    local text = table.concat(parts, ", ")
    add_generated(branch, f.missing_count, count)
    remark(add_generated(branch, f.missing, text), e.gap)
  end
  if seth.m ~= 0 then
    remark(branch, e.marked, "EV to be skipped: " .. (headers.marks[seth.m] or "mark 3"))
  end
end

local function analyse_nack(tree, pinfo, neth)
  local known = psns.nack({ number = pinfo.number, writer = tostring(pinfo.dst), reader = tostring(pinfo.src),
    qp = neth.spdcid, psn = neth.nack_psn, entropy = neth.entropy, reason = neth.reason })
  local branch = tree:add("Analysis")
  branch:set_generated()
  if known.of then add_generated(branch, f.about, known.of.number) end
  local name = headers.reasons[neth.reason] or string.format("reason 0x%02x", neth.reason)
  remark(branch, headers.fatal[neth.reason] and e.fatal or e.nack, "NACK " .. name)
end

-- The packet -----------------------------------------------------------------------------------------------------------

local function summary(bth, values, state)
  local parts = { headers.opcodes[bth.opcode] or string.format("opcode 0x%02x", bth.opcode) }
  local function add(...) parts[#parts + 1] = string.format(...) end
  if values.seth and values.seth.cack_psn and values.seth.bitmap_seen then
    add("QP=0x%x cack=%d", bth.qp, values.seth.cack_psn)
    if values.seth.m ~= 0 then add("%s", headers.marks[values.seth.m] or "M=3") end
    if values.seth.pr == 1 then add("probe") end
  elseif values.neth and values.neth.nack_psn then
    add("QP=0x%x PSN=%d %s", bth.qp, values.neth.nack_psn, headers.reasons[values.neth.reason] or values.neth.reason)
  elseif values.aeth and values.aeth.msn then
    add("QP=0x%x PSN=%d MSN=%d %s", bth.qp, bth.psn, values.aeth.msn, headers.syndromes[values.aeth.syndrome] or values.aeth.syndrome)
  elseif values.erth or values.eeth then
    local op = (values.erth or values.eeth).op
    add("%s id=%d", headers.operations[op] or "operation " .. tostring(op), bth.psn % 65536)
    if values.erth and op == 0 and values.erth.port_status_mask then add("up=0x%x", values.erth.port_status_mask) end
  else
    add("QP=0x%x PSN=%d", bth.qp, bth.psn)
    if values.meth and values.meth.msn then add("MSN=%d", values.meth.msn) end
    if state.payload then add("Len=%d", state.payload) end
  end
  add("EV=0x%08x", state.ev)
  if state.path then add("[%s]", state.path) end
  for _, flag in ipairs({ "ackreq", "rtx" }) do if bth[flag] then add("[%s]", flag) end end
  if state.trimmed then add("[%s]", state.role) end
  return table.concat(parts, " ")
end

local function payload(tree, tvb, at, size, bth, state)
  local whole = not state.trimmed and tvb:len() == tvb:reported_len()
  local finish = tvb:reported_len() - ICRC - bth.pad
  if state.trimmed then finish = size end
  if at < finish then
    local shown = tvb(at, math.min(finish, size) - at)
    state.payload = finish - at
    if not state.trimmed then add_generated(tree, f.payload_length, finish - at) end
    tree:add(f.payload, shown)
  end
  if not whole then return end
  if bth.pad > 0 then tree:add(f.padding, tvb(size - ICRC - bth.pad, bth.pad)) end
end

local function check(tree, tvb, pinfo, size, state)
  if state.trimmed then
    add_generated(tree, f.icrc_status, "not there (trimmed)")
  elseif size == tvb:reported_len() and size >= BTH + ICRC then
    local item = tree:add_le(f.icrc, tvb(size - ICRC, ICRC))
    if not p.check_icrc then
      add_generated(tree, f.icrc_status, "not checked")
    elseif icrc.holds(tvb, pinfo) then
      add_generated(tree, f.icrc_status, "good")
    else
      add_generated(tree, f.icrc_status, "bad")
      remark(item, e.icrc)
    end
  end
end

-- Headers after the BTH: their values by name, and where they end; nil as end if the packet ends first.
local function after_bth(tree, tvb, size, bth, state)
  local values, at = {}, BTH
  local last = state.trimmed and size or math.min(size, math.max(BTH, tvb:reported_len() - ICRC))
  for _, name in ipairs(headers.following[bth.opcode]) do
    if name ~= "tseth" or bth.ts then
      if at >= last then return values, nil end
      local branch, complete
      if name == "seth" then state.seth_at = at end
      values[name], branch, complete = header(tree, tvb, at, name, last, state)
      if state.reserved then remark(branch, e.reserved) state.reserved = false end
      if not complete then return values, nil end
      at = at + headers.layouts[name].length
    end
  end
  return values, at
end

local function dissect(tvb, pinfo, tree)
  local size = tvb:len()
  local top = tree:add(mrc, tvb(0, size))
  local bth = base_header(top, tvb)
  local state = {}
  local role = way(top, pinfo, state)
  local claimed = mend.before(pinfo.number)
  local trimmed = role == "TRIMMED" or role == "TRIMMED_LASTHOP"
  state.trimmed, state.role = trimmed, role
  if claimed > tvb:reported_len() + UDP then
    local item = add_generated(top, f.trimmed, true)
    remark(item, e.trimmed, "Trimmed by a switch: " .. role)
    add_generated(top, f.trim_length, claimed)
    add_generated(top, f.trim_cut, claimed - UDP - tvb:reported_len())
  elseif trimmed then
    state.trimmed = false
    remark(add_generated(top, f.trimmed, false), e.intact)
  end
  local following = headers.following[bth.opcode]
  local values, at = {}, BTH
  if not following then
    remark(top, e.opcode, string.format("Opcode 0x%02x is not one of MRC 1.0", bth.opcode))
    if size > BTH then top:add(f.rest, tvb(BTH)) end
  else
    values, at = after_bth(top, tvb, size, bth, state)
    local data = following[1] == "meth"
    if at and data then payload(top, tvb, at, size, bth, state)
    elseif at and at < tvb:reported_len() - ICRC then
      remark(top:add(f.rest, tvb(at, math.max(1, size - at - ICRC))), e.trailing)
    elseif not at and size < tvb:reported_len() then remark(top, e.snapped)
    elseif not at and not state.trimmed then remark(top, e.short)
    end
    local endpoint = values.erth ~= nil or values.eeth ~= nil
    if endpoint then add_generated(top, f.request, bth.psn % 65536) end
    if endpoint ~= (bth.qp == 2) then remark(top, e.endpoint) end
    state.timestamp = values.tseth and values.tseth.timestamp
    local seth, neth, aeth = values.seth, values.neth, values.aeth
    if data then analyse_data(top, pinfo, bth, state) end
    if seth and seth.sack_offset and size >= state.seth_at + 28 then
      seth.bitmap_seen = true
      analyse_sack(top, pinfo, seth, values.cc, tvb, state)
    end
    if neth and neth.nack_psn then analyse_nack(top, pinfo, neth) end
    if aeth and aeth.syndrome and aeth.syndrome >= 0x60 then
      remark(top, e.nak, headers.syndromes[aeth.syndrome] or string.format("syndrome 0x%02x", aeth.syndrome))
    end
    check(top, tvb, pinfo, size, state)
  end
  local text = summary(bth, values, state)
  top:append_text(", " .. text)
  pinfo.cols.protocol = "MRC"
  pinfo.cols.info = text
  return size
end

-- MRC shares its ports with RoCEv2: bits 7:5 of the opcode are 0b110 in MRC only.
local earlier = {}

function mrc.dissector(tvb, pinfo, tree)
  if tvb:len() == 0 then return 0 end
  if tvb(0, 1):bitfield(0, 3) == 6 then
    if tvb:len() >= BTH then return dissect(tvb, pinfo, tree) end
    local top = tree:add(mrc, tvb())
    remark(top:add(f.rest, tvb()), tvb:len() < tvb:reported_len() and e.snapped or e.short)
    pinfo.cols.protocol = "MRC"
    return tvb:len()
  end
  local other = earlier[pinfo.dst_port]
  return other and mend.call(other, tvb, pinfo, tree) or 0
end

-- Set-up ---------------------------------------------------------------------------------------------------------------

local udp_port = DissectorTable.get("udp.port")
local infiniband = udp_port:get_dissector(4791)
local asked, mending, loaded = "", false, nil

local function listed(range)
  local list = {}
  for from, to in tostring(range):gmatch("(%d+)%-?(%d*)") do
    for port = tonumber(from), math.min(tonumber(to) or tonumber(from), tonumber(from) + 255) do list[port] = true end
  end
  return list
end

local function bind_ports()
  if tostring(p.ports) == asked then return end
  for port in pairs(ports) do udp_port:remove(port, mrc) end
  if infiniband then udp_port:add(4791, infiniband) end
  asked, ports = tostring(p.ports), listed(p.ports)
  for port in pairs(ports) do
    earlier[port] = port == 4791 and infiniband or nil
    udp_port:add(port, mrc)
  end
end

local function bind_mending()
  if p.mend ~= mending then
    mending = p.mend
    mend.bind(mending)
  end
end

function mend.applies(port)
  local role = role_of[below.dscp()]
  return ports[port] and (role == "TRIMMED" or role == "TRIMMED_LASTHOP")
end

local function chosen()
  bind_ports()
  bind_mending()
  block = topology.words(p.block .. "::")
  if p.names ~= loaded then
    loaded = p.names
    names = topology.none()
    if loaded ~= "" then
      local found, why = topology.load(loaded)
      if found then names = found else report_failure("mrc: topology file: " .. tostring(why)) end
    end
  end
  role_of = {}
  for _, role in ipairs(roles) do role_of[names.roles[role] or p["dscp_" .. role:lower()]] = role end
end

mrc.prefs_changed = chosen

function mrc.init()
  psns.reset()
  chosen()
end

chosen()

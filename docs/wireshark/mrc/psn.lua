-- SPDX-License-Identifier: Apache-2.0
-- What a capture says about each PSN of each conversation: filled while frames are read for the first time, in order,
-- and looked up whenever a frame is shown again.
--
-- A flow is one direction of data between two queue pairs: writer's address, reader's address, low 16 bits of the
-- reader's QP. A transmission is one sending of one PSN: the same packet seen on two links is one transmission.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

local WRAP, HALF = 16777216, 8388608

local flows, frames

function M.reset()
  flows, frames = {}, {}
end
M.reset()

local function flow_of(writer, reader, qp)
  local key = writer .. "|" .. reader .. "|" .. qp % 65536
  local flow = flows[key]
  if not flow then
    flow = { transmissions = {}, highest = nil, by_time = {} }
    flows[key] = flow
  end
  return flow
end

-- PSNs count modulo 2^24; indices do not wrap.
local function index_of(flow, psn)
  if not flow.highest then return psn + WRAP end
  local distance = (psn - flow.highest) % WRAP
  if distance >= HALF then distance = distance - WRAP end
  return flow.highest + distance
end

local function last(flow, psn)
  local sent = flow.highest and flow.transmissions[index_of(flow, psn)]
  return sent and sent[#sent]
end

local function by_entropy(flow, psn, entropy)
  local sent = flow.highest and flow.transmissions[index_of(flow, psn)]
  for i = #(sent or {}), 1, -1 do if sent[i].entropy == entropy then return sent[i] end end
end

-- A data packet: { number, time, writer, reader, qp, psn, entropy, timestamp, rtx, trimmed }.
-- Returns what is known: transmission, first frame of it, whether it is out of order, PSNs skipped before it.
function M.data(packet)
  local known = frames[packet.number]
  if known then return known end
  local flow = flow_of(packet.writer, packet.reader, packet.qp)
  local index = index_of(flow, packet.psn)
  local sent = flow.transmissions[index] or {}
  flow.transmissions[index] = sent
  known = {}
  frames[packet.number] = known
  for _, transmission in ipairs(sent) do
    if transmission.entropy == packet.entropy and transmission.timestamp == packet.timestamp
      and transmission.rtx == packet.rtx then
      known.transmission, known.again = transmission, true
      if packet.trimmed and not transmission.trimmed_in then transmission.trimmed_in = packet.number end
      return known
    end
  end
  local transmission = { number = packet.number, time = packet.time, psn = packet.psn, entropy = packet.entropy,
    timestamp = packet.timestamp, rtx = packet.rtx, nth = #sent + 1, before = sent[#sent],
    trimmed_in = packet.trimmed and packet.number or nil }
  sent[#sent + 1] = transmission
  known.transmission = transmission
  if packet.timestamp then flow.by_time[packet.timestamp .. "|" .. packet.entropy] = transmission end
  local highest = flow.highest
  if not highest or index > highest then
    if highest and index > highest + 1 and not packet.rtx then known.skipped = index - highest - 1 end
    flow.highest = index
  elseif index < highest and #sent == 1 and not packet.rtx then
    known.late = highest - index
  end
  return known
end

-- A SACK: { number, time, writer, reader, qp, cack, base, bits (highest bit first, 64 numbers 0 or 1), acked or nil,
-- entropy, timestamp }. Returns { missing = {{from, to}, ...}, of = transmission, rtt = seconds }.
function M.sack(sack)
  local known = frames[sack.number]
  if known then return known end
  known = { missing = {} }
  frames[sack.number] = known
  local flow = flow_of(sack.writer, sack.reader, sack.qp)
  local top = 0
  for bit = 63, 0, -1 do if sack.bits[bit] == 1 then top = bit break end end
  local from
  for bit = 0, top do
    local gap = sack.bits[bit] == 0
    if gap and not from then from = bit end
    if from and not gap then
      known.missing[#known.missing + 1] = { (sack.base + from) % WRAP, (sack.base + bit - 1) % WRAP }
      from = nil
    end
  end
  for bit = 0, top do
    local transmission = sack.bits[bit] == 1 and last(flow, (sack.base + bit) % WRAP)
    if transmission and not transmission.reported_in then transmission.reported_in = sack.number end
  end
  if sack.acked then
    local transmission = by_entropy(flow, sack.acked, sack.entropy) or last(flow, sack.acked)
    if transmission and not transmission.reported_in then transmission.reported_in = sack.number end
  end
  local of = sack.timestamp and flow.by_time[sack.timestamp .. "|" .. sack.entropy]
  if of and not of.rtx then known.of, known.rtt = of, sack.time - of.time end
  return known
end

-- A NACK: { number, writer, reader, qp, psn, entropy, reason }. Returns { of = transmission }.
function M.nack(nack)
  local known = frames[nack.number]
  if known then return known end
  known = {}
  frames[nack.number] = known
  local of = by_entropy(flow_of(nack.writer, nack.reader, nack.qp), nack.psn, nack.entropy)
  if of then
    known.of = of
    of.refused_in, of.reason = of.refused_in or nack.number, nack.reason
  end
  return known
end

return M

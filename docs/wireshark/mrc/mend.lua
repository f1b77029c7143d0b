-- SPDX-License-Identifier: Apache-2.0
-- Lengths of trimmed packets. A switch that cuts a packet mends the lengths of the outer header at most. Wireshark calls
-- what it finds inside malformed, so the inner headers are shown from a copy with the lengths after the cut.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

local UDP, BTH = 8, 12

-- Decide about a frame: M.applies(port) says whether a trimmed packet to this UDP port is to be mended.
M.applies = function() return false end

local uncut = { number = -1, length = 0 }

-- UDP length of a frame before the cut, 0 if it was not mended.
function M.before(number) return uncut.number == number and uncut.length or 0 end
local function u16(bytes, at) return bytes:get_index(at) * 256 + bytes:get_index(at + 1) end

local function set_u16(bytes, at, value)
  bytes:set_index(at, math.floor(value / 256))
  bytes:set_index(at + 1, value % 256)
end

-- The packet with the UDP header at `udp` mended, or nil if there is nothing to mend.
local function mended(tvb, pinfo, udp)
  local size = tvb:reported_len()
  if tvb:len() < udp + UDP + BTH or tvb:len() < size then return nil end
  local port, length = tvb(udp + 2, 2):uint(), tvb(udp + 4, 2):uint()
  if length <= size - udp or not M.applies(port) then return nil end
  local bytes = tvb:bytes()
  if udp == 40 and u16(bytes, 4) > size - 40 then set_u16(bytes, 4, size - 40) end
  set_u16(bytes, udp + 4, size - udp)
  uncut.number, uncut.length = pinfo.number, length
  return bytes:tvb("Inner packet, lengths after the cut")
end

-- Another dissector, which may find its packet malformed: then that is said as Wireshark says it, not as an error of ours.
function M.call(other, tvb, pinfo, tree)
  local fine, taken = pcall(other.call, other, tvb, pinfo, tree)
  if fine then return taken end
  tree:add_proto_expert_info(M.malformed)
  return tvb:len()
end

local tunnel = Proto("mrc_tunnel", "MRC inner packet")
local datagram = Proto("mrc_udp", "MRC datagram")
local ipv6, udp = Dissector.get("ipv6"), Dissector.get("udp")

function tunnel.dissector(tvb, pinfo, tree)
  local inner = tvb:len() >= 48 and tvb(0, 1):bitfield(0, 4) == 6 and tvb(6, 1):uint() == 17 and mended(tvb, pinfo, 40)
  return M.call(ipv6, inner or tvb, pinfo, tree)
end

function datagram.dissector(tvb, pinfo, tree)
  return M.call(udp, mended(tvb, pinfo, 0) or tvb, pinfo, tree)
end

local ip_proto = DissectorTable.get("ip.proto")

-- Stand before the dissectors of IPv6 in IPv6 and of UDP, or stand aside.
function M.bind(on)
  ip_proto:add(41, on and tunnel or ipv6)
  ip_proto:add(17, on and datagram or udp)
end

return M

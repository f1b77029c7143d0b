-- SPDX-License-Identifier: Apache-2.0
-- The invariant CRC of RoCEv2 (IBTA annex A17) over the innermost IPv6 or IPv4 header and what follows it: CRC-32 with
-- the fields that routers change taken as ones, sent least significant byte first.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

-- Lua 5.2 has bit32, 5.3 and later have operators that 5.2 cannot even read.
local xor = bit32 and bit32.bxor or load("return function(a, b) return a ~ b end")()

local table256 = {}
for byte = 0, 255 do
  local value = byte
  for _ = 1, 8 do
    local odd = value % 2 == 1
    value = math.floor(value / 2)
    if odd then value = xor(value, 0xEDB88320) end
  end
  table256[byte] = value
end

local function step(crc, byte)
  return xor(math.floor(crc / 256), table256[xor(crc, byte) % 256])
end

local function over(crc, text)
  for i = 1, #text do crc = step(crc, text:byte(i)) end
  return crc
end

local plen, source6, destination6 = Field.new("ipv6.plen"), Field.new("ipv6.src"), Field.new("ipv6.dst")
local source4, destination4 = Field.new("ip.src"), Field.new("ip.dst")
local header4 = { length = Field.new("ip.len"), id = Field.new("ip.id"), flags = Field.new("ip.flags"),
  offset = Field.new("ip.frag_offset") }
local udp_length = Field.new("udp.length")

local function u16(value) return string.char(math.floor(value / 256) % 256, value % 256) end

local function last(extract)
  local list = { extract() }
  return #list > 0 and list[#list].value or 0
end

local function raw(extract)
  local list = { extract() }
  return #list > 0 and list[#list].range:raw() or nil
end

-- The innermost header is IPv4 only if there is no IPv6 inside: IPv4 in SRv6 is not a case of MRC.
local function network()
  local source = raw(source6)
  if source then
    return "\x6f\xff\xff\xff" .. u16(last(plen)) .. "\x11\xff" .. source .. raw(destination6)
  end
  local flags = (last(header4.flags) % 8) * 8192 + math.floor(last(header4.offset) / 8)
  return "\x45\xff" .. u16(last(header4.length)) .. u16(last(header4.id)) .. u16(flags) .. "\xff\x11\xff\xff"
    .. raw(source4) .. raw(destination4)
end

-- Whether the ICRC that ends `tvb` (from the BTH on) is right.
function M.holds(tvb, pinfo)
  local size = tvb:len()
  local udp = u16(pinfo.src_port) .. u16(pinfo.dst_port) .. u16(last(udp_length)) .. "\xff\xff"
  local crc = over(0xFFFFFFFF, ("\xff"):rep(8) .. network() .. udp)
  local text = tvb:raw(0, size - 4)
  crc = over(crc, text:sub(1, 4) .. "\xff" .. text:sub(6))
  return xor(crc, 0xFFFFFFFF) == tvb(size - 4, 4):le_uint()
end

return M

-- SPDX-License-Identifier: Apache-2.0
-- What the headers around the UDP header say. The first of several is the outermost.

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

local extract = {
  dscp6 = Field.new("ipv6.tclass.dscp"), dscp4 = Field.new("ip.dsfield.dscp"), ecn6 = Field.new("ipv6.tclass.ecn"),
  ecn4 = Field.new("ip.dsfield.ecn"), flow = Field.new("ipv6.flow"), destination = Field.new("ipv6.dst"),
  segments = Field.new("ipv6.routing.srh.addr"),
}

local function first(extract6, extract4)
  local found = extract6() or extract4()
  return found and found.value
end

-- DSCP of the outermost header, or -1.
function M.dscp() return first(extract.dscp6, extract.dscp4) or -1 end

-- ECN field of the outermost header: 3 is CE.
function M.ecn() return first(extract.ecn6, extract.ecn4) end

-- Flow label of the innermost IPv6 header; 0 under IPv4.
function M.flow_label()
  local list = { extract.flow() }
  return #list > 0 and list[#list].value or 0
end

-- Outer destination and the segment of a routing header, as far as they are there; and whether there is one.
function M.ahead()
  local addresses = { extract.destination() }
  if #addresses < 2 then return {}, false end
  local segment = extract.segments()
  return { addresses[1].value, segment and segment.value }, segment ~= nil
end

return M

-- SPDX-License-Identifier: Apache-2.0
-- Names of uSIDs and NICs: from a topology file of this project (topologies/*.yaml), whose uSIDs follow the layout of
-- docs/wire-profile.md, or from a plain file of names for any other fabric:
--
--     block fcbb:bbbb
--     1000 spine-left          a uSID in hexadecimal, and a name
--     fd00::1 gpu-17           an address, and a name

if not _G.mrc_loading then return end -- a part of mrc.lua; Wireshark runs every file of a plugin folder

local M = {}

local function words(address)
  -- An IPv6 address as text -> eight numbers of 16 bits, or nil.
  local head, tail = address:match("^(.-)::(.*)$")
  local function split(text)
    local out = {}
    for word in (text or ""):gmatch("[^:]+") do
      local number = tonumber(word, 16)
      if number == nil or #word > 4 then return nil end
      out[#out + 1] = number
    end
    return out
  end
  if not head then
    local all = split(address)
    return all and #all == 8 and all or nil
  end
  local first, last = split(head), split(tail)
  if not first or not last or #first + #last > 7 then return nil end
  while #first + #last < 8 do first[#first + 1] = 0 end
  for _, word in ipairs(last) do first[#first + 1] = word end
  return first
end

M.words = words

local function key(address)
  local w = words(address)
  return w and string.format(("%04x"):rep(8), w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8])
end

-- Fields of 16-bit uSIDs as topologies/srv6.py lays them out.
local function decode(usid)
  local tag = math.floor(usid / 0x1000)
  local rest = usid % 0x1000
  if tag == 1 then return "t0", math.floor(rest / 512), rest % 512 end
  if rest >= 0x800 then return nil end
  if tag == 2 then return "t1", math.floor(rest / 256), rest % 256 end
  if tag == 3 then return "downlink", math.floor(rest / 256), rest % 256 end
  return nil
end

local Names = {}
Names.__index = Names

-- Name of a uSID, or nil. `t0` is the index of the T0 before it, which a downlink needs to name its NIC.
function Names:usid(usid, t0)
  if self.given[usid] then return self.given[usid] end
  if not self.fabric then return nil end
  local kind, plane, index = decode(usid)
  local fabric = self.fabric
  if not kind or plane >= fabric.planes then return nil end
  if kind == "t0" and index < fabric.t0s_per_plane then return string.format("p%d-t0-%d", plane, index), index end
  if kind == "t1" and index < fabric.t1s_per_plane then return string.format("p%d-t1-%d", plane, index) end
  if kind == "downlink" and index < fabric.downlinks_per_t0 then
    local nic = t0 and t0 * fabric.downlinks_per_t0 + index
    if nic and nic < fabric.nics then return "nic" .. nic end
    return "downlink " .. index
  end
  return nil
end

-- Index and T0 of the NIC with this address, or nil.
function Names:nic(address)
  local fabric, w = self.fabric, words(address)
  if not fabric or not w or not fabric.prefix then return nil end
  for i = 1, 3 do if w[i] ~= fabric.prefix[i] then return nil end end
  local t0, downlink = w[4], w[8] - 1
  if w[5] + w[6] + w[7] ~= 0 or downlink < 0 or downlink >= fabric.downlinks_per_t0 then return nil end
  local nic = t0 * fabric.downlinks_per_t0 + downlink
  if nic >= fabric.nics then return nil end
  return nic, t0
end

function Names:address(address)
  local given = key(address)
  if given and self.hosts[given] then return self.hosts[given] end
  local nic = self:nic(address)
  return nic and "nic" .. nic or nil
end

-- The whole path that a plane and an uplink stand for, first switch first, or nil: the sender's T0, the T1 (if the
-- peers hang on different T0s), the receiver's T0, the receiver.
function Names:path(plane, uplink, source, destination)
  local fabric = self.fabric
  if not fabric or plane >= fabric.planes then return nil end
  local from, from_t0 = self:nic(source)
  local to, to_t0 = self:nic(destination)
  if not from or not to then return nil end
  local own = string.format("p%d-t0-%d", plane, from_t0)
  if from_t0 == to_t0 then return { own, "nic" .. to } end
  if uplink >= fabric.t1s_per_plane then return nil end
  return { own, string.format("p%d-t1-%d", plane, uplink), string.format("p%d-t0-%d", plane, to_t0), "nic" .. to }
end

-- Names without a file: nothing has one.
function M.none()
  return setmetatable({ given = {}, hosts = {}, roles = {} }, Names)
end

local numbers = { planes = true, t0s_per_plane = true, t1s_per_plane = true, downlinks_per_t0 = true }

-- Names of a file. Returns names, or nil and what is wrong.
function M.load(path)
  local file, why = io.open(path, "r")
  if not file then return nil, why end
  local names = M.none()
  local fabric, found = {}, 0
  for line in file:lines() do
    local text = line:gsub("#.*$", ""):gsub("%s+$", "")
    local field, value = text:match("^([%a_%d]+):%s*(%S+)$")
    local role, dscp = text:match("^%s+([A-Z_]+):%s*{%s*dscp:%s*(%d+)")
    local usid, usid_name = text:match("^(%x%x%x%x)%s+(%S.*)$")
    local address, host = text:match("^([%x:]+:[%x:]*)%s+(%S.*)$")
    local block = text:match("^block%s+(%S+)$")
    if numbers[field] and tonumber(value) then
      fabric[field], found = tonumber(value), found + 1
    elseif field == "nics" then fabric.nics = tonumber(value)
    elseif field == "usid_block" then names.block = words((value:gsub("/%d+$", "")))
    elseif field == "nic_prefix" then fabric.prefix = words((value:gsub("/%d+$", "")))
    elseif role then names.roles[role] = tonumber(dscp)
    elseif block then names.block = words(block .. "::")
    elseif usid then names.given[tonumber(usid, 16)] = usid_name
    elseif address and key(address) then names.hosts[key(address)] = host
    end
  end
  file:close()
  if found == 4 then
    fabric.nics = fabric.nics or fabric.t0s_per_plane * fabric.downlinks_per_t0
    fabric.prefix = fabric.prefix or words("fd6d:7263::")
    names.fabric = fabric
  elseif next(names.given) == nil and next(names.hosts) == nil then
    return nil, path .. ": neither a topology (planes, t0s_per_plane, t1s_per_plane, downlinks_per_t0) nor lines of names"
  end
  return names
end

return M

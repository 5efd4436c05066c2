-- The Redis inbox: every operation is one script, so that no crash can fall between two of its writes.
-- Keys, all under KEYS[1]: job:ID hash · due:INSTALLATION zset by place · delayed zset by time ·
-- active zset of installations by turn · topics hash of what waits · lanes hash of what runs ·
-- leases zset by end · parked zset and parked-topics hash · send zset by when a worker is told (again).
local prefix, operation, now = KEYS[1], ARGV[1], tonumber(ARGV[2])
local settings = { resend = tonumber(ARGV[3]), max_attempts = tonumber(ARGV[4]), keep = ARGV[5] }
local call, CHUNK = redis.call, 50

local function key(name) return prefix .. name end
local function get(id, field) return call('HGET', key('job:') .. id, field) end
local function set(id, ...) call('HSET', key('job:') .. id, ...) end

local function join(id, place)
  local installation = get(id, 'installation')
  call('ZADD', key('due:') .. installation, place, id)
  call('ZADD', key('active'), call('HGET', key('turns'), installation) or 0, installation)
end

local function leave(id)
  local installation = get(id, 'installation')
  call('ZREM', key('delayed'), id)
  call('ZREM', key('send'), id)
  call('ZREM', key('due:') .. installation, id)
  call('HDEL', key('topics'), get(id, 'topic'))
  if call('ZCARD', key('due:') .. installation) == 0 then call('ZREM', key('active'), installation) end
end

local function place_of(id)
  return math.max(tonumber(get(id, 'position')), tonumber(get(id, 'not_before')))
end

local function wait(id, at, send_at)
  set(id, 'state', 'waiting', 'not_before', at)
  call('HSET', key('topics'), get(id, 'topic'), id)
  call('ZADD', key('send'), send_at, id)
  if at > now then call('ZADD', key('delayed'), at, id) else join(id, place_of(id)) end
end

local function finish(id, reason)
  set(id, 'state', 'done', 'reason', reason)
  call('HDEL', key('job:') .. id, 'body', 'token')
  call('EXPIRE', key('job:') .. id, settings.keep)
end

local function unpark(topic, reason)
  local id = call('HGET', key('parked-topics'), topic)
  if not id then return end
  call('HDEL', key('parked-topics'), topic)
  call('ZREM', key('parked'), id)
  if reason then finish(id, reason) end
end

local function store(id, lane, topic, installation, body)
  local state = get(id, 'state')
  if state == 'parked' then unpark(topic)
  elseif state then return state == 'done' and 'done' or 'known' end
  local older, position = call('HGET', key('topics'), topic), now
  if older then
    position = get(older, 'position')
    leave(older)
    finish(older, 'superseded by ' .. id)
  end
  set(id, 'lane', lane, 'topic', topic, 'installation', installation, 'body', body,
      'position', position, 'attempts', 0, 'reason', '')
  wait(id, 0, now + settings.resend)
  return 'queued'
end

local function park(id, reason)
  unpark(get(id, 'topic'), 'superseded by ' .. id)
  set(id, 'state', 'parked', 'reason', reason)
  call('HSET', key('parked-topics'), get(id, 'topic'), id)
  call('ZADD', key('parked'), now, id)
end

local function release(id)
  call('HDEL', key('lanes'), get(id, 'lane'))
  call('ZREM', key('leases'), id)
end

local function put_back(id, at, reason, counts)
  release(id)
  local attempts = tonumber(get(id, 'attempts'))
  if call('HEXISTS', key('topics'), get(id, 'topic')) == 1 then finish(id, 'overtaken: ' .. reason)
  elseif counts and attempts >= settings.max_attempts then park(id, reason)
  else
    set(id, 'reason', reason, 'attempts', counts and attempts or attempts - 1)
    wait(id, at, math.max(at, now))
  end
end

local function promote()
  for _, id in ipairs(call('ZRANGEBYSCORE', key('delayed'), '-inf', now)) do
    call('ZREM', key('delayed'), id)
    join(id, place_of(id))
  end
end

local function first_free(installation)
  local due, offset = key('due:') .. installation, 0
  repeat
    local ids = call('ZRANGE', due, offset, offset + CHUNK - 1)
    for _, id in ipairs(ids) do
      if call('HEXISTS', key('lanes'), get(id, 'lane')) == 0 then return id end
    end
    offset = offset + CHUNK
  until #ids < CHUNK
end

local function paused_until(installation)
  return tonumber(call('HGET', key('paused'), installation) or 0)
end

local function lease(id, installation, worker, ends, token)
  leave(id)
  local turn = call('INCR', key('turn'))
  call('HSET', key('turns'), installation, turn)
  if call('ZSCORE', key('active'), installation) then call('ZADD', key('active'), turn, installation) end
  call('HSET', key('lanes'), get(id, 'lane'), id)
  call('ZADD', key('leases'), ends, id)
  set(id, 'state', 'leased', 'token', token, 'reason', worker .. ' fell silent')
  return { get(id, 'body'), call('HINCRBY', key('job:') .. id, 'attempts', 1) }
end

local function held(id, token)
  return get(id, 'state') == 'leased' and get(id, 'token') == token
end

local operations = {}

operations.accept = store

function operations.claim(worker, ends, token)
  promote()
  for _, id in ipairs(call('ZRANGEBYSCORE', key('leases'), '-inf', now)) do
    put_back(id, now, get(id, 'reason'), true)
  end
  for _, installation in ipairs(call('ZRANGE', key('active'), 0, -1)) do
    local id = paused_until(installation) <= now and first_free(installation)
    if id then return lease(id, installation, worker, ends, token) end
  end
  return false
end

function operations.extend(id, token, ends)
  if not held(id, token) then return 0 end
  call('ZADD', key('leases'), ends, id)
  return 1
end

function operations.done(id, token, follow_ups)
  if not held(id, token) then return 0 end
  for _, job in ipairs(cjson.decode(follow_ups)) do store(unpack(job)) end
  release(id)
  finish(id, '')
  unpark(get(id, 'topic'), 'superseded by ' .. id)
  return 1
end

function operations.retry(id, token, at, reason, counts)
  if not held(id, token) then return 0 end
  put_back(id, tonumber(at), reason, counts == '1')
  return 1
end

function operations.park(id, token, reason)
  if not held(id, token) then return 0 end
  release(id)
  park(id, reason)
  return 1
end

function operations.pause(installation, at)
  if tonumber(at) > paused_until(installation) then call('HSET', key('paused'), installation, at) end
end

function operations.depth()
  promote()
  local waiting = 0
  for _, installation in ipairs(call('ZRANGE', key('active'), 0, -1)) do
    waiting = waiting + call('ZCARD', key('due:') .. installation)
  end
  return { waiting, call('ZCARD', key('delayed')), call('ZCARD', key('leases')), call('ZCARD', key('parked')) }
end

function operations.oldest()
  promote()
  local oldest = tonumber(call('ZRANGE', key('leases'), 0, 0, 'WITHSCORES')[2] or now)
  for _, installation in ipairs(call('ZRANGE', key('active'), 0, -1)) do
    local paused = paused_until(installation)
    local id = paused <= now and first_free(installation)
    if id then oldest = math.min(oldest, math.max(place_of(id), paused)) end
  end
  return tostring(math.max(0, now - oldest))
end

function operations.parked(limit)
  local found = {}
  for _, id in ipairs(call('ZREVRANGE', key('parked'), 0, limit - 1)) do
    found[#found + 1] = { get(id, 'body'), get(id, 'reason') }
  end
  return found
end

function operations.unsent(limit)
  local ids = call('ZRANGEBYSCORE', key('send'), '-inf', now, 'LIMIT', 0, limit)
  for _, id in ipairs(ids) do call('ZADD', key('send'), now + settings.resend, id) end
  for _, id in ipairs(call('ZRANGEBYSCORE', key('leases'), '-inf', now, 'LIMIT', 0, limit)) do
    ids[#ids + 1] = id
  end
  return ids
end

return operations[operation](unpack(ARGV, 6))

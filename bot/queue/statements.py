"""The embedded inbox's SQL: every question that is asked of schema.sql."""

NEXT = "SELECT * FROM unblocked WHERE free_at <= :now ORDER BY turn, max(position, not_before), place LIMIT 1"
OLDEST = """
SELECT min(since) FROM (
  SELECT max(position, free_at) AS since FROM unblocked WHERE free_at <= :now
  UNION ALL SELECT lease_until FROM jobs WHERE state = 'leased' AND lease_until <= :now)
"""
STATE = "SELECT state FROM jobs WHERE id = ?"
PLACE = "SELECT position FROM jobs WHERE topic = ? AND state = 'waiting'"
# The states stand as literals, not as parameters, since only so can their partial indexes be used.
SUPERSEDE_WAITING = """
UPDATE jobs SET state = 'done', reason = 'superseded by ' || ?, changed_at = ?
WHERE topic = ? AND state = 'waiting'
"""
SUPERSEDE_PARKED = SUPERSEDE_WAITING.replace("'waiting'", "'parked'")
INSERT = """
INSERT INTO jobs (id, state, lane, topic, installation, body, position, not_before, changed_at)
VALUES (?, 'waiting', ?, ?, ?, ?, ?, 0, ?)
ON CONFLICT (id) DO UPDATE SET state = 'waiting', attempts = 0, reason = NULL,
  position = excluded.position, not_before = excluded.not_before, changed_at = excluded.changed_at
"""
LEASE = """
UPDATE jobs SET state = 'leased', attempts = attempts + 1, token = ?, lease_until = ?, reason = ?,
  changed_at = ? WHERE id = ?
"""
TURN = """
INSERT INTO installations (id, turn) VALUES (:id, (SELECT coalesce(max(turn), 0) + 1 FROM installations))
ON CONFLICT (id) DO UPDATE SET turn = excluded.turn
"""
PAUSE = """
INSERT INTO installations (id, paused_until) VALUES (?, ?)
ON CONFLICT (id) DO UPDATE SET paused_until = max(paused_until, excluded.paused_until)
"""
EXPIRED = "SELECT * FROM jobs WHERE state = 'leased' AND lease_until <= ?"
HELD = "SELECT * FROM jobs WHERE id = ? AND state = 'leased' AND token = ?"
EXTEND = "UPDATE jobs SET lease_until = ? WHERE id = ? AND state = 'leased' AND token = ?"
SETTLE = "UPDATE jobs SET state = ?, reason = ?, not_before = ?, attempts = ?, changed_at = ? WHERE id = ?"
DEPTH = """
SELECT coalesce(sum(state = 'waiting' AND not_before <= :now), 0),
       coalesce(sum(state = 'waiting' AND not_before > :now), 0),
       coalesce(sum(state = 'leased'), 0), coalesce(sum(state = 'parked'), 0)
FROM jobs WHERE state <> 'done'
"""
PARKED = "SELECT body, reason FROM jobs WHERE state = 'parked' ORDER BY changed_at DESC LIMIT ?"
PRUNE = "DELETE FROM jobs WHERE state = 'done' AND changed_at < ?"

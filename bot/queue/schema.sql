-- The embedded inbox: one row a delivery, kept until its work is done and then for as long as it may come again.
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'leased', 'done', 'parked')),
    lane TEXT NOT NULL,
    topic TEXT NOT NULL,
    installation INTEGER NOT NULL,
    body BLOB NOT NULL,
    position REAL NOT NULL,          -- when the work was first wanted: a newer event does not lose the place
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    token TEXT,
    lease_until REAL,
    reason TEXT,
    changed_at REAL NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS one_waits ON jobs (topic) WHERE state = 'waiting';
CREATE UNIQUE INDEX IF NOT EXISTS one_runs ON jobs (lane) WHERE state = 'leased';
CREATE UNIQUE INDEX IF NOT EXISTS one_parked ON jobs (topic) WHERE state = 'parked';
CREATE INDEX IF NOT EXISTS due ON jobs (not_before) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS ending ON jobs (lease_until) WHERE state = 'leased';
CREATE INDEX IF NOT EXISTS undone ON jobs (state, not_before) WHERE state <> 'done';
CREATE INDEX IF NOT EXISTS finished ON jobs (changed_at) WHERE state = 'done';
CREATE TABLE IF NOT EXISTS installations (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL DEFAULT 0,
    paused_until REAL NOT NULL DEFAULT 0
) STRICT;
CREATE VIEW IF NOT EXISTS unblocked AS  -- waiting jobs in whose lane nothing runs
SELECT jobs.*, jobs.rowid AS place, coalesce(turn, 0) AS turn, max(not_before, coalesce(paused_until, 0)) AS free_at
FROM jobs LEFT JOIN installations ON installations.id = jobs.installation
WHERE state = 'waiting'
  AND NOT EXISTS (SELECT 1 FROM jobs AS running WHERE running.lane = jobs.lane AND running.state = 'leased');

-- When a key was last used: written now and then, at most once a minute for each key and process.
alter table api_keys add column last_used_at timestamptz;

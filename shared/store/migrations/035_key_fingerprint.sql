-- Which SECRET_KEY the secrets of this database are sealed with: a fingerprint that tells nothing of the key. More than
-- one while it is being changed.
create table secret_key_fingerprints (
  fingerprint text primary key,
  first_used_at timestamptz not null default now()
);

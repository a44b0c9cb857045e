-- What each user of an account may do, and who invited them. Whoever was here before signed up.
alter table users
  add column role text not null default 'owner' constraint users_role_check check (role in ('owner', 'reviewer', 'viewer')),
  -- The user who invited them; null: they signed up. An invited address is written to once it is confirmed.
  add column invited_by text;

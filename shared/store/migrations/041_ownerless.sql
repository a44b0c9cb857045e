-- What belongs to no tenant is no business of those who work for one.
revoke all on secret_key_fingerprints, signup_invites, search_fill from agent_email_tenant;

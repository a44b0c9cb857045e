-- Withheld mail is read with a scope of its own. Keys that could review until now keep reading it; those of one inbox
-- are agents' own, and never review.
update api_keys set scopes = array_append(scopes, 'messages:read_withheld')
where inbox_id is null and 'messages:read' = any(scopes) and scopes && array['approvals:read', 'approvals:write']
  and not 'messages:read_withheld' = any(scopes);

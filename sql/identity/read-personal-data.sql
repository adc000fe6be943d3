-- Reads what is stored about a user: of each kind the newest :limit rows. Returns one row, or none.
select json_build_object(
  'user', json_build_object(
    'id', u.id, 'email', u.email, 'display_name', u.display_name, 'messaging_user_id', u.messaging_user_id,
    'role', u.role, 'is_active', u.is_active, 'created_at', to_rfc3339(u.created_at),
    'last_login_at', to_rfc3339(u.last_login_at)
  ),
  'identities', (
    select coalesce(json_agg(x), '[]') from (
      select issuer, subject, to_rfc3339(created_at) as created_at
      from identities where user_id = u.id order by identities.created_at desc limit :limit
    ) as x
  ),
  'tokens', (
    select coalesce(json_agg(x), '[]') from (
      select
        id, name, scopes, user_id, to_rfc3339(created_at) as created_at, to_rfc3339(last_used_at) as last_used_at,
        to_rfc3339(expires_at) as expires_at
      from api_tokens where user_id = u.id order by api_tokens.created_at desc limit :limit
    ) as x
  ),
  'agents', (
    select coalesce(json_agg(x), '[]') from (
      select
        id, name, client_id, array['read'] as scopes, to_rfc3339(created_at) as created_at,
        to_rfc3339(last_used_at) as last_used_at, to_rfc3339(expires_at) as expires_at
      from agents where user_id = u.id order by agents.created_at desc limit :limit
    ) as x
  ),
  'owned_terms', (
    select coalesce(json_agg(x), '[]') from (
      select id, name from terms where owner_id = u.id order by created_at desc limit :limit
    ) as x
  ),
  'history', (
    select coalesce(json_agg(x), '[]') from (
      select id, term_id, version, action, changes, note, to_rfc3339(created_at) as created_at
      from term_history where actor_id = u.id order by seq desc limit :limit
    ) as x
  ),
  'votes', (
    select coalesce(json_agg(x), '[]') from (
      select term_id, to_rfc3339(created_at) as created_at
      from votes where user_id = u.id order by votes.created_at desc limit :limit
    ) as x
  ),
  'proposals', (
    select coalesce(json_agg(x), '[]') from (
      select id, term_id, changes, note, status, to_rfc3339(created_at) as created_at, decision_note
      from proposals where proposed_by = u.id order by proposals.created_at desc limit :limit
    ) as x
  ),
  'disputes', (
    select coalesce(json_agg(x), '[]') from (
      select
        d.id, d.term_id,
        array(select r.text from dispute_reasons r where r.dispute_id = d.id order by r.id) as reasons,
        to_rfc3339(d.opened_at) as opened_at, d.resolution, d.note
      from disputes d where d.opened_by = u.id order by d.opened_at desc limit :limit
    ) as x
  ),
  'follows', json_build_object(
    'terms', (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)), '[]')
      from term_follows f join terms t on t.id = f.term_id where f.user_id = u.id
    ),
    'categories', array(select category from category_follows where user_id = u.id order by category_key)
  ),
  'requested_names', array(select name from wanted_requests where user_id = u.id order by name_key limit :limit),
  'inbox', (
    select coalesce(json_agg(x), '[]') from (
      select
        id, kind, term_name, detail, to_rfc3339(created_at) as created_at, to_rfc3339(read_at) as read_at
      from inbox_entries where user_id = u.id order by inbox_entries.created_at desc limit :limit
    ) as x
  ),
  'imports', (
    select coalesce(json_agg(x), '[]') from (
      select id, file_name, format, to_rfc3339(created_at) as created_at
      from imports where actor_id = u.id order by imports.created_at desc limit :limit
    ) as x
  ),
  'embed_keys', (
    select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from embed_keys where created_by = u.id
  ),
  'webhooks', (
    select coalesce(json_agg(json_build_object('id', id, 'url', url)), '[]') from webhooks where created_by = u.id
  ),
  'audit_events', (
    select coalesce(json_agg(x), '[]') from (
      select
        id, actor_id, action, target_type, target_id, payload, to_rfc3339(created_at) as created_at
      from audit_events where actor_id = u.id or target_id = u.id order by seq desc limit :limit
    ) as x
  )
) as data
from users u
where u.id = :id

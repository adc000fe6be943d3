-- Deletes at most :most rows of a table that nobody needs any more. Returns their number. A table without a condition
-- is an error.
create or replace function delete_old(table_name text, most integer) returns integer
language plpgsql as $$
declare
  condition text := case delete_old.table_name
    -- Slack repeats a request for 24 hours.
    when 'slack_deliveries' then
      $c$ handled_at is not null and created_at < clock_timestamp() - interval '48 hours' $c$
    -- What was not used for 90 days, and all but the 20 highest counts of each channel.
    when 'slack_channel_categories' then
      $c$ last_used_on < current_date - 90 or old.ctid in (
        select r.ctid
        from (
          select
            ctid,
            row_number() over (partition by channel_id order by uses desc, last_used_on desc, category_key) as place
          from slack_channel_categories
        ) as r
        where r.place > 20
      ) $c$
    -- A month after they were stored, also those that still wait because the Slack bot is off; and answers after a day.
    when 'outbox_messages' then
      $c$ created_at < clock_timestamp() - interval '30 days'
      or (
        kind = 'slack.answer'
        and (delivered_at is not null or failed_at is not null)
        and created_at < clock_timestamp() - interval '1 day'
      ) $c$
    -- Contract, section 16.
    when 'inbox_entries' then $c$ created_at < clock_timestamp() - interval '180 days' $c$
    when 'term_follows' then $c$ not exists (select from terms t where t.id = old.term_id) $c$
    when 'wanted_keys' then $c$ week < date_trunc('week', now() at time zone 'UTC')::date $c$
    -- The hashes of people; how many there were is kept.
    when 'wanted_people' then $c$ week < date_trunc('week', now() at time zone 'UTC')::date $c$
    -- Weeks that are over and in which too few people looked a name up: they are never shown.
    when 'wanted_weeks' then
      $c$ week < date_trunc('week', now() at time zone 'UTC')::date
      and people < case
        when exists (
          select from wanted_names n join wanted_requests r on r.name_key = n.name_key where n.id = old.name_id
        ) then 2
        else 3
      end $c$
    when 'wanted_names' then
      $c$ last_asked_on < (now() at time zone 'UTC')::date - 90
      or not exists (select from wanted_weeks w where w.name_id = old.id) $c$
    when 'lookup_trails' then $c$ lost_at < clock_timestamp() - interval '5 minutes' $c$
    when 'learned_people' then $c$ week < date_trunc('week', now() at time zone 'UTC')::date $c$
    when 'learned_weeks' then $c$ week <= (now() at time zone 'UTC')::date - 90 $c$
    -- A refusal is remembered.
    when 'learned_names' then
      $c$ refused_at is null and not exists (select from learned_weeks w where w.learned_id = old.id) $c$
    when 'wanted_requests' then $c$ created_at < now() - interval '90 days' $c$
    when 'term_lookups' then $c$ day < (now() at time zone 'UTC')::date - 90 $c$
    when 'explained_names' then $c$ last_seen_on < (now() at time zone 'UTC')::date - 90 $c$
    -- Agents whose tokens have all expired.
    when 'agents' then $c$ expires_at < now() $c$
    -- What has expired, and clients that are older than a day and that no agent uses.
    when 'oauth_state' then
      $c$ expires_at < now() - interval '1 minute'
      or (
        kind = 'Client' and created_at < now() - interval '1 day'
        and not exists (
          select from agents a where a.client_id = old.payload ->> 'client_id' and a.expires_at >= now()
        )
      ) $c$
  end;
  deleted integer;
begin
  execute format(
    'delete from %1$I where ctid = any (array(select old.ctid from %1$I old where %2$s limit $1))',
    table_name, condition
  ) using most;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

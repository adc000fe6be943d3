-- Stores what discovery has seen of the suggested terms of the sample glossary, {"terms": [{"evidence"}]}. Returns
-- nothing.
with suggested as (
  select t.id, t.name, t.created_at, s.evidence
  from jsonb_to_recordset(:sample::jsonb -> 'terms') as s (name text, status text, evidence jsonb)
  join terms t on t.name = s.name and t.status = s.status
  where s.evidence is not null
),
seen as (
  select
    s.name as acronym, s.created_at, c.name as channel, 'C' || upper(left(md5(c.name), 8)) as channel_id,
    c.sightings, c.authors, c.quote
  from suggested s
  cross join jsonb_to_recordset(s.evidence -> 'channels') as c (name text, sightings integer, authors jsonb, quote text)
),
channels as (
  insert into discovery_channels (id, name)
  select distinct channel_id, channel from seen
),
sightings as (
  insert into discovery_sightings (
    acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at,
    quote, quoted_at
  )
  select
    acronym, channel_id, sightings,
    array(select u.messaging_user_id from users u where authors ? u.email order by u.messaging_user_id),
    array[
      'https://slack.example.com/archives/' || channel_id || '/p17'
      || translate(left(md5(acronym), 14), 'abcdef', '012345')
    ],
    created_at - interval '20 days', now() - interval '1 day' * (1 + sightings % 4),
    quote, case when quote is not null then created_at end
  from seen
),
full_names as (
  insert into discovery_expansions (acronym, full_name, sightings)
  select s.name, f.full_name, f.sightings
  from suggested s
  cross join jsonb_to_recordset(s.evidence -> 'full_names') as f (full_name text, sightings integer)
)
insert into discovery_suggestions (acronym, term_id, created_at)
select name, id, created_at from suggested

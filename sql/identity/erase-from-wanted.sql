-- Removes the names that people looked up, went on from, or asked to be told about, if a person (:id) is in them, by
-- details or names (:names, those in quotation marks only as a whole), and all that was looked up in the last minutes.
-- Returns nothing.
with person as (
  select
    t.signs,
    (
      select array_agg(loose(word)) from users u, unnest(details_of(u) || :names::text[]) as word where u.id = :id
    ) as keys
  from traces_of(:id, array(select n from unnest(:names::text[]) as n where not is_exact(n))) t
),
requests as (
  delete from wanted_requests r using person p
  where r.name_key = any (p.keys) or sought_text(r.name) like any (p.signs)
),
learned as (
  delete from learned_names l using person p
  where l.name_key = any (p.keys) or sought_text(l.name) like any (p.signs)
),
trails as (
  delete from lookup_trails
),
explained as (
  delete from explained_names e using person p
  where e.name_key = any (p.keys)
)
delete from wanted_names n using person p
where n.name_key = any (p.keys) or sought_text(n.name) like any (p.signs)

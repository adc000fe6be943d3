-- Locks the term that probably has a name, before it is read what was decided about the name. Returns nothing.
select from learned_names l
join terms t on t.id = l.term_id
where l.id = :id
for update of t

-- Removes the details of a person (:id) and their names (:names) from at most :most entries of a log ('audit_events' or
-- 'term_history'), those after an entry (:after). Returns one row: the last of them, or null if there are no more.
select erase_person_from_log(:id, :names, :log, :after, :most) as last

-- Counts the terms of each status. Returns one row per status that has been used.
select status, sum(total)::integer as total from term_counts group by status

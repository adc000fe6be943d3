-- Reads when the visit of the home page ended before the one to which :now belongs. After six hours without it, a new
-- visit begins. Returns one row, `previous_at` being null if there was one visit only; no row if there was none.
select case when :now::timestamptz - last_at > interval '6 hours' then last_at else previous_at end as previous_at
from visits
where user_id = :user_id

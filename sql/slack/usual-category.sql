-- Finds the category that is used most in a channel, if it is used more than once: one lookup may be chance.
-- Returns one row or none.
select category_key
from slack_channel_categories
where channel_id = :channel_id and uses > 1
order by uses desc, last_used_on desc, category_key
limit 1

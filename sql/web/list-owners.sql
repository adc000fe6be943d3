-- Lists those who own terms, those with the most terms first, at most 50.
-- Returns one row per owner.
select u.id, u.public_name as name
from (select owner_id, count(*) as total from terms where owner_id is not null group by owner_id) as o
join users u on u.id = o.owner_id
where u.is_active
order by o.total desc, u.public_name
limit 50

-- Locks an import until the transaction ends. Returns one row, or none.
select actor_id, file_name, undone_at is not null as is_undone from imports where id = :id::uuid for update

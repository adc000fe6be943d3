-- Counts the pending terms. Returns one row.
select coalesce(sum(total), 0)::integer as total from term_counts where status = 'pending'

-- Whether only the owner and editors may change the text of a term.
create or replace function is_protected(status text, disputed_status text) returns boolean
language sql immutable parallel safe
return status in ('community', 'official') or disputed_status is not null;

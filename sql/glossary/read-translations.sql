-- Reads the translations of the terms :ids in :languages, in this order. Returns one row per translation.
select term_id, language, name, full_name, definition, version, is_outdated, updated_by, updated_at
from translations_of(:ids::uuid[], :languages::text[])

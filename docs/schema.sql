-- The schema, as a migrated database has it. tests/schema-document.test.ts compares it, and writes it with UPDATE_SCHEMA=true.
-- migrations/ and sql/functions/ explain it; the functions' texts are there.

create domain audit_action as text
  constraint audit_action_listed CHECK ((VALUE = ANY (ARRAY['term.created'::text, 'term.updated'::text, 'term.deleted'::text, 'term.voted'::text, 'term.unvoted'::text, 'term.disputed'::text, 'term.promoted'::text, 'term.official'::text, 'term.confirmed'::text, 'term.unconfirmed'::text, 'term.claimed'::text, 'term.reverted'::text, 'term.merged'::text, 'relation.added'::text, 'relation.removed'::text, 'term.translated'::text, 'term.translation_removed'::text, 'relation.agreed'::text, 'relation.refused'::text, 'term.dismissed'::text, 'term.restored'::text, 'category.renamed'::text, 'proposal.created'::text, 'proposal.accepted'::text, 'proposal.declined'::text, 'proposal.withdrawn'::text, 'proposal.reopened'::text, 'dispute.resolved'::text, 'dispute.reopened'::text, 'import.completed'::text, 'import.undone'::text, 'user.created'::text, 'user.role_changed'::text, 'user.activated'::text, 'user.deactivated'::text, 'user.erased'::text, 'token.created'::text, 'token.revoked'::text, 'agent.connected'::text, 'agent.disconnected'::text, 'embed_key.created'::text, 'embed_key.revoked'::text, 'webhook.created'::text, 'webhook.deleted'::text, 'webhook.disabled'::text, 'webhook.enabled'::text, 'auth.login'::text, 'auth.login_failed'::text, 'job.triggered'::text]))) NOT VALID;

create domain audit_target as text
  constraint audit_target_listed CHECK ((VALUE = ANY (ARRAY['term'::text, 'category'::text, 'user'::text, 'token'::text, 'job_run'::text, 'proposal'::text, 'dispute'::text, 'agent'::text, 'embed_key'::text, 'import'::text, 'webhook'::text]))) NOT VALID;

create domain history_action as text
  constraint history_action_listed CHECK ((VALUE = ANY (ARRAY['created'::text, 'updated'::text, 'status_changed'::text, 'disputed'::text, 'confirmed'::text, 'claimed'::text, 'reverted'::text, 'merged'::text, 'dispute_resolved'::text, 'related'::text, 'unrelated'::text, 'translated'::text, 'translation_removed'::text]))) NOT VALID;

create domain import_format as text
  constraint import_format_listed CHECK ((VALUE = ANY (ARRAY['csv'::text, 'tsv'::text, 'markdown'::text, 'xlsx'::text, 'json'::text, 'yaml'::text]))) NOT VALID;

create domain inbox_kind as text
  constraint inbox_kind_listed CHECK ((VALUE = ANY (ARRAY['edited'::text, 'disputed'::text, 'dispute_resolved'::text, 'proposed'::text, 'proposal_decided'::text, 'stale'::text, 'ownership'::text, 'promoted'::text, 'followed'::text, 'wanted_added'::text, 'asked'::text, 'answered'::text, 'webhook_disabled'::text]))) NOT VALID;

create domain message_kind as text
  constraint message_kind_listed CHECK ((VALUE = ANY (ARRAY['inbox'::text, 'digest'::text, 'slack.answer'::text, 'webhook'::text]))) NOT VALID;

-- function add_changed_name_words() returns trigger
-- function add_name_words() returns trigger
-- function add_relations(relations jsonb, actor_id uuid, import_id uuid DEFAULT NULL::uuid) returns SETOF term_relations
-- function add_term_count(of_status text, change bigint) returns void
-- function add_term_names() returns trigger
-- function add_terms(drafts jsonb, actor_id uuid, changes jsonb DEFAULT NULL::jsonb, import_id uuid DEFAULT NULL::uuid) returns SETOF terms
-- function alias_names(aliases jsonb) returns text
-- function as_whole_words(pattern text) returns text
-- function called(ids uuid[]) returns TABLE(id uuid, called text)
-- function change_term_names() returns trigger
-- function clear_meanings() returns trigger
-- function clear_term_counts() returns trigger
-- function contains_known_name(value text) returns boolean
-- function content_changes(earlier jsonb, later jsonb) returns jsonb
-- function count_agreed_relation() returns trigger
-- function count_changed_term() returns trigger
-- function count_deleted_terms() returns trigger
-- function count_inserted_terms() returns trigger
-- function count_meanings() returns trigger
-- function count_relations() returns trigger
-- function count_renamed_meaning() returns trigger
-- function count_slot() returns integer
-- function delete_old(table_name text, most integer) returns integer
-- function delete_old_audit_events(days integer, most integer) returns integer
-- function details_of(u users) returns text[]
-- function drop_relations() returns trigger
-- function edited_term(t terms, patch jsonb) returns terms
-- function email_pattern(address text) returns text
-- function erase_person(person uuid, names text[]) returns void
-- function erase_person_from_log(person uuid, names text[], log text, after bigint, most integer) returns bigint
-- function erase_person_from_terms(person uuid, names text[], after uuid, last uuid) returns void
-- function erase_text(person uuid, names text[], place texts_about_people, condition text, first bigint, last bigint) returns void
-- function escape_regexp(word text) returns text
-- function exported_relations(ids uuid[], is_linked boolean) returns TABLE(id uuid, relations json)
-- function field_at(t terms, version integer, field text) returns jsonb
-- function field_change(field text, earlier anyelement, later anyelement) returns jsonb
-- function fill_inboxes() returns trigger
-- function fold(value text) returns text
-- function forget_quotes() returns trigger
-- function forget_quotes_of_dismissed() returns trigger
-- function imported_term(t terms, proposer uuid) returns jsonb
-- function inverse_kind(kind text) returns text
-- function inverse_relations(id uuid) returns TABLE(kind text, other_id uuid)
-- function inverse_totals(id uuid) returns TABLE(kind text, total integer)
-- function is_exact(name text) returns boolean
-- function is_like_acronym(name text) returns boolean
-- function is_open_question(e inbox_entries) returns boolean
-- function is_outdated(t terms, version integer) returns boolean
-- function is_protected(status text, disputed_status text) returns boolean
-- function is_unsettled(d disputes) returns boolean
-- function key_of_week(new_key bytea) returns wanted_keys
-- function limit_follows() returns trigger
-- function lock_active_user(id uuid) returns SETOF uuid
-- function lock_relations() returns void
-- function loose(value text) returns text
-- function meaning_of(named uuid) returns text
-- function meant_by(texts text[]) returns TABLE(text text, ids uuid[])
-- function move_translations() returns trigger
-- function names_of(name text, full_name text, aliases jsonb) returns TABLE(kind text, name text)
-- function names_pattern(names text[]) returns text
-- function names_within(name text) returns SETOF text
-- function notify_credential_change() returns trigger
-- function notify_new_names() returns trigger
-- function own_relations(id uuid) returns TABLE(kind text, other_id uuid, is_agreed boolean)
-- function person(u users) returns jsonb
-- function place_of(kind text) returns integer
-- function plain_text(value text) returns text
-- function rank_relations() returns trigger
-- function readings_of(value text) returns TABLE(name text, rest text)
-- function reasons_to_correct(term_id uuid) returns json
-- function record_glossary_change() returns trigger
-- function record_relations(relations term_relations[], action text, actor_id uuid, import_id uuid DEFAULT NULL::uuid, in_own boolean DEFAULT true) returns void
-- function record_translation(earlier translations, later translations, actor_id uuid, import_id uuid) returns void
-- function refuse_change() returns trigger
-- function related_term(t terms, owner_name text) returns TABLE(term json)
-- function relations_to_show(id uuid) returns json
-- function remove_translation(term_id uuid, language text, actor_id uuid, import_id uuid DEFAULT NULL::uuid) returns boolean
-- function replace_traces(value text, details text, words text) returns text
-- function request_wanted(name text, user_id uuid) returns uuid
-- function require_active_owner() returns trigger
-- function revise_terms(revisions terms[], action text, actor_id uuid, accepted_by uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text, import_id uuid DEFAULT NULL::uuid) returns SETOF terms
-- function said_kinds() returns text[]
-- function send_inbox_entries() returns trigger
-- function show_quotes() returns trigger
-- function show_quotes_of_restored() returns trigger
-- function shown_content(t terms) returns TABLE(term json)
-- function shown_relations(id uuid) returns TABLE(relations json)
-- function shown_term(t terms, owner_name text) returns TABLE(term json)
-- function sought_text(value text) returns text
-- function spaced_pattern(name text) returns text
-- function spelling_keys(word text) returns text[]
-- function spread_content() returns trigger
-- function store_webhook_deliveries() returns trigger
-- function taken_status(term_id uuid, resolved uuid[] DEFAULT '{}'::uuid[], reopened uuid[] DEFAULT '{}'::uuid[]) returns TABLE(status text, votes integer)
-- function tell_of_added_names() returns trigger
-- function tell_of_definition() returns trigger
-- function tell_who_wanted(explained uuid[]) returns void
-- function term_content(t terms) returns jsonb
-- function terms_above(ids uuid[], kind text) returns SETOF uuid
-- function texts_with(person uuid, names text[], place texts_about_people, condition text, first bigint, last bigint) returns SETOF text
-- function texts_with_names(person uuid, names text[], log text, after bigint, most integer) returns TABLE(name text, seen bigint[], examples text[], last bigint)
-- function to_rfc3339(value timestamp with time zone) returns text
-- function traces_of(person uuid, names text[]) returns TABLE(details text, words text, signs text[])
-- function translate_term(draft translations, actor_id uuid, import_id uuid DEFAULT NULL::uuid) returns text
-- function translated_content(x translations) returns jsonb
-- function translated_name(t terms, name text) returns text
-- function translations_of(ids uuid[], languages text[]) returns TABLE(term_id uuid, language text, name text, full_name text, definition text, version integer, is_outdated boolean, updated_by jsonb, updated_at timestamp with time zone)
-- function trust(status text) returns integer
-- function unsettled_disputes(term_id uuid) returns jsonb
-- function with_meaning(name text, named uuid) returns text
-- function without_person(value jsonb, person uuid, details text, words text) returns jsonb
-- function without_traces(value text, details text, words text) returns text
-- function words(value text) returns text
-- function words_pattern(names text[]) returns text
-- function written_aliases(aliases jsonb) returns jsonb

create table agents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  client_id text not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint agents_pkey PRIMARY KEY (id),
  constraint agents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint agents_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 2000))),
  constraint agents_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
CREATE INDEX agents_client_idx ON agents USING btree (client_id);
CREATE INDEX agents_expiry_idx ON agents USING btree (expires_at);
CREATE INDEX agents_user_idx ON agents USING btree (user_id, created_at DESC);
CREATE TRIGGER agents_credentials AFTER DELETE ON agents FOR EACH STATEMENT EXECUTE FUNCTION notify_credential_change();

create table api_tokens (
  id uuid not null default gen_random_uuid(),
  name text not null,
  scopes text[] not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint api_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint api_tokens_scopes_check CHECK ((((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 2)) AND ((scopes <@ ARRAY['read'::text, 'write'::text]) OR (scopes = ARRAY['feed'::text])))),
  constraint api_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX api_tokens_user_idx ON api_tokens USING btree (user_id, created_at DESC);
CREATE TRIGGER api_tokens_credentials AFTER DELETE OR UPDATE OF scopes, user_id, token_hash, expires_at ON api_tokens FOR EACH STATEMENT EXECUTE FUNCTION notify_credential_change();

create table audit_events (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  actor_id uuid,
  action audit_action not null,
  target_type audit_target,
  target_id uuid,
  payload jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_seq_key UNIQUE (seq),
  constraint audit_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_events_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text))
);
CREATE INDEX audit_events_action_idx ON audit_events USING btree (action, seq DESC);
CREATE INDEX audit_events_actor_idx ON audit_events USING btree (actor_id, seq DESC);
CREATE INDEX audit_events_target_idx ON audit_events USING btree (target_id, seq DESC);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_fill_inboxes AFTER INSERT ON audit_events REFERENCING NEW TABLE AS events FOR EACH STATEMENT EXECUTE FUNCTION fill_inboxes();
CREATE TRIGGER audit_events_webhooks AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION store_webhook_deliveries();

create table category_follows (
  category text not null,
  category_key text collate "C" not null generated always as (fold(category)) stored,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint category_follows_pkey PRIMARY KEY (category_key, user_id),
  constraint category_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint category_follows_category_check CHECK (((char_length(category) >= 1) AND (char_length(category) <= 80)))
);
CREATE INDEX category_follows_user_idx ON category_follows USING btree (user_id);
CREATE TRIGGER category_follows_limit AFTER INSERT ON category_follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION limit_follows();

create table digests (
  user_id uuid not null,
  sent_until timestamp with time zone not null,
  constraint digests_pkey PRIMARY KEY (user_id),
  constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table discovery_channels (
  id text not null,
  name text not null,
  read_up_to text collate "C",
  scan_top text collate "C",
  scan_position text collate "C",
  constraint discovery_channels_pkey PRIMARY KEY (id),
  constraint discovery_channels_check CHECK (((scan_top IS NULL) = (scan_position IS NULL))),
  constraint discovery_channels_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 100))),
  constraint discovery_channels_read_up_to_check CHECK ((read_up_to ~ '^\d{10}\.\d{6}$'::text)),
  constraint discovery_channels_scan_position_check CHECK ((scan_position ~ '^\d{10}\.\d{6}$'::text)),
  constraint discovery_channels_scan_top_check CHECK ((scan_top ~ '^\d{10}\.\d{6}$'::text))
);

create table discovery_expansions (
  acronym text not null,
  full_name text not null,
  sightings integer not null,
  constraint discovery_expansions_pkey PRIMARY KEY (acronym, full_name),
  constraint discovery_expansions_full_name_check CHECK (((char_length(full_name) >= 1) AND (char_length(full_name) <= 300))),
  constraint discovery_expansions_sightings_check CHECK ((sightings > 0))
);

create table discovery_sightings (
  acronym text not null,
  channel_id text not null,
  sightings integer not null,
  authors text[] not null,
  examples text[] not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  quote text,
  quoted_at timestamp with time zone,
  quote_hidden_at timestamp with time zone,
  constraint discovery_sightings_pkey PRIMARY KEY (acronym, channel_id),
  constraint discovery_sightings_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES discovery_channels(id) ON DELETE CASCADE,
  constraint discovery_sightings_acronym_check CHECK (((char_length(acronym) >= 2) AND (char_length(acronym) <= 10))),
  constraint discovery_sightings_examples_check CHECK ((cardinality(examples) <= 3)),
  constraint discovery_sightings_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 200))),
  constraint discovery_sightings_sightings_check CHECK ((sightings > 0))
);
CREATE INDEX discovery_sightings_hidden_idx ON discovery_sightings USING btree (quote_hidden_at) WHERE (quote_hidden_at IS NOT NULL);
CREATE INDEX discovery_sightings_loose_idx ON discovery_sightings USING btree (loose(acronym));

create table discovery_suggestions (
  acronym text not null,
  term_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint discovery_suggestions_pkey PRIMARY KEY (acronym)
);
CREATE INDEX discovery_suggestions_term_idx ON discovery_suggestions USING btree (term_id);
CREATE TRIGGER discovery_suggestions_forget_quotes AFTER DELETE ON discovery_suggestions FOR EACH ROW EXECUTE FUNCTION forget_quotes_of_dismissed();
CREATE TRIGGER discovery_suggestions_show_quotes AFTER INSERT ON discovery_suggestions FOR EACH ROW EXECUTE FUNCTION show_quotes_of_restored();

create table dismissed_suggestions (
  id uuid not null,
  name text not null,
  full_name text,
  definition text not null,
  category text,
  aliases jsonb not null,
  version integer not null,
  owner_id uuid,
  last_confirmed_at timestamp with time zone not null,
  source text not null,
  created_at timestamp with time zone not null,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null generated always as (COALESCE(fold(full_name), ''::text)) stored,
  dismissed_by uuid not null,
  dismissed_at timestamp with time zone not null default clock_timestamp(),
  in_texts text not null default 'auto'::text,
  links jsonb not null default '[]'::jsonb,
  content jsonb,
  constraint dismissed_suggestions_pkey PRIMARY KEY (id),
  constraint dismissed_suggestions_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  constraint dismissed_suggestions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint dismissed_suggestions_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint dismissed_suggestions_version_check CHECK ((version > 0))
);
CREATE INDEX dismissed_suggestions_name_idx ON dismissed_suggestions USING btree (name_key, full_name_key);
CREATE INDEX dismissed_suggestions_time_idx ON dismissed_suggestions USING btree (dismissed_at DESC, id);
CREATE TRIGGER dismissed_suggestions_spread BEFORE INSERT OR UPDATE OF content ON dismissed_suggestions FOR EACH ROW EXECUTE FUNCTION spread_content();

create table dispute_reasons (
  id bigint not null generated always as identity,
  dispute_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint dispute_reasons_pkey PRIMARY KEY (id),
  constraint dispute_reasons_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id) ON DELETE CASCADE,
  constraint dispute_reasons_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500)))
);
CREATE INDEX dispute_reasons_dispute_idx ON dispute_reasons USING btree (dispute_id, id);

create table disputed_votes (
  dispute_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint disputed_votes_pkey PRIMARY KEY (dispute_id, user_id),
  constraint disputed_votes_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id) ON DELETE CASCADE,
  constraint disputed_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table disputes (
  id uuid not null default gen_random_uuid(),
  term_id uuid not null,
  opened_by uuid not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  status_before text,
  resolved_by uuid,
  resolved_at timestamp with time zone,
  resolution text,
  note text,
  corrected_version integer,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint disputes_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint disputes_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint disputes_check CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
  constraint disputes_check1 CHECK (((resolution IS NULL) = (resolved_by IS NULL))),
  constraint disputes_corrected_version_check CHECK ((corrected_version > 0)),
  constraint disputes_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint disputes_resolution_check CHECK ((resolution = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'withdrawn'::text]))),
  constraint disputes_status_before_check CHECK ((status_before = ANY (ARRAY['community'::text, 'official'::text])))
);
CREATE UNIQUE INDEX disputes_open_key ON disputes USING btree (term_id, opened_by) WHERE (resolution IS NULL);
CREATE INDEX disputes_opened_by_idx ON disputes USING btree (opened_by);
CREATE INDEX disputes_term_idx ON disputes USING btree (term_id, opened_at DESC);

create table distinct_meanings (
  term_id uuid not null,
  other_id uuid not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null default clock_timestamp(),
  constraint distinct_meanings_pkey PRIMARY KEY (term_id, other_id),
  constraint distinct_meanings_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint distinct_meanings_other_id_fkey FOREIGN KEY (other_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint distinct_meanings_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint distinct_meanings_check CHECK ((term_id < other_id))
);
CREATE INDEX distinct_meanings_other_idx ON distinct_meanings USING btree (other_id);

create table dropped_relations (
  term_id uuid not null,
  kind text not null,
  other_id uuid not null,
  is_agreed boolean not null default true,
  constraint dropped_relations_pkey PRIMARY KEY (term_id, kind, other_id)
);
CREATE INDEX dropped_relations_other_idx ON dropped_relations USING btree (other_id);

create table embed_keys (
  id uuid not null default gen_random_uuid(),
  name text not null,
  origins text[] not null,
  key_hash bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  constraint embed_keys_pkey PRIMARY KEY (id),
  constraint embed_keys_key_hash_key UNIQUE (key_hash),
  constraint embed_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint embed_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint embed_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint embed_keys_origins_check CHECK (((cardinality(origins) >= 1) AND (cardinality(origins) <= 20)))
);
CREATE INDEX embed_keys_creator_idx ON embed_keys USING btree (created_by);
CREATE TRIGGER embed_keys_credentials AFTER DELETE OR UPDATE OF origins, key_hash ON embed_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_credential_change();

create table explained_names (
  name_key text collate "C" not null,
  last_seen_on date not null,
  constraint explained_names_pkey PRIMARY KEY (name_key)
);

create table function_files (
  name text not null,
  text text not null,
  constraint function_files_pkey PRIMARY KEY (name)
);

create table glossary_changes (
  number numeric not null default floor((random() * ('1000000000000000'::numeric)::double precision)),
  constraint glossary_changes_number_check CHECK ((number >= (0)::numeric))
);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 2000))),
  constraint identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 1000)))
);

create table imports (
  id uuid not null default gen_random_uuid(),
  actor_id uuid,
  file_name text,
  format import_format not null,
  totals jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
  constraint imports_totals_check CHECK ((jsonb_typeof(totals) = 'object'::text))
);
CREATE INDEX imports_created_idx ON imports USING btree (created_at DESC, id);

create table inbox_entries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind inbox_kind not null,
  term_id uuid,
  term_name text,
  actor_id uuid,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  constraint inbox_entries_pkey PRIMARY KEY (id),
  constraint inbox_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint inbox_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint inbox_entries_check CHECK (((term_id IS NULL) = (term_name IS NULL))),
  constraint inbox_entries_check1 CHECK ((actor_id <> user_id)),
  constraint inbox_entries_detail_check CHECK ((jsonb_typeof(detail) = 'object'::text))
);
CREATE INDEX inbox_entries_created_idx ON inbox_entries USING brin (created_at);
CREATE INDEX inbox_entries_followed_idx ON inbox_entries USING btree (created_at) WHERE ((kind)::text = 'followed'::text);
CREATE INDEX inbox_entries_unread_idx ON inbox_entries USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX inbox_entries_user_idx ON inbox_entries USING btree (user_id, created_at DESC);
CREATE TRIGGER inbox_entries_send AFTER INSERT ON inbox_entries REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION send_inbox_entries();

create table job_runs (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  job_type text not null,
  trigger text not null,
  status text not null default 'pending'::text,
  progress jsonb not null default '{}'::jsonb,
  error text,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint job_runs_pkey PRIMARY KEY (id),
  constraint job_runs_job_type_due_at_key UNIQUE (job_type, due_at),
  constraint job_runs_seq_key UNIQUE (seq),
  constraint job_runs_check CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint job_runs_check1 CHECK (((status = ANY (ARRAY['completed'::text, 'failed'::text])) = (completed_at IS NOT NULL))),
  constraint job_runs_job_type_check CHECK ((job_type = ANY (ARRAY['discovery'::text, 'staleness'::text]))),
  constraint job_runs_progress_check CHECK ((jsonb_typeof(progress) = 'object'::text)),
  constraint job_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  constraint job_runs_trigger_check CHECK ((trigger = ANY (ARRAY['schedule'::text, 'manual'::text])))
);
CREATE UNIQUE INDEX job_runs_active_key ON job_runs USING btree (job_type) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));

create table learned_names (
  id uuid not null default gen_random_uuid(),
  name_key text collate "C" not null,
  term_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  refused_at timestamp with time zone,
  constraint learned_names_pkey PRIMARY KEY (id),
  constraint learned_names_name_key_term_id_key UNIQUE (name_key, term_id),
  constraint learned_names_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint learned_names_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE INDEX learned_names_term_idx ON learned_names USING btree (term_id);

create table learned_people (
  learned_id uuid not null,
  week date not null,
  person_hash bytea not null,
  constraint learned_people_pkey PRIMARY KEY (learned_id, week, person_hash),
  constraint learned_people_learned_id_week_fkey FOREIGN KEY (learned_id, week) REFERENCES learned_weeks(learned_id, week) ON DELETE CASCADE,
  constraint learned_people_person_hash_check CHECK ((octet_length(person_hash) = 32))
);

create table learned_weeks (
  learned_id uuid not null,
  week date not null,
  people integer not null default 0,
  constraint learned_weeks_pkey PRIMARY KEY (learned_id, week),
  constraint learned_weeks_learned_id_fkey FOREIGN KEY (learned_id) REFERENCES learned_names(id) ON DELETE CASCADE,
  constraint learned_weeks_people_check CHECK ((people >= 0))
);
CREATE INDEX learned_weeks_listed_idx ON learned_weeks USING btree (learned_id) WHERE (people >= 2);

create table lookup_days (
  day date not null,
  answered integer not null default 0,
  unanswered integer not null default 0,
  constraint lookup_days_pkey PRIMARY KEY (day),
  constraint lookup_days_answered_check CHECK ((answered >= 0)),
  constraint lookup_days_unanswered_check CHECK ((unanswered >= 0))
);

create table lookup_trails (
  person_hash bytea not null,
  name text not null,
  offered text[] not null,
  lost_at timestamp with time zone not null,
  constraint lookup_trails_pkey PRIMARY KEY (person_hash),
  constraint lookup_trails_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint lookup_trails_offered_check CHECK ((cardinality(offered) <= 100)),
  constraint lookup_trails_person_hash_check CHECK ((octet_length(person_hash) = 32))
);

create table merged_terms (
  id uuid not null,
  into_id uuid not null,
  constraint merged_terms_pkey PRIMARY KEY (id),
  constraint merged_terms_into_id_fkey FOREIGN KEY (into_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint merged_terms_check CHECK ((id <> into_id))
);
CREATE INDEX merged_terms_into_idx ON merged_terms USING btree (into_id);

create table migrations (
  id integer not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (id),
  constraint migrations_name_key UNIQUE (name)
);

create table name_meanings (
  loose_key text collate "C" not null,
  meanings integer not null,
  constraint name_meanings_pkey PRIMARY KEY (loose_key),
  constraint name_meanings_limit CHECK ((meanings <= 50))
) with (fillfactor=50);

create table name_words (
  word text collate "C" not null,
  constraint name_words_pkey PRIMARY KEY (word),
  constraint name_words_word_check CHECK ((char_length(word) >= 5))
);
CREATE INDEX name_words_close_idx ON name_words USING gin (word gin_trgm_ops);
CREATE INDEX name_words_spelling_idx ON name_words USING gin (spelling_keys(word));

create table oauth_state (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  agent_id uuid,
  created_at timestamp with time zone not null default now(),
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint oauth_state_pkey PRIMARY KEY (kind, id_hash),
  constraint oauth_state_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE,
  constraint oauth_state_check CHECK (((agent_id IS NULL) = (kind = ANY (ARRAY['Client'::text, 'Interaction'::text])))),
  constraint oauth_state_check1 CHECK (((expires_at IS NULL) = (kind = 'Client'::text))),
  constraint oauth_state_check2 CHECK (((consumed_at IS NULL) OR (kind = ANY (ARRAY['AuthorizationCode'::text, 'RefreshToken'::text])))),
  constraint oauth_state_id_hash_check CHECK ((octet_length(id_hash) = 32)),
  constraint oauth_state_kind_check CHECK ((kind = ANY (ARRAY['Client'::text, 'Interaction'::text, 'AuthorizationCode'::text, 'AccessToken'::text, 'RefreshToken'::text]))),
  constraint oauth_state_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text))
);
CREATE INDEX oauth_state_agent_idx ON oauth_state USING btree (agent_id);
CREATE INDEX oauth_state_expiry_idx ON oauth_state USING btree (expires_at);

create table outbox_messages (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  kind message_kind not null,
  user_id uuid,
  inbox_entry_id uuid,
  webhook_id uuid,
  term_id uuid,
  payload jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default clock_timestamp(),
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint outbox_messages_pkey PRIMARY KEY (id),
  constraint outbox_messages_inbox_entry_id_fkey FOREIGN KEY (inbox_entry_id) REFERENCES inbox_entries(id) ON DELETE CASCADE,
  constraint outbox_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint outbox_messages_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint outbox_messages_attempts_check CHECK ((attempts >= 0)),
  constraint outbox_messages_check CHECK ((((kind)::text = ANY (ARRAY['inbox'::text, 'digest'::text])) = (user_id IS NOT NULL))),
  constraint outbox_messages_check1 CHECK ((((kind)::text = 'inbox'::text) = (inbox_entry_id IS NOT NULL))),
  constraint outbox_messages_check2 CHECK ((((kind)::text = 'webhook'::text) = (webhook_id IS NOT NULL))),
  constraint outbox_messages_check3 CHECK ((((kind)::text = 'inbox'::text) = (payload IS NULL))),
  constraint outbox_messages_check4 CHECK (((term_id IS NULL) OR (webhook_id IS NOT NULL))),
  constraint outbox_messages_check5 CHECK (((delivered_at IS NULL) OR (failed_at IS NULL))),
  constraint outbox_messages_check6 CHECK (((failed_at IS NULL) OR (error IS NOT NULL))),
  constraint outbox_messages_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text))
);
CREATE INDEX outbox_messages_created_idx ON outbox_messages USING btree (created_at);
CREATE INDEX outbox_messages_due_idx ON outbox_messages USING btree (next_attempt_at) WHERE ((webhook_id IS NULL) AND (delivered_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX outbox_messages_inbox_entry_idx ON outbox_messages USING btree (inbox_entry_id) WHERE (inbox_entry_id IS NOT NULL);
CREATE INDEX outbox_messages_user_idx ON outbox_messages USING btree (user_id);
CREATE INDEX outbox_messages_webhook_due_idx ON outbox_messages USING btree (webhook_id, next_attempt_at) WHERE ((webhook_id IS NOT NULL) AND (delivered_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX outbox_messages_webhook_idx ON outbox_messages USING btree (webhook_id, seq) WHERE (webhook_id IS NOT NULL);

create table proposals (
  id uuid not null default gen_random_uuid(),
  term_id uuid not null,
  base_version integer not null,
  changes jsonb not null,
  note text,
  status text not null default 'open'::text,
  proposed_by uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_note text,
  import_id uuid,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint proposals_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint proposals_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint proposals_base_version_check CHECK ((base_version > 0)),
  constraint proposals_changes_check CHECK (((jsonb_typeof(changes) = 'object'::text) AND (changes <> '{}'::jsonb))),
  constraint proposals_check CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint proposals_check1 CHECK (((status = 'open'::text) = (decided_by IS NULL))),
  constraint proposals_decision_note_check CHECK (((char_length(decision_note) >= 1) AND (char_length(decision_note) <= 500))),
  constraint proposals_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint proposals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);
CREATE INDEX proposals_import_idx ON proposals USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE UNIQUE INDEX proposals_open_key ON proposals USING btree (term_id, proposed_by) WHERE (status = 'open'::text);
CREATE INDEX proposals_proposed_by_idx ON proposals USING btree (proposed_by);
CREATE INDEX proposals_status_idx ON proposals USING btree (status, created_at DESC);
CREATE INDEX proposals_term_idx ON proposals USING btree (term_id, created_at DESC);

create unlogged table readiness_probes (
  filler text not null
);

create table refused_relations (
  term_id uuid not null,
  kind text not null,
  other_id uuid not null,
  constraint refused_relations_pkey PRIMARY KEY (term_id, kind, other_id)
);
CREATE INDEX refused_relations_other_idx ON refused_relations USING btree (other_id);

create table relation_totals (
  term_id uuid not null,
  kind text not null,
  slot integer not null,
  total integer not null,
  constraint relation_totals_pkey PRIMARY KEY (term_id, kind, slot)
);

create table slack_channel_categories (
  channel_id text not null,
  category_key text collate "C" not null,
  uses integer not null,
  last_used_on date not null default CURRENT_DATE,
  constraint slack_channel_categories_pkey PRIMARY KEY (channel_id, category_key),
  constraint slack_channel_categories_category_key_check CHECK ((category_key <> ''::text)),
  constraint slack_channel_categories_channel_id_check CHECK (((char_length(channel_id) >= 1) AND (char_length(channel_id) <= 150))),
  constraint slack_channel_categories_uses_check CHECK (((uses >= 1) AND (uses <= 100)))
);

create table slack_deliveries (
  id text not null,
  kind text not null,
  payload jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint slack_deliveries_pkey PRIMARY KEY (id),
  constraint slack_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint slack_deliveries_check CHECK (((handled_at IS NULL) = (payload IS NOT NULL))),
  constraint slack_deliveries_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 200))),
  constraint slack_deliveries_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'command'::text, 'interaction'::text]))),
  constraint slack_deliveries_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text))
);
CREATE INDEX slack_deliveries_created_idx ON slack_deliveries USING btree (created_at);
CREATE INDEX slack_deliveries_due_idx ON slack_deliveries USING btree (next_attempt_at) WHERE (handled_at IS NULL);

create table spent_login_nonces (
  nonce_hash bytea not null,
  spent_at timestamp with time zone not null default now(),
  constraint spent_login_nonces_pkey PRIMARY KEY (nonce_hash),
  constraint spent_login_nonces_nonce_hash_check CHECK ((octet_length(nonce_hash) = 32))
);

create table stale_notices (
  user_id uuid not null,
  owned boolean not null,
  constraint stale_notices_pkey PRIMARY KEY (user_id, owned),
  constraint stale_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table term_counts (
  status text not null,
  slot integer not null,
  total bigint not null,
  constraint term_counts_pkey PRIMARY KEY (status, slot),
  constraint term_counts_status_check CHECK ((status = ANY (ARRAY['suggested'::text, 'pending'::text, 'community'::text, 'official'::text])))
) with (fillfactor=50);

create table term_follows (
  term_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint term_follows_pkey PRIMARY KEY (term_id, user_id),
  constraint term_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX term_follows_user_idx ON term_follows USING btree (user_id);
CREATE TRIGGER term_follows_limit AFTER INSERT ON term_follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION limit_follows();

create table term_history (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  term_id uuid not null,
  version integer not null,
  action history_action not null,
  changes jsonb not null default '{}'::jsonb,
  actor_id uuid,
  accepted_by uuid,
  note text,
  import_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  other_id uuid,
  constraint term_history_pkey PRIMARY KEY (id),
  constraint term_history_seq_key UNIQUE (seq),
  constraint term_history_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  constraint term_history_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint term_history_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint term_history_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint term_history_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint term_history_version_check CHECK ((version > 0))
);
CREATE INDEX term_history_created_idx ON term_history USING brin (created_at);
CREATE INDEX term_history_import_idx ON term_history USING btree (import_id, seq) WHERE (import_id IS NOT NULL);
CREATE INDEX term_history_related_idx ON term_history USING btree (term_id) WHERE ((action)::text = 'related'::text);
CREATE INDEX term_history_term_idx ON term_history USING btree (term_id, seq DESC);
CREATE INDEX term_history_texts_idx ON term_history USING btree (term_id, seq DESC) WHERE ((action)::text = ANY (ARRAY['created'::text, 'updated'::text, 'confirmed'::text, 'reverted'::text]));
CREATE TRIGGER term_history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON term_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER term_history_move_translations AFTER INSERT ON term_history FOR EACH ROW WHEN (((new.action)::text = 'merged'::text)) EXECUTE FUNCTION move_translations();

create table term_lookups (
  term_id uuid not null,
  day date not null,
  lookups integer not null,
  constraint term_lookups_pkey PRIMARY KEY (term_id, day)
);

create table term_names (
  term_id uuid not null,
  kind text not null,
  name text not null,
  key text collate "C" not null generated always as (fold(name)) stored,
  loose_key text collate "C" not null generated always as (loose(name)) stored,
  kind_rank smallint not null generated always as (
CASE kind
    WHEN 'name'::text THEN 1
    WHEN 'full_name'::text THEN 3
    ELSE 2
END) stored,
  added_in xid8 not null default pg_current_xact_id(),
  constraint term_names_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint term_names_check CHECK (((kind = 'full_name'::text) OR ((char_length(name) >= 1) AND (char_length(name) <= 120)))),
  constraint term_names_kind_check CHECK ((kind = ANY (ARRAY['name'::text, 'alias'::text, 'misspelling'::text, 'discouraged'::text, 'full_name'::text])))
);
CREATE INDEX term_names_added_idx ON term_names USING btree (added_in);
CREATE UNIQUE INDEX term_names_key ON term_names USING btree (term_id, ((kind = 'full_name'::text)), key);
CREATE INDEX term_names_loose_idx ON term_names USING btree (loose_key, kind_rank);
CREATE TRIGGER term_names_notify AFTER INSERT ON term_names FOR EACH STATEMENT EXECUTE FUNCTION notify_new_names();
CREATE CONSTRAINT TRIGGER term_names_tell_of_wanted AFTER INSERT ON term_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_of_added_names();

create table term_relations (
  term_id uuid not null,
  kind text not null,
  other_id uuid not null,
  is_agreed boolean not null default true,
  trust integer not null,
  vote_count integer not null,
  name_key text collate "C" not null,
  constraint term_relations_pkey PRIMARY KEY (term_id, kind, other_id),
  constraint term_relations_check CHECK ((term_id <> other_id)),
  constraint term_relations_kind_check CHECK ((kind = ANY (ARRAY['broader'::text, 'differs_from'::text, 'replaced_by'::text])))
);
CREATE UNIQUE INDEX term_relations_pair_idx ON term_relations USING btree (LEAST(term_id, other_id), GREATEST(term_id, other_id)) WHERE (kind = 'differs_from'::text);
CREATE UNIQUE INDEX term_relations_replaced_idx ON term_relations USING btree (term_id) WHERE (kind = 'replaced_by'::text);
CREATE INDEX term_relations_said_idx ON term_relations USING btree (other_id, is_agreed, kind, trust, vote_count DESC, name_key, term_id);
CREATE TRIGGER term_relations_count_added AFTER INSERT ON term_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_relations();
CREATE TRIGGER term_relations_count_agreed AFTER UPDATE OF is_agreed ON term_relations FOR EACH ROW WHEN ((old.is_agreed <> new.is_agreed)) EXECUTE FUNCTION count_agreed_relation();
CREATE TRIGGER term_relations_count_ended AFTER DELETE ON term_relations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_relations();
CREATE TRIGGER term_relations_record_change AFTER INSERT OR DELETE OR UPDATE OF is_agreed ON term_relations FOR EACH STATEMENT EXECUTE FUNCTION record_glossary_change();

create table terms (
  id uuid not null default gen_random_uuid(),
  name text not null,
  full_name text,
  definition text not null,
  category text,
  aliases jsonb not null default '[]'::jsonb,
  status text not null,
  version integer not null default 1,
  vote_count integer not null default 0,
  owner_id uuid,
  open_disputes integer not null default 0,
  disputed_status text,
  disputed_vote_count integer,
  is_stale boolean not null default false,
  stale_since timestamp with time zone,
  stale_reminders smallint not null default 0,
  last_confirmed_at timestamp with time zone not null default now(),
  source text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null generated always as (COALESCE(fold(full_name), ''::text)) stored,
  category_key text collate "C" not null generated always as (COALESCE(fold(category), ''::text)) stored,
  close_text text not null generated always as (words(((((name || ' '::text) || COALESCE(full_name, ''::text)) || ' '::text) || alias_names(aliases)))) stored,
  search tsvector not null generated always as (((setweight(to_tsvector('english'::regconfig, words(((name || ' '::text) || alias_names(aliases)))), 'A'::"char") || setweight(to_tsvector('english'::regconfig, words(COALESCE(full_name, ''::text))), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, words(definition)), 'C'::"char"))) stored,
  name_search tsvector not null generated always as ((setweight(to_tsvector('simple'::regconfig, words(((name || ' '::text) || alias_names(aliases)))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, words(COALESCE(full_name, ''::text))), 'B'::"char"))) stored,
  in_texts text not null default 'auto'::text,
  links jsonb not null default '[]'::jsonb,
  needs_correction boolean not null default false,
  constraint terms_pkey PRIMARY KEY (id),
  constraint terms_meaning_key UNIQUE (name_key, full_name_key, category_key) INCLUDE (id),
  constraint terms_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint terms_aliases_check CHECK ((jsonb_array_length(aliases) <= 20)),
  constraint terms_category_check CHECK (((char_length(category) >= 1) AND (char_length(category) <= 80))),
  constraint terms_check CHECK (((disputed_status IS NULL) OR (open_disputes > 0))),
  constraint terms_check1 CHECK (((disputed_status IS NULL) = (disputed_vote_count IS NULL))),
  constraint terms_check2 CHECK (((definition <> ''::text) OR (source = 'discovery'::text))),
  constraint terms_definition_check CHECK ((char_length(definition) <= 4000)),
  constraint terms_disputed_status_check CHECK ((disputed_status = ANY (ARRAY['community'::text, 'official'::text]))),
  constraint terms_disputed_vote_count_check CHECK ((disputed_vote_count >= 0)),
  constraint terms_full_name_check CHECK (((char_length(full_name) >= 1) AND (char_length(full_name) <= 300))),
  constraint terms_in_texts_check CHECK ((in_texts = ANY (ARRAY['auto'::text, 'exact'::text, 'never'::text]))),
  constraint terms_links_check CHECK ((jsonb_array_length(links) <= 5)),
  constraint terms_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint terms_open_disputes_check CHECK ((open_disputes >= 0)),
  constraint terms_source_check CHECK ((source = ANY (ARRAY['user'::text, 'slack'::text, 'discovery'::text, 'import'::text]))),
  constraint terms_stale_reminders_check CHECK (((stale_reminders >= 0) AND (stale_reminders <= 2))),
  constraint terms_status_check CHECK ((status = ANY (ARRAY['suggested'::text, 'pending'::text, 'community'::text, 'official'::text]))),
  constraint terms_version_check CHECK ((version > 0)),
  constraint terms_vote_count_check CHECK ((vote_count >= 0))
) with (fillfactor=50);
CREATE INDEX terms_category_idx ON terms USING btree (category_key, name_key, full_name_key) INCLUDE (id);
CREATE INDEX terms_close_text_idx ON terms USING gin (close_text gin_trgm_ops);
CREATE INDEX terms_last_confirmed_idx ON terms USING btree (last_confirmed_at);
CREATE INDEX terms_owner_idx ON terms USING btree (owner_id);
CREATE INDEX terms_reported_idx ON terms USING btree (id) WHERE ((open_disputes > 0) OR needs_correction);
CREATE INDEX terms_status_idx ON terms USING btree (status, name_key, full_name_key, category_key) INCLUDE (id);
CREATE INDEX terms_unexplained_idx ON terms USING btree (status) WHERE (definition = ''::text);
CREATE INDEX terms_words_idx ON terms USING gin (search, name_search);
CREATE TRIGGER added_terms_show_quotes AFTER INSERT ON terms FOR EACH ROW WHEN ((new.status = 'suggested'::text)) EXECUTE FUNCTION show_quotes();
CREATE TRIGGER meanings_deleted AFTER DELETE ON terms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_meanings();
CREATE TRIGGER meanings_inserted AFTER INSERT ON terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_meanings();
CREATE TRIGGER meanings_renamed AFTER UPDATE OF name ON terms FOR EACH ROW WHEN ((loose(old.name) IS DISTINCT FROM loose(new.name))) EXECUTE FUNCTION count_renamed_meaning();
CREATE TRIGGER meanings_truncated AFTER TRUNCATE ON terms FOR EACH STATEMENT EXECUTE FUNCTION clear_meanings();
CREATE TRIGGER removed_terms_forget_quotes AFTER DELETE ON terms FOR EACH ROW WHEN ((old.status = 'suggested'::text)) EXECUTE FUNCTION forget_quotes();
CREATE TRIGGER terms_active_owner AFTER UPDATE OF owner_id ON terms FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND (new.owner_id IS DISTINCT FROM old.owner_id))) EXECUTE FUNCTION require_active_owner();
CREATE TRIGGER terms_active_owner_of_new BEFORE INSERT ON terms FOR EACH ROW WHEN ((new.owner_id IS NOT NULL)) EXECUTE FUNCTION require_active_owner();
CREATE TRIGGER terms_add_changed_name_words AFTER UPDATE OF name, full_name, aliases ON terms FOR EACH ROW WHEN ((old.close_text IS DISTINCT FROM new.close_text)) EXECUTE FUNCTION add_changed_name_words();
CREATE TRIGGER terms_add_name_words AFTER INSERT ON terms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_name_words();
CREATE TRIGGER terms_add_names AFTER INSERT ON terms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_term_names();
CREATE TRIGGER terms_change_names AFTER UPDATE OF name, full_name, aliases ON terms FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.full_name IS DISTINCT FROM new.full_name)) OR (old.aliases IS DISTINCT FROM new.aliases))) EXECUTE FUNCTION change_term_names();
CREATE TRIGGER terms_count_changed AFTER UPDATE OF status ON terms FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION count_changed_term();
CREATE TRIGGER terms_count_deleted AFTER DELETE ON terms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_terms();
CREATE TRIGGER terms_count_inserted AFTER INSERT ON terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_terms();
CREATE TRIGGER terms_count_truncated AFTER TRUNCATE ON terms FOR EACH STATEMENT EXECUTE FUNCTION clear_term_counts();
CREATE TRIGGER terms_forget_quotes AFTER UPDATE OF status ON terms FOR EACH ROW WHEN (((old.status = 'suggested'::text) AND (new.status <> 'suggested'::text))) EXECUTE FUNCTION forget_quotes();
CREATE TRIGGER terms_rank_relations AFTER UPDATE OF name, status, vote_count ON terms FOR EACH ROW WHEN ((((old.name_key IS DISTINCT FROM new.name_key) OR (old.status IS DISTINCT FROM new.status)) OR (old.vote_count IS DISTINCT FROM new.vote_count))) EXECUTE FUNCTION rank_relations();
CREATE TRIGGER terms_record_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON terms FOR EACH STATEMENT EXECUTE FUNCTION record_glossary_change();
CREATE TRIGGER terms_show_quotes AFTER UPDATE OF status ON terms FOR EACH ROW WHEN (((new.status = 'suggested'::text) AND (old.status <> 'suggested'::text))) EXECUTE FUNCTION show_quotes();
CREATE CONSTRAINT TRIGGER terms_tell_of_wanted AFTER UPDATE OF definition ON terms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.definition = ''::text) AND (new.definition <> ''::text))) EXECUTE FUNCTION tell_of_definition();
CREATE TRIGGER terms_unrelate AFTER DELETE ON terms REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION drop_relations();

create table translations (
  term_id uuid not null,
  language text not null,
  name text,
  full_name text,
  definition text not null,
  version integer,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  search tsvector not null generated always as (to_tsvector('simple'::regconfig, words(((COALESCE(full_name, ''::text) || ' '::text) || definition)))) stored,
  constraint translations_pkey PRIMARY KEY (term_id, language),
  constraint translations_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint translations_definition_check CHECK (((char_length(definition) >= 1) AND (char_length(definition) <= 4000))),
  constraint translations_full_name_check CHECK (((char_length(full_name) >= 1) AND (char_length(full_name) <= 300))),
  constraint translations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint translations_version_check CHECK ((version > 0))
);
CREATE INDEX translations_search_idx ON translations USING gin (search);
CREATE TRIGGER translations_record_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON translations FOR EACH STATEMENT EXECUTE FUNCTION record_glossary_change();

create table users (
  id uuid not null default gen_random_uuid(),
  email text not null,
  display_name text,
  public_name text not null generated always as (COALESCE(display_name, split_part(email, '@'::text, 1))) stored,
  messaging_user_id text,
  role text not null default 'viewer'::text,
  is_active boolean not null default true,
  session_generation integer not null default 0,
  created_at timestamp with time zone not null default now(),
  last_login_at timestamp with time zone,
  language text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_messaging_user_id_key UNIQUE (messaging_user_id),
  constraint users_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 300))),
  constraint users_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320))),
  constraint users_messaging_user_id_check CHECK (((char_length(messaging_user_id) >= 1) AND (char_length(messaging_user_id) <= 100))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text]))),
  constraint users_session_generation_check CHECK ((session_generation >= 0))
);
CREATE UNIQUE INDEX users_email_key ON users USING btree (fold(email));
CREATE TRIGGER users_credentials AFTER DELETE OR UPDATE OF role, is_active, language ON users FOR EACH STATEMENT EXECUTE FUNCTION notify_credential_change();
CREATE TRIGGER users_record_change AFTER UPDATE OF email, display_name ON users FOR EACH ROW WHEN ((old.public_name IS DISTINCT FROM new.public_name)) EXECUTE FUNCTION record_glossary_change();

create table visits (
  user_id uuid not null,
  last_at timestamp with time zone not null,
  previous_at timestamp with time zone,
  constraint visits_pkey PRIMARY KEY (user_id),
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table votes (
  term_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint votes_pkey PRIMARY KEY (term_id, user_id),
  constraint votes_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  constraint votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX votes_created_idx ON votes USING brin (created_at);
CREATE INDEX votes_user_idx ON votes USING btree (user_id);

create table wanted_keys (
  week date not null,
  key bytea not null,
  constraint wanted_keys_pkey PRIMARY KEY (week),
  constraint wanted_keys_key_check CHECK ((octet_length(key) = 32))
);

create table wanted_names (
  id uuid not null default gen_random_uuid(),
  name_key text collate "C" not null,
  name text not null,
  is_public boolean not null,
  last_asked_on date not null,
  constraint wanted_names_pkey PRIMARY KEY (id),
  constraint wanted_names_name_key_key UNIQUE (name_key),
  constraint wanted_names_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);

create table wanted_people (
  week date not null,
  name_id uuid not null,
  person_hash bytea not null,
  constraint wanted_people_pkey PRIMARY KEY (name_id, week, person_hash),
  constraint wanted_people_name_id_week_fkey FOREIGN KEY (name_id, week) REFERENCES wanted_weeks(name_id, week) ON DELETE CASCADE,
  constraint wanted_people_person_hash_check CHECK ((octet_length(person_hash) = 32))
);

create table wanted_requests (
  name_key text collate "C" not null,
  user_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint wanted_requests_pkey PRIMARY KEY (name_key, user_id),
  constraint wanted_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint wanted_requests_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE INDEX wanted_requests_user_idx ON wanted_requests USING btree (user_id);

create table wanted_weeks (
  week date not null,
  name_id uuid not null,
  from_page integer not null default 0,
  from_lookup integer not null default 0,
  from_slack integer not null default 0,
  from_mcp integer not null default 0,
  people integer not null default 0,
  constraint wanted_weeks_pkey PRIMARY KEY (name_id, week),
  constraint wanted_weeks_name_id_fkey FOREIGN KEY (name_id) REFERENCES wanted_names(id) ON DELETE CASCADE,
  constraint wanted_weeks_people_check CHECK ((people >= 0))
);
CREATE INDEX wanted_weeks_listed_idx ON wanted_weeks USING btree (name_id) WHERE (people >= 2);

create table webhooks (
  id uuid not null default gen_random_uuid(),
  url text not null,
  events text[] not null,
  encrypted_secret bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  disabled_at timestamp with time zone,
  paused_until timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint webhooks_events_check CHECK ((cardinality(events) >= 1)),
  constraint webhooks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)))
);
CREATE INDEX webhooks_creator_idx ON webhooks USING btree (created_by);

-- view learned_aliases: id uuid, term_id uuid, name text, name_key text, people integer, since timestamp with time zone

-- view shown_terms: id uuid, version integer, term json

-- view texts_about_people: table_name name, column_name name, type text, is_log boolean

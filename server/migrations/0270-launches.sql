-- A form can be a page of another program (FORM_URL_<KIND>). So that what is entered there reaches the books, the portal gives the
-- page a code in its address, and the program exchanges it for a token: bound to the person who opened the form, their session, the
-- form and its draft. Only digests of code and token are stored.
create table launch (
  id uuid primary key,
  user_id uuid not null references users (id),
  session_id uuid not null,
  form text not null,
  draft_id uuid not null,
  party_id uuid,
  about uuid,
  -- The person confirms each document in Talaan.
  reviews boolean not null,
  opened_at timestamptz not null,
  code_hash text not null unique,
  key_id uuid references api_key (id),
  exchanged_at timestamptz,
  token_start text unique,
  token_hash text,
  outcome text check (outcome in ('prepared', 'cancelled', 'replaced', 'reused')),
  ended_at timestamptz,
  check ((key_id is null) = (exchanged_at is null)),
  check ((key_id is null) = (token_start is null)),
  check ((key_id is null) = (token_hash is null)),
  check ((outcome is null) = (ended_at is null))
);
create index launch_of_draft on launch (draft_id) where ended_at is null;

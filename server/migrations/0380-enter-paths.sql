-- Each person decides once where Enter stops in a form, and finds it so on every computer: the fields that it passes over, and
-- those where it stops although the form would pass over them.
create table enter_path (
  user_id uuid not null references users (id),
  form text not null check (form ~ '^[a-z]{1,30}$'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object' and length(fields::text) <= 8000),
  saved_at timestamptz not null,
  primary key (user_id, form)
);

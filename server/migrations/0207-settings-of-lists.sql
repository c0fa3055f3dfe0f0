-- Each person arranges the columns of a list once and finds them so on every computer: their order, their widths, and which are
-- shown. A list may also show the chosen document beside it.
create table list_setting (
  user_id uuid not null references users (id),
  list text not null check (list ~ '^[a-z]{1,30}$'),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and length(columns::text) <= 4000),
  is_split boolean not null,
  saved_at timestamptz not null,
  primary key (user_id, list)
);

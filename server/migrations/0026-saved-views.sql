-- An accountant asks the same reports every month: a view is a report's address with its days and choices, under a name.

create table saved_view (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null check (length(name) between 1 and 80),
  address text not null check (address ~ '^/financialreport([/?]|$)' and length(address) <= 500),
  saved_at timestamptz not null
);
create unique index saved_view_one_per_name on saved_view (user_id, lower(name));

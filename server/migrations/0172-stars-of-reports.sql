-- The index of reports lists the favourites of each person first.
create table report_star (
  user_id uuid not null references users (id),
  report text not null check (length(report) between 1 and 40),
  starred_at timestamptz not null,
  primary key (user_id, report)
);

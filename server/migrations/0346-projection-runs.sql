-- The projection of cash is stored each night, so that it can be compared with the cash that came: at the end of each of its weeks,
-- the cash if customers pay as usual, and if they pay late or early.
create table projection_week (
  made_on date not null,
  day date not null check (day >= made_on),
  low bigint not null,
  likely bigint not null,
  high bigint not null,
  primary key (made_on, day)
);
create index projection_week_by_day on projection_week (day);
create trigger projection_week_never_changes before update on projection_week for each row execute function refuse_change();

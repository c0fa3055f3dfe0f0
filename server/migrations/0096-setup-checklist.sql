-- The items of the setup checklist that somebody marked as done, because they don't apply to the company or are right as they are.
create table setup_step (
  step text primary key,
  done_by text not null,
  done_at timestamptz not null
);

-- Companies that already record documents are set up.
insert into setup_step (step, done_by, done_at)
select step, 'Talaan', now() from unnest(array['taxes', 'banks', 'opening', 'mail']) as step
where exists (select from document);

-- A bundle of papers is counted and added up before it is recorded, whether it comes from a spreadsheet or is typed into a
-- form. What was counted stays with the batch; a bundle is put away when it agrees, or with the difference in words.

alter table import_batch
  add column counted int check (counted >= 0),
  add column control_total bigint,
  -- The form of a bundle that is typed; a batch of a spreadsheet has none.
  add column form text,
  add column closed_at timestamptz,
  -- What the papers came to less the tape, and what was missing of the count, when it was put away.
  add column difference bigint,
  add column missing int,
  add column explanation text check (length(explanation) between 5 and 500),
  add check (form is null or (counted is not null and control_total is not null)),
  add check (form is null or closed_at is null or explanation is not null or (difference = 0 and missing = 0));
create unique index import_batch_one_open_bundle on import_batch (begun_by, form) where form is not null and closed_at is null;

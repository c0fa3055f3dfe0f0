-- An asset is sold, scrapped or lost. What is kept here is what the accountant decided; the voucher that takes it off the
-- books is found by its reference, DIS- and the number. Once there is one, voided or not, the decision stays as it was: an
-- asset whose voucher is voided is back, and goes again by another decision.

create table asset_disposal (
  no integer generated always as identity primary key,
  asset_id uuid not null references asset (id),
  day date not null,
  reason text not null check (reason in ('sold', 'scrapped', 'lost')),
  -- The sales invoice to the buyer.
  invoice_id uuid references document (id),
  cost_account text not null references account (code),
  decided_by uuid not null references users (id),
  decided_at timestamptz not null,
  check ((reason = 'sold') = (invoice_id is not null))
);
create index asset_disposal_of_asset on asset_disposal (asset_id, no);

create function recorded_disposal_stays() returns trigger language plpgsql as $$
begin
  if exists (select from document where kind = 'journalvoucher' and external_no = 'DIS-' || old.no) then
    raise exception 'the disposal DIS-% is recorded and stays as it was', old.no using errcode = 'TA001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger recorded_disposal_stays before update or delete on asset_disposal
  for each row execute function recorded_disposal_stays();
create trigger asset_disposal_is_never_emptied before truncate on asset_disposal
  for each statement execute function refuse_change();

-- Books that began before this account was in the chart get it; a code that they use otherwise stays theirs.
insert into account (code, name, type, normal, control, statement_line, active)
select '7040', 'Gain/(loss) on disposal of assets', 'other', 'credit', false, 'Other income', true
where exists (select from account)
on conflict (code) do nothing;

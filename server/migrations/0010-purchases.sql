-- Counts of petty cash that found what the books say, and who kept a fund and what it was filled up to before a document
-- changed it. A count that finds something else is a document.
create table cash_count (
  id uuid primary key,
  account text not null references money_account (code),
  day date not null,
  -- Numbers of notes and coins, from the largest denomination.
  pieces integer[] not null,
  counted bigint not null check (counted >= 0),
  custodian text not null,
  counted_by text not null,
  witness text not null,
  memo text not null,
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null
);
create index cash_count_by_account on cash_count (account, recorded_at);
create trigger cash_count_only_grows before update or delete on cash_count for each row execute function refuse_change();

create table fund_change (
  document_id uuid primary key references document (id),
  account text not null references money_account (code),
  custodian_before text not null,
  custodian_after text not null,
  float_before bigint not null,
  float_after bigint not null
);
create trigger fund_change_only_grows before update or delete on fund_change for each row execute function refuse_change();

-- Defaults and duplicates are asked for by party while a person types.
create index document_by_party on document (party_id, recorded_at) where party_id is not null;

-- What is asked of documents after they are recorded is in rows with keys, not in paths into their JSON: which document
-- leads to which other one, and the few facts that lists, books, returns and rules look for. The fields of a document stay
-- as they were sealed; verify compares them with these rows.

-- Each document that leads to another one: a credit memo or a supplier's credit to what it credits, a journal voucher to the
-- voucher it reverses, a petty cash voucher to the advance it accounts for.
create table document_link (
  document_id uuid not null references document (id),
  linked_id uuid not null references document (id),
  relation text not null check (relation in ('credit_of', 'reversal_of', 'accounts_for')),
  primary key (document_id, relation, linked_id),
  check (linked_id <> document_id)
);
create index document_link_by_linked on document_link (linked_id, relation);

-- The terms and the address that the loose-leaf books print, and where a receipt was asked for.
create table document_detail (
  document_id uuid primary key references document (id),
  terms text not null,
  party_address text not null,
  receipt_to text not null,
  check ((terms, party_address, receipt_to) <> ('', '', ''))
);

-- Certificates of tax withheld by customers: received for a period, or written off. The account tells the tax they prove.
create table tax_certificate (
  document_id uuid primary key references document (id),
  act text not null check (act in ('received', 'written_off')),
  account text not null references account (code),
  from_day date,
  to_day date,
  check (act = 'written_off' or (from_day is not null and to_day is not null))
);

-- What a document does with a petty cash fund, and the count that it rests on: pieces from the largest denomination.
create table fund_act (
  document_id uuid primary key references document (id),
  fund text not null references money_account (code),
  act text not null check (act in ('establish', 'count', 'replenish', 'increase', 'close')),
  pieces integer[],
  counted_by text not null,
  witness text not null,
  custodian text not null
);
create index fund_act_by_fund on fund_act (fund);

-- What rules for bank lines learn from: the type of an adjustment with its other account, and both ends of a transfer.
create table bank_adjustment (
  document_id uuid primary key references document (id),
  type text not null,
  counter text
);
create table fund_transfer (
  document_id uuid primary key references document (id),
  from_account text not null references money_account (code),
  to_account text not null references money_account (code)
);

insert into document_link (document_id, linked_id, relation)
select document.id, linked.id, 'credit_of'
from document join document as linked on linked.id = (document.fields ->> 'creditOf')::uuid
where document.kind in ('bill', 'creditmemo')
union all
select document.id, linked.id, 'accounts_for'
from document join document as linked on linked.id = (document.fields ->> 'advance')::uuid
where document.kind = 'pettycash'
union all
select document.id, linked.id, 'reversal_of'
from document join document as linked on linked.number = document.fields ->> 'reverses'
where document.kind = 'journalvoucher' and linked.id <> document.id;

insert into document_detail (document_id, terms, party_address, receipt_to)
select id, terms, party_address, receipt_to
from document cross join lateral (
  select coalesce(fields ->> 'terms', '') as terms, coalesce(receipt #>> '{party,address}', '') as party_address,
    coalesce(fields ->> 'email', '') as receipt_to
) as said
where (terms, party_address, receipt_to) <> ('', '', '');

insert into tax_certificate (document_id, act, account, from_day, to_day)
select id, coalesce(fields ->> 'act', 'received'), coalesce(fields #>> '{rows,0,account}', '1321'),
  (fields ->> 'from')::date, (fields ->> 'to')::date
from document where kind = 'certificate';

insert into fund_act (document_id, fund, act, pieces, counted_by, witness, custodian)
select id, fields ->> 'fund', fields ->> 'act',
  case jsonb_typeof(fields -> 'count') when 'array' then array(
    select piece::integer from jsonb_array_elements_text(fields -> 'count') with ordinality as counted (piece, at) order by at
  ) end,
  coalesce(fields ->> 'countedBy', ''), coalesce(fields ->> 'witness', ''), coalesce(fields ->> 'custodian', '')
from document where kind = 'pettycashfund';

insert into bank_adjustment (document_id, type, counter)
select id, fields ->> 'type', fields ->> 'counter' from document where kind = 'bankadjustment';

insert into fund_transfer (document_id, from_account, to_account)
select id, fields ->> 'from', fields ->> 'to' from document where kind = 'transfer';

create trigger document_link_only_grows before update or delete on document_link for each row execute function refuse_change();
create trigger document_link_is_never_emptied before truncate on document_link for each statement execute function refuse_change();
create trigger document_detail_only_grows before update or delete on document_detail for each row execute function refuse_change();
create trigger tax_certificate_only_grows before update or delete on tax_certificate for each row execute function refuse_change();
create trigger fund_act_only_grows before update or delete on fund_act for each row execute function refuse_change();
create trigger bank_adjustment_only_grows before update or delete on bank_adjustment for each row execute function refuse_change();
create trigger fund_transfer_only_grows before update or delete on fund_transfer for each row execute function refuse_change();

-- VAT and percentage tax that government offices withhold are proved by certificates as income tax is: each collection that
-- has some opens an item on account 1325, which the certificate settles. The balance of the account stays until the return
-- takes it, so these items are beside the balance and not its parts.
insert into open_item (document_id, settles, party_id, account, day, amount)
select document.id, document.id, line.party_id, line.account, line.day, sum(line.debit)
from line
join entry on entry.no = line.entry_no and entry.reverses is null
join document on document.id = entry.document_id
where line.account = '1325' and line.debit > 0 and document.kind = 'collection' and line.party_id is not null
  and not exists (select from document_void where document_void.document_id = document.id)
group by document.id, line.party_id, line.account, line.day;

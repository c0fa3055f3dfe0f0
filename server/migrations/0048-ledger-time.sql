-- The time of the last entry stands at the head of the chain, so that whoever posts next is never earlier, whatever a clock says.
alter table ledger_head add last_posted_at timestamptz;
update ledger_head set last_posted_at = (select posted_at from entry where no = last_entry);

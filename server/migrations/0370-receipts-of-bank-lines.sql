-- A receipt can be for a line of a bank statement: money left the account, and the file says for what. The bill that is recorded from
-- the file is then paid from that account and matched with the line. A line has at most one such file.
alter table arrival add column bank_line_id uuid unique references bank_line (id);

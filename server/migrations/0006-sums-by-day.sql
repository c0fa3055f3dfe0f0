-- A trial balance asks for the days of one month in all accounts. The primary key leads with the account, so that question
-- read every day the company has ever had; PostgreSQL 18 skips through the key, earlier ones read the whole table.

create index account_day_by_day on account_day (day);

-- What tax returns and books say of the company besides its name: its revenue district, the end of its fiscal year, and
-- the permit its loose-leaf books are kept under. The trigger of the company's standing facts covers these columns too.

alter table company add column rdo_code text not null default '' check (rdo_code ~ '^([0-9]{3}|[0-9]{2}[A-C]|[0-9]{3}[A-C])?$');
-- The month the year ends with.
alter table company add column fiscal_year_end smallint not null default 12 check (fiscal_year_end between 1 and 12);
alter table company add column permit_no text not null default '';
alter table company add column permit_day date;
alter table company add check (permit_day is null or permit_no <> '');

-- Changes of settings are read newest first, apart from all else that is audited.
create index audit_of_settings on audit (seq) where action like 'settings.%';

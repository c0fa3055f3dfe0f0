-- Users see the company's cash, debts and profit on their dashboard only if an administrator lets them; admins and accountants always do.
alter table users
  add column sees_overview boolean not null default false,
  add constraint users_sees_overview_check check (role = 'user' or not sees_overview);

select note_all('users');

-- A program on this machine reads each file that arrives: its words with their places, and the facts of an invoice. A reading is
-- never changed; a later one, after a rule was improved, replaces it. Where a fact is printed stays with it, so that a person can
-- compare both.
create table arrival_reading (
  id bigint generated always as identity primary key,
  arrival_id uuid not null references arrival (id),
  rules_version int not null check (rules_version > 0),
  read_at timestamptz not null,
  took_ms int not null check (took_ms >= 0),
  -- From the text of a PDF, or from a picture.
  source text not null check (source in ('text', 'picture', 'none')),
  result text not null check (result in ('read', 'poor', 'failed')),
  reason text not null default '' check (result = 'read' or reason <> ''),
  -- The mean of the words of a picture, in percent.
  confidence int check (confidence between 0 and 100),
  pages int not null check (pages >= 0),
  kind text not null check (kind in ('invoice', 'receipt', 'certificate', 'statement', 'delivery', 'order', 'unknown')),
  is_own boolean not null,
  names_us boolean not null,
  currency text,
  -- The supplier, or the customer of our own invoice, if it is registered.
  party_id uuid references party (id),
  seller_tin text,
  seller_name text,
  number text,
  day date,
  total bigint,
  -- Everything that a person checks before recording was read.
  is_ready boolean not null,
  -- The facts with their place and grade.
  fields jsonb not null
);
create index arrival_reading_by_arrival on arrival_reading (arrival_id, id desc);
create index arrival_reading_by_content on arrival_reading (party_id, number) where number is not null;
create trigger arrival_reading_only_grows before update or delete on arrival_reading for each row execute function refuse_change();
create trigger arrival_reading_is_never_emptied before truncate on arrival_reading
  for each statement execute function refuse_change();

-- Pages of a PDF as pictures, so that a browser shows them without opening the PDF. They are made from the file, once.
create table arrival_page (
  arrival_id uuid not null references arrival (id),
  page int not null check (page between 1 and 20),
  picture bytea not null,
  primary key (arrival_id, page)
);

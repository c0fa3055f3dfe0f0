-- People search for a word that is printed on a file, and many files are attached to a document without Arrivals. Their text is read
-- once, in the background; '' if a file can't be read.
create table file_text (
  sha256 text primary key references attachment_content (sha256),
  text text not null,
  read_at timestamptz not null
);
create index file_text_by_word on file_text using gin (words_of_file(text));

// The tables and columns in which verify finds no change, each with the reason. docs/security.md has the same list; a proof that
// changes every table at random fails for whatever is neither found nor here.

export const notFindable: Readonly<Record<string, string>> = {
  draft: 'not recorded yet; the person reviews the draft again before recording it',
  'attachment of a draft': 'belongs to no document yet; it is sealed with the document when that is recorded',
  import_batch: 'the progress of an import; the documents that it recorded are in the chain',
  book_file: 'a printed book that was not bound, stored for a few days; bound ones are found',
  book_file_part: 'as above',
  job: 'work that is queued; it comes and goes with every message and backup',
  outbox: 'copies of messages; what they state is in documents and certificates',
  inquiry: 'copies of messages to your contact address',
  filing_reminder: 'which reminders were sent',
  bookmark: 'personal settings without effect on the books',
  saved_view: 'as above',
  session: 'sign-ins, which change with every click; the audit trail has who signed in',
  custom_token: 'as above',
  limiter: 'counts of failed sign-ins, which are dropped after some time',
  signing_key: 'keys that Talaan replaces; a wrong key only signs everybody out',
  standing_facts: 'the number of a cache, made again at each change of settings',
  schema_migration: 'checked at startup against the files of the release',
  'document.search_words': 'made by the database from the text to search in',
  'attachment.seq': 'the order in which attachments came, which has no meaning of its own',
  'open_item.id': 'a number without meaning of its own',
  'event added at the end':
    'an audit event that someone adds as Talaan would is sealed like any other; it stays in the trail for everyone to see',
  'audit_head.only_one': 'allows one value only',
}

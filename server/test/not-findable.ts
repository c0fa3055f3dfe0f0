// The tables and columns in which verify finds no change, each with the reason. docs/security.md has the same list. A test that
// changes every table at random fails for each change that is neither found nor listed here.

export const notFindable: Readonly<Record<string, string>> = {
  draft: 'not recorded yet; the user reviews the draft again before recording it',
  'attachment of a draft': 'belongs to no document yet; it is sealed with the document when that is recorded',
  import_batch: 'the progress of an import; the documents that it recorded are in the chain',
  book_file: 'a printed book that was not bound, stored for a few days; changes of bound books are found',
  book_file_part: 'as above',
  job: 'background work, which changes with every message and backup',
  outbox: 'copies of messages; their figures are in documents and certificates',
  customer_message: 'which statements and reminders were sent; their figures are in documents',
  reminder_opt_out: 'which customers want no reminders; each choice is in the audit trail',
  inquiry: 'copies of messages to your contact address',
  filing_reminder: 'which reminders were sent',
  bookmark: 'personal settings without effect on the books',
  saved_view: 'as above',
  list_setting: 'as above',
  setup_step: 'which items of the setup checklist were marked as done',
  session: 'sessions, which change with every request; the audit trail shows who logged in',
  custom_token: 'as above',
  api_key_use: 'when an API key was last used; its calls are in the audit trail',
  api_request: 'which calls of programs were sent before, so that a repeated one takes effect once',
  limiter: 'counts of failed logins, which are deleted after some time',
  signing_key:
    'signing keys; if they are deleted, Talaan creates new ones at the next start, and everyone has to log in again. The key of exported sales documents is among them: a new one does not verify earlier exports, so keep its public key',
  stored_today: 'how much each user has uploaded today; reset every day',
  recovery_test: 'results of the weekly test of a restore, which is repeated',
  safety_problem: 'current warnings about disks; they are written again as long as the problem exists',
  standing_facts: 'the version of a cache, which changes with the settings',
  schema_migration: 'checked at startup against the files of the release',
  'document.search_words': 'computed by the database from the searchable text',
  'attachment.seq': 'the order in which attachments were uploaded, which has no meaning of its own',
  'open_item.id': 'a number without meaning of its own',
  'event added at the end':
    "a forged event that looks like one of Talaan's is sealed like any other, but it stays visible in the audit trail",
  'audit_head.only_one': 'allows only one value',
}

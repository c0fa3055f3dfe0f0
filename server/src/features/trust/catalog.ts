// The checks of the Trust page in words: what each proves, which fault it would have found, and what it doesn't prove.
import type { CheckGroup } from '@talaan/contract/trust.ts'

export type CheckWords = { group: CheckGroup; proves: string; finds: string; misses: string }

/** By the name of the check, in the order of verify. */
export const bookWords: Readonly<Record<string, CheckWords>> = {
  'every entry has two lines or more and balances': {
    group: 'journal',
    proves: 'Debits equal credits in each entry.',
    finds: 'an amount that was changed in one line of an entry',
    misses: 'that the amounts and accounts are right',
  },
  'every line has the date of its entry': {
    group: 'journal',
    proves: 'All lines of an entry are posted on one date.',
    finds: 'a line that was moved to another month',
    misses: 'that the date is the date of the transaction',
  },
  'total debits equal total credits': {
    group: 'journal',
    proves: 'The whole journal balances.',
    finds: 'a debit or credit line that was added or removed',
    misses: 'that debits and credits were posted to the right accounts',
  },
  'stored monthly totals equal the journal lines': {
    group: 'journal',
    proves: 'Monthly reports use the same amounts as the journal.',
    finds: 'a balance that was changed without an entry',
    misses: 'that the entries themselves are right',
  },
  'stored daily totals equal the journal lines': {
    group: 'journal',
    proves: 'Reports as of a date use the same amounts as the journal.',
    finds: 'a daily balance that was changed without an entry',
    misses: 'that the entries themselves are right',
  },
  'both sides of a bank match have the same total, and only active matches contain lines': {
    group: 'bank',
    proves: 'Matched bank lines and entries have the same total.',
    finds: 'a match that was changed to hide a difference',
    misses: 'that the matched lines belong together',
  },
  'a signed-off month has no unmatched bank lines': {
    group: 'bank',
    proves: 'Each bank line of a signed-off month is matched or marked as a bank error.',
    finds: 'a match that was removed after the sign-off',
    misses: 'anything about months that are not signed off',
  },
  'each number series runs from 1 without a gap': {
    group: 'documents',
    proves: 'No document number is missing.',
    finds: 'an invoice that was removed from the database',
    misses: 'that every sale was recorded',
  },
  'document numbers follow the order of the entries': {
    group: 'documents',
    proves: 'Documents were numbered in the order in which they were recorded.',
    finds: 'a number that was assigned to a document later',
    misses: 'that documents were recorded on time',
  },
  'a document has its entry, and a void its reversal': {
    group: 'documents',
    proves: 'Each document is posted once, and each voided document is reversed once.',
    finds: 'a document without an entry, and a reversal without a void',
    misses: 'that the entry uses the right accounts',
  },
  'each document agrees with its number, its receipt and its entry': {
    group: 'documents',
    proves: 'The number, the receipt and the entry of each document agree.',
    finds: 'a customer name or TIN that was changed after recording',
    misses: 'that no one altered a printed copy',
  },
  'customer and supplier details match their change history': {
    group: 'records',
    proves: 'Each correction of a customer or supplier is in its history.',
    finds: 'a TIN that was changed without a correction',
    misses: 'that the details of the customer or supplier are correct',
  },
  'merged customers and suppliers match their merges': {
    group: 'records',
    proves: 'Each merge of customers or suppliers is recorded.',
    finds: 'two customers whose documents were combined without a merge',
    misses: 'that both were the same party',
  },
  'every entry has its audit event': {
    group: 'audit',
    proves: 'The audit trail shows who posted each entry.',
    finds: 'an entry that was posted outside Talaan',
    misses: 'that this person was at the keyboard',
  },
  'at least one administrator is active, and at most five accounts': {
    group: 'records',
    proves: 'At least one administrator can manage the user accounts.',
    finds: 'a sixth user account that was activated in the database',
    misses: 'that only these people know the passwords',
  },
  'approved documents match their approvals': {
    group: 'records',
    proves: 'Each approved document was recorded from the draft sent for approval, by an approver who did not send it.',
    finds: 'an approval that was moved to another document or person',
    misses: 'that the approver looked at the document',
  },
  'inactive user accounts are not logged in': {
    group: 'records',
    proves: 'A deactivated user account has no open session.',
    finds: 'a session that stayed open after a deactivation',
    misses: 'that no one misused the account before it was deactivated',
  },
  'control accounts reconcile to their open items': {
    group: 'items',
    proves: 'Receivables and payables of the ledger equal the lists of open items.',
    finds: 'an item whose amount was changed',
    misses: 'that customers agree with the amounts',
  },
  'the open amount of each item equals its movements': {
    group: 'items',
    proves: 'Each open amount is the invoice less its payments.',
    finds: 'an invoice that was set to paid without a payment',
    misses: 'that a payment was applied to the right invoice',
  },
  'movements of open items equal those of their documents': {
    group: 'items',
    proves: 'Open items changed only through documents.',
    finds: 'a due date or an amount that differs from the document',
    misses: 'that every document was recorded',
  },
  'movements of open items belong to the party of the item': {
    group: 'items',
    proves: 'A payment settles only invoices of the same party.',
    finds: 'a payment that was moved to the invoice of another customer',
    misses: 'that the customer meant this invoice',
  },
  'an issued cheque has its document and its leaf': {
    group: 'bank',
    proves: 'Each cheque in the register belongs to a payment.',
    finds: 'a cheque that was added without a document',
    misses: 'that the cheque handed over has the same amount',
  },
  'every leaf belongs to one cheque book, and a void cheque cannot be used again': {
    group: 'bank',
    proves: 'No leaf is used twice.',
    finds: 'a void cheque that became usable again',
    misses: 'that no leaf was torn out',
  },
  'no petty cash fund falls below zero': {
    group: 'bank',
    proves: 'No petty cash fund paid out more than it held.',
    finds: 'a voucher that was added to a fund in the database',
    misses: 'that the cash is in the box; count it',
  },
  'every requested receipt is queued or sent': {
    group: 'documents',
    proves: 'No e-mail for a document was lost.',
    finds: 'a message that was removed from the queue',
    misses: 'that the customer read it',
  },
  'every reference points to an existing row': {
    group: 'records',
    proves: 'No record refers to another one that is missing.',
    finds: 'a party or document that was deleted in the database',
    misses: 'that the reference is to the right record',
  },
  'the hash chain matches the stored entries': {
    group: 'chains',
    proves: 'No posted entry, document, cheque or attachment detail has been changed since it was recorded.',
    finds: 'any changed field of a posted entry',
    misses: 'that the whole chain was not recomputed; the audit trail and the backups show that',
  },
  'the links and details of each document match the data entered': {
    group: 'documents',
    proves: 'Lists and books use the data that was entered.',
    finds: 'a link between documents that was changed',
    misses: 'that the data was entered correctly',
  },
  'attachments are unchanged': {
    group: 'documents',
    proves: 'Each attached file is stored and has the bytes that were uploaded.',
    finds: 'a missing or replaced file',
    misses: 'that the file shows the transaction',
  },
  'the seals of closed months match their entries': {
    group: 'chains',
    proves: 'Nothing was added to or removed from a closed month.',
    finds: 'a closed month that was opened in the database',
    misses: 'anything about months that are still open',
  },
  'bound books are unchanged': {
    group: 'filed',
    proves: 'Each bound book still has the pages that were bound.',
    finds: 'a page that was replaced',
    misses: 'that the printed copy is the same; check the code on its pages',
  },
  'filed returns are unchanged': {
    group: 'filed',
    proves: 'Each filed return still has the amounts that were filed.',
    finds: 'a box that was changed after filing',
    misses: 'that the BIR received the same amounts',
  },
  'issued certificates are unchanged': {
    group: 'filed',
    proves: 'Each form 2307 and 2306 is stored as it was issued.',
    finds: 'an amount that was changed after issue',
    misses: 'that the supplier received it',
  },
  'records match the audit trail': {
    group: 'audit',
    proves: 'Closed months, bound books, filed returns and certificates match the audit trail.',
    finds: 'a return or certificate that was removed or recomputed',
    misses: 'that no record was removed together with its event after the last backup',
  },
  'recorded and voided documents match the audit trail': {
    group: 'audit',
    proves: 'Each document was recorded or voided as the audit trail says.',
    finds: 'the newest documents, removed with all their rows',
    misses: 'that no document was removed from the books and the audit trail after the last backup',
  },
  'accounts, settings, registers and bank records match the audit trail': {
    group: 'audit',
    proves: 'User accounts, roles, settings and bank records were changed only through Talaan.',
    finds: 'a role that was changed without an event',
    misses: 'that the person was allowed to make the change',
  },
  'entries match what backups recorded': {
    group: 'chains',
    proves: 'The entries are the same as when each backup was made.',
    finds: 'a chain that was cut or recomputed after a backup',
    misses: 'anything about entries after the last backup',
  },
  'the audit trail matches its seals': {
    group: 'chains',
    proves: 'No sealed event was changed, moved or removed.',
    finds: 'an event that was deleted to hide a change',
    misses:
      'that no events were cut off after the last backup, unless you saved the last hashes of both chains outside the server',
  },
}

export const systemWords = {
  'a backup of the last 26 hours was restored and verified': {
    group: 'backups',
    proves: 'The books can be restored as of last night.',
    finds: 'a backup that failed or was not made',
    misses: 'that a copy is stored outside this building',
  },
  'no backup contains books with errors': {
    group: 'backups',
    proves: 'The newest backup passed all checks when it was restored.',
    finds: 'books that were already damaged when they were backed up',
    misses: 'that nothing has been damaged since then',
  },
  'a point-in-time restore was tested in the last 8 days': {
    group: 'backups',
    proves: 'The books can be restored to any second, not only to the time of a nightly backup.',
    finds: 'a log of changes that cannot be read',
    misses: 'that your system administrator knows how to restore the books; practice a restore',
  },
  'the log and the second disk are up to date': {
    group: 'backups',
    proves: 'Each entry is copied as soon as it is recorded.',
    finds: 'a full or broken second disk',
    misses: 'that the two disks are in different places',
  },
  'no background job has failed': {
    group: 'system',
    proves: 'E-mails, reminders and recurring documents were processed.',
    finds: 'a message that no mail server accepted',
    misses: 'that no message was refused later',
  },
  'background jobs are started in time': {
    group: 'system',
    proves: 'Jobs start when they are due.',
    finds: 'a worker that has stopped',
    misses: 'that they finish quickly',
  },
  'audit events are sealed within 5 minutes': {
    group: 'system',
    proves: 'Each event becomes part of the chain soon after it happens.',
    finds: 'sealing that has stopped',
    misses: 'that no event was changed before it was sealed',
  },
  'the times of entries and events are in order': {
    group: 'system',
    proves: 'No entry or event is from the future, and no entry is earlier than the one before it.',
    finds: 'a server clock that was set back',
    misses: 'that the clock shows the right time',
  },
  'the disk has room': {
    group: 'system',
    proves: 'Files can be uploaded and documents recorded.',
    finds: 'a disk that is nearly full or read-only',
    misses: 'that a database server on another machine has free space',
  },
  'the database has the schema of this release': {
    group: 'system',
    proves: 'All migrations of this release have run, and no others.',
    finds: 'an upgrade that did not finish',
    misses: 'that no one changed the schema by hand',
  },
  'the triggers that protect posted rows are on': {
    group: 'system',
    proves: 'The database itself refuses changes to posted rows.',
    finds: 'a protection that was switched off for a change',
    misses: 'that it was never switched off and on again',
  },
} as const satisfies Record<string, CheckWords>

export type SystemCheck = keyof typeof systemWords

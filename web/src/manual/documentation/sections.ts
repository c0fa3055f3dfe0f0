// The sections of the documentation, in the order of its list.
export const sections = [
  { id: 'invoices', title: 'How an invoice posts' },
  { id: 'bills', title: 'How a bill posts' },
  { id: 'pettycash', title: 'How petty cash posts' },
  { id: 'collections', title: 'How a collection posts' },
  { id: 'payments', title: 'How a bills payment posts' },
  { id: 'deposits', title: 'How a deposit posts' },
  { id: 'withdrawals', title: 'How a withdrawal posts' },
  { id: 'transfers', title: 'How a fund transfer posts' },
  { id: 'cheques', title: 'How a cheque posts' },
  { id: 'journalvouchers', title: 'How a journal voucher posts' },
  { id: 'opening', title: 'How opening balances post' },
  { id: 'void', title: 'How a void posts' },
  { id: 'chart', title: 'Chart of accounts' },
  { id: 'rounding', title: 'Money and rounding' },
  { id: 'vat', title: 'VAT arithmetic' },
  { id: 'numbers', title: 'Numbers' },
  { id: 'chain', title: 'Hash chain and verify' },
  { id: 'closing', title: 'Closing a month' },
  { id: 'books', title: 'Loose-leaf books and proof' },
  { id: 'certificates', title: 'Certificates and lists' },
  { id: 'calendar', title: 'Tax calendar' },
  { id: 'backup', title: 'Backup' },
] as const

export type SectionId = (typeof sections)[number]['id']

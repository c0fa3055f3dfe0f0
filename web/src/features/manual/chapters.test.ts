// The manual explains the fields of each form and what Yes and No do.
import { expect, test } from 'vitest'
import { textOf, wordsOf, type Chapter } from './chapter.ts'
import { chapter as bills } from './chapters/bills.tsx'
import { chapter as billsPayments } from './chapters/billspayments.tsx'
import { chapter as cheques } from './chapters/chequedisbursement.tsx'
import { chapter as collections } from './chapters/collectionreceipts.tsx'
import { chapter as deposits } from './chapters/deposits.tsx'
import { chapter as invoices } from './chapters/invoices.tsx'
import { chapter as pettyCash } from './chapters/pettycash.tsx'
import { chapter as transfers } from './chapters/transfers.tsx'
import { chapter as withdrawals } from './chapters/withdrawals.tsx'

const yesOrNo = [/Yes.* records/s, /No.* cancels and returns to the start/s]
const receiptEmail = /e-mail address for the receipt|receipt e-mail/i
const receipt = /receipt.*e-mail/is
const payment = [
  /pick the vendor|pick the customer/i,
  /payment account.*payment method.*reference number/is,
  /select the rows.*with an amount for each/is,
  /a payment may exceed the balance/i,
  /Confirm Payment/,
  /Cancel Payment/,
  /voucher.*printed or saved as PDF/is,
]

test.for([
  ['invoices', invoices, [receiptEmail, /000-000-000/, /register/i, ...yesOrNo, receipt]],
  ['collection receipts', collections, payment],
  ['bills payments', billsPayments, [...payment, /credited/i]],
  [
    'petty cash',
    pettyCash,
    [receiptEmail, /supplier TIN.*register/is, /Type of Expense, leave Petty Cash/, ...yesOrNo],
  ],
  ['bills', bills, [receiptEmail, /supplier TIN.*register/is, /Type of Expense, leave Bill/, ...yesOrNo, receipt]],
  ['cheque disbursement', cheques, [/start with the button/i, /supplier TIN/i, ...yesOrNo]],
  ['deposits', deposits, [/start with the button/i, ...yesOrNo, receipt]],
  ['withdrawals', withdrawals, [/start with the button/i, ...yesOrNo, receipt]],
  [
    'fund transfers',
    transfers,
    [
      /choose Local or Foreign/i,
      /currency is that of the source account/,
      /exchange rate is the rate from the source account to the receiving account/,
      ...yesOrNo,
      receipt,
    ],
  ],
] as const)('the manual explains for %s what to enter, what to choose and what follows', ([, chapter, words]) => {
  const text = allTextOf(chapter)
  for (const each of words) expect(text).toMatch(each)
})

const allTextOf = ({ about, sections }: Chapter): string => [wordsOf(about), ...sections.map(textOf)].join('\n')

// Worked examples of collections and payments, posted by the rules of the product.
import { standardChart, standardMoneyAccounts } from '@talaan/ledger/accounts/chart.ts'
import { collection } from '@talaan/ledger/documents/collection/index.ts'
import { itemKey, emptyFacts } from '@talaan/ledger/documents/facts.ts'
import type { FactKey, Facts, MoneyFact, OpenItem } from '@talaan/ledger/documents/facts.ts'
import type { PostingResult } from '@talaan/ledger/documents/type.ts'
import { payment } from '@talaan/ledger/documents/payment/index.ts'
import { settlingFields } from '@talaan/ledger/documents/settling/fields.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import type { Example } from '../../web/src/features/manual/documentation/example.ts'
import { buyer, company, rowsOf } from './sales.ts'

const day = '2026-03-16'
const open = '0190c6a0-0000-7000-8000-000000000003'
const advance = '0190c6a0-0000-7000-8000-000000000004'

export function collectionExamples(): Example[] {
  const posted = (fields: object) =>
    rowsOf(entryOf(collection.post(settlingFields.parse({ ...base, ...fields }), facts)))
  const base = { partyId: buyer.id, day, account: '1010' }
  const row = (pay: string, more: object = {}) => ({ documentId: open, pay, ...more })
  return [
    {
      title: 'Collected, with tax withheld',
      text: '110,000.00 for an invoice of 112,000.00. The customer withheld 2% of the amount net of VAT. The tax is in account 1321 until you receive form 2307.',
      rows: posted({ rows: [row('11000000', { withheld: '200000', atc: 'WC160' })] }),
    },
    {
      title: 'Collected from government',
      text: 'A government office withholds 1% income tax and 5% VAT on the same base.',
      rows: posted({ rows: [row('10600000', { withheld: '100000', atc: 'WC640', vatWithheld: '500000' })] }),
    },
    {
      title: 'Customer paid too much',
      text: '120,000.00 for the same invoice. The excess is a customer credit under the number of this receipt.',
      rows: posted({ rows: [row('12000000')] }),
    },
    {
      title: 'Credit used',
      text: '8,000.00 of that credit pays part of the next invoice. No money is received.',
      rows: posted({ account: null, rows: [row('800000')], credits: [{ documentId: advance, amount: '800000' }] }),
    },
  ]
}

export function paymentExamples(): Example[] {
  const posted = (fields: object) => rowsOf(entryOf(payment.post(settlingFields.parse({ ...base, ...fields }), facts)))
  const base = { partyId: buyer.id, day, account: '1031', method: 'transfer', reference: 'FT-1' }
  const row = (pay: string, more: object = {}) => ({ documentId: open, pay, ...more })
  return [
    {
      title: 'A bill paid, with a fee',
      text: '112,000.00 by transfer, plus a bank fee of 15.00.',
      rows: posted({ rows: [row('11200000')], charge: '1500' }),
    },
    {
      title: 'Tax withheld with the payment',
      text: 'If your company withholds tax with the payment, 2% of the amount net of VAT is posted to 2140.',
      rows: posted({ rows: [row('11000000', { withheld: '200000', atc: 'WC120' })] }),
    },
    {
      title: 'An advance with tax withheld',
      text: 'An advance of 100,000.00, paid before there is a bill, of which 2% is withheld. Input VAT is claimed later, with the invoice.',
      rows: posted({ advance: '9800000', advanceWithheld: '200000', advanceAtc: 'WC120' }),
    },
    {
      title: 'A bill paid in dollars',
      text: 'A bill of 55,000.00 is paid with USD 1,000.00 at a rate of 56.00. The dollars were carried at 55.20. There is a loss on the bill and a gain on the dollars.',
      rows: posted({ account: '1040', rows: [row('5500000')], moved: '100000', rate: '56' }),
    },
    {
      title: 'A credit refunded',
      text: '8,000.00 that a customer overpaid is refunded.',
      rows: posted({ refunds: [{ documentId: advance, amount: '800000' }] }),
    },
  ]
}

function entryOf(result: PostingResult) {
  if (!result.ok) throw new Error(`An example of the documentation is refused: ${result.mistakes[0]?.message}`)
  return result.posting.entry
}

const held = (code: string, amount: bigint, balance = amount): MoneyFact => {
  const { kind, currency } = standardMoneyAccounts.find((account) => account.code === code) ?? standardMoneyAccounts[2]
  return {
    code,
    name: code,
    kind,
    currency,
    active: true,
    balance,
    held: amount,
    lowest: balance,
    lowestHeld: amount,
    overdraft: 0n,
    overLimit: 'refuse',
    undeposited: 0n,
    custodian: '',
    float: 0n,
  }
}

const item = (documentId: string, account: string, opened: bigint): OpenItem => ({
  documentId,
  account,
  kind: 'invoice',
  number: 'SI-2026-000001',
  externalNo: null,
  day,
  dueDay: null,
  partyId: buyer.id,
  opened,
  open: opened,
  net: 10_000_000n,
  vat: 1_200_000n,
  withheld: 0n,
  changedBy: [],
})

const facts: Facts<FactKey> = {
  ...emptyFacts,
  company,
  today: day,
  party: { ...buyer, supplier: true, government: true },
  accounts: new Map(standardChart.filter(({ active }) => active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  withholdingCodes: standardWithholdingCodes,
  closedMonths: new Set(),
  booksBegin: null,
  sameExternalNo: undefined,
  attachments: [],
  money: new Map(
    [held('1010', 0n), held('1031', 100_000_000n), held('1040', 100_000n, 5_520_000n)].map((one) => [one.code, one]),
  ),
  items: new Map(
    [item(open, '1110', 11_200_000n), item(open, '2010', 11_200_000n), item(advance, '2060', 800_000n)].map((one) => [
      itemKey(one.documentId, one.account),
      one,
    ]),
  ),
}

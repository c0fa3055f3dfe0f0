// Worked examples of bills and petty cash, posted by the rules of the product.
import { standardExpenseTypes } from '@talaan/ledger/accounts/expense-types.ts'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { bill } from '@talaan/ledger/documents/bill/index.ts'
import type { FactKey, Facts, MoneyFact } from '@talaan/ledger/documents/facts.ts'
import type { DocumentType } from '@talaan/ledger/documents/type.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { pettycash } from '@talaan/ledger/documents/pettycash/index.ts'
import { denominations, pettyCashFundFields } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { pettycashfund } from '@talaan/ledger/documents/pettycashfund/index.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { Example } from '../../web/src/features/manual/documentation/example.ts'
import { buyer, day, facts as sales, rowsOf } from './sales.ts'

const supplier = { ...buyer, customer: false, supplier: true, registeredName: 'A supplier' }

const fund: MoneyFact = {
  code: '1020',
  name: 'Petty cash fund',
  kind: 'petty_cash',
  currency: 'PHP',
  active: true,
  ...holding(838_000n),
  overdraft: 0n,
  overLimit: 'refuse',
  undeposited: 0n,
  custodian: 'The custodian',
  float: 1_000_000n,
}
const bank: MoneyFact = { ...fund, code: '1031', name: 'The bank', kind: 'bank', ...holding(100_000_000n), float: 0n }

function holding(amount: Money) {
  return { balance: amount, lowest: amount, held: amount, lowestHeld: amount }
}

const facts: Facts<FactKey> = {
  ...sales,
  party: supplier,
  withholdingCodes: standardWithholdingCodes,
  expenseTypes: standardExpenseTypes,
  money: new Map([
    ['1020', fund],
    ['1031', bank],
  ]),
}

export function billExamples(): Example[] {
  return [
    {
      title: 'Services with VAT, tax withheld',
      text: 'Services from a contractor for 112,000.00, including VAT. 2% of 100,000.00 is withheld, and 110,000.00 remains payable.',
      rows: billed([{ amount: '11200000', category: 'services', atc: 'WC120', account: '6130' }]),
    },
    {
      title: 'Rent from a non-VAT lessor',
      text: 'Because there is no VAT, the whole price is the expense and the base of the tax withheld.',
      rows: billed([{ amount: '5000000', vatClass: 'not_subject', atc: 'WC100', account: '6050' }], {
        ...facts,
        party: { ...supplier, vatStatus: 'non_vat' },
      }),
    },
    {
      title: 'VAT that cannot be credited',
      text: 'Without a valid VAT invoice, the VAT is part of the expense. It is stored as not creditable for the tax lists.',
      rows: billed([{ amount: '112000', category: 'not_creditable', account: '6290' }]),
    },
    {
      title: 'Capital goods',
      text: 'Capital goods are debited to the asset account. The category separates them from other goods in the VAT return.',
      rows: billed([{ amount: '8960000', category: 'capital_goods', account: '1540' }]),
    },
    {
      title: 'An import',
      text: 'The price is payable to the supplier. The VAT is payable to Customs and paid through a broker.',
      rows: billed([{ amount: '22400000', category: 'importation', account: '1210' }]),
    },
    {
      title: 'A credit from the supplier',
      text: 'The bill with debits and credits reversed and negative tax amounts. Without a bill, the credit is available for later bills.',
      rows: billed([{ amount: '1120000', account: '1210' }], facts, { nature: 'credit' }),
    },
  ]
}

export function pettyCashExamples(): Example[] {
  return [
    {
      title: 'A voucher',
      text: 'A fare, and bond paper from a VAT-registered shop with a VAT invoice.',
      rows: posted(
        pettycash,
        pettyCashFields,
        {
          nature: 'expense',
          fund: '1020',
          partyId: supplier.id,
          day,
          priceMode: 'exclusive',
          lines: [
            line({ amount: '50000', vatClass: 'not_subject', account: '6090' }),
            line({ amount: '100000', account: '6070' }),
          ],
        },
        facts,
      ),
    },
    {
      title: 'Counted, short, and replenished',
      text:
        'The books show 8,380.00, and 8,350.00 was counted. The fund is replenished to 10,000.00 with 1,650.00, of which ' +
        '30.00 covers the shortage.',
      rows: posted(
        pettycashfund,
        pettyCashFundFields,
        {
          act: 'replenish',
          fund: '1020',
          day,
          account: '1031',
          amount: '165000',
          count: denominations.map((_, i) => [8, 0, 1, 1, 1][i] ?? 0),
          countedBy: 'Somebody',
          reason: 'Not found',
        },
        facts,
      ),
    },
  ]
}

const line = (given: Record<string, unknown>) => ({
  description: 'Example',
  vatClass: 'vatable',
  category: 'goods',
  ...given,
})

function billed(lines: Record<string, unknown>[], given = facts, more: Record<string, unknown> = {}) {
  const fields = {
    email: 'books@example.com',
    partyId: supplier.id,
    externalNo: '000123',
    day,
    priceMode: 'inclusive',
    lines: lines.map(line),
    ...more,
  }
  return posted(bill, billFields, fields, given)
}

function posted<S extends z.ZodMiniType>(kind: DocumentType<S>, schema: S, fields: unknown, given: Facts<FactKey>) {
  const result = kind.post(schema.parse(fields), given)
  if (!result.ok) throw new Error(`An example of the documentation is refused: ${result.mistakes[0]?.message}`)
  return rowsOf(result.posting.entry)
}

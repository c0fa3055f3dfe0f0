// Worked examples of deposits, withdrawals and transfers, posted by the rules of the product.
import { standardChart, standardMoneyAccounts } from '@talaan/ledger/accounts/chart.ts'
import { chequeFields } from '@talaan/ledger/documents/cheque/fields.ts'
import { cheque } from '@talaan/ledger/documents/cheque/index.ts'
import { depositFields } from '@talaan/ledger/documents/deposit/fields.ts'
import { deposit } from '@talaan/ledger/documents/deposit/index.ts'
import { itemKey, leafKey, emptyFacts } from '@talaan/ledger/documents/facts.ts'
import type { FactKey, Facts, MoneyFact, OpenItem } from '@talaan/ledger/documents/facts.ts'
import type { PostingResult } from '@talaan/ledger/documents/type.ts'
import { transferFields } from '@talaan/ledger/documents/transfer/fields.ts'
import { transfer } from '@talaan/ledger/documents/transfer/index.ts'
import { withdrawalFields } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { withdrawal } from '@talaan/ledger/documents/withdrawal/index.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import type { Example } from '../../web/src/features/manual/documentation/example.ts'
import { buyer, company, rowsOf } from './sales.ts'

const day = '2026-03-16'
const email = 'books@example.com'
const receipt = '0190c6a0-0000-7000-8000-000000000002'

export function depositExamples(): Example[] {
  const posted = (fields: object) => rowsOf(entryOf(deposit.post(depositFields.parse({ ...base, ...fields }), facts)))
  const base = { email, day, account: '1031' }
  const capital = { description: 'Capital', account: '3010' }
  return [
    {
      title: 'Collections banked',
      text: 'A receipt of 112,000.00 is moved out of undeposited funds. Money moved between your own accounts posts to the general journal.',
      rows: posted({ receipts: [receipt] }),
    },
    {
      title: 'Card settlement, net of the fee',
      text: 'The same receipt, less a fee of 2,000.00 that the card company deducted.',
      rows: posted({ receipts: [receipt], charge: '200000' }),
    },
    {
      title: 'Other money',
      text: '500,000.00 of capital and 15,000.00 from an unknown sender. The 15,000.00 stays open in account 2065 until the sender is identified.',
      rows: posted({
        others: [
          { ...capital, amount: '50000000' },
          { description: 'Unknown', account: '2065', amount: '1500000' },
        ],
      }),
    },
    {
      title: 'Capital in dollars',
      text: 'USD 1,000.00 at 56.50. The books are in pesos; the line also stores the dollars.',
      rows: posted({ account: '1040', rate: '56.50', others: [{ ...capital, amount: '100000' }] }),
    },
  ]
}

export function withdrawalExamples(): Example[] {
  const posted = (fields: object) =>
    rowsOf(entryOf(withdrawal.post(withdrawalFields.parse({ ...base, ...fields }), facts)))
  const base = { email, day, account: '1031' }
  const line = (account: string, amount: string, more: object = {}) => ({ description: '-', account, amount, ...more })
  return [
    {
      title: 'Cash to keep on hand',
      text: '10,000.00 is withdrawn and stays in account 1010 until it is deposited again.',
      rows: posted({ lines: [line('1010', '1000000')] }),
    },
    {
      title: 'Expense with a VAT invoice',
      text: 'Electricity of 5,600.00, debited by the bank. With the supplier’s VAT invoice, the VAT is input VAT.',
      rows: posted({ partyId: buyer.id, lines: [line('6060', '560000', { vatClass: 'vatable' })] }),
    },
    {
      title: 'Loan amortization',
      text: '10,000.00 of principal and 1,200.00 of interest.',
      rows: posted({ lines: [line('2210', '1000000'), line('8010', '120000')] }),
    },
    {
      title: 'Dollars taken out',
      text: 'USD 500.00 at 56.00, carried at 55.20: the difference is a realized gain.',
      rows: posted({ account: '1040', rate: '56', lines: [line('3020', '50000')] }),
    },
  ]
}

export function transferExamples(): Example[] {
  const posted = (fields: object) =>
    rowsOf(entryOf(transfer.post(transferFields.parse({ email, day, type: 'local', ...fields }), facts)))
  const local = { from: '1031', to: '1032', amount: '5000000' }
  const sold = { type: 'foreign', from: '1040', to: '1031', amount: '100000', rate: '56' }
  return [
    {
      title: 'Between peso accounts, with a fee',
      text: '50,000.00, plus a bank fee of 25.00.',
      rows: posted({ ...local, fee: '2500' }),
    },
    {
      title: 'Local transfer in transit',
      text: '50,000.00 that has not arrived is in account 1050. When it arrives, a deposit debits the receiving account.',
      rows: posted({ ...local, arrived: false }),
    },
    {
      title: 'Dollars sold',
      text: 'USD 1,000.00 with a carrying rate of 55.20 is sold at 56.00. The receiving bank deducts 150.00.',
      rows: posted({ ...sold, fee: '15000', feeFrom: 'received' }),
    },
    {
      title: 'Dollars sold below their carrying amount',
      text: 'USD 1,000.00 with a carrying rate of 55.20 is sold at 55.00.',
      rows: posted({ ...sold, rate: '55' }),
    },
    {
      title: 'Dollars bought',
      text: '56,500.00 pesos buy USD 1,000.00, at a rate of 0.017699115 dollars per peso.',
      rows: posted({ type: 'foreign', from: '1031', to: '1040', amount: '5650000', rate: '0.017699115' }),
    },
  ]
}

export function chequeExamples(): Example[] {
  const leaf = { account: '1031', no: '0004501', state: 'unused', usedBy: null } as const
  const given: Facts<FactKey> = { ...facts, leaves: new Map([[leafKey(leaf.account, leaf.no), leaf]]) }
  const posted = (fields: object) =>
    rowsOf(
      entryOf(
        cheque.post(
          chequeFields.parse({ payee: 'Somebody', day, account: '1031', chequeNo: leaf.no, pays: 'direct', ...fields }),
          given,
        ),
      ),
    )
  const line = (account: string, amount: string, more: object = {}) => ({
    description: '-',
    account,
    amount,
    vatClass: 'not_subject',
    category: 'services',
    ...more,
  })
  return [
    {
      title: 'A non-VAT expense',
      text: '8,000.00 for a license, paid to an office that issues no bill.',
      rows: posted({ lines: [line('6240', '800000')] }),
    },
    {
      title: 'An expense with a VAT invoice',
      text: '11,200.00 for services, including VAT. With the supplier’s VAT invoice, the VAT is input VAT.',
      rows: posted({ partyId: buyer.id, lines: [line('6130', '1120000', { vatClass: 'vatable' })] }),
    },
    {
      title: 'A debt without a bill',
      text: 'Contributions of 4,900.00. The payment of a debt is not a purchase and has no VAT type.',
      rows: posted({ lines: [line('2150', '300000'), line('2151', '150000'), line('2152', '40000')] }),
    },
  ]
}

function entryOf(result: PostingResult) {
  if (!result.ok) throw new Error(`An example of the documentation is refused: ${result.mistakes[0]?.message}`)
  return result.posting.entry
}

const held = (code: string, amount: bigint, balance = amount): MoneyFact => {
  const { kind, currency } = standardMoneyAccounts.find((account) => account.code === code) ?? standardMoneyAccounts[2]
  const name = standardChart.find((account) => account.code === code)?.name ?? code
  return {
    code,
    name,
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

const inTill: OpenItem = {
  documentId: receipt,
  account: '1010',
  kind: 'collection',
  number: 'CR-2026-000001',
  externalNo: null,
  day,
  dueDay: null,
  partyId: null,
  opened: 11_200_000n,
  open: 11_200_000n,
  net: 0n,
  vat: 0n,
  withheld: 0n,
  changedBy: [],
}

const facts: Facts<FactKey> = {
  ...emptyFacts,
  company,
  today: day,
  party: { ...buyer, supplier: true },
  accounts: new Map(standardChart.filter(({ active }) => active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  closedMonths: new Set(),
  booksBegin: null,
  sameExternalNo: undefined,
  attachments: [],
  money: new Map(
    [held('1031', 100_000_000n), held('1032', 0n), held('1040', 100_000n, 5_520_000n)].map((each) => [each.code, each]),
  ),
  items: new Map([[itemKey(receipt, '1010'), inTill]]),
}

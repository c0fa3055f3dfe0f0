// Worked examples of invoices, posted by the rules of the product.
import { accounts, standardChart } from '@talaan/ledger/accounts/chart.ts'
import { creditmemo } from '@talaan/ledger/documents/creditmemo/index.ts'
import type { InvoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { invoice } from '@talaan/ledger/documents/invoice/index.ts'
import { itemKey, emptyFacts } from '@talaan/ledger/documents/facts.ts'
import type { FactKey, Facts, OpenItem } from '@talaan/ledger/documents/facts.ts'
import { reversal, type Entry } from '@talaan/ledger/accounts/journal.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { Party } from '@talaan/ledger/core/party.ts'
import { purchaseCategoryWords, standardVatRates, vatClassWords, type VatClass } from '@talaan/ledger/tax/vat.ts'
import type { EntryRow, Example } from '../../web/src/features/manual/documentation/example.ts'

export const day = '2026-03-16'

type Sale = {
  price: Money
  account?: '4010' | '4020'
  vatClass?: VatClass
  discountPercent?: string
}
type SaleOptions = { priceMode?: InvoiceFields['priceMode']; government?: boolean; vatRegistered?: boolean }

export function invoiceExamples(): Example[] {
  return [
    {
      title: 'Charge sale with VAT',
      text: '100,000.00 of goods plus 12% VAT, priced at 100,000.00 without VAT or 112,000.00 including VAT.',
      rows: rowsOf(posted([{ price: 10_000_000n }])),
    },
    {
      title: 'Mixed VAT types',
      text: '100,000.00 of vatable goods and 50,000.00 of exempt services on one invoice.',
      rows: rowsOf(posted([{ price: 10_000_000n }, { price: 5_000_000n, account: '4020', vatClass: 'exempt' }])),
    },
    {
      title: 'Zero-rated, exempt or not subject to VAT',
      text: 'There is no VAT line. The VAT type is stored on the income line. This example is zero-rated; the other two post the same way.',
      rows: rowsOf(posted([{ price: 10_000_000n, vatClass: 'zero_rated' }])),
    },
    {
      title: 'Seller that is not VAT-registered',
      text: 'Only VAT-exempt and Not subject to VAT are accepted; other VAT types are refused.',
      rows: rowsOf(posted([{ price: 5_000_000n, account: '4020', vatClass: 'not_subject' }], { vatRegistered: false })),
    },
    {
      title: 'Sale to government',
      text:
        'This posts like a charge sale with VAT, but with its own VAT type, because the buyer withholds part of the VAT with the ' +
        'payment. This type can be used only for customers registered as government offices.',
      rows: rowsOf(posted([{ price: 10_000_000n, vatClass: 'govt_vatable' }], { government: true })),
    },
    {
      title: 'Discount on the face of the invoice',
      text:
        '112,000.00 including VAT, less 10%. A trade discount reduces its line. Only the discounted price is a sale, and no discount ' +
        'account is used.',
      rows: rowsOf(posted([{ price: 11_200_000n, discountPercent: '10' }], { priceMode: 'inclusive' })),
    },
  ]
}

/** A tenth of the first example is returned, before and after payment. */
export function creditMemoExamples(): Example[] {
  return [
    {
      title: 'Returned goods',
      text: '10,000.00 plus 12% VAT, for an invoice whose open balance is at least that amount.',
      rows: rowsOf(returned(11_200_000n)),
    },
    {
      title: 'Credit memo for a paid invoice',
      text: 'The same amounts, for an invoice that has no open balance.',
      rows: rowsOf(returned(0n)),
    },
  ]
}

function returned(open: Money): Entry {
  const [documentId, account] = ['0190c6a0-0000-7000-8000-000000000002', accounts.receivables]
  const owed: OpenItem = {
    documentId,
    account,
    kind: 'invoice',
    number: 'SI-2026-000001',
    externalNo: '000123',
    day,
    dueDay: null,
    partyId: buyer.id,
    opened: 11_200_000n,
    open,
    net: 10_000_000n,
    vat: 1_200_000n,
    withheld: 0n,
    changedBy: [],
  }
  const result = creditmemo.post(
    {
      email: 'books@example.com',
      partyId: buyer.id,
      creditOf: documentId,
      externalNo: '000017',
      day,
      reason: 'Returned',
      priceMode: 'exclusive',
      memo: '',
      lines: [
        {
          description: 'Example',
          quantity: '1',
          unitPrice: '1000000',
          discountPercent: null,
          discountAmount: null,
          vatClass: 'vatable',
          account: accounts.salesReturns,
        },
      ],
    },
    { ...facts, items: new Map([[itemKey(documentId, account), owed]]) },
  )
  if (!result.ok) throw new Error(`An example of the documentation is refused: ${result.mistakes[0]?.message}`)
  return result.posting.entry
}

/** The void of the first example. */
export const voidExample = (): EntryRow[] => rowsOf(reversal(posted([{ price: 10_000_000n }]), day, 'Void'))

function posted(
  sales: readonly Sale[],
  { priceMode = 'exclusive', government = false, ...rest }: SaleOptions = {},
): Entry {
  const fields: InvoiceFields = {
    email: 'books@example.com',
    partyId: buyer.id,
    externalNo: '000123',
    zeroRatingCertificate: '',
    discountFor: '',
    beneficiary: '',
    beneficiaryId: '',
    externalNoTo: '',
    zeroRating: '',
    day,
    dueDay: null,
    terms: '',
    priceMode,
    lines: sales.map(({ price, account = '4010', vatClass = 'vatable', discountPercent = null }) => ({
      description: 'Example',
      quantity: '1',
      unitPrice: String(price),
      discountPercent,
      discountAmount: null,
      vatClass,
      account,
    })),
    memo: '',
  }
  const result = invoice.post(fields, { ...facts, party: { ...buyer, government }, company: { ...company, ...rest } })
  if (!result.ok) throw new Error(`An example of the documentation is refused: ${result.mistakes[0]?.message}`)
  return result.posting.entry
}

export const rowsOf = ({ lines }: Entry): EntryRow[] =>
  lines.map(({ account, debit, credit, tax, withheld, foreign }) => ({
    account,
    name: facts.accounts.get(account)?.name ?? '',
    debit,
    credit,
    foreign,
    frozen: tax
      ? {
          words: tax.category
            ? `${vatClassWords[tax.vatClass]}, ${purchaseCategoryWords[tax.category].toLowerCase()}`
            : vatClassWords[tax.vatClass],
          base: tax.base,
          vat: tax.vat,
        }
      : null,
    withheld: withheld ?? null,
  }))

export const buyer: Party = {
  id: '0190c6a0-0000-7000-8000-000000000001',
  customer: true,
  supplier: false,
  kind: 'non_individual',
  tin9: '123456789',
  branchCode: '00000',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredName: 'A customer',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: { substreet: '', street: '', barangay: '', city: '', province: '', zip: '' },
  rdoCode: '',
  vatStatus: 'vat',
  email: '',
  phone: '',
  lineOfBusiness: '',
  government: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  withholdingAgent: false,
}

export const company: Facts['company'] = {
  name: 'This company',
  tin: null,
  branchCode: '00000',
  address: '',
  vatRegistered: true,
  topAgentFrom: null,
  withholdAt: 'bill',
}

export const facts: Facts<FactKey> = {
  company,
  today: day,
  party: buyer,
  accounts: new Map(standardChart.filter(({ active }) => active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  closedMonths: new Set(),
  booksBegin: null,
  ...emptyFacts,
  sameExternalNo: undefined,
  attachments: [],
}

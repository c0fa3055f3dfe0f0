// Collections and payments from a spreadsheet: a row is a document that is paid, and rows with one number of one party are
// one receipt or payment. A row that names no document is an advance.
import type { KindName } from '../documents/type.ts'
import { paymentMethodWords } from '../documents/settling/fields.ts'
import { sum } from '../core/money.ts'
import { cellsAt, cellsOf, nobody } from './cells.ts'
import { dayColumn, emailColumn, memoColumn, rateColumn, supplierColumn } from './columns.ts'
import { creditKinds } from './mapping.ts'
import type { ImportColumn, ImportMapping } from './mapping.ts'

type Side = {
  kind: 'collection' | 'payment'
  /** What the paper is called, and what it pays. */
  paper: string
  document: string
  /** The kinds of what a row may name: what is paid, a credit that is used, a credit that is given back. */
  kinds: { document: readonly KindName[]; credit: readonly KindName[]; refund: readonly KindName[] }
  missingParty: string
  missingAccount: string
}

const ofPaper = [
  'number',
  'party',
  'day',
  'account',
  'method',
  'reference',
  'chequeDay',
  'chequeBank',
  'charge',
  'moved',
  'rate',
  'email',
]

/** What a row may name; without any of them it is an advance. */
const named = ['document', 'credit', 'refund'] as const

function settlingImport(side: Side, columns: readonly ImportColumn[]): ImportMapping {
  return {
    records: { kind: side.kind },
    together: ['number', 'party'],
    label: ['number', 'party'],
    parties: ['party'],
    documents: named,
    documentKinds: [...new Set(named.flatMap((column) => side.kinds[column]))],
    columns,

    read(rows, names) {
      const cells = cellsOf(rows, names)
      const { text } = cells
      cells.same([...ofPaper, 'memo'], side.paper)
      const party = cells.party('party', side.missingParty)
      const naming = (column: (typeof named)[number]) => cells.rows.filter((row) => text(column, row) !== '')
      const [settling, credits, refunds] = [naming('document'), naming('credit'), naming('refund')]
      const advances = cells.rows.filter((row) => named.every((column) => text(column, row) === ''))
      const documentIn = (column: (typeof named)[number], row: number): string => {
        const what = column === 'document' ? side.document : 'credit'
        const asked = { what, kinds: side.kinds[column] }
        return party === undefined
          ? nobody
          : (cells.document(column, row, { ...asked, partyId: party.id })?.id ?? nobody)
      }
      const amount = (row: number) => cells.amount('amount', { row, missing: 'Enter the amount.' })
      const creditIn = (column: 'credit' | 'refund') => (row: number) => ({
        documentId: documentIn(column, row),
        amount: amount(row),
      })
      const fields = {
        partyId: party?.id ?? nobody,
        day: cells.day('day', `Enter the date of the ${side.paper}.`),
        // Credits may pay for everything.
        account: text('account') === '' && credits.length > 0 ? null : cells.money('account', side.missingAccount).code,
        method: cells.oneOf('method', paymentMethodWords, { usual: 'cash' }),
        // The paper's own number is what it is found by, where the money has no reference of its own.
        reference: text('reference') === '' ? text('number') : text('reference'),
        chequeDay: cells.dayIf('chequeDay'),
        chequeBank: text('chequeBank'),
        rows: settling.map((row) => ({
          documentId: documentIn('document', row),
          pay: amount(row),
          withheld: cells.amount('withheld', { row }),
          atc: text('atc', row) === '' ? null : text('atc', row).toUpperCase(),
          vatWithheld: cells.amount('vatWithheld', { row }),
          discount: cells.amount('discount', { row }),
        })),
        credits: credits.map(creditIn('credit')),
        refunds: refunds.map(creditIn('refund')),
        advance: sum(advances.map((row) => BigInt(amount(row)))).toString(),
        advanceWithheld: sum(advances.map((row) => BigInt(cells.amount('withheld', { row })))).toString(),
        advanceAtc: advances.map((row) => text('atc', row).toUpperCase()).find((code) => code !== '') ?? null,
        charge: cells.amount('charge'),
        moved: cells.amountIf('moved'),
        rate: text('rate') === '' ? null : text('rate'),
        email: text('email'),
        memo: text('memo'),
      }
      const sayFilled = (row: number, of: readonly string[], message: string) => {
        for (const column of of) if (text(column, row) !== '') cells.say(row, column, message)
      }
      const belongs = `This belongs to a row that names its ${side.document}; clear it.`
      for (const row of advances) sayFilled(row, ['vatWithheld', 'discount'], belongs)
      for (const row of cells.rows) {
        const [first, ...others] = named.filter((column) => text(column, row) !== '')
        sayFilled(row, others, 'A row names one document; give this a row of its own.')
        if (first === 'credit' || first === 'refund')
          sayFilled(row, ['withheld', 'atc', 'vatWithheld', 'discount'], belongs)
      }
      const credited = (rowsOf: readonly number[], column: string) => ({
        ...{ rows: rowsOf, columns: { documentId: column, amount: 'amount' }, usual: column },
      })
      const lists = {
        rows: { rows: settling, columns: rowColumns, usual: 'amount' },
        credits: credited(credits, 'credit'),
        refunds: credited(refunds, 'refund'),
      }
      const first = advances[0] ?? 0
      const cellOf = cellsAt({ head, lists, usual: 'party' })
      return {
        fields,
        mistakes: cells.mistakes,
        cellOf: (path) => {
          const cell = cellOf(path)
          return String(path[0]).startsWith('advance') ? { ...cell, row: first } : cell
        },
      }
    },
  }
}

const head = {
  ...{ partyId: 'party', day: 'day', account: 'account', method: 'method', reference: 'reference' },
  ...{ chequeDay: 'chequeDay', chequeBank: 'chequeBank', charge: 'charge', email: 'email', memo: 'memo' },
  ...{ advance: 'amount', advanceWithheld: 'withheld', advanceAtc: 'atc', moved: 'moved', rate: 'rate' },
}
const rowColumns = {
  ...{ documentId: 'document', pay: 'amount', withheld: 'withheld', atc: 'atc' },
  ...{ vatWithheld: 'vatWithheld', discount: 'discount' },
}

const method: ImportColumn = {
  key: 'method',
  title: 'Paid by',
  also: ['Method', 'Payment method'],
  example: 'Bank transfer',
}
const reference: ImportColumn = {
  key: 'reference',
  title: 'Reference no.',
  also: ['Reference', 'Cheque no.'],
  example: 'TRX-8812',
}
const chequeDay: ImportColumn = { key: 'chequeDay', title: 'Cheque date', example: '' }
const withheld: ImportColumn = { key: 'withheld', title: 'Tax withheld', also: ['EWT'], example: '' }
const atc: ImportColumn = { key: 'atc', title: 'ATC', also: ['Withholding code'], example: '' }
const credit: ImportColumn = {
  key: 'credit',
  title: 'Credit used',
  also: ['Credit of', 'Use of credit', 'Advance used'],
  example: '',
}
/** Of an account in foreign money; the documents themselves are in pesos. */
const foreignColumns: readonly ImportColumn[] = [
  { key: 'moved', title: 'Amount in foreign money', also: ['Foreign amount', 'Amount in USD'], example: '' },
  rateColumn,
]
const discount: ImportColumn = { key: 'discount', title: 'Discount', example: '' }

export const collectionImport = settlingImport(
  {
    ...{ kind: 'collection', paper: 'receipt', document: 'invoice' },
    kinds: {
      ...{ document: ['invoice', 'opening'], credit: creditKinds.customerAdvances },
      refund: creditKinds.supplierAdvances,
    },
    missingParty: 'Enter the TIN or the name of the customer.',
    missingAccount: 'Enter the account the money went into.',
  },
  [
    { key: 'number', title: 'Receipt no.', also: ['CR no.', 'OR no.', 'Number'], example: '000231' },
    {
      key: 'party',
      title: 'Customer',
      also: ['Customer TIN', 'TIN', 'Customer name', 'Supplier'],
      required: true,
      example: '000-000-000',
    },
    dayColumn('Receipt date'),
    { key: 'account', title: 'Into account', also: ['Account', 'Deposited to'], required: true, example: '1010' },
    method,
    reference,
    chequeDay,
    { key: 'chequeBank', title: 'Bank of the cheque', also: ['Drawn on'], example: '' },
    { key: 'document', title: 'Invoice', also: ['Invoice no.', 'Applied to'], example: 'SI-2026-000001' },
    credit,
    { key: 'refund', title: 'Advance given back', also: ['Given back'], example: '' },
    { key: 'amount', title: 'Amount', also: ['Amount paid', 'Amount received'], required: true, example: '1,100.00' },
    withheld,
    atc,
    { key: 'vatWithheld', title: 'VAT withheld', example: '' },
    discount,
    { key: 'charge', title: 'Bank charge', example: '' },
    ...foreignColumns,
    emailColumn(false),
    memoColumn,
  ],
)

export const paymentImport = settlingImport(
  {
    ...{ kind: 'payment', paper: 'payment', document: 'bill' },
    kinds: {
      ...{ document: ['bill', 'opening'], credit: creditKinds.supplierAdvances },
      refund: creditKinds.customerAdvances,
    },
    missingParty: 'Enter the TIN or the name of the supplier.',
    missingAccount: 'Enter the account that paid.',
  },
  [
    { key: 'number', title: 'Voucher no.', also: ['PV no.', 'Payment no.', 'Number'], example: '000087' },
    { ...supplierColumn(true), also: ['Supplier TIN', 'Vendor', 'TIN', 'Supplier name', 'Payee TIN', 'Customer'] },
    dayColumn('Payment date'),
    { key: 'account', title: 'From account', also: ['Account', 'Paid from'], required: true, example: '1031' },
    method,
    reference,
    chequeDay,
    {
      key: 'document',
      title: 'Bill',
      also: ['Bill no.', "Supplier's invoice no.", 'Applied to'],
      example: 'BL-2026-000001',
    },
    { ...credit, title: 'Advance used', also: ['Credit of', 'Use of credit', 'Credit used'] },
    { key: 'refund', title: 'Credit refunded', also: ['Refund', 'Refunded'], example: '' },
    { key: 'amount', title: 'Amount', also: ['Amount paid'], required: true, example: '1,120.00' },
    withheld,
    atc,
    discount,
    { key: 'charge', title: 'Bank charge', example: '' },
    ...foreignColumns,
    emailColumn(false),
    memoColumn,
  ],
)

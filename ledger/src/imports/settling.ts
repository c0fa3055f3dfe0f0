// Collections and payments from a spreadsheet: a row is a document that is paid, and rows with one number of one party are
// one receipt or payment. A row that names no document is an advance.
import { paymentMethodWords } from '../documents/settling.ts'
import { sum } from '../money.ts'
import { cellsAt, cellsOf, nobody } from './cells.ts'
import { dayColumn, emailColumn, memoColumn, supplierColumn } from './columns.ts'
import type { ImportColumn, ImportMapping } from './mapping.ts'

type Side = {
  kind: 'collection' | 'payment'
  /** What the paper is called, and what it pays. */
  paper: string
  document: string
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
  'email',
]

function settlingImport(
  side: Side,
  columns: readonly ImportColumn[],
  paid: ImportMapping['documentKinds'],
): ImportMapping {
  return {
    records: { kind: side.kind },
    together: ['number', 'party'],
    label: ['number', 'party'],
    parties: ['party'],
    documents: ['document'],
    documentKinds: paid,
    columns,

    read(rows, names) {
      const cells = cellsOf(rows, names)
      const { text } = cells
      cells.same([...ofPaper, 'memo'], side.paper)
      const party = cells.party('party', side.missingParty)
      const settling = cells.rows.filter((row) => text('document', row) !== '')
      const advances = cells.rows.filter((row) => text('document', row) === '')
      const amount = (row: number) => cells.amount('amount', { row, missing: 'Enter what was paid.' })
      const fields = {
        partyId: party?.id ?? nobody,
        day: cells.day('day', `Enter the date of the ${side.paper}.`),
        account: cells.money('account', side.missingAccount).code,
        method: cells.oneOf('method', paymentMethodWords, { usual: 'cash' }),
        // The paper's own number is what it is found by, where the money has no reference of its own.
        reference: text('reference') === '' ? text('number') : text('reference'),
        chequeDay: cells.dayIf('chequeDay'),
        chequeBank: text('chequeBank'),
        rows: settling.map((row) => ({
          documentId:
            party === undefined
              ? nobody
              : (cells.document('document', row, { what: side.document, partyId: party.id })?.id ?? nobody),
          pay: amount(row),
          withheld: cells.amount('withheld', { row }),
          atc: text('atc', row) === '' ? null : text('atc', row).toUpperCase(),
          vatWithheld: cells.amount('vatWithheld', { row }),
          discount: cells.amount('discount', { row }),
        })),
        advance: sum(advances.map((row) => BigInt(amount(row)))).toString(),
        advanceWithheld: sum(advances.map((row) => BigInt(cells.amount('withheld', { row })))).toString(),
        advanceAtc: advances.map((row) => text('atc', row).toUpperCase()).find((code) => code !== '') ?? null,
        charge: cells.amount('charge'),
        email: text('email'),
        memo: text('memo'),
      }
      for (const row of advances)
        for (const column of ['vatWithheld', 'discount'])
          if (text(column, row) !== '')
            cells.say(row, column, `This belongs to a row that names its ${side.document}; clear it.`)
      const at = (column: string) => ({ rows: settling, columns: rowColumns, usual: column })
      const first = advances[0] ?? 0
      const cellOf = cellsAt({ head, lists: { rows: at('amount') }, usual: 'party' })
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
  ...{ advance: 'amount', advanceWithheld: 'withheld', advanceAtc: 'atc', rate: 'account', moved: 'account' },
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
const discount: ImportColumn = { key: 'discount', title: 'Discount', example: '' }

export const collectionImport = settlingImport(
  {
    ...{ kind: 'collection', paper: 'receipt', document: 'invoice' },
    missingParty: 'Enter the TIN or the name of the customer.',
    missingAccount: 'Enter the account the money went into.',
  },
  [
    { key: 'number', title: 'Receipt no.', also: ['CR no.', 'OR no.', 'Number'], example: '000231' },
    {
      key: 'party',
      title: 'Customer',
      also: ['Customer TIN', 'TIN', 'Customer name'],
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
    { key: 'amount', title: 'Amount', also: ['Amount paid', 'Amount received'], required: true, example: '1,100.00' },
    withheld,
    atc,
    { key: 'vatWithheld', title: 'VAT withheld', example: '' },
    discount,
    { key: 'charge', title: 'Bank charge', example: '' },
    emailColumn(false),
    memoColumn,
  ],
  ['invoice', 'opening'],
)

export const paymentImport = settlingImport(
  {
    ...{ kind: 'payment', paper: 'payment', document: 'bill' },
    missingParty: 'Enter the TIN or the name of the supplier.',
    missingAccount: 'Enter the account that paid.',
  },
  [
    { key: 'number', title: 'Voucher no.', also: ['PV no.', 'Payment no.', 'Number'], example: '000087' },
    supplierColumn(true),
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
    { key: 'amount', title: 'Amount', also: ['Amount paid'], required: true, example: '1,120.00' },
    withheld,
    atc,
    discount,
    { key: 'charge', title: 'Bank charge', example: '' },
    emailColumn(false),
    memoColumn,
  ],
  ['bill', 'opening'],
)

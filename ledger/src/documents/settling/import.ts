// Collections and payments from a spreadsheet: a row is a paid document, and rows with the same number and party are
// one receipt or payment. A row without a document is an advance.
import { sum } from '../../core/money.ts'
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import type { ImportMapping, ImportTemplate } from '../import/mapping.ts'
import type { DocumentTypeName } from '../words.ts'
import { paymentMethodWords } from './fields.ts'

type Side = {
  /** The names of the document and of the documents it pays. */
  documentName: string
  document: string
  /** The document types a row may name: paid documents, used credits, refunded credits. */
  kinds: {
    document: readonly DocumentTypeName[]
    credit: readonly DocumentTypeName[]
    refund: readonly DocumentTypeName[]
  }
  missingParty: string
  missingAccount: string
  /** Whether the number is that of our printed receipt. */
  isReceiptNo: boolean
}

const documentColumns = [
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

/** The document of a row; a row without one is an advance. */
const named = ['document', 'credit', 'refund'] as const

export function settlingImport(side: Side, template: ImportTemplate): ImportMapping {
  return {
    ...template,
    together: ['number', 'party'],
    label: ['number', 'party'],
    parties: ['party'],
    documents: named,
    documentTypes: [...new Set(named.flatMap((column) => side.kinds[column]))],

    read(rows, names) {
      const cells = cellsOf(rows, names)
      const { text } = cells
      cells.same([...documentColumns, 'memo'], side.documentName)
      const party = cells.party('party', side.missingParty)
      const naming = (column: (typeof named)[number]) => cells.rows.filter((row) => text(column, row) !== '')
      const [settling, credits, refunds] = [naming('document'), naming('credit'), naming('refund')]
      const advances = cells.rows.filter((row) => named.every((column) => text(column, row) === ''))
      const documentIn = (column: (typeof named)[number], row: number): string => {
        const what = column === 'document' ? side.document : 'credit'
        const wanted = { what, kinds: side.kinds[column] }
        return party === undefined
          ? nobody
          : (cells.document(column, row, { ...wanted, partyId: party.id })?.id ?? nobody)
      }
      const amount = (row: number) => cells.amount('amount', { row, missing: 'Enter the amount.' })
      const creditIn = (column: 'credit' | 'refund') => (row: number) => ({
        documentId: documentIn(column, row),
        amount: amount(row),
      })
      const method = cells.oneOf('method', paymentMethodWords, { usual: 'cash' })
      const fields = {
        partyId: party?.id ?? nobody,
        day: cells.day('day', `Enter the date of the ${side.documentName}.`),
        // Credits may pay for everything.
        account: text('account') === '' && credits.length > 0 ? null : cells.money('account', side.missingAccount).code,
        method,
        receiptNo: side.isReceiptNo ? text('number') : '',
        // A transfer or cheque without a reference is identified by its own number, and so is every payment.
        reference:
          text('reference') !== '' || (side.isReceiptNo && method === 'cash') ? text('reference') : text('number'),
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
      const belongs = `This column applies only to rows with a${side.document === 'invoice' ? 'n' : ''} ${side.document} number. Clear this cell.`
      for (const row of advances) sayFilled(row, ['vatWithheld', 'discount'], belongs)
      for (const row of cells.rows) {
        const [first, ...others] = named.filter((column) => text(column, row) !== '')
        sayFilled(row, others, 'Each row can have only one document number. Use a separate row for each document.')
        if (first === 'credit' || first === 'refund')
          sayFilled(row, ['withheld', 'atc', 'vatWithheld', 'discount'], belongs)
      }
      const credited = (rowsOf: readonly number[], column: string) => ({
        rows: rowsOf,
        columns: { documentId: column, amount: 'amount' },
        usual: column,
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
  partyId: 'party',
  day: 'day',
  account: 'account',
  method: 'method',
  receiptNo: 'number',
  reference: 'reference',
  chequeDay: 'chequeDay',
  chequeBank: 'chequeBank',
  charge: 'charge',
  email: 'email',
  memo: 'memo',
  advance: 'amount',
  advanceWithheld: 'withheld',
  advanceAtc: 'atc',
  moved: 'moved',
  rate: 'rate',
}

const rowColumns = {
  documentId: 'document',
  pay: 'amount',
  withheld: 'withheld',
  atc: 'atc',
  vatWithheld: 'vatWithheld',
  discount: 'discount',
}

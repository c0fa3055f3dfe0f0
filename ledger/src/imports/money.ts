// Deposits, withdrawals and fund transfers from a spreadsheet, as bookkeepers list them from a passbook.
import { convertBack, exchangeRate, functionalCurrency, inverseRate } from '../accounts/exchange.ts'
import { purchaseCategoryWords } from '../tax/vat.ts'
import { cellsAt, cellsOf, nobody } from './cells.ts'
import type { Cells } from './cells.ts'
import { dayColumn, emailColumn, memoColumn, rateColumn, supplierColumn } from './columns.ts'
import type { ImportColumn, ImportMapping } from './mapping.ts'

const reference: ImportColumn = { key: 'reference', title: 'Reference no.', also: ['Reference'], example: 'TRX-8812' }
const none = { parties: [], documents: [], documentKinds: [] } as const

export const depositImport: ImportMapping = {
  ...none,
  records: { kind: 'deposit' },
  together: ['reference', 'account'],
  label: ['reference', 'account'],
  documents: ['receipt'],
  documentKinds: ['collection', 'withdrawal', 'transfer', 'cheque', 'opening'],
  columns: [
    { ...reference, title: 'Deposit slip no.', also: ['Slip no.', 'Reference', 'Reference no.'], example: '5512' },
    { key: 'account', title: 'Into account', also: ['Account', 'Bank account'], required: true, example: '1031' },
    dayColumn('Deposit date'),
    { key: 'receipt', title: 'Receipt', also: ['Collection receipt', 'Receipt no.'], example: 'CR-2026-000001' },
    { key: 'description', title: 'Description', also: ['Particulars'], example: '' },
    { key: 'source', title: 'From account', also: ['Other account', 'Credit'], example: '' },
    { key: 'amount', title: 'Amount', example: '' },
    { key: 'charge', title: 'Charge', also: ['Bank charge'], example: '' },
    rateColumn,
    emailColumn(true),
    memoColumn,
  ],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(['reference', 'account', 'day', 'charge', 'rate', 'email', 'memo'], 'deposit')
    const receipts = cells.rows.filter((row) => text('receipt', row) !== '')
    const others = cells.rows.filter((row) => text('receipt', row) === '')
    for (const row of receipts)
      if (text('amount', row) !== '' || text('source', row) !== '')
        cells.say(
          row,
          text('amount', row) === '' ? 'source' : 'amount',
          'A receipt is deposited whole; clear this, or clear the receipt.',
        )
    const fields = {
      email: text('email'),
      day: cells.day('day', 'Enter the date of the deposit.'),
      account: cells.money('account', 'Enter the account the money was put into.').code,
      reference: text('reference'),
      receipts: receipts.map((row) => cells.document('receipt', row, { what: 'receipt' })?.id ?? nobody),
      others: others.map((row) => ({
        description: text('description', row),
        account: cells.account('source', row),
        amount: cells.amount('amount', { row, missing: 'Enter the amount, or the receipt that was deposited.' }),
      })),
      charge: cells.amount('charge'),
      rate: text('rate') === '' ? null : text('rate'),
      memo: text('memo'),
    }
    const lists = {
      others: {
        rows: others,
        columns: { description: 'description', account: 'source', amount: 'amount' },
        usual: 'source',
      },
      receipts: { rows: receipts, columns: {}, usual: 'receipt' },
    }
    const head = {
      email: 'email',
      day: 'day',
      account: 'account',
      reference: 'reference',
      charge: 'charge',
      rate: 'rate',
      memo: 'memo',
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists, usual: 'account' }) }
  },
}

export const withdrawalImport: ImportMapping = {
  ...none,
  records: { kind: 'withdrawal' },
  together: ['reference', 'account'],
  label: ['reference', 'account'],
  parties: ['party'],
  columns: [
    reference,
    { key: 'account', title: 'From account', also: ['Account', 'Bank account'], required: true, example: '1031' },
    dayColumn('Withdrawal date'),
    supplierColumn(false),
    {
      key: 'description',
      title: 'Description',
      also: ['Particulars', 'Purpose'],
      required: true,
      example: 'Cash for the till',
    },
    { key: 'purpose', title: 'For account', also: ['Other account', 'Debit'], required: true, example: '1010' },
    { key: 'amount', title: 'Amount', required: true, example: '5,000.00' },
    { key: 'vat', title: 'VAT invoice', also: ['VAT'], example: 'no' },
    { key: 'category', title: 'Purchase of', also: ['Category'], example: '' },
    rateColumn,
    emailColumn(true),
    memoColumn,
  ],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(['reference', 'account', 'day', 'party', 'rate', 'email', 'memo'], 'withdrawal')
    const fields = {
      email: text('email'),
      day: cells.day('day', 'Enter the date of the withdrawal.'),
      account: cells.money('account', 'Enter the account the money was taken from.').code,
      reference: text('reference'),
      partyId: cells.party('party', '')?.id ?? null,
      lines: cells.rows.map((row) => ({
        description: text('description', row),
        account: cells.account('purpose', row),
        amount: cells.amount('amount', { row, missing: 'Enter the amount.' }),
        vatClass: cells.yes('vat', { row, usual: false }) ? 'vatable' : 'not_subject',
        category: cells.oneOf('category', purchaseCategoryWords, { row, usual: 'services' }),
      })),
      rate: text('rate') === '' ? null : text('rate'),
      memo: text('memo'),
    }
    const columns = {
      description: 'description',
      account: 'purpose',
      amount: 'amount',
      vatClass: 'vat',
      category: 'category',
    }
    const head = {
      email: 'email',
      day: 'day',
      account: 'account',
      reference: 'reference',
      partyId: 'party',
      rate: 'rate',
      memo: 'memo',
    }
    const lines = { rows: cells.rows, columns, usual: 'purpose' }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'account' }) }
  },
}

export const transferImport: ImportMapping = {
  ...none,
  records: { kind: 'transfer' },
  together: [],
  label: ['reference', 'from', 'to'],
  columns: [
    reference,
    { key: 'from', title: 'From account', also: ['From', 'Source'], required: true, example: '1031' },
    { key: 'to', title: 'To account', also: ['To', 'Receiving account'], required: true, example: '1032' },
    dayColumn('Transfer date'),
    { key: 'amount', title: 'Amount', required: true, example: '10,000.00' },
    rateColumn,
    {
      key: 'inverse',
      title: 'Rate the other way round',
      also: ['Inverse rate', 'Exchange rate, the other way round'],
      example: '',
    },
    { key: 'received', title: 'Amount received', also: ['Received'], example: '' },
    { key: 'fee', title: 'Fee', also: ['Bank charge', 'Charge'], example: '' },
    { key: 'feeFrom', title: 'Fee taken from', example: '' },
    { key: 'arrived', title: 'Has arrived', also: ['Arrived'], example: 'yes' },
    emailColumn(true),
    memoColumn,
  ],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const from = cells.money('from', 'Enter the account the money left.')
    const to = cells.money('to', 'Enter the account the money went to.')
    const isLocal = from.currency === functionalCurrency && to.currency === functionalCurrency
    const given = rateIn(cells)
    const amount = cells.amount('amount', { missing: 'Enter the amount.' })
    const fields = {
      email: text('email'),
      type: isLocal ? 'local' : 'foreign',
      day: cells.day('day', 'Enter the date of the transfer.'),
      from: from.code,
      to: to.code,
      amount,
      rate: given.rate,
      // Ten decimals of a turned rate are not always enough for the last centavo.
      received:
        cells.amountIf('received') ??
        (given.inverse === null ? null : convertBack(BigInt(amount), given.inverse).toString()),
      fee: cells.amount('fee'),
      feeFrom: cells.oneOf('feeFrom', { source: 'source', received: 'received' }, { usual: 'source' }),
      arrived: cells.yes('arrived', { usual: true }),
      reference: text('reference'),
      memo: text('memo'),
    }
    const own = [
      'email',
      'day',
      'from',
      'to',
      'amount',
      'rate',
      'received',
      'fee',
      'feeFrom',
      'arrived',
      'reference',
      'memo',
    ]
    const head = {
      ...Object.fromEntries(own.map((name) => [name, name])),
      ...{ type: 'from', rate: text('inverse') === '' ? 'rate' : 'inverse' },
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, usual: 'amount' }) }
  },
}

/** A rate as the slip has it: from the source to the receiving account, or the other way round. */
function rateIn({ text, say }: Cells): { rate: string | null; inverse: string | null } {
  const [direct, turned] = [text('rate'), text('inverse')]
  if (turned === '') return { rate: direct === '' ? null : direct, inverse: null }
  if (direct !== '') say(0, 'inverse', 'The rate stands there one way round already; clear one of the two.')
  const read = exchangeRate.safeParse(turned)
  if (!read.success) say(0, 'inverse', read.error.issues[0]?.message ?? '')
  return read.success ? { rate: inverseRate(read.data), inverse: read.data } : { rate: null, inverse: null }
}

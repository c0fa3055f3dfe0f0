// Fund transfers from a spreadsheet, as listed from a passbook.
import { convertBack, exchangeRate, functionalCurrency, inverseRate } from '../../accounts/exchange.ts'
import { cellsAt, cellsOf } from '../import/cells.ts'
import type { Cells } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { transferTemplate } from './columns.ts'

export const transferImport: ImportMapping = {
  ...transferTemplate,
  parties: [],
  documents: [],
  documentTypes: [],
  together: [],
  label: ['reference', 'from', 'to'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const from = cells.money('from', 'Enter the account the money was transferred from.')
    const to = cells.money('to', 'Enter the account the money was transferred to.')
    const isLocal = from.currency === functionalCurrency && to.currency === functionalCurrency
    const stated = rateIn(cells)
    const amount = cells.amount('amount', { missing: 'Enter the amount.' })
    const fields = {
      email: text('email'),
      type: isLocal ? 'local' : 'foreign',
      day: cells.day('day', 'Enter the date of the transfer.'),
      from: from.code,
      to: to.code,
      amount,
      rate: stated.rate,
      // Ten decimals of an inverse rate are not always enough for the last centavo.
      received:
        cells.amountIf('received') ??
        (stated.inverse === null ? null : convertBack(BigInt(amount), stated.inverse).toString()),
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
      type: 'from',
      rate: text('inverse') === '' ? 'rate' : 'inverse',
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, usual: 'amount' }) }
  },
}

/** The rate of the slip: from the source to the receiving account, or the other way around. */
function rateIn({ text, say }: Cells): { rate: string | null; inverse: string | null } {
  const [direct, turned] = [text('rate'), text('inverse')]
  if (turned === '') return { rate: direct === '' ? null : direct, inverse: null }
  if (direct !== '') say(0, 'inverse', 'Both the rate and the inverse rate are entered. Clear one of them.')
  const read = exchangeRate.safeParse(turned)
  if (!read.success) say(0, 'inverse', read.error.issues[0]?.message ?? '')
  return read.success ? { rate: inverseRate(read.data), inverse: read.data } : { rate: null, inverse: null }
}

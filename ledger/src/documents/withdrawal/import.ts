// Withdrawals from a spreadsheet, as listed from a passbook.
import { purchaseCategoryWords } from '../../tax/vat.ts'
import { cellsAt, cellsOf } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { withdrawalTemplate } from './columns.ts'

export const withdrawalImport: ImportMapping = {
  ...withdrawalTemplate,
  documents: [],
  documentTypes: [],
  together: ['reference', 'account'],
  label: ['reference', 'account'],
  parties: ['party'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(['reference', 'account', 'day', 'party', 'rate', 'email', 'memo'], 'withdrawal')
    const fields = {
      email: text('email'),
      day: cells.day('day', 'Enter the date of the withdrawal.'),
      account: cells.money('account', 'Enter the account the money was withdrawn from.').code,
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

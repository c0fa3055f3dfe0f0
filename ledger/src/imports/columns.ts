// Columns that files of several kinds have, and the lines of a purchase as bills, petty cash and cheques share them.
import type { Day } from '../core/date.ts'
import type { purchaseVatClasses } from '../documents/purchase-lines/fields.ts'
import { usualTaxes } from '../accounts/expense-types.ts'
import { purchaseCategoryWords, vatClassWords } from '../tax/vat.ts'
import type { Cells } from './cells.ts'
import { plain } from './mapping.ts'
import type { ImportColumn, NamedParty, Names } from './mapping.ts'

export const memoColumn: ImportColumn = { key: 'memo', title: 'Memo', also: ['Remarks', 'Notes'], example: '' }

export const rateColumn: ImportColumn = { key: 'rate', title: 'Rate', also: ['Exchange rate'], example: '' }

export const dayColumn = (also: string): ImportColumn => ({
  key: 'day',
  title: 'Date',
  also: ['Day', also],
  required: true,
  example: '2026-03-16',
})

export const emailColumn = (required: boolean): ImportColumn => ({
  key: 'email',
  title: 'Receipt e-mail',
  also: ['Email', 'E-mail'],
  required,
  example: required ? 'payables@example.com' : '',
})

export const supplierColumn = (required: boolean): ImportColumn => ({
  key: 'party',
  title: 'Supplier',
  also: ['Supplier TIN', 'Vendor', 'TIN', 'Supplier name', 'Payee TIN'],
  required,
  example: '000-000-000',
})

export const pricesColumn: ImportColumn = {
  key: 'prices',
  title: 'Amounts',
  also: ['Prices', 'Price mode'],
  example: 'inclusive',
}

/** Whether amounts include VAT, as people write it. */
export const pricesIn = (cells: Cells): 'inclusive' | 'exclusive' =>
  cells.oneOf('prices', { inclusive: 'VAT inclusive', exclusive: 'VAT exclusive' }, { usual: 'inclusive' })

/** Empty where the rate makes the VAT. */
export const vatPrintedColumn: ImportColumn = {
  key: 'vatPrinted',
  title: 'VAT as printed',
  also: ['Input VAT'],
  example: '',
}

export const purchaseColumns: readonly ImportColumn[] = [
  { key: 'type', title: 'Type of expense', also: ['Expense type', 'Expense'], example: 'Office supplies' },
  { key: 'description', title: 'Description', also: ['Item', 'Particulars'], example: 'Bond paper, A4' },
  { key: 'amount', title: 'Amount', required: true, example: '1,120.00' },
  { key: 'vat', title: 'VAT', also: ['VAT class', 'Tax'], example: 'Vatable' },
  { key: 'category', title: 'Purchase of', also: ['Category'], example: 'Goods' },
  { key: 'atc', title: 'ATC', also: ['Withholding code'], example: '' },
  { key: 'account', title: 'Account', also: ['Expense account'], example: '' },
]

/** Where the mistakes of a line's rule belong. */
export const purchaseLineCells: Readonly<Record<string, string>> = {
  ...{ expenseType: 'type', description: 'description', amount: 'amount', vatClass: 'vat' },
  ...{ category: 'category', atc: 'atc', account: 'account' },
}

const vatWords = {
  vatable: vatClassWords.vatable,
  zero_rated: vatClassWords.zero_rated,
  exempt: vatClassWords.exempt,
  not_subject: vatClassWords.not_subject,
} satisfies Record<(typeof purchaseVatClasses)[number], string>

/** A line as the form sends it. What is not written comes from the type of expense, as it does in the form. */
export function purchaseLineIn(
  cells: Cells,
  row: number,
  { names, payee, day }: { names: Names; payee: NamedParty | undefined; day: Day },
): Record<string, unknown> {
  const written = cells.text('type', row)
  const type = names.types.find(({ code, name }) => [code, name].some((word) => plain(word) === plain(written)))
  if (written !== '' && type === undefined)
    cells.say(row, 'type', `There is no type of expense '${written}'; write it as in the company settings.`)
  if (written === '' && cells.text('account', row) === '')
    cells.say(row, 'type', 'Write the type of expense, or the account.')
  const bare = {
    vatClass: payee?.vatStatus === 'vat' ? 'vatable' : 'not_subject',
    category: 'services',
    atc: null,
  } as const
  const usual = type === undefined ? bare : usualTaxes(type, { day, payee, company: names.company })
  const code = cells.text('atc', row).toUpperCase()
  return {
    expenseType: type?.code ?? null,
    description: cells.text('description', row) || (type?.name ?? written),
    amount: cells.amount('amount', { row, missing: 'Enter the amount.' }),
    vatClass: cells.oneOf('vat', vatWords, { row, usual: usual.vatClass }),
    category: cells.oneOf('category', purchaseCategoryWords, { row, usual: usual.category }),
    atc: code === '' ? usual.atc : ['NONE', 'NO', '-'].includes(code) ? null : code,
    // Where neither is there, that has its sentence already.
    account: cells.account('account', row) || (type?.account ?? '0000'),
  }
}

// Converts a row of a file to a purchase line.
import { usualTaxes } from '../../accounts/expense-types.ts'
import type { Day } from '../../core/date.ts'
import { registeredOn } from '../../tax/registrations.ts'
import { purchaseCategoryWords, vatClassWords } from '../../tax/vat.ts'
import type { Cells } from '../import/cells.ts'
import { plain } from '../import/mapping.ts'
import type { NamedParty, Names } from '../import/mapping.ts'
import type { purchaseVatClasses } from './fields.ts'

/** Maps errors of a line's rule to cells. */
export const purchaseLineCells: Readonly<Record<string, string>> = {
  expenseType: 'type',
  description: 'description',
  amount: 'amount',
  vatClass: 'vat',
  category: 'category',
  atc: 'atc',
  finalAtc: 'finalAtc',
  account: 'account',
}

const vatWords = {
  vatable: vatClassWords.vatable,
  zero_rated: vatClassWords.zero_rated,
  exempt: vatClassWords.exempt,
  not_subject: vatClassWords.not_subject,
} satisfies Record<(typeof purchaseVatClasses)[number], string>

/** A line as sent by the form. Empty cells default to the type of expense, as in the form. */
export function purchaseLineIn(
  cells: Cells,
  row: number,
  { names, payee, day }: { names: Names; payee: NamedParty | undefined; day: Day },
): Record<string, unknown> {
  const written = cells.text('type', row)
  const type = names.types.find(({ code, name }) => [code, name].some((word) => plain(word) === plain(written)))
  if (written !== '' && type === undefined)
    cells.say(
      row,
      'type',
      `There is no type of expense '${written}'. Enter it as it is spelled in the company settings.`,
    )
  if (written === '' && cells.text('account', row) === '')
    cells.say(row, 'type', 'Enter the type of expense or the account.')
  const bare = {
    vatClass: payee?.vatStatus === 'vat' ? 'vatable' : 'not_subject',
    category: 'services',
    atc: null,
  } as const
  const usual =
    type === undefined ? bare : usualTaxes(type, { day, payee, company: registeredOn(names.registrations, day) })
  const code = cells.text('atc', row).toUpperCase()
  const finalCode = cells.text('finalAtc', row).toUpperCase()
  return {
    expenseType: type?.code ?? null,
    description: cells.text('description', row) || (type?.name ?? written),
    amount: cells.amount('amount', { row, missing: 'Enter the amount.' }),
    vatClass: cells.oneOf('vat', vatWords, { row, usual: usual.vatClass }),
    category: cells.oneOf('category', purchaseCategoryWords, { row, usual: usual.category }),
    atc: code === '' ? usual.atc : ['NONE', 'NO', '-'].includes(code) ? null : code,
    finalAtc: finalCode === '' || ['NONE', 'NO', '-'].includes(finalCode) ? null : finalCode,
    // If neither is given, there is already an error.
    account: cells.account('account', row) || (type?.account ?? '0000'),
  }
}

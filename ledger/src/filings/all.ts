// The list of forms that are worked out, and which revision of a form a period takes.
import type { Day } from '../day.ts'
import type { WorksheetForm } from './forms.ts'
import { corporationReturn, individualReturn } from './income-returns.ts'
import { percentageReturn } from './percentage-return.ts'
import { vatReturn } from './vat-return.ts'
import { monthlyRemittance, quarterlyWithholding, vatWithholding } from './withholding-returns.ts'
import type { FormRevision } from './worksheet.ts'

export const revisions: readonly FormRevision[] = [
  vatReturn,
  percentageReturn,
  monthlyRemittance,
  quarterlyWithholding,
  vatWithholding,
  corporationReturn,
  individualReturn,
]

/** The latest revision for periods that end on a day, or undefined when the form is not known that far back. */
export function revisionOf(form: WorksheetForm, to: Day): FormRevision | undefined {
  return revisions
    .filter((one) => one.form === form && one.from <= to)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]
}

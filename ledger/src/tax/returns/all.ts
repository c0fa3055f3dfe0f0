// The layouts of calculated forms, and the layout of a period by the dated rows of the forms in use.
import type { Day } from '../../core/date.ts'
import type { WorksheetForm } from '../calendar/forms.ts'
import { compensationReturn } from './compensation-return.ts'
import { corporationQuarter, corporationYear } from './corporation-returns.ts'
import { corporationWorkingLines, individualWorkingLines } from './income-working-lines.ts'
import { individualQuarter, individualYear, individualYearSimple } from './individual-returns.ts'
import { percentageReturn } from './percentage-return.ts'
import { vatReturn } from './vat-return.ts'
import { monthlyFinalTax, quarterlyFinalTax } from './final-tax-returns.ts'
import { monthlyRemittance, quarterlyWithholding, vatWithholding } from './withholding-returns.ts'
import type { FormRevision, FormRow } from './worksheet.ts'

const current: readonly FormRevision[] = [
  vatReturn,
  percentageReturn,
  monthlyRemittance,
  quarterlyWithholding,
  vatWithholding,
  compensationReturn,
  monthlyFinalTax,
  quarterlyFinalTax,
  corporationQuarter,
  individualQuarter,
  corporationYear,
  individualYear,
  individualYearSimple,
]

/** With the earlier layouts, for the periods whose returns were filed on them. */
export const layouts: readonly FormRevision[] = [...current, corporationWorkingLines, individualWorkingLines]

/** The forms of a new company; an accountant adds a row when a form is revised. */
export const standardForms: readonly FormRow[] = current.map(({ form, layout, revision, source }) => ({
  form,
  layout,
  revision,
  source,
  validFrom: form === '2550Q' ? '2024-01-01' : '2018-01-01',
}))

/**
 * The form for periods that end on a date: that of the latest row in force, with the boxes of its layout. Undefined for
 * periods before the first row.
 */
export function revisionOf(form: WorksheetForm, to: Day, forms: readonly FormRow[]): FormRevision | undefined {
  const row = forms
    .filter((one) => one.form === form && one.validFrom <= to)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  const known = layouts.find((one) => one.form === form && one.layout === row?.layout)
  return row && known && { ...known, revision: row.revision, source: row.source }
}

// The default deadlines of returns and books. They are read from the tax calendar, so that the page always agrees with
// it.
import { dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import { standardDeadlines } from '@talaan/ledger/tax/calendar/standard.ts'

export type Deadline = { what: string; when: string; source: string }

/** For calendar-year taxpayers who do not file through eFPS. */
export const deadlines: readonly Deadline[] = standardDeadlines
  .filter(({ efpsGroup }) => efpsGroup === '')
  .map(({ form, monthsAfter, dayOfMonth, daysAfter, source }) => {
    const [law = '', when = ''] = source.split(': ')
    const usual =
      daysAfter === null ? `day ${dayOfMonth} of month ${monthsAfter} after the period` : `${daysAfter} days after`
    return { what: `${form}, ${dutyWords[form].title}`, when: when === '' ? usual : when, source: law }
  })

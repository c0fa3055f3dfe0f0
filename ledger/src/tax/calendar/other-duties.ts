// Duties of the year besides tax returns. Whether they apply is asked once in the settings.
import { day } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { addMonths, endOfMonth, monthOf, startOfMonth } from '../../core/date.ts'
import { fieldSet, optionalText, shortText } from '../../core/fields.ts'
import { z } from '../../core/zod.ts'
import { nextWorkingDay } from './deadlines.ts'
import type { NonWorkingDay } from './deadlines.ts'
import { otherDuties } from './forms.ts'
import type { OtherDuty } from './forms.ts'

/** How the sales invoices of the company are registered with the BIR. */
export const salesSystems = ['none', 'loose_leaf', 'cas'] as const
export type SalesSystem = (typeof salesSystems)[number]
export const salesSystemWords = {
  none: 'Authorized printed invoices',
  loose_leaf: 'Loose-leaf, with a permit to use',
  cas: 'Computerized accounting system (CAS)',
} as const satisfies Record<SalesSystem, string>

export const otherDutyChoices = fieldSet({
  inventory: z.boolean('Choose whether you have inventories.'),
  stampTax: z.boolean('Choose whether you file documentary stamp tax returns.'),
  sec: z.boolean('Choose whether your company is registered with the SEC.'),
  /** The date of the annual meeting in the by-laws, 'MM-DD'; '' if there is none. */
  annualMeeting: z
    .string('Enter the date of the annual meeting.')
    .check(
      z.trim(),
      z.regex(
        /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))?$/,
        'Enter the month and the day, for example 06-15.',
      ),
    ),
  permit: z.boolean('Choose whether you renew a business permit.'),
  localTax: z.boolean('Choose whether you pay local business tax by quarter.'),
  renewals: z.boolean('Choose whether you renew other registrations each year.'),
  /** Whether the company must issue electronic invoices. */
  eInvoicing: z.boolean('Choose whether you must issue electronic invoices.'),
  salesSystem: z.enum(salesSystems, 'Choose how your invoices are registered.'),
  /** The number of the permit or acknowledgment certificate of that system. */
  systemPermit: optionalText('permit number', 50),
}).check(
  z.refine(({ salesSystem, systemPermit }) => salesSystem !== 'none' || systemPermit === '', {
    path: ['systemPermit'],
    error:
      'Printed invoices have no permit of this type. Clear this field, or choose the system that issues your invoices.',
  }),
)
export type OtherDutyChoices = z.output<typeof otherDutyChoices>

export const noOtherDuties: OtherDutyChoices = {
  inventory: false,
  stampTax: false,
  sec: false,
  annualMeeting: '',
  permit: false,
  localTax: false,
  renewals: false,
  eInvoicing: false,
  salesSystem: 'none',
  systemPermit: '',
}

/** The duties that apply by the choices. The GIS has no date without an annual meeting. */
export function chosenDuties(choices: OtherDutyChoices): OtherDuty[] {
  const applies = {
    Inventory: choices.inventory,
    '2000': choices.stampTax,
    AFS: choices.sec,
    GIS: choices.sec && choices.annualMeeting !== '',
    Permit: choices.permit,
    LBT: choices.localTax,
    Renewals: choices.renewals,
  } satisfies Record<OtherDuty, boolean>
  return otherDuties.filter((duty) => applies[duty])
}

/** By then, covered taxpayers issue electronic invoices (RR 11-2025 as amended by RR 26-2025). */
export const eInvoicingFrom: Day = '2026-12-31'

// ── Deadlines of one's own.

export const customEvery = ['month', 'quarter', 'year'] as const

/** A deadline by date: each month, each quarter (in its first month), or each year in a month. */
export const customDuty = fieldSet({
  name: shortText('name of the deadline', 100),
  every: z.enum(customEvery, 'Choose how often it is due.'),
  /** 1 to 12, only for a yearly deadline; 0 otherwise. */
  month: z.int('Choose a month.').check(z.minimum(0), z.maximum(12, 'Choose a month.')),
  /** 31 is the last day of any month. */
  dayOfMonth: z.int('Choose a day.').check(z.minimum(1, 'Choose a day.'), z.maximum(31, 'Choose a day.')),
  from: day,
  note: optionalText('note', 300),
}).check(
  z.refine(({ every, month }) => (every === 'year') === (month !== 0), {
    path: ['month'],
    error: 'A yearly deadline needs a month. For other deadlines, choose None.',
  }),
)
export type CustomDuty = z.output<typeof customDuty>

/** The dates of a deadline in a date range, each with its date before closed offices moved it. */
export function customDues(
  { every, month, dayOfMonth, from: since }: Pick<CustomDuty, 'every' | 'month' | 'dayOfMonth' | 'from'>,
  { from, to, closed }: { from: Day; to: Day; closed: readonly NonWorkingDay[] },
): { raw: Day; due: Day }[] {
  const found: { raw: Day; due: Day }[] = []
  for (let of = monthOf(from); of <= monthOf(to); of = addMonths(of, 1)) {
    const no = Number(of.slice(5))
    const isDue = every === 'month' || (every === 'quarter' ? no % 3 === 1 : no === month)
    if (!isDue) continue
    const last = endOfMonth(of)
    const raw =
      dayOfMonth > Number(last.slice(8))
        ? last
        : `${startOfMonth(of).slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
    if (raw >= from && raw <= to && raw >= since) found.push({ raw, due: nextWorkingDay(raw, closed) })
  }
  return found
}

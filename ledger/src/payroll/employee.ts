// An employee as registered for payroll: names, numbers and dates of employment, and the figures of a previous employer of
// the year.
import { z } from '../core/zod.ts'
import { dayMistake } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { fieldSet, optionalText, shortText } from '../core/fields.ts'
import { formatTin, parseTin, tin } from '../core/party.ts'
import { money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** The number that the register, the spreadsheet and the lists know an employee by. */
export const employeeNo = z
  .string('Enter the employee number.')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^[A-Z0-9][A-Z0-9-]{0,19}$/,
      'An employee number has 1 to 20 letters, digits or dashes, for example E-001.',
    ),
  )

/** Unlike the dates of documents, these may be before 1990. */
const longAgo = z
  .string('Enter a date, for example 1985-04-30.')
  .check(
    z.refine(
      (text) =>
        /^(19|20)\d\d-/.test(text) && dayMistake(text < '1990' ? text.replace(/^..../, yearLike(text)) : text) === null,
      'Enter the date as year, month and day, for example 1985-04-30.',
    ),
  )

/** A later year with the same leap day. */
const yearLike = (text: string): string => String(Number(text.slice(0, 4)) + 56)

/** Codes of the alphalist (annex to form 1604-C). */
export const employmentWords = {
  R: 'Regular',
  C: 'Casual',
  CP: 'Contractual or project-based',
  S: 'Seasonal',
  P: 'Probationary',
  AL: 'Apprentice or learner',
} as const

export const separationWords = {
  '': 'Not separated',
  T: 'Terminated',
  TR: 'Transferred',
  R: 'Retired',
  D: 'Died',
} as const

const notNegative = z._default(money.check(z.refine((amount) => amount >= 0n, 'The amount cannot be negative.')), 0n)

export const employeeFields = fieldSet({
  lastName: shortText('last name', 60),
  firstName: shortText('first name', 60),
  middleName: optionalText('middle name', 60),
  tin,
  address: optionalText('address', 200),
  zip: z._default(
    z.string().check(z.trim(), z.regex(/^(\d{4})?$/, 'A ZIP code has four digits, for example 1200.')),
    '',
  ),
  birthDate: z._default(z.nullable(longAgo), null),
  nationality: z._default(shortText('nationality', 40), 'Filipino'),
  sssNo: optionalText('SSS number', 20),
  philhealthNo: optionalText('PhilHealth number', 20),
  pagibigNo: optionalText('Pag-IBIG number', 20),
  status: z._default(z.enum(Object.keys(employmentWords) as [keyof typeof employmentWords]), 'R'),
  hiredOn: longAgo,
  separatedOn: z._default(z.nullable(longAgo), null),
  separation: z._default(z.enum(Object.keys(separationWords) as [keyof typeof separationWords]), ''),
  minimumWage: z._default(z.boolean('Choose yes or no.'), false),
  /** The last day as a minimum wage earner; null while it continues. */
  minimumWageUntil: z._default(z.nullable(longAgo), null),
  /** The statutory minimum wage per day, and the working days of a year. */
  wagePerDay: notNegative,
  daysOfYear: z._default(
    z.string().check(z.regex(/^(\d{3})?$/, 'Enter the working days per year, for example 313.')),
    '',
  ),
}).check(
  z.superRefine((fields, context) => {
    const mistake = (name: keyof typeof fields, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (fields.separatedOn !== null && fields.separatedOn < fields.hiredOn)
      mistake('separatedOn', 'The date of separation is before the date hired. Correct one of them.')
    if ((fields.separatedOn === null) !== (fields.separation === ''))
      mistake('separation', 'Enter both the date and the reason for the separation, or neither.')
    if (fields.minimumWageUntil !== null && !fields.minimumWage)
      mistake(
        'minimumWageUntil',
        'This date applies only to minimum wage earners. Clear it, or choose Yes under Minimum wage earner.',
      )
  }),
)
export type EmployeeFields = z.output<typeof employeeFields>

/** The figures of form 2316 of the previous employer for a year, in centavos. */
export const previousEmployerFields = fieldSet({
  name: shortText('name of the previous employer', 150),
  tin,
  address: optionalText('address', 200),
  zip: z._default(
    z.string().check(z.trim(), z.regex(/^(\d{4})?$/, 'A ZIP code has four digits, for example 1200.')),
    '',
  ),
  thirteenth: notNegative,
  deMinimis: notNegative,
  contributions: notNegative,
  otherExempt: notNegative,
  taxableBasic: notNegative,
  taxableThirteenth: notNegative,
  taxableOther: notNegative,
  withheld: notNegative,
})
export type PreviousEmployer = z.output<typeof previousEmployerFields>

export const previousTaxable = (
  previous: Pick<PreviousEmployer, 'taxableBasic' | 'taxableThirteenth' | 'taxableOther'> | null,
): Money => (previous === null ? 0n : sum([previous.taxableBasic, previous.taxableThirteenth, previous.taxableOther]))

export type Employee = EmployeeFields & { no: string }

/** 'Cruz, Ana Reyes' */
export const employeeName = ({
  lastName,
  firstName,
  middleName,
}: Pick<EmployeeFields, 'lastName' | 'firstName' | 'middleName'>): string =>
  `${lastName}, ${firstName}${middleName === '' ? '' : ` ${middleName}`}`

/** Whether the pay of a date is that of a minimum wage earner (NIRC section 24(A)(2); RR 11-2018). */
export const isMinimumWage = (
  { minimumWage, minimumWageUntil }: Pick<EmployeeFields, 'minimumWage' | 'minimumWageUntil'>,
  day: Day,
): boolean => minimumWage && (minimumWageUntil === null || day <= minimumWageUntil)

/** '123-456-789-00000', or '' without a TIN. */
export function employeeTin({ tin: written }: Pick<EmployeeFields, 'tin'>): string {
  const read = parseTin(written)
  return read.ok ? formatTin(read.tin9, read.branchCode) : ''
}

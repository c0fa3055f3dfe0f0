// The annual statements: the financial statements of a fiscal year for the audit, with notes and signatories.
import { day } from '@talaan/ledger/core/date.ts'
import { annualProfile } from '@talaan/ledger/reports/annual/profile.ts'
import { partNames } from '@talaan/ledger/reports/annual/parts.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { table } from './reports.ts'
import { accountants } from './roles.ts'

export const annualProblems = {
  notAYearEnd: {
    code: 'annual.notAYearEnd',
    status: 404,
    sentence: 'This date is not the end of a fiscal year. Choose a year from the list.',
  },
  changedMeanwhile: {
    code: 'annual.changedMeanwhile',
    status: 409,
    sentence: 'Someone else has changed these details in the meantime. Reload the page, then make your change.',
  },
} satisfies Record<string, Problem>

/** Where to enter what is missing. */
export const annualPlaces = ['company', 'details', 'close', 'register', 'opening', 'inventory'] as const
export type AnnualPlace = (typeof annualPlaces)[number]

const section = z.object({ title: z.string(), text: z.array(z.string()), table: z.nullable(table) })
const part = z.object({
  name: z.enum(partNames),
  title: z.string(),
  period: z.string(),
  sections: z.array(section),
})

/** `to` is the last day of a fiscal year; the default is the latest year that has ended. */
export const viewAnnualStatements = endpoint({
  name: 'annual.view',
  logsRead: true,
  method: 'GET',
  path: '/api/annual-statements',
  access: accountants,
  query: z.strictObject({ to: z.optional(day) }),
  answer: z.object({
    to: day,
    /** The last days of the fiscal years that users can choose, newest first. */
    years: z.array(day),
    profile: annualProfile,
    missing: z.array(z.object({ sentence: z.string(), at: z.enum(annualPlaces) })),
    parts: z.array(part),
    /** The file names for eAFS; empty if the company has no TIN. */
    files: z.array(z.object({ name: z.string(), holds: z.string() })),
  }),
  failure: 'The annual statements could not be created. Try again.',
})
export type AnnualStatements = z.output<typeof viewAnnualStatements.answer>

export const annualFormats = ['xlsx', 'pdf'] as const
export type AnnualFormat = (typeof annualFormats)[number]

export const printAnnualStatements = endpoint({
  name: 'annual.print',
  method: 'GET',
  path: '/api/annual-statements/files/:format',
  access: accountants,
  params: z.strictObject({ format: z.enum(annualFormats) }),
  /** Without `part`, all parts. */
  query: z.strictObject({ to: day, part: z.optional(z.enum(partNames)) }),
  bytesOut: true,
  failure: 'The annual statements could not be printed. Try again.',
})

export const changeAnnualProfile = endpoint({
  name: 'annual.profile',
  method: 'PUT',
  path: '/api/annual-statements/details',
  access: accountants,
  body: z.strictObject({ was: annualProfile, now: annualProfile }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The details may not have been saved. Reload the page and check.',
})

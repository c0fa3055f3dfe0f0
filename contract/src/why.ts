// Explains a figure: its parts, its rule, and what has changed it since a date. Also compares a report at two dates of
// recording, figure by figure.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { worksheetForms } from '@talaan/ledger/tax/calendar/forms.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportNames, reportQuery, reportSeconds } from './reports.ts'
import { accountants } from './roles.ts'

export const whyProblems = {
  noSuchFigure: {
    code: 'why.noSuchFigure',
    status: 404,
    sentence: 'This report no longer has that figure. Open the report again.',
  },
  notExplained: {
    code: 'why.notExplained',
    status: 404,
    sentence: 'This figure has no such part. Go back and choose another part.',
  },
  notFinished: {
    code: 'why.notFinished',
    status: 422,
    sentence: `The search took more than ${reportSeconds} seconds and was stopped, so no lines or causes are shown. Choose a shorter period.`,
  },
} satisfies Record<string, Problem>

/** The number of lines on a page of the list. */
export const whyLines = 100

const shown = {
  /** Only this part of the figure. */
  part: z.optional(z.string().check(z.maxLength(100))),
  /** Also what was recorded after the end of this date. */
  since: z.optional(day),
  /** The first line of the list. */
  offset: z.optional(z.string().check(z.regex(/^\d{1,7}$/))),
}

/**
 * A row is identified by its texts. If several rows have the same texts, the first is used unless `nth` says otherwise.
 */
const cell = {
  row: z.string().check(z.maxLength(600)),
  nth: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))),
  column: z.string().check(z.maxLength(40)),
}

const documentRef = z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })

/** A figure of the same report or return, which can be explained next. */
const figure = z.object({ row: z.string(), nth: z.int(), column: z.string() })

const line = z.object({
  key: z.string(),
  day: z.nullable(day),
  words: z.string(),
  document: z.nullable(documentRef),
  isReversal: z.boolean(),
  amount: money,
  /** The user who recorded it and the time; null for items that are not entries. */
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** Attached files of the document. */
  files: z.int(),
})
export type WhyLine = z.output<typeof line>

const why = z.object({
  title: z.string(),
  period: z.string(),
  row: z.string(),
  column: z.string(),
  kind: z.enum(['money', 'percent']),
  /** The amount of the figure, or of the chosen part; percentages in tenths. */
  amount: money,
  /** The calculation, and the standard, form or section that requires it. */
  rule: z.string(),
  source: z.nullable(z.string()),
  /** The figure is calculated from its parts, but is not their sum. */
  isFormula: z.boolean(),
  parts: z.array(
    z.object({
      key: z.string(),
      words: z.string(),
      amount: money,
      lines: z.int(),
      figure: z.nullable(figure),
      document: z.nullable(documentRef),
    }),
  ),
  /** The number and sum of the parts that are not listed. */
  more: z.object({ parts: z.int(), amount: money }),
  /** The figure less its parts. It is zero unless the figure is a formula or the books are damaged. */
  difference: money,
  lines: z.array(line),
  count: z.int(),
  /** The offset of the next page. */
  next: z.nullable(z.string()),
  /** Sentences about what the figure does not include. */
  notCounted: z.array(z.string()),
  changed: z.nullable(
    z.object({
      since: day,
      was: z.nullable(money),
      lines: z.array(line),
      count: z.int(),
      /** The part of the change that no entry explains. */
      other: money,
    }),
  ),
})
export type Why = z.output<typeof why>

export const viewWhy = endpoint({
  name: 'reports.why',
  method: 'GET',
  path: '/api/reports/:report/why',
  access: accountants,
  params: z.strictObject({ report: z.enum(reportNames) }),
  query: z.extend(reportQuery, { ...cell, ...shown }),
  answer: z.object({ why }),
  failure: 'The figure could not be explained. Try again.',
})

export const viewBoxWhy = endpoint({
  name: 'filings.why',
  method: 'GET',
  path: '/api/filings/:duty/:period/boxes/:box/why',
  access: accountants,
  params: z.strictObject({
    duty: z.enum(worksheetForms),
    period: day,
    box: z.string().check(z.regex(/^[0-9A-Za-z.]{1,10}$/)),
  }),
  query: z.strictObject({ column: z.enum(['base', 'tax']), ...shown }),
  answer: z.object({ why }),
  failure: 'The figure could not be explained. Try again.',
})

/** The figures of a report as recorded up to two dates; without `later`, the second date is now. */
export const compareReport = endpoint({
  name: 'reports.compare',
  method: 'GET',
  path: '/api/reports/:report/compared',
  access: accountants,
  params: z.strictObject({ report: z.enum(reportNames) }),
  query: z.extend(reportQuery, { known: day, later: z.optional(day) }),
  answer: z.object({
    title: z.string(),
    period: z.string(),
    known: day,
    later: z.nullable(day),
    rows: z.array(
      z.object({ row: z.string(), nth: z.int(), column: z.string(), title: z.string(), was: money, now: money }),
    ),
    /** The number of figures that are the same at both dates. */
    same: z.int(),
  }),
  failure: 'The report could not be compared. Try again.',
})

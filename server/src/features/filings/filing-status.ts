// The status of a duty for a period: open, prepared, filed or amended, with what was filed and what has changed since.
import type { Kysely } from 'kysely'
import { filingProblems } from '@talaan/contract/filings.ts'
import type { Filed, FilingState } from '@talaan/contract/filings.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, firstDay, lastDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { isWorksheetForm, periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty, Period } from '@talaan/ledger/tax/calendar/forms.ts'
import { restoredWorksheet, worksheetFigures } from '@talaan/ledger/tax/returns/stored.ts'
import { boxesOf, sinceFiling } from '@talaan/ledger/tax/returns/worksheet.ts'
import type { Worksheet } from '@talaan/ledger/tax/returns/worksheet.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { sha256 } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { filesOf, isListDuty, movedFiles } from './files.ts'
import type { MovedFile } from './files.ts'
import type { Rules } from './rules.ts'
import { calculateReturn, recalculateReturn } from './calculate-return.ts'

type Db = Kysely<Tables>

export type FilingStatus = {
  period: Period
  state: FilingState
  preparedBy: string | null
  /** The next filing: the return, or its amendment once something has changed. Null for duties without boxes. */
  worksheet: Worksheet | null
  digest: string
  filed: Filed[]
  since: Since
  /** There is something to file: nothing was filed, or something has changed since. */
  isDue: boolean
}

type Since = {
  boxes: ReturnType<typeof sinceFiling>
  documents: { id: string; kind: string; number: string; day: Day; boxes: string[]; base: bigint; tax: bigint }[]
  /** For a list: filed lines that are gone, and lines that were not filed. */
  files: MovedFile[]
}
const nothingSince: Since = { boxes: [], documents: [], files: [] }

/** The period that ends on a date, or a refusal: addresses are untrusted. */
export function periodEnding(duty: Duty, to: Day, { registrations }: Pick<Rules, 'registrations'>): Period {
  const period = periodOf(duty, to, registrations.fiscalYearEnd)
  // Its deadline is at most a year later, and has to be a valid date as well.
  const hasDays = period.from >= firstDay && addDays(to, 400) <= lastDay
  if (period.to !== to || !hasDays) throw new Refusal(filingProblems.noSuchPeriod)
  return period
}

/**
 * The status of a duty. `as filed` reads what was filed without a calculation, for lists that do not need the figures.
 */
export async function filingStatusOf(
  db: Db,
  rules: Rules,
  { duty, period }: { duty: Duty; period: Period },
  depth: 'with figures' | 'as filed' = 'with figures',
): Promise<FilingStatus> {
  const { rows, sheets } = await filingsOf(db, duty, period.to)
  const latest = sheets.at(-1)
  const state: FilingState = rows.length === 0 ? 'open' : rows.length === 1 ? 'filed' : 'amended'

  if (isListDuty(duty) && depth === 'with figures') return listStatus(db, { duty, period }, { rows, state })
  if (!isWorksheetForm(duty) || depth === 'as filed') {
    const digest = digestWithoutBoxes(duty, period)
    const prepared = rows.length === 0 ? await preparedFor(db, duty, period.to) : undefined
    return {
      period,
      worksheet: null,
      digest,
      filed: rows,
      since: nothingSince,
      isDue: rows.length === 0,
      state: prepared === undefined ? state : 'prepared',
      preparedBy: prepared?.by ?? null,
    }
  }

  const request = { form: duty, period }
  if (latest === undefined) {
    const worksheet = await calculateReturn(db, rules, request)
    if (worksheet === undefined) throw new Refusal(filingProblems.notWorkedOut)
    const digest = digestOf(worksheet)
    const prepared = await preparedFor(db, duty, period.to)
    const isPrepared = prepared?.digest === digest
    return {
      period,
      worksheet,
      digest,
      filed: [],
      since: nothingSince,
      isDue: true,
      state: isPrepared ? 'prepared' : 'open',
      preparedBy: isPrepared ? prepared.by : null,
    }
  }

  const again = await recalculateReturn(db, rules, request, sheets)
  const boxes = again === undefined ? [] : sinceFiling(again.current, boxesOf(latest))
  if (again === undefined || boxes.length === 0) {
    return {
      period,
      worksheet: latest,
      digest: digestOf(latest),
      filed: rows,
      since: nothingSince,
      isDue: false,
      state,
      preparedBy: null,
    }
  }
  const since = { boxes, documents: documentsSince(again.current, latest), files: [] }
  return {
    period,
    worksheet: again.amendment,
    digest: digestOf(again.amendment),
    filed: rows,
    since,
    isDue: true,
    state,
    preparedBy: null,
  }
}

/** A list is its files: their digest is reviewed, and their lines show changes. */
async function listStatus(
  db: Db,
  { duty, period }: { duty: Duty; period: Period },
  { rows, state }: { rows: Filed[]; state: FilingState },
): Promise<FilingStatus> {
  const files = await filesOf(db, duty, period)
  const digest = sha256(canonical({ duty, period, files: files.map(({ name, sha256: sum }) => ({ name, sum })) }))
  const last = rows.at(-1)
  const moved = last === undefined ? [] : await movedFiles(db, last.id, files)
  const prepared = last === undefined ? await preparedFor(db, duty, period.to) : undefined
  const isPrepared = prepared?.digest === digest
  return {
    period,
    worksheet: null,
    digest,
    filed: rows,
    since: { ...nothingSince, files: moved },
    isDue: last === undefined || moved.length > 0,
    state: isPrepared ? 'prepared' : state,
    preparedBy: isPrepared ? prepared.by : null,
  }
}

export const digestOf = (worksheet: Worksheet): string => sha256(canonical(worksheetFigures(worksheet)))

/** A duty without boxes never changes between reviews. */
export const digestWithoutBoxes = (duty: Duty, period: Period): string => sha256(canonical({ duty, period }))

/** The documents whose lines count now but did not when the return was filed. */
function documentsSince(now: Worksheet, filed: Worksheet): Since['documents'] {
  const counted = new Set(filed.boxes.flatMap(({ no, parts }) => parts.map(({ key }) => `${no} ${key}`)))
  const found = new Map<string, Since['documents'][number]>()
  for (const { no, parts } of now.boxes) {
    for (const { key, document, day, line, base, tax } of parts) {
      if (document === null || day === null || line === null || counted.has(`${no} ${key}`)) continue
      const its = found.get(document.id) ?? {
        id: document.id,
        kind: document.kind,
        number: document.number,
        day,
        boxes: [],
        base: 0n,
        tax: 0n,
      }
      found.set(document.id, {
        ...its,
        boxes: its.boxes.includes(no) ? its.boxes : [...its.boxes, no],
        base: its.base + base,
        tax: its.tax + tax,
      })
    }
  }
  return [...found.values()]
}

async function preparedFor(db: Db, duty: Duty, period: Day): Promise<{ digest: string; by: string } | undefined> {
  return db
    .selectFrom('filing_prepared')
    .innerJoin('users', 'users.id', 'prepared_by')
    .select(['digest', 'client_id as by'])
    .where('form', '=', duty)
    .where('period', '=', period)
    .executeTakeFirst()
}

/** The filings of a period, oldest first, with the worksheets of those with boxes. */
export async function filingsOf(db: Db, duty: Duty, period: Day): Promise<{ rows: Filed[]; sheets: Worksheet[] }> {
  const found = await db
    .selectFrom('filing')
    .innerJoin('users', 'users.id', 'filed_by')
    .select(['filing.id', 'amendment', 'filed_on', 'reference', 'client_id', 'filed_at', 'digest', 'content'])
    .where('form', '=', duty)
    .where('period', '=', period)
    .orderBy('amendment')
    .execute()
  if (found.length === 0) return { rows: [], sheets: [] }
  const files = await db
    .selectFrom('filing_file')
    .select(['filing_id', 'name', 'sha256'])
    .where(
      'filing_id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('name')
    .execute()
  const sheets = isWorksheetForm(duty) ? found.map(({ content }) => restoredWorksheet(content)) : []
  const rows = found.map((row, at) => ({
    id: row.id,
    amendment: row.amendment,
    filedOn: row.filed_on,
    reference: row.reference,
    by: row.client_id,
    at: timestamp(instant(row.filed_at)),
    digest: row.digest,
    payable: sheets[at]?.payable ?? null,
    files: files
      .filter(({ filing_id }) => filing_id === row.id)
      .map(({ name, sha256: sum }) => ({ name, sha256: sum })),
  }))
  return { rows, sheets }
}

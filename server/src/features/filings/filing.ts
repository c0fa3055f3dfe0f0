// Filing: the reviewed figures are stored with their lines and files under one digest, permanently.
import type { Transaction } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import {
  chooseExcessUse,
  enterBox,
  fileReturn,
  filingProblems,
  moveDeadline,
  prepareFiling,
} from '@talaan/contract/filings.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { revisionOf } from '@talaan/ledger/tax/returns/all.ts'
import { usesOf } from '@talaan/ledger/tax/returns/excess.ts'
import type { ExcessForm, ExcessUse } from '@talaan/ledger/tax/returns/excess.ts'
import { isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty, Period, WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { storedWorksheet } from '@talaan/ledger/tax/returns/stored.ts'
import { takesEntry } from '@talaan/ledger/tax/returns/worksheet.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { lockHead } from '../../books/journal.ts'
import { filingDigest } from '../../books/seal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { filesOf } from './files.ts'
import { readRules } from './rules.ts'
import { filingStatusOf } from './filing-status.ts'
import { entriesOf, excessUseOf, calculateReturn } from './calculate-return.ts'

type Trx = Transaction<Tables>
export type FilingContext = { context: Pick<AppContext, 'clock'>; viewer: Viewer; address: string }
type Of = { duty: Duty; period: Period }

/**
 * Stores the current return, or its amendment. The reviewed figures must still be current; the books are locked
 * meanwhile.
 */
export async function storeFiling(
  trx: Trx,
  { context: { clock }, viewer, address }: FilingContext,
  of: Of,
  { digest, filedOn, reference }: z.output<typeof fileReturn.body>,
): Promise<{ id: string; amendment: number }> {
  const head = await lockHead(trx)
  const now = today(clock)
  if (of.period.to >= now) throw new Refusal(filingProblems.notEnded)
  const mistake = filedOnMistake(filedOn, of.period, now)
  if (mistake !== null) throw refused('filedOn', mistake)
  const status = await filingStatusOf(trx, await readRules(trx), of)
  if (!status.isDue) throw new Refusal(filingProblems.unchanged)
  if (status.digest !== digest) throw new Refusal(filingProblems.changedMeanwhile)

  const amendment = status.filed.length
  const content = status.worksheet === null ? {} : (storedWorksheet(status.worksheet) as object)
  const files = await filesOf(trx, of.duty, of.period)
  const row = {
    id: crypto.randomUUID(),
    form: of.duty,
    period: of.period.to,
    amendment,
    reference,
    revision: status.worksheet?.revision ?? '',
    filed_on: filedOn,
    last_entry: head.lastEntry,
  }
  const kept = filingDigest({ ...row, content, files: files.map(({ name, sha256 }) => ({ name, sha256 })) })
  await trx
    .insertInto('filing')
    .values({
      ...row,
      content: JSON.stringify(content),
      digest: kept,
      filed_by: viewer.userId,
      filed_at: timestamp(clock.now()),
    })
    .execute()
  for (const file of files)
    await trx
      .insertInto('filing_file')
      .values({ filing_id: row.id, ...file })
      .execute()
  await trx.deleteFrom('filing_prepared').where('form', '=', of.duty).where('period', '=', of.period.to).execute()
  const object = { type: 'filing', id: row.id }
  const detail = { form: of.duty, period: of.period.to, amendment, filedOn, reference, digest: kept }
  await audit(trx, clock, { viewer, address, action: fileReturn.name, object, detail })
  return { id: row.id, amendment }
}

function filedOnMistake(filedOn: Day, { to }: Period, now: Day): string | null {
  if (filedOn > now) return `${formatDay(filedOn)} is in the future. Enter the date it was filed.`
  return filedOn <= to ? `The period ends on ${formatDay(to)}. File the return after that date.` : null
}

export async function notePrepared(
  trx: Trx,
  { context: { clock }, viewer, address }: FilingContext,
  of: Of,
  digest: string,
): Promise<void> {
  const status = await filingStatusOf(trx, await readRules(trx), of)
  if (status.filed.length > 0) throw new Refusal(filingProblems.filed)
  if (status.digest !== digest) throw new Refusal(filingProblems.changedMeanwhile)
  const noted = { digest, prepared_by: viewer.userId, prepared_at: timestamp(clock.now()) }
  await trx
    .insertInto('filing_prepared')
    .values({ form: of.duty, period: of.period.to, ...noted })
    .onConflict((conflict) => conflict.columns(['form', 'period']).doUpdateSet(noted))
    .execute()
  const object = { type: 'return', id: `${of.duty} ${of.period.to}` }
  await audit(trx, clock, { viewer, address, action: prepareFiling.name, object })
}

export async function enterIntoBox(
  trx: Trx,
  { context: { clock }, viewer, address }: FilingContext,
  { form, period, box }: { form: WorksheetForm; period: Period; box: string },
  { was, now }: z.output<typeof enterBox.body>,
): Promise<void> {
  // Concurrent entries wait here, and the second one sees the first one's value.
  await lockHead(trx)
  const rules = await readRules(trx)
  const revision = revisionOf(form, period.to, rules.forms)
  const sheet = revision && (await calculateReturn(trx, rules, { form, period }))
  if (sheet === undefined) throw new Refusal(filingProblems.notWorkedOut)
  const found = sheet.boxes.find(({ no }) => no === box)
  if (found === undefined) throw new Refusal(filingProblems.noSuchBox)
  if (!takesEntry(found)) throw new Refusal(filingProblems.madeOfOthers)
  const column = found.columns === 'tax' ? 'base' : found.columns === 'base' ? 'tax' : null
  if (column !== null && now[column] !== 0n)
    throw refused(column, 'This box has only one amount. Enter 0 in the other column.')
  for (const field of ['base', 'tax'] as const)
    if (revision?.inPesos && now[field] % 100n !== 0n)
      throw refused(field, 'This return is in whole pesos. Enter the amount without centavos.')
  const before = (await entriesOf(trx, form, period.to)).get(box) ?? null
  if (canonical(before) !== canonical(was)) throw new Refusal(filingProblems.changedMeanwhile)
  await trx
    .insertInto('filing_entry')
    .values({
      form,
      period: period.to,
      box,
      ...now,
      entered_by: viewer.userId,
      entered_at: timestamp(clock.now()),
    })
    .execute()
  const written = (entry: { base: bigint; tax: bigint; reason: string } | null) =>
    entry && { base: formatMoney(entry.base), tax: formatMoney(entry.tax), reason: entry.reason }
  const object = { type: 'return', id: `${form} ${period.to} box ${box}` }
  await audit(trx, clock, {
    viewer,
    address,
    object,
    action: enterBox.name,
    detail: { was: written(before), now: written(now) },
  })
}

/** The use of the excess of a return; a filed return keeps its own until it is amended. */
export async function putExcessUse(
  trx: Trx,
  { context: { clock }, viewer, address }: FilingContext,
  { form, period }: { form: ExcessForm; period: Period },
  use: ExcessUse,
): Promise<void> {
  await lockHead(trx)
  if (!usesOf(form, period).includes(use)) throw new Refusal(filingProblems.noSuchUse)
  const was = await excessUseOf(trx, form, period.to)
  if (was === use) return
  await trx
    .insertInto('excess_use')
    .values({ form, period: period.to, use, chosen_by: viewer.userId, chosen_at: timestamp(clock.now()) })
    .execute()
  const object = { type: 'return', id: `${form} ${period.to}` }
  await audit(trx, clock, { viewer, address, object, action: chooseExcessUse.name, detail: { was, now: use } })
}

export async function putDeadline(
  trx: Trx,
  { context: { clock }, viewer, address }: FilingContext,
  { duty, period }: Of,
  { now }: z.output<typeof moveDeadline.body>,
): Promise<void> {
  if (now !== null && now.due <= period.to)
    throw refused('due', `The period ends on ${formatDay(period.to)}. Enter a later deadline.`)
  if (now === null) {
    await trx.deleteFrom('deadline_override').where('form', '=', duty).where('period', '=', period.to).execute()
  } else {
    const noted = { ...now, noted_by: viewer.userId, noted_at: timestamp(clock.now()) }
    await trx
      .insertInto('deadline_override')
      .values({ form: duty, period: period.to, ...noted })
      .onConflict((conflict) => conflict.columns(['form', 'period']).doUpdateSet(noted))
      .execute()
  }
  const object = { type: 'return', id: `${duty} ${period.to}` }
  await audit(trx, clock, { viewer, address, action: moveDeadline.name, object, detail: { now } })
}

/** The form must have boxes; otherwise nothing can be entered or opened. */
export function worksheetForm(duty: Duty): WorksheetForm {
  if (!isWorksheetForm(duty)) throw new Refusal(filingProblems.notWorkedOut)
  return duty
}

export function refused(field: string, message: string): Refusal {
  return new Refusal(saying(filingProblems.refused, message), [
    { path: ['now', field], message },
    { path: [field], message },
  ])
}

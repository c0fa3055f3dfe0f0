// Shared by all changes of the settings: the old and new values are stored, and a concurrent change is refused.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { settingsProblems } from '@talaan/contract/settings.ts'
import type { SettingsChange } from '@talaan/contract/settings.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
export type ChangeContext = { context: AppContext; viewer: Viewer; address: string }
type Values = Record<string, unknown>

/** Only the fields that differ are stored, as text. Saving the same values is no change. */
export async function recordChange(
  trx: Trx,
  { context, viewer, address }: ChangeContext,
  { action, what, before, now }: { action: string; what: string; before: Values | null; now: Values },
): Promise<void> {
  const names = Object.keys(now).filter((name) => textOf(before?.[name] ?? null) !== textOf(now[name]))
  if (names.length === 0) return
  const kept = (values: Values) => Object.fromEntries(names.map((name) => [name, textOf(values[name])]))
  await audit(trx, context.clock, {
    viewer,
    address,
    action,
    object: { type: 'settings', id: what },
    detail: { what, was: before === null ? null : kept(before), now: kept(now) },
  })
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'bigint') return formatMoney(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const pageLength = 30

export async function changesOfSettings(db: Db, before: string | undefined) {
  let select = db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor_name as by', 'detail'])
    .where(sql<boolean>`action like 'settings.%'`)
    .where('outcome', '=', 'done')
    .orderBy('seq', 'desc')
    .limit(pageLength + 1)
  if (before !== undefined) select = select.where('seq', '<', BigInt(before))
  const rows = await select.execute()
  const page = rows.slice(0, pageLength)
  return {
    changes: page.map((row): SettingsChange => {
      const { what, was, now } = row.detail as { what: string; was: Texts | null; now: Texts }
      const fields = Object.entries(now).map(([field, text]) => ({ field, was: was?.[field] ?? null, now: text }))
      return { seq: row.seq.toString(), at: timestamp(instant(row.at)), by: row.by, what, fields }
    }),
    next: rows.length > pageLength ? (page.at(-1)?.seq.toString() ?? null) : null,
  }
}
type Texts = Record<string, string | null>

export function refuse(field: string, message: string): never {
  const path = field === 'code' ? ['code'] : ['now', field]
  throw new Refusal(saying(settingsProblems.refused, message), [{ path, message }])
}

/** Refuses a change if the stored values are not those that the person saw when they began. */
export function assertUnchanged(is: Values, was: Values): void {
  if (canonical(is) !== canonical(was)) throw new Refusal(settingsProblems.changedMeanwhile)
}

export function assertSame(is: Values | undefined, was: Values | null, taken: string): void {
  if (was === null) {
    if (is !== undefined) throw new Refusal(saying(settingsProblems.taken, taken), [{ path: ['code'], message: taken }])
    return
  }
  if (is === undefined) throw new Refusal(settingsProblems.notThere)
  assertUnchanged(is, was)
}

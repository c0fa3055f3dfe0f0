// Ctrl Z: the last change of a person in the session, found in the audit trail.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { lastChange } from '@talaan/contract/undo.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { detailsOf } from '../audit-trail/details.ts'
import { labelsOf } from '../audit-trail/query.ts'
import { actionsOf, sentenceOf } from '../audit-trail/words.ts'
import { undoOf } from './undo-of.ts'
import type { ChangeEvent } from './undo-of.ts'

export const undo: Feature = ({ db: { kysely: db } }) => [
  answers(lastChange, async ({ viewer }) => {
    const event = await lastEvent(db, viewer)
    if (event === undefined) return { change: null }
    const { action, at, record, detail } = event
    const label = (await labelsOf(db, [record])).of(record)
    const words = sentenceOf({ action, outcome: 'done', label: label?.label ?? record.id, detail })
    const kind = label?.documentType ?? null
    return {
      change: {
        at,
        words,
        document: kind === null ? null : { id: record.id, kind, number: label?.label ?? '' },
        details: action.startsWith('settings.')
          ? detailsOf({ was: detail.was, now: detail.now }).map(({ label: name, was, now }) => ({
              label: name,
              was,
              now,
            }))
          : [],
        undo: await undoOf(db, viewer, event),
      },
    }
  }),
]

/** Readings, logins and the consequences of a change are no changes of the person. */
const passedOver = [
  ...(['reports', 'signIns', 'system', 'digests'] as const).flatMap(actionsOf),
  'reconciliation.ruleActed',
  'reconciliation.ruleStopped',
]

/** A document that a bank rule recorded for its line. */
const isOfRule = sql`exists (
  select from bank_match_recorded join bank_match on bank_match.id = match_id
  where document_id = case when action = 'documents.record' then audit.object_id::uuid end and how = 'rule')`

async function lastEvent(db: Kysely<Tables>, { clientId, sessionId }: Viewer): Promise<ChangeEvent | undefined> {
  const { rows } = await sql<
    Omit<ChangeEvent, 'record' | 'at'> & { at: string; type: string | null; id: string | null }
  >`
    select action, (at at time zone 'UTC')::text as at, object_type as type, object_id as id, detail
    from audit
    where actor_name = ${clientId} and action not like 'rows.%' and session_id = ${sessionId} and outcome = 'done'
      and action <> all(${passedOver}::text[]) and not ${isOfRule}
    order by at desc, seq desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { action, detail, type, id } = row
  return { action, detail, at: `${row.at.replace(' ', 'T')}Z`, record: { type: type ?? '', id: id ?? '' } }
}

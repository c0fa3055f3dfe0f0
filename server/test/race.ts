// Two concurrent recordings, round after round, without the surrounding calls: the race is in the write path and the
// database.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { timestamp, today } from '../src/platform/clock.ts'
import { digestOf, checkFields } from '../src/books/recording/check-fields.ts'
import { inBooks, recordDraft } from '../src/books/recording/record.ts'
import { voidDocument } from '../src/books/recording/void.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import { extentOf } from './extent.ts'
import type { Name, Portal } from './portal.ts'

/** The number of rounds of each race. */
export const rounds = extentOf({ short: 20, soak: Number(process.env.TALAAN_RACES ?? 1_000) })

export type Yes = { draftId: string; digest: string; address: string }
type Recorded = { documentId: string; number: string }

export async function viewerOf({ db }: Portal, name: Name): Promise<Viewer> {
  const { id, role } = await db.kysely
    .selectFrom('users')
    .select(['id', 'role'])
    .where('client_id', '=', name)
    .executeTakeFirstOrThrow()
  return { userId: id, clientId: name, role, sessionId: crypto.randomUUID(), company: '', firstLogin: false }
}

/** Several reviews of one form. It is validated once: between the rounds everything is the same. */
export async function reviewsOf(
  { db, clock }: Portal,
  viewer: Viewer,
  [typeName, input]: readonly [DocumentTypeName, object],
  count = 1,
): Promise<Yes[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const checked = await checkFields(db.kysely, { typeName, draftId: ids[0] ?? '', input, today: today(clock) })
  const reviews = ids.map((draftId) => ({ draftId, digest: digestOf(draftId, checked), address: '' }))
  await inBooks(db.kysely, (trx) =>
    trx
      .insertInto('draft')
      .values(
        reviews.map(({ draftId, digest }) => ({
          id: draftId,
          user_id: viewer.userId,
          kind: typeName,
          fields: '{}',
          review_digest: digest,
          reviewed: JSON.stringify(checked.fields),
          saved_at: timestamp(clock.now()),
        })),
      )
      .execute(),
  )
  return reviews
}

export const recordedBy = ({ db, context }: Portal, viewer: Viewer, yes: Yes): Promise<Recorded> =>
  recordDraft(db.kysely, context, viewer, yes)

/** Reviewed and recorded, as the setup of a round. */
export async function recordNow(
  portal: Portal,
  viewer: Viewer,
  sheet: readonly [DocumentTypeName, object],
): Promise<Recorded> {
  const [yes] = await reviewsOf(portal, viewer, sheet)
  if (yes === undefined) throw new Error('There is no review to say Yes to.')
  return recordedBy(portal, viewer, yes)
}

/** Two concurrent Yes. One is recorded, and the other one gets the reason; anything else is an error. */
export async function bothSayYes(
  portal: Portal,
  both: readonly (readonly [Viewer, Yes | undefined])[],
): Promise<{ won: Recorded; refusal: readonly FieldMistake[] }> {
  const ends = await Promise.allSettled(
    both.map(([viewer, yes]) =>
      yes === undefined ? Promise.reject(new Error('No Yes.')) : recordedBy(portal, viewer, yes),
    ),
  )
  const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  for (const error of refused) if (!(error instanceof Refusal)) throw error
  if (won[0] === undefined || won.length !== 1) throw new Error(`${won.length} of the two were recorded.`)
  return { won: won[0], refusal: (refused[0] as Refusal).fields ?? [] }
}

export const voidNow = ({ db, context }: Portal, viewer: Viewer, { documentId }: Pick<Recorded, 'documentId'>) =>
  inBooks(db.kysely, (trx) =>
    voidDocument(trx, context, viewer, {
      documentId,
      day: today(context.clock),
      reason: 'Not what was meant',
      address: '',
    }),
  )

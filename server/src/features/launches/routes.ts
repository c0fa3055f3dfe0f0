// External forms: opens a launch for the frame, and tells the portal what came of it.
import { sql } from 'kysely'
import { formScreens } from '@talaan/contract/cards.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { launchProblems, openLaunch, outsideDonePath, viewLaunch } from '@talaan/contract/launches.ts'
import type { FormPlaceholder } from '@talaan/contract/launches.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { inBooks } from '../../books/recording/record.ts'
import { hashOfSecret, randomText } from '../../http/api/key.ts'
import { ownOrigin } from '../../http/own-origin.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { timestamp } from '../../platform/clock.ts'

export const launches: Feature = ({ db: { kysely: db }, clock, env }) => [
  answers(openLaunch, async ({ body, viewer, request }) => {
    const { form, draftId, party, about, scheme, reviews } = body
    const template = env.formUrls[form]
    if (template === undefined) throw new Refusal(launchProblems.notOutside)
    if (formScreens.some(({ frame, roles }) => frame === form && !roles.includes(viewer.role)))
      throw new Refusal(common.notAllowed)
    const [launchId, code] = [crypto.randomUUID(), randomText(43)]
    const now = timestamp(clock.now())
    await inBooks(db, async (trx) => {
      await trx
        .updateTable('launch')
        .set({ outcome: 'replaced', ended_at: now })
        .where('draft_id', '=', draftId)
        .where('user_id', '=', viewer.userId)
        .where('ended_at', 'is', null)
        .execute()
      await trx
        .insertInto('launch')
        .values({
          id: launchId,
          user_id: viewer.userId,
          session_id: viewer.sessionId,
          form,
          draft_id: draftId,
          party_id: party ?? null,
          about: about ?? null,
          reviews,
          opened_at: now,
          code_hash: hashOfSecret(code),
        })
        .execute()
    })
    const values: Record<FormPlaceholder, string> = {
      launch: code,
      form,
      client: viewer.clientId,
      party: party ?? '',
      draft: draftId,
      about: about ?? '',
      return: `${ownOrigin(env, request.headers.host)}${outsideDonePath}`,
      scheme,
    }
    const url = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name as FormPlaceholder]))
    return { launchId, url }
  }),

  answers(viewLaunch, async ({ params: { launchId }, viewer }) => {
    const row = await db
      .selectFrom('launch')
      .leftJoin('api_key', 'api_key.id', 'launch.key_id')
      .leftJoin('document', 'document.draft_id', 'launch.draft_id')
      .leftJoin('draft', (join) =>
        join.onRef('draft.id', '=', 'launch.draft_id').onRef('draft.user_id', '=', 'launch.user_id'),
      )
      .select(['api_key.name as program', 'launch.outcome', 'document.id as documentId', 'document.number'])
      .select(['document.kind', 'draft.id as draftId', 'draft.kind as draftKind'])
      .select(sql<boolean>`document.recorded_by = launch.user_id`.as('isOwn'))
      .where('launch.id', '=', launchId)
      .where('launch.user_id', '=', viewer.userId)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal(launchProblems.notThere)
    const { documentId, number, kind, draftId, draftKind } = row
    const isRecorded = documentId !== null && number !== null && kind !== null && row.isOwn
    const goesOn = row.program === null ? 'opened' : 'connected'
    const state: State = isRecorded ? 'recorded' : ((row.outcome as State | null) ?? goesOn)
    return {
      state,
      program: row.program,
      document: isRecorded ? { id: documentId, kind: kind as DocumentTypeName, number } : null,
      draft:
        draftId === null || draftKind === null || isRecorded
          ? null
          : { id: draftId, kind: draftKind as DocumentTypeName },
    }
  }),
]

type State = AnswerOf<typeof viewLaunch>['state']

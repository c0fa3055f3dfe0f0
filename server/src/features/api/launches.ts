// What external forms do through the public API: a code becomes a token, and a token is for one draft.
import type { Transaction } from 'kysely'
import { apiProblems } from '@talaan/contract/api/endpoint.ts'
import * as api from '@talaan/contract/api/resources.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { kindsOfForm, launchCodeMinutes, outsideDonePath } from '@talaan/contract/launches.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { inBooks } from '../../books/recording/record.ts'
import { hashOfSecret, newKey } from '../../http/api/key.ts'
import { ownOrigin } from '../../http/own-origin.ts'
import { answers } from '../../http/route.ts'
import type { Call, Route } from '../../http/route.ts'
import type { HttpContext } from '../../http/context.ts'
import { endOf } from '../../http/session/life.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { LaunchOfCall, Viewer } from '../../platform/viewer.ts'

export const launchOf = ({ viewer }: Pick<Call<Endpoint>, 'viewer'>): LaunchOfCall | undefined => viewer.apiKey?.launch

/** A key may use all drafts of its account, a launch token only its own. */
export function assertOwnDraft(call: Pick<Call<Endpoint>, 'viewer'>, draftId: string | null, kind?: DocumentTypeName) {
  const launch = launchOf(call)
  if (launch === undefined) return
  if (launch.draftId !== draftId || (kind !== undefined && !kindsOfForm(launch.form).includes(kind)))
    throw new Refusal(apiProblems.otherDraft)
}

export function launchRoutes({ db, clock, env }: HttpContext): Route[] {
  const shown = async (call: Call<Endpoint>, launchId: string) => {
    const row = await db.kysely
      .selectFrom('launch')
      .innerJoin('users', 'users.id', 'launch.user_id')
      .innerJoin('api_key', 'api_key.id', 'launch.key_id')
      .leftJoin('document', (join) =>
        join.onRef('document.draft_id', '=', 'launch.draft_id').onRef('document.recorded_by', '=', 'launch.user_id'),
      )
      .select(['launch.form', 'launch.draft_id as draftId', 'launch.reviews', 'launch.party_id as partyId'])
      .select(['launch.about', 'launch.outcome', 'users.client_id as name', 'users.role', 'api_key.scopes'])
      .select('document.id as documentId')
      .where('launch.id', '=', launchId)
      .executeTakeFirstOrThrow()
    const { form, draftId, partyId, about, name, role } = row
    return {
      launch: {
        id: launchId,
        form,
        kinds: kindsOfForm(form),
        draftId,
        mayRecord: row.scopes.includes('launches:record') && !row.reviews,
        person: { name, role },
        partyId,
        about,
        today: today(clock),
        returnUrl: `${ownOrigin(env, call.request.headers.host)}${outsideDonePath}`,
        state: row.documentId === null ? ((row.outcome as 'prepared' | null) ?? 'connected') : 'recorded',
      } as const,
    }
  }
  const currentOf = (call: Call<Endpoint>): LaunchOfCall => {
    const launch = launchOf(call)
    if (launch === undefined) throw new Refusal(apiProblems.noLaunch)
    return launch
  }

  return [
    answers(api.exchangeLaunch, async (call) => {
      const { viewer, address, body } = call
      if (launchOf(call) !== undefined) throw new Refusal(apiProblems.needsKey)
      const token = newKey('talaan_launch_')
      // A refusal is stored too: a code that was used twice ends its launch.
      const result = await inBooks(db.kysely, async (trx): Promise<{ launchId: string } | { problem: Problem }> => {
        const launch = await launchOfCode(trx, body.code)
        const now = clock.now()
        if (launch === undefined || endOf(launch, now) !== undefined) return { problem: apiProblems.badCode }
        const person: Viewer = { ...viewer, ...launch.person, sessionId: launch.sessionId }
        const event = {
          viewer: person,
          address,
          action: api.exchangeLaunch.name,
          detail: { form: launch.form },
        } as const
        const refused = (problem: Problem) =>
          audit(trx, clock, {
            ...event,
            outcome: 'refused',
            detail: { ...event.detail, why: problem.code },
          }).then(() => ({ problem }))
        if (launch.exchangedAt !== null) {
          await end(trx, launch.id, 'reused', timestamp(now))
          return refused(apiProblems.codeUsed)
        }
        if (launch.endedAt !== null || now - instant(launch.openedAt) > launchCodeMinutes * 60_000)
          return { problem: apiProblems.badCode }
        if (launch.form !== body.form) return refused(apiProblems.otherForm)
        await trx
          .updateTable('launch')
          .set({
            key_id: viewer.apiKey?.id ?? null,
            exchanged_at: timestamp(now),
            token_start: token.start,
            token_hash: token.secretHash,
          })
          .where('id', '=', launch.id)
          .execute()
        await audit(trx, clock, event)
        return { launchId: launch.id }
      })
      if ('problem' in result) throw new Refusal(result.problem)
      return { token: token.text, ...(await shown(call, result.launchId)) }
    }),

    answers(api.readLaunch, async (call) => shown(call, currentOf(call).id)),

    answers(api.finishLaunch, async (call) => {
      const { id, form } = currentOf(call)
      await inBooks(db.kysely, async (trx) => {
        await end(trx, id, call.body.outcome, timestamp(clock.now()))
        const { viewer, address } = call
        const detail = { form, outcome: call.body.outcome }
        await audit(trx, clock, { viewer, address, action: api.finishLaunch.name, detail })
      })
      return shown(call, id)
    }),
  ]
}

type Trx = Transaction<Tables>

async function launchOfCode(trx: Trx, code: string) {
  const row = await trx
    .selectFrom('launch')
    .innerJoin('session', 'session.id', 'launch.session_id')
    .innerJoin('users', 'users.id', 'launch.user_id')
    .select(['launch.id', 'launch.form', 'launch.opened_at as openedAt', 'launch.exchanged_at as exchangedAt'])
    .select(['launch.ended_at as endedAt', 'session.id as sessionId', 'session.created_at as createdAt'])
    .select(['session.active_at as activeAt', 'session.pinged_at as pingedAt', 'session.closing_at as closingAt'])
    .select(['users.id as userId', 'users.client_id as clientId', 'users.role'])
    .where('launch.code_hash', '=', hashOfSecret(code))
    .where('session.ended_at', 'is', null)
    .where('users.seat', 'is not', null)
    .forUpdate('launch')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { userId, clientId, role, ...launch } = row
  return { ...launch, person: { userId, clientId, role: role as Role } }
}

const end = (trx: Trx, launchId: string, outcome: 'prepared' | 'cancelled' | 'reused', at: string) =>
  trx
    .updateTable('launch')
    .set({ outcome, ended_at: at })
    .where('id', '=', launchId)
    .where('ended_at', 'is', null)
    .execute()

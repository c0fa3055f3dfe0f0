// The member "next" of the lists of the public API: the position that the portal's own list gives, bound to the list and its filters.
import { apiProblems } from '@talaan/contract/api/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import type { Call, Route } from '../../http/route.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { steadyText } from './steady-text.ts'

type Filters = Record<string, unknown>

/** Opens "after" before the call, and seals "next" after it. */
export const paged = ({ endpoint, handle, ...route }: Route): Route => ({
  ...route,
  endpoint,
  handle: async (call: Call<Endpoint>) => {
    const { after, ...filters } = call.query as Filters & { after?: string }
    const list = steadyText({ name: endpoint.name, params: call.params, filters })
    const query = after === undefined ? filters : { ...filters, after: positionIn(after, endpoint.name, list) }
    const answer = (await unlessForged(handle({ ...call, viewer: call.viewer, query }))) as { next: string | null }
    return { ...answer, next: answer.next === null ? null : cursorAt(answer.next, endpoint.name, list) }
  },
})

const cursorAt = (position: string, name: string, list: string): string =>
  `${digestOf(`${name} ${position}`)}${digestOf(list)}${Buffer.from(position).toString('base64url')}`

function positionIn(cursor: string, name: string, list: string): string {
  const [, ofPosition, ofList, sealed = ''] = /^([0-9a-f]{12})([0-9a-f]{12})([\w-]+)$/.exec(cursor) ?? []
  const position = Buffer.from(sealed, 'base64url').toString()
  if (ofPosition !== digestOf(`${name} ${position}`)) throw wrongAfter(apiProblems.badCursor)
  if (ofList !== digestOf(list)) throw wrongAfter(apiProblems.otherCursor)
  return position
}

/** The digests are no secret, so a position that no list gave is left to the database to refuse. */
async function unlessForged<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isNoValue = /^22/.test(String((error as { code?: unknown }).code))
    throw isNoValue ? wrongAfter(apiProblems.badCursor) : error
  }
}

const digestOf = (text: string): string => sha256(text).slice(0, 12)

const wrongAfter = (problem: Problem): Refusal => new Refusal(problem, [{ path: ['after'], message: problem.sentence }])

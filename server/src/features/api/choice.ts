// The parameters fields and expand of the public API: a caller gets only the members that it names, and the records that others name by
// their id in place. Each linked record is read by its own call, so that its permissions hold.
import { z } from '@talaan/ledger/core/zod.ts'
import { apiProblems, lacksScope, maximumExpandedRecords, scopesOf } from '@talaan/contract/api/endpoint.ts'
import type { ApiEndpoint, Link } from '@talaan/contract/api/endpoint.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { refuse } from '../../http/api/key.ts'
import type { HttpContext } from '../../http/context.ts'
import type { Call, Route } from '../../http/route.ts'

type Json = Readonly<Record<string, unknown>>
type Choice = { fields?: string; expand?: string }

/** Reads a linked record as its call answers it. */
export type ReadLinked = (call: Call<Endpoint>, endpoint: ApiEndpoint, id: string) => Promise<Json>

export function choosing(
  context: HttpContext,
  { handle, ...route }: Route & { endpoint: ApiEndpoint },
  read: ReadLinked,
): Route {
  const { records, links } = route.endpoint
  return {
    ...route,
    handle: (call: Call<Endpoint>) => {
      const { fields: _, expand: __, ...query } = call.query as Choice & Json
      return handle({ ...call, viewer: call.viewer, query })
    },
    finish: async (call: Call<Endpoint>, answer: Json) => {
      const { fields, expand } = call.query as Choice
      const members = fields?.split(',')
      const wanted = [...(expand?.split(',') ?? []), ...(members ?? [])]
      const expanded = Object.entries(links).filter(([name]) => wanted.includes(name))
      for (const [, { call: linked }] of expanded)
        await assertMayRead(context, call, { asked: route.endpoint, linked: linked() })
      const found = await linkedRecords(call, recordsOf(answer, records), expanded, read)
      const shown = (record: Json): Json => {
        const own =
          members === undefined
            ? record
            : Object.fromEntries(members.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
        return { ...own, ...Object.fromEntries(expanded.map(([name, link]) => [name, found(link, record)])) }
      }
      const chosen = records.map((name) => {
        const value = answer[name]
        return [name, Array.isArray(value) ? value.map(shown) : shown(value as Json)]
      })
      return { ...answer, ...Object.fromEntries(chosen) }
    },
  }
}

const recordsOf = (answer: Json, names: readonly string[]): Json[] =>
  names.flatMap((name) => [answer[name]].flat() as Json[])

async function assertMayRead(context: HttpContext, call: Call<Endpoint>, { asked, linked }: Asked): Promise<void> {
  const { viewer, address } = call
  const lacking = scopesOf(linked).find((scope) => !viewer.apiKey?.scopes.includes(scope))
  const problem =
    lacking !== undefined ? lacksScope(lacking) : linked.access.includes(viewer.role) ? undefined : common.notAllowed
  if (problem !== undefined) await refuse(context, { viewer, endpoint: asked, address, problem, at: 'expand' })
}
type Asked = { asked: ApiEndpoint; linked: ApiEndpoint }

/** Reads each linked record once, and finds those of a record. */
async function linkedRecords(
  call: Call<Endpoint>,
  records: readonly Json[],
  links: readonly (readonly [string, Link])[],
  read: ReadLinked,
): Promise<(link: Link, record: Json) => unknown> {
  const wanted = new Map<string, { endpoint: ApiEndpoint; id: string }>()
  for (const [, link] of links)
    for (const record of records) {
      const id = link.idIn(record)
      if (isId(id)) wanted.set(keyOf(link, id), { endpoint: link.call(), id })
    }
  if (wanted.size > maximumExpandedRecords) throw new Refusal(apiProblems.tooManyExpanded)
  const answers = new Map<string, Json | null>()
  for (const [key, { endpoint, id }] of wanted) answers.set(key, await unlessHidden(read(call, endpoint, id)))
  return (link, record) => {
    const id = link.idIn(record)
    const answer = isId(id) ? (answers.get(keyOf(link, id)) ?? null) : null
    return link.path.reduce<unknown>((value, name) => (value === null ? null : (value as Json)[name]), answer)
  }
}

const keyOf = ({ call }: Link, id: string): string => `${call().name} ${id}`

const uuid = z.uuid()
const isId = (id: unknown): id is string => uuid.safeParse(id).success

/** Null for a record that is not there or that the account may not see. */
async function unlessHidden(record: Promise<Json>): Promise<Json | null> {
  try {
    return await record
  } catch (error) {
    if (error instanceof Refusal && [403, 404].includes(error.problem.status)) return null
    throw error
  }
}

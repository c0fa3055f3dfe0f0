// The commands of docs/api.md from a key to a recorded invoice, sent as they stand there.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowRecording, createApiKey } from '@talaan/contract/api-keys.ts'
import { openPortal } from './portal.ts'
import type { Portal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const [, beginning = ''] = /## From a key to an invoice in five minutes\n([\s\S]*?)\n## /.exec(page) ?? []
const commands = [...beginning.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  [...block.matchAll(/^\s*(curl [\s\S]*)/gm)].map(([, command = '']) => command),
)

type Variables = Record<string, string>

/** The words of a command as a shell reads them. */
function wordsOf(command: string, variables: Variables): string[] {
  const filled = (text: string) => text.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? '')
  const parts = command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\\\n\s*|\s+)|([^\s'"\\]+)/g)
  const words: string[] = ['']
  for (const [, single, double, space, bare] of parts) {
    if (space !== undefined) words.push('')
    else words[words.length - 1] += single ?? filled(double ?? bare ?? '')
  }
  return words.filter((word) => word !== '')
}

async function curl(command: string, variables: Variables) {
  const [program, ...words] = wordsOf(command, variables)
  expect(program).toBe('curl')
  const headers: Record<string, string> = {}
  let [url, method, payload]: (string | undefined)[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = () => words[++at] ?? ''
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(next()) ?? []
      headers[name] = value
    } else if (word === '-d') payload = next()
    else if (word === '-X') method = next()
    else if (!word.startsWith('-')) url = word
  }
  const { pathname, search } = new URL(url ?? '')
  const reply = await portal.app.inject({
    method: (method ?? (payload === undefined ? 'GET' : 'POST')) as 'GET',
    url: `${pathname}${search}`,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

test('the commands of docs/api.md lead from a key to a recorded invoice', async () => {
  const [carla, ben] = [await portal.signIn('carla'), await portal.signIn('ben')]
  const params = { keyId: crypto.randomUUID() }
  // The preselected permissions, and that to register the customer.
  const scopes = ['company:read', 'parties:read', 'drafts:write', 'parties:write'] as const
  const body = { name: 'Newcomer', owner: 'ben', scopes: [...scopes], networks: [], expiresOn: '2026-12-31' }
  const { secret } = (await carla.call(createApiKey, { params, body })).answer
  const variables: Variables = { TALAAN: 'http://127.0.0.1:3000', KEY: secret, DAY: '2026-03-16' }

  const [company, search, register, prepare, review, record] = commands
  expect(commands).toHaveLength(6)
  expect((await curl(company!, variables)).body).toMatchObject({ today: '2026-03-16', key: { name: 'Newcomer' } })
  expect((await curl(search!, variables)).body).toMatchObject({ parties: [] })
  variables['PARTY'] = (await curl(register!, variables)).body.party.id
  variables['DRAFT'] = (await curl(prepare!, variables)).body.draft.id
  const checked = (await curl(review!, variables)).body
  expect(checked).toMatchObject({ total: '112000.00', numberToBe: 'SI-2026-000001', warnings: expect.any(Array) })
  variables['DIGEST'] = checked.digest
  expect(await curl(record!, variables)).toMatchObject({ status: 403, body: { code: 'api.mayNotRecord' } })
  await ben.call(allowRecording, { params, body: { recording: [{ kind: 'invoice', upTo: '11200000' }] } })
  const recorded = await curl(record!, variables)
  expect(recorded).toMatchObject({ status: 200, body: { number: 'SI-2026-000001', already: false } })
  expect((await curl(record!, variables)).body).toEqual({ ...recorded.body, already: true })
})

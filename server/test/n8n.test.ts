// The n8n workflows of the examples, against the real API. n8n itself is too large to install here: this runs their nodes in the order
// of their connections, with every address, body, header and expression as it stands in the file.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { openLaunch, viewLaunch } from '@talaan/contract/launches.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { openPortal } from './portal.ts'
import type { Caller, Portal } from './portal.ts'

type Json = Record<string, unknown>
type Conditions = { conditions: { leftValue: unknown; rightValue: unknown }[] }
/** Of the nodes that the examples have. */
type Parameters = {
  url?: string
  method?: 'GET' | 'POST' | 'PUT'
  authentication?: string
  headerParameters?: { parameters: { name: string; value: string }[] }
  jsonBody?: string
  options?: { response?: { response?: { fullResponse?: boolean; neverError?: boolean } } }
  assignments?: { assignments: { name: string; value: unknown }[] }
  jsCode?: string
  conditions?: Conditions
  rules?: { values: { conditions: Conditions }[] }
  responseBody?: string
}
type Node = { name: string; type: string; parameters: Parameters }
type Workflow = { nodes: Node[]; connections: Record<string, { main: { node: string }[][] }> }

let portal: Portal
let ana: Caller
let partyId: string
let secret: string
beforeAll(async () => {
  portal = await openPortal({ env: { FORM_URL_INVOICE: 'https://n8n.example/webhook/talaan-invoice?launch={launch}' } })
  ana = await portal.signIn('ana')
  const carla = await portal.signIn('carla')
  const body = {
    name: 'n8n',
    owner: 'ana',
    scopes: ['launches:prepare' as const, 'launches:record' as const],
    networks: [],
    expiresOn: '2026-12-31',
  }
  secret = (await carla.call(createApiKey, { params: { keyId: crypto.randomUUID() }, body })).answer.secret
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '111-222-333', registeredName: 'Lakbay Trading Inc.' }
  const registration = { registrationId: crypto.randomUUID(), role: 'customer' as const, fields, lookAlikesSeen: true }
  partyId = (await ana.call(registerParty, { body: registration })).answer.party.id
})
afterAll(() => portal.close())

const readWorkflow = (name: string): Workflow =>
  JSON.parse(readFileSync(new URL(`../../examples/n8n/${name}.json`, import.meta.url), 'utf8')) as Workflow

/** Runs a workflow until it waits for a button or shows its last page; `press` continues it. */
function execution({ nodes, connections }: Workflow) {
  const done = new Map<string, Json>()
  const ran = new Set<string>()
  const nodeOf = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (node === undefined) throw new Error(`The workflow has no node ${name}.`)
    return node
  }
  const scope = (json: Json) => {
    const $ = (name: string) => ({
      first: () => {
        if (!done.has(name)) throw new Error(`${nodeOf(name).name} has not run.`)
        return { json: done.get(name) }
      },
    })
    return createContext({
      $json: json,
      $,
      $input: { first: () => ({ json }) },
      $execution: { resumeUrl: 'https://n8n.example/resume' },
    })
  }
  const evaluated = (text: unknown, json: Json): unknown => {
    if (typeof text !== 'string' || !text.startsWith('=')) return text
    const parts = [...text.slice(1).matchAll(/\{\{(.*?)\}\}/gs)]
    const value = (code = '') => runInContext(`(${code})`, scope(json)) as unknown
    if (parts.length === 1 && parts[0]?.[0] === text.slice(1).trim()) return value(parts[0][1])
    return text.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, code: string) => String(value(code)))
  }
  const sent = async (
    { parameters: { url, method, headerParameters, jsonBody, authentication, options } }: Node,
    json: Json,
  ) => {
    const address = String(evaluated(url, json))
    const headers: Record<string, string> = {}
    for (const { name, value } of headerParameters?.parameters ?? [])
      headers[name.toLowerCase()] = String(evaluated(value, json))
    if (authentication !== undefined) headers['authorization'] = `Bearer ${secret}`
    const reply = await portal.app.inject({
      method: method ?? 'GET',
      url: address.replace('http://127.0.0.1:3000', ''),
      headers: { ...headers, ...(jsonBody !== undefined && { 'content-type': 'application/json' }) },
      ...(jsonBody !== undefined && { payload: String(evaluated(jsonBody, json)) }),
    })
    const { fullResponse = false, neverError = false } = options?.response?.response ?? {}
    if (reply.statusCode >= 400 && !neverError)
      throw new Error(`${address} answered ${reply.statusCode}: ${reply.body}`)
    return fullResponse ? { statusCode: reply.statusCode, body: reply.json<Json>() } : reply.json<Json>()
  }
  const isTrue = (conditions: Conditions | undefined, json: Json): boolean => {
    const [condition] = conditions?.conditions ?? []
    if (condition === undefined) throw new Error('There is no condition.')
    return evaluated(condition.leftValue, json) === condition.rightValue
  }

  /** From a node to the next page. */
  const run = async (name: string, input: Json): Promise<string> => {
    let [at, json] = [name, input]
    for (let steps = 0; steps < 50; steps += 1) {
      const node = nodeOf(at)
      const { parameters } = node
      ran.add(at)
      let branch = 0
      if (node.type.endsWith('.httpRequest')) json = await sent(node, json)
      else if (node.type.endsWith('.set'))
        json = Object.fromEntries((parameters.assignments?.assignments ?? []).map(({ name: of, value }) => [of, value]))
      else if (node.type.endsWith('.code'))
        json =
          (runInContext(`(() => {${parameters.jsCode ?? ''}\n})()`, scope(json)) as { json: Json }[])[0]?.json ?? {}
      else if (node.type.endsWith('.if')) branch = isTrue(parameters.conditions, json) ? 0 : 1
      else if (node.type.endsWith('.switch')) {
        const rules = parameters.rules?.values ?? []
        const found = rules.findIndex(({ conditions }) => isTrue(conditions, json))
        branch = found === -1 ? rules.length : found
      } else if (node.type.endsWith('.respondToWebhook')) return String(evaluated(parameters.responseBody, json))
      else if (!/\.(webhook|wait)$/.test(node.type)) throw new Error(`${node.type} is not known here.`)
      done.set(at, json)
      const next = connections[at]?.main[branch]?.[0]?.node
      if (next === undefined) throw new Error(`Nothing follows ${at}.`)
      at = next
    }
    throw new Error('The workflow does not end.')
  }
  return {
    begin: (launch: string) => run('Form opened', { query: { launch } }),
    press: (body: Json) => run('Wait for a button', { body }),
    notRun: () => nodes.map(({ name }) => name).filter((name) => !ran.has(name)),
  }
}

async function launched() {
  const draftId = crypto.randomUUID()
  const { url, launchId } = (
    await ana.call(openLaunch, { body: { form: 'invoice', draftId, scheme: 'light', reviews: false } })
  ).answer
  const view = async () => (await ana.call(viewLaunch, { params: { launchId } })).answer
  return { code: new URL(url).searchParams.get('launch') ?? '', view }
}

test('the invoice workflow of n8n shows mistakes, goes back after No, and records or hands over what was confirmed', async () => {
  const workflow = readWorkflow('invoice')
  const first = execution(workflow)
  const { code } = await launched()
  expect(await first.begin(code)).toContain('Lakbay Trading Inc.')
  const typed = {
    act: 'review',
    partyId,
    externalNo: '884',
    day: '2026-03-16',
    description0: 'Bamboo',
    quantity0: '2',
    unitPrice0: '56,000',
    account0: '4010',
  }
  expect(await first.press({ ...typed, day: '2026-02-30' })).toMatch(/role="?alert/)
  const page = await first.press(typed)
  expect(page).toContain('112000.00')
  expect(await first.press({ act: 'edit' })).toContain('Bamboo')
  const digest = /name="digest" value="([0-9a-f]+)"/.exec(await first.press(typed))?.[1]
  expect(await first.press({ act: 'record', digest })).toContain('SI-2026-000001')
  const { rows } = await portal.db.pool.query(
    `select number, total::text, external_no from document where kind = 'invoice'`,
  )
  expect(rows).toEqual([{ number: 'SI-2026-000001', total: '11200000', external_no: '884' }])

  const second = execution(workflow)
  await second.begin((await launched()).code)
  await second.press({ ...typed, externalNo: '885' })
  expect(await second.press({ act: 'hand-over' })).toContain('Check the draft in Talaan.')
  // Every node of the file has run.
  expect(first.notRun().filter((name) => second.notRun().includes(name))).toEqual([])
})

// The n8n workflows of the examples, against the real API. n8n itself is too large to install here: this runs their nodes in the order
// of their connections, with every address, body, header and expression as it stands in the file.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
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
  options?: { response?: { response?: { fullResponse?: boolean; neverError?: boolean; responseFormat?: string } } }
  assignments?: { assignments: { name: string; value: unknown }[] }
  jsCode?: string
  conditions?: Conditions
  rules?: { values: { conditions: Conditions }[] }
  respondWith?: string
  responseBody?: string
}
type Node = { name: string; type: string; parameters: Parameters }
type Workflow = { nodes: Node[]; connections: Record<string, { main: { node: string }[][] }> }

let portal: Portal
let ana: Caller
let partyId: string
let supplierId: string
let secret: string
beforeAll(async () => {
  portal = await openPortal({
    env: {
      FORM_URL_INVOICE: 'https://n8n.example/webhook/talaan-invoice?launch={launch}',
      FORM_URL_PAYMENT: 'https://n8n.example/webhook/talaan-payment?launch={launch}',
    },
  })
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
  const register = async (role: 'customer' | 'supplier', tin: string, registeredName: string) => {
    const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
    const registration = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
    return (await ana.call(registerParty, { body: registration })).answer.party.id
  }
  partyId = await register('customer', '111-222-333', 'Lakbay Trading Inc.')
  supplierId = await register('supplier', '444-555-666', 'Matibay Hardware Inc.')
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
    const { fullResponse = false, neverError = false, responseFormat } = options?.response?.response ?? {}
    if (reply.statusCode >= 400 && !neverError)
      throw new Error(`${address} answered ${reply.statusCode}: ${reply.body}`)
    if (responseFormat === 'file') return { file: reply.body }
    return fullResponse ? { statusCode: reply.statusCode, body: reply.json<Json>() } : reply.json<Json>()
  }
  const isTrue = (conditions: Conditions | undefined, json: Json): boolean => {
    const [condition] = conditions?.conditions ?? []
    if (condition === undefined) throw new Error('There is no condition.')
    return evaluated(condition.leftValue, json) === condition.rightValue
  }

  /** The node that the last page leads to; none after the last page. */
  let waiting: string | undefined
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
      } else if (node.type.endsWith('.respondToWebhook')) {
        waiting = connections[at]?.main[0]?.[0]?.node
        return String(parameters.respondWith === 'binary' ? json['file'] : evaluated(parameters.responseBody, json))
      } else if (!/\.(webhook|wait)$/.test(node.type)) throw new Error(`${node.type} is not known here.`)
      done.set(at, json)
      const next = connections[at]?.main[branch]?.[0]?.node
      if (next === undefined) throw new Error(`Nothing follows ${at}.`)
      at = next
    }
    throw new Error('The workflow does not end.')
  }
  return {
    begin: (launch: string) => run('Form opened', { query: { launch } }),
    press: (body: Json) => run(waiting ?? 'The page has no button.', { body }),
    notRun: () => nodes.map(({ name }) => name).filter((name) => !ran.has(name)),
  }
}

async function launched(form = 'invoice', more: { party?: string; reviews?: boolean } = {}) {
  const body = { form, draftId: crypto.randomUUID(), scheme: 'light' as const, reviews: false, ...more }
  const { url, launchId } = (await ana.call(openLaunch, { body })).answer
  const view = async () => (await ana.call(viewLaunch, { params: { launchId } })).answer
  return { code: new URL(url).searchParams.get('launch') ?? '', view }
}

const refusedAmount = /role="alert"><li>Send an? (amount|unit price) as a string/

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
  expect(await first.press({ ...typed, unitPrice0: 'five' })).toMatch(refusedAmount)
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

async function record(kind: 'bill' | 'deposit', fields: object): Promise<string> {
  const params = { draftId: crypto.randomUUID() }
  const { digest } = (await ana.call(reviewDraft, { params, body: { kind, fields } })).answer
  return (await ana.call(recordDocument, { body: { ...params, digest } })).answer.documentId
}

/** A bill of 1,120.00. */
const billed = (externalNo: string) => {
  const line = { description: 'Paper', account: '6070', amount: '112000', vatClass: 'vatable', category: 'goods' }
  return record('bill', { partyId: supplierId, externalNo, day: '2026-03-16', priceMode: 'inclusive', lines: [line] })
}

test('the payment workflow of n8n pays the bills of an unpaid vendor, records an excess as an advance, and returns the voucher', async () => {
  const workflow = readWorkflow('payment')
  const capital = { description: 'Capital', account: '3010', amount: '1000000' }
  await record('deposit', { day: '2026-03-16', account: '1031', others: [capital] })
  const [paper, ink] = [await billed('A-19'), await billed('A-20')]
  const first = execution(workflow)
  const { code, view } = await launched('payment')
  expect(await first.begin(code)).toMatch(/Matibay Hardware Inc\..*2240\.00/s)
  const form = await first.press({ act: 'vendor', partyId: supplierId })
  expect(form).toContain('(A-19)')
  expect(form).toContain(`name="pay-${ink}"`)
  // The first bill with 80.00 more than its balance, and a part of the second.
  const typed = { act: 'review', day: '2026-03-16', account: '1031', reference: 'BPI-5512' }
  const paid = { ...typed, [`pay-${paper}`]: '1,200', [`pay-${ink}`]: '500.5' }
  expect(await first.press({ ...paid, [`pay-${ink}`]: 'five' })).toMatch(refusedAmount)
  const page = await first.press(paid)
  expect(page).toMatch(/1620\.50.*1700\.50/s)
  expect(page).toMatch(/Advances to suppliers<\/td><td class="n">80\.00/)
  expect(await first.press({ act: 'back' })).toContain('value="1,200"')
  const digest = /name="digest" value="([0-9a-f]+)"/.exec(await first.press(paid))?.[1]
  const recorded = await first.press({ act: 'record', digest })
  expect(await view()).toMatchObject({ state: 'recorded', document: { kind: 'payment' } })
  expect(recorded).toContain((await view()).document?.number)
  for (const _ of [1, 2]) expect(await first.press({ act: 'voucher' })).toMatch(/^%PDF/)

  // Opened for a vendor, the form begins with the bills; what is refused meanwhile is told, and a draft can be handed over.
  const second = execution(workflow)
  const opened = await second.begin((await launched('payment', { party: supplierId })).code)
  expect(opened).not.toContain('(A-19)')
  expect(opened).toContain('value="619.50"')
  const rest = { ...typed, [`pay-${ink}`]: '619.50' }
  expect(await second.press(rest)).toContain('619.50')
  expect(await second.press({ act: 'record', digest: '0'.repeat(64) })).toMatch(/role="?alert/)
  const third = execution(workflow)
  await third.begin((await launched('payment', { party: supplierId, reviews: true })).code)
  expect(await third.press(rest)).toContain('Send to Talaan')
  expect(await third.press({ act: 'hand-over' })).toContain('Check the draft in Talaan.')
  const others = [second, third].map((other) => new Set(other.notRun()))
  expect(first.notRun().filter((name) => others.every((names) => names.has(name)))).toEqual([])
})

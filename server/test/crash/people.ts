// People at their browsers, as far as a server can tell: they sign in, keep bearer and cookie, and make the calls.
import { Agent, request } from 'node:http'
import { addressOf } from '@talaan/contract/endpoint.ts'
import type { AnswerOf, BodyOf, Endpoint } from '@talaan/contract/endpoint.ts'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { changeFirstPassword, clientIdPrefix, dashboard, logIn } from '@talaan/contract/session.ts'
import { addUser } from '@talaan/contract/users.ts'

export type Person = { clientId: string; headers: Record<string, string> }

/** The portal's own first password, for its environment, and what everyone changes it to. */
export const firstPassword = 'Unang-Salita.2026'
export const password = 'Ikalawang-Salita.2026'

type Answer = { status: number; text: string; cookies: string[] }
type Sent = { method: string; headers?: Record<string, string>; body?: string | undefined }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request over kept-alive connections; rejects when no complete answer came. */
export function ask(url: string, { method, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(body !== undefined && json(body)) }
    const sent = request(url, { method, agent, headers: all }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
      )
      answer.on('error', reject)
      answer.on('aborted', () => reject(new Error('The answer broke off.')))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const json = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
})

type CallParts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** What the wire carries: amounts are strings there. */
export type Wire<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T

/** Makes a call; a refusal throws its status and sentence. */
export async function call<E extends Endpoint>(
  url: string,
  person: Person | undefined,
  endpoint: E,
  given: CallParts = {},
): Promise<Wire<AnswerOf<E>>> {
  const { status, text } = await ask(url + addressOf(endpoint, given.params, given.query), {
    method: endpoint.method,
    headers: person?.headers ?? {},
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
  })
  if (status !== 200) throw new Refused(endpoint.name, status, text)
  return JSON.parse(text) as Wire<AnswerOf<E>>
}

export class Refused extends Error {
  readonly status: number
  constructor(name: string, status: number, text: string) {
    super(`${name} answered ${status}: ${text.slice(0, 500)}`)
    this.status = status
  }
}

/** Signs in as a browser does, and changes a first password on the way. */
export async function signIn(url: string, clientId: string, given = password): Promise<Person> {
  const body: BodyOf<typeof logIn> = { ClientId: clientId, Password: given, forceLogout: true }
  const login = await ask(url + logIn.path, { method: 'POST', body: JSON.stringify(body) })
  if (login.status !== 200) throw new Refused(logIn.name, login.status, login.text)
  const { customToken: token, firstLogin } = JSON.parse(login.text) as AnswerOf<typeof logIn>

  const { identity } = await call(url, undefined, portalFacts)
  const exchange = await ask(`${url}${identity.url}/v1/accounts:signInWithCustomToken?key=${identity.key}`, {
    method: 'POST',
    body: JSON.stringify({ token, returnSecureToken: true }),
  })
  if (exchange.status !== 200) throw new Refused('identity.signInWithCustomToken', exchange.status, exchange.text)
  const { idToken } = JSON.parse(exchange.text) as { idToken: string }
  const cookie = login.cookies.map((text) => text.split(';')[0]).join('; ')
  const person = { clientId, headers: { authorization: `Bearer ${idToken}`, cookie } }

  if (firstLogin) {
    const params = { clientId: clientIdPrefix + clientId }
    await call(url, person, changeFirstPassword, { params, body: { oldPassword: given, newPassword: password } })
  }
  await call(url, person, dashboard)
  return person
}

/** An admin and an accountant who are signed in, and a customer to invoice. */
export async function openOffice(url: string): Promise<{ people: [Person, Person]; partyId: string }> {
  const admin = await signIn(url, 'admin', firstPassword)
  await call(url, admin, addUser, { body: { ClientId: 'ben', Password: password, Role: 'accountant' } })
  const ben = await signIn(url, 'ben')
  return { people: [admin, ben], partyId: await registerCustomer(url, ben) }
}

export async function registerCustomer(url: string, person: Person): Promise<string> {
  const fields = {
    kind: 'non_individual',
    tin: '123-456-788-00000',
    registeredName: 'Bahay Kubo Trading Inc.',
    address: { street: '12 Rizal Street', city: 'Makati City', province: 'Metro Manila', zip: '1223' },
    vatStatus: 'vat',
  }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  return (await call(url, person, registerParty, { body })).party.id
}

export type Draft = { draftId: string; digest: string }

/** Reviews an invoice of two lines and leaves it ready for Yes. */
export async function review(url: string, person: Person, invoice: ReturnType<typeof anInvoice>): Promise<Draft> {
  const draftId = crypto.randomUUID()
  const { digest } = await call(url, person, reviewDraft, {
    params: { draftId },
    body: { kind: 'invoice', fields: invoice },
  })
  return { draftId, digest }
}

/** Yes. */
export const record = (url: string, person: Person, { draftId, digest }: Draft) =>
  call(url, person, recordDocument, { body: { draftId, digest } })

/** Two lines; the entry has four: the customer, two kinds of income, output VAT. */
export const anInvoice = (partyId: string, externalNo: string) => ({
  email: 'accounts@bahaykubo.example',
  partyId,
  externalNo,
  day: '2026-03-16',
  dueDay: '2026-04-15',
  priceMode: 'exclusive',
  lines: [
    { description: 'Bond paper, A4, 70 gsm', quantity: '12', unitPrice: '24500', vatClass: 'vatable', account: '4010' },
    {
      description: 'Delivery within Metro Manila',
      quantity: '1',
      unitPrice: '65000',
      vatClass: 'vatable',
      account: '4020',
    },
  ],
  memo: 'Order of 16 March',
})

// Two forms of another program in Talaan: an invoice and a payment of bills, as plain HTML. Needs only Node 24 or newer:
//
//   TALAAN_URL=http://127.0.0.1:3000 TALAAN_KEY=talaan_live_… PORT=8080 node server.ts
//
// and on Talaan's side
//
//   FORM_URL_INVOICE=http://127.0.0.1:8080/invoice?launch={launch}
//   FORM_URL_PAYMENT=http://127.0.0.1:8080/payment?launch={launch}
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { html, page } from './page.ts'
import type { Html } from './page.ts'
import { talaanApi } from './talaan.ts'
import type { Api, Entry, Launch, Mistake } from './talaan.ts'

/** Read at each call. */
type Settings = { talaan: string; key: string }

/** One opened form. The token never leaves this server; the browser knows only the id of the visit. */
type Visit = { id: string; launch: Launch; api: Api; partyId: string | null; documentId: string | null; typed: Fields }
type Fields = Record<string, string>
type Answer = { status?: number; location?: string; html?: string; pdf?: Uint8Array }

export async function startFormService(settings: Settings, port = 0) {
  const host = '127.0.0.1'
  const visits = new Map<string, Visit>()

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, first = '', id = '', file] = url.pathname.split('/')
    if (first === 'invoice' || first === 'payment') return open(first, url.searchParams.get('launch') ?? '')
    const visit = first === 'visit' ? visits.get(id) : undefined
    if (visit === undefined) return { status: 404, html: page('Not found', html`<p>Open this form in Talaan.</p>`) }
    if (file === 'voucher.pdf') return { pdf: await visit.api.bytes(`/documents/${visit.documentId}/voucher.pdf`) }
    if (request.method !== 'POST') return { html: await form(visit) }
    return submit(visit, await fieldsOf(request))
  }

  /** The code is valid once, so the browser goes on to an address that it may load again. */
  async function open(name: 'invoice' | 'payment', code: string): Promise<Answer> {
    const { talaan, key } = settings
    const { token, launch } = await talaanApi(talaan, key).post<{ token: string; launch: Launch }>(
      '/launches/exchange',
      { code, form: name },
    )
    const id = randomUUID()
    visits.set(id, {
      id,
      launch,
      api: talaanApi(talaan, token),
      partyId: launch.partyId,
      documentId: null,
      typed: {},
    })
    return { location: `/visit/${id}` }
  }

  async function submit(visit: Visit, fields: Fields): Promise<Answer> {
    const { api, launch } = visit
    switch (fields['act']) {
      case 'vendor':
        visit.partyId = fields['partyId'] ?? null
        return { location: `/visit/${visit.id}` }
      case 'review': {
        visit.typed = fields
        const read = launch.form === 'invoice' ? invoiceOf(fields) : paymentOf(visit, fields)
        await api.put(`/drafts/${launch.draftId}`, { kind: launch.kinds[0], fields: read })
        const review = await api.review(launch.draftId)
        return { html: 'mistakes' in review ? await form(visit, review.mistakes) : confirmPage(visit, review) }
      }
      case 'record': {
        const { documentId, number } = await api.post<{ documentId: string; number: string }>('/documents', {
          draftId: launch.draftId,
          digest: fields['digest'],
        })
        visit.documentId = documentId
        return { html: recordedPage(visit, number) }
      }
      case 'hand-over':
        await api.post('/launches/finish', { outcome: 'prepared' })
        return {
          html: page(
            'Prepared',
            html`<h1>Prepared</h1>
              <p>Check the draft in Talaan.</p>`,
            { tell: 'prepared' },
          ),
        }
      default:
        return { location: `/visit/${visit.id}` }
    }
  }

  const form = (visit: Visit, mistakes: Mistake[] = []) =>
    visit.launch.form === 'invoice' ? invoiceForm(visit, mistakes) : paymentForm(visit, mistakes)

  const server = createServer((request, response) => {
    void answer(request)
      // A refusal of Talaan has a sentence for people.
      .catch((error: unknown): Answer => ({
        status: 502,
        html: page(
          'Error',
          html`<h1>Not possible</h1>
            <p role="alert">${String((error as Error).message)}</p>`,
        ),
      }))
      .then(({ status = 200, location, html: text = '', pdf }) => {
        const headers = {
          'content-type': pdf === undefined ? 'text/html; charset=utf-8' : 'application/pdf',
          // Only Talaan may show these forms.
          'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors ${new URL(settings.talaan).origin}`,
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          ...(location !== undefined && { location }),
        }
        response.writeHead(location === undefined ? status : 303, headers).end(pdf ?? text)
      })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > 100_000) throw new Error('The form is too long.')
  }
  return Object.fromEntries(new URLSearchParams(text))
}

/** "1,250.5" as the API takes it; anything else is sent as typed, and Talaan says what is wrong. */
const amountOf = (typed: string | undefined): string => {
  const [, whole, cents = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec((typed ?? '').replaceAll(',', '').trim()) ?? []
  return whole === undefined ? (typed ?? '') : `${whole}.${cents.padEnd(2, '0')}`
}

// ── The invoice.

const lines = [0, 1, 2]

const invoiceOf = (typed: Fields) => ({
  partyId: typed['partyId'],
  externalNo: typed['externalNo'],
  day: typed['day'],
  priceMode: 'inclusive',
  lines: lines
    .filter((at) => typed[`description${at}`] !== '')
    .map((at) => ({
      description: typed[`description${at}`],
      quantity: typed[`quantity${at}`],
      unitPrice: amountOf(typed[`unitPrice${at}`]),
      vatClass: 'vatable',
      account: typed[`account${at}`],
    })),
})

async function invoiceForm({ api, launch, partyId, typed }: Visit, mistakes: Mistake[]): Promise<string> {
  const { parties } = await api.get<{ parties: { id: string; name: string }[] }>('/parties?role=customer')
  const { accounts } = await api.get<{ accounts: Account[] }>('/accounts')
  const income = accounts.filter(({ type, active }) => type === 'revenue' && active)
  const row = (at: number) =>
    html`<tr>
      <td>
        <input name="description${at}" aria-label="Description ${at + 1}" value="${typed[`description${at}`] ?? ''}" />
      </td>
      <td>
        <input
          name="quantity${at}"
          aria-label="Quantity ${at + 1}"
          inputmode="decimal"
          value="${typed[`quantity${at}`] ?? '1'}"
        />
      </td>
      <td>
        <input
          name="unitPrice${at}"
          aria-label="Unit price ${at + 1}"
          inputmode="decimal"
          value="${typed[`unitPrice${at}`] ?? ''}"
        />
      </td>
      <td>
        <select name="account${at}" aria-label="Account ${at + 1}">
          ${income.map(({ code, name }) => option(code, `${code} ${name}`, typed[`account${at}`]))}
        </select>
      </td>
    </tr>`
  return page(
    'Invoice',
    html`<h1>Invoice</h1>
      ${mistakeList(mistakes)}
      <form method="post">
        <label
          >Customer
          <select name="partyId">
            ${parties.map(({ id, name }) => option(id, name, typed['partyId'] ?? partyId))}
          </select></label
        >
        <label>Invoice number <input name="externalNo" value="${typed['externalNo'] ?? ''}" required /></label>
        <label
          >Date <input name="day" value="${typed['day'] ?? launch.today}" placeholder="2026-03-16" required
        /></label>
        <table>
          <thead>
            <tr>
              <th>Description</th>
              <th>Quantity</th>
              <th>Unit price with VAT</th>
              <th>Account</th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(row)}
          </tbody>
        </table>
        <button name="act" value="review">Review</button>
      </form>`,
  )
}
type Account = { code: string; name: string; type: string; active: boolean }

// ── The payment of bills.

type OpenItem = {
  documentId: string
  number: string
  externalNo: string | null
  dueDay: string | null
  balance: string
}

const paymentOf = ({ partyId }: Visit, typed: Fields) => ({
  partyId,
  day: typed['day'],
  account: typed['account'],
  method: 'transfer',
  reference: typed['reference'] ?? '',
  rows: Object.entries(typed)
    .filter(([name, text]) => name.startsWith('pay-') && text.trim() !== '')
    .map(([name, text]) => ({ documentId: name.slice('pay-'.length), pay: amountOf(text) })),
})

async function paymentForm(visit: Visit, mistakes: Mistake[]): Promise<string> {
  const { api, launch, partyId, typed } = visit
  if (partyId === null) return vendorsPage(visit)
  const { items } = await api.get<{ items: OpenItem[] }>(`/open-items?side=payable&partyId=${partyId}`)
  const { accounts } = await api.get<{ accounts: { code: string; name: string }[] }>('/bank-accounts')
  const row = ({ documentId, number, externalNo, dueDay, balance }: OpenItem) =>
    html`<tr>
      <td>${number} ${externalNo === null ? '' : `(${externalNo})`}</td>
      <td>${dueDay ?? ''}</td>
      <td class="n">${balance}</td>
      <td>
        <input
          name="pay-${documentId}"
          aria-label="Pay ${number}"
          inputmode="decimal"
          value="${typed[`pay-${documentId}`] ?? balance}"
        />
      </td>
    </tr>`
  return page(
    'Bills payment',
    html`<h1>Bills payment</h1>
      ${mistakeList(mistakes)}
      <form method="post">
        <label>Date <input name="day" value="${typed['day'] ?? launch.today}" required /></label>
        <label
          >Paid from
          <select name="account">
            ${accounts.map(({ code, name }) => option(code, name, typed['account']))}
          </select></label
        >
        <label>Reference <input name="reference" value="${typed['reference'] ?? ''}" /></label>
        <table>
          <thead>
            <tr>
              <th>Bill</th>
              <th>Due</th>
              <th class="n">Balance</th>
              <th>Amount paid</th>
            </tr>
          </thead>
          <tbody>
            ${items.map(row)}
          </tbody>
        </table>
        <p>An amount above the balance becomes an advance to the supplier.</p>
        <button name="act" value="review">Review</button>
      </form>`,
  )
}

async function vendorsPage({ api }: Visit): Promise<string> {
  type Vendor = { partyId: string; name: string; documents: number; balance: string }
  const { parties } = await api.get<{ parties: Vendor[] }>('/open-items/parties?side=payable')
  const row = ({ partyId, name, documents, balance }: Vendor) =>
    html`<tr>
      <td>${name}</td>
      <td class="n">${String(documents)}</td>
      <td class="n">${balance}</td>
      <td>
        <form method="post">
          <input type="hidden" name="partyId" value="${partyId}" /><button name="act" value="vendor">
            Pay ${name}
          </button>
        </form>
      </td>
    </tr>`
  return page(
    'Unpaid vendors',
    html`<h1>Unpaid vendors</h1>
      <table>
        <thead>
          <tr>
            <th>Vendor</th>
            <th class="n">Bills</th>
            <th class="n">Balance</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${parties.map(row)}
        </tbody>
      </table>`,
  )
}

// ── Both forms.

type Review = { digest: string; title: string; numberToBe: string; total: string; entry: Entry[]; warnings: string[] }

function confirmPage({ launch }: Visit, { digest, title, numberToBe, total, entry, warnings }: Review): string {
  const row = ({ account, name, debit, credit }: Entry) =>
    html`<tr>
      <td>${account} ${name}</td>
      <td class="n">${debit === '0.00' ? '' : debit}</td>
      <td class="n">${credit === '0.00' ? '' : credit}</td>
    </tr>`
  return page(
    title,
    html`<h1>${title} ${numberToBe}</h1>
      <p>Total <strong>${total}</strong></p>
      ${warnings.map((warning) => html`<p class="warning">${warning}</p>`)}
      <table>
        <thead>
          <tr>
            <th>Account</th>
            <th class="n">Debit</th>
            <th class="n">Credit</th>
          </tr>
        </thead>
        <tbody>
          ${entry.map(row)}
        </tbody>
      </table>
      <form method="post">
        <input type="hidden" name="digest" value="${digest}" />
        <button name="act" value="back">No</button>
        ${launch.mayRecord ? html`<button name="act" value="record">Yes</button>` : html`<button name="act" value="hand-over">Send to Talaan</button>`}
      </form>`,
  )
}

const recordedPage = ({ id }: Visit, number: string): string =>
  page(
    'Recorded',
    html`<h1>${number}</h1>
      <p role="status">Recorded.</p>
      <p>
        <a href="/visit/${id}/voucher.pdf" target="_blank">Voucher</a>
        <button type="button" data-close>Close form</button>
      </p>`,
    { tell: 'recorded' },
  )

const option = (value: string, text: string, chosen: string | null | undefined): Html =>
  html`<option value="${value}" ${value === chosen ? html` selected` : ''}>${text}</option>`

const mistakeList = (mistakes: Mistake[]): Html =>
  mistakes.length === 0
    ? html``
    : html`<ul role="alert">
        ${mistakes.map(({ message }) => html`<li>${message}</li>`)}
      </ul>`

if (import.meta.main) {
  const { TALAAN_URL: talaan = 'http://127.0.0.1:3000', TALAAN_KEY: key = '', PORT: port = '8080' } = process.env
  const { url } = await startFormService({ talaan, key }, Number(port))
  console.log(`The forms are at ${url}/invoice and ${url}/payment.`)
}

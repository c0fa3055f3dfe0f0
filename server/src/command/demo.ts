// A company to look at: three accounts, its customers and suppliers, and half a year of invoices, bills and petty cash, recorded through the
// one write path. The same days give the same company, so that tests and pictures can rely on it.
import { addDays, dayInManila, startOfMonth, addMonths, monthOf } from '@talaan/ledger/day.ts'
import type { Day, Month } from '@talaan/ledger/day.ts'
import type { InvoiceFields } from '@talaan/ledger/documents/invoice.ts'
import type { KindName } from '@talaan/ledger/documents/kind.ts'
import type { PartyFields } from '@talaan/ledger/party.ts'
import { partyFields } from '@talaan/ledger/party.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { timestamp } from '../clock.ts'
import type { Database } from '../db.ts'
import { attach } from '../documents/attachments.ts'
import { closeDemoMonth, monthClosedOn, registerDemoEntry } from './demo-closing.ts'
import { certificateOf, issueDemoCertificates } from './demo-certificates.ts'
import { chequesFrom, noteDemoLeaves, registerDemoBook } from './demo-cheques.ts'
import { purchasesFrom } from './demo-purchases.ts'
import { storeReview } from '../documents/drafts.ts'
import { judgeFields } from '../documents/judge.ts'
import { inBooks, recordDraft, voidDocument } from '../documents/record.ts'
import type { Environment } from '../env.ts'
import { register } from '../parties.ts'
import { hashPassword } from '../passwords.ts'
import type { PasswordCost } from '../passwords.ts'
import { receiptToPdf } from '../print/pdf.ts'
import { setUp } from '../setup.ts'
import { moneyOf } from './demo-money.ts'
import { settleOpen } from './demo-settling.ts'
import { demoFiles, nameDemoBanks, uploadDemoFiles } from './demo-statements.ts'
import type { Viewer } from '../session.ts'

export const demoPassword = 'Kalayaan#1898-dito'
export const demoAccounts: readonly { clientId: string; role: Role }[] = [
  { clientId: 'carla', role: 'admin' },
  { clientId: 'ben', role: 'accountant' },
  { clientId: 'ana', role: 'user' },
]

export type DemoOptions = {
  db: Database
  env: Environment
  passwordCost: PasswordCost
  /** The day after the last one that has invoices. */
  today: Day
  /** How many months back the invoices begin; six unless told. */
  months?: number
  /** Where the newest statements of its banks are put, to be uploaded by whoever tries the demo. */
  folder?: string
  tell?: (sentence: string) => void
}

export class DemoRefusal extends Error {
  override name = 'DemoRefusal'
}

/** Makes the company in an empty database. Refuses where documents are recorded: a demo never mixes with real books. */
export async function makeDemo({
  db,
  env,
  passwordCost,
  today,
  months = 6,
  folder,
  tell = () => {},
}: DemoOptions): Promise<void> {
  const books = db.kysely
  const recorded = await books.selectFrom('document').select('id').limit(1).executeTakeFirst()
  if (recorded !== undefined)
    throw new DemoRefusal('There are documents in these books already. Choose an empty DATA_DIR for the demo.')

  const first = startOfMonth(addMonths(monthOf(today), 1 - months))
  const time = { ms: morningOf(first) }
  const clock = { now: () => time.ms }
  const demoEnv = { ...env, adminClientId: 'carla', adminPassword: demoPassword }
  await setUp({ db, env: demoEnv, clock, passwordCost })
  await books
    .updateTable('company')
    .set({
      tin9: '008765432',
      branch_code: '00000',
      address: '2F Sampaguita Building, 118 Kalayaan Avenue, Quezon City 1101',
      vat_registered: true,
      rdo_code: '039',
    })
    .execute()
  const viewers = await makeAccounts(db, passwordCost, time.ms)
  const house = { clock, env: demoEnv }

  const parties = new Map<string, { id: string; fields: PartyFields }>()
  for (const [at, { role, ...given }] of [...customers, ...suppliers].entries()) {
    const fields = partyFields.parse(given)
    time.ms += 60_000
    const { party } = await inBooks(books, (trx) =>
      register(trx, house, {
        registrationId: idFrom(1000 + at),
        role,
        fields,
        lookAlikesSeen: true,
        viewer: viewers.ana,
        address: '',
      }),
    )
    parties.set(party.name, { id: party.id, fields })
  }

  const random = randomFrom(1898)
  const buyers = [...parties.values()].slice(0, customers.length)
  let serial = 100
  let moneySerial = 0
  const ids: string[] = []
  const purchasesOf = purchasesFrom(first, (name) => parties.get(name)?.id ?? '')
  const chequesOf = chequesFrom(first, today, (name) => parties.get(name)?.id ?? '')
  await registerDemoBook(db, viewers.ben, { id: idFrom(30_000), day: first })
  let purchases = 0
  const chance = randomFrom(1985)
  let settled = 0
  let settlements = 0
  const closed: Month[] = []
  const tenDaysAgo = addDays(today, -10)
  const certificateDay = isSunday(tenDaysAgo) ? addDays(tenDaysAgo, 1) : tenDaysAgo
  for (let day = first; day < today; day = addDays(day, 1)) {
    if (isSunday(day)) continue
    time.ms = morningOf(day)
    for (const { kind, fields } of await moneyOf(books, { day, first, today })) {
      moneySerial += 1
      time.ms += 60_000
      await recordOne(db, house, viewers.ana, { kind, draftId: idFrom(500_000 + moneySerial), fields, day })
    }
    for (let each = random(3); each > 0; each--) {
      serial += 1
      time.ms += (10 + random(90)) * 60_000
      const buyer = buyers[Math.min(random(buyers.length), random(buyers.length))]
      if (buyer === undefined) continue
      const fields = invoiceOf({ buyer, day, serial, random })
      const draftId = idFrom(10_000 + serial)
      const person = random(4) === 0 ? viewers.ben : viewers.ana
      if (serial % 9 === 0) await attachScan(db, person, { draftId, fields, day, at: timestamp(time.ms) })
      const { documentId } = await recordOne(db, house, person, { kind: 'invoice', draftId, fields, day })
      ids.push(documentId)
    }
    for (const { kind, fields } of [...purchasesOf(day), ...chequesOf(day)]) {
      time.ms += 60_000
      purchases += 1
      await recordOne(db, house, viewers.ana, { kind, draftId: idFrom(20_000 + purchases), fields, day })
    }
    const month = monthClosedOn(day, { first, today }, closed)
    if (month !== null) {
      time.ms += 60_000
      await closeDemoMonth(db, house, viewers.ben, month)
      closed.push(month)
    }
    if (day === certificateDay) {
      const fields = await certificateOf(books, day)
      time.ms += 60_000
      if (fields !== undefined)
        await recordOne(db, house, viewers.ben, { kind: 'certificate', draftId: idFrom(800_000), fields, day })
    }
    if (!isFriday(day)) continue
    settled += await settleOpen(books, {
      day,
      parties: [...parties.values()],
      chance,
      record: (kind, fields) => {
        time.ms += 15 * 60_000
        return recordOne(db, house, viewers.ana, { kind, draftId: idFrom(700_000 + ++settlements), fields, day })
      },
    })
  }
  const papers = `${ids.length} invoices, ${purchases} bills, cheques and petty cash papers and ${moneySerial} movements of money`
  tell(`Recorded ${papers} from ${first} to ${addDays(today, -1)}.`)
  tell(`Recorded ${settled} collections and payments.`)
  await registerDemoEntry(db, viewers.ben, { id: idFrom(31_000), today, at: timestamp(time.ms) })
  if (closed.length > 0) tell(`Closed ${closed.join(', ')}.`)

  await noteDemoLeaves(db, viewers.ana, today)
  const issuing = { today: dayInManila(time.ms), now: time.ms, by: viewers.ben.userId }
  await inBooks(books, (trx) => issueDemoCertificates(trx, issuing))

  const paid = await books.selectFrom('open_item').select('settles').where('amount', '<', 0n).execute()
  const unpaid = ids.filter((id) => !paid.some(({ settles }) => settles === id))
  for (const at of [7, 12]) {
    const documentId = unpaid.at(-at)
    if (documentId === undefined) continue
    time.ms += 60_000
    await inBooks(books, (trx) =>
      voidDocument(trx, house, viewers.ben, {
        documentId,
        day: dayInManila(time.ms),
        reason: 'Wrong customer on the booklet; issued again',
        address: '',
      }),
    )
  }

  await nameDemoBanks(books)
  const files = await demoFiles(books, { first, today })
  const { stored, kept } = await uploadDemoFiles(books, viewers.ben, { files, today, folder })
  tell(`Stored ${stored} bank statements.`)
  if (folder !== undefined && kept.length > 0)
    tell(`The ${kept.length} newest are left to be uploaded, from ${folder}.`)
}

async function makeAccounts(
  db: Database,
  passwordCost: PasswordCost,
  now: number,
): Promise<Record<'ana' | 'ben' | 'carla', Viewer>> {
  const books = db.kysely
  const { name: company } = await books.selectFrom('company').select('name').executeTakeFirstOrThrow()
  const passwordHash = await hashPassword(demoPassword, passwordCost)
  await books
    .updateTable('users')
    .set({ first_login: false, password_hash: passwordHash })
    .where('client_id', '=', 'carla')
    .execute()
  for (const [at, { clientId, role }] of demoAccounts.entries()) {
    if (clientId === 'carla') continue
    await books
      .insertInto('users')
      .values({
        id: crypto.randomUUID(),
        client_id: clientId,
        role,
        password_hash: passwordHash,
        seat: at + 1,
        created_at: timestamp(now),
        deleted_at: null,
      })
      .execute()
  }
  const rows = await books.selectFrom('users').select(['id', 'client_id', 'role']).execute()
  const viewer = (clientId: string): Viewer => {
    const row = rows.find((each) => each.client_id === clientId)
    if (row === undefined) throw new DemoRefusal(`There is no account ${clientId}; make the demo in an empty DATA_DIR.`)
    return { userId: row.id, clientId, role: row.role, sessionId: idFrom(1), company, firstLogin: false }
  }
  return { ana: viewer('ana'), ben: viewer('ben'), carla: viewer('carla') }
}

async function recordOne(
  db: Database,
  house: Parameters<typeof recordDraft>[1],
  viewer: Viewer,
  {
    kind = 'invoice',
    draftId,
    fields,
    day,
  }: { kind?: KindName; draftId: string; fields: Record<string, unknown>; day: Day },
) {
  const judged = await judgeFields(db.kysely, { kindName: kind, draftId, given: fields, today: day })
  const savedAt = timestamp(house.clock.now())
  await inBooks(db.kysely, (trx) => storeReview(trx, viewer, { draftId, judged, typed: fields, savedAt }))
  return recordDraft(db.kysely, house, viewer, { draftId, digest: judged.digest, address: '' })
}

/** A paper beside the invoice: what a scan of the booklet's page would be. */
async function attachScan(
  db: Database,
  viewer: Viewer,
  { draftId, fields, day, at }: { draftId: string; fields: Record<string, unknown>; day: Day; at: string },
): Promise<void> {
  const { receipt } = await judgeFields(db.kysely, { kindName: 'invoice', draftId, given: fields, today: day })
  const bytes = Buffer.from(
    await receiptToPdf({ ...receipt, note: 'Scan of the booklet' }, { printedAt: morningOf(day) }),
  )
  const file = {
    id: idFrom(900_000 + Number(draftId.slice(-6))),
    draftId,
    name: `invoice-${day}.pdf`,
    type: 'application/pdf' as const,
    bytes,
    at,
  }
  await inBooks(db.kysely, (trx) => attach(trx, viewer, file))
}

type Random = (below: number) => number

function invoiceOf({
  buyer,
  day,
  serial,
  random,
}: {
  buyer: { id: string; fields: PartyFields }
  day: Day
  serial: number
  random: Random
}) {
  const { fields } = buyer
  const vatClass: InvoiceFields['lines'][number]['vatClass'] = fields.government
    ? 'govt_vatable'
    : fields.tradeName.includes('PEZA')
      ? 'zero_rated'
      : 'vatable'
  const count = 1 + random(4)
  const lines = Array.from({ length: count }, () => {
    const item = goods[random(goods.length)] ?? goods[0]!
    const exempt = item.exempt === true
    return {
      description: item.name,
      quantity: String(item.service ? 1 + random(3) : 1 + random(40)),
      unitPrice: String(item.price + random(20) * 500),
      discountPercent: random(6) === 0 ? '5' : null,
      discountAmount: null,
      vatClass: exempt ? 'exempt' : vatClass,
      account: item.service ? '4020' : '4010',
    }
  })
  return {
    email: fields.email,
    partyId: buyer.id,
    externalNo: serial.toString().padStart(6, '0'),
    day,
    dueDay: random(3) === 0 ? null : addDays(day, 30),
    terms: random(3) === 0 ? '' : 'Net 30 days',
    priceMode: random(3) === 0 ? 'exclusive' : 'inclusive',
    lines,
    memo: random(5) === 0 ? `Delivery receipt ${4000 + serial}` : '',
  }
}

const goods: { name: string; price: number; service?: boolean; exempt?: boolean }[] = [
  { name: 'Bond paper, A4, 70 gsm, ream', price: 21_500 },
  { name: 'Bond paper, long, 70 gsm, ream', price: 24_500 },
  { name: 'Ballpen, black, box of 50', price: 35_000 },
  { name: 'Record book, 300 leaves', price: 14_500 },
  { name: 'Toner cartridge, black', price: 325_000 },
  { name: 'Filing cabinet, 4 drawers, steel', price: 895_000 },
  { name: 'Office chair, mesh back', price: 429_500 },
  { name: 'Folding table, 1.8 m', price: 215_000 },
  { name: 'Rice, sinandomeng, 50 kg', price: 245_000, exempt: true },
  { name: 'Printer maintenance, per visit', price: 180_000, service: true },
  { name: 'Delivery within Metro Manila', price: 95_000, service: true },
  { name: 'Layout and printing of forms, per job', price: 650_000, service: true },
]

type Registration = { role: 'customer' | 'supplier' } & Partial<PartyFields> & Pick<PartyFields, 'kind' | 'tin'>

const company = (
  role: Registration['role'],
  registeredName: string,
  tin: string,
  mail: string,
  place: { street: string; barangay?: string; city: string; province?: string; zip: string },
  more: Partial<PartyFields> = {},
): Registration => ({
  role,
  kind: 'non_individual',
  registeredName,
  tin,
  vatStatus: 'vat',
  email: `${mail}.example`,
  address: { substreet: '', barangay: '', province: '', ...place },
  ...more,
})

// All invented: names, numbers and places are nobody's.
const customers: Registration[] = [
  company(
    'customer',
    'Mabuhay Hardware and Construction Supply, Inc.',
    '213-456-781-00000',
    'accounting@mabuhayhardware',
    { street: '45 Aurora Boulevard', barangay: 'Mariana', city: 'Quezon City', zip: '1112' },
    { withholdingAgent: true },
  ),
  company('customer', 'Bayani Logistics Corporation', '226-781-904-00000', 'payables@bayanilogistics', {
    street: '9 Port Area Road',
    city: 'Manila',
    zip: '1018',
  }),
  company('customer', 'Silangan Foods Corporation', '231-889-120-00001', 'ap@silanganfoods', {
    street: '77 Marcos Highway',
    city: 'Antipolo',
    province: 'Rizal',
    zip: '1870',
  }),
  company(
    'customer',
    'Tanglaw Learning Center, Inc.',
    '244-019-338-00000',
    'bursar@tanglaw',
    { street: '12 Katipunan Avenue', city: 'Quezon City', zip: '1108' },
    { vatStatus: 'non_vat' },
  ),
  company(
    'customer',
    'Department of Local Fisheries',
    '000-512-877-00000',
    'supply@dlf.gov',
    { street: 'Elliptical Road', city: 'Quezon City', zip: '1100' },
    { government: true, withholdingAgent: true, vatStatus: 'non_vat' },
  ),
  company(
    'customer',
    'Pacific Microassembly Philippines, Inc.',
    '267-330-415-00000',
    'invoices@pacmicro',
    { street: 'Lot 8 Phase 2, Export Zone', city: 'Rosario', province: 'Cavite', zip: '4106' },
    { tradeName: 'PacMicro (PEZA)' },
  ),
  company(
    'customer',
    'Niño Jesus Parish Multi-Purpose Cooperative',
    '275-904-116-00000',
    'office@ninojesuscoop',
    { street: '3 Plaza Rizal', city: 'San Pablo', province: 'Laguna', zip: '4000' },
    { vatStatus: 'non_vat' },
  ),
  {
    role: 'customer',
    kind: 'individual',
    lastName: 'Villanueva',
    firstName: 'Maria Corazon',
    middleName: 'Santos',
    tradeName: 'MCV Printing Services',
    tin: '188-245-660-00000',
    vatStatus: 'non_vat',
    email: 'mcv@mcvprinting.example',
    address: {
      substreet: 'Unit 4',
      street: '88 Mabini Street',
      barangay: 'Poblacion',
      city: 'Pasig',
      province: '',
      zip: '1600',
    },
  },
  {
    role: 'customer',
    kind: 'individual',
    lastName: 'Dela Peña',
    firstName: 'Ramon',
    middleName: 'Ybañez',
    tradeName: '',
    tin: '192-774-031-00000',
    vatStatus: 'unknown',
    email: 'ramon@delapena.example',
    address: {
      substreet: '',
      street: '16 Luna Street',
      barangay: '',
      city: 'Iloilo City',
      province: 'Iloilo',
      zip: '5000',
    },
  },
  company('customer', 'Kapatiran Security Agency Corporation', '281-665-209-00000', 'finance@kapatiran', {
    street: '210 Boni Avenue',
    city: 'Mandaluyong',
    zip: '1550',
  }),
  company('customer', 'Luntian Garden Suites, Inc.', '296-118-743-00000', 'ap@luntiansuites', {
    street: '5 Tagaytay Ridge',
    city: 'Tagaytay',
    province: 'Cavite',
    zip: '4120',
  }),
  company('customer', 'Habagat Marine Products, Inc.', '302-447-865-00000', 'accounts@habagatmarine', {
    street: '31 Fishport Complex',
    city: 'Navotas',
    zip: '1485',
  }),
]

const suppliers: Registration[] = [
  company('supplier', 'Papel at Tinta Trading Corporation', '311-205-984-00000', 'sales@papeltinta', {
    street: '602 Binondo Street',
    city: 'Manila',
    zip: '1006',
  }),
  company('supplier', 'Kuryente Power Distribution Company', '000-318-602-00000', 'billing@kuryente', {
    street: 'Ortigas Avenue',
    city: 'Pasig',
    zip: '1605',
  }),
  company('supplier', 'Haligi Realty and Leasing, Inc.', '325-870-144-00000', 'leasing@haligirealty', {
    street: '118 Kalayaan Avenue',
    city: 'Quezon City',
    zip: '1101',
  }),
  {
    role: 'supplier',
    kind: 'individual',
    lastName: 'Magsaysay',
    firstName: 'Teresita',
    middleName: 'Lim',
    tradeName: 'TLM Bookbinding',
    tin: '177-032-458-00000',
    vatStatus: 'non_vat',
    email: 'tlm@tlmbinding.example',
    address: { substreet: '', street: '4 Kamuning Road', barangay: '', city: 'Quezon City', province: '', zip: '1103' },
  },
]

/** Eight in the morning in Manila. */
const morningOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isSunday = (day: Day): boolean => weekdayOf(day) === 0
const isFriday = (day: Day): boolean => weekdayOf(day) === 5

/** Ids that are the same every time the demo is made. */
const idFrom = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`

/** Whole numbers below a bound, the same sequence for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

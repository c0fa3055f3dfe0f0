// A demo company: three accounts, its customers and suppliers, and the sales, purchases, collections and payments of
// its last fiscal year and since, recorded through the regular write path. The same dates give the same company, so
// that tests and screenshots can rely on it.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { addDays, addMonths, dayInManila, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { attach } from '../../features/documents/attachments.ts'
import { closeDemoMonth, monthClosedOn, recordDemoDepreciation, registerDemoEntries } from './closing.ts'
import { certificatesOn, issueDemoCertificates } from './certificates.ts'
import { chequesFrom, noteDemoLeaves, registerDemoBook } from './cheques.ts'
import { creditOf, invoiceOf, randomFrom } from './invoices.ts'
import { customers, suppliers } from './parties.ts'
import { fileDemoReturns } from './filings.ts'
import { purchasesFrom } from './purchases.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import { inBooks, recordWithin } from '../../books/recording/record.ts'
import { voidDocument } from '../../books/recording/void.ts'
import type { Environment } from '../../platform/env/env.ts'
import type { AppContext } from '../../platform/context.ts'
import { register } from '../../features/parties/routes.ts'
import { putStepDone } from '../../features/portal/steps.ts'
import { hashPassword } from '../../http/passwords.ts'
import type { PasswordCost } from '../../http/passwords.ts'
import { receiptToPdf } from '../../print/pdf.ts'
import { setUp } from '../setup.ts'
import { moneyOf } from './money.ts'
import { repeatDemoDocuments } from './recurring.ts'
import { settleOpen } from './settling.ts'
import { demoFiles, nameDemoBanks, uploadDemoFiles } from './statements.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

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
  /** The day after the last invoices. */
  today: Day
  /** How many months back the documents begin; includes the last fiscal year by default. */
  months?: number
  /** Ten thousand documents in a year, as in an office with forty vouchers a day. */
  large?: boolean
  /** Closes nothing and uploads no bank statements, so that the year's work can be tried. */
  open?: boolean
  /** The folder for the newest bank statements, to be uploaded when trying the demo. */
  folder?: string
  tell?: (sentence: string) => void
}

type Trx = Transaction<Tables>

/** The number of further documents per working day of the large company. */
const largeInvoices = 34

export class DemoRefusal extends Error {
  override name = 'DemoRefusal'
}

/**
 * Creates the company in an empty database. Refused where documents are recorded: a demo never mixes with real books.
 */
export async function makeDemo({
  db,
  env,
  passwordCost,
  today,
  months,
  large = false,
  open = false,
  folder,
  tell = () => {},
}: DemoOptions): Promise<void> {
  const books = db.kysely
  await assertEmpty(db)

  // The fiscal year ends with the last whole quarter: it can be closed, and has four quarters of every return.
  const yearEnd = addMonths(quarterStart(monthOf(today)), -1)
  const first = startOfMonth(months === undefined ? addMonths(yearEnd, -11) : addMonths(monthOf(today), 1 - months))
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
      rdo_code: '039',
      fiscal_year_end: Number(yearEnd.slice(5)),
    })
    .execute()
  const viewers = await makeAccounts(db, passwordCost, time.ms)
  for (const step of ['taxes', 'opening', 'mail'] as const)
    await books.transaction().execute((trx) => putStepDone(trx, { clock, viewer: viewers.carla, step }))
  const context: Pick<AppContext, 'clock' | 'env'> = { clock, env: demoEnv }

  const parties = new Map<string, { id: string; fields: PartyFields }>()
  for (const [at, { role, ...given }] of [...customers, ...suppliers].entries()) {
    const fields = partyFields.parse(given)
    time.ms += 60_000
    const { party } = await inBooks(books, (trx) =>
      register(trx, context, {
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
  const partyOf = (name: string) => parties.get(name)?.id ?? ''
  let serial = 100
  let moneySerial = 0
  let credits = 0
  let certificates = 0
  const ids: string[] = []
  const purchasesOf = purchasesFrom(first, partyOf)
  const chequesOf = chequesFrom(first, today, partyOf)
  await registerDemoBook(db, viewers.ben, { id: idFrom(30_000), day: first })
  await registerDemoEntries(db, viewers.ben, { idFrom, first, today, at: timestamp(time.ms) })
  let purchases = 0
  const chance = randomFrom(1985)
  let settled = 0
  const closed: Month[] = []
  const tenDaysAgo = addDays(today, -10)
  const certificateDay = isSunday(tenDaysAgo) ? addDays(tenDaysAgo, 1) : tenDaysAgo

  const oneDay = async (trx: Trx, day: Day) => {
    const record = async (minutes: number, viewer: Viewer, one: One) => {
      time.ms += minutes * 60_000
      return recordWithin(trx, context, {
        viewer,
        typeName: one.kind,
        draftId: idFrom(one.id),
        input: one.fields,
        address: '',
      })
    }
    const invoice = async (minutes: number) => {
      serial += 1
      const buyer = buyers[Math.min(random(buyers.length), random(buyers.length))] ?? buyers[0]!
      const fields = invoiceOf({ buyer, day, serial, random })
      const id = 10_000_000 + serial
      const person = random(4) === 0 ? viewers.ben : viewers.ana
      if (serial % (large ? 90 : 9) === 0) await attachScan(trx, person, { id, fields, day, at: timestamp(time.ms) })
      const { documentId } = await record(minutes, person, { kind: 'invoice', id, fields })
      ids.push(documentId)
      if (serial % 47 !== 0) return
      const credit = creditOf(fields, { documentId, externalNo: (++credits).toString().padStart(6, '0') })
      await record(large ? 5 : 60, person, { kind: 'creditmemo', id: 60_000_000 + serial, fields: credit })
    }
    for (const { kind, fields } of await moneyOf(trx, { day, first, today }))
      await record(1, viewers.ana, { kind, id: 500_000 + ++moneySerial, fields })
    for (let each = random(3); each > 0; each--) await invoice(10 + random(90))
    if (large) for (let each = largeInvoices; each > 0; each--) await invoice(5)
    for (const { kind, fields } of [...purchasesOf(day), ...chequesOf(day)])
      await record(1, viewers.ana, { kind, id: 20_000 + ++purchases, fields })
    for (const fields of await certificatesOn(trx, { day, lastCall: certificateDay }))
      await record(1, viewers.ben, { kind: 'certificate', id: 800_000 + ++certificates, fields })
    if (!isFriday(day)) return
    settled += await settleOpen(trx, {
      day,
      parties: [...parties.values()],
      chance,
      maxInvoices: large ? 60 : 4,
      maxItems: large ? 80 : 2000,
      record: (kind, fields) => record(large ? 5 : 15, viewers.ana, { kind, id: 700_000 + ++settlements, fields }),
    })
  }
  let settlements = 0
  let [days, analyzed] = [0, 0]
  const began = performance.now()
  for (let day = first; day < today; day = addDays(day, 1)) {
    if (isSunday(day)) continue
    time.ms = morningOf(day)
    // One transaction per day: a commit per document would cost more than the documents.
    await inBooks(books, (trx) => oneDay(trx, day))
    // Without idle time between days the database would not update its statistics; it does each time the books have doubled.
    days += 1
    if (days === 6 * 2 ** analyzed) {
      analyzed += 1
      await sql`analyze`.execute(books)
    }
    const month = open ? null : monthClosedOn(day, { first, today }, closed)
    if (month === null) continue
    time.ms += 60_000
    await sealAuditEvents(books)
    await closeDemoMonth(db, context, viewers.ben, month)
    closed.push(month)
  }
  const documents = `${ids.length} invoices, ${purchases} bills, cheques and petty cash vouchers and ${moneySerial} deposits, withdrawals and transfers`
  tell(`Recorded ${documents} from ${first} to ${addDays(today, -1)}.`)
  tell(`Recorded ${settled} collections and payments.`)
  const recordedPerSecond = (ids.length + purchases + moneySerial + settled) / ((performance.now() - began) / 1000)
  tell(`${Math.round(recordedPerSecond)} documents per second.`)
  if (closed.length > 0) tell(`Closed ${closed.join(', ')}.`)

  // The year is complete in the books before its statements are made, also while its last months are open.
  const firstOpen = addMonths(closed.at(-1) ?? addMonths(monthOf(first), -1), 1)
  for (let month = firstOpen; !open && month <= yearEnd; month = addMonths(month, 1)) {
    time.ms += 60_000
    await inBooks(books, (trx) => recordDemoDepreciation(trx, context, viewers.ben, month))
  }

  await noteDemoLeaves(db, viewers.ana, today)
  const issuing = { first, today, now: time.ms, by: viewers.ben.userId }
  await inBooks(books, (trx) => issueDemoCertificates(trx, issuing))

  const paid = await books.selectFrom('open_item').select('settles').where('amount', '<', 0n).execute()
  const unpaid = ids.filter((id) => !paid.some(({ settles }) => settles === id))
  for (const at of [7, 12]) {
    const documentId = unpaid.at(-at)
    if (documentId === undefined) continue
    time.ms += 60_000
    await inBooks(books, (trx) =>
      voidDocument(trx, context, viewers.ben, {
        documentId,
        day: dayInManila(time.ms),
        reason: 'Wrong customer on the invoice; reissued',
        address: '',
      }),
    )
  }

  if (!open) {
    const act = { context, viewer: viewers.ben, address: '' }
    const filed = await inBooks(books, (trx) => fileDemoReturns(trx, act, { from: first, today, leaveNewest: true }))
    if (filed > 0) tell(`Filed ${filed} returns and lists.`)
  }

  const repeating = { idFrom, today, at: timestamp(time.ms), viewer: viewers.ana }
  await inBooks(books, (trx) => repeatDemoDocuments(trx, repeating))
  await nameDemoBanks(books)
  const files = await demoFiles(books, { first, today })
  const { stored, latest } = await uploadDemoFiles(books, viewers.ben, { files, today, folder, open })
  await sealAuditEvents(books)
  tell(`Stored ${stored} bank statements.`)
  if (folder !== undefined && latest.length > 0) tell(`The ${latest.length} newest can be uploaded from ${folder}.`)
}

export async function assertEmpty({ kysely }: Database): Promise<void> {
  const recorded = await kysely.selectFrom('document').select('id').limit(1).executeTakeFirst()
  if (recorded !== undefined)
    throw new DemoRefusal('These books already have documents. Use an empty DATA_DIR for the demo.')
}

/** The three accounts with the password of the demo. */
export async function makeAccounts(
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
    if (row === undefined)
      throw new DemoRefusal(`There is no account ${clientId}. Create the demo in an empty DATA_DIR.`)
    return { userId: row.id, clientId, role: row.role, sessionId: idFrom(1), company, firstLogin: false }
  }
  return { ana: viewer('ana'), ben: viewer('ben'), carla: viewer('carla') }
}

type One = { kind: DocumentTypeName; id: number; fields: Record<string, unknown> }

/** An attachment of the invoice, like a scan of the booklet's page. */
async function attachScan(
  trx: Trx,
  viewer: Viewer,
  { id, fields, day, at }: Pick<One, 'id' | 'fields'> & { day: Day; at: string },
): Promise<void> {
  const draftId = idFrom(id)
  const { receipt } = await checkFields(trx, { typeName: 'invoice', draftId, input: fields, today: day })
  const bytes = Buffer.from(
    await receiptToPdf({ ...receipt, note: 'Scan of the invoice' }, { printedAt: morningOf(day) }),
  )
  const file = {
    id: idFrom(90_000_000 + id),
    draftId,
    name: `invoice-${day}.pdf`,
    type: 'application/pdf' as const,
    bytes,
    at,
  }
  await attach(trx, viewer, file)
}

/** Eight in the morning in Manila. */
export const morningOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()
export const isSunday = (day: Day): boolean => weekdayOf(day) === 0
const isFriday = (day: Day): boolean => weekdayOf(day) === 5

/** Ids that are the same for every demo. */
export const idFrom = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`

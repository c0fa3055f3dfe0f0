// What the people of the simulated office do, and what happens to them.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { registerChequeBook } from '@talaan/contract/cheques.ts'
import {
  closeMonth,
  explainFinding,
  getChecklist,
  keepAsset,
  listSuggestions,
  reopenMonth,
} from '@talaan/contract/closing.ts'
import { attachFile, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { dashboard, logOut, ping } from '@talaan/contract/session.ts'
import { previewStatement, removeStatement, storeStatement } from '@talaan/contract/statements.ts'
import { deactivateUser, reactivateUser } from '@talaan/contract/users.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { sayRestored } from '../../src/cli/restored.ts'
import { sendsMail } from '../../src/features/mail/send.ts'
import { readLines, writeLines } from '../../src/platform/backup/file.ts'
import { restore } from '../../src/platform/backup/restore.ts'
import { backupLines } from '../../src/platform/backup/write.ts'
import { timestamp } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { takeReserve } from '../../src/platform/disk/reserve.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { callerOn } from '../portal.ts'
import type { Reply } from '../portal.ts'
import { headersOf } from '../post-office.ts'
import {
  assertBalanced,
  dependants,
  documentsOn,
  inRemovals,
  movements,
  noteAct,
  openItems,
  record,
  voidDocument as voidInModel,
} from './company.ts'
import type { BankStatement, Company, Recorded } from './company.ts'
import * as meaning from './documents.ts'
import { firstOpenDay, todayOf } from './documents.ts'
import type { Meant } from './documents.ts'
import { freeSpace } from './space.ts'
import {
  assertStatus,
  call,
  change,
  compare,
  countOpening,
  cutDuring,
  dataDirOf,
  Flaw,
  keepHouse,
  moveTo,
  people,
  pick,
  restart,
  signIn,
  stopPortal,
  tryLogIn,
} from './world.ts'
import type { Name, World } from './world.ts'

export type State = {
  /** The latest backup, and the model at that moment. */
  backup?: { path: string; company: Company }
}
type Act = (world: World, state: State) => Promise<string>

// ── Beginning.

export async function beginOffice(world: World): Promise<State> {
  for (let n = 0; n < 3; n += 1) {
    await register(world, 'customer')
    await register(world, 'supplier')
  }
  const book = { account: '1031', firstNo: '0000001', lastNo: '0000950', receivedOn: '2026-09-30' }
  const added = await call(world, 'ben', registerChequeBook, { params: { bookId: crypto.randomUUID() }, body: book })
  assertStatus(added, 200, 'A new cheque book')
  for (const account of ['1031', '1032']) await recordMeant(world, 'carla', meaning.capital(account, 90_000_000_000n))
  return {}
}

async function register(world: World, role: 'customer' | 'supplier'): Promise<string> {
  const nth = world.company.parties.size + 1
  const registrationId = crypto.randomUUID()
  const tin = tinOf(100_000_00 + nth * 7 + world.random(3))
  const fields = {
    kind: 'non_individual',
    tin,
    registeredName: `${pick(world, ['Alon', 'Bantay', 'Matibay', 'Lakbay'])} ${tin} Trading Corp.`,
    vatStatus: 'vat',
    address: { street: '1 Mabini Street', city: 'Manila', zip: '1000' },
  }
  const who = worker(world)
  await change(world, {
    call: () => call(world, who, registerParty, { body: { registrationId, role, fields, lookAlikesSeen: true } }),
    apply: ({ parties }, answer) => {
      const { id } = (answer as { party: { id: string } } | undefined)?.party ?? { id: '' }
      parties.set(registrationId, { id, role })
    },
    interrupted: 'a registration interrupted by a power cut',
  })
  return `${role} ${nth}`
}

/** Nine digits with the check digit of a TIN. */
function tinOf(eight: number): string {
  const digits = [...String(eight).padStart(8, '1')].map(Number)
  const sum = digits.reduce((total, digit, at) => total + digit * (9 - at), 0)
  return `${digits.join('')}${(sum % 11) % 10}`.replace(/(\d{3})(\d{3})(\d{3})/, '$1-$2-$3')
}

/** Someone whose account is active; a clerk more often than the others. */
const worker = (world: World): Name =>
  pick(
    world,
    people.filter((name) => !world.company.inactive.has(name)),
  )

// ── Documents.

const kinds: ((world: World) => Meant | undefined)[] = [
  (world) => meaning.invoice(world),
  (world) => meaning.invoice(world),
  (world) => meaning.bill(world),
  (world) => meaning.settlement(world, 'collection'),
  (world) => meaning.settlement(world, 'collection'),
  (world) => meaning.settlement(world, 'payment'),
  (world) => meaning.depositOfReceipts(world),
  (world) => meaning.withdrawal(world),
  (world) => meaning.transfer(world),
  (world) => meaning.dollars(world),
  (world) => meaning.cheque(world),
  (world) => meaning.pettyCash(world),
  (world) => meaning.journalVoucher(world),
  (world) => meaning.removal(world),
]

const recorder = (world: World, { kind }: Meant): Name =>
  kind === 'journalvoucher' || kind === 'unapply' ? pick(world, ['carla', 'ben']) : worker(world)

const recordSomething: Act = async (world) => {
  const given = pick(world, kinds)(world)
  if (given === undefined) return 'nothing to record'
  const number = await recordMeant(world, recorder(world, given), given)
  noteRare(world, given)
  return `${given.kind} ${number}`
}

function noteRare(
  { sometimes, company }: World,
  { kind, intent: { key, day, postedOn, opens = [], settles = [], lines, removes } }: Meant,
): void {
  const number = company.documents.get(key)?.number ?? ''
  if (settles.some(({ account }) => account === '2060' || account === '1140')) sometimes.happened('credit used')
  if (opens.some(({ account }) => account === '2060' || account === '1140'))
    sometimes.happened('an overpayment kept as credit')
  if (lines.some(({ account }) => account === '7030')) sometimes.happened('dollars sold with a gain')
  if (lines.some(({ account }) => account === '8020')) sometimes.happened('dollars sold with a loss')
  if (removes !== undefined) sometimes.happened('an allocation removed')
  if (postedOn > day) sometimes.happened('a post-dated cheque posted later')
  if (number.endsWith('000001') && !number.includes('2026')) sometimes.happened('the first document of a year')
  if (kind === 'pettycashfund' && lines.some(({ account, amount }) => account === '7060' && amount > 0n))
    sometimes.happened('a petty cash fund replenished with a shortage')
}

const review = (world: World, name: Name, { kind, fields, intent: { key: draftId } }: Meant) =>
  call(world, name, reviewDraft, { params: { draftId }, body: { kind, fields } })

async function digestOf(world: World, name: Name, given: Meant): Promise<string> {
  const reply = await review(world, name, given)
  assertStatus(reply, 200, `The review of a valid ${given.kind}`)
  return reply.body.digest
}

const sayYes = (world: World, name: Name, { intent: { key: draftId } }: Meant, digest: string) =>
  call(world, name, recordDocument, { body: { draftId, digest } })

/** Reviews and records, with the faults of the network and of the disk. Returns the number. */
export async function recordMeant(world: World, name: Name, given: Meant): Promise<string> {
  assertBalanced(given.intent)
  if (world.random(12) === 0) await attach(world, name, given)
  if (world.random(150) === 0) {
    await cutDuring(world, () => review(world, name, given))
    world.sometimes.happened('a power cut during a review')
  }
  const digest = await digestOf(world, name, given)
  noteClock(world)
  if (world.random(30) === 0) await sayYesTwice(world, name, given, digest)
  await change(world, {
    call: () => sayYes(world, name, given, digest),
    apply: (company, answer) => applyRecording(company, given, name, answer),
  })
  return world.company.documents.get(given.intent.key)?.number ?? ''
}

/** The same as once, so that a repetition of the same key changes nothing. */
function applyRecording(company: Company, { intent }: Meant, by: Name, answer: unknown): void {
  const { documentId, number } = (answer ?? { documentId: '', number: null }) as {
    documentId: string
    number: string | null
  }
  const recorded = company.documents.get(intent.key) ?? record(company, intent, { documentId, by })
  if (number !== null && recorded.number !== number)
    throw new Flaw(`A document was recorded as ${number}; ${recorded.number} was the next number.`)
  if (number !== null && recorded.documentId !== documentId)
    throw new Flaw(`${number} was answered with two different ids.`)
}

async function sayYesTwice(world: World, name: Name, given: Meant, digest: string): Promise<void> {
  const replies = await Promise.all([sayYes(world, name, given, digest), sayYes(world, name, given, digest)])
  for (const reply of replies) {
    assertStatus(reply, 200, 'The same Yes at the same time')
    applyRecording(world.company, given, name, reply.answer)
  }
  if (replies.filter(({ body }) => body.already === false).length !== 1)
    throw new Flaw('Of two equal Yes, not exactly one recorded the document.')
  world.sometimes.happened('the same key sent twice at the same time')
}

function noteClock(world: World): void {
  if (world.clock.now() < world.latest)
    world.sometimes.happened('a document recorded while the clock is behind the last entry')
}

async function attach(world: World, name: Name, { kind, intent: { key } }: Meant): Promise<void> {
  const id = crypto.randomUUID()
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(crypto.randomUUID())])
  const parts = { params: { draftId: key }, query: { id, kind, name: 'receipt.png' }, bytes }
  if (world.random(6) === 0) {
    freeSpace.megabytes = 100
    assertStatus(await call(world, name, attachFile, parts), 507, 'A file while the disk is nearly full')
    freeSpace.megabytes = null
    world.sometimes.happened('a file refused because the disk is nearly full')
  }
  await change(world, {
    call: () => call(world, name, attachFile, parts),
    apply: ({ attachments }) => attachments.set(id, { key, sha256: createHash('sha256').update(bytes).digest('hex') }),
    interrupted: 'an attachment interrupted by a power cut',
  })
}

/** Two that wait for a third are written together. */
const recordThreeAtOnce: Act = async (world) => {
  const [first, second] = twoPeople(world)
  const asked: { name: Name; given: Meant; digest: string }[] = []
  for (const name of [first, second, first]) {
    const given = meaning.invoice(world)
    // All in one series.
    const { day } = (asked[0]?.given ?? given).intent
    given.intent.day = given.intent.postedOn = day
    given.fields['day'] = day
    asked.push({ name, given, digest: await digestOf(world, name, given) })
  }
  noteClock(world)
  const replies = await Promise.all(
    asked.map(async ({ name, given, digest }) => ({ name, given, reply: await sayYes(world, name, given, digest) })),
  )
  for (const { reply } of replies) assertStatus(reply, 200, 'One of three recordings at the same time')
  for (const { name, given, reply } of replies.toSorted((a, b) => (a.reply.body.number < b.reply.body.number ? -1 : 1)))
    applyRecording(world.company, given, name, reply.answer)
  const { rows } = await sql<{ commits: number }>`select count(distinct xmin::text)::int as commits from document
    where draft_id in (${sql.join(asked.map(({ given }) => given.intent.key))})`.execute(world.db.kysely)
  if ((rows[0]?.commits ?? 3) < 3) world.sometimes.happened('two recordings in one commit')
  return 'three invoices at once'
}

function twoPeople(world: World): [Name, Name] {
  const first = worker(world)
  const others = people.filter((name) => name !== first && !world.company.inactive.has(name))
  return [first, pick(world, others)]
}

const payAtTheSameTime: Act = async (world) => {
  const item = openItemOf(world, '1110')
  if (item === undefined) return 'no open invoice'
  const [first, second] = twoPeople(world)
  const asked: { name: Name; given: Meant; digest: string }[] = []
  for (const name of [first, second]) {
    const given = meaning.settlement(world, 'collection', item)
    if (given === undefined) return 'no open invoice'
    asked.push({ name, given, digest: await digestOf(world, name, given) })
  }
  const replies = await Promise.all(
    asked.map(async ({ name, given, digest }) => ({ name, given, reply: await sayYes(world, name, given, digest) })),
  )
  const [won, ...more] = replies.filter(({ reply }) => reply.status === 200)
  const lost = replies.filter(({ reply }) => [409, 422].includes(reply.status))
  if (won === undefined || more.length > 0 || lost.length !== 1)
    throw new Flaw(`Two payments of one amount: ${replies.map(({ reply }) => reply.status).join(', ')}.`)
  applyRecording(world.company, won.given, won.name, won.reply.answer)
  world.sometimes.happened('the last open amount paid by two people at the same time')
  return 'paid once'
}

const openItemOf = (world: World, account: string) => {
  const day = todayOf(world)
  const first = firstOpenDay(world.company)
  return pick(
    world,
    [...openItems(world.company).values()].filter(
      (item) => item.account === account && item.document.day <= day && item.document.day <= first && day >= first,
    ),
  )
}

// ── Refusals.

async function refused(world: World, name: Name, given: Meant, statuses: readonly number[]): Promise<void> {
  const reply = await review(world, name, given)
  if (statuses.includes(reply.status)) return
  assertStatus(reply, statuses[0] ?? 422, `A ${given.kind} that must be refused`)
}

const refusals: Act[] = [
  async (world) => {
    const name = pick(
      world,
      (['ana', 'eva'] as const).filter((each) => !world.company.inactive.has(each)),
    )
    if (name === undefined) return 'no clerk'
    await refused(world, name, meaning.journalVoucher(world), [403])
    world.sometimes.happened('a role refused')
    return 'role'
  },
  async (world) => {
    const month = world.company.closed.at(-1)
    if (month === undefined) return 'no closed month'
    const given = meaning.withdrawal(world)
    given.fields['day'] = `${month}-15`
    await refused(world, worker(world), given, [422])
    world.sometimes.happened('a posting into a closed month refused')
    return 'closed month'
  },
  async (world) => {
    await refused(world, worker(world), meaning.overdraft(world), [422])
    world.sometimes.happened('an overdraft refused')
    return 'overdraft'
  },
  async (world) => {
    const before = liveOf(world, 'SI')
    if (before === undefined) return 'no invoice'
    const given = meaning.invoice(world)
    given.fields['externalNo'] = before.takes?.slice('invoice '.length)
    await refused(world, worker(world), given, [422])
    world.sometimes.happened('an invoice number used twice refused')
    return 'invoice number'
  },
  async (world) => {
    const before = liveOf(world, 'CV')
    const given = meaning.cheque(world)
    if (before === undefined || given === undefined) return 'no cheque'
    given.fields['chequeNo'] = before.takes?.slice('cheque '.length)
    await refused(world, worker(world), given, [422])
    world.sometimes.happened('a cheque number used twice refused')
    return 'cheque number'
  },
  async (world) => {
    const [name, given] = [worker(world), meaning.invoice(world)]
    const stale = await digestOf(world, name, given)
    given.fields['memo'] = 'Changed after the review'
    const fresh = await digestOf(world, name, given)
    assertStatus(await sayYes(world, name, given, stale), 409, 'A stale review')
    world.sometimes.happened('a stale review refused')
    await change(world, {
      call: () => sayYes(world, name, given, fresh),
      apply: (company, answer) => applyRecording(company, given, name, answer),
    })
    return 'stale review'
  },
  async (world) => {
    const [first, second] = twoPeople(world)
    const given = meaning.invoice(world)
    const digest = await digestOf(world, first, given)
    assertStatus(await sayYes(world, second, given, digest), 404, 'The Yes to the draft of someone else')
    assertStatus(await review(world, second, given), 404, 'The review of the draft of someone else')
    world.sometimes.happened('the draft of someone else refused')
    await change(world, {
      call: () => sayYes(world, first, given, digest),
      apply: (company, answer) => applyRecording(company, given, first, answer),
    })
    return 'draft of someone else'
  },
  async (world) => {
    const before = pick(
      world,
      [...world.company.documents.values()].filter(
        ({ series, by }) => series === 'SI' && !world.company.inactive.has(by as Name),
      ),
    )
    if (before === undefined) return 'nothing recorded'
    const given = meaning.invoice(world)
    given.intent.key = before.key
    await refused(world, before.by as Name, given, [409])
    const yes = await sayYes(world, before.by as Name, given, 'f'.repeat(64))
    if (yes.status === 200 && (yes.body.number !== before.number || yes.body.already !== true))
      throw new Flaw(`The key of ${before.number} was answered with ${yes.body.number}.`)
    world.sometimes.happened('the same key sent with other content')
    return 'same key, other content'
  },
  async (world) => {
    const closed = world.company.closed
    const later = closed.length === 0 ? '2026-12' : meaning.daysLater(`${closed.at(-1)}-28`, 65).slice(0, 7)
    const reply = await call(world, 'ben', closeMonth, { params: { month: later }, body: {} })
    assertStatus(reply, 409, `The closing of ${later} before its turn`)
    world.sometimes.happened('a closing out of order refused')
    return 'closing out of order'
  },
]

const liveOf = (world: World, wanted: string): Recorded | undefined =>
  pick(
    world,
    [...world.company.documents.values()].filter(({ series, voidedOn }) => series === wanted && voidedOn === null),
  )

const refuseSomething: Act = async (world, state) => `refused: ${await pick(world, refusals)(world, state)}`

// ── Voids.

/**
 * Documents of the petty cash fund, of depreciation and of a year's end stay, and those of a removed allocation. So do those in
 * dollars, except the last: the cost of each depends on those before.
 */
const voidable = ['SI', 'BL', 'CR', 'PV', 'DS', 'WD', 'FT', 'JV', 'CV']

const voidSomething: Act = async (world) => {
  const day = todayOf(world)
  const first = firstOpenDay(world.company)
  const removed = inRemovals(world.company)
  const inDollars = documentsOn(world.company, '1040')
  const document = pick(
    world,
    [...world.company.documents.values()].filter(
      ({ key, series, voidedOn, day: of, lines, stays }) =>
        stays !== true &&
        !removed.has(key) &&
        voidable.includes(series) &&
        voidedOn === null &&
        of <= day &&
        [-1, inDollars.length - 1].includes(inDollars.findIndex((each) => each.key === key)) &&
        lines.every(({ account }) => account !== '3010'),
    ),
  )
  if (document === undefined || day < first) return 'nothing to void'
  const on = document.postedOn > day ? document.postedOn : day
  const body = { day: on, reason: 'Recorded by mistake' }
  const who = pick(world, ['carla', 'ben'] as const)
  const request = () => call(world, who, voidDocument, { params: { documentId: document.documentId }, body })
  if (dependants(world.company, document.key).length > 0) {
    assertStatus(await request(), 409, `The void of ${document.number}, which others depend on,`)
    world.sometimes.happened('a document depended on and not voided')
    return `not voided: ${document.number}`
  }
  noteClock(world)
  await change(world, {
    call: request,
    apply: (company) => {
      if (company.documents.get(document.key)?.voidedOn === null) voidInModel(company, document.key, on)
    },
    interrupted: 'a void interrupted by a power cut',
  })
  if (world.random(4) === 0) {
    assertStatus(await request(), 200, 'A repeated void')
    world.sometimes.happened('a void repeated')
  }
  return `void ${document.number}`
}

// ── Months.

const closeNext: Act = async (world, state) => {
  const month = firstOpenDay(world.company).slice(0, 7)
  if (month >= todayOf(world).slice(0, 7)) return 'no month to close'
  await depreciate(world, month)
  if (month.endsWith('-12')) await endYear(world, month)
  const { findings } = (await call(world, 'ben', getChecklist, { params: { month } })).answer
  for (const { item, sentences, state: of } of findings)
    if (of === 'open') {
      const body = { item, sentences, words: 'Looked into and accepted' }
      const reply = await call(world, 'ben', explainFinding, { params: { month }, body })
      assertStatus(reply, 200, `The explanation of ${item} (${sentences.join(' ')})`)
    }
  await change(world, {
    call: () => call(world, 'ben', closeMonth, { params: { month }, body: {} }),
    apply: (company) => {
      if (company.closed.includes(month)) return
      company.closed.push(month)
      noteAct(company, 'closing.close')
    },
    interrupted: 'a closing interrupted by a power cut',
  })
  world.sometimes.happened('a month closed')
  await makeBackup(world, state)
  return `closed ${month}`
}

async function depreciate(world: World, month: string): Promise<void> {
  const { suggestions } = (await call(world, 'ben', listSuggestions, { params: { month } })).answer
  const suggested = suggestions.find(({ fields }) => fields['reference'] === `DEP ${month}`)
  if (suggested?.document != null) return
  const day = meaning.daysLater(`${meaning.daysLater(`${month}-28`, 5).slice(0, 7)}-01`, -1)
  const intent = meaning.depreciation(world.company, month, day)
  if ((intent === undefined) !== (suggested === undefined)) throw new Flaw(`The depreciation of ${month} differs.`)
  if (intent === undefined || suggested === undefined) return
  const { draftId, fields } = suggested
  await recordMeant(world, 'ben', { kind: 'journalvoucher', fields, intent: { ...intent, key: draftId } })
  world.sometimes.happened('depreciation recorded at the end of a month')
}

async function endYear(world: World, month: string): Promise<void> {
  const intent = meaning.yearEnd(world.company, month.slice(0, 4))
  const { suggestions } = (await call(world, 'ben', listSuggestions, { params: { month } })).answer
  const suggested = suggestions.find(({ kind, document }) => kind === 'yearend' && document === null)
  if (intent === undefined || suggested === undefined) {
    if ((intent === undefined) !== (suggested === undefined))
      throw new Flaw(`The closing of the year in ${month} differs.`)
    return
  }
  const { draftId, fields } = suggested
  await recordMeant(world, 'ben', { kind: 'yearend', fields, intent: { ...intent, key: draftId } })
}

const reopenLast: Act = async (world) => {
  const month = world.company.closed.at(-1)
  if (month === undefined || month.endsWith('-12')) return 'nothing to reopen'
  await change(world, {
    call: () => call(world, 'ben', reopenMonth, { params: { month }, body: { reason: 'A bill arrived late' } }),
    apply: (company) => {
      if (!company.closed.includes(month)) return
      company.closed = company.closed.filter((each) => each !== month)
      noteAct(company, 'closing.reopen')
    },
    repeated: 409,
  })
  world.sometimes.happened('a month reopened')
  return `reopened ${month}`
}

// ── Fixed assets and bank statements.

export const buyAsset: Act = async (world) => {
  const month = firstOpenDay(world.company).slice(0, 7)
  const [monthly, months] = [BigInt(1 + world.random(900)) * 1_00n, 3 + world.random(24)]
  const asset = { monthly, months, first: month, account: pick(world, ['1531', '1541', '1551']) }
  const id = crypto.randomUUID()
  const body = {
    name: `Machine ${world.company.assets.size + 1}`,
    acquiredOn: `${month}-01`,
    cost: String(monthly * BigInt(months) + 500_00n),
    salvage: '50000',
    lifeMonths: months,
    firstMonth: month,
    accumulatedAccount: asset.account,
    expenseAccount: '6160',
  }
  await change(world, {
    call: () => call(world, 'ben', keepAsset, { params: { id }, body }),
    apply: ({ assets }) => assets.set(id, asset),
    interrupted: 'a fixed asset interrupted by a power cut',
  })
  return `asset from ${month}`
}

/** The bank's statement of the days since the last one: what the books moved, and a charge that they don't know yet. */
export const uploadStatement: Act = async (world) => {
  const account = '1032'
  const kept = [...world.company.statements].filter(([, { isRemoved }]) => !isRemoved)
  const from = kept.length === 0 ? '2026-10-01' : meaning.daysLater(kept.at(-1)?.[1].to ?? '', 1)
  const to = meaning.daysLater(todayOf(world), -1)
  if (to < from) return 'no day to state'
  const moved = [...movements(world.company)].flatMap(([key, amount]) => {
    const [code, day = ''] = key.split(' ')
    return code === account && from <= day && day <= to ? [{ day, amount }] : []
  })
  const lines = [...moved, { day: to, amount: -25_00n }].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const bytes = Buffer.from(ofxOf({ account, from, to, lines }))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const query = { account, name: `${to}.ofx` }
  const preview = await call(world, 'ben', previewStatement, { query, bytes })
  assertStatus(preview, 200, 'The preview of a bank statement')
  const digest = String(preview.answer.digest)
  await change(world, {
    call: () =>
      call(world, 'ben', storeStatement, { query: { ...query, digest, reason: 'As sent by the bank' }, bytes }),
    apply: ({ statements, acts }, answer) => {
      const stored = answer as { newLines: number; lines: number } | undefined
      if (stored !== undefined && stored.lines !== lines.length)
        throw new Flaw(`A statement of ${lines.length} lines was stored with ${stored.lines}.`)
      if (statements.has(sha256)) return
      statements.set(sha256, { account, from, to, lines, isRemoved: false })
      acts.set(storeStatement.name, (acts.get(storeStatement.name) ?? 0) + 1)
    },
    interrupted: 'a bank statement interrupted by a power cut',
  })
  if (world.random(4) === 0) await takeBack(world, sha256)
  return `statement of ${lines.length} lines`
}

/** The newest statement is removed, and the next one shows its days again. */
async function takeBack(world: World, sha256: string): Promise<void> {
  const { id } = await world.db.kysely
    .selectFrom('bank_statement')
    .select('id')
    .where('sha256', '=', sha256)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const reason = 'The wrong account'
  await change(world, {
    call: () => call(world, 'ben', removeStatement, { params: { statementId: id }, body: { reason } }),
    apply: ({ statements, acts }) => {
      const statement = statements.get(sha256)
      if (statement === undefined || statement.isRemoved) return
      statement.isRemoved = true
      acts.set(removeStatement.name, (acts.get(removeStatement.name) ?? 0) + 1)
    },
    repeated: 409,
  })
  world.sometimes.happened('a bank statement removed')
}

/** An OFX 1 file. Its id makes each file another one. */
function ofxOf({ account, from, to, lines }: Omit<BankStatement, 'isRemoved'>): string {
  const plain = (day: string) => day.replaceAll('-', '')
  const pesos = (amount: bigint) =>
    `${amount < 0n ? '-' : ''}${String(amount < 0n ? -amount : amount).padStart(3, '0')}`
  const shown = (amount: bigint) => pesos(amount).replace(/(\d{2})$/, '.$1')
  const moves = lines.map(
    ({ day, amount }, at) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${plain(day)}<TRNAMT>${shown(amount)}<FITID>${plain(day)}${at}<NAME>Line ${at}`,
  )
  return `<OFX><SIGNONMSGSRSV1><SONRS><SESSCOOKIE>${crypto.randomUUID()}</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>PHP<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${plain(from)}<DTEND>${plain(to)}
${moves.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

// ── People and sessions.

const visit: Act = async (world) => {
  const name = worker(world)
  const how = world.random(8)
  if (how <= 1) {
    assertStatus(await call(world, name, ping), 200, 'A ping')
    return `ping of ${name}`
  }
  if (how <= 4) return closePage(world, name, how === 4 ? 60 : 20)
  if (how === 5) {
    assertStatus(await tryLogIn(world, name, 'not-the-Password-1'), 401, 'A wrong password')
    world.sometimes.happened('a wrong password refused')
    return `wrong password of ${name}`
  }
  const old = await signIn(world, name)
  if (how === 6) {
    assertStatus(await tryLogIn(world, name), 409, 'A login on a second device')
    world.sometimes.happened('a second login refused')
    return `second login of ${name}`
  }
  await signIn(world, name)
  assertStatus(await callerOn(world.app, old).call(dashboard), 401, 'The session that was ended by another login')
  world.sometimes.happened('a session ended by a login elsewhere')
  return `login elsewhere of ${name}`
}

/** The page is closed, and opened again after some time. */
async function closePage(world: World, name: Name, seconds: number): Promise<string> {
  const session = await signIn(world, name)
  const { sessionId } = session
  const reply = await callerOn(world.app, {}).call(logOut, { body: { sessionId, isOnline: false } })
  if (reply.status >= 300) throw new Flaw(`The beacon of a closed page was answered with ${reply.status}.`)
  session.closingAt = world.clock.now()
  world.clock.ms += seconds * 1_000
  assertStatus(await call(world, name, dashboard), 200, 'The dashboard')
  return `closed page of ${name}`
}

const switchAccount: Act = async (world) => {
  const name = pick(world, ['ana', 'eva'] as const)
  const isInactive = world.company.inactive.has(name)
  const endpoint = isInactive ? reactivateUser : deactivateUser
  const reply = await call(world, 'carla', endpoint, { params: { clientId: `client_${name}` } })
  assertStatus(reply, 200, `${isInactive ? 'Activating' : 'Deactivating'} ${name}`)
  if (isInactive) {
    world.company.inactive.delete(name)
    return `${name} active`
  }
  world.company.inactive.add(name)
  const session = world.sessions.get(name)
  world.sessions.delete(name)
  if (session !== undefined)
    assertStatus(await callerOn(world.app, session).call(dashboard), 401, 'The session of an inactive account')
  assertStatus(await tryLogIn(world, name), 403, 'The login of an inactive account')
  world.sometimes.happened('an inactive account refused')
  return `${name} inactive`
}

// ── Time.

const moveClock: Act = async (world) => {
  const { random, clock, sometimes } = world
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
  const how = random(20)
  const ms =
    how < 8
      ? (1 + random(20)) * minute
      : how < 11
        ? (1 + random(14)) * hour
        : how < 15
          ? (1 + random(3)) * day
          : how < 18
            ? (5 + random(20)) * day
            : -[30_000, 10 * minute, hour, day][random(4)]!
  clock.ms += ms
  world.faults.clockJumps += 1
  if (ms < 0) sometimes.happened('the clock set back')
  if (ms > 3 * day) sometimes.happened('a jump of several days')
  return `clock ${ms}`
}

// ── E-mail.

const sendReceipts: Act = async (world) => {
  const { random, post, sometimes } = world
  const how = random(8)
  post.fate =
    how === 0 ? 'defer' : how === 1 ? 'refuse' : how === 2 ? (visit) => (visit % 3 === 0 ? 'cut' : 'accept') : 'accept'
  if (random(6) === 0) {
    await cutDuring(world, () => sendDue(world))
    return 'e-mail interrupted'
  }
  const sent = await sendDue(world)
  if (sent > 0 && how === 1) sometimes.happened('an e-mail refused for good')
  return `e-mail ${sent}`
}

/** Runs the worker until every due message was tried once, and returns how many. */
export async function sendDue(world: World): Promise<number> {
  const { context, post, sometimes, clock } = world
  const at = timestamp(clock.now())
  const { rows } = await sql<{ due: number; claimed: number; retried: number }>`
    select count(*)::int as due, count(locked_until)::int as claimed,
      count(*) filter (where attempts > 0)::int as retried from job
    where name = 'mail.send' and ended_at is null and run_at <= ${at} and (locked_until is null or locked_until <= ${at})`.execute(
    world.db.kysely,
  )
  const { due = 0, claimed = 0, retried = 0 } = rows[0] ?? {}
  if (due === 0) return 0
  if (claimed > 0) sometimes.happened('a job taken over when its lease had expired', claimed)
  const before = post.received.length
  const allBegun = Promise.withResolvers<void>()
  let begun = 0
  const handlers = sendsMail(context).map((handler) => ({
    ...handler,
    atOnce: 1,
    run: async (job: Parameters<typeof handler.run>[0]) => {
      begun += 1
      if (begun === due) allBegun.resolve()
      return handler.run(job)
    },
  }))
  const mailer = startWorker(context, handlers, { pollMs: 1_000_000, random: () => 0 })
  await allBegun.promise
  await mailer.stop()
  if (retried > 0 && post.received.length > before) sometimes.happened('an e-mail deferred and sent later')
  checkMessages(world, before)
  return due
}

/** The messages received, by Message-ID. */
const messages = new WeakMap<World, Map<string, Buffer>>()

/** A message that arrives a second time has the same content, so that mailboxes show it once. */
function checkMessages(world: World, from: number): void {
  const known = messages.get(world) ?? new Map<string, Buffer>()
  messages.set(world, known)
  for (const { bytes, text } of world.post.received.slice(from)) {
    const id = headersOf(text)['message-id'] ?? ''
    const before = known.get(id)
    if (before !== undefined) world.sometimes.happened('a message sent again with the same Message-ID')
    if (before !== undefined && !before.equals(bytes))
      throw new Flaw(`Two different messages have the Message-ID ${id}.`)
    known.set(id, bytes)
  }
  world.post.received.length = 0
}

// ── Operation.

const stopAndStart: Act = async (world) => {
  const isFull = world.random(3) === 0
  if (isFull) {
    await takeReserve(dataDirOf(world), { free: 10_000_000 }, 1_000_000)
    freeSpace.megabytes = 1
  }
  const { sealed } = await sealedEvents(world)
  await restart(world)
  freeSpace.megabytes = null
  if ((await sealedEvents(world)).sealed > sealed) world.sometimes.happened('the audit trail sealed after a restart')
  return isFull ? 'restart on a full disk' : 'restart'
}

async function sealedEvents({ db }: World): Promise<{ sealed: number }> {
  const { rows } = await sql<{ sealed: number }>`select count(*)::int as sealed from audit_seal`.execute(db.kysely)
  return rows[0] ?? { sealed: 0 }
}

const tidy: Act = async (world) => {
  await keepHouse(world)
  return 'housekeeping'
}

const backUp: Act = async (world, state) => {
  await makeBackup(world, state)
  return 'backup'
}

async function makeBackup(world: World, state: State): Promise<void> {
  const path = join(world.folder, 'backup.gz')
  rmSync(path, { force: true })
  await writeLines(path, backupLines(world.db, { release: 'simulation', takenAt: timestamp(world.clock.now()) }))
  state.backup = { path, company: structuredClone(world.company) }
}

const restoreBackup: Act = async (world, { backup }) => {
  if (backup === undefined) return 'no backup'
  const lost = [...world.company.documents.values()].filter(({ key }) => !backup.company.documents.has(key))
  const start = world.starts + 1
  {
    countOpening()
    await using db = await openDatabase({ dataDir: dataDirOf(world, start) }, { log: () => {} })
    await restore(db, () => readLines(backup.path, null))
    const verdict = await verify(db.kysely)
    if (!verdict.sound) throw new Flaw('The restored books have errors.')
    await sayRestored(db, { clock: world.clock, say: () => {} }, { what: 'The backup', verdict })
  }
  await stopPortal(world)
  await moveTo(world, start)
  world.sessions.clear()
  world.company = structuredClone(backup.company)
  world.faults.restores += 1
  world.sometimes.happened('a backup restored')
  await compare(world)
  // Someone whose page is still open presses Yes once more, for a document that the restored books do not have.
  const again = lost.find(({ by }) => !world.company.inactive.has(by as Name))
  if (again !== undefined) {
    const reply: Reply = await call(world, again.by as Name, recordDocument, {
      body: { draftId: again.key, digest: 'f'.repeat(64) },
    })
    if (![404, 409].includes(reply.status))
      throw new Flaw(`A Yes that the restored books do not know was answered with ${reply.status}.`)
    world.sometimes.happened('the same key sent again after a restore that lost it')
  }
  return 'restored'
}

// ── The plan.

const plan: [weight: number, name: string, act: Act][] = [
  [548, 'record', recordSomething],
  [60, 'refuse', refuseSomething],
  [40, 'void', voidSomething],
  [15, 'three at once', recordThreeAtOnce],
  [20, 'pay at the same time', payAtTheSameTime],
  [6, 'register', (world) => register(world, world.random(2) === 0 ? 'customer' : 'supplier')],
  [40, 'visit', visit],
  [14, 'accounts', switchAccount],
  [160, 'clock', moveClock],
  [30, 'e-mail', sendReceipts],
  [24, 'close', closeNext],
  [6, 'reopen', reopenLast],
  [8, 'asset', buyAsset],
  [10, 'statement', uploadStatement],
  [8, 'restart', stopAndStart],
  [20, 'housekeeping', tidy],
  [5, 'backup', backUp],
  [5, 'restore', restoreBackup],
]
const weights = plan.reduce((sum, [weight]) => sum + weight, 0)

/** One act, drawn at random. Returns its name and result for the trace. */
export async function act(world: World, state: State): Promise<string> {
  let at = world.random(weights)
  for (const [weight, name, work] of plan) {
    if (at < weight) return `${name}: ${await work(world, state)}`
    at -= weight
  }
  throw new Error('The weights of the plan do not add up.')
}

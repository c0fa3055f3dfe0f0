// The database connection is cut during a recording: the reported outcome is true, and it is recorded once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { openCutLine } from '../../../test/cut-line.ts'
import type { CutLine } from '../../../test/cut-line.ts'
import { freshOnServer } from '../../../test/database.ts'
import ownPostgres from '../../../test/own-postgres.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../verify/verify.ts'

let stopPostgres: (() => Promise<void>) | undefined
let line: CutLine
let portal: Portal
let ana: Caller
let ben: Caller
let customer: string
const crashes: unknown[] = []

beforeAll(async () => {
  stopPostgres = await ownPostgres()
  line = await openCutLine(process.env.TALAAN_TEST_DATABASE_URL ?? '')
  portal = await openPortal({
    database: await freshOnServer(line.through),
    onCrash: (error) => void crashes.push(error),
    atRandom: true,
  })
  ana = await portal.signIn('ana')
  ben = await portal.signIn('ben')
  const fields = {
    kind: 'non_individual',
    vatStatus: 'vat',
    tin: '123-456-789',
    registeredName: 'Lakbay Trading Inc.',
    address: { street: '1 Rizal Street', city: 'Manila' },
  }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
  customer = (await ben.call(registerParty, { body })).answer.party.id
})
afterAll(async () => {
  await portal.close()
  await line[Symbol.asyncDispose]()
  await stopPostgres?.()
})

async function reviewed(externalNo: string) {
  const draftId = crypto.randomUUID()
  const fields = {
    email: 'ana@bahaykubo.example',
    partyId: customer,
    externalNo,
    day: '2026-03-16',
    priceMode: 'exclusive',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
  }
  const { answer } = await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })
  return { body: { draftId, digest: answer.digest } }
}
const documents = async () =>
  Number(
    (
      await portal.db.kysely
        .selectFrom('document')
        .select((is) => is.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('a commit whose answer is lost is looked up over another connection, eight times', async () => {
  for (let round = 1; round <= 8; round += 1) {
    const yes = await reviewed(`A${round}`)
    line.cutAt(/commit/i, 'before the answer')
    const first = await ana.call(recordDocument, yes)
    expect(first.answer, `round ${round}`).toMatchObject({ number: `SI-2026-00000${round}` })
    const again = await ana.call(recordDocument, yes)
    expect(again.answer).toMatchObject({ number: first.answer.number, already: true })
  }
  expect(line.cuts()).toBe(8)
  expect(await documents()).toBe(8)
})

test('a commit that never arrived is reported neither as recorded nor as failed, and the same Yes records it', async () => {
  const before = await documents()
  const yes = await reviewed('B1')
  line.cutAt(/commit/i, 'before the question')
  const { status, body } = await ana.call(recordDocument, yes)
  expect([status, body.code, body.error]).toEqual([503, 'uncertain', recordDocument.failure])
  expect(await documents()).toBe(before)
  expect((await ana.call(recordDocument, yes)).answer.already).toBe(false)
  expect(await documents()).toBe(before + 1)
})

test('another change whose commit is lost reports in its own words that the outcome is uncertain', async () => {
  const recorded = (await ana.call(recordDocument, await reviewed('C1'))).answer
  const params = { documentId: recorded.documentId }
  const body = { day: '2026-03-16', reason: 'Recorded twice' }
  line.cutAt(/commit/i, 'before the answer')
  const lost = await ben.call(voidDocument, { params, body })
  expect([lost.status, lost.body.code, lost.body.error]).toEqual([503, 'uncertain', voidDocument.failure])
  expect((await ben.call(voidDocument, { params, body })).status).toBe(200)
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(crashes).toEqual([])
})

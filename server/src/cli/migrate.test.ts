// The portal runs with an account that can't change its tables, and the owner brings the schema up to date.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { freshDatabase, testEngine } from '../../test/database.ts'
import { createLimitedRole, limitedRole, openLimited, urlOf } from '../../test/limited.ts'
import { openPortal } from '../../test/portal.ts'
import type { Portal } from '../../test/portal.ts'
import { verify } from '../books/verify/verify.ts'
import { sealAuditEvents } from '../platform/audit/sealing.ts'
import { wallClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readEnvironment } from '../platform/env/env.ts'
import { runCommand } from './main.ts'

let owner: Database
beforeAll(async () => {
  owner = await freshDatabase()
  if (testEngine === 'server') await createLimitedRole(owner)
})
afterAll(() => owner.close())

async function talaan(...line: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const env = readEnvironment({ DATABASE_URL: await urlOf(owner) })
  const code = await runCommand(line, {
    env,
    clock: wallClock,
    open: () => Promise.resolve(owner),
    say: (text) => said.push(text),
  })
  return { code, said: said.join('\n') }
}

/** Registers a customer, records an invoice and voids it. */
async function recordInvoice(portal: Portal): Promise<void> {
  const [ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const party = {
    kind: 'non_individual',
    vatStatus: 'vat',
    tin: '123-456-789',
    registeredName: 'Lakbay Trading Inc.',
    address: { street: '1 Rizal Street', city: 'Manila' },
  }
  const registration = { registrationId: randomUUID(), role: 'customer', fields: party, lookAlikesSeen: true }
  const { id: partyId } = (await ben.call(registerParty, { body: registration })).answer.party
  const draftId = randomUUID()
  const fields = {
    email: 'ana@bahaykubo.example',
    partyId,
    externalNo: 'A1',
    day: '2026-03-16',
    priceMode: 'exclusive',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
  }
  const { digest } = (await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })).answer
  const { documentId } = (await ana.call(recordDocument, { body: { draftId, digest } })).answer
  const body = { day: '2026-03-16', reason: 'Wrong customer' }
  expect((await ben.call(voidDocument, { params: { documentId }, body })).status).toBe(200)
}

test.runIf(testEngine === 'server')(
  'with the rights of talaan migrate the portal works, and can neither alter its tables nor change a posted row',
  async () => {
    expect(await talaan('migrate', limitedRole)).toEqual({
      code: 0,
      said: `The schema is up to date.\nThe role ${limitedRole} has the rights that the portal needs, and no others.`,
    })
    const database = await openLimited(owner)
    expect(await migrate(database)).toEqual([])
    await using portal = await openPortal({ database })
    await recordInvoice(portal)
    await sealAuditEvents(database.kysely)
    expect((await verify(database.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])

    const refused = (change: string) => sql.raw(change).execute(database.kysely)
    for (const change of [
      'drop trigger line_only_grows on line',
      'alter table line disable trigger all',
      'alter table line add column note text',
      'drop table line',
    ])
      await expect(refused(change), change).rejects.toThrow(/must be owner of/)
    for (const change of [
      'update line set memo = memo',
      'update document set memo = memo',
      'delete from entry',
      'delete from audit',
      'update audit_seal set hash = hash',
      'truncate line',
      'truncate limiter',
      'update schema_migration set sha256 = sha256',
      'create table mine (id int)',
      'set session_replication_role = replica',
    ])
      await expect(refused(change), change).rejects.toThrow(/permission denied/)
    await expect(refused('update document set id = id')).rejects.toThrow(/./)
  },
)

test.runIf(testEngine === 'server')('a portal that may not migrate an older schema says what to run', async () => {
  await talaan('migrate', limitedRole)
  await owner.pool.query('delete from schema_migration where name = (select max(name) from schema_migration)')
  await using database = await openLimited(owner)
  await expect(migrate(database)).rejects.toThrow(
    /cannot be brought up to date: the user of DATABASE_URL does not have permission to change it. Run 'npm run talaan migrate <this user>'/,
  )
})

test.runIf(testEngine === 'server')('talaan migrate refuses a role that is missing or a superuser', async () => {
  expect(await talaan('migrate', 'nobody')).toMatchObject({
    code: 1,
    said: expect.stringContaining("no role 'nobody'"),
  })
  expect(await talaan('migrate', 'postgres')).toMatchObject({
    code: 1,
    said: expect.stringContaining('is a superuser'),
  })
})

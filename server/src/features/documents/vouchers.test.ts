// Documents that were chosen in a list, printed into one file.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxTogether, printVouchers, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'

let portal: Portal
let ana: Caller
let recorded: { documentId: string; number: string }[]

/** Two invoices, the second of them void. */
beforeAll(async () => {
  portal = await openPortal()
  ana = await portal.signIn('ana')
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Lakbay Trading Inc.' }
  const registration = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true } as const
  const partyId = (await ana.call(registerParty, { body: registration })).answer.party.id
  const viewer = await viewerOf(portal, 'ana')
  const invoice = (externalNo: string) => {
    portal.clock.forward(1)
    const line = { description: 'Bamboo', quantity: '1', unitPrice: '100000', vatClass: 'vatable', account: '4010' }
    return recordNow(portal, viewer, [
      'invoice',
      {
        email: 'ap@lakbay.example',
        partyId,
        externalNo,
        day: '2026-03-01',
        terms: 'due',
        dueDay: '2026-03-31',
        priceMode: 'exclusive',
        lines: [line],
      },
    ])
  }
  recorded = [await invoice('A'), await invoice('B')]
  const body = { day: '2026-03-16', reason: 'Recorded twice' }
  const ben = await portal.signIn('ben')
  const params = { documentId: recorded[1]?.documentId ?? '' }
  expect((await ben.call(voidDocument, { params, body })).status).toBe(200)
})
afterAll(() => portal.close())

const print = (documentIds: string[]) => ana.call(printVouchers, { body: { documentIds } })

test('nothing, too many, the same document twice, or one that does not exist is refused', async () => {
  const [first] = recorded
  const id = first?.documentId ?? ''
  expect((await print([])).status).toBe(400)
  expect((await print(Array.from({ length: maxTogether + 1 }, () => crypto.randomUUID()))).status).toBe(400)
  expect((await print([id, id])).status).toBe(400)
  const missing = await print([id, crypto.randomUUID()])
  expect([missing.status, (missing.body as unknown as Problem).code]).toEqual([404, 'documents.notThere'])
})

test('each document has pages of its own in the chosen order, with its own number, footer and mark', async () => {
  const [one, two] = recorded
  const { status, bytes } = await print([two?.documentId ?? '', one?.documentId ?? ''])
  expect(status).toBe(200)
  const pages = await pagesOf(bytes)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain(two?.number)
  expect(pages[0]).toMatch(/^VOID$/m)
  expect(pages[1]).toContain(one?.number)
  expect(pages[1]).not.toMatch(/VOID/)
  for (const page of pages) expect(page).toMatch(/Page 1 of 1$/m)
})

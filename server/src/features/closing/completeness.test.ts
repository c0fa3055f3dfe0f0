// The completeness proof of a month on the real server: each omission planted in sound books is found once it is planted, and a
// month is signed once everything is there or explained.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { explainFinding } from '@talaan/contract/closing.ts'
import type { FindingItem } from '@talaan/contract/closing.ts'
import {
  printCompleteness,
  procedures,
  procedureWords,
  signCompleteness,
  viewCompleteness,
} from '@talaan/contract/completeness.ts'
import { openPortal } from '../../../test/portal.ts'
import { collisions, pagesOf } from '../../../test/print/read-pdf.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { viewerOf } from '../../../test/race.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { itemFindings } from './findings.ts'

let portal: Portal
let ben: Caller
let viewer: Viewer
const month = '2026-02'
const params = { month }

beforeAll(async () => {
  portal = await openPortal({
    atRandom: true,
    books: ({ db, env, passwordCost }) => makeDemo({ db, env, passwordCost, today: '2026-03-14', months: 4 }),
  })
  viewer = await viewerOf(portal, 'ben')
  ben = await portal.signIn('ben')
})
afterAll(() => portal.close())

const view = async () => (await ben.call(viewCompleteness, { params })).answer

test('only accountants see, sign and print it, and a month before the first entry has none', async () => {
  const others = [await portal.signIn('ana'), await portal.signIn('carla')]
  const body = { digest: '0'.repeat(64) }
  for (const other of others)
    for (const endpoint of [viewCompleteness, signCompleteness, printCompleteness] as const)
      expect((await other.call(endpoint, { params, body })).status, endpoint.name).toBe(403)
  expect((await ben.call(viewCompleteness, { params: { month: '2020-01' } })).status).toBe(404)
})

/** What one item finds after a change, which is then undone. */
async function foundAfter(item: FindingItem, change: string): Promise<string[]> {
  const undo = new Error('undone')
  let found: string[] = []
  await portal.db.kysely
    .transaction()
    .execute(async (trx: Transaction<Tables>) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql.raw(change).execute(trx)
      found = (await itemFindings(trx, { month, viewer, items: [item] }))[0]?.sentences ?? []
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

/** A document that is no more than its row. */
const document = (of: {
  kind: string
  day: string
  party?: string
  due?: string
  no?: string
  serial: number
}) => `insert into document (id, draft_id, kind, series, year, serial, number, external_no, day, due_day, party_id, party_name, memo, total,
    fields, receipt, digest, search_text, recorded_by, recorded_at)
  select gen_random_uuid(), gen_random_uuid(), '${of.kind}', 'TEST', 2026, ${of.serial}, 'TEST-2026-00000${of.serial}', ${of.no ? `'${of.no}'` : 'null'},
    '${of.day}', ${of.due ? `'${of.due}'` : 'null'}, ${of.party ?? 'null'}, ${of.party ? "'Sikat Guards'" : 'null'}, 'Planted', 100, '{}', '{}', '', '', id, now()
  from users where client_id = 'ben'`
const supplier = `(select id from party where removed_at is null order by id limit 1)`

const mondays = Array.from({ length: 18 }, (_, week) => addDays('2025-10-27', 7 * week))
/** A statement of February that shows none of the movements in the books. */
const statement = `insert into attachment_content (sha256, content) values (repeat('0', 64), '') on conflict do nothing;
  insert into bank_statement (id, account, file_name, findings, format, from_day, to_day, lines, sha256, uploaded_at, uploaded_by)
    select gen_random_uuid(), '1031', 'planted', '[]', 'csv', '2026-02-01', '2026-02-28', 1, repeat('0', 64), now(), id from users where client_id = 'ben'`

const months = ['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01']
type Omission = { item: FindingItem; omission: string; change: string; found: RegExp }
const omissions: Omission[] = [
  {
    item: 'series',
    omission: 'a document that was removed from its series',
    change: `delete from document where id = (select id from document where series = 'SI' order by serial limit 1)`,
    found: /^Series SI-/,
  },
  {
    item: 'supplierNumbers',
    omission: 'an invoice number of a supplier whose numbers follow each other',
    change: ['0001', '0002', '0003', '0004', '0006']
      .map((no, at) => document({ kind: 'bill', day: `2026-02-1${at}`, party: supplier, no: `Q${no}`, serial: at + 1 }))
      .join(';'),
    found: /^Invoice no\. Q0005 of Sikat Guards is not recorded\.$/,
  },
  {
    item: 'usual',
    omission: 'the monthly bill of a supplier',
    change: `delete from document where party_id = ${supplier};${months
      .map((each, at) => document({ kind: 'bill', day: `${each}-05`, party: supplier, serial: at + 1 }))
      .join(';')}`,
    found: / has no bill in February 2026\. It had one almost every month, the last in January 2026\.$/,
  },
  {
    item: 'late',
    omission: 'a bill that was due in the month but is dated after it',
    change: document({ kind: 'bill', day: '2026-03-10', due: '2026-02-20', party: supplier, serial: 1 }),
    found: /^TEST-2026-000001 of Sikat Guards, 1\.00, was due on 20 Feb 2026 but is dated 10 Mar 2026\./,
  },
  {
    item: 'slips',
    omission: 'a petty cash voucher without a receipt number and a file',
    change: document({ kind: 'pettycash', day: '2026-02-11', serial: 1 }),
    found: /^TEST-2026-000001, 1\.00, has no receipt no\. and no file: Planted\.$/,
  },
  {
    item: 'quietDays',
    omission: 'the sales of a usual day',
    change: `delete from document where kind = 'invoice' and day = '2026-02-09';${mondays
      .filter((day) => day !== '2026-02-09')
      .map((day, at) => document({ kind: 'invoice', day, serial: at + 1 }))
      .join(';')}`,
    found: /^9 Feb 2026 has no sale\.$/,
  },
  {
    item: 'bankLines',
    omission: 'a bank line that is not matched',
    change: `${statement};
      insert into bank_line (id, account, day, amount, description, fingerprint, position, first_statement_id)
        select gen_random_uuid(), '1031', '2026-02-05', -25000, 'SERVICE CHARGE', repeat('1', 64), 1, id from bank_statement where file_name = 'planted';
      insert into bank_line_seen (statement_id, line_id, position, description)
        select first_statement_id, id, 1, description from bank_line where fingerprint = repeat('1', 64)`,
    found: / is not matched: /,
  },
  {
    item: 'bankBooks',
    omission: 'a payment that is on no statement',
    change: statement,
    found: / is not on a statement of /,
  },
  {
    item: 'batches',
    omission: 'a batch that is not closed',
    change: `insert into import_batch (id, kind, documents, begun_by, begun_at, form, counted, control_total)
      select gen_random_uuid(), 'bundle', '[]', id, '2026-02-11T02:00:00Z', 'bills', 3, 90000 from users where client_id = 'dino'`,
    found: /^The batch of 3 documents that dino started on 11 Feb 2026 is not closed\.$/,
  },
  {
    item: 'drafts',
    omission: 'a draft that is not recorded',
    change: `insert into draft (id, user_id, kind, fields, saved_at)
      select gen_random_uuid(), id, 'invoice', '{}', '2026-02-10T02:00:00Z' from users where client_id = 'ana'`,
    found: /started by ana on 10 Feb 2026 has not been recorded\.$/,
  },
  {
    item: 'numbers',
    omission: 'a page of the invoice booklet',
    change: `delete from document where id = (select id from document where kind = 'invoice' and day between '2026-02-05' and '2026-02-20'
      and external_no is not null order by external_no limit 1)`,
    found: / is not recorded\.$/,
  },
  {
    item: 'arrivals',
    omission: 'a file that arrived and was not recorded',
    change: `insert into attachment_content (sha256, content) values (repeat('0', 64), '') on conflict do nothing;
      insert into arrival (id, sha256, file_name, file_type, file_bytes, arrived_by, arrived_at)
        select gen_random_uuid(), repeat('0', 64), 'meralco.pdf', 'application/pdf', 10, id, '2026-02-11T02:00:00Z' from users where client_id = 'ana'`,
    found: /^meralco\.pdf, received on 11 Feb 2026, is not recorded\./,
  },
  {
    item: 'cutOff',
    omission: 'an invoice of the last days that is credited in the next month',
    change: `${document({ kind: 'invoice', day: '2026-02-27', serial: 1 })};${document({ kind: 'creditmemo', day: '2026-03-03', serial: 2 })};
      insert into document_link (document_id, linked_id, relation)
        select memo.id, invoice.id, 'credit_of' from document as memo, document as invoice
        where memo.number = 'TEST-2026-000002' and invoice.number = 'TEST-2026-000001'`,
    found: /^TEST-2026-000001, 1\.00, dated 27 Feb 2026, was credited on 3 Mar 2026\. /,
  },
  {
    item: 'vouched',
    omission: 'a purchase without a file',
    change: `delete from document where kind in ('bill', 'pettycash', 'cheque');${document({ kind: 'bill', day: '2026-02-11', serial: 1 })}`,
    found:
      /^1 of 1 purchases in the sample has no attached file\. Compare them with the originals: TEST-2026-000001\.$/,
  },
  {
    item: 'returns',
    omission: 'a filed return with the figures of another month',
    change: `update filing set period = '2026-02-28' where form = '0619-E'`,
    found: /is filed, but the books have changed since: /,
  },
  {
    item: 'opening',
    omission: 'an amount of an earlier month',
    change: `update account_month set debit = debit + 100 where month = '2026-01' and account = (select min(account) from account_month where month = '2026-01')`,
    found: / begins February 2026 with .* but ended 31 Jan 2026 with /,
  },
]

test.each(omissions)('$item: $omission is found', async ({ item, change, found }) => {
  const before = await foundAfter(item, 'select 1')
  const after = await foundAfter(item, change)
  const planted = after.filter((sentence) => !before.includes(sentence))
  expect(planted.filter((sentence) => found.test(sentence)).length, planted.join('\n')).toBeGreaterThan(0)
})

test('a month is signed once everything is there or explained, and the page shows the signature', async () => {
  const first = await view()
  expect(first.procedures.map(({ item }) => item)).toEqual(procedures)
  expect(first).toMatchObject({ signed: null, refusal: expect.stringContaining('still open') })
  const refused = await ben.call(signCompleteness, { params, body: { digest: first.digest } })
  expect([refused.status, refused.body.code]).toEqual([409, 'completeness.open'])
  expect((await ben.call(printCompleteness, { params })).status).toBe(404)

  for (const { item, state, sentences, explainable } of first.procedures)
    if (state === 'open') {
      expect(explainable, item).toBe(true)
      const body = { item, sentences, words: 'Looked at with the owner. '.repeat(30) }
      expect((await ben.call(explainFinding, { params, body })).status, item).toBe(200)
    }
  const explained = await view()
  expect(explained.refusal).toBeNull()
  const stale = await ben.call(signCompleteness, { params, body: { digest: first.digest } })
  expect([stale.status, stale.body.code]).toEqual([409, 'completeness.changed'])
  const sign = () => ben.call(signCompleteness, { params, body: { digest: explained.digest } })
  const [one, again] = await Promise.all([sign(), sign()])
  expect([one.answer.signed, again.answer.signed]).toEqual([
    expect.objectContaining({ version: 1, by: 'ben', digest: explained.digest }),
    one.answer.signed,
  ])
  expect((await view()).signed).toEqual(one.answer.signed)

  const printed = await ben.call(printCompleteness, { params })
  const same = await ben.call(printCompleteness, { params })
  // However long the explanations, the first page has every result and the signature.
  const [page = '', ...more] = await pagesOf(printed.bytes)
  for (const { title } of Object.values(procedureWords)) expect(page).toContain(title)
  expect(page).toMatch(/Signed in Talaan by ben on 16 Mar 2026/)
  expect(page).toContain(explained.digest)
  expect(page).toContain('explained in note 1')
  expect(more.join('')).toContain('Looked at with the owner.')
  expect(await collisions(printed.bytes)).toEqual([])
  expect(Buffer.from(printed.bytes).equals(Buffer.from(same.bytes))).toBe(true)
  await expect(portal.db.pool.query('update completeness_proof set version = 2')).rejects.toThrow()

  // A change after the signature shows, and is signed as the next version.
  await portal.db.pool.query(`insert into draft (id, user_id, kind, fields, saved_at)
    select gen_random_uuid(), id, 'invoice', '{}', '2026-02-12T02:00:00Z' from users where client_id = 'ana'`)
  const changed = await view()
  expect(changed.digest).not.toBe(explained.digest)
  expect(changed.procedures.find(({ item }) => item === 'drafts')?.state).toBe('open')
  await portal.db.pool.query(`delete from draft where saved_at = '2026-02-12T02:00:00Z'`)
  expect((await view()).digest).toBe(explained.digest)
})

test('a month that has not ended cannot be signed', async () => {
  const open = { month: '2026-03' }
  const { digest } = (await ben.call(viewCompleteness, { params: open })).answer
  const { status, body } = await ben.call(signCompleteness, { params: open, body: { digest } })
  expect([status, body.code]).toEqual([409, 'completeness.notEnded'])
})

// The demo's calendar year, filed as its accountant files it: twelve months, four quarters and the lists of the year,
// which reconcile to the ledger to the centavo; text files are parsed back by an independent reader, certificates box
// by box.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, endOfMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { shifted } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Period } from '@talaan/ledger/tax/calendar/forms.ts'
import { restoredWorksheet } from '@talaan/ledger/tax/returns/stored.ts'
import { boxesOf } from '@talaan/ledger/tax/returns/worksheet.ts'
import { divideRounded, formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { centavos, readAlphalist, readRelief } from '../../../../ledger/test/dat-reader.ts'
import { freshDatabase } from '../../../test/database.ts'
import { readForms2307 } from '../../../test/print/read-form2307.ts'
import { recomputed } from '../../../test/recomputed.ts'
import { tampered } from '../../../test/tampered.ts'
import { issue, issuedForms, owedOf } from '../certificates/issued.ts'
import { fileDemoReturns } from '../../cli/demo/filings.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import type { Database } from '../../platform/db/db.ts'
import { inBooks } from '../../books/recording/record.ts'
import { readEnvironment } from '../../platform/env/env.ts'
import { certificatesToPdf } from '../../print/certificate.ts'
import { verify } from '../../books/verify/verify.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { comparison } from './comparison.ts'
import { readRules } from './rules.ts'

let db: Database
const quarters = [0, 1, 2, 3].map((count) => shifted({ from: '2025-01-01', to: '2025-03-31' }, count))
const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
/** By then everything of the year was due, except the annual income tax return. */
const today = '2026-04-05'
const now = Date.parse(`${today}T01:00:00Z`)

beforeAll(async () => {
  db = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Sampaguita Office Supplies, Inc.' })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today: '2026-01-02', open: true })
  const ben = await db.kysely
    .selectFrom('users')
    .select(['id as userId', 'client_id as clientId', 'role'])
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  const viewer: Viewer = { ...ben, sessionId: ben.userId, company: '', firstLogin: false }
  await inBooks(db.kysely, async (trx) => {
    for (const { from } of quarters) {
      const owed = await owedOf(trx, monthOf(from))
      const partyIds = owed.map(({ partyId }) => partyId)
      await issue(trx, { quarter: monthOf(from), partyIds, by: ben.userId, at: new Date(now).toISOString() })
    }
    await fileDemoReturns(
      trx,
      { context: { clock: { now: () => now } }, viewer, address: '' },
      { from: '2025-01-01', today, leaveNewest: false },
    )
  })
})
afterAll(() => db.close())

/** The boxes as filed. */
async function filed(form: string, to: string) {
  const row = await db.kysely
    .selectFrom('filing')
    .select('content')
    .where('form', '=', form)
    .where('period', '=', to)
    .executeTakeFirstOrThrow()
  return boxesOf(restoredWorksheet(row.content))
}

/** The files as submitted, by name. */
async function handedIn(form: string, to: string): Promise<Map<string, string>> {
  const rows = await db.kysely
    .selectFrom('filing_file')
    .innerJoin('filing', 'filing.id', 'filing_id')
    .select(['name', 'filing_file.content'])
    .where('form', '=', form)
    .where('period', '=', to)
    .execute()
  return new Map(rows.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')]))
}

/** The ledger's own figure: credits less debits of an account in a period. */
async function credited(account: string, { from, to }: Period): Promise<bigint> {
  const { rows } = await sql<{ moved: bigint }>`
    select coalesce(sum(credit - debit), 0)::bigint as moved from line
    where account = ${account} and day between ${from}::date and ${to}::date`.execute(db.kysely)
  return rows[0]?.moved ?? 0n
}

const own = (month: string): Period => ({ from: `${month}-01`, to: endOfMonth(month) })
const tax = (boxes: Awaited<ReturnType<typeof filed>>, no: string) => boxes.get(no)?.tax ?? -1n

test('every due return of the year is filed once, and verify finds it unchanged', async () => {
  const rows = await db.kysely
    .selectFrom('filing')
    .select('form')
    .where('period', '>=', '2025-01-01')
    .where('period', '<=', '2025-12-31')
    .execute()
  const count = [...Map.groupBy(rows, ({ form }) => form)].map(([form, all]) => `${form} ${all.length}`).toSorted()
  expect(count).toEqual([
    '0619-E 8',
    '1601-EQ 4',
    '1604-E 1',
    '1702Q 3',
    '2307 4',
    '2550Q 4',
    'Books 1',
    'QAP 4',
    'SLSP 4',
  ])
  expect((await verify(db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
})

test('the sales and purchases of each month agree between lists, ledger and VAT returns', async () => {
  for (const quarter of quarters) {
    const boxes = await filed('2550Q', quarter.to)
    const files = await handedIn('SLSP', quarter.to)
    const of = { sales: 0n, output: 0n, input: 0n }
    for (const month of months.filter((one) => quarter.from <= own(one).from && own(one).to <= quarter.to)) {
      const named = (list: string) => files.get(`008765432${list}${month.slice(5)}${month.slice(0, 4)}.DAT`) ?? ''
      const [sales, bought] = [readRelief(named('S')).head, readRelief(named('P')).head]
      const output = centavos(sales['outputTax'] ?? '')
      const input = centavos(bought['creditable'] ?? '')
      expect([month, output]).toEqual([month, await credited('2110', own(month))])
      expect([month, -input]).toEqual([month, await credited('1310', own(month))])
      of.output += output
      of.input += input
      of.sales += sum(['exempt', 'zeroRated', 'taxable'].map((figure) => centavos(sales[figure] ?? '')))
    }
    expect(of).toEqual({
      sales: boxes.get('34')?.base,
      output: tax(boxes, '34'),
      input: tax(boxes, '44') + tax(boxes, '46'),
    })
    const before = quarter === quarters[0] ? null : await filed('2550Q', addDays(quarter.from, -1))
    const excess = before === null ? 0n : tax(before, '61')
    expect(tax(boxes, '38')).toBe(excess < 0n ? -excess : 0n)
  }
})

test('tax withheld from suppliers agrees between ledger, months, quarter, year and certificates', async () => {
  let year = 0n
  for (const quarter of quarters) {
    const boxes = await filed('1601-EQ', quarter.to)
    const [qap = ''] = (await handedIn('QAP', quarter.to)).values()
    const list = readAlphalist(qap)
    const withheld = tax(boxes, '19')
    expect(centavos(list.control['tax'] ?? '')).toBe(withheld)
    expect(centavos(list.control['base'] ?? '')).toBe(boxes.get('19')?.base)
    const { rows } = await sql<{ withheld: bigint }>`
      select coalesce(sum(ewt), 0)::bigint as withheld from line
      where account = '2140' and atc is not null and day between ${quarter.from}::date and ${quarter.to}::date`.execute(
      db.kysely,
    )
    expect(rows).toEqual([{ withheld }])
    const remitted = [own(monthOf(quarter.from)), shifted(own(monthOf(quarter.from)), 1)]
    const monthly = await Promise.all(remitted.map(async ({ to }) => tax(await filed('0619-E', to), '14')))
    expect([tax(boxes, '20'), tax(boxes, '21')]).toEqual(monthly)
    expect(tax(boxes, '25')).toBe(withheld - sum(monthly))

    const issued = await issuedForms(db.kysely, { quarter: monthOf(quarter.from) })
    const pdf = await certificatesToPdf(
      issued.map(({ form }) => form),
      { printedAt: now, author: 'Sampaguita' },
    )
    const read = await readForms2307(pdf)
    expect(read).toEqual(
      issued
        .flatMap(({ form }) => ('rows' in form ? [] : [form]))
        .map((form) => ({
          from: slashed(form.from),
          to: slashed(form.to),
          payee: within(form.payee),
          payor: within(form.payor),
          income: form.income.map(({ atc, months: paid, total, tax: its }) => [
            atc,
            ...[...paid, total, its].map((figure) => formatMoney(figure)),
          ]),
          totals: expect.arrayContaining([formatMoney(sum(form.income.map((row) => row.tax)))]),
        })),
    )
    expect(sum(read.map(({ totals }) => centavos((totals.at(-1) ?? '').replaceAll(',', ''))))).toBe(withheld)
    year += withheld
  }
  const [annual = ''] = (await handedIn('1604-E', '2025-12-31')).values()
  expect(centavos(readAlphalist(annual).control['tax'] ?? '')).toBe(year)
})

test('tax withheld by customers counts by claimed certificates, and their summary is filed with the return', async () => {
  for (const [form, box, quarter] of [
    ...quarters.map((one) => ['2550Q', '16', one] as const),
    ...quarters.slice(0, 3).map((one) => ['1702Q', 'S4.5', one] as const),
  ]) {
    const claimed = tax(await filed(form, quarter.to), box)
    const [sawt] = (await handedIn(form, quarter.to)).values()
    const summed = sawt === undefined ? 0n : centavos(readAlphalist(sawt).control['tax'] ?? '')
    // Income tax returns are in whole pesos.
    expect(form === '1702Q' ? divideRounded(summed, 100n) * 100n : summed).toBe(claimed)
  }
  // Income tax was withheld and certified in the year.
  expect(tax(await filed('1702Q', '2025-06-30'), 'S4.5')).toBeGreaterThan(0n)
  expect(tax(await filed('2550Q', '2025-06-30'), '16')).toBeGreaterThan(0n)
})

test('the tax reconciliation explains every difference of every quarter, and the matrix compares the whole year', async () => {
  const rules = await readRules(db.kysely)
  for (const { to } of quarters) {
    const { sound, reconciliation } = await comparison(db.kysely, rules, to)
    expect([to, sound, reconciliation.rows.filter(({ cells }) => cells[0] === 'Unexplained')]).toEqual([to, true, []])
  }
  const { matrix } = await comparison(db.kysely, rules, '2025-12-31')
  const year = matrix.rows.at(-1)?.cells
  expect(matrix.rows.filter(({ link }) => link?.to === 'salesList')).toHaveLength(12)
  const sales = sum(await Promise.all(quarters.map(async ({ to }) => (await filed('2550Q', to)).get('34')?.base ?? 0n)))
  expect(year?.[2]).toBe(sales)
})

test('an independent program computes every box of the returns of the year from the exported journal', async () => {
  const rules = await readRules(db.kysely)
  const forms = ['2550Q', '0619-E', '1601-EQ', '1600-VT', '0619-F', '1601-FQ', '1702Q', '1702-RT'] as const
  const filedAs = await recomputed(db.kysely, { rules, forms, year: '2025' })
  expect(filedAs.differences).toEqual([])
  expect(filedAs.compared).toBeGreaterThan(500)
  // As if VAT on overdue receivables and payables had been deducted, with minimum tax, and a loss and excess MCIT of the
  // year before; and nothing filed: only the books count.
  const from = '2025-01-01'
  const registrations = { ...rules.registrations, uncollectedFrom: from, unpaidFrom: from, minimumTaxFrom: from }
  const unfiled = await tampered(db, async (trx) => {
    for (const table of ['filing_file', 'filing'] as const) await trx.deleteFrom(table).execute()
    const { id: entered_by } = await trx.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    const common = {
      form: '1702Q',
      period: '2025-03-31',
      reason: 'ITR of 2024',
      entered_by,
      entered_at: `${today}T01:00:00Z`,
    }
    await trx
      .insertInto('filing_entry')
      .values([
        { ...common, box: 'N2024A', base: 9_000_000_00n, tax: 0n },
        { ...common, box: 'M2024C', base: 0n, tax: 800_000_00n },
      ])
      .execute()
    const books = { ...rules, registrations }
    return recomputed(trx, { rules: books, forms: ['2550Q', '1702Q', '1702-RT'], year: '2025' })
  })
  expect(unfiled.differences).toEqual([])
})

const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const within = ({ tin, name, address, zip }: { tin: string; name: string; address: string; zip: string }) => ({
  tin,
  name,
  address,
  zip,
})

// Both smaller demo companies have a whole year whose returns were worked out by hand, and books without errors.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { restoredWorksheet } from '@talaan/ledger/tax/returns/stored.ts'
import { freshDatabase } from '../../../test/database.ts'
import { recomputed, recomputedForms } from '../../../test/recomputed.ts'
import { verify } from '../../books/verify/verify.ts'
import { comparison } from '../../features/filings/comparison.ts'
import { readRules } from '../../features/filings/rules.ts'
import { readEnvironment } from '../../platform/env/env.ts'
import type { Database } from '../../platform/db/db.ts'
import { makeSmallDemo } from './small-companies.ts'

const env = readEnvironment({})
const passwordCost = { memoryKiB: 8, passes: 1 }
/** The year of documents, and the date when everything of it was due. */
const year = { until: '2027-01-01', today: '2027-04-20' }

test('the year of the professional: 8% on sales above 250,000, no percentage tax', async () => {
  await using db = await freshDatabase()
  await makeSmallDemo({ db, env, passwordCost, company: 'professional', ...year })
  expect(await filedIn(db)).toEqual({ '1701A': 1, '1701Q': 3, Books: 1 })
  // Retainers of 85,000 a month, and plans of 180,000 in May and September.
  expect(await boxes(db, '1701Q', '2026-03-31', '51', '54', '58', '63')).toBe('255,000.00 400.00 9,000.00 -8,600.00')
  expect(await boxes(db, '1701Q', '2026-06-30', '51', '54', '57', '58', '63')).toBe(
    '690,000.00 35,200.00 9,000.00 18,000.00 8,200.00',
  )
  expect(await boxes(db, '1701Q', '2026-09-30', '51', '54', '56', '57', '58', '63')).toBe(
    '1,125,000.00 70,000.00 8,200.00 27,000.00 18,000.00 16,800.00',
  )
  // Twelve retainers and two plans; less 250,000 the tax is 90,400.
  expect(await boxes(db, '1701A', '2026-12-31', '53', '56', '58', '59', '60', '22')).toBe(
    '1,380,000.00 90,400.00 25,000.00 45,000.00 9,000.00 11,400.00',
  )
  await isSound(db)
})

test('the year of the exporter: zero-rated sales, VAT withheld from its cloud supplier, and excess input tax', async () => {
  await using db = await freshDatabase()
  await makeSmallDemo({ db, env, passwordCost, company: 'exporter', ...year })
  expect(await filedIn(db)).toEqual({
    '0619-E': 8,
    '1600-VT': 12,
    '1601-EQ': 4,
    '1604-E': 1,
    '1702-RT': 1,
    '1702Q': 3,
    '2306': 1,
    '2307': 4,
    '2550Q': 4,
    Books: 1,
    QAP: 4,
    SLSP: 4,
  })
  // 1,400,000 of exports a month; input VAT of 12,000 on the rent and 6,000 on cloud servers.
  expect(await boxes(db, '2550Q', '2026-03-31', '32', '44', '45', '61')).toBe(
    '4,200,000.00 36,000.00 18,000.00 -54,000.00',
  )
  expect(await boxes(db, '2550Q', '2026-12-31', '38', '51', '61', '26')).toBe(
    '162,000.00 216,000.00 -216,000.00 -216,000.00',
  )
  expect(await boxes(db, '1600-VT', '2026-05-31', 'WV080', 'E')).toBe('6,000.00 6,000.00')
  // 5% of a rent of 100,000 and 2% of 80,000 for programming.
  expect(await boxes(db, '0619-E', '2026-08-31', '14', '18')).toBe('6,600.00 6,600.00')
  expect(await boxes(db, '1601-EQ', '2026-09-30', '19', '24', '25')).toBe('19,800.00 13,200.00 6,600.00')
  // Exchange gains of 18,500 a month; 20% of the income to date.
  expect(await boxes(db, '1702Q', '2026-03-31', 'S2.1', 'S2.4', 'S2.6.1', 'S2.9', '20')).toBe(
    '4,200,000.00 55,500.00 3,390,000.00 865,500.00 173,100.00',
  )
  expect(await boxes(db, '1702Q', '2026-09-30', 'S2.9', 'S2.11', 'S4.2', '20')).toBe(
    '2,596,500.00 519,300.00 346,200.00 173,100.00',
  )
  // Of the year's deductions: rent, salaries, and programming with cloud servers.
  expect(await boxes(db, '1702-RT', '2026-12-31', '27', '32', 'S1.11', 'S1.13', 'S1.17d', '39')).toBe(
    '16,800,000.00 222,000.00 1,200,000.00 10,800,000.00 1,560,000.00 3,462,000.00',
  )
  expect(await boxes(db, '1702-RT', '2026-12-31', '43', '46', '16')).toBe('692,400.00 519,300.00 173,100.00')
  // All VAT withheld was remitted, from its own account, and nothing is on the account of final tax.
  const owed = await db.kysely
    .selectFrom('line')
    .select(['account', sql<bigint>`sum(credit - debit)::bigint`.as('balance')])
    .where('account', 'in', ['2145', '2147'])
    .groupBy('account')
    .execute()
  expect(owed).toEqual([{ account: '2147', balance: 0n }])
  await isSound(db)
})

/** How many returns and lists of the year were filed. */
async function filedIn({ kysely }: Database): Promise<Record<string, number>> {
  const rows = await kysely
    .selectFrom('filing')
    .select('form')
    .where('period', '<', '2027-01-01')
    .orderBy('form')
    .execute()
  return Object.fromEntries([...Map.groupBy(rows, ({ form }) => form)].map(([form, own]) => [form, own.length]))
}

/** Boxes as filed: the tax, or the amount where a box has no tax. */
async function boxes({ kysely }: Database, form: string, to: string, ...numbers: string[]): Promise<string> {
  const row = await kysely
    .selectFrom('filing')
    .select('content')
    .where('form', '=', form)
    .where('period', '=', to)
    .executeTakeFirstOrThrow()
  const sheet = restoredWorksheet(row.content)
  return numbers
    .map((no) => {
      const { columns, base, tax } = sheet.boxes.find((box) => box.no === no) ?? { columns: 'tax', base: -1n, tax: -1n }
      return formatMoney(columns === 'base' ? base : tax)
    })
    .join(' ')
}

/** The year is closed, verify finds nothing, returns reconcile, and an independent program computes the same ones. */
async function isSound(db: Database): Promise<void> {
  const rules = await readRules(db.kysely)
  expect((await recomputed(db.kysely, { rules, forms: recomputedForms, year: '2026' })).differences).toEqual([])
  expect((await comparison(db.kysely, rules, '2026-12-31')).sound).toBe(true)
  const { checks } = await verify(db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  const closed = await db.kysely.selectFrom('period').select('month').orderBy('month').execute()
  expect([closed.length, closed.at(-1)?.month]).toEqual([12, '2026-12'])
}

// Sales by customer, purchases by supplier and expenses by type, from postings.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { comparison } from '@talaan/contract/reports.ts'
import { whyProblems } from '@talaan/contract/why.ts'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { purchaseCosts } from '@talaan/ledger/documents/purchase-lines/posting.ts'
import type { PriceFacts } from '@talaan/ledger/documents/purchase-lines/figures.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { byName, namedReports } from '@talaan/ledger/reports/by-name.ts'
import type { NamedAmounts, NamedReport } from '@talaan/ledger/reports/by-name.ts'
import type { Row } from '@talaan/ledger/reports/table.ts'
import { periodsOf } from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Basis } from '../../books/why.ts'
import { asPeriods } from './moved.ts'
import { companyHeader, ofPeriod, report } from './report.ts'

type Read = (db: Kysely<Tables>, periods: readonly Period[]) => Promise<NamedAmounts[]>
/** The lines or items of a row, or of the total. */
type BasisOf = (
  db: Kysely<Tables>,
  of: { period: Period; row: Row; isTotal: boolean },
) => Promise<Omit<Basis, 'rule'>> | Omit<Basis, 'rule'>

const named = (name: NamedReport, read: Read, basisOf: BasisOf) =>
  report({
    dates: { kind: 'period', usual: 'last-month' },
    query: z.strictObject(
      { ...ofPeriod, compare: z.optional(comparison) },
      'Enter a start date and an end date for this report.',
    ),
    async build(db, { compare, ...period }) {
      const periods = periodsOf(period, compare)
      const names = await read(db, periods)
      return { table: byName(name, { company: await companyHeader(db), periods, names }), next: null }
    },
    async basis(db, { compare, ...own }, { row, columnAt }) {
      const period = periodsOf(own, compare)[columnAt - 1]
      if (period === undefined) throw new Refusal(whyProblems.noSuchFigure)
      const isTotal = row.emphasis === 'total'
      return { rule: namedReports[name].note, ...(await basisOf(db, { period, row, isTotal })) }
    },
  })

const sales = {
  side: 'receivable',
  nobody: 'No customer',
  amount: sql`credit - debit`,
  lines: sql`line.account = any(array(select code from account where type = 'revenue'))`,
} satisfies OfParties
const purchases = {
  side: 'payable',
  nobody: 'No supplier',
  amount: sql`debit - credit`,
  lines: sql`line.purchase_category is not null`,
} satisfies OfParties

export const salesByCustomer = named(
  'sales-by-customer',
  (db, periods) => ofParties(db, periods, sales),
  (_, of) => partyLines(sales, of),
)

export const purchasesBySupplier = named(
  'purchases-by-supplier',
  (db, periods) => ofParties(db, periods, purchases),
  (_, of) => partyLines(purchases, of),
)

/** The parts of a row are accounts, those of the total customers or suppliers. */
function partyLines(
  { amount, lines, nobody }: OfParties,
  { period: { from, to }, row, isTotal }: Parameters<BasisOf>[1],
): Omit<Basis, 'rule'> {
  const id = row.link?.to === 'statement' ? row.link.party : null
  const [key, words] = isTotal
    ? [sql`coalesce(party.id::text, '')`, sql`coalesce(party.name, ${nobody})`]
    : [sql`line.account`, sql`line.account || ' ' || of_line.name`]
  return {
    lines: sql`
      select line.entry_no, line.position, ${key} as part, ${words} as part_words, ${amount} as amount
      from line join entry on entry.no = line.entry_no join account as of_line on of_line.code = line.account
      join document on document.id = entry.document_id and document.kind <> 'yearend'
      left join party as recorded on recorded.id = coalesce(line.party_id, document.party_id)
      left join party on party.id = coalesce(recorded.merged_into, recorded.id)
      where line.day between ${from}::date and ${to}::date and ${lines}
        and (${isTotal}::boolean or party.id is not distinct from ${id}::uuid)`,
  }
}

type OfParties = {
  side: 'receivable' | 'payable'
  nobody: string
  amount: RawBuilder<unknown>
  lines: RawBuilder<unknown>
}

async function ofParties(
  db: Kysely<Tables>,
  periods: readonly Period[],
  { side, nobody, amount, lines }: OfParties,
): Promise<NamedAmounts[]> {
  const { rows } = await sql<{ id: string | null; name: string | null; at: number; amount: bigint }>`
    select party.id, party.name, at::int, sum(${amount})::bigint as amount
    from ${asPeriods(periods)}
    join line on line.day between first and last and ${lines}
    join entry on entry.no = line.entry_no
    join document on document.id = entry.document_id and document.kind <> 'yearend'
    left join party as recorded on recorded.id = coalesce(line.party_id, document.party_id)
    left join party on party.id = coalesce(recorded.merged_into, recorded.id)
    group by party.id, at`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((group) => {
    const { id = null, name = null } = group[0] ?? {}
    return {
      name: name ?? nobody,
      amounts: periods.map((_, i) => group.find(({ at }) => at === i + 1)?.amount ?? 0n),
      ...(id !== null && { link: { to: 'statement' as const, side, party: id } }),
    }
  })
}

export const expensesByType = named(
  'expenses-by-type',
  async (db, periods) => {
    const spent = new Map<string, Money[]>()
    for (const { type, at, cost } of await expensesIn(db, periods)) {
      const amounts = spent.get(type) ?? periods.map(() => 0n)
      amounts[at - 1] = (amounts[at - 1] ?? 0n) + cost
      spent.set(type, amounts)
    }
    return [...spent].map(([name, amounts]) => ({ name, amounts }))
  },
  async (db, { period, row, isTotal }) => ({
    items: (await expensesIn(db, [period]))
      .filter(({ type }) => isTotal || type === row.cells[0])
      .map(({ type, cost, number, party, entryNo }, i) => ({
        key: `expense ${i}`,
        words: [party, number].filter((text) => text !== null).join(', '),
        amount: cost,
        entryNo,
        part: isTotal ? { key: type, words: type } : { key: party ?? '', words: party ?? 'No supplier' },
      })),
  }),
)

type Expense = { type: string; at: number; cost: Money; number: string; party: string | null; entryNo: bigint }

/**
 * The expense lines of the periods, each with the name of its type. The journal has accounts only; the type of a line is in its
 * document, so the documents are read again.
 */
async function expensesIn(db: Kysely<Tables>, periods: readonly Period[]): Promise<Expense[]> {
  const [registrations, vatRates, types, { rows }] = await Promise.all([
    registrationsNow(db),
    db.selectFrom('vat_rate').select(['valid_from', 'valid_to', 'rate', 'source']).execute(),
    db.selectFrom('expense_type').select(['code', 'name']).execute(),
    sql<Omit<Expense, 'type' | 'cost'> & { kind: 'bill' | 'pettycash'; fields: unknown; sign: number }>`
      select kind, fields, at::int, case when entry.reverses is null then 1 else -1 end as sign, number, party_name as party,
        entry.no as "entryNo"
      from ${asPeriods(periods)}
      join entry on entry.day between first and last
      join document on document.id = entry.document_id and kind in ('bill', 'pettycash')`.execute(db),
  ])
  const facts = {
    vatRates: vatRates.map((row) => ({ ...row, validFrom: row.valid_from, validTo: row.valid_to })),
    withholdingCodes: [],
    rates: [],
    party: undefined,
  }
  const names = new Map(types.map(({ code, name }) => [code, name]))
  return rows.flatMap(({ kind, fields, sign, ...row }) =>
    costsOf(kind, fields, (day) => ({ ...facts, company: registeredOn(registrations, day) })).map(({ type, cost }) => ({
      ...row,
      type: names.get(type) ?? (type || 'No type'),
      cost: cost * BigInt(sign),
    })),
  )
}

function costsOf(
  kind: 'bill' | 'pettycash',
  stored: unknown,
  factsOn: (day: Day) => PriceFacts,
): { type: string; cost: Money }[] {
  const fields = kind === 'bill' ? billFields.parse(stored) : pettyCashFields.parse(stored)
  if (fields.nature === 'advance') return []
  const sign = fields.nature === 'credit' ? -1n : 1n
  const costs = purchaseCosts(fields, factsOn(fields.day))
  return fields.lines.map(({ expenseType }, i) => ({ type: expenseType ?? '', cost: sign * (costs[i] ?? 0n) }))
}

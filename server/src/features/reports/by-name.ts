// Sales by customer, purchases by supplier and expenses by type, from postings.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { comparison } from '@talaan/contract/reports.ts'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { purchaseCosts } from '@talaan/ledger/documents/purchase-lines/posting.ts'
import type { PriceFacts } from '@talaan/ledger/documents/purchase-lines/figures.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { byName } from '@talaan/ledger/reports/by-name.ts'
import type { NamedAmounts, NamedReport } from '@talaan/ledger/reports/by-name.ts'
import { periodsOf } from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { asPeriods } from './moved.ts'
import { companyHeader, ofPeriod, report } from './report.ts'

type Read = (db: Kysely<Tables>, periods: readonly Period[]) => Promise<NamedAmounts[]>

const named = (name: NamedReport, read: Read) =>
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
  })

export const salesByCustomer = named('sales-by-customer', async (db, periods) =>
  ofParties(db, periods, {
    side: 'receivable',
    nobody: 'No customer',
    amount: sql`credit - debit`,
    lines: sql`line.account = any(array(select code from account where type = 'revenue'))`,
  }),
)

export const purchasesBySupplier = named('purchases-by-supplier', async (db, periods) =>
  ofParties(db, periods, {
    side: 'payable',
    nobody: 'No supplier',
    amount: sql`debit - credit`,
    lines: sql`line.purchase_category is not null`,
  }),
)

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

// The journal has accounts only; the type of expense of a line is in its document, so the documents are read again.
export const expensesByType = named('expenses-by-type', async (db, periods) => {
  const [registrations, vatRates, types, { rows }] = await Promise.all([
    registrationsNow(db),
    db.selectFrom('vat_rate').select(['valid_from', 'valid_to', 'rate', 'source']).execute(),
    db.selectFrom('expense_type').select(['code', 'name']).execute(),
    sql<{ kind: 'bill' | 'pettycash'; fields: unknown; at: number; sign: number }>`
      select kind, fields, at::int, case when entry.reverses is null then 1 else -1 end as sign
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
  const spent = new Map<string, Money[]>()
  for (const { kind, fields, at, sign } of rows) {
    for (const { type, cost } of costsOf(kind, fields, (day) => ({
      ...facts,
      company: registeredOn(registrations, day),
    }))) {
      const amounts = spent.get(type) ?? periods.map(() => 0n)
      amounts[at - 1] = (amounts[at - 1] ?? 0n) + cost * BigInt(sign)
      spent.set(type, amounts)
    }
  }
  const names = new Map(types.map(({ code, name }) => [code, name]))
  return [...spent].map(([type, amounts]) => ({ name: names.get(type) ?? (type || 'No type'), amounts }))
})

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

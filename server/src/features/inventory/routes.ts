// The annual inventory list: counts are checked, stored, compared with the books and printed.
import { sql } from 'kysely'
import { checkCount, inventoryProblems, printInventory, saveCount, viewInventory } from '@talaan/contract/inventory.ts'
import type { Inventory } from '@talaan/contract/inventory.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { noAnnualProfile } from '@talaan/ledger/reports/annual/profile.ts'
import { readCount } from '@talaan/ledger/tax/inventory/count.ts'
import {
  compareWithBooks,
  inventoryList,
  inventoryVoucher,
  swornDeclaration,
} from '@talaan/ledger/tax/inventory/list.ts'
import { fiscalYearEnding, fiscalYears } from '../../books/fiscal-years.ts'
import { countOf, inventoryBalances } from '../../books/inventory.ts'
import type { StoredCount } from '../../books/inventory.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { companyHeader } from '../../print/company.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'

export const inventory: Feature = ({ db: { kysely: db }, clock }) => {
  const listOf = async (to: Day, { method, lines }: StoredCount) =>
    inventoryList({ company: await companyHeader(db), to, method, lines })

  /** The year-end, or today if its month is closed. */
  const voucherDay = async (to: Day): Promise<Day> => {
    const closed = await db.selectFrom('period').select('month').where('month', '>=', monthOf(to)).executeTakeFirst()
    return closed === undefined ? to : today(clock)
  }

  const shownCount = async (
    to: Day,
    balances: Inventory['balances'],
    president: string,
  ): Promise<Inventory['count']> => {
    const count = await countOf(db, to)
    if (count === undefined) return null
    const compared = compareWithBooks(count.lines, balances)
    const total = sum(count.lines.map((line) => line.total))
    return {
      method: count.method,
      lines: count.lines.length,
      at: count.at,
      by: count.by,
      table: await listOf(to, count),
      ...compared,
      voucher: inventoryVoucher(compared.difference, { to, day: await voucherDay(to) }) ?? null,
      declaration: swornDeclaration({
        company: await companyHeader(db),
        to,
        president,
        count: count.lines.length,
        words: `PHP ${formatMoney(total)}`,
      }),
    }
  }

  return [
    answers(viewInventory, async ({ query }) => {
      const { years, latest } = await fiscalYears(db, today(clock))
      const to = query.to ?? latest
      if ((await fiscalYearEnding(db, to)) === undefined) throw new Refusal(inventoryProblems.notAYearEnd)
      const balances = await inventoryBalances(db, to)
      const profile = await db.selectFrom('annual_profile').select(['cost_method', 'president']).executeTakeFirst()
      const count = await shownCount(to, balances, profile?.president ?? '')
      return { to, years, method: profile?.cost_method ?? noAnnualProfile.costMethod, count, balances }
    }),

    answers(checkCount, ({ body }) => {
      const { lines, mistakes } = readCount(body.rows)
      return Promise.resolve({
        lines: lines.length,
        total: sum(lines.map(({ total }) => total)),
        mistakes: mistakes.slice(0, 100),
      })
    }),

    answers(saveCount, async ({ params: { to, countId }, body: { method, rows }, viewer, address }) => {
      if ((await fiscalYearEnding(db, to)) === undefined) throw new Refusal(inventoryProblems.notAYearEnd)
      const { lines, mistakes } = readCount(rows)
      if (mistakes.length > 0) throw new Refusal(inventoryProblems.mistakes)
      const total = sum(lines.map((line) => line.total))
      await db.transaction().execute(async (trx) => {
        const begun = await trx
          .insertInto('inventory_count')
          .values({
            id: countId,
            year_end: to,
            method,
            total,
            lines: lines.length,
            entered_by: viewer.userId,
            entered_at: timestamp(clock.now()),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (begun === undefined) return
        await sql`
          insert into inventory_line (count_id, position, class, code, description, location, holding, remarks, quantity, unit,
            weight, unit_price, total)
          select ${countId}::uuid, at, class, code, description, location, holding, remarks, quantity, unit, weight, price, total
          from unnest(${lines.map((line) => line.class)}::text[], ${lines.map(({ code }) => code)}::text[],
            ${lines.map(({ description }) => description)}::text[], ${lines.map(({ location }) => location)}::text[],
            ${lines.map(({ holding }) => holding)}::text[], ${lines.map(({ remarks }) => remarks)}::text[],
            ${lines.map(({ quantity }) => quantity)}::numeric[], ${lines.map(({ unit }) => unit)}::text[],
            ${lines.map(({ weight }) => weight)}::text[], ${lines.map(({ unitPrice }) => unitPrice)}::numeric[],
            ${lines.map((line) => line.total)}::bigint[])
            with ordinality as line (class, code, description, location, holding, remarks, quantity, unit, weight, price, total, at)`.execute(
          trx,
        )
        const object = { type: 'inventory count', id: countId }
        const detail = { to, method, lines: lines.length, total: total.toString() }
        await audit(trx, clock, { viewer, address, action: saveCount.name, object, detail })
      })
      return { success: true as const }
    }),

    answers(printInventory, async ({ params: { to, format }, viewer, address }) => {
      const count = await countOf(db, to)
      if (count === undefined) throw new Refusal(inventoryProblems.noCount)
      const list = await listOf(to, count)
      const { type, print } = tablePrinters[format]
      const bytes = await print(list, { printedAt: clock.now(), printedBy: viewer.clientId })
      const name = fileName(list, format)
      await db.transaction().execute((trx) =>
        audit(trx, clock, {
          viewer,
          address,
          action: printInventory.name,
          object: { type: 'inventory list', id: to },
          detail: { format, name },
        }),
      )
      return { bytes, type, name }
    }),
  ]
}

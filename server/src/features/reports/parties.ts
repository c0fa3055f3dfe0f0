// Ageing and statements of account, from the movements of open items up to a date, unaffected by later recordings.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { partyProblems } from '@talaan/contract/parties.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { day } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import { collecting, paying } from '@talaan/ledger/documents/settling/figures.ts'
import { ageEnds, ageing } from '@talaan/ledger/reports/ageing.ts'
import type { AgedParty, OwedSide } from '@talaan/ledger/reports/ageing.ts'
import { partyStatement } from '@talaan/ledger/reports/party-statement.ts'
import type { PartyMovement } from '@talaan/ledger/reports/party-statement.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader, report } from './report.ts'
import { entryOfItem } from '../../books/as-known.ts'
import { withMerged } from '../../books/merged-parties.ts'

const sides = { receivable: collecting, payable: paying }

export const ageingReport = (side: OwedSide) =>
  report({
    dates: { kind: 'asOf', usual: 'today' },
    query: z.strictObject({ asOf: day }, 'An aging report is as of a single date. Remove the start date.'),
    async build(db, { asOf }) {
      const parties = await agedParties(db, side, asOf)
      return { table: ageing({ company: await companyHeader(db), side, asOf, parties }), next: null }
    },
    basis(_, { asOf }, { row, column }) {
      const { owed, credit } = sides[side]
      const party = row.link?.to === 'statement' ? row.link.party : null
      const at = /^age(\d)$/.exec(column.key)?.[1]
      const [after, until] = at === undefined ? [] : [ageEnds[Number(at) - 1], ageEnds[Number(at)]]
      const late = sql`${asOf}::date - coalesce(settled.due_day, settled.day)`
      const accountsOf = column.key === 'credit' ? [credit] : column.key === 'total' ? [owed, credit] : [owed]
      const [key, words] =
        party === null
          ? [sql`party.id::text`, sql`party.name`]
          : [sql`settled.id::text || account`, sql`concat_ws(', ', settled.number, settled.external_no)`]
      return Promise.resolve({
        rule: 'The amount of each document less its payments and credits up to the date, by the days since its due date.',
        lines: sql`
          select ${entryOfItem} as entry_no, null::smallint as position, ${key} as part, ${words} as part_words,
            case when account = ${credit} then -amount else amount end as amount
          from open_item join document as settled on settled.id = settles
          join party as recorded on recorded.id = open_item.party_id
          join party on party.id = coalesce(recorded.merged_into, recorded.id)
          where account = any(${accountsOf}::text[]) and open_item.day <= ${asOf}::date
            and (${party}::uuid is null or party.id = ${party}::uuid)
            and ${after === undefined ? sql`true` : sql`${late} > ${after}::int`}
            and ${until === undefined ? sql`true` : sql`${late} <= ${until}::int`}`,
      })
    },
  })

type Statement = Period & { side: OwedSide; partyId: string }

/** The receivable from a customer, or the payable to a supplier, in a period. */
export async function statementOfAccount(db: Kysely<Tables>, { side, partyId, from, to }: Statement): Promise<Table> {
  const party = await db.selectFrom('party').select('name').where('id', '=', partyId).executeTakeFirst()
  if (party === undefined) throw new Refusal(partyProblems.notThere)
  const company = await companyHeader(db)
  const all = await movementsUntil(db, side, { partyId, to })
  const before = all.filter((movement) => movement.day < from)
  const opening = before.reduce((balance, { amount }) => balance + amount, 0n)
  const movements = all.slice(before.length)
  return partyStatement({ company, side, party, from, to, opening, movements })
}

export async function agedParties(db: Kysely<Tables>, side: OwedSide, asOf: Day): Promise<AgedParty[]> {
  const { owed, credit } = sides[side]
  const age = (at: number) => {
    const [after, until] = [ageEnds[at - 1], ageEnds[at]]
    return sql`coalesce(sum(open) filter (where account = ${owed}
      and ${after === undefined ? sql`true` : sql`late > ${after}::int`}
      and ${until === undefined ? sql`true` : sql`late <= ${until}::int`}), 0)::bigint`
  }
  const { rows } = await sql<{ id: string; name: string; ages: string[]; credit: bigint }>`
    select party.id, party.name, array[${sql.join([...ageEnds, null].map((_, at) => age(at)))}]::text[] as ages,
      coalesce(sum(open) filter (where account = ${credit}), 0)::bigint as credit
    from (
      select open_item.party_id, account, ${asOf}::date - coalesce(due_day, document.day) as late, sum(amount) as open
      from open_item join document on document.id = settles
      where account in (${owed}, ${credit}) and open_item.day <= ${asOf}::date
      group by open_item.party_id, account, document.id, due_day, document.day
    ) as item
    join party as recorded on recorded.id = item.party_id
    join party on party.id = coalesce(recorded.merged_into, recorded.id)
    group by party.id
    order by party.name, party.id`.execute(db)
  return rows.map(({ ages, ...row }) => ({ ...row, ages: ages.map(BigInt) }))
}

/** One row for each document and date; a void is a row on its own date. */
async function movementsUntil(
  db: Kysely<Tables>,
  side: OwedSide,
  { partyId, to }: { partyId: string; to: Day },
): Promise<PartyMovement[]> {
  const { owed, credit } = sides[side]
  const { rows } = await sql<PartyMovement>`
    select open_item.day, json_build_object('id', document.id, 'number', number, 'kind', kind) as document,
      external_no as "externalNo", due_day as "dueDay",
      sum(case when account = ${owed} then amount else -amount end)::bigint as amount
    from open_item join document on document.id = open_item.document_id
    where open_item.party_id in ${withMerged(partyId)} and account in (${owed}, ${credit}) and open_item.day <= ${to}::date
    group by open_item.day, document.id, number, kind, external_no, due_day, recorded_at
    order by open_item.day, recorded_at, number`.execute(db)
  return rows
}

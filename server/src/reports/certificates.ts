// Expected certificates by age, from the movements of account 1321 up to a day: what is recorded later changes nothing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accounts } from '@talaan/ledger/chart.ts'
import { day } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { ageEnds } from '@talaan/ledger/reports/ageing.ts'
import { certificateAgeing } from '@talaan/ledger/reports/certificate-ageing.ts'
import type { AgedCertificates } from '@talaan/ledger/reports/certificate-ageing.ts'
import type { Tables } from '../tables.ts'
import { companyHeader, report } from './report.ts'

export const certificateAgeingReport = report({
  query: z.strictObject({ asOf: day.optional() }, 'An ageing is asked for by its day alone.'),
  async build(db, { asOf: asked }, { today }) {
    const asOf = asked ?? today
    const customers = await agedCertificates(db, asOf)
    return { table: certificateAgeing({ company: await companyHeader(db), asOf, customers }), next: null }
  },
})

async function agedCertificates(db: Kysely<Tables>, asOf: Day): Promise<AgedCertificates[]> {
  const age = (at: number) => {
    const [after, until] = [ageEnds[at - 1], ageEnds[at]]
    return sql`coalesce(sum(open) filter (where ${after === undefined ? sql`true` : sql`late > ${after}::int`}
      and ${until === undefined ? sql`true` : sql`late <= ${until}::int`}), 0)::bigint`
  }
  const { rows } = await sql<{ id: string; name: string; ages: string[] }>`
    select party.id, party.name, array[${sql.join([...ageEnds, null].map((_, at) => age(at)))}]::text[] as ages
    from (
      -- Due on the 20th after the quarter in which the tax was withheld.
      select party_id, sum(amount) as open, ${asOf}::date - (date_trunc('quarter',
        min(day) filter (where document_id = settles)::timestamp) + interval '3 months 19 days')::date as late
      from open_item where account = ${accounts.withheldAwaitingCertificate} and day <= ${asOf}::date
      group by party_id, settles
    ) as item
    join party on party.id = item.party_id
    group by party.id
    order by party.name, party.id`.execute(db)
  return rows.map(({ ages, ...row }) => ({ ...row, ages: ages.map(BigInt) }))
}

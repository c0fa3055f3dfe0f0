// Expected certificates by age, from the movements of accounts 1321 and 1325 up to a date, unaffected by later
// recordings.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { day, daysBetween } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { provedAccounts } from '@talaan/ledger/documents/certificate/fields.ts'
import { businessCertificateDue, certificateDue } from '@talaan/ledger/tax/certificates/form2307.ts'
import { quarterOfDay } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { ageEnds } from '@talaan/ledger/reports/ageing.ts'
import { certificateAgeing } from '@talaan/ledger/reports/certificate-ageing.ts'
import type { AgedCertificates } from '@talaan/ledger/reports/certificate-ageing.ts'
import { deadlineRules } from '../../books/deadline-rules.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader, report } from './report.ts'

export const certificateAgeingReport = report({
  dates: { kind: 'asOf', usual: 'today' },
  query: z.strictObject({ asOf: day }, 'An ageing report is as of one date. It has no start date.'),
  async build(db, { asOf }) {
    const customers = await agedCertificates(db, asOf)
    return { table: certificateAgeing({ company: await companyHeader(db), asOf, customers }), next: null }
  },
})

async function agedCertificates(db: Kysely<Tables>, asOf: Day): Promise<AgedCertificates[]> {
  const rules = { rules: await deadlineRules(db) }
  const { rows } = await sql<{ id: string; name: string; account: string; withheldOn: Day; open: bigint }>`
    select party.id, party.name, item.account, "withheldOn", sum(open)::bigint as open
    from (
      select party_id, account, sum(amount) as open, min(day) filter (where document_id = settles) as "withheldOn"
      from open_item where account = any(${[...provedAccounts]}::text[]) and day <= ${asOf}::date
      group by party_id, account, settles having sum(amount) <> 0
    ) as item
    join party as recorded on recorded.id = item.party_id
    join party on party.id = coalesce(recorded.merged_into, recorded.id)
    group by party.id, item.account, "withheldOn"
    order by party.name, party.id`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own): AgedCertificates[] => {
    const [first] = own
    if (first === undefined) return []
    const ages = [...ageEnds, null].map(() => 0n)
    for (const { account, withheldOn, open } of own) {
      const due =
        account === accounts.vatWithheld
          ? businessCertificateDue(withheldOn, rules)
          : certificateDue(quarterOfDay(withheldOn), rules)
      const at = ageOf(due === null ? 0 : daysBetween(due, asOf))
      ages[at] = (ages[at] ?? 0n) + open
    }
    return [{ id: first.id, name: first.name, ages }]
  })
}

/** The column index of an age in days. */
function ageOf(late: number): number {
  const at = ageEnds.findIndex((end) => late <= end)
  return at < 0 ? ageEnds.length : at
}

// Expected certificates by age, from the movements of accounts 1321 and 1325 up to a date, unaffected by later
// recordings.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { day, daysBetween } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { provedAccounts } from '@talaan/ledger/documents/certificate/fields.ts'
import { businessCertificateDue, certificateDue } from '@talaan/ledger/tax/certificates/form2307.ts'
import { quarterOfDay } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { ageEnds } from '@talaan/ledger/reports/ageing.ts'
import { certificateAgeing } from '@talaan/ledger/reports/certificate-ageing.ts'
import type { AgedCertificates } from '@talaan/ledger/reports/certificate-ageing.ts'
import { entryOfItem } from '../../books/as-known.ts'
import { deadlineRules } from '../../books/deadline-rules.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader, report } from './report.ts'

export const certificateAgeingReport = report({
  dates: { kind: 'asOf', usual: 'today' },
  query: z.strictObject({ asOf: day }, 'An aging report is as of a single date. Remove the start date.'),
  async build(db, { asOf }) {
    const customers = await agedCertificates(db, asOf)
    return { table: certificateAgeing({ company: await companyHeader(db), asOf, customers }), next: null }
  },
  async basis(db, { asOf }, { row, column }) {
    const party = row.link?.to === 'statement' ? row.link.party : undefined
    const at = /^age(\d)$/.exec(column.key)?.[1]
    const rows = (await openCertificates(db, asOf)).filter(
      (one) => (party === undefined || one.id === party) && (at === undefined || one.at === Number(at)),
    )
    return {
      rule: 'The tax withheld by customers up to the date, less the tax on certificates received.',
      items: rows.map(({ id, name, open, entryNo, number, settles }, i) => ({
        key: `certificate ${i}`,
        words: `${name}, ${number}`,
        amount: open,
        entryNo,
        part: party === undefined ? { key: id, words: name } : { key: settles, words: number },
      })),
    }
  },
})

type OpenCertificate = {
  id: string
  name: string
  /** The column of its age. */
  at: number
  open: bigint
  entryNo: bigint
  number: string
  settles: string
}

/** The movements of expected certificates up to a date. */
async function openCertificates(db: Kysely<Tables>, asOf: Day): Promise<OpenCertificate[]> {
  const rules = { rules: await deadlineRules(db) }
  const { rows } = await sql<Omit<OpenCertificate, 'at'> & { account: string; withheldOn: Day | null }>`
    select party.id, party.name, account, amount as open, ${entryOfItem} as "entryNo", settled.number, settles,
      (select min(own.day) from open_item as own where own.document_id = open_item.settles and own.settles = open_item.settles
        and own.account = open_item.account and own.day <= ${asOf}::date) as "withheldOn"
    from open_item join document as settled on settled.id = settles
    join party as recorded on recorded.id = open_item.party_id
    join party on party.id = coalesce(recorded.merged_into, recorded.id)
    where account = any(${[...provedAccounts]}::text[]) and open_item.day <= ${asOf}::date
    order by party.name, party.id, settles, open_item.id`.execute(db)
  return rows.map(({ account, withheldOn, ...row }) => {
    const due =
      withheldOn === null
        ? null
        : account === accounts.vatWithheld
          ? businessCertificateDue(withheldOn, rules)
          : certificateDue(quarterOfDay(withheldOn), rules)
    return { ...row, at: ageOf(due === null ? 0 : daysBetween(due, asOf)) }
  })
}

async function agedCertificates(db: Kysely<Tables>, asOf: Day): Promise<AgedCertificates[]> {
  const rows = await openCertificates(db, asOf)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own): AgedCertificates[] => {
    const [first] = own
    if (first === undefined) return []
    const ages = [...ageEnds, null].map((_, at) => sum(own.filter((one) => one.at === at).map(({ open }) => open)))
    return [{ id: first.id, name: first.name, ages }]
  })
}

/** The column index of an age in days. */
function ageOf(late: number): number {
  const at = ageEnds.findIndex((end) => late <= end)
  return at < 0 ? ageEnds.length : at
}

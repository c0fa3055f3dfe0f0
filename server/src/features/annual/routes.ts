// The annual statements: shown in parts, and printed as one file or part by part.
import {
  annualProblems,
  changeAnnualProfile,
  printAnnualStatements,
  viewAnnualStatements,
} from '@talaan/contract/annual.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { audit } from '../../platform/audit/audit.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { nameOf } from '../../print/file-name.ts'
import { partsToPdf } from '../../print/pdf.ts'
import { partsToXlsx } from '../../print/xlsx.ts'
import { tablePrinters } from '../../print/table.ts'
import { annualProfileNow, annualStatements } from './make.ts'

export const annual: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  return [
    answers(viewAnnualStatements, async ({ query }) => {
      const { company: _, ...made } = await annualStatements(context, query.to)
      return made
    }),

    answers(printAnnualStatements, async ({ params: { format }, query, viewer, address }) => {
      const { company, parts, files } = await annualStatements(context, query.to)
      const chosen = query.part === undefined ? parts : parts.filter(({ name }) => name === query.part)
      const [first] = chosen
      const title = query.part === undefined || first === undefined ? 'Annual statements' : first.title
      const made = { title: `${title} ${query.to}`, company, parts: chosen }
      const bytes =
        format === 'xlsx'
          ? await partsToXlsx(made)
          : await partsToPdf(made, { printedAt: clock.now(), printedBy: viewer.clientId })
      // The file that is submitted has the name eAFS asks for.
      const submitted = files.find(({ name }) => name.includes('AFSTY'))?.name
      const name =
        format === 'pdf' && query.part === undefined && submitted !== undefined
          ? `${submitted}.pdf`
          : nameOf([title.toLowerCase(), query.to], format)
      await db.transaction().execute((trx) =>
        audit(trx, clock, {
          viewer,
          address,
          action: printAnnualStatements.name,
          object: { type: 'annual statements', id: query.to },
          detail: { format, part: query.part ?? 'all', name },
        }),
      )
      return { bytes, type: tablePrinters[format].type, name }
    }),

    answers(changeAnnualProfile, async ({ body: { was, now }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('company').select('only_one').forUpdate().execute()
        const before = await annualProfileNow(trx)
        if (canonical(before) !== canonical(was)) throw new Refusal(annualProblems.changedMeanwhile)
        const row = {
          framework: now.framework,
          business: now.business,
          sec_no: now.secNo,
          registered_on: now.registeredOn,
          cost_method: now.costMethod,
          chair: now.chair,
          president: now.president,
          treasurer: now.treasurer,
          auditor: now.auditor,
          approved_on: now.approvedOn,
          tax_cases: now.taxCases,
        }
        await trx
          .insertInto('annual_profile')
          .values(row)
          .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
          .execute()
        const object = { type: 'annual statements', id: 'details' }
        await audit(trx, clock, { viewer, address, action: changeAnnualProfile.name, object, detail: { was, now } })
      })
      return { success: true as const }
    }),
  ]
}

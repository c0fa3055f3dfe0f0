// The lists attached to tax returns: shown, checked, and exported as text file, workbook, PDF or CSV.
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { printTaxList, saveCustomsEntry, taxListProblems, viewTaxList } from '@talaan/contract/tax-lists.ts'
import { isStopped } from '@talaan/ledger/tax/lists/checks.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { importationsOf } from '../../books/importations.ts'
import { makeTaxList } from './make.ts'

export const taxLists: Feature = ({ db: { kysely: db }, clock }) => [
  answers(viewTaxList, async ({ params: { list }, query }) => {
    const { table, findings, file, importations } = await makeTaxList(db, list, query)
    return { table, findings, file: file.name, importations }
  }),

  answers(printTaxList, async ({ params: { list, format }, query: { confirmed, ...query }, viewer, address }) => {
    const { table, findings, file } = await makeTaxList(db, list, query)
    if (format === 'dat') {
      const stop = findings.find(({ weight }) => weight === 'stops')
      if (isStopped(findings)) throw new Refusal(saying(taxListProblems.stopped, stop?.sentence ?? ''))
      if (confirmed !== 'yes' && findings.some(({ weight }) => weight === 'confirm'))
        throw new Refusal(taxListProblems.unconfirmed)
    }
    const printed =
      format === 'dat'
        ? { bytes: Buffer.from(file.text, 'latin1'), type: 'text/plain; charset=us-ascii', name: file.name }
        : {
            bytes: await tablePrinters[format].print(table, { printedAt: clock.now(), printedBy: viewer.clientId }),
            type: tablePrinters[format].type,
            name: fileName(table, format),
          }
    await db.transaction().execute((trx) =>
      audit(trx, clock, {
        viewer,
        address,
        action: printTaxList.name,
        object: { type: 'tax-list', id: list },
        detail: { format, ...query, name: printed.name },
      }),
    )
    return printed
  }),

  answers(saveCustomsEntry, async ({ params: { documentId }, body, viewer, address }) => {
    await db.transaction().execute(async (trx) => {
      const [importation] = await importationsOf(trx, { documents: [documentId] })
      if (importation === undefined) throw new Refusal(taxListProblems.noImportation)
      const { entryNo, receiptNo, ...rest } = body
      const row = {
        ...rest,
        entry_no: entryNo,
        receipt_no: receiptNo,
        entered_by: viewer.userId,
        entered_at: timestamp(clock.now()),
      }
      await trx
        .insertInto('customs_entry')
        .values({ document_id: documentId, ...row })
        .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
        .execute()
      const detail = { ...body, dutiable: body.dutiable.toString(), charges: body.charges.toString() }
      const object = { type: 'document', id: documentId }
      await audit(trx, clock, { viewer, address, action: saveCustomsEntry.name, object, detail })
    })
    return { success: true as const }
  }),
]

// Recorded sales documents as signed JSON. Nothing is sent to the BIR, and no invoice is issued.
import { createHash } from 'node:crypto'
import { CompactSign, exportJWK } from 'jose'
import {
  eInvoiceKey,
  eInvoiceProblems,
  exportEInvoices,
  maximumExportDays,
  viewEInvoices,
} from '@talaan/contract/einvoices.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { daysBetween, formatLongDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { plainMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { eisKinds } from '@talaan/ledger/tax/einvoice/document.ts'
import type { EisKind, EisTotals } from '@talaan/ledger/tax/einvoice/document.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import { letOthersWork } from '../../platform/event-loop.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { companyHeader } from '../../print/company.ts'
import { exportedDocuments, salesBook } from './documents.ts'
import type { Exported } from './documents.ts'
import { exportKey } from './key.ts'

type Days = { from: Day; to: Day }

export const eInvoices: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  return [
    answers(viewEInvoices, async ({ query }) => {
      assertPeriod(query)
      const documents = await exportedDocuments(db, query)
      const book = await salesBook(db, query)
      const all = totalsOf(documents)
      return {
        count: documents.length,
        table: compared(await companyHeader(db), query, documents, book),
        difference: { net: all.net - book.net, vat: all.vat - book.vat },
      }
    }),

    answers(exportEInvoices, async ({ query, viewer, address }) => {
      assertPeriod(query)
      const documents = await exportedDocuments(db, query)
      const { algorithm, id, privateKey, publicKey } = await exportKey(context)
      const sign = (json: object) =>
        new CompactSign(Buffer.from(JSON.stringify(json)))
          .setProtectedHeader({ alg: algorithm, kid: id, typ: 'JWT' })
          .sign(privateKey)
      const signed: string[] = []
      for (const { json } of documents) {
        signed.push(await sign(json))
        if (signed.length % 20 === 0) await letOthersWork()
      }
      const { net, vat, total } = totalsOf(documents)
      // With this digest, a document that is missing from the list is noticed.
      const digest = createHash('sha256').update(signed.join('\n')).digest('hex')
      const summary = await sign({
        ...query,
        createdAt: timestamp(clock.now()),
        documents: signed.length,
        netSales: plainMoney(net),
        vat: plainMoney(vat),
        total: plainMoney(total),
        sha256: digest,
      })
      const file = {
        format: 'talaan-sales-documents/1',
        ...query,
        publicKey: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' },
        documents: signed,
        summary,
      }
      const name = `sales-documents-${query.from}-to-${query.to}.json`
      await db.transaction().execute((trx) =>
        audit(trx, clock, {
          viewer,
          address,
          action: exportEInvoices.name,
          object: { type: 'sales documents', id: `${query.from} ${query.to}` },
          detail: { name, documents: signed.length, sha256: digest, key: id },
        }),
      )
      return { bytes: Buffer.from(JSON.stringify(file, null, 1)), type: 'application/json; charset=utf-8', name }
    }),

    answers(eInvoiceKey, async ({ viewer, address }) => {
      const { id, publicKey } = await exportKey(context)
      const object = { type: 'key', id }
      await db.transaction().execute((trx) => audit(trx, clock, { viewer, address, action: eInvoiceKey.name, object }))
      const pem = publicKey.export({ type: 'spki', format: 'pem' })
      return { bytes: Buffer.from(pem), type: 'application/x-pem-file', name: `sales-documents-${id}.pem` }
    }),
  ]
}

function assertPeriod({ from, to }: Days): void {
  if (from > to) throw new Refusal(eInvoiceProblems.daysReversed)
  if (daysBetween(from, to) >= maximumExportDays) throw new Refusal(eInvoiceProblems.tooLong)
}

const totalsOf = (documents: readonly Pick<Exported, 'totals'>[]): EisTotals => ({
  net: sum(documents.map(({ totals }) => totals.net)),
  vat: sum(documents.map(({ totals }) => totals.vat)),
  total: sum(documents.map(({ totals }) => totals.total)),
})

/** The documents by kind, and the sales book. */
function compared(
  company: Table['company'],
  { from, to }: Days,
  documents: readonly Exported[],
  book: EisTotals,
): Table {
  const row = (words: string, own: readonly Exported[], emphasis?: 'subtotal'): Row => {
    const { net, vat, total } = totalsOf(own)
    return { cells: [words, BigInt(own.length), net, vat, total], ...(emphasis && { emphasis }) }
  }
  const all = totalsOf(documents)
  return {
    name: 'sales-documents',
    title: 'Sales Documents and Sales Book',
    period: `From ${formatLongDay(from)} to ${formatLongDay(to)}`,
    company,
    columns: [
      { key: 'what', title: 'Documents', kind: 'text', width: 4 },
      { key: 'count', title: 'Number', kind: 'count' },
      { key: 'net', title: 'Net sales', kind: 'money', width: 2 },
      { key: 'vat', title: 'VAT', kind: 'money', width: 2 },
      { key: 'total', title: 'Total', kind: 'money', width: 2 },
    ],
    rows: [
      ...(Object.keys(eisKinds) as EisKind[]).map((kind) =>
        row(
          `${eisKinds[kind].words}s`,
          documents.filter((one) => one.kind === kind && !one.isVoid),
        ),
      ),
      row(
        'Voids',
        documents.filter(({ isVoid }) => isVoid),
      ),
      row('In the export', documents, 'subtotal'),
      { cells: ['Sales book', null, book.net, book.vat, book.total] },
      {
        cells: ['Difference', null, all.net - book.net, all.vat - book.vat, all.total - book.total],
        emphasis: 'total',
      },
    ],
    notes: [
      'Credit memos and voids are negative here. In the file, all amounts are positive, and the document type shows whether they are deducted.',
    ],
  }
}

// Goal 10: invoices from spreadsheets, read, checked and recorded in order as the import page does.
import { writeXlsx } from 'hucre/xlsx'
import { addressOf } from '@talaan/contract/endpoint.ts'
import {
  beginImport,
  checkImport,
  maximumImportRows,
  maximumRecordedAtOnce,
  readImportFile,
  recordImported,
} from '@talaan/contract/imports.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { matchColumns } from '@talaan/ledger/documents/import/mapping.ts'
import { importMappings } from '@talaan/ledger/documents/import/mappings.ts'
import { call, firstPassword, openOffice } from '../../server/test/crash/people.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import type { Engine, Place } from '../place.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'

const [limitSeconds, goalInvoices] = [40, 10_000]
const titles = ['Number', 'Customer TIN', 'Invoice date', 'E-mail', 'Item', 'Qty', 'Price']
const columns = matchColumns(importMappings.invoice, titles)

export async function importing(place: Place, engine: Engine, files: number): Promise<Result[]> {
  const books = await place.newBooks(engine, 'importing')
  await using portal = await startPortal({ ...books.environment, ADMIN_PASSWORD: firstPassword })
  const { people } = await openOffice(portal.url)
  const [, accountant] = people
  const start = performance.now()
  let longest = 0
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const done = await work()
    longest = Math.max(longest, performance.now() - begun)
    return done
  }
  for (let file = 0; file < files; file += 1) {
    const { bytes, total } = await invoicesOf(file)
    const [rows] = (await timed(() => readTables(portal.url, accountant.headers, bytes))).tables
    const body = { kind: 'invoice' as const, columns, rows: rows?.slice(1) ?? [] }
    const { documents } = await timed(() => call(portal.url, accountant, checkImport, { body }))
    if (documents.some(({ mistakes }) => mistakes.length > 0)) throw new Error('The rows have errors.')
    const control = { count: documents.length, total: total.toString() }
    const { batchId, due } = await timed(() =>
      call(portal.url, accountant, beginImport, { body: { ...body, ...control } }),
    )
    for (let at = 0; at < due;) {
      const request = { params: { batchId }, body: { at, count: maximumRecordedAtOnce } }
      at += (await timed(() => call(portal.url, accountant, recordImported, request))).recorded.length
    }
  }
  const took = (performance.now() - start) / 1000
  const count = files * maximumImportRows
  const limit = (limitSeconds * count) / goalInvoices
  const row = { engine, floor: '' }
  return [
    {
      ...row,
      goal: '10',
      what: `${count.toLocaleString('en')} invoices from XLSX files of ${maximumImportRows.toLocaleString('en')} rows, checked and recorded`,
      portal: `${(count / took).toFixed(0)} /s`,
      outcome: `${took.toFixed(1)} s`,
      bound: `≤ ${limit} s`,
      met: took <= limit,
    },
    {
      ...row,
      goal: '10',
      what: 'the longest time without progress',
      portal: ms(longest),
      outcome: ms(longest),
      bound: '≤ 1000 ms',
      met: longest <= 1000,
    },
  ]
}

async function invoicesOf(file: number): Promise<{ bytes: Uint8Array; total: bigint }> {
  const price = (at: number) => BigInt(10_000 + ((at * 1237) % 900_000))
  const each = Array.from({ length: maximumImportRows }, (_, at) => file * maximumImportRows + at)
  const rows = each.map((at) => [
    `X-${at + 1}`,
    '123-456-788-00000',
    '2026-03-16',
    'accounts@bahaykubo.example',
    'Bond paper, A4, 70 gsm',
    '1',
    formatMoney(price(at)),
  ])
  const bytes = await writeXlsx({ sheets: [{ name: 'Invoices', rows: [titles, ...rows] }] })
  return { bytes, total: each.reduce((all, at) => all + price(at), 0n) }
}

async function readTables(url: string, headers: Record<string, string>, bytes: Uint8Array) {
  const answer = await fetch(url + addressOf(readImportFile, {}, { name: 'invoices.xlsx' }), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!answer.ok) throw new Error(`The file was refused: ${await answer.text()}`)
  return (await answer.json()) as { tables: string[][][] }
}

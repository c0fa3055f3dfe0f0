// The annual statements on the real server: their figures, their files read back, and who may have them.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAnnualProfile, printAnnualStatements, viewAnnualStatements } from '@talaan/contract/annual.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import { noAnnualProfile } from '@talaan/ledger/reports/annual/profile.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { recordDocument } from '../../../test/recorded.ts'

let here: Portal
let ben: Caller
beforeAll(async () => {
  here = await openPortal()
  await here.db.kysely.updateTable('company').set({ tin9: '001002003', address: 'Quezon City' }).execute()
  ben = await here.signIn('ben')
  let serial = 0
  const post = (day: string, ...lines: Line[]) =>
    recordDocument(here, { number: `SI-${day.slice(0, 4)}-${String(++serial).padStart(6, '0')}`, day, lines })
  await post('2024-01-05', debit('1031', 100_000_00n), credit('3010', 100_000_00n))
  await post('2024-06-30', ...sale(20_000_00n))
  await post('2025-03-31', ...sale(50_000_00n))
  await post('2025-04-10', debit('6240', 1_500_00n), credit('1031', 1_500_00n))
  const rent = { vatClass: 'vatable', base: 10_000_00n, vat: 1_200_00n, category: 'services' } as const
  await post(
    '2025-05-05',
    debit('6050', 10_000_00n, { tax: rent }),
    debit('1310', 1_200_00n),
    credit('2140', 500_00n),
    credit('1031', 10_700_00n),
  )
  await post('2025-12-31', debit('9010', 9_625_00n), credit('2148', 9_625_00n))
})
afterAll(() => here.close())

function sale(base: bigint): Line[] {
  const vat = (base * 12n) / 100n
  return [
    debit('1031', base + vat),
    credit('4010', base, { tax: { vatClass: 'vatable', base, vat } }),
    credit('2110', vat),
  ]
}

const print = (format: string, query: Record<string, string>) =>
  ben.call(printAnnualStatements, { params: { format }, query })

test('the statements of the last year with comparative figures and notes are printed whole and in parts', async () => {
  const { answer } = await ben.call(viewAnnualStatements)
  expect([answer.to, answer.years]).toEqual(['2025-12-31', ['2026-12-31', '2025-12-31', '2024-12-31']])
  expect(answer.parts.map(({ name }) => name)).toEqual([
    'responsibility',
    'balance-sheet',
    'income-statement',
    'changes-in-equity',
    'cash-flow',
    'notes',
  ])
  const rowsOf = (name: string, section = 0) => {
    const table = answer.parts.find((part) => part.name === name)?.sections[section]?.table
    return (table?.rows ?? []).map(({ cells }) => cells)
  }
  // 2025: 50,000 less 10,000 rent, 1,500 licenses and 9,625 income tax; 2024: 20,000.
  expect(rowsOf('income-statement').at(-1)).toEqual(['', 'Net profit', 28_875_00n, 20_000_00n])
  // Cash of 122,400 and 56,000, less 1,500 and 10,700, with 1,200 of input VAT.
  expect(
    rowsOf('balance-sheet')
      .find(([, name]) => name === 'Total assets')
      ?.slice(2),
  ).toEqual([167_400_00n, 122_400_00n])
  expect(rowsOf('changes-in-equity', 0).at(-1)?.at(-1)).toBe(148_875_00n)
  expect(rowsOf('changes-in-equity', 1).at(-1)?.at(-1)).toBe(120_000_00n)
  expect(answer.files[1]?.name).toBe('EAFS001002003AFSTY122025')
  expect(answer.missing.map(({ at }) => at)).toContain('close')

  const pdf = await print('pdf', { to: '2025-12-31' })
  expect(pdf.headers['content-disposition']).toContain('EAFS001002003AFSTY122025.pdf')
  const pages = (await pagesOf(new Uint8Array(pdf.bytes))).map((page) => page.replaceAll(/\s+/g, ' '))
  expect(pages[0]).toContain('is responsible for the preparation and fair presentation of the financial statements')
  for (const words of ['Total assets 167,400.00 122,400.00', 'Net profit 28,875.00 20,000.00', 'RR 15-2010'])
    expect(pages.join(' ')).toContain(words)

  const { sheets } = await readXlsx(new Uint8Array((await print('xlsx', { to: '2025-12-31' })).bytes))
  expect(sheets.map(({ name }) => name)).toEqual([
    'Responsibility',
    'Financial position',
    'Comprehensive income',
    'Changes in equity',
    'Cash flows',
    'Notes',
  ])
  const notes = sheets[5]?.rows ?? []
  const noteRow = (first: string) => notes.find((row) => row[0] === first)
  expect(noteRow('4010 Sales - goods: Vatable')?.slice(0, 3)).toEqual(['4010 Sales - goods: Vatable', 50_000, 6_000])
  expect(noteRow('Services')?.slice(0, 3)).toEqual(['Services', 10_000, 1_200])
  expect(noteRow('Creditable (expanded) withholding tax')?.slice(1, 3)).toEqual([500, 500])
  const one = await readXlsx(new Uint8Array((await print('xlsx', { to: '2025-12-31', part: 'cash-flow' })).bytes))
  expect(one.sheets.map(({ name }) => name)).toEqual(['Cash flows'])
})

test('details are saved with their old values, complete the statements, and only accountants see them', async () => {
  const now = { ...noAnnualProfile, business: 'trading of bamboo', president: 'Jose Sy', taxCases: 'There are none.' }
  expect((await ben.call(changeAnnualProfile, { body: { was: noAnnualProfile, now } })).status).toBe(200)
  expect((await ben.call(changeAnnualProfile, { body: { was: noAnnualProfile, now } })).status).toBe(409)
  const { answer } = await ben.call(viewAnnualStatements, { query: { to: '2024-12-31' } })
  expect(answer.profile.business).toBe('trading of bamboo')
  const notes = answer.parts.find(({ name }) => name === 'notes')?.sections.flatMap(({ text }) => text)
  expect(notes?.join(' ')).toContain('engaged in trading of bamboo')
  expect(answer.missing.map(({ sentence }) => sentence)).not.toContain('Enter the line of business.')
  expect((await ben.call(viewAnnualStatements, { query: { to: '2025-06-30' } })).status).toBe(404)
  const [ana, carla] = [await here.signIn('ana'), await here.signIn('carla')]
  expect(
    [await ana.call(viewAnnualStatements), await carla.call(viewAnnualStatements)].map(({ status }) => status),
  ).toEqual([403, 403])
})

// Posted lines become lists, and lists are checked: tables in, tables out.
import { expect, test } from 'vitest'
import { alpha, company, juan, sample, taxLine } from '../../../test/taxpayers.ts'
import { qapFile, sawtFile } from './alphalist.ts'
import { importationFindings, isStopped, purchasesFindings, salesFindings, withheldFindings } from './checks.ts'
import { datText } from './dat.ts'
import { salesFile } from './relief.ts'
import {
  importationsByBill,
  purchasesBySupplier,
  salesByCustomer,
  salesWithoutTin,
  withheldByPayee,
} from './summaries.ts'
import { purchasesTable, qapTable, salesTable } from './tables.ts'
import { filerFrom } from './taxpayer.ts'
import type { Listed } from './taxpayer.ts'

const month = '2026-06'
const checked = { filer: sample, month, vatRate: '0.12' }
const settings = {
  name: 'Sample',
  tin9: '123456789',
  branchCode: '00000',
  address: '1 Mabini St, Manila 1000',
  rdoCode: '039',
  fiscalYearEnd: 12,
  taxpayer: 'corporation' as const,
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  zipCode: '',
}
const shown = { name: 'Sample Trading, Inc.', tinLine: '', address: '' }

type Class = 'vatable' | 'zero_rated' | 'exempt' | 'not_subject' | 'govt_vatable'
const sale = (party: Listed | null, vatClass: Class, base: bigint, vat = 0n) =>
  taxLine(party, { tax: { vatClass, base, vat } })
type Category = 'goods' | 'services' | 'capital_goods' | 'importation' | 'not_creditable'
const bought = (party: Listed | null, category: Category, base: bigint, vat = 0n, vatClass: Class = 'vatable') =>
  taxLine(party, { account: '6130', journal: 'PJ', tax: { vatClass, category, base, vat } })

test('sales of a month are one row per TIN, voids are subtracted, and zero rows are left out', () => {
  const branch = { ...alpha, id: 'branch', branchCode: '00007' }
  const lines = [
    sale(branch, 'vatable', 300n, 36n),
    sale(alpha, 'govt_vatable', 100n, 12n),
    sale(alpha, 'zero_rated', 7n),
    sale(alpha, 'exempt', 5n),
    sale(alpha, 'not_subject', 1000n),
    sale(juan, 'vatable', 50n, 6n),
    sale(juan, 'vatable', -50n, -6n),
    bought(alpha, 'goods', 999n, 120n),
  ]
  const list = salesByCustomer(lines)
  expect(list.rows).toEqual([{ taxpayer: alpha, exempt: 5n, zeroRated: 7n, taxable: 400n, outputTax: 48n }])
  expect(list.documents.get(list.rows[0]!)).toBe(4)
  const { rows, columns } = salesTable({ company: shown, month, rows: list.rows })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['111-222-333-00000', 'Alpha Corp.', '1 Rizal Ave, Manila 1000', 5n, 7n, 400n, 48n],
    [null, 'Total', null, 5n, 7n, 400n, 48n],
  ])
  expect(rows.every(({ cells }) => cells.length === columns.length)).toBe(true)
  expect(salesFindings(checked, lines, list).map(({ weight, sentence }) => [weight, sentence])).toEqual([
    [
      'warns',
      '1 document has 10.00 in sales not subject to VAT in June 2026. These sales are not on the list of sales.',
    ],
  ])
})

test('sales without a TIN are shown below the total and named, and are not in the file', () => {
  const abroad = { ...sale(alpha, 'zero_rated', 500n), party: { ...sale(alpha, 'exempt', 1n).party!, tin9: null } }
  const lines = [sale(alpha, 'vatable', 100n, 12n), abroad]
  const list = salesByCustomer(lines)
  expect(list.rows.map(({ taxpayer }) => taxpayer.id)).toEqual([alpha.id])
  const { rows } = salesTable({ company: shown, month, rows: list.rows, withoutTin: salesWithoutTin(lines) })
  expect(rows.slice(-2).map(({ cells }) => cells)).toEqual([
    [null, 'Total', null, 0n, 0n, 100n, 12n],
    [null, 'Customers without a TIN, not in the file', null, 0n, 500n, 0n, 0n],
  ])
  expect(salesFindings(checked, lines, list).map(({ weight, sentence }) => [weight, sentence])).toEqual([
    [
      'warns',
      '1 document has 5.00 in sales to customers without a TIN in June 2026. These sales are on the VAT return, but RELIEF accepts only customers with a TIN, so the sales are not in the file. Ask your RDO how to list them.',
    ],
  ])
})

test('purchases are assigned to the boxes of the return, importations separately, and suppliers without VAT are exempt', () => {
  const lines = [
    bought(alpha, 'services', 100n, 12n),
    bought(alpha, 'capital_goods', 1000n, 120n),
    bought(alpha, 'goods', 200n, 24n),
    bought(alpha, 'not_creditable', 50n, 6n),
    bought(juan, 'services', 400n, 0n, 'not_subject'),
    bought(juan, 'goods', 30n, 0n, 'zero_rated'),
    bought(alpha, 'importation', 5000n, 600n),
    bought(null, 'goods', 77n, 0n, 'not_subject'),
    sale(alpha, 'vatable', 100n, 12n),
  ]
  const list = purchasesBySupplier(lines)
  expect(list.rows).toEqual([
    {
      taxpayer: alpha,
      exempt: 56n,
      zeroRated: 0n,
      services: 100n,
      capitalGoods: 1000n,
      otherGoods: 200n,
      inputTax: 156n,
      notCreditable: 0n,
    },
    {
      taxpayer: juan,
      exempt: 400n,
      zeroRated: 30n,
      services: 0n,
      capitalGoods: 0n,
      otherGoods: 0n,
      inputTax: 0n,
      notCreditable: 0n,
    },
  ])
  const table = purchasesTable({ company: shown, month, rows: list.rows })
  expect(table.rows.at(-1)?.cells).toEqual([null, 'Total', 456n, 30n, 100n, 1000n, 200n, 156n])
  expect(importationsByBill(lines)).toMatchObject([{ supplier: alpha, exempt: 0n, taxable: 5000n, vat: 600n }])
  const [left] = purchasesFindings(checked, lines, list)
  expect(left).toMatchObject({
    weight: 'warns',
    sentence:
      '1 document has 0.77 in purchases from suppliers without a TIN in June 2026. Purchases without a TIN are not listed.',
    about: { at: 'document', document: { number: lines[7]?.document.number } },
  })
})

test('withheld tax is one row per payee, branch, code and rate', () => {
  const withheld = (party: Listed | null, atc: string, base: bigint, tax: bigint, rate = '0.02', account = '2140') =>
    taxLine(party, { account, withheld: { atc, rate, base, tax } })
  const branch = { ...alpha, id: 'branch', branchCode: '00007' }
  const lines = [
    withheld(juan, 'WI011', 100n, 10n, '0.1'),
    withheld(branch, 'WC160', 50n, 1n),
    withheld(alpha, 'WC160', 100n, 2n),
    withheld(alpha, 'WC160', 200n, 4n, '0.020000'),
    withheld(alpha, 'WC158', 100n, 1n, '0.01'),
    withheld(alpha, 'WC158', -100n, -1n, '0.01'),
    withheld(juan, 'WC158', 900n, 9n, '0.01', '1321'),
  ]
  const rows = withheldByPayee(lines)
  expect(rows.map(({ taxpayer, atc, base, tax }) => [taxpayer.id, atc, base, tax])).toEqual([
    ['alpha', 'WC160', 300n, 6n],
    ['branch', 'WC160', 50n, 1n],
    ['juan', 'WI011', 100n, 10n],
  ])
  expect(qapTable({ company: shown, quarter: '2026-04', rows }).rows.at(-1)?.cells).toEqual([
    ...[null, 'Total', null, null],
    ...[450n, 17n],
  ])
  const nobodys = withheld(null, 'WC160', 100n, 2n)
  expect(withheldFindings(sample, rows, [...lines, nobodys])).toMatchObject([
    { weight: 'stops', about: { at: 'document', document: nobodys.document } },
  ])
})

test('data that a BIR module would refuse is listed with its correction', () => {
  const said = (lines: ReturnType<typeof sale>[], filer = sample) =>
    salesFindings({ ...checked, filer }, lines, salesByCustomer(lines)).map(({ weight, sentence, about }) => [
      ...[weight, sentence, about?.at],
    ])
  expect(said([sale(alpha, 'vatable', 100_00n, 12_00n)])).toEqual([])
  const chinese = company('chinese', '中文公司', '333444555', { address: alpha.address })
  expect(said([sale(chinese, 'exempt', 5n)])).toEqual([
    [
      'stops',
      '中文公司 has no name in characters that the BIR file allows. Correct the name in the registration.',
      'party',
    ],
  ])
  expect(said([sale({ ...alpha, tin9: sample.tin9 }, 'exempt', 5n)])).toEqual([
    ['stops', "Alpha Corp. has your company's own TIN. Correct the registration.", 'party'],
  ])
  expect(said([sale(alpha, 'vatable', 100_00n, 13_01n), sale(alpha, 'exempt', -1n)])).toEqual([
    [
      'warns',
      'Alpha Corp. has a negative amount from voids or credits. The BIR has not confirmed that it accepts negative amounts.',
      'party',
    ],
  ])
  expect(said([sale(alpha, 'vatable', 100_00n, 13_01n)])).toEqual([
    ['warns', 'The VAT for Alpha Corp. is 13.01, but VAT on 100.00 should be 12.00. Check the invoices.', 'party'],
  ])
  expect(said([sale(alpha, 'exempt', 100_000_000_000_00n)])).toEqual([
    ['stops', 'An amount for Alpha Corp. is too large for the file.', 'party'],
  ])
  const other = { ...alpha, id: 'other', branchCode: '00001', registeredName: 'Omega Corp.' }
  expect(said([sale(alpha, 'exempt', 5n), sale(other, 'exempt', 5n)])).toEqual([
    [
      'warns',
      'Alpha Corp. and Omega Corp. share TIN 111-222-333 and are combined in one row. The list does not show branches.',
      'party',
    ],
  ])
  const bare = filerFrom({ ...settings, name: '', tin9: null, address: '', rdoCode: '', fiscalYearEnd: 6 })
  expect(said([], bare)).toEqual([
    ['stops', 'Your company has no TIN. Enter it in the company settings.', 'company'],
    ['stops', 'Your company has no RDO code. Enter it in the company settings.', 'company'],
    ['stops', 'Your company name has no characters that can be used in the file.', 'company'],
    ['warns', 'Your company has no address. Enter it in the company settings.', 'company'],
    [
      'confirm',
      'The fiscal year ends in June, which is entered in the last header field. The BIR has not confirmed this field. Test the file in RELIEF before you submit it.',
      'company',
    ],
  ])
  const far = withheldFindings({ ...sample, rdoCode: '113A' }, [
    { taxpayer: { ...juan, branchCode: '12345' }, atc: 'WI011', rate: '0.1', base: 100_00n, tax: 12_00n },
  ])
  expect(far.map(({ weight, sentence }) => [weight, sentence])).toEqual([
    ['stops', 'RDO code 113A has four characters, but the file allows three. Ask your RDO which code to use.'],
    ['stops', 'Branch 12345 of Dela Cruz, Juan Santos has five digits, but the file allows four. Correct the TIN.'],
    [
      'warns',
      'Tax under WI011 for Dela Cruz, Juan Santos is 12.00, but tax on 100.00 should be 10.00. Check the documents.',
    ],
  ])
  expect(isStopped(far)).toBe(true)
})

test('an importation blocks the list until the customs data are entered', () => {
  const [entry] = importationsByBill([bought(alpha, 'importation', 200_000_00n, 24_000_00n)])
  if (entry === undefined) throw new Error('There is an importation.')
  const { document, vat, taxable } = entry
  expect(importationFindings(checked, [{ ...entry, details: null }])).toEqual([
    {
      weight: 'stops',
      sentence: `${document.number} is an importation without a customs entry. Enter the customs entry below.`,
      about: { at: 'document', document },
    },
  ])
  const details = {
    supplier: 'Shenzhen Paper',
    entryNo: '1',
    released: '2026-06-12',
    imported: '2026-06-09',
    country: 'China',
    dutiable: 180_000_00n,
    charges: 19_000_00n,
    exempt: 0n,
    taxable,
    vat,
    receiptNo: '1',
    paid: '2026-06-12',
  }
  expect(importationFindings(checked, [{ ...entry, details }])).toMatchObject([
    {
      weight: 'warns',
      sentence: `${document.number}: the dutiable value and charges are 199,000.00, but the books show 200,000.00.`,
    },
  ])
})

test('the company address is split after its last comma', () => {
  expect(filerFrom({ ...settings, address: '2F Building, 118 Avenue, Quezon City 1101' }).address).toMatchObject({
    street: '2F Building, 118 Avenue',
    city: 'Quezon City',
    zip: '1101',
  })
  expect(filerFrom({ ...settings, address: '118 Avenue', zipCode: '1101' }).address).toMatchObject({
    street: '118 Avenue',
    city: '',
    zip: '1101',
  })
})

test('an individual files with three name fields, which are required', () => {
  const person = {
    ...settings,
    taxpayer: 'individual' as const,
    name: 'Panaderya ni Aling Nena',
    tradeName: 'Aling Nena',
  }
  const unnamed = filerFrom(person)
  expect(withheldFindings(unnamed, []).filter(({ weight }) => weight === 'stops')).toEqual([
    {
      weight: 'stops',
      sentence: 'The taxpayer is an individual. Enter the last, first and middle name in the tax registrations.',
      about: { at: 'registrations' },
    },
  ])
  const named = filerFrom({ ...person, lastName: 'Peñaflor', firstName: 'Nena', middleName: 'Ocampo' })
  expect(withheldFindings(named, []).filter(({ weight }) => weight === 'stops')).toEqual([])
  expect(salesFile({ filer: named, month: '2026-06', rows: [] }).text).toBe(
    'H,S,"123456789","","PENAFLOR","NENA","OCAMPO","ALING NENA","1 MABINI ST","MANILA 1000",0.00,0.00,0.00,0.00,039,06/30/2026,12\r\n',
  )
  expect(sawtFile({ filer: named, form: '1701Q', month: '2026-06', rows: [] }).text.split('\r\n')[0]).toBe(
    'HSAWT,H1701Q,123456789,0000,,"PENAFLOR","NENA","OCAMPO",06/2026,039',
  )
  expect(qapFile({ filer: named, quarter: '2026-04', rows: [] }).text.split('\r\n')[0]).toBe(
    'HQAP,H1601EQ,123456789,0000,"PENAFLOR NENA OCAMPO",06/2026,039',
  )
})

test.each([
  ['Niño, Peña & Co.', 'NINO PENA AND CO'],
  ['  “Señor”  O’Brien – Sons; Ltd.: ', 'SENOR OBRIEN - SONS LTD'],
  ['Straße\tÆon', 'STRASSE ON'],
  ['₱1,000', '1 000'],
])('%s is written %s', (text, plain) => expect(datText(text, 50, 'dropped')).toBe(plain))

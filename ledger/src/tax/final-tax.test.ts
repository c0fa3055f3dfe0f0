// Final tax of one quarter, worked by hand: the returns, the list of payees, the certificates, and the reconciliation.
import { expect, test } from 'vitest'
import { alpha, company, juan, sample, taxLine } from '../../test/taxpayers.ts'
import { filingFacts } from '../../test/tax-lines.ts'
import { boxesOf, referenceKey, worksheetOf } from './returns/worksheet.ts'
import type { Worksheet } from './returns/worksheet.ts'
import { monthlyFinalTax, quarterlyFinalTax } from './returns/final-tax-returns.ts'
import { finalCertificatesOf } from './certificates/form2306.ts'
import { finalQapFile } from './lists/alphalist.ts'
import { finalTaxFindings } from './lists/checks.ts'
import { finalTaxByPayee } from './lists/summaries.ts'
import type { Payee } from './lists/taxpayer.ts'
import { taxReconciliations } from './returns/reconciliation.ts'
import { standardWithholdingCodes } from './standard-codes.ts'
import { finalTaxCodes, withholdingOn } from './withholding.ts'

const quarter = { from: '2026-04-01', to: '2026-06-30' }
const nimbus = {
  ...company('nimbus', 'Nimbus Ltd.', ''),
  address: { ...alpha.address, street: '1 Raffles Place', city: 'Singapore', zip: '048616' },
  noTin: 'foreign' as const,
  country: 'SG',
  foreignTaxNo: '201812345Z',
}
const abroad = {
  ...taxLine(alpha).party,
  ...nimbus,
  tin9: null,
  vatStatus: 'non_vat' as const,
  government: false,
  email: '',
}

const withheld = (
  day: string,
  party: Payee | typeof juan | null,
  atc: string,
  rate: string,
  base: bigint,
  tax: bigint,
) =>
  taxLine(party === nimbus ? null : party, {
    day,
    journal: 'PJ',
    account: atc.startsWith('WV') ? '2147' : '2145',
    moved: -tax,
    withheld: { atc, rate, base, tax },
    ...(party === nimbus && { party: abroad }),
  })

// Dividends of 200,000 at 10%, royalties of 100,000 to Singapore at 25% with VAT of 12,000, and of 50,000 here at 20%.
const lines = [
  withheld('2026-04-10', juan, 'WI202', '0.1', 200_000_00n, 20_000_00n),
  withheld('2026-05-05', nimbus, 'WC230', '0.25', 100_000_00n, 25_000_00n),
  withheld('2026-05-05', nimbus, 'WV080', '0.12', 100_000_00n, 12_000_00n),
  withheld('2026-06-20', alpha, 'WC250', '0.2', 50_000_00n, 10_000_00n),
]
const taxes = (sheet: Worksheet, ...boxes: string[]) => boxes.map((no) => boxesOf(sheet).get(no)?.tax)
const month = (from: string, to: string) =>
  worksheetOf(
    monthlyFinalTax,
    filingFacts({ period: { from, to }, lines: lines.filter(({ day }) => from <= day && day <= to) }),
  )
const [april, may] = [month('2026-04-01', '2026-04-30'), month('2026-05-01', '2026-05-31')]
const others = new Map([
  [referenceKey('0619-F', '2026-04-30'), boxesOf(april)],
  [referenceKey('0619-F', '2026-05-31'), boxesOf(may)],
])

test('final tax is remitted for two months with 0619-F, and for the quarter with 1601-FQ', () => {
  expect(taxes(april, '13', '14', '15', '17', '19')).toEqual([0n, 20_000_00n, 20_000_00n, 20_000_00n, 20_000_00n])
  expect(taxes(may, '14', '17')).toEqual([25_000_00n, 25_000_00n])
  const sheet = worksheetOf(quarterlyFinalTax, filingFacts({ period: quarter, lines, others }))
  expect(sheet.boxes.slice(0, 3).map(({ no, label, base, tax }) => [no, label, base, tax])).toEqual([
    ['14', 'WC230, 25%', 100_000_00n, 25_000_00n],
    ['15', 'WC250, 20%', 50_000_00n, 10_000_00n],
    ['16', 'WI202, 10%', 200_000_00n, 20_000_00n],
  ])
  expect(taxes(sheet, '20', '21', '22', '23', '24', '25', '26', '27', '32')).toEqual([
    ...[55_000_00n, 0n, 55_000_00n, 20_000_00n, 25_000_00n],
    ...[0n, 45_000_00n, 10_000_00n, 10_000_00n],
  ])
  expect(sheet.notes).toEqual([])
})

test('an over-remittance of final tax is no credit of the next quarter', () => {
  const sheet = worksheetOf(quarterlyFinalTax, filingFacts({ period: quarter, lines: lines.slice(0, 1), others }))
  expect(taxes(sheet, '22', '26', '27')).toEqual([20_000_00n, 45_000_00n, -25_000_00n])
  expect(sheet.notes).toEqual([expect.stringMatching('Claim a refund or a tax credit certificate')])
})

test('the list of payees has those abroad without a TIN, and its file asks for a confirmation', () => {
  const rows = finalTaxByPayee(lines)
  expect(finalQapFile({ filer: sample, quarter: '2026-04', rows })).toEqual({
    name: '12345678900000620261601FQ.DAT',
    text: [
      'HQAP,H1601FQ,123456789,0000,"SAMPLE TRADING INC",06/2026,033',
      'D1,1601FQ,111222333,0000,"ALPHA CORP",,,,06/2026,1,WC250,20.00,50000.00,10000.00',
      'D1,1601FQ,444555666,0000,,"DELA CRUZ","JUAN","SANTOS",06/2026,2,WI202,10.00,200000.00,20000.00',
      'D1,1601FQ,,0000,"NIMBUS LTD",,,,06/2026,3,WC230,25.00,100000.00,25000.00',
      'C1,1601FQ,123456789,0000,06/2026,350000.00,55000.00',
      '',
    ].join('\r\n'),
  })
  const findings = finalTaxFindings(sample, rows, lines)
  expect(findings.map(({ weight }) => weight)).toEqual(['confirm', 'confirm'])
  expect(findings[0]?.sentence).toMatch(/^Nimbus Ltd\. has no Philippine TIN/)
})

test('form 2306 shows the final tax and the VAT withheld, and the foreign address', () => {
  const made = finalCertificatesOf({ quarter: '2026-04', filer: sample, lines, codes: standardWithholdingCodes })
  expect(made.map(({ form, tax }) => [form.payee.name, tax])).toEqual([
    ['Alpha Corp.', 10_000_00n],
    ['Dela Cruz, Juan Santos', 20_000_00n],
    ['Nimbus Ltd.', 37_000_00n],
  ])
  expect(made[2]?.form).toMatchObject({
    payee: { tin: '', address: '', zip: '', foreignAddress: '1 Raffles Place, Singapore 048616, Singapore' },
    rows: [
      { atc: 'WC230', total: 100_000_00n, tax: 25_000_00n },
      { atc: 'WV080', total: 100_000_00n, tax: 12_000_00n },
    ],
  })
})

test('the account of final tax agrees with its return, and every difference is named', () => {
  const payment = taxLine(null, { day: '2026-05-10', account: '2145', moved: 20_000_00n })
  const all = [...lines, payment]
  const sheet = worksheetOf(quarterlyFinalTax, filingFacts({ period: quarter, lines: all, others }))
  const found = taxReconciliations({
    period: quarter,
    lines: all,
    history: [],
    vat: undefined,
    percentage: undefined,
    withholding: undefined,
    finalTax: boxesOf(sheet),
    issuedFinal: new Map([['nimbus', { name: 'Nimbus Ltd.', tax: 37_000_00n }]]),
    filer: sample,
    codes: standardWithholdingCodes,
    carried: undefined,
    credits: [],
    claims: [],
    received: [],
    issued: new Map(),
  })
  const [tax, certificates] = found.filter(({ name }) => /[Ff]inal tax/.test(name))
  expect(tax?.sides.map(({ what, amount }) => [what, amount])).toEqual([
    ['1601-FQ box 22', 55_000_00n],
    ['Alphalist of payees, final tax', 55_000_00n],
    ['Account 2145, credits less debits', 35_000_00n],
  ])
  expect(tax?.sides[2]?.named.map(({ what, amount }) => [what, amount])).toEqual([['Other entry', -20_000_00n]])
  expect(certificates?.sides[1]?.named.map(({ what, amount }) => [what, amount])).toEqual([
    ['Not issued yet, Alpha Corp.', -10_000_00n],
    ['Not issued yet, Dela Cruz, Juan Santos', -20_000_00n],
  ])
  expect(found.map(({ open }) => open).filter((open) => open !== 0n)).toEqual([])
})

test('codes are offered by residence, and dividends abroad fell from 30% to 25% with 2021', () => {
  const offered = (isAbroad: boolean) =>
    finalTaxCodes({ day: '2026-05-01', payee: 'non_individual', isAbroad }, standardWithholdingCodes).map(
      ({ code }) => code,
    )
  expect(offered(false)).toEqual(['WC250', 'WC310'])
  expect(offered(true)).toEqual('WC180 WC212 WC213 WC222 WC223 WC230 WC280 WC290 WC300 WC340'.split(' '))
  const rate = (day: string) => withholdingOn(day, 'non_individual', 'WC212', standardWithholdingCodes)?.rate
  expect([rate('2020-12-31'), rate('2021-01-01')]).toEqual(['0.3', '0.25'])
})

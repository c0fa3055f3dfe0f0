// The alphalists, byte by byte as derived by hand from the layouts, and read back by an independent reader.
import { expect, test } from 'vitest'
import { readAlphalist } from '../../../test/dat-reader.ts'
import { alpha, company, juan, nino, sample } from '../../../test/taxpayers.ts'
import { annualFile, qapFile, sawtFile } from './alphalist.ts'
import type { Listed } from './taxpayer.ts'

const contractor = { atc: 'WC160', rate: '0.02', base: 100_000_00n, tax: 2_000_00n }
const professional = { atc: 'WI011', rate: '0.1', base: 20_000_00n, tax: 2_000_00n }

test('a quarterly list of payees matches the example of its layout', () => {
  const services = company('services', 'Alpha Services Corp.', '111222333')
  const { name, text } = qapFile({
    filer: sample,
    quarter: '2026-07',
    rows: [
      { taxpayer: services, ...contractor },
      { taxpayer: juan, ...professional },
    ],
  })
  expect(name).toBe('12345678900000920261601EQ.DAT')
  expect(text).toBe(
    [
      'HQAP,H1601EQ,123456789,0000,"SAMPLE TRADING INC",09/2026,033',
      'D1,1601EQ,1,111222333,0000,"ALPHA SERVICES CORP",,,,09/2026,WC160,2.00,100000.00,2000.00',
      'D1,1601EQ,2,444555666,0000,,"DELA CRUZ","JUAN","SANTOS",09/2026,WI011,10.00,20000.00,2000.00',
      'C1,1601EQ,123456789,0000,09/2026,120000.00,4000.00',
      '',
    ].join('\r\n'),
  )
  expect(readAlphalist(text).details).toHaveLength(2)
})

test('branches have four digits, rates two decimals, and reversals are negative', () => {
  const filer = { ...sample, branchCode: '00003', rdoCode: '25A' }
  const rows = [
    { taxpayer: nino, atc: 'WC156', rate: '0.005', base: 1_000_00n, tax: 5_00n },
    { taxpayer: nino, atc: 'WC158', rate: '0.010000', base: -10_000_00n, tax: -100_00n },
  ]
  expect(qapFile({ filer, quarter: '2026-01', rows }).text).toBe(
    [
      'HQAP,H1601EQ,123456789,0003,"SAMPLE TRADING INC",03/2026,25A',
      'D1,1601EQ,1,222333444,0012,"NINO AND SONS NANDU CO TOOLS",,,,03/2026,WC156,0.50,1000.00,5.00',
      'D1,1601EQ,2,222333444,0012,"NINO AND SONS NANDU CO TOOLS",,,,03/2026,WC158,1.00,-10000.00,-100.00',
      'C1,1601EQ,123456789,0003,03/2026,-9000.00,-95.00',
      '',
    ].join('\r\n'),
  )
})

test('the annual list has the company on every line, and only the tax in its control record', () => {
  const rows = [
    { taxpayer: alpha, ...contractor },
    { taxpayer: juan, ...professional },
  ]
  const { name, text } = annualFile({ filer: sample, year: 2026, rows })
  expect(name).toBe('1234567890000123120261604E.DAT')
  expect(text).toBe(
    [
      'H1604E,123456789,0000,12/31/2026',
      'D3,1604E,123456789,0000,12/31/2026,1,111222333,0000,"ALPHA CORP",,,,WC160,100000.00,2.00,2000.00',
      'D3,1604E,123456789,0000,12/31/2026,2,444555666,0000,,"DELA CRUZ","JUAN","SANTOS",WI011,20000.00,10.00,2000.00',
      'C3,1604E,123456789,0000,12/31/2026,4000.00',
      '',
    ].join('\r\n'),
  )
  expect(readAlphalist(text).control).toMatchObject({ tax: '4000.00' })
})

test('a summary of taxes withheld has the nature before the code, and an individual in three name fields', () => {
  const rows = [
    {
      taxpayer: alpha,
      atc: 'WC158',
      rate: '0.01',
      base: 50_000_00n,
      tax: 500_00n,
      nature: 'Top withholding agents to suppliers of goods',
    },
    { taxpayer: juan, atc: 'WC160', rate: '0.02', base: 1_000_01n, tax: 20_00n, nature: '' },
  ]
  const quarterly = sawtFile({ filer: sample, form: '1702Q', month: '2026-09', rows })
  expect(quarterly.name).toBe('12345678900000920261702Q.DAT')
  expect(quarterly.text).toBe(
    [
      'HSAWT,H1702Q,123456789,0000,"SAMPLE TRADING INC",,,,09/2026,033',
      'DSAWT,D1702Q,1,111222333,0000,"ALPHA CORP",,,,09/2026,"TOP WITHHOLDING AGENTS TO SUPPLIERS OF GOODS",WC158,1.00,50000.00,500.00',
      'DSAWT,D1702Q,2,444555666,0000,,"DELA CRUZ","JUAN","SANTOS",09/2026,,WC160,2.00,1000.01,20.00',
      'CSAWT,C1702Q,123456789,0000,09/2026,51000.01,520.00',
      '',
    ].join('\r\n'),
  )
  const { id, ...own } = juan
  const filer = { ...own, rdoCode: '43', fiscalYearEnd: 12, isUnnamed: false }
  const { head } = readAlphalist(sawtFile({ filer, form: '1701Q', month: '2026-03', rows }).text)
  expect(head).toMatchObject({ name: '', last: 'DELA CRUZ', first: 'JUAN', middle: 'SANTOS', rdo: '043' })
  expect(readAlphalist(qapFile({ filer, quarter: '2026-01', rows }).text).head['name']).toBe('DELA CRUZ JUAN SANTOS')
  expect(id).toBe('juan')
})

// Names that the files cannot contain unchanged: with Ñ, &, commas, quotes and apostrophes, too long, or incomplete.
const mercado = company('mercado', 'Mercado "ni Aling Ñeña" & Anak\u2019s Co., Ltd.', '700800900', {
  branchCode: '00003',
})
const longest = company('longest', `${'Kapisanan ng mga Mangangalakal '.repeat(3)}Inc.`, '600700800')
const mononym: Listed = {
  ...company('mononym', '', '500600700'),
  kind: 'individual',
  lastName: 'Ñúñez-O\u2019Hara, Jr.',
  firstName: 'Ma. Concepción',
  middleName: '',
}
const odd = [mononym, longest, mercado]

test('unusual names are converted as the module accepts them in the quarterly list, and exempt payees have their own schedule', () => {
  const [person, long, shop] = odd.map((taxpayer) => ({ taxpayer, atc: 'WC120', rate: '0.02' }))
  const rows = [
    { ...long!, base: 1_000_000_00n, tax: 20_000_00n },
    { ...shop!, base: -500_05n, tax: -10_00n },
    { ...person!, atc: 'WI120', base: 333_33n, tax: 6_67n },
  ]
  const exempt = [
    { ...shop!, rate: '0', base: 10_000_00n, tax: 0n },
    { ...person!, atc: 'WI120', rate: '0', base: -250_50n, tax: 0n },
  ]
  const { text } = qapFile({ filer: sample, quarter: '2026-04', rows, exempt })
  expect(text).toBe(
    [
      'HQAP,H1601EQ,123456789,0000,"SAMPLE TRADING INC",06/2026,033',
      'D1,1601EQ,1,600700800,0000,"KAPISANAN NG MGA MANGANGALAKAL KAPISANAN NG MGA MA",,,,06/2026,WC120,2.00,1000000.00,20000.00',
      'D1,1601EQ,2,700800900,0003,"MERCADO NI ALING NENA AND ANAKS CO LTD",,,,06/2026,WC120,2.00,-500.05,-10.00',
      'D1,1601EQ,3,500600700,0000,,"NUNEZ-OHARA JR","MA CONCEPCION",,06/2026,WI120,2.00,333.33,6.67',
      'C1,1601EQ,123456789,0000,06/2026,999833.28,19996.67',
      'D2,1601EQ,1,700800900,0003,"MERCADO NI ALING NENA AND ANAKS CO LTD",,,,06/2026,WC120,10000.00',
      'D2,1601EQ,2,500600700,0000,,"NUNEZ-OHARA JR","MA CONCEPCION",,06/2026,WI120,-250.50',
      'C2,1601EQ,123456789,0000,06/2026,9749.50',
      '',
    ].join('\r\n'),
  )
  expect(readAlphalist(text).exempt.map(({ payee, base }) => [payee, base])).toEqual([
    ['700800900', '10000.00'],
    ['500600700', '-250.50'],
  ])
})

test('unusual names are converted in the annual list, and exempt payees have their own schedule', () => {
  const [person, long, shop] = odd.map((taxpayer) => ({ taxpayer, atc: 'WC100', rate: '0.05' }))
  const { text } = annualFile({
    filer: { ...sample, branchCode: '00007' },
    year: 2026,
    rows: [
      { ...long!, base: 60_000_00n, tax: 3_000_00n },
      { ...person!, atc: 'WI100', base: -1_00n, tax: -5n },
    ],
    exempt: [{ ...shop!, rate: '0', base: 1n, tax: 0n }],
  })
  expect(text).toBe(
    [
      'H1604E,123456789,0007,12/31/2026',
      'D3,1604E,123456789,0007,12/31/2026,1,600700800,0000,"KAPISANAN NG MGA MANGANGALAKAL KAPISANAN NG MGA MA",,,,WC100,60000.00,5.00,3000.00',
      'D3,1604E,123456789,0007,12/31/2026,2,500600700,0000,,"NUNEZ-OHARA JR","MA CONCEPCION",,WI100,-1.00,5.00,-0.05',
      'C3,1604E,123456789,0007,12/31/2026,2999.95',
      'D4,1604E,123456789,0007,12/31/2026,1,700800900,0003,"MERCADO NI ALING NENA AND ANAKS CO LTD",,,,WC100,0.01',
      'C4,1604E,123456789,0007,12/31/2026,0.01',
      '',
    ].join('\r\n'),
  )
  expect(readAlphalist(text).exempt).toHaveLength(1)
})

test('unusual names and reversals are included in the summary of taxes withheld, of VAT and of percentage tax', () => {
  const [person, long, shop] = odd.map((taxpayer) => ({ taxpayer, rate: '0.05' }))
  const { name, text } = sawtFile({
    filer: sample,
    form: '2550Q',
    month: '2026-06',
    rows: [
      {
        ...long!,
        atc: 'WV010',
        base: 100_000_00n,
        tax: 5_000_00n,
        nature: 'Goods & "supplies", of all kinds; for the whole of an office',
      },
      { ...shop!, atc: 'WV020', base: -20_00n, tax: -1_00n, nature: 'Señor\u2019s services' },
      { ...person!, atc: 'WV020', base: 5n, tax: 0n, nature: '' },
    ],
  })
  expect(name).toBe('12345678900000620262550Q.DAT')
  expect(text).toBe(
    [
      'HSAWT,H2550Q,123456789,0000,"SAMPLE TRADING INC",,,,06/2026,033',
      'DSAWT,D2550Q,1,600700800,0000,"KAPISANAN NG MGA MANGANGALAKAL KAPISANAN NG MGA MA",,,,06/2026,"GOODS AND SUPPLIES OF ALL KINDS FOR THE WHOLE OF A",WV010,5.00,100000.00,5000.00',
      'DSAWT,D2550Q,2,700800900,0003,"MERCADO NI ALING NENA AND ANAKS CO LTD",,,,06/2026,"SENORS SERVICES",WV020,5.00,-20.00,-1.00',
      'DSAWT,D2550Q,3,500600700,0000,,"NUNEZ-OHARA JR","MA CONCEPCION",,06/2026,,WV020,5.00,0.05,0.00',
      'CSAWT,C2550Q,123456789,0000,06/2026,99980.05,4999.00',
      '',
    ].join('\r\n'),
  )
  expect(readAlphalist(text).details).toHaveLength(3)
})

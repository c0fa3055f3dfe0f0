// The files of RELIEF, byte by byte as derived by hand from the layouts, and read back by an independent reader.
import { expect, test } from 'vitest'
import { centavos, fieldsOf, readRelief } from '../../../test/dat-reader.ts'
import { alpha, company, juan, nino, sample } from '../../../test/taxpayers.ts'
import { importationsFile, purchasesFile, salesFile } from './relief.ts'
import type { ImportationRow } from './relief.ts'
import type { Listed } from './taxpayer.ts'

const month = '2026-06'
const none = { exempt: 0n, zeroRated: 0n, taxable: 0n, outputTax: 0n }

test('a list of sales matches the example of its layout', () => {
  const made = salesFile({
    filer: sample,
    month,
    rows: [
      { ...none, taxpayer: alpha, taxable: 100_000_00n, outputTax: 12_000_00n },
      { ...none, taxpayer: juan, taxable: 50_000_00n, outputTax: 6_000_00n },
    ],
  })
  expect(made.name).toBe('123456789S062026.DAT')
  expect(made.text).toBe(
    [
      'H,S,"123456789","SAMPLE TRADING INC.","","","","SAMPLE TRADING","12 MABINI ST BRGY 5","MANILA 1000",0.00,0.00,150000.00,18000.00,033,06/30/2026,12',
      'D,S,"111222333","ALPHA CORP.",,,,"1 RIZAL AVE","MANILA 1000",0,0,100000.00,12000.00,123456789,06/30/2026',
      'D,S,"444555666",,"DELA CRUZ","JUAN","SANTOS","2 LUNA ST","PASIG 1600",0,0,50000.00,6000.00,123456789,06/30/2026',
      '',
    ].join('\r\n'),
  )
  expect(readRelief(made.text).details.map(({ last }) => last)).toEqual(['', 'DELA CRUZ'])
})

test('names lose the characters that RELIEF refuses but keep periods; empty texts are unquoted in details and quoted in the header', () => {
  const rows = [{ ...none, taxpayer: nino, exempt: -1n, zeroRated: 5n }]
  const { text } = salesFile({ filer: { ...sample, tradeName: '' }, month: '2026-02', rows })
  expect(text).toBe(
    [
      'H,S,"123456789","SAMPLE TRADING INC.","","","","","12 MABINI ST BRGY 5","MANILA 1000",-0.01,0.05,0.00,0.00,033,02/28/2026,12',
      'D,S,"222333444","NINO AND SONS NANDU CO. TOOLS",,,,,,-0.01,0.05,0,0,123456789,02/28/2026',
      '',
    ].join('\r\n'),
  )
})

test('a list of purchases has each kind of purchase in its field, and non-creditable VAT only in the header', () => {
  const nothing = { exempt: 0n, zeroRated: 0n, services: 0n, capitalGoods: 0n, otherGoods: 0n }
  const { name, text } = purchasesFile({
    filer: sample,
    month,
    rows: [
      {
        ...nothing,
        taxpayer: alpha,
        services: 1_000_00n,
        capitalGoods: 20_000_00n,
        inputTax: 2_520_00n,
        notCreditable: 0n,
      },
      {
        ...nothing,
        taxpayer: juan,
        exempt: 750_50n,
        zeroRated: 10_00n,
        otherGoods: 100_00n,
        inputTax: 12_00n,
        notCreditable: 12_00n,
      },
    ],
  })
  expect(name).toBe('123456789P062026.DAT')
  expect(text).toBe(
    [
      'H,P,"123456789","SAMPLE TRADING INC.","","","","SAMPLE TRADING","12 MABINI ST BRGY 5","MANILA 1000",750.50,10.00,1000.00,20000.00,100.00,2532.00,2520.00,12.00,033,06/30/2026,12',
      'D,P,"111222333","ALPHA CORP.",,,,"1 RIZAL AVE","MANILA 1000",0,0,1000.00,20000.00,0,2520.00,123456789,06/30/2026',
      'D,P,"444555666",,"DELA CRUZ","JUAN","SANTOS","2 LUNA ST","PASIG 1600",750.50,10.00,0,0,100.00,12.00,123456789,06/30/2026',
      '',
    ].join('\r\n'),
  )
  expect(readRelief(text).head).toMatchObject({ inputTax: '2532.00', creditable: '2520.00', notCreditable: '12.00' })
})

test('a list of importations keeps the leading zeros of the customs receipt, and its dates in their fields', () => {
  const row: ImportationRow = {
    supplier: 'Shenzhen Paper Co., Ltd.',
    entryNo: 'C-12345',
    released: '2026-06-12',
    imported: '2026-06-09',
    country: "People's Republic of China",
    dutiable: 180_000_00n,
    charges: 20_000_00n,
    exempt: 0n,
    taxable: 200_000_00n,
    vat: 24_000_00n,
    receiptNo: '000987654',
    paid: '2026-06-11',
  }
  const { name, text } = importationsFile({ filer: sample, month, rows: [row] })
  expect(name).toBe('123456789I062026.DAT')
  expect(text).toBe(
    [
      'H,I,"123456789","SAMPLE TRADING INC.","","","","SAMPLE TRADING","12 MABINI ST BRGY 5","MANILA 1000",180000.00,20000.00,0.00,200000.00,24000.00,033,06/30/2026,12',
      'D,I,"C-12345",06/12/2026,"SHENZHEN PAPER CO. LTD.",06/09/2026,"PEOPLES REPUBLIC OF CHINA",180000.00,20000.00,0,200000.00,24000.00,"000987654",06/11/2026,123456789,06/30/2026',
      '',
    ].join('\r\n'),
  )
  expect(readRelief(text).details).toMatchObject([{ receiptNo: '000987654', imported: '06/09/2026' }])
})

test('a month without rows is a header of zeros', () => {
  const { text } = salesFile({ filer: sample, month, rows: [] })
  expect(readRelief(text).head).toMatchObject({ taxable: '0.00', rdo: '033', year: '12' })
  expect(fieldsOf(text)).toHaveLength(1)
})

test('names are cut at fifty letters, and a fiscal year ends in its closing month', () => {
  const long = company('long', `The ${'Very '.repeat(12)}Long Name Corporation`, '999888777')
  const rows = [{ ...none, taxpayer: long, exempt: 1n }]
  const { head, details } = readRelief(salesFile({ filer: { ...sample, fiscalYearEnd: 6 }, month, rows }).text)
  expect(details[0]?.['name']).toBe(`THE ${'VERY '.repeat(9)}V`)
  expect(details[0]?.['name']).toHaveLength(50)
  expect([head['year'], centavos(head['exempt'] ?? '')]).toEqual(['06', 1n])
})

test('unusual names, long names and negative amounts are accepted by RELIEF in a list of purchases and of importations', () => {
  const shop = company('shop', 'Mercado "ni Aling Ñeña" & Anak\u2019s Co., Ltd.', '700800900', {
    address: {
      substreet: 'Unit #5; 2/F',
      street: 'J.P. Laurel Ave.',
      barangay: 'Brgy. Sto. Niño',
      city: 'Parañaque',
      province: 'Metro Manila',
      zip: '1700',
    },
  })
  const person: Listed = {
    ...company('person', '', '500600700'),
    kind: 'individual',
    lastName: `De la ${'Cruz '.repeat(11)}`.trim(),
    firstName: 'José',
    middleName: '',
  }
  const nothing = { exempt: 0n, zeroRated: 0n, services: 0n, capitalGoods: 0n, otherGoods: 0n, notCreditable: 0n }
  const { text } = purchasesFile({
    filer: sample,
    month: '2026-04',
    rows: [
      { ...nothing, taxpayer: shop, otherGoods: -1_000_00n, inputTax: -120_00n },
      { ...nothing, taxpayer: person, exempt: 7n, inputTax: 0n },
    ],
  })
  expect(text).toBe(
    [
      'H,P,"123456789","SAMPLE TRADING INC.","","","","SAMPLE TRADING","12 MABINI ST BRGY 5","MANILA 1000",0.07,0.00,0.00,0.00,-1000.00,-120.00,-120.00,0.00,033,04/30/2026,12',
      'D,P,"700800900","MERCADO NI ALING NENA AND ANAKS CO. LTD.",,,,"UNIT #5 2/F J.P. LAUREL AVE. BRGY. STO. NINO","PARANAQUE 1700",0,0,0,0,-1000.00,-120.00,123456789,04/30/2026',
      'D,P,"500600700",,"DE LA CRUZ CRUZ CRUZ CRUZ CRUZ CRUZ CRUZ CRUZ CRUZ","JOSE",,,,0.07,0,0,0,0,0,123456789,04/30/2026',
      '',
    ].join('\r\n'),
  )
  expect(readRelief(text).details).toHaveLength(2)
  const imported = importationsFile({
    filer: sample,
    month: '2026-04',
    rows: [
      {
        supplier: 'Société "Étoile" & Fils',
        entryNo: 'C-1,2',
        released: '2026-04-02',
        imported: '2026-04-01',
        country: "Côte d'Ivoire",
        dutiable: 1n,
        charges: 0n,
        exempt: 1n,
        taxable: 0n,
        vat: 0n,
        receiptNo: '000 1',
        paid: '2026-04-02',
      },
    ],
  })
  expect(imported.text.split('\r\n')[1]).toBe(
    'D,I,"C-1 2",04/02/2026,"SOCIETE ETOILE AND FILS",04/01/2026,"COTE DIVOIRE",0.01,0,0.01,0,0,"000 1",04/02/2026,123456789,04/30/2026',
  )
  expect(readRelief(imported.text).details).toHaveLength(1)
})

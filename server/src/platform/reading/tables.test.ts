// Tables as banks and spreadsheet programs write them: CSV files with the quirks of Excel, and workbooks with dates, formulas
// and hidden rows.
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { zipOf } from '../../../test/evil-files.ts'
import { readStatement } from './statement.ts'

const read = async (bytes: Uint8Array) => readStatement({ bytes, said: null, kept: [] })
const utf8 = (text: string) => new TextEncoder().encode(text)
const lines = async (bytes: Uint8Array) => {
  const { statements, mistakes, open } = await read(bytes)
  expect({ mistakes, open }).toEqual({ mistakes: [], open: [] })
  return statements[0]?.lines.map(({ day, amount, description, reference }) =>
    [day, amount, description, reference].filter((part) => part !== undefined).join(' '),
  )
}

test('a CSV with a byte order mark, a separator line, quoted line breaks, numbers stored as text, decimal commas and blank rows', async () => {
  const text = `\uFEFFsep=;\r
"Account Number:";="0012345678"\r
\r
"Posting
Date";Description;Reference No.;Debit;Credit\r
28.02.2026;"SUKI ""BEST"" STORE;
MAKATI";="000123";1.250,00;\r
\r
01.03.2026;x;'000124;;2,5\r
;Total;;1.250,00;2,50\r
`
  const { statements } = await read(utf8(text))
  expect(statements[0]).toMatchObject({ account: '0012345678' })
  const expected = ['2026-02-28 -125000 SUKI "BEST" STORE; MAKATI 000123', '2026-03-01 250 x 000124']
  expect(await lines(utf8(text))).toEqual(expected)
  const wide = Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))
  expect(await lines(wide)).toEqual(expected)
})

test.each(['\t', '|', ','])('a CSV with the delimiter %j', async (mark) => {
  const text = [
    ['Date', 'Description', 'Amount'],
    ['2026-03-01', 'a', '1.00'],
    ['2026-03-02', 'b', '(2.00)'],
  ]
  expect(await lines(utf8(text.map((row) => row.join(mark)).join('\r')))).toEqual([
    '2026-03-01 100 a',
    '2026-03-02 -200 b',
  ])
})

test.each([
  ['1900', (day: number) => day],
  ['1904', (day: number) => day - 1462],
])(
  'a workbook with dates counted from %s, times, formulas, amounts as text and a hidden row',
  async (system, serial) => {
    const text = (words: string) => `<is><t>${words}</t></is>`
    const rows = [
      `<row r="1"><c r="A1" t="inlineStr">${text('Sample Savings Bank')}</c></row>`,
      `<row r="2">${['Posting Date', 'Description', 'Debit', 'Credit', 'Balance'].map((title, at) => `<c r="${'ABCDE'[at]}2" t="inlineStr">${text(title)}</c>`).join('')}</row>`,
      `<row r="3"><c r="A3" s="1"><v>${serial(46_082)}</v></c><c r="B3" t="inlineStr">${text('DEPOSIT')}</c><c r="D3"><v>0.30000000000000004</v></c><c r="E3"><f>E1+D3</f><v>10.3</v></c></row>`,
      `<row r="4" hidden="1"><c r="A4" s="2"><v>${serial(46_083) + 0.999}</v></c><c r="B4" t="str"><f>"A"&amp;"TM"</f><v>ATM</v></c><c r="C4" t="inlineStr">${text(' 1,000.05 ')}</c><c r="E4"><v>-989.75</v></c></row>`,
      `<row r="5"><c r="A5" t="d"><v>2026-03-03T00:00:00</v></c><c r="B5" t="inlineStr"><is><r><t>RICH </t></r><r><t>TEXT</t></r></is></c><c r="C5"><v>1E2</v></c><c r="E5"><v>-1089.75</v></c></row>`,
    ]
    const bytes = workbook(rows.join(''), system === '1904')
    expect(await lines(bytes)).toEqual([
      '2026-03-01 30 DEPOSIT',
      '2026-03-02 -100005 ATM',
      '2026-03-03 -10000 RICH TEXT',
    ])
  },
)

test('a workbook with unformatted dates and a title in merged cells', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['Statement of account', null, null, null],
          ['Date', 'Description', 'Amount', 'Balance'],
          [46_082, 'a', 100, 100],
          [46_083.5, 'b', -0.1, 99.9],
        ],
        merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }],
      },
    ],
  })
  expect(await lines(bytes)).toEqual(['2026-03-01 10000 a', '2026-03-02 -10 b'])
})

test('a workbook amount with fractions of a centavo is an error in its row and is not rounded', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['Date', 'Description', 'Amount'],
          ['2026-03-01', 'a', 1.005],
          ['2026-03-02', 'b', 1],
        ],
      },
    ],
  })
  expect((await read(bytes)).mistakes).toEqual([{ row: 1, message: "'1.005000' has more than two decimals." }])
})

/** A workbook with one sheet and only the required parts. */
function workbook(rows: string, from1904: boolean): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells></worksheet>`,
  })
}

// A printed cheque has its marks where the layout says, to a tenth of a millimeter, and nothing else.
import { expect, test } from 'vitest'
import { usualTemplate } from '@talaan/ledger/banking/cheques.ts'
import { getDocumentProxy } from 'unpdf'
import { chequeToPdf, testChequeToPdf } from './cheque.ts'

const written = { payee: 'Haligi Realty, Inc.', day: '2026-11-22', amount: 12_345_678n, currency: 'PHP', no: '0004513' }
const printing = { template: { ...usualTemplate, offset: { x: 1.5, y: -2 } }, printedAt: 0, author: '' }
const mm = (points: number) => Math.round((points / 72) * 254) / 10

/** Each text with its position: millimeters from the left and top of the leaf. */
async function marksOf(bytes: Uint8Array): Promise<[string, number, number][]> {
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  expect([mm(page.view[2] ?? 0), mm(page.view[3] ?? 0)]).toEqual([203, 76])
  const { items } = await page.getTextContent()
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [[item.str, mm(item.transform[4]), mm((page.view[3] ?? 0) - item.transform[5])] as [string, number, number]]
      : [],
  )
}

test('date, payee, figures and words are printed in their places, moved by the printer offset', async () => {
  const marks = await marksOf(await chequeToPdf(written, printing))
  expect(marks.slice(0, 10)).toEqual([
    ...['1', '1', '2', '2', '2', '0', '2', '6'].map((digit, i) => [
      digit,
      [149.5, 154.5, 162, 167, 174.5, 179.5, 184.5, 189.5][i],
      12,
    ]),
    ['Haligi Realty, Inc.', 29.5, 25],
    ['123,456.78', 153.5, 25],
  ])
  expect(marks[10]?.[0]).toMatch(/^ONE HUNDRED TWENTY-THREE THOUSAND .* PESOS AND 78\/100 ONLY \*{3,}$/)
  expect(marks[10]?.slice(1)).toEqual([25.5, 34])
  expect(marks.slice(11).map(([text]) => text)).toEqual(["FOR PAYEE'S ACCOUNT ONLY"])
})

test('a cheque to Cash is not crossed, and the test print has a grid next to the same marks', async () => {
  const toCash = await marksOf(await chequeToPdf({ ...written, payee: 'Cash' }, printing))
  expect(toCash).toHaveLength(11)
  const tested = (await marksOf(await testChequeToPdf(written, printing))).map(([text]) => text)
  expect(tested).toContain('123,456.78')
  expect(tested).toContain('Print at 100%, not scaled to fit the page. Each square is 10 mm.')
})

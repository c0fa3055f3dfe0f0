// What the recorded documents of a supplier teach about its labels, and when that is not used.
import { expect, test } from 'vitest'
import { learnLabels, withLearned } from './learned-labels.ts'
import { readDocument } from './read-document.ts'
import { wordsOf } from '../../test/words-of-page.ts'

const known = { ownTin9: '009111222', ownName: 'Kalayaan Trading Corp.', today: '2026-11-28', vatPercent: 12n }

type Printed = { number: string; order?: string; day?: string; due?: string; total?: string }
/** Its number is at 'Our Ser.', and its date below a heading. */
const page = ({ number, order = '77120', day = '10/05/2026', due = '10/06/2026', total = '1,120.00' }: Printed) => `
Perlas Hardware OPC
5 Colon St., Cebu City
VAT REG TIN 123-456-789-00000
SALES INVOICE                                                     Our Ser.  ${number}
Sold to: Kalayaan Trading Corp.                   Ref No. ${order}
Drawn up                Handed over
${day}              ${due}
Pump                                                                        ${total}
Sum to be settled                                                           ${total}`

type Values = Parameters<typeof learnLabels>[0][number]['values']
const recorded = (printed: Printed, values: Values) => ({ words: wordsOf(page(printed)), values })
const documents = [
  recorded({ number: '004512' }, { number: '004512', day: '2026-10-05', total: '112000' }),
  recorded(
    { number: '004513', total: '2,240.00', day: '10/09/2026' },
    { number: '4513', day: '2026-10-09', total: '224000' },
  ),
]
const words = wordsOf(page({ number: '004601', order: '80011', day: '11/02/2026', total: '560.50' }))
const valuesWith = (labels: ReturnType<typeof learnLabels>) =>
  Object.fromEntries(
    withLearned(readDocument(words, known), words, labels, known).fields.map(({ name, value, grade }) => [
      name,
      `${value} ${grade}`,
    ]),
  )

test('two corrected documents teach the labels of a supplier', () => {
  expect(valuesWith({})).not.toMatchObject({ number: '004601 labelled' })
  const labels = learnLabels(documents, known)
  expect(labels).toEqual({ number: 'Our Ser.', day: 'Drawn up', total: 'Sum to be settled' })
  expect(valuesWith(labels)).toMatchObject({
    number: '004601 labelled',
    day: '2026-11-02 labelled',
    total: '56050 labelled',
  })
})

test('nothing is learned of one document, or of values that were read', () => {
  expect(learnLabels(documents.slice(0, 1), known)).toEqual({})
  const read = documents.map(({ words: of }) => {
    const { fields } = readDocument(of, known)
    return { words: of, values: { number: fields.find(({ name }) => name === 'number')?.value ?? '' } }
  })
  expect(read.map(({ values }) => values.number)).not.toContain('')
  expect(learnLabels(read, known)).toEqual({})
})

test('a label that would have given another value once is not used', () => {
  const other = recorded({ number: '004514' }, { number: '990001', day: '2026-10-05', total: '112000' })
  expect(learnLabels([...documents, other], known).number).toBeUndefined()
})

test('a proved value stays', () => {
  const proved = readDocument(words, known)
  const fields = proved.fields.map((field) => ({ ...field, grade: 'proved' as const }))
  const labels = learnLabels(documents, known)
  const { fields: kept } = withLearned({ ...proved, fields }, words, labels, known)
  for (const field of fields) expect(kept).toContainEqual(field)
})

// The messages of an external form, as they arrive from an unknown page.
import { expect, test } from 'vitest'
import { kindsOfForm, readOutsideMessage } from './launches.ts'

test.for([
  [{ talaan: 'recorded' }, { talaan: 'recorded' }],
  ['{"talaan":"activity"}', { talaan: 'activity' }],
  [
    { talaan: 'height', height: 640 },
    { talaan: 'height', height: 640 },
  ],
  [{ talaan: 'height', height: 10_000_000 }, null],
  [{ talaan: 'height', height: '640' }, null],
  [{ talaan: 'recorded', number: 'SI-2026-000001' }, null],
  [{ talaan: 'navigate', to: '/' }, null],
  ['{"talaan":', null],
  [`{"talaan":"close","x":"${'x'.repeat(2000)}"}`, null],
  [null, null],
  [7, null],
] as const)('%j is read as %j', ([data, message]) => {
  expect(readOutsideMessage(data)).toEqual(message)
})

test('each form records its own types of documents, without those that have no form', () => {
  expect(kindsOfForm('invoice')).toEqual(['invoice'])
  expect(kindsOfForm('journalvoucher')).toEqual(['journalvoucher'])
  expect(kindsOfForm('customertin')).toEqual([])
})

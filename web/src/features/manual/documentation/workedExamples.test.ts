import { expect, test } from 'vitest'
import { postedExamples } from './postedExamples.ts'
import { workedExamples } from './workedExamples.ts'

test('the documentation shows what the rules post today; after a change: node scripts/examples.ts', () => {
  expect(postedExamples).toEqual(workedExamples())
})

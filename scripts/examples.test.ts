import { expect, test } from 'vitest'
import { postedExamples } from '../web/src/features/manual/documentation/postedExamples.ts'
import { workedExamples } from './examples/all.ts'

test('the documentation shows what the rules post today; after a change: node scripts/examples.ts', () => {
  expect(postedExamples).toEqual(workedExamples())
})

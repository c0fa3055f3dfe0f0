import { expect, test } from 'vitest'
import { reasonSentence } from './reasonSentence.ts'

const good = (words: string) => ({ words, good: true })
const bad = (words: string) => ({ words, good: false })

test('the reasons of a suggestion are one sentence, with the doubts at its end', () => {
  expect(reasonSentence([good('Same amount'), good('Same day'), good('Cheque 4501')])).toBe(
    'Same amount, same day, cheque 4501.',
  )
  expect(reasonSentence([good('Same amount'), bad('Other entries have this amount'), bad('12 days later')])).toBe(
    'Same amount, but other entries have this amount, 12 days later.',
  )
  expect(reasonSentence([bad('Amount differs by 5.00')])).toBe('Amount differs by 5.00.')
  expect(reasonSentence([])).toBe('')
})

import { expect, test } from 'vitest'
import { takenText, wordsBetween } from './taken.ts'

const word = (text: string, x0: number, y0: number) => ({ text, x0, y0, x1: x0 + text.length / 100, y1: y0 + 0.02 })

test('words between two places are taken in the order in which they are read, an amount without its peso sign', () => {
  const words = [word('2026', 0.4, 0.1), word('March', 0.1, 0.102), word('10,', 0.3, 0.099), word('Total', 0.1, 0.3)]
  const taken = (from: number, to: number) =>
    takenText(wordsBetween(words, from, to).map((at) => words[at] ?? words[0]!))
  expect(taken(1, 0)).toBe('March 10, 2026')
  expect(taken(0, 1)).toBe('March 10, 2026')
  expect(taken(2, 2)).toBe('10,')
  expect(taken(0, 3)).toBe('March 10, 2026 Total')
  expect(wordsBetween(words, 0, 9)).toEqual([])
  for (const [printed, typed] of [
    ['₱1,120.00', '1,120.00'],
    ['P 1,120.00', '1,120.00'],
    ['P.O. 12', 'P.O. 12'],
    ['P12-A', 'P12-A'],
    ['Php500', '500'],
  ] as const)
    expect(takenText([word(printed, 0, 0)]), printed).toBe(typed)
})

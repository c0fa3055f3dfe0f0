import { expect, test } from 'vitest'
import { mutantsIn, mutated, sentenceOf } from './mutants.ts'

const source = `
type Answer = true | 1
const list: Answer[] = []
export function f(a: number, b = 2n): string {
  if (a >= 10 && !list.some((each) => each === a)) throw new Error('no')
  list.push(1 as Answer)
  return 'peso ₱' + String(b + 1n)
}
`

test('mutants change operators, conditions, values, calls and statements, and leave types and texts alone', () => {
  const mutants = mutantsIn('f.ts', source)
  expect(mutants.map((mutant) => sentenceOf('f.ts', source, mutant))).toEqual([
    'f.ts:4:34 2n → 3n',
    'f.ts:5:7 a >= 10 && !list.some((each) => each === a) → true',
    'f.ts:5:7 a >= 10 && !list.some((each) => each === a) → false',
    'f.ts:5:15 && → ||',
    'f.ts:5:9 >= → >',
    'f.ts:5:12 10 → 11',
    'f.ts:5:18 !list.some((each) => each === a) → list.some((each) => each === a)',
    'f.ts:5:24 some → every',
    'f.ts:5:44 === → !==',
    "f.ts:5:52 throw new Error('no') → ;",
    'f.ts:6:3 list.push(1 as Answer) → ;',
    'f.ts:6:13 1 → 2',
    'f.ts:7:30 + → -',
    'f.ts:7:32 1n → 2n',
  ])
  const [first] = mutants
  expect(first && mutated(source, first)).toBe(source.replace('2n', '3n'))
})

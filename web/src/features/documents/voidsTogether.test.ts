import { expect, test } from 'vitest'
import { outcomesOf, planOf } from './voidsTogether.ts'

const row = (id: string) => ({ id, kind: 'invoice', number: `SI-${id}`, partyName: null, total: 100n }) as const
const clear = { steps: [], refusal: null, consequences: [] }
const day = '2026-03-16'

test('a document that others depend on, that is void or that may not be voided stays recorded, with the reason', () => {
  const steps = [{ id: 'x', kind: 'collection', number: 'CR-9' } as const]
  expect(planOf(row('1'), day, { ...clear, steps }).refusal).toBe('Void first what depends on it: CR-9.')
  expect(planOf(row('1'), day, { ...clear, refusal: 'March is closed.' }).refusal).toBe('March is closed.')
  expect(planOf(row('1'), day, null).refusal).toBe('It is void already.')
  expect(planOf(row('1'), day, 'Try again.').refusal).toBe('Try again.')
})

test('the consequences of each document are sentences, with the number of the other document', () => {
  const document = { id: 'y', kind: 'bill', number: 'BL-3' } as const
  const consequences = [
    { words: 'is open again.', document },
    { words: 'A return was filed.', document: null },
  ]
  expect(planOf(row('1'), day, { ...clear, consequences }).consequences).toEqual([
    'BL-3 is open again.',
    'A return was filed.',
  ])
})

test('the result says for each document whether it was voided, refused, failed, or not reached', () => {
  const plans = [
    planOf(row('1'), day, clear),
    planOf(row('2'), day, null),
    planOf(row('3'), day, clear),
    planOf(row('4'), day, clear),
  ]
  const told = new Map([
    ['1', null],
    ['3', 'This month is closed.'],
  ])
  expect(outcomesOf(plans, told).map(({ row: { id }, state, detail }) => [id, state, detail])).toEqual([
    ['1', 'voided', null],
    ['2', 'refused', 'It is void already.'],
    ['3', 'failed', 'This month is closed.'],
    ['4', 'stopped', null],
  ])
})

import { expect, test } from 'vitest'
import { outcomesOf, plansOf, sumOfOutcomes } from './voidsTogether.ts'

const row = (id: string) => ({ id, kind: 'invoice', number: `SI-${id}`, partyName: null, total: 100n }) as const
const clear = { steps: [], refusal: null, consequences: [] }
const steps = (...ids: string[]) => ids.map((id) => ({ id, kind: 'collection', number: `SI-${id}` }) as const)
const looked = (id: string, preview: Parameters<typeof plansOf>[0][number]['preview'] = clear) => ({
  row: row(id),
  preview,
})
const refusals = (...all: Parameters<typeof plansOf>[0][number][]) =>
  plansOf(all).map((plan) => [plan.row.id, plan.refusal])

test('a document that others depend on, that is void or that may not be voided stays recorded, with the reason', () => {
  expect(
    refusals(
      looked('1', { ...clear, steps: steps('9') }),
      looked('2', { ...clear, refusal: 'March is closed.' }),
      looked('3', null),
      looked('4', 'Try again.'),
    ),
  ).toEqual([
    ['2', 'March is closed.'],
    ['3', 'This document is already void.'],
    ['4', 'Try again.'],
    ['1', 'First void the documents that depend on this one: SI-9.'],
  ])
})

test('selected documents that depend on each other are voided in their order, and stay recorded together', () => {
  const chain = (last: Parameters<typeof plansOf>[0][number]) =>
    refusals(
      looked('invoice', { ...clear, steps: steps('deposit', 'receipt') }),
      looked('receipt', { ...clear, steps: steps('deposit') }),
      last,
    )
  expect(chain(looked('deposit'))).toEqual([
    ['deposit', null],
    ['receipt', null],
    ['invoice', null],
  ])
  const first = 'First void the documents that depend on this one: SI-deposit.'
  expect(chain(looked('deposit', { ...clear, refusal: 'March is closed.' }))).toEqual([
    ['deposit', 'March is closed.'],
    ['receipt', first],
    ['invoice', first],
  ])
  // Someone else voided it after the list was loaded, so nothing prevents the others.
  expect(chain(looked('deposit', null)).slice(1)).toEqual([
    ['receipt', null],
    ['invoice', null],
  ])
})

test('the consequences of each document are sentences, with the number of the other document', () => {
  const document = { id: 'y', kind: 'bill', number: 'BL-3' } as const
  const consequences = [
    { words: 'is open again.', document },
    { words: 'A return was filed.', document: null },
  ]
  expect(plansOf([looked('1', { ...clear, consequences })])[0]?.consequences).toEqual([
    'BL-3 is open again.',
    'A return was filed.',
  ])
})

test('the result says for each document whether it was voided, refused, failed, or not reached', () => {
  const plans = plansOf([looked('1'), looked('2', null), looked('3'), looked('4'), looked('5')])
  const told = new Map([
    ['1', null],
    ['3', { sentence: 'This month is closed.', isUnknown: false }],
    ['4', { sentence: 'There was no answer.', isUnknown: true }],
  ])
  const outcomes = outcomesOf(plans, told)
  expect(outcomes.map(({ row: { id }, state, detail }) => [id, state, detail])).toEqual([
    ['1', 'voided', null],
    ['2', 'refused', 'This document is already void.'],
    ['3', 'failed', 'This month is closed.'],
    ['4', 'unknown', 'There was no answer.'],
    ['5', 'stopped', null],
  ])
  expect(sumOfOutcomes(outcomes)).toBe('1 voided, 2 not voided, 1 unknown, 1 not reached')
})

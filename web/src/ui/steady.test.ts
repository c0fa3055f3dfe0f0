import { createElement } from 'react'
import { expect, test } from 'vitest'
import { same } from './steady.tsx'

const act = () => undefined
const element = createElement('i')

test.for([
  ['the same text', { label: 'Day', value: '1' }, { label: 'Day', value: '1' }, true],
  ['another value', { label: 'Day', value: '1' }, { label: 'Day', value: '2' }, false],
  ['one more property', { label: 'Day' }, { label: 'Day', error: 'No.' }, false],
  ['one property less', { label: 'Day', error: 'No.' }, { label: 'Day' }, false],
  ['a different name for undefined', { error: undefined }, { hint: undefined }, false],
  ['a new equal list', { data: [{ value: 'a' }] }, { data: [{ value: 'a' }] }, true],
  ['a list in another order', { data: ['a', 'b'] }, { data: ['b', 'a'] }, false],
  ['a shorter list', { data: ['a', 'b'] }, { data: ['a'] }, false],
  ['a list and a record', { data: [] }, { data: {} }, false],
  ['amounts', { total: 12n }, { total: 12n }, true],
  ['the same function', { on: act }, { on: act }, true],
  ['a function inside a new equal record', { on: { act } }, { on: { act: () => undefined } }, false],
  ['the same element', { icon: element }, { icon: element }, true],
  ['a new equal element', { icon: element }, { icon: createElement('i') }, false],
] as const)('%s', ([, one, other, isSame]) => {
  expect(same(one, other)).toBe(isSame)
})

// The user's own Enter path.
import { expect, test } from 'vitest'
import { enterName, enterPathToggled } from './enterPath.ts'

test.each([
  ['email', 'email'],
  ['lines-0-account', 'lines.account'],
  ['rows-12-pay', 'rows.pay'],
  ['tag-project', 'tag-project'],
])('the field %s is called %s, and all cells of a column have one name', (id, name) => {
  expect(enterName(id)).toBe(name)
})

test('a field gets the opposite rule, and loses it the second time', () => {
  const once = enterPathToggled({ day: 'pass' }, 'lines-3-account', true)
  expect(once).toEqual({ day: 'pass', 'lines.account': 'stop' })
  expect(enterPathToggled(once, 'lines-0-account', false)).toEqual({ day: 'pass' })
  expect(enterPathToggled({}, 'memo', false)).toEqual({ memo: 'pass' })
})

import { afterEach, expect, test } from 'vitest'
import { setDecimalsImplied, withPoint } from './impliedDecimals.ts'

afterEach(() => setDecimalsImplied(false))

test('with implied decimals the last two digits are centavos; a point, a comma or a calculation stays as typed', () => {
  expect(withPoint('125050')).toBe('125050')
  setDecimalsImplied(true)
  const read = ['125050', '5', '50', '1250.', '1,250', '100+20', '', '-500'].map(withPoint)
  expect(read).toEqual(['1250.50', '0.05', '0.50', '1250.', '1,250', '100+20', '', '-500'])
})

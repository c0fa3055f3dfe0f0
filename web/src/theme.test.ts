import { mobileBreakpointPx } from '@talaan/contract/screen.ts'
import { expect, test } from 'vitest'
import { brandGreen, mobileBreakpoint, theme } from './theme.ts'

test('brand green on buttons; default primary colour blue', () => {
  expect(theme.components?.['Button']?.defaultProps).toEqual({ color: 'brand' })
  expect(theme.colors?.['brand']).toContain(brandGreen)
  expect(theme.primaryColor).toBe('blue')
})

test('the theme breaks where the navigation folds: 760 px', () => {
  expect(Number.parseFloat(mobileBreakpoint) * 16).toBe(mobileBreakpointPx)
})

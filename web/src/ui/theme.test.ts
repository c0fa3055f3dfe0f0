import { DEFAULT_THEME, type MantineTheme } from '@mantine/core'
import { mobileBreakpointPx } from '@talaan/contract/screen.ts'
import { expect, test } from 'vitest'
import { brandGreen, cssVariables, mobileBreakpoint, theme } from './theme.ts'

test('brand green on buttons; default primary color blue', () => {
  expect(theme.components?.['Button']?.defaultProps).toEqual({ color: 'brand' })
  expect(theme.colors?.['brand']).toContain(brandGreen)
  expect(theme.primaryColor).toBe('blue')
})

test("the theme's breakpoint is where the navigation folds: 760 px", () => {
  expect(Number.parseFloat(mobileBreakpoint) * 16).toBe(mobileBreakpointPx)
})

test.for([
  { scheme: 'light', field: '#ffffff', sheet: '#ffffff' },
  { scheme: 'dark', field: DEFAULT_THEME.colors.dark[6], sheet: DEFAULT_THEME.colors.dark[7] },
] as const)('the edge of a field stands out, and the placeholder can be read: $scheme', ({ scheme, field, sheet }) => {
  const variables = cssVariables(DEFAULT_THEME as MantineTheme)[scheme]
  expect(contrast(colorOf(variables['--talaan-field'] ?? ''), sheet)).toBeGreaterThan(3)
  expect(contrast(colorOf(variables['--mantine-color-placeholder'] ?? ''), field)).toBeGreaterThan(4.5)
})

/** '#868e96' of 'var(--mantine-color-gray-6)'. */
function colorOf(value: string): string {
  const [, name = '', shade = ''] = /^var\(--mantine-color-([a-z]+)-(\d)\)$/.exec(value) ?? []
  return DEFAULT_THEME.colors[name as 'gray']?.[Number(shade)] ?? value
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [lightness(one), lightness(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The relative luminance of WCAG. */
function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

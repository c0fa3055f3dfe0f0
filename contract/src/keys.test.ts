// Every page and form has a unique two-key shortcut.
import { expect, test } from 'vitest'
import { cards, cardTarget, categoryPages, formScreens } from './cards.ts'
import { fromFrame } from './channel.ts'
import { frameKeys, keysTo, sequences } from './keys.ts'

test('each category page, form and card has keyboard shortcuts', () => {
  const all = [
    ...categoryPages.map(({ path }) => path),
    ...formScreens.map(({ path }) => path),
    ...cards.map(cardTarget),
  ]
  expect(all.filter((path) => keysTo(path) === undefined)).toEqual([])
})

test('no two pages share a shortcut, and each shortcut is two letters', () => {
  const places = Object.values(sequences)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toContain('/dashboard')
  expect(places).toHaveLength(25 + formScreens.length)
  for (const keys of Object.keys(sequences)) expect(keys).toMatch(/^[gn] [a-z]$/)
})

test('the form of a page uses the letter of its page', () => {
  for (const card of cards) {
    const page = categoryPages.find(({ category }) => category === card.category)
    if (page === undefined || card.id === 'vendortin') continue
    expect(keysTo(card.buttonLink)?.at(-1), card.title).toBe(keysTo(page.path)?.at(-1))
  }
})

test('a frame passes on only the keys of the table', () => {
  for (const keys of frameKeys) expect(fromFrame.safeParse({ type: 'keys', keys }).success).toBe(true)
  for (const keys of ['', 'g', 'g g', 'y', 'Ctrl C', 'g h n i', '/invoiceform', 1])
    expect(fromFrame.safeParse({ type: 'keys', keys }).success, String(keys)).toBe(false)
})

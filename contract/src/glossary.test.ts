import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { glossary } from './glossary.ts'

const docs = new URL('../../docs/glossary.md', import.meta.url)

test('the glossary is in alphabetical order, each term once, with a meaning of one or two short sentences', () => {
  const terms = glossary.map(({ term }) => term)
  expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const { term, meaning } of glossary) {
    expect(meaning, term).toMatch(/^[A-Z].*\.$/)
    expect(meaning.length, term).toBeLessThan(130)
  }
})

test('docs/glossary.md lists every term of the screens', () => {
  const listed = readFileSync(docs, 'utf8')
  for (const { term } of glossary) expect(listed.toLowerCase(), term).toContain(term.toLowerCase())
})

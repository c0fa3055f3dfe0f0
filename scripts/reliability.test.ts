import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { proofs, withFigures } from './reliability.ts'
import type { ProofResult } from './reliability.ts'
import { inTurn } from './steps.ts'

const inDocs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const stored = JSON.parse(inDocs('reliability.json')) as ProofResult[]

test('docs/reliability.md shows the stored results of the soak', () => {
  expect(withFigures(inDocs('reliability.md'), stored)).toBe(inDocs('reliability.md'))
  expect(stored.filter(({ isPassed }) => !isPassed)).toEqual([])
})

test('the result of a step is stored before the next step begins', async () => {
  const order: string[] = []
  const step = (name: string) => ({
    name,
    run: async () => {
      order.push(`${name} runs`)
      return { passed: 1, failures: [] }
    },
  })
  await inTurn([step('kills'), step('standby')], ({ name }) => void order.push(`${name} is stored`))
  expect(order).toEqual(['kills runs', 'kills is stored', 'standby runs', 'standby is stored'])
})

test('a failed proof is marked', () => {
  const [first] = stored
  if (first === undefined) throw new Error('docs/reliability.json has no results.')
  expect(withFigures(inDocs('reliability.md'), [{ ...first, isPassed: false }])).toContain('**Failed.**')
})

test('each proof with figures is a step of the soak', () => {
  const soak = readFileSync(join(root, 'scripts', 'soak.ts'), 'utf8')
  expect(Object.keys(proofs).filter((name) => !soak.includes(`'${name}'`))).toEqual([])
})

// Every schema of the house judges the same whether it is made at once or when it is asked.
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as later from './lazyZod.ts'

type Z = typeof z
const lazily = later as unknown as Z

/** One schema of each sort that the contract has, with what it is asked. */
const schemas: Record<string, { schema: (by: Z) => z.ZodType; asked: unknown[] }> = {
  'a text with bounds': {
    schema: (by) =>
      by
        .string()
        .trim()
        .min(2, 'Too short.')
        .max(4, 'Too long.')
        .regex(/^[a-z]+$/, 'Letters.'),
    asked: [' ab ', 'a', 'abcde', 'A1', 7],
  },
  'a text that may be missing': { schema: (by) => by.string().optional(), asked: ['a', undefined, null] },
  'a shape of shapes': {
    schema: (by) => by.strictObject({ id: by.uuid(), lines: by.array(by.object({ n: by.int().positive() })).max(1) }),
    asked: [{ id: 'no', lines: [{ n: 0 }, { n: 1 }], more: 1 }, { lines: [] }],
  },
  'a shape made from another': {
    schema: (by) =>
      by.object({ a: by.string(), b: by.number() }).pick({ a: true }).extend({ c: by.boolean() }).partial(),
    asked: [{ a: 'x', b: 'gone', c: true }, { c: 'no' }],
  },
  'one of several shapes': {
    schema: (by) =>
      by.discriminatedUnion('kind', [
        by.object({ kind: by.literal('paper'), no: by.string() }),
        by.object({ kind: by.enum(['card', 'coin']), no: by.null() }),
      ]),
    asked: [{ kind: 'paper', no: '1' }, { kind: 'coin', no: null }, { kind: 'none' }],
  },
  'what is read and written': {
    schema: (by) =>
      by.codec(by.string().regex(/^\d+$/), by.bigint(), { decode: (text) => BigInt(text), encode: (n) => String(n) }),
    asked: ['12', 'x'],
  },
  'a part of a shape': {
    schema: (by) =>
      by
        .object({ rows: by.array(by.string().min(1)).default([]) })
        .shape.rows.unwrap()
        .element.nullable(),
    asked: ['x', '', null],
  },
  'a rule over fields': {
    schema: (by) =>
      by
        .object({ from: by.iso.date(), to: by.iso.date() })
        .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The end is before the beginning.' }),
    asked: [
      { from: '2026-01-02', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-02' },
    ],
  },
}

test.each(Object.entries(schemas))('%s is judged the same when it is made late', (_, { schema, asked }) => {
  const [atOnce, late] = [schema(z), schema(lazily)]
  for (const value of asked) expect(late.safeParse(value)).toEqual(atOnce.safeParse(value))
})

test('a schema is made when the first value is judged by it, and once', () => {
  let made = 0
  const rule = {
    get error() {
      made += 1
      return 'No.'
    },
  }
  const schema = lazily.object({ a: lazily.array(lazily.string(rule)) }).optional()
  expect(made).toBe(0)
  expect(schema.safeParse({ a: [1] }).error?.issues[0]?.message).toBe('No.')
  const then = made
  expect(then).toBeGreaterThan(0)
  schema.safeParse({ a: ['x'] })
  expect(made).toBe(then)
})

test('what was made at once and what waits go into each other', () => {
  const { a } = lazily.object({ a: lazily.string().min(1) }).shape
  expect(z.encode(lazily.object({ a, b: z.literal('b') }), { a: 'x', b: 'b' })).toEqual({ a: 'x', b: 'b' })
})

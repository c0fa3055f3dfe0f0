import { expect, test } from 'vitest'
import { z } from './zod.ts'

test.each([
  [
    z.strictObject({ documentId: z.uuid() }),
    { documentId: '7' },
    'documentId is not a valid ID. Check the address, or copy the whole ID again: it has 36 characters, such as 0198f2c4-5b1e-7c3a-9d2e-6f1a2b3c4d5e.',
  ],
  [
    z.strictObject({ lines: z.array(z.strictObject({ amount: z.string() })) }),
    { lines: [{}] },
    'lines.0.amount is missing.',
  ],
  [z.strictObject({ lines: z.array(z.string()) }), { lines: 'a' }, 'lines must be an array.'],
  [z.strictObject({ limit: z.int() }), { limit: 1.5 }, 'limit must be a whole number.'],
  [z.strictObject({ limit: z.number().check(z.maximum(500)) }), { limit: 501 }, 'limit can be at most 500.'],
  [z.strictObject({ ids: z.array(z.string()).check(z.minLength(1)) }), { ids: [] }, 'ids must have at least 1 item.'],
  [z.strictObject({ kind: z.enum(['bill', 'invoice']) }), { kind: 'x' }, 'kind must be one of bill, invoice.'],
  [z.strictObject({ version: z.literal(2) }), { version: 1 }, 'version must be 2.'],
  [z.strictObject({}), { color: 'red' }, "Unknown field 'color'. Remove it and send the request again."],
  [
    z.strictObject({ day: z.iso.date() }),
    { day: '31/12/2026' },
    'day is not a date. Write it as year, month and day, such as 2026-11-23.',
  ],
  [z.strictObject({}), 'text', 'The request must be an object.'],
  [
    z.strictObject({ to: z.union([z.literal('a'), z.int()]) }),
    { to: 'b' },
    'to is not valid. The API reference lists the possible values.',
  ],
])(
  'a schema without its own message names the field and says what is expected (%#)',
  (schema: z.ZodMiniType, value, message) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message)
  },
)

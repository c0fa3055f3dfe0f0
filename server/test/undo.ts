// Undoes the last change of a person with the call that it names, as the dialog of Ctrl Z does.
import { reopening } from '@talaan/contract/closing.ts'
import type { Undo } from '@talaan/contract/undo.ts'
import { lastChange } from '@talaan/contract/undo.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { expect } from 'vitest'
import type { Caller } from './portal.ts'

/** The sentence of the change and the button of its dialog. */
export async function undoLast(caller: Caller): Promise<{ words: string | undefined; button: string }> {
  const { change } = (await caller.call(lastChange)).answer
  const undo = change?.undo as Extract<Undo, { by: 'call' }>
  expect(undo.by).toBe('call')
  const { method, path, asksReason, button, preview } = undo
  if (preview !== null) {
    const before = await caller.call({ name: 'preview', method: 'GET', path: preview, answer: reopening })
    expect([before.status, before.answer.first]).toEqual([200, []])
  }
  const body = { ...undo.body, ...(asksReason && { reason: 'Not what was meant' }) }
  const reversal = { name: 'reversal', method, path, answer: z.unknown() }
  const { status, body: answer } = await caller.call(reversal, method === 'DELETE' ? {} : { body })
  expect([status, answer]).toEqual([200, expect.anything()])
  return { words: change?.words, button }
}

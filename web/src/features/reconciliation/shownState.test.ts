import { expect, test } from 'vitest'
import { shownState } from './shownState.ts'

const month = { closed: false, lines: 5, open: 0, questions: 0, signed: null }

test('a month of a bank is open, in progress, reconciled or locked', () => {
  const words = (of: Partial<Parameters<typeof shownState>[0]>) => {
    const { words: state, detail } = shownState({ ...month, state: 'open', ...of })
    return [state, detail]
  }
  expect(words({ open: 5 })).toEqual(['Open', '5 left'])
  expect(words({ open: 2 })).toEqual(['In progress', '2 left'])
  expect(words({ open: 2, questions: 1 })).toEqual(['In progress', '1 question'])
  expect(words({ state: 'ready' })).toEqual(['In progress', 'Ready to sign off'])
  expect(words({ state: 'signed', signed: { by: 'ben' } })).toEqual(['Reconciled', 'by ben'])
  expect(words({ state: 'signed', signed: { by: 'ben' }, closed: true })).toEqual(['Locked', 'by ben'])
  expect(words({ state: 'changed', signed: { by: 'ben' } })).toEqual(['Changed', 'after sign-off'])
  expect(words({ state: 'noStatement', lines: 0 })).toEqual(['No statement', ''])
})

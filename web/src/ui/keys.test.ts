// Keystrokes have names, sequences time out, and letters with a modifier are not shortcuts.
import { expect, test } from 'vitest'
import { nameOf, sequencer, sequenceMs } from './keys.ts'

const stroke = (key: string, more = {}) =>
  nameOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('a keystroke is named by its character, and Ctrl and ⌘ are the same', () => {
  expect(stroke('g')).toBe('g')
  expect(stroke('?', { shiftKey: true })).toBe('?')
  expect(stroke('k', { ctrlKey: true })).toBe('Ctrl K')
  expect(stroke('k', { metaKey: true })).toBe('Ctrl K')
})

test('Alt, both command keys, Ctrl with Shift, capitals, dead and named keys are not shortcuts', () => {
  const strokes = [
    stroke('g', { altKey: true }),
    stroke('k', { ctrlKey: true, metaKey: true }),
    stroke('K', { ctrlKey: true, shiftKey: true }),
    ...['G', ' ', 'Dead', 'Enter', 'ArrowDown', 'Shift'].map((key) => stroke(key)),
  ]
  expect(strokes.filter((name) => name !== undefined)).toEqual([])
})

test('g and a letter within a second are a sequence; later, they are two keys', () => {
  const put = sequencer((name) => name === 'g' || name === 'n')
  expect([put.take('g', 0), put.take('i', sequenceMs)]).toEqual([null, 'g i'])
  expect([put.take('g', 5000), put.take('i', 5001 + sequenceMs)]).toEqual([null, 'i'])
  expect([put.take('g', 9000), put.take('g', 9100), put.take('j', 9200)]).toEqual([null, 'g g', 'j'])
})

test('a sequence that times out or is interrupted by a command is dropped', () => {
  const put = sequencer((name) => name === 'g')
  put.take('g', 0)
  put.forget()
  expect(put.take('i', 10)).toBe('i')
  put.take('g', 20)
  expect(put.take('Ctrl K', 30)).toBe('Ctrl K')
  expect(put.take('i', 40)).toBe('i')
})

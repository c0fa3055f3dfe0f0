// The part of a text that a search shows.
import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

const text =
  'Silahis Supplies Corp. SALES INVOICE No. 004512 Sold to Kalayaan Trading Corp. 1 air compressor, serial 77-4410, with hose and two spare filters of the usual size'

test('a snippet has a few words around the first match, with dots where it is cut', () => {
  expect(snippetOf(text, ['serial', 'compressor'])).toBe(
    '… 1 air compressor, serial 77-4410, with hose and two spare filters of the usual …',
  )
  expect(snippetOf(text, ['silahis'])).toBe(
    'Silahis Supplies Corp. SALES INVOICE No. 004512 Sold to Kalayaan Trading Corp. …',
  )
  expect(snippetOf('a short text', ['text'])).toBe('a short text')
  expect(snippetOf(text, ['nothing'])).toBe('')
  expect(snippetOf('x'.repeat(500), ['xx'])).toHaveLength(200)
})

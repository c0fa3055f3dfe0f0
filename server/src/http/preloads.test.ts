// A page preloads its files and starts its first calls before its scripts run.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formPages, portalPages, type First, type Manifest } from './preloads.ts'

const webDir = mkdtempSync(join(tmpdir(), 'preloads-'))
const html = '<head><script type="module" crossorigin src="/assets/begin.js"></script></head>'

const portal: Manifest = {
  _begin: { file: 'assets/begin.js', name: 'begin' },
  'src/app/early.ts': { file: 'assets/early.js', name: 'early' },
  _portal: {
    file: 'assets/portal.js',
    name: 'portal',
    css: ['assets/portal.css'],
    imports: ['_begin', 'src/app/early.ts'],
  },
  'src/features/users/UsersPage.tsx': { file: 'assets/users.js', imports: ['_portal', '_table'] },
  _table: { file: 'assets/table.js', imports: ['_begin'] },
}
const frame: Manifest = {
  'src/frame/forms/bill/BillForm.tsx': { file: 'assets/bill.js', imports: ['_sheets'] },
  _sheets: { file: 'assets/sheets.js', name: 'sheets', css: ['assets/sheets.css'] },
}
const first: First = {
  pages: [
    {
      path: '/users/:id',
      files: ['features/users/UsersPage.tsx'],
      roles: ['admin'],
      calls: [{ address: "/api/users?a={a}&b='", polls: false }],
    },
  ],
  forms: { bills: 'frame/forms/bill/BillForm.tsx' },
}

beforeAll(() => {
  for (const [name, value] of Object.entries({ 'portal.json': portal, 'frame.json': frame, 'first.json': first }))
    writeFileSync(join(webDir, name), JSON.stringify(value))
})
afterAll(() => rmSync(webDir, { recursive: true }))

const filesIn = (page: string) => [...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, file]) => file)

test('a page preloads the portal and its screen, each file once, and early.ts comes first', () => {
  const pageAt = portalPages(webDir, html)
  expect(filesIn(pageAt('/users/7'))).toEqual([
    'early.js',
    'begin.js',
    'portal.js',
    'portal.css',
    'users.js',
    'table.js',
  ])
  expect(filesIn(pageAt('/elsewhere'))).toEqual(['early.js', 'begin.js', 'portal.js', 'portal.css'])
})

test('the first calls of a page are in its head, escaped so that they cannot end the attribute', () => {
  const said = /<meta name="first" content='([^']*)'>/.exec(portalPages(webDir, html)('/Users/7/'))?.[1] ?? ''
  const read = said.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  expect(JSON.parse(read)).toEqual({ roles: ['admin'], calls: first.pages[0]?.calls })
})

test('a frame preloads the files of its form', () => {
  const pageOf = formPages(webDir, html)
  expect(filesIn(pageOf('bills'))).toEqual(['begin.js', 'bill.js', 'sheets.js', 'sheets.css'])
  expect(pageOf('invoice')).toBe(html)
})

test('pages without a manifest are served unchanged', () => {
  expect(portalPages(tmpdir(), html)('/users/7')).toBe(html)
  expect(formPages(tmpdir(), html)('bills')).toBe(html)
})

import { expect, test } from 'vitest'
import { checkSizes, type Built } from './weights.ts'

const sizes: Record<string, number> = {
  'index.html': 1_000,
  'portal.html': 1_000,
  'frame.html': 1_000,
  'begin.js': 60_000,
  'portal.js': 100_000,
  'portal.css': 26_000,
  'users.js': 25_000,
  'bills.js': 89_000,
  'lines.js': 9_000,
}
const usersPage = 'src/features/users/UsersPage.tsx'
const billForm = 'src/frame/forms/bill/BillForm.tsx'
const built: Built = {
  pages: { 'index.html': ['begin.js'], 'portal.html': ['begin.js'], 'frame.html': ['begin.js'] },
  portal: {
    _begin: { file: 'begin.js', name: 'begin' },
    _portal: { file: 'portal.js', name: 'portal', css: ['portal.css'], imports: ['_begin'] },
    [usersPage]: { file: 'users.js', imports: ['_portal'], isDynamicEntry: true },
  },
  frame: {
    _lines: { file: 'lines.js', name: 'lines' },
    [billForm]: { file: 'bills.js', imports: ['_lines'], isDynamicEntry: true },
  },
  first: {
    pages: [{ path: '/users', files: ['features/users/UsersPage.tsx'], roles: [], calls: [] }],
    forms: { bills: 'frame/forms/bill/BillForm.tsx' },
  },
  size: (file) => sizes[file] ?? 0,
}
const grown = (file: string, more: number): Built => ({
  ...built,
  size: (each) => built.size(each) + (each === file ? more : 0),
})

test('the size of a page is what it adds to the portal; the size of a frame is everything it loads', () => {
  expect(checkSizes(built)).toEqual({ passed: 4, failures: [] })
})

test('a page above its limit is reported with its size', () => {
  expect(checkSizes(grown('users.js', 3_000)).failures).toEqual([
    `${usersPage}: 28.0 kB, but at most 27.0 kB are allowed`,
  ])
})

test('charts have a limit of their own', () => {
  const module = 'src/ui/MoneyChartDrawing.tsx'
  const charted: Built = {
    ...grown('users.js', 100_000),
    portal: { ...built.portal, [module]: { file: 'users.js', imports: ['_portal'], isDynamicEntry: true } },
  }
  expect(checkSizes(charted).failures).toEqual([`${usersPage}: 125.0 kB, but at most 27.0 kB are allowed`])
})

test('a frame above its limit is reported with its size', () => {
  expect(checkSizes(grown('lines.js', 2_000)).failures).toEqual([
    `the frame with ${billForm}: 161.0 kB, but at most 160.0 kB are allowed`,
  ])
})

test('the sign-in screen and the dashboard share one limit', () => {
  expect(checkSizes(grown('portal.css', 12_000)).failures).toEqual([
    'sign-in screen and dashboard together: 200.0 kB, but at most 199.0 kB are allowed',
  ])
})

test('a page named in first.ts must exist', () => {
  const { [usersPage]: _, ...portal } = built.portal
  expect(checkSizes({ ...built, portal }).failures).toEqual([
    'web/src/app/first.ts names features/users/UsersPage.tsx, for which the build made no separate file',
  ])
})

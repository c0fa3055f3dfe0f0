import { expect, test } from 'vitest'
import { judge, type Weights } from './weights.ts'

const portal: Weights = {
  pages: { 'index.html': 1_000, 'portal.html': 1_000 },
  begin: { 'begin.js': 60_000 },
  later: {
    'routes.tsx': { 'begin.js': 60_000, 'portal.js': 100_000 },
    'app/session/signIn.ts': { 'portal.js': 100_000 },
    'features/users/UsersPage.tsx': { 'portal.js': 100_000, 'users.js': 25_000 },
  },
}
const frame: Weights = {
  pages: { 'frame.html': 1_000 },
  begin: { 'begin.js': 60_000 },
  later: { 'BillForm.tsx': { 'begin.js': 60_000, 'bills.js': 89_000 } },
}

test('a page is charged with what it adds to the portal, a frame with all it fetches', () => {
  expect(judge(portal, frame)).toEqual({ passed: 6, failures: [] })
})

test('a frame that grew beyond its bound is named with its weight', () => {
  const heavy = { ...frame, begin: { 'begin.js': 60_000, 'more.js': 1 } }
  expect(judge(portal, heavy).failures).toEqual([
    'the frame with BillForm.tsx: 150.0 kB on the wire, and 150.0 kB are allowed',
  ])
})

test('the two screens everybody fetches have one bound together', () => {
  const heavy = { ...portal, later: { ...portal.later, 'routes.tsx': { 'portal.js': 100_000, 'more.js': 26_001 } } }
  expect(judge(heavy, frame).failures).toEqual([
    'sign-in screen and dashboard together: 188.0 kB on the wire, and 188.0 kB are allowed',
  ])
})

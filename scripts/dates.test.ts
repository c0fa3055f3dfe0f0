// Dates are Manila dates: no source cuts the date of a timestamp in UTC, or in the time zone of a server or browser.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const cuts: readonly RegExp[] = [
  /toISOString\(\)\.(slice|substring|split)\((0, ?(7|10)|'T')\)/,
  /(\b(at|moment|instant|timestamp)|[a-z](At|_at|Moment))\)?\.(slice|substring)\(0, ?(7|10)\)/,
  /\b\w+_at\s*(\)|::timestamptz|\))?::date/,
  /\b(current_date|localtimestamp|now\(\)\s*::\s*date)\b/i,
  /\b(cast\(\w*_at as date\)|to_char\(\w*_at\b)/i,
  /\.(getDate|getMonth|getFullYear|toDateString|toLocaleDateString)\(/,
  /DateTimeFormat\('[^']*'\)/,
  /DateTimeFormat\('[^']*', \{(?![^}]*timeZone)[^}]*\}/s,
]

/** Each with the reason why it isn't the date of a timestamp. */
const allowed: Readonly<Record<string, string>> = {
  'server/src/platform/reading/cells.ts': 'dates of a spreadsheet have no time zone; the library gives them in UTC',
  'server/src/platform/reading/tables.ts': 'likewise',
  'web/src/app/session/LoginPage.tsx': 'the year of the copyright line',
}

const cutsIn = (source: string): string[] =>
  cuts.flatMap((cut) => [...source.matchAll(new RegExp(cut, `g${cut.flags}`))].map(([found]) => found))

test('a cut of a date from a timestamp is found, and a Manila date is not', () => {
  for (const source of [
    'new Date(now).toISOString().slice(0, 10)',
    'row.signedAt.slice(0, 10)',
    'signed_at.slice(0, 7)',
    'select signed_at::date from bank_reconciliation',
    'where day < current_date',
    'new Date(at).toLocaleDateString()',
    "new Intl.DateTimeFormat('en-GB', { day: 'numeric' })",
  ])
    expect(cutsIn(source), source).not.toEqual([])
  for (const source of [
    "(issued_at at time zone 'Asia/Manila')::date",
    'words.slice(0, 10)',
    "new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Manila', day: 'numeric' })",
  ])
    expect(cutsIn(source), source).toEqual([])
})

test('no source takes the date of a timestamp in another time zone than Manila', () => {
  const files = globSync(['{ledger,contract,server,web}/src/**/*.{ts,tsx}', 'server/migrations/*.sql'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
  const found = files.flatMap((path) => cutsIn(readFileSync(`${root}/${path}`, 'utf8')).map((cut) => ({ path, cut })))
  expect(files.length).toBeGreaterThan(500)
  expect(found.filter(({ path }) => !(path in allowed))).toEqual([])
  expect(Object.keys(allowed).filter((path) => !found.some((one) => one.path === path))).toEqual([])
})

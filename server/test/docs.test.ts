// The tables of the documentation match the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { scopesOf } from '@talaan/contract/api/endpoint.ts'
import { apiEndpoints } from '@talaan/contract/api/resources.ts'
import { formScreens } from '@talaan/contract/cards.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { roles } from '@talaan/contract/roles.ts'
import { standardChart } from '@talaan/ledger/accounts/chart.ts'
import { documentTypes } from '@talaan/ledger/documents/types.ts'
import { routesOf } from '../src/app.ts'
import { verify } from '../src/books/verify/verify.ts'
import { openPortal } from './portal.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the README names every environment variable that the portal reads, and no other', () => {
  const source = read('server/src/platform/env/env.ts')
  const readByCode = new Set([...source.matchAll(/(?:text\(|env\[)'([A-Z][A-Z_]+)'/g)].map(([, name]) => name))
  const [, table = ''] = read('README.md').split('## Configuration')
  const named = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([A-Z_]+)(?:<KIND>)?` \|/gm)].map(([, name]) => name)
  expect(new Set(named.filter((name) => name !== 'FORM_URL_'))).toEqual(readByCode)
  expect(named).toContain('FORM_URL_')
})

test('README and docs/operations.md list every form that FORM_URL_<KIND> can replace', () => {
  const kinds = new Set(formScreens.map(({ frame }) => frame.toUpperCase()))
  for (const page of ['README.md', 'docs/operations.md']) {
    const [list = ''] = /\bPAYMENT, [A-Z,\s]+\./.exec(read(page)) ?? []
    expect(new Set(list.match(/[A-Z]{2,}/g)), page).toEqual(kinds)
  }
})

test('docs/security.md has a row for every call, with the roles that may make it', async () => {
  const page = read('docs/security.md')
  await using portal = await openPortal()
  const endpoints = routesOf(portal.context).map(({ endpoint }) => endpoint)
  const missing = endpoints.map(rowOf).filter((row) => !page.includes(row))
  expect(endpoints.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

const rowOf = ({ method, path, access, frame, beforePasswordChange }: Endpoint): string => {
  const who = access === 'open' ? 'anybody' : access.length === roles.length ? 'everyone' : access.join(', ')
  const cells = [`\`${method} ${path}\``, who, frame ? 'yes' : '', beforePasswordChange ? 'yes' : '']
  return `|${cells.map((cell) => ` ${cell} `).join('|')}|`
}

test('docs/api.md lists every call of the public API with its permission', () => {
  const page = read('docs/api.md')
  const rows = apiEndpoints.map(
    (endpoint) =>
      `| \`${endpoint.method} ${endpoint.path}\` | ${scopesOf(endpoint).join(', ')} | ${endpoint.summary} |`,
  )
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
})

test('docs/accounting.md and the documentation list the checks of verify in its words', async () => {
  await using portal = await openPortal()
  const names = (await verify(portal.db.kysely)).checks.map(({ name }) => name)
  const [, told = ''] = read('docs/accounting.md').split('## Checks of verify')
  expect([...told.matchAll(/^- (.+)$/gm)].map(([, name]) => name).slice(0, names.length)).toEqual(names)
  const screen = read('web/src/features/manual/documentation/BooksSections.tsx')
  expect(names.filter((name) => !screen.includes(`'${name}'`))).toEqual([])
})

test('docs/accounting.md has the chart of a new company, and the series and journals of all documents', () => {
  const page = read('docs/accounting.md')
  const active = standardChart.filter((account) => account.active)
  const rows = active.map(({ code, name, type, normal, control }) => {
    const cells = [code, name, type, normal, control ? 'yes' : '']
    return `|${cells.map((cell) => ` ${cell} `).join('|')}|`
  })
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
  expect(page).toContain(`${active.length} active accounts and ${standardChart.length - active.length} inactive`)
  const series = Object.values(documentTypes).map((type) => type.series)
  expect(series.filter((name) => !page.includes(`\n| ${name} | `))).toEqual([])
})

test('docs/decisions/README.md lists every decision under its title', () => {
  const folder = new URL('../../docs/decisions/', import.meta.url)
  const index = read('docs/decisions/README.md')
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  expect(pages.length).toBeGreaterThan(20)
  const missing = pages.filter((name) => {
    const [, title] = /^# \d{4} (.+)$/m.exec(read(`docs/decisions/${name}`)) ?? []
    return !index.includes(`| ${name.slice(0, 4)} | [${title}](${name}) |`)
  })
  expect(missing).toEqual([])
})

test('links between the documentation pages lead to existing files and headings', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...filesBelow('docs').filter((path) => path.endsWith('.md')),
  ]
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      const isThere = existsSync(new URL(`../../${target}`, import.meta.url))
      const hasAnchor = anchor === undefined || (isThere && anchorsOf(read(target)).includes(anchor))
      return isThere && hasAnchor ? [] : [`${page}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

function filesBelow(folder: string): string[] {
  return readdirSync(new URL(`../../${folder}/`, import.meta.url), { withFileTypes: true }).flatMap((file) =>
    file.isDirectory() ? filesBelow(`${folder}/${file.name}`) : [`${folder}/${file.name}`],
  )
}

/** Anchors, as GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('the documentation names only existing files and folders', () => {
  const pages = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))]
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:ledger|contract|server|web|e2e|scripts|bench)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

// docs/asvs.md is complete, and its claims about sources and packages are true.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { asvsMistakes, asvsPage, asvsRows } from './asvs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, asvsPage), 'utf8')

test('docs/asvs.md answers each of the 253 requirements of levels 1 and 2 once, and names existing tests', () => {
  expect(asvsRows(page)).toHaveLength(253)
  expect(asvsMistakes(root, page)).toEqual([])
})

const change = (id: string, of: RegExp, to: string) =>
  page.replace(new RegExp(`^\\| ${id.replaceAll('.', '\\.')} \\|.*$`, 'm'), (row) => row.replace(of, to))

test.for([
  ['a test of another name', change('3.4.4', /every response/, 'each response'), 'does not have: each response'],
  ['a file that does not exist', change('3.4.4', /http\/app/, 'http/ape'), 'does not exist'],
  ['another answer', change('3.4.4', /\| met \|/, '| mostly |'), '3.4.4 is answered: mostly'],
  ['a requirement that is missing', change('3.4.4', /.+/, ''), 'V3 has 8 and 10 requirements'],
  ['a requirement twice', page.replace(/^\| 3\.4\.4 .*$/m, '$&\n$&'), '3.4.4 is there twice'],
  ['a deviation without its risk', change('14.2.1', /risk: /, ''), "14.2.1 doesn't begin with its risk"],
  ['a deviation that is not listed', page.replace(/^- 14\.2\.1 .*$/m, ''), '14.2.1 is not listed'],
  ['a requirement met without evidence', change('3.4.4', /\| met \|.*$/, '| met | yes |'), 'names nothing'],
] as const)('%s is found', ([, text, sentence]) => {
  expect(asvsMistakes(root, text).join('\n')).toContain(sentence)
})

test('no source of the product draws raw HTML or runs text as code', () => {
  const sources = globSync('{ledger,contract,server,web}/src/**/*.{ts,tsx}', { cwd: root })
  const raw = /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/
  const found = sources.filter((file) => !file.endsWith('.test.ts') && raw.test(readFileSync(join(root, file), 'utf8')))
  expect(sources.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

type Package = { version?: string; integrity?: string; link?: boolean }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

test('every package is listed with the digest of its content', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})

/** The first versions without known vulnerabilities. */
const floors = {
  fastify: '5.8.5',
  '@fastify/static': '10.1.1',
  nodemailer: '9.1.1',
}

test.for(Object.entries(floors))('no package has known vulnerabilities: %s from %s', ([name, floor]) => {
  const versions = installed.flatMap(([path, { version = '' }]) =>
    path.endsWith(`node_modules/${name}`) ? [version] : [],
  )
  expect(versions.length).toBeGreaterThan(0)
  const numbers = (version: string) => version.split('.').map(Number)
  const isOlder = (version: string) => {
    const at = numbers(version).findIndex((part, place) => part !== numbers(floor)[place])
    return at >= 0 && (numbers(version)[at] ?? 0) < (numbers(floor)[at] ?? 0)
  }
  expect(versions.filter(isOlder)).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { isAllowed, makeNotice, packagesInLock, packagesOf, readNotice, readSbom } from './sbom.ts'

test('sbom.cdx.json lists the packages of the product with their digests: if not, run npm run sbom', () => {
  const listed = readSbom().components.map(({ 'bom-ref': ref, hashes = [] }) => `${ref} ${hashes[0]?.content}`)
  const hex = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  const locked = packagesInLock().map(({ name, version, integrity }) => `${name}@${version} ${hex(integrity)}`)
  expect(listed).toEqual([...new Set(locked)].toSorted())
  expect(listed.length).toBeGreaterThan(100)
})

test('NOTICE has the licence of each package of the product: if not, run npm run sbom', () => {
  expect(readNotice()).toBe(makeNotice(packagesOf(readSbom())))
})

test('each package of the product has a licence that is allowed', () => {
  expect(packagesOf(readSbom()).filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

test('no package runs a script when it is installed, and the product uses at most forty directly', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true; dependencies?: Record<string, string> }>
  }
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
  expect(Object.keys(lock.packages).filter((name) => lock.packages[name]?.hasInstallScript)).toEqual([])
  const direct = ['ledger', 'contract', 'server', 'web'].flatMap((name) =>
    Object.keys(lock.packages[name]?.dependencies ?? {}).filter((each) => !each.startsWith('@talaan/')),
  )
  expect(new Set(direct).size).toBeLessThanOrEqual(40)
})

test('one of the licences joined by OR must be allowed, and all of those joined by AND', () => {
  const licences = ['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND Zlib)', 'MIT AND GPL-3.0-only', 'GPL-3.0-only', '']
  expect(licences.map(isAllowed)).toEqual([true, true, true, false, false, false])
})

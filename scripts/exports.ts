// Finds exports that no module of the product imports: code that only tests use is not needed, nor are its tests.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ParseResult } from 'rolldown/utils'
import { nameOf, nodesIn, parsed } from './syntax.ts'

/** `isUsedInside`: the module itself uses it as well. */
type Export = { name: string; line: number; isUsedInside: boolean }
type Import = { from: string; names: readonly string[] | 'all' }
type Module = { exports: Export[]; imports: Import[] }

const product = '{ledger,contract,server,web}/src/**/*.{ts,tsx}'
/** The project's tools, its bench and the pictures count as users too. */
const tools = ['web/*.ts', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts', 'e2e/pictures.spec.ts']
const tests = ['{ledger,contract,server,web}/test/**/*.ts', 'e2e/**/*.ts', '**/*.test.{ts,tsx}']

/** The exports below a root that nothing imports, or only tests. Fails if there are no files at all. */
export function exportsForTests(root: string): string[] {
  const found = (patterns: string | string[]) =>
    globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).map((path) =>
      path.replaceAll('\\', '/'),
    )
  const toolFiles = found(tools)
  const testFiles = new Set(found(tests).filter((path) => !toolFiles.includes(path) || path.includes('.test.')))
  const own = found(product).filter((path) => !testFiles.has(path))
  const users = [...own, ...toolFiles.filter((path) => !testFiles.has(path))]
  const modules = new Map([...users, ...testFiles].map((path) => [path, read(root, path)]))
  const usedByProduct = namesUsed(users, modules)
  const usedByTests = namesUsed([...testFiles], modules)

  const exported = own.flatMap((path) => (modules.get(path)?.exports ?? []).map((each) => ({ path, ...each })))
  if (exported.length === 0) throw new Error(`No export was seen below ${root}.`)
  return exported
    .filter(({ path, name, isUsedInside }) => !isUsedInside && !usedByProduct.has(`${path} ${name}`))
    .map(({ path, name, line }) => {
      const who = usedByTests.has(`${path} ${name}`) ? 'only tests use' : 'nothing uses'
      return `${path}:${line} exports ${name}, which ${who}`
    })
    .toSorted()
}

/** 'path name' of everything that these modules import. */
function namesUsed(paths: readonly string[], modules: ReadonlyMap<string, Module>): Set<string> {
  const used = new Set<string>()
  for (const path of paths)
    for (const { from, names } of modules.get(path)?.imports ?? [])
      for (const name of names === 'all' ? (modules.get(from)?.exports ?? []).map((each) => each.name) : names)
        used.add(`${from} ${name}`)
  return used
}

function read(root: string, path: string): Module {
  const source = readFileSync(join(root, path), 'utf8')
  const tree = parsed(path, source)
  return { exports: exportsOf(tree, source), imports: importsOf(tree, { root, path, source }) }
}

function exportsOf({ module, program }: ParseResult, source: string): Export[] {
  const named = [...nodesIn(program)].flatMap((node) => {
    const name = nameOf(node)
    return name === undefined ? [] : [{ name, at: node.start }]
  })
  return module.staticExports.flatMap(({ start, end, entries }) =>
    entries.map(({ exportName, localName, moduleRequest }) => ({
      name: exportName.name ?? 'default',
      line: source.slice(0, start).split('\n').length,
      // A re-export is not a use.
      isUsedInside:
        moduleRequest === null && named.some(({ name, at }) => name === localName.name && (at < start || at >= end)),
    })),
  )
}

type Source = { root: string; path: string; source: string }

function importsOf({ module }: ParseResult, { root, path, source }: Source): Import[] {
  const target = (specifier: string) => sourceOf(path, specifier)
  const imports: { specifier: string; names: readonly string[] | 'all' }[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const isWhole = entries.some(({ importName }) => importName.kind === 'NamespaceObject')
    const names = entries.map(({ importName }) => (importName.kind === 'Default' ? 'default' : (importName.name ?? '')))
    imports.push({ specifier: moduleRequest.value, names: isWhole ? 'all' : names })
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest !== null)
        imports.push({
          specifier: moduleRequest.value,
          names: importName.kind === 'Name' ? [importName.name ?? ''] : 'all',
        })
  for (const { start, end, moduleRequest } of module.dynamicImports) {
    const specifier = /^['"`]([^'"`]+)/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (specifier === undefined) continue
    imports.push({ specifier, names: namesTaken(source.slice(Math.max(0, start - 300), start), source.slice(end)) })
  }
  // A worker is referred to by its address, so its exports don't count.
  for (const [, specifier = ''] of source.matchAll(/new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g))
    imports.push({ specifier, names: 'all' })
  // The bundler imports everything that matches a pattern.
  for (const [, pattern = ''] of source.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*['"](\.[^'"]+)['"]/g))
    for (const file of globSync(pattern, { cwd: join(root, dirname(path)) }))
      imports.push({ specifier: `./${file.replaceAll('\\', '/')}`, names: 'all' })
  return imports.flatMap(({ specifier, names }) => {
    const from = target(specifier)
    return from === undefined ? [] : [{ from, names }]
  })
}

/** (await import('…')).one, or const { one, other } = await import('…'); otherwise all exports. */
function namesTaken(before: string, after: string): readonly string[] | 'all' {
  const member = /^\s*\)\s*\.\s*(\w+)/.exec(after)?.[1]
  if (member !== undefined) return [member]
  const list =
    /\{([\w\s,:]+)\}\s*=\s*await\s*$/.exec(before)?.[1] ?? /^\s*\.then\(\s*\(\{([\w\s,:]+)\}\)/.exec(after)?.[1]
  return list === undefined ? 'all' : list.split(',').map((part) => part.split(':')[0]?.trim() ?? '')
}

/** The file that an import refers to; undefined for a library. */
function sourceOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier.split('?')[0] ?? ''))
  const inner = /^@talaan\/([^/]+)\/(.*)$/.exec(specifier)
  return inner ? `${inner[1]}/src/${inner[2]}` : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = exportsForTests(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const complaint of complaints) console.log(complaint)
  process.exitCode = complaints.length ? 1 : 0
}

// Who may import whom: the walls of docs/architecture.md, checked by reading every import of every source file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A part may import itself and what `may` names: files, or folders ending in a slash. The first part that fits a file
 * is its part. In a part of rooms, each file or folder is a room: it may import itself, never its neighbour.
 */
type Part = { name: string; files: string[]; may: string[]; node?: boolean; rooms?: boolean }

const truths = ['ledger/src/', 'contract/src/']

/** Files and folders that every room of the server may lean on. */
const serverHouse = [
  'audit',
  'bank-lines',
  'bank-standing',
  'clock',
  'db',
  'env',
  'house',
  'identity',
  'budget-figures',
  'deadline-rules',
  'importations',
  'journal',
  'limits',
  'mail',
  'one-statement',
  'open-items',
  'outbox',
  'packing',
  'party-facts',
  'pages',
  'passwords',
  'print',
  'rates-now',
  'seal',
  'serve',
  'session',
  'tables',
  'tax-lines',
  'verify',
  'version',
  'withholding-codes',
  'year-end',
].flatMap((name) => [`server/src/${name}.ts`, `server/src/${name}/`])

const webHouse = [
  'web/src/app/api.ts',
  'web/src/app/connection.ts',
  'web/src/app/early.ts',
  'web/src/app/paths.ts',
  'web/src/app/problems.tsx',
  'web/src/ui/theme.ts',
  'web/src/session/',
  'web/src/sheet/',
  'web/src/ui/',
]

const parts: Part[] = [
  { name: 'ledger', files: ['ledger/src/'], may: [] },
  { name: 'contract', files: ['contract/src/'], may: ['ledger/src/'] },

  // The lists know every room: the portal and its command line.
  {
    name: 'the lists of the server',
    files: ['server/src/app.ts', 'server/src/main.ts', 'server/src/command/'],
    may: ['server/src/', ...truths],
    node: true,
  },
  { name: 'the house of the server', files: serverHouse, may: truths, node: true },
  { name: 'a room of the server', files: ['server/src/'], may: [...serverHouse, ...truths], node: true, rooms: true },

  { name: 'the lists of the web', files: ['web/src/main.tsx', 'web/src/routes.tsx'], may: ['web/src/', ...truths] },
  { name: 'the pieces in ui', files: ['web/src/ui/'], may: ['ledger/src/core/money.ts', 'ledger/src/core/date.ts'] },
  { name: 'the frame', files: ['web/src/frame/'], may: ['web/src/ui/', 'web/src/ui/theme.ts', ...truths] },
  { name: 'the house of the web', files: webHouse, may: truths },
  { name: 'a room of the web', files: ['web/src/'], may: [...webHouse, ...truths], rooms: true },
]

/** A test brings its rooms together, so only the walls between the packages hold for it. */
const packagesOfTests: Record<string, string[]> = {
  ledger: ['ledger/'],
  contract: ['contract/', 'ledger/'],
  server: ['server/', 'contract/', 'ledger/'],
  web: ['web/', 'contract/', 'ledger/'],
}

type Import = { specifier: string; line: number }

/** The broken walls below a root, one sentence each; an answer about no files at all would be worth nothing. */
export function brokenWalls(root: string): string[] {
  const files = Object.keys(packagesOfTests).flatMap((name) => sourcesIn(join(root, name)))
  const walled = files.map((file) => slashed(relative(root, file))).filter((file) => partOf(file) || isTest(file))
  if (walled.length === 0) throw new Error(`No source file was seen below ${root}.`)
  return walled.flatMap((file) =>
    importsIn(readFileSync(join(root, file), 'utf8')).flatMap(({ specifier, line }) => {
      const complaint = judge(root, file, specifier)
      return complaint ? [`${file}:${line} ${complaint}`] : []
    }),
  )
}

function judge(root: string, file: string, specifier: string): string | undefined {
  if (specifier === '') return 'imports a module whose name is computed; write the name as a string'
  const target = oursBehind(file, specifier)
  if (target) return judgeOurs(file, target)
  return judgeLibrary(root, file, specifier)
}

function judgeOurs(file: string, target: string): string | undefined {
  const name = file.split('/')[0] ?? ''
  if (isTest(file)) {
    return fits(target, packagesOfTests[name] ?? [])
      ? undefined
      : `imports ${target}, which lies outside its package's reach`
  }
  if (isTest(target)) return `imports ${target}, which is there for tests`
  const part = partOf(file)
  if (!part || fits(target, part.may)) return undefined
  if (!part.rooms) return fits(target, part.files) ? undefined : `imports ${target}, which ${part.name} may not`
  return roomOf(file) === roomOf(target) ? undefined : `imports ${target}, which is another room`
}

/** A library must be one that the package itself declares: hoisting makes every other one work by accident. */
function judgeLibrary(root: string, file: string, specifier: string): string | undefined {
  const library = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/')[0] || specifier
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return isTest(file) || partOf(file)?.node ? undefined : `imports ${specifier}, and there is no Node here`
  }
  const declared = dependenciesOf(join(root, file.split('/')[0] ?? ''), isTest(file))
  const tools = isTest(file) ? dependenciesOf(root, true) : []
  return [...declared, ...tools].includes(library)
    ? undefined
    : `imports ${library}, which its package.json does not declare`
}

function dependenciesOf(folder: string, forTests: boolean): string[] {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: object
    devDependencies?: object
  }
  return [...Object.keys(dependencies), ...(forTests ? Object.keys(devDependencies) : [])]
}

/** The file of ours that an import names, or nothing if it names a library. */
function oursBehind(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier))
  const inner = /^@talaan\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  return inner ? `${inner[1]}/src/${inner[2] ?? ''}` : undefined
}

const partOf = (file: string): Part | undefined => parts.find((part) => fits(file, part.files))

const fits = (file: string, places: string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** server/src/features/users/routes.ts and server/src/users/seats.ts are one room; so is a room's worker or style sheet. */
const roomOf = (file: string): string => {
  const [side, src, room = ''] = file.split('/')
  return `${side}/${src}/${room.split('.')[0]}`
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || /^[^/]+\/test\//.test(file)

const importForms = [
  // import x from 'y', import type { x } from 'y', export * from 'y'
  /(?<![\w.$])(?:import|export)\b(?!\s*\()[^'"`;()]*?\bfrom\s*(['"])(?<name>[^'"\n]*)\1/g,
  // import 'y'
  /(?<![\w.$])import\s*(['"])(?<name>[^'"\n]*)\1/g,
  // import('y'), and import(y), whose name is found empty
  /(?<![\w.$])import\s*\(\s*(?:(['"])(?<name>[^'"\n]*)\1|[^'"\s)])/g,
  // new URL('./thread.ts', import.meta.url) is how a worker is named
  /new URL\(\s*(['"])(?<name>\.[^'"\n]*\.(?:ts|tsx|mjs|js))\1\s*,\s*import\.meta\.url/g,
]

export function importsIn(source: string): Import[] {
  const code = withoutComments(source)
  return importForms
    .flatMap((form) => [...code.matchAll(form)])
    .map((found) => ({ specifier: found.groups?.['name'] ?? '', line: code.slice(0, found.index).split('\n').length }))
    .sort((a, b) => a.line - b.line)
}

/** Comments become blanks of the same lines; a string that holds // is left as it is. */
function withoutComments(source: string): string {
  const stringsAndComments = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return source.replace(stringsAndComments, (text) => (text.startsWith('/') ? text.replace(/[^\n]/g, ' ') : text))
}

function sourcesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(path)
    return /\.(?:tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
}

const slashed = (path: string): string => path.split(sep).join('/')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = brokenWalls(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const complaint of broken) console.log(complaint)
  process.exitCode = broken.length ? 1 : 0
}

// The import rules of docs/architecture.md, checked by reading every import of every source file. And no SQL
// reads a path into the JSON of a document: facts that are queried are columns or rows. Nor does a page offer accounts in a
// NativeSelect: long lists are found by typing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A folder (or the files of a package's top) may import itself and the folders in `may`. */
type Folder = {
  folder: string
  may: string[]
  /** Each folder inside is a feature of its own and doesn't import its neighbours. */
  features?: boolean
  /** Whether Node's own modules may be imported. */
  node?: boolean
}

const shared = ['ledger/src/', 'contract/src/']

/** Where a file is decides what it may import. The longest matching folder counts. */
const folders: Folder[] = [
  { folder: 'ledger/src/', may: [] },
  { folder: 'contract/src/', may: ['ledger/src/'] },

  { folder: 'server/src/', may: ['server/src/', ...shared], node: true },
  { folder: 'server/src/cli/', may: below('features', 'books', 'http', 'print', 'platform'), node: true },
  { folder: 'server/src/features/', may: below('books', 'http', 'print', 'platform'), features: true, node: true },
  { folder: 'server/src/books/', may: below('print', 'platform'), node: true },
  { folder: 'server/src/http/', may: below('print', 'platform'), node: true },
  { folder: 'server/src/print/', may: below('platform'), node: true },
  { folder: 'server/src/platform/', may: shared, node: true },

  { folder: 'web/src/', may: ['web/src/app/', 'web/src/features/', 'web/src/ui/', ...shared] },
  { folder: 'web/src/features/', may: ['web/src/app/', 'web/src/ui/', ...shared], features: true },
  { folder: 'web/src/app/', may: ['web/src/ui/', ...shared] },
  { folder: 'web/src/frame/', may: ['web/src/frame/', 'web/src/ui/', ...shared] },
  {
    folder: 'web/src/frame/forms/',
    may: ['web/src/frame/runtime/', 'web/src/frame/fields/', 'web/src/ui/', ...shared],
    features: true,
  },
  { folder: 'web/src/frame/fields/', may: ['web/src/frame/runtime/', 'web/src/ui/', ...shared] },
  { folder: 'web/src/frame/runtime/', may: ['web/src/ui/', ...shared] },
  { folder: 'web/src/ui/', may: ['ledger/src/core/', 'contract/src/screen.ts', 'contract/src/glossary.ts'] },
  { folder: 'web/src/verifier/', may: shared },
]

function below(...names: string[]): string[] {
  return [...names.map((name) => `server/src/${name}/`), ...shared]
}

/** Where one feature needs another, with the reason. Circular imports are found below. */
const exceptions: { from: string; to: string; why: string }[] = [
  {
    from: 'server/src/features/imports/',
    to: 'server/src/features/documents/',
    why: 'files and drafts are read as for the opening balances',
  },
  {
    from: 'server/src/features/imports/',
    to: 'server/src/features/parties/',
    why: 'imported parties go through the register',
  },
  {
    from: 'server/src/features/customer-mail/',
    to: 'server/src/features/reports/',
    why: 'customers are sent the statement of account that the report shows',
  },
  {
    from: 'server/src/features/api/',
    to: 'server/src/features/documents/',
    why: 'the archive of documents holds printed documents',
  },
  {
    from: 'server/src/features/api/',
    to: 'server/src/features/parties/',
    why: 'programs read the whole register in pages, which no page shows',
  },
  {
    from: 'server/src/features/api/',
    to: 'server/src/features/reports/',
    why: 'the journal is exported as on its page',
  },
  { from: 'server/src/features/tasks/', to: 'server/src/features/filings/', why: 'returns that are due are tasks' },
  {
    from: 'server/src/features/undo/',
    to: 'server/src/features/audit-trail/',
    why: 'the last change is an event, in the same words',
  },
  {
    from: 'web/src/features/undo/',
    to: 'web/src/features/documents/',
    why: 'a recorded document is undone by its void',
  },
  { from: 'web/src/features/undo/', to: 'web/src/features/reconciliation/', why: 'a match is undone as on its page' },
  {
    from: 'server/src/features/find/',
    to: 'server/src/features/documents/',
    why: 'words are searched as in documents',
  },
  {
    from: 'server/src/features/arrivals/',
    to: 'server/src/features/documents/',
    why: 'files are checked like attachments, and become attachments of drafts',
  },
  {
    from: 'server/src/features/arrivals/',
    to: 'server/src/features/notes/',
    why: 'a file is added to a document that is already recorded',
  },
  {
    from: 'server/src/features/arrivals/',
    to: 'server/src/features/parties/',
    why: 'a draft begins with the registered supplier',
  },
  {
    from: 'server/src/features/documents/',
    to: 'server/src/features/reconciliation/',
    why: 'a bill recorded from the receipt of a bank line is paid and matched at once',
  },
  {
    from: 'web/src/features/certificates/',
    to: 'web/src/features/arrivals/',
    why: 'the certificate is shown from its file in Arrivals',
  },
  {
    from: 'web/src/features/reconciliation/',
    to: 'web/src/features/arrivals/',
    why: 'receipts of bank lines are files in Arrivals',
  },
  {
    from: 'server/src/features/notes/',
    to: 'server/src/features/documents/',
    why: 'files are checked like attachments, and documents are read by the same rule',
  },
  {
    from: 'server/src/features/transactions/',
    to: 'server/src/features/documents/',
    why: 'documents are found by the same search',
  },
  {
    from: 'server/src/features/statements/',
    to: 'server/src/features/reconciliation/',
    why: 'rules match what a statement brought',
  },
  {
    from: 'server/src/features/looseleaf/',
    to: 'server/src/features/documents/',
    why: 'the audit pack holds printed documents',
  },
  { from: 'server/src/features/looseleaf/', to: 'server/src/features/reports/', why: 'the audit pack holds reports' },
  {
    from: 'server/src/features/looseleaf/',
    to: 'server/src/features/closing/',
    why: 'the signed completeness of each month is printed with the books',
  },
  {
    from: 'server/src/features/closing/',
    to: 'server/src/features/filings/',
    why: 'a complete month has filed returns that agree with the books',
  },
  {
    from: 'server/src/features/overview/',
    to: 'server/src/features/reports/',
    why: 'its figures are those of the reports',
  },
  {
    from: 'server/src/features/overview/',
    to: 'server/src/features/filings/',
    why: 'taxes to come are calculated by the returns',
  },
  {
    from: 'server/src/features/overview/',
    to: 'server/src/features/recurring/',
    why: 'recurring documents have the dates of their rules',
  },
  {
    from: 'server/src/features/annual/',
    to: 'server/src/features/reports/',
    why: 'the annual statements hold reports',
  },
  {
    from: 'server/src/features/annual/',
    to: 'server/src/features/closing/',
    why: 'the notes have the movements of the fixed asset register',
  },
  { from: 'web/src/features/annual/', to: 'web/src/features/reports/', why: 'a tab of the financial reports' },
  { from: 'web/src/features/annual/', to: 'web/src/features/settings/', why: 'its details are edited like settings' },
  { from: 'web/src/features/budgets/', to: 'web/src/features/reports/', why: 'a tab of the financial reports' },
  ...['closing', 'documents', 'filings'].map((feature) => ({
    from: `web/src/features/${feature}/`,
    to: 'web/src/features/questions/',
    why: 'questions are asked on the page of what they are about',
  })),
  {
    from: 'server/src/features/questions/',
    to: 'server/src/features/documents/',
    why: 'documents are read by the same rule, and files checked like attachments',
  },
  { from: 'web/src/features/closing/', to: 'web/src/features/reports/', why: 'a tab of the financial reports' },
  { from: 'web/src/features/reports/', to: 'web/src/features/saved-views/', why: 'each report can be saved as a view' },
  { from: 'web/src/features/documents/', to: 'web/src/features/saved-views/', why: 'filters of a list are saved' },
  { from: 'web/src/features/transactions/', to: 'web/src/features/saved-views/', why: 'filters of the list are saved' },
  { from: 'web/src/features/audit-trail/', to: 'web/src/features/documents/', why: 'searched and dated like a list' },
  { from: 'web/src/features/certificates/', to: 'web/src/features/filings/', why: 'a tab of tax compliance' },
  { from: 'web/src/features/einvoices/', to: 'web/src/features/filings/', why: 'a tab of tax compliance' },
  { from: 'web/src/features/inventory/', to: 'web/src/features/filings/', why: 'a tab of tax compliance' },
  { from: 'web/src/features/tax-lists/', to: 'web/src/features/filings/', why: 'a tab of tax compliance' },
  { from: 'web/src/features/batches/', to: 'web/src/features/documents/', why: 'looks like the pages of documents' },
  { from: 'web/src/features/forms/', to: 'web/src/features/documents/', why: 'looks like the pages of documents' },
  {
    from: 'web/src/features/forms/',
    to: 'web/src/features/arrivals/',
    why: 'the file is beside the form that records it',
  },
  { from: 'web/src/features/forms/', to: 'web/src/features/batches/', why: 'a batch is counted next to its form' },
  { from: 'web/src/features/imports/', to: 'web/src/features/documents/', why: 'looks like the pages of documents' },
  { from: 'web/src/features/payroll/', to: 'web/src/features/documents/', why: 'lists payroll registers' },
  { from: 'web/src/features/payroll/', to: 'web/src/features/settings/', why: 'rows are edited in the same dialog' },
  { from: 'web/src/features/parties/', to: 'web/src/features/documents/', why: 'looks like the pages of documents' },
  { from: 'web/src/features/parties/', to: 'web/src/features/customer-mail/', why: 'shows what a customer was sent' },
  {
    from: 'web/src/features/documents/',
    to: 'web/src/features/customer-mail/',
    why: 'shows the reminders of an invoice',
  },
  { from: 'web/src/features/parties/', to: 'web/src/features/reports/', why: 'a tab is the statement of account' },
  { from: 'web/src/features/parties/', to: 'web/src/features/notes/', why: 'files and notes are a tab' },
  { from: 'web/src/features/documents/', to: 'web/src/features/notes/', why: 'files and notes are added to documents' },
  {
    from: 'web/src/features/statements/',
    to: 'web/src/features/notes/',
    why: 'files and notes are added to statements',
  },
  { from: 'web/src/features/filings/', to: 'web/src/features/notes/', why: 'files and notes are added to returns' },
  { from: 'web/src/features/transactions/', to: 'web/src/features/documents/', why: 'lists documents' },
  {
    from: 'web/src/frame/forms/pettycash/',
    to: 'web/src/frame/forms/pettycashfund/',
    why: 'one frame shows both forms',
  },
]

/** Libraries that only one module imports; the others use that module. */
const adapters: Record<string, string> = {
  fontkit: 'server/src/print/typeface.ts',
  pdfkit: 'server/src/print/pdf-file.ts',
}

/** A test may combine features, so only the rules between packages apply to it. */
const packagesOfTests: Record<string, string[]> = {
  ledger: ['ledger/'],
  contract: ['contract/', 'ledger/'],
  // The large books of the benchmark are made in one place.
  server: ['server/', 'contract/', 'ledger/', 'bench/load.ts'],
  web: ['web/', 'contract/', 'ledger/'],
}

type Import = { specifier: string; line: number; isType: boolean }

/** The broken rules below a root, one sentence each. Fails if there are no files at all. */
export function brokenWalls(root: string): string[] {
  const files = Object.keys(packagesOfTests)
    .flatMap((name) => sourcesIn(join(root, name)))
    .map((file) => slashed(relative(root, file)))
    .filter((file) => folderOf(file) !== undefined || isTest(file))
  if (files.length === 0) throw new Error(`No source file was seen below ${root}.`)
  const imports = new Map(files.map((file) => [file, importsIn(readFileSync(join(root, file), 'utf8'))]))
  const breaches = files.flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ specifier, line }) => {
      const complaint = complaintAbout(root, file, specifier)
      return complaint ? [`${file}:${line} ${complaint}`] : []
    }),
  )
  const paths = files
    .filter((file) => file.startsWith('server/src/') && !isTest(file))
    .flatMap((file) => documentPathsIn(file, readFileSync(join(root, file), 'utf8')))
  const selects = files
    .filter((file) => file.startsWith('web/src/') && file.endsWith('.tsx'))
    .flatMap((file) => longSelectsIn(file, readFileSync(join(root, file), 'utf8')))
  const targets = (file: string): string[] =>
    (imports.get(file) ?? []).flatMap(({ specifier }) => sourceOf(file, specifier) ?? [])
  return [
    ...breaches,
    ...paths,
    ...selects,
    ...circlesIn(files, targets),
    ...rulesInBrowser(imports),
    ...staleExceptions(root, imports),
  ]
}

function complaintAbout(root: string, file: string, specifier: string): string | undefined {
  if (specifier === '') return 'imports a module whose name is computed; write the name as a string'
  const target = sourceOf(file, specifier)
  if (target) return checkOurs(file, target)
  return checkLibrary(root, file, specifier)
}

function checkOurs(file: string, target: string): string | undefined {
  const name = file.split('/')[0] ?? ''
  if (isTest(file)) {
    return isBelow(target, packagesOfTests[name] ?? [])
      ? undefined
      : `imports ${target}, which is outside the packages it may import`
  }
  if (isTest(target)) return `imports ${target}, which is there for tests`
  const own = folderOf(file)
  if (!own || isBelow(target, own.may)) return undefined
  if (exceptions.some(({ from, to }) => file.startsWith(from) && target.startsWith(to))) return undefined
  if (folderOf(target) !== own) return `imports ${target}, which ${own.folder} may not`
  return own.features && featureOf(file, own) !== featureOf(target, own)
    ? `imports ${target}, which is another feature`
    : undefined
}

/** A path into one of the columns of a document that hold JSON, by an operator or a function. Rules of banks have fields too. */
const pathIntoJson =
  /(?<!bank_rule\.)\b(?<column>fields|receipt)\s*(?:->>?|#>>?|@>)\s*['"$]|\bjsonb?_\w+\((?:document\.)?(?<read>fields|receipt)\b/g

function documentPathsIn(file: string, source: string): string[] {
  // Verify compares the printed document with its columns.
  const mayRead = file === 'server/src/books/verify/verify.ts' ? ['receipt'] : []
  return [...source.matchAll(pathIntoJson)]
    .filter(({ groups }) => !mayRead.includes(groups?.['column'] ?? groups?.['read'] ?? ''))
    .map(({ index }) => {
      const line = source.slice(0, index).split('\n').length
      return `${file}:${line} reads a path into the JSON of a document; use a column or a row`
    })
}

/** Lists that grow with the company: accounts, tax codes, parties, countries, documents and their lines, tags, views. A bank's file has few accounts. */
const longList =
  /(?<!preview\.)\b(?:\w*[aA]ccounts|\w*[cC]odes|parties|countries|tags|invoices|items|advances|lines|views)\b\)?(?:\s*\.(?:filter|map|flatMap)\(|\}\s)|input\('(?:\w*[aA]ccount|\w*[aA]tc|country)'\)/

/** Long lists are found by typing, so a NativeSelect offers only short, fixed ones. */
function longSelectsIn(file: string, source: string): string[] {
  return [...source.matchAll(/<NativeSelect\b.*?(?:\/>|<\/NativeSelect>)/gs)]
    .filter(([select]) => longList.test(select))
    .map(({ index }) => {
      const line = source.slice(0, index).split('\n').length
      return `${file}:${line} offers a long list in a NativeSelect; use SearchSelect`
    })
}

/** Circular imports, types included; each is reported once. */
function circlesIn(files: readonly string[], targets: (file: string) => string[]): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      const circle = [...path.slice(at), file]
      found.push(`${file}:1 is part of a circular import: ${circle.join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const target of targets(file)) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of files) visit(file)
  return found
}

/** Posting rules stay on the server: no page and no form imports them, directly or indirectly. */
const serverOnly = /^ledger\/src\/documents\/(?:types|(?:[\w-]+\/)+(?:index|posting|import|mappings))\.ts$/

function rulesInBrowser(imports: ReadonlyMap<string, Import[]>): string[] {
  const found: string[] = []
  const seen = new Set([...imports.keys()].filter((file) => file.startsWith('web/src/') && !isTest(file)))
  // Iterating over a set includes entries added meanwhile.
  for (const file of seen) {
    for (const { specifier, line, isType } of imports.get(file) ?? []) {
      const target = sourceOf(file, specifier)
      if (isType || target === undefined) continue
      if (serverOnly.test(target)) found.push(`${file}:${line} brings ${target} into the browser`)
      else seen.add(target)
    }
  }
  return found
}

/** An exception that no import needs any more must be removed. */
function staleExceptions(root: string, imports: ReadonlyMap<string, Import[]>): string[] {
  // A partial repository, as in the tests, needs none of them.
  if (!existsSync(join(root, 'server/src/app.ts'))) return []
  return exceptions
    .filter(
      ({ from, to }) =>
        ![...imports].some(
          ([file, found]) =>
            file.startsWith(from) && found.some(({ specifier }) => sourceOf(file, specifier)?.startsWith(to)),
        ),
    )
    .map(({ from, to }) => `scripts/walls.ts:1 allows ${from} to import ${to}, which no file needs`)
}

/** A package must declare each library it imports; hoisting would make others work by accident. */
function checkLibrary(root: string, file: string, specifier: string): string | undefined {
  const library = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/')[0] || specifier
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return isTest(file) || folderOf(file)?.node ? undefined : `imports ${specifier}, and there is no Node here`
  }
  const adapter = adapters[library]
  if (adapter !== undefined && file !== adapter && !isTest(file))
    return `imports ${library}, which only ${adapter} does`
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

/** The file that an import refers to; undefined for a library. */
function sourceOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier))
  const inner = /^@talaan\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  return inner ? `${inner[1]}/src/${inner[2] ?? ''}` : undefined
}

/** The longest folder that a file is in. */
const folderOf = (file: string): Folder | undefined =>
  folders
    .filter(({ folder }) => file.startsWith(folder))
    .sort((a, b) => b.folder.length - a.folder.length)
    .at(0)

const isBelow = (file: string, places: readonly string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** server/src/features/users/seats.ts belongs to the feature users. */
const featureOf = (file: string, { folder }: Folder): string => file.slice(folder.length).split('/')[0] ?? ''

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || /^[^/]+\/test\//.test(file)

const importForms = [
  // import x from 'y', import type { x } from 'y', export * from 'y'
  /(?<![\w.$])(?:import|export)\b(?!\s*\()[^'"`;()]*?\bfrom\s*(['"])(?<name>[^'"\n]*)\1/g,
  // import 'y'
  /(?<![\w.$])import\s*(['"])(?<name>[^'"\n]*)\1/g,
  // import('y'), and import(y), whose name is empty
  /(?<![\w.$])import\s*\(\s*(?:(['"])(?<name>[^'"\n]*)\1|[^'"\s)])/g,
  // new URL('./thread.ts', import.meta.url) refers to a worker
  /new URL\(\s*(['"])(?<name>\.[^'"\n]*\.(?:ts|tsx|mjs|js))\1\s*,\s*import\.meta\.url/g,
]

export function importsIn(source: string): Import[] {
  const code = withoutComments(source)
  return importForms
    .flatMap((form) => [...code.matchAll(form)])
    .map((found) => ({
      specifier: found.groups?.['name'] ?? '',
      line: code.slice(0, found.index).split('\n').length,
      isType: /^(?:import|export) type\b/.test(found[0]),
    }))
    .sort((a, b) => a.line - b.line)
}

/** Comments become blanks on the same lines; strings that contain // stay as they are. */
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

// Checks the tests listed in docs/requirements.md: each requirement has at least one, its file exists and contains it, and the
// test is run and calls the product.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameOf, nodesIn, parsed } from './syntax.ts'
import type { Node } from './syntax.ts'

const page = join('docs', 'requirements.md')
const head = ['Requirement', 'File', 'Test']

/** The problems of the page, one sentence each. Throws if the page lists no requirements. */
export function unprovenRequirements(root: string): string[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const complaints: string[] = []
  let count = 0
  let requirement = ''
  const testsOf = once((file: string) => testsIn(file, readFileSync(join(root, file), 'utf8'), reaches))
  const reaches = productReach(root)
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('|')) {
      requirement = ''
      continue
    }
    const cells = cellsOf(line)
    if (cells.every((cell) => /^-+$/.test(cell)) || cells.join() === head.join()) continue
    const [says = '', file = '', title = ''] = cells
    const complain = (words: string) => complaints.push(`${page}:${at + 1} ${words}`)
    // A row with an empty first cell lists another test of the requirement above it.
    if (says !== '') {
      requirement = says
      count += 1
    }
    if (cells.length !== head.length) complain(`has ${cells.length} cells, not ${head.length}`)
    else if (requirement === '') complain('proves nothing: there is no requirement above it')
    else if (file === '' || title === '') complain(`names no test for: ${requirement}`)
    else if (!existsSync(join(root, file))) complain(`names ${file}, which does not exist`)
    else {
      const test = testsOf(file).get(title)
      if (test === undefined) complain(`names a test that ${file} does not have: ${title}`)
      else if (!test.isRun) complain(`names a test that is not run: ${title}`)
      else if (!test.callsProduct) complain(`names a test that never calls the product: ${title}`)
    }
  }
  if (count === 0) throw new Error(`${page} has no requirement.`)
  return complaints
}

/** The cells of a table row without backticks. A vertical bar inside a cell is written \|. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
    .map((cell) => /^`` ?(.*?) ?``$/.exec(cell)?.[1] ?? /^`([^`]*)`$/.exec(cell)?.[1] ?? cell)
}

type Test = { isRun: boolean; callsProduct: boolean }

/**
 * The tests of a file, by their titles in the source, including placeholders. `reaches` returns whether an import is a module
 * of the product.
 */
export function testsIn(
  file: string,
  source: string,
  reaches: (file: string, specifier: string) => boolean = () => true,
): Map<string, Test> {
  const { program, module } = parsed(file, source)
  const nodes = [...nodesIn(program)]
  const calls = nodes.filter(({ type }) => type === 'CallExpression')
  // `test` itself may be imported from a fixture; calling it doesn't count.
  const ofProduct = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => reaches(file, moduleRequest.value))
      .flatMap(({ entries }) => entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value))
      .filter((name) => name !== 'test'),
  )

  // A test also calls the product if it calls a helper that does, directly or through others, or if it uses a variable that a
  // hook of the file sets by calling the product.
  const helpers = [...nodes.flatMap(helperIn), ...calls.filter(isHook).flatMap(assignedIn)]
  for (let before = -1; before !== ofProduct.size;) {
    before = ofProduct.size
    for (const { name, node } of helpers) if (refersTo(node, ofProduct)) ofProduct.add(name)
  }

  const tests = new Map<string, Test>()
  for (const call of calls) {
    const title = titleOf(call, source)
    if (title === undefined) continue
    const known = tests.get(title) ?? { isRun: false, callsProduct: false }
    tests.set(title, {
      isRun: known.isRun || !isSkipped(call),
      callsProduct: known.callsProduct || refersTo(call, ofProduct) || drivesBrowser(call),
    })
  }
  return tests
}

/** Returns a function that tells whether an import is a module of the product or a fixture that imports one. */
function productReach(root: string): (file: string, specifier: string) => boolean {
  const brings = once((path: string): boolean => {
    if (/^(ledger|contract|server|web)\/src\/|^scripts\//.test(path)) return !path.includes('.test.')
    if (!existsSync(join(root, path))) return false
    const { module } = parsed(path, readFileSync(join(root, path), 'utf8'))
    return module.staticImports.some(
      ({ moduleRequest, entries }) => entries.some(({ isType }) => !isType) && reaches(path, moduleRequest.value),
    )
  }, false)
  const reaches = (file: string, specifier: string): boolean =>
    specifier.startsWith('@talaan/') ||
    (specifier.startsWith('.') && brings(posix.normalize(posix.join(posix.dirname(file), specifier))))
  return reaches
}

/** Caches the answers. A recursive call for the same question returns `meanwhile`. */
function once<Answer>(answer: (question: string) => Answer, meanwhile?: Answer): (question: string) => Answer {
  const known = new Map<string, Answer>()
  return (question) => {
    if (known.has(question)) return known.get(question) as Answer
    if (meanwhile !== undefined) known.set(question, meanwhile)
    const found = answer(question)
    known.set(question, found)
    return found
  }
}

const isHook = (call: Node): boolean => /^(before|after)(All|Each)$/.test(chainOf(call['callee']).at(-1) ?? '')

function assignedIn(hook: Node): { name: string; node: unknown }[] {
  return [...nodesIn(hook)]
    .filter(({ type }) => type === 'AssignmentExpression')
    .flatMap((assignment) => [...nodesIn(assignment['left'])].flatMap((target) => named(target, assignment['right'])))
}

function helperIn(node: Node): { name: string; node: unknown }[] {
  if (node.type === 'FunctionDeclaration') return named(node['id'], node['body'])
  if (node.type === 'VariableDeclarator')
    return [...nodesIn(node['id'])].flatMap((target) => named(target, node['init']))
  return []
}

function named(id: unknown, node: unknown): { name: string; node: unknown }[] {
  const name = nameOf(id as Node)
  return name === undefined ? [] : [{ name, node }]
}

const refersTo = (node: unknown, names: ReadonlySet<string>): boolean =>
  [...nodesIn(node)].some((each) => names.has(nameOf(each) ?? ''))

/** The names in a call: `test` in test('…'), `test` and `skip` in test.skip('…'), `test` and `each` in test.each`…`('…'). */
function chainOf(callee: unknown): string[] {
  const node = callee as Node
  if (node.type === 'Identifier') return [node['name'] as string]
  if (node.type === 'MemberExpression') return [...chainOf(node['object']), nameOf(node['property'] as Node) ?? '']
  if (node.type === 'CallExpression') return chainOf(node['callee'])
  if (node.type === 'TaggedTemplateExpression') return chainOf(node['tag'])
  return []
}

const isSkipped = (call: Node): boolean =>
  chainOf(call['callee']).some((word) => ['skip', 'todo', 'fixme', 'fails', 'fail'].includes(word))

function titleOf(call: Node, source: string): string | undefined {
  const chain = chainOf(call['callee'])
  if (chain[0] !== 'test' || chain.at(-1) === 'step') return undefined
  const [title, ...rest] = call['arguments'] as Node[]
  if (title === undefined || rest.length === 0) return undefined
  if (title.type === 'Literal' && typeof title['value'] === 'string') return title['value']
  // A template such as `${who} enters` is returned as written in the source.
  if (title.type === 'TemplateLiteral') return source.slice(title.start + 1, title.end - 1).replace(/\\(.)/g, '$1')
  return undefined
}

/** Whether a test receives a browser page or the portal: end-to-end tests call the product through them. */
function drivesBrowser(call: Node): boolean {
  return (call['arguments'] as Node[]).some(
    ({ type, params }) =>
      type.endsWith('FunctionExpression') &&
      [...nodesIn(params)].some((node) => ['page', 'portal', 'request', 'context'].includes(nameOf(node) ?? '')),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = unprovenRequirements(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const complaint of complaints) console.log(complaint)
  process.exitCode = complaints.length ? 1 : 0
}

// Texts for people use plain business English: this check finds words that readers should not have to learn, and
// sentences that begin with "What" as a noun. It reads strings and JSX text of the product, README, CHANGELOG, CONTRIBUTING
// and the pages of docs.
// `node scripts/words.ts --list [path]` prints every text it reads.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allowed, notYetPlain, plainWords } from './plain-words.ts'
import type { Allowed } from './plain-words.ts'
import { nodesIn, parsed } from './syntax.ts'
import type { Node } from './syntax.ts'

const sources = '{ledger,contract,server,web}/src/**/*.{ts,tsx}'
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/**/*.md']

export type Text = { file: string; line: number; text: string }
type Finding = Text & { word: string; use: string }

/** Every text below a root that a person may read; fails if there is none. */
export function textsBelow(root: string): Text[] {
  const files = globSync([sources, ...pages], { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|generated)\.tsx?$/.test(path))
    .toSorted()
  const texts = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return file.endsWith('.md') ? textsOfPage(file, source) : textsOfModule(file, source)
  })
  if (texts.length === 0) throw new Error(`No text was read below ${root}.`)
  return texts
}

export function textsOfModule(file: string, source: string): Text[] {
  const { program } = parsed(file, source)
  const texts: Text[] = []
  const read = (node: Node, text: string | undefined) => {
    if (text !== undefined && isForPeople(text))
      texts.push({ file, line: source.slice(0, node.start).split('\n').length, text })
  }
  const isSkipped = (node: Node) => {
    if (isSql(node, source)) for (const text of literalsOfSql(node)) read(node, text)
    return isForMachines(node, source)
  }
  for (const node of nodesIn(program, isSkipped)) read(node, textOf(node))
  return texts
}

/** The quoted strings of an SQL template: messages of triggers and texts that a query puts together. */
const literalsOfSql = (node: Node): string[] =>
  (textOf(node['quasi'] as Node) ?? '')
    .replaceAll(/--.*$/gm, '')
    .match(/'(?:[^']|'')*'/g)
    ?.map((literal) => literal.slice(1, -1).replaceAll("''", "'")) ?? []

/** The lines of a Markdown page without its code. */
export function textsOfPage(file: string, source: string): Text[] {
  let isCode = false
  return source.split('\n').flatMap((line, at) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    const text = line
      .replaceAll(/`[^`]*`/g, '…')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .trim()
    return isCode || isFence || text === '' ? [] : [{ file, line: at + 1, text }]
  })
}

function isSql(node: Node, source: string): boolean {
  if (node.type !== 'TaggedTemplateExpression') return false
  const tag = node['tag'] as Node
  return source.slice(tag.start, tag.end).startsWith('sql')
}

/** Imports, types, SQL apart from its strings, and attributes that are never shown. */
function isForMachines(node: Node, source: string): boolean {
  if (['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType'].includes(node.type)) return true
  if (isSql(node, source)) return true
  if (node.type !== 'JSXAttribute') return false
  const name = node['name'] as Node
  return ['className', 'key', 'rel', 'd', 'viewBox'].includes(source.slice(name.start, name.end))
}

/** The text of a string, JSX text or template, with … for each expression. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'JSXText') return (node['value'] as string).replaceAll(/\s+/g, ' ').trim()
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** A sentence, a part of one, or a label; a single lower-case word is a name in the code. */
const isForPeople = (text: string): boolean =>
  (/[a-z]\S*\s+\S/i.test(text) || /^[A-Z][a-z]+$/.test(text)) &&
  !/^\s*(select|insert|update|delete|with|create|alter|drop|begin|set|lock|truncate|declare|pragma|union)\b[^.!?]*$/.test(
    text,
  ) &&
  !/^[\w.]+ as \w+$/.test(text) &&
  !isDrawing(text) &&
  !/^([A-Z]{2}\s+)+[A-Z]{2}\s*$/.test(text)

/** The path of an SVG drawing. */
const isDrawing = (text: string): boolean => /^[MLHVCSQTAZ][\d\s.,-]+([MLHVCSQTAZ][\d\s.,-]*)*$/i.test(text)

/** The words of a text that have a plainer replacement, and its sentences that begin with "What" as a noun. */
export function findingsIn(text: Text): Finding[] {
  const words = plainWords.flatMap(({ not, use }) =>
    [...text.text.matchAll(not)].map(([word]) => ({ ...text, word, use })),
  )
  const nouns = [...text.text.matchAll(/(?<=^|[.!?]\s+|\|\s*)What\b[^.!?]*[.!?]?/g)]
    .filter(([sentence]) => !sentence.endsWith('?'))
    .map(([sentence]) => ({ ...text, word: sentence, use: 'a noun: no sentence begins with "What" as one' }))
  return [...words, ...nouns]
}

/** The findings, one sentence each, and the known ones in files that are not plain yet. */
export function findings(texts: readonly Text[], exceptions: readonly Allowed[], unfinished: readonly string[]) {
  const used = new Set<Allowed>()
  const left = texts.flatMap(findingsIn).filter(({ file, text, word }) => {
    const exception = exceptions.find(
      (each) =>
        text.includes(each.text) && each.text.includes(word) && (each.in === undefined || file.startsWith(each.in)),
    )
    if (exception !== undefined) used.add(exception)
    return exception === undefined
  })
  const isUnfinished = ({ file }: Text) => unfinished.some((prefix) => file.startsWith(prefix))
  return {
    complaints: [
      ...left.filter((each) => !isUnfinished(each)).map(sentenceOf),
      ...exceptions.filter((each) => !used.has(each)).map(({ text }) => `No text needs this exception: ${text}`),
    ],
    known: left.filter(isUnfinished),
  }
}

const sentenceOf = ({ file, line, text, word, use }: Finding): string =>
  `${file}:${line} says "${word}"; use ${use}. In: ${text}`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = textsBelow(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  const [option, path = ''] = process.argv.slice(2)
  if (option === '--list') {
    for (const { file, line, text } of texts) if (file.startsWith(path)) console.log(`${file}:${line} ${text}`)
  } else {
    const { complaints, known } = findings(texts, allowed, option === '--all' ? [] : notYetPlain)
    for (const complaint of complaints) console.log(complaint)
    for (const prefix of notYetPlain) {
      const count = known.filter(({ file }) => file.startsWith(prefix)).length
      console.log(
        count === 0 ? `${prefix} is plain now; take it off the list.` : `${prefix} has ${count} words to replace.`,
      )
    }
    process.exitCode = complaints.length ? 1 : 0
  }
}

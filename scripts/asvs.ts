// Checks docs/asvs.md: one row for each requirement of the standard, with one of three answers, and existing tests and files.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const asvsPage = join('docs', 'asvs.md')

/** The numbers of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const chapters: [number, number][] = [
  [8, 19],
  [4, 7],
  [8, 11],
  [2, 8],
  [4, 5],
  [13, 22],
  [6, 12],
  [4, 3],
  [4, 3],
  [5, 24],
  [3, 11],
  [3, 6],
  [1, 12],
  [2, 7],
  [3, 10],
  [0, 16],
  [0, 7],
]

/** The current number. Lower it when one is met; raising it is a decision. */
const maxDeviations = 4

type Row = { id: string; level: string; answer: string; shown: string }

export const asvsRows = (text: string): Row[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]*) \| [^|]+ \| ([^|]*) \| (.*) \|$/gm)].map(
    ([, id = '', level = '', answer = '', shown = '']) => ({ id, level, answer, shown }),
  )

/** The errors of the page. */
export function asvsMistakes(root: string, text: string): string[] {
  const rows = asvsRows(text)
  const mistakes = rows.flatMap((row, at) => [
    ...(rows.findIndex(({ id }) => id === row.id) < at ? [`${row.id} is there twice`] : []),
    ...(row.level === '1' || row.level === '2' ? [] : [`${row.id} has the level ${row.level}`]),
    ...answerMistakes(root, row),
  ])
  for (const [at, wanted] of chapters.entries()) {
    const own = rows.filter(({ id }) => id.startsWith(`${at + 1}.`))
    const found = ['1', '2'].map((level) => own.filter((row) => row.level === level).length)
    if (found.join() !== wanted.join())
      mistakes.push(`V${at + 1} has ${found.join(' and ')} requirements of level 1 and 2, not ${wanted.join(' and ')}`)
  }
  const of = (answer: string) => rows.filter((row) => row.answer === answer)
  const listed = [...text.matchAll(/^- (\d+\.\d+\.\d+) /gm)].map(([, id]) => id)
  for (const { id } of of('deviation')) if (!listed.includes(id)) mistakes.push(`${id} is not listed as not met`)
  for (const id of listed) if (!of('deviation').some((row) => row.id === id)) mistakes.push(`${id} is listed, and met`)
  const sum = `${of('met').length} are met, ${of('not applicable').length} don't apply, and ${of('deviation').length} are deviations.`
  if (!text.includes(sum)) mistakes.push(`The page doesn't say: ${sum}`)
  if (of('deviation').length > maxDeviations) mistakes.push(`There are more than ${maxDeviations} deviations`)
  return mistakes
}

function answerMistakes(root: string, { id, answer, shown }: Row): string[] {
  if (!['met', 'not applicable', 'deviation'].includes(answer)) return [`${id} is answered: ${answer}`]
  if (answer === 'deviation' && !shown.startsWith('risk: ')) return [`${id} doesn't begin with its risk`]
  if (answer === 'not applicable' && shown.trim() === '') return [`${id} has no reason`]
  const names = spans(shown)
  if (answer === 'met' && names.length === 0 && !/\]\([^)]*(#|\.md)/.test(shown))
    return [`${id} names nothing that shows it`]
  let file = ''
  return names.flatMap((name) => {
    if (isPath(name)) {
      file = name
      return existsSync(join(root, name)) ? [] : [`${id} names ${name}, which does not exist`]
    }
    if (!/\.(test|spec)\.ts$/.test(file)) return []
    return existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(name)
      ? []
      : [`${id} names a test that ${file} does not have: ${name}`]
  })
}

const spans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const isPath = (name: string) => /^((ledger|contract|server|web|e2e|scripts|docs)\/[\w./-]+|\.\w+\.json)$/.test(name)

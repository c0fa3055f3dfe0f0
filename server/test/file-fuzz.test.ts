// Random and mutated files are read like uploads: each is read, or refused with a message, within the limits for time and memory,
// and the memory of the server does not grow.
import { expect, test } from 'vitest'
import { openingProblems } from '@talaan/contract/opening.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { statementProblems } from '@talaan/contract/statements.ts'
import { demoFormats, fileOf } from '../src/cli/demo/statement-files.ts'
import { limitMegabytes, limitSeconds } from '../src/platform/reading/limits.ts'
import { readUploaded } from '../src/platform/reading/reader.ts'
import * as evil from './evil-files.ts'
import { isSoak, randomFrom, rounds, seed } from './extent.ts'
import type { Random } from './extent.ts'

test('random and mutated files are read or refused with a message, within the limits for time and memory', async ({
  task,
}) => {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const samples = await genuine()
  const heavy = isSoak ? heavyFiles() : []
  const counts = { read: 0, refused: 0, ended: 0 }
  const most = { megabytes: 0, seconds: 0 }
  const before = process.memoryUsage.rss()

  let files = 0
  for (files of rounds({ short: 40, soak: 2_000 })) {
    const { name, bytes } = pick(samples)
    const file = heavy[files - 1] ?? mutated(name === 'sheet' ? workbookAround(bytes, random) : bytes, random)
    const measure = ({ megabytes, seconds }: typeof most) => {
      most.megabytes = Math.max(most.megabytes, megabytes)
      most.seconds = Math.max(most.seconds, seconds)
    }
    const reading =
      random(3) === 0
        ? readUploaded('cells', { bytes: file, name, decimals: random(5) }, { problems: openingProblems, measure })
        : readUploaded('statement', { bytes: file, said: null, kept: [] }, { problems: statementProblems, measure })
    const outcome = await reading.then(
      () => 'read' as const,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        expect(error.message, `file ${files} of seed ${seed}, ${name}`).toMatch(/^\S.{10,300}[.?…]$/s)
        return error.problem.code.endsWith('tooHeavy') ? ('ended' as const) : ('refused' as const)
      },
    )
    counts[outcome] += 1
  }

  const grown = Math.max(0, Math.round((process.memoryUsage.rss() - before) / 1024 / 1024))
  expect(counts.refused).toBeGreaterThan(0)
  expect(most.megabytes).toBeLessThanOrEqual(limitMegabytes)
  expect(most.seconds).toBeLessThanOrEqual(limitSeconds(Infinity))
  expect(grown).toBeLessThan(limitMegabytes)
  task.meta.figures =
    `${files} mutated files: ${counts.read} read, ${counts.refused} refused with a message, ${counts.ended} stopped at a limit; the others took ` +
    `at most ${most.seconds.toFixed(2)} s of processor time and ${most.megabytes} MB; the memory of the server grew by ${grown} MB`
})

function heavyFiles(): Buffer[] {
  const { workbookOf: _, zipOf: __, ...makers } = evil
  return Object.values(makers).map((make) => Buffer.from(make()))
}

type Sample = { name: string; bytes: Buffer }

/** A statement in every format, and the sheet of a workbook, which is mutated before it is compressed. */
async function genuine(): Promise<Sample[]> {
  const lines = Array.from({ length: 12 }, (_, at) => ({
    position: at,
    day: `2026-03-${String(at + 1).padStart(2, '0')}`,
    amount: BigInt((at % 2 === 0 ? 1 : -1) * (100_000 + at)),
    description: `DEPOSIT ${at}`,
    reference: `R${at}`,
    balance: 5_000_000n,
  }))
  const days = { from: '2026-03-01', to: '2026-03-31', opening: 4_000_000n, closing: 5_000_000n }
  const statement = { account: '001-22', bank: 'Sample Savings Bank', currency: 'PHP', lines, ...days }
  const written = await Promise.all(
    demoFormats.map(async (format) => ({ name: `soa.${format}`, bytes: Buffer.from(await fileOf(format, statement)) })),
  )
  const cell = (column: string, row: number, text: string) =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = lines.map(({ day, description }, at) => {
    const cells = cell('A', at + 1, day) + cell('B', at + 1, description) + `<c r="C${at + 1}" s="1"><v>${at}.5</v></c>`
    return `<row r="${at + 1}">${cells}</row>`
  })
  return [
    ...written,
    { name: 'sheet', bytes: Buffer.from(rows.join('')) },
    { name: 'heavy.pdf', bytes: evil.heavyPdf(0.01) },
    { name: 'flooded.pdf', bytes: evil.floodedPdf() },
    { name: 'nested.pdf', bytes: evil.nestedPdf(50) },
    { name: 'laughs.xml', bytes: Buffer.from(evil.laughingCamt()) },
  ]
}

const workbookAround = (sheet: Buffer, random: Random): Buffer =>
  evil.workbookOf([mutated(sheet, random).toString('latin1')])

/** Strings that often break parsers: large numbers, control and syntax characters, and ends of structures. */
const words = [
  '0',
  '-1',
  '99999999999',
  '1e308',
  'XFD1048576',
  '<',
  '>',
  '</',
  '&a;',
  '"',
  "'",
  '\0',
  '\n',
  '[',
  '<<',
  'stream',
  '%%EOF',
  ',,,,',
  ':61:',
  '<OFX>',
]

function mutated(bytes: Buffer, random: Random): Buffer {
  let file = Buffer.from(bytes)
  for (let times = 1 + random(6); times > 0; times -= 1) {
    const [at, length] = [random(file.length + 1), random(60)]
    const [head, tail] = [file.subarray(0, at), file.subarray(at)]
    const mutation = random(6)
    if (mutation === 0 && file.length > 0) file[random(file.length)] = random(256)
    if (mutation === 1) file = Buffer.concat([head, tail.subarray(length)])
    if (mutation === 2) file = Buffer.concat([head, Buffer.from(words[random(words.length)] as string), tail])
    if (mutation === 3)
      file = Buffer.concat([head, ...Array<Buffer>(1 + random(300)).fill(tail.subarray(0, length)), tail])
    if (mutation === 4 && random(4) === 0) file = Buffer.from(head)
    if (mutation === 5)
      file = Buffer.from(
        file.toString('latin1').replace(/\d+/g, (number) => (random(40) === 0 ? (words[random(4)] as string) : number)),
        'latin1',
      )
  }
  return file
}

// Writes the table of docs/reliability.md from docs/reliability.json, in which `npm run soak` stores the result of each proof.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Result } from './steps.ts'

/** The proofs of the soak, each with its part of the command and its claim. */
export const proofs: Record<string, { part: string; claim: string }> = {
  'a simulated company': {
    part: 'simulation',
    claim: 'A company with power cuts, lost answers and jumping clocks always has the books of a simple model',
  },
  'kills, PostgreSQL': { part: 'kills', claim: 'Nothing confirmed is lost when the portal is killed' },
  'kills, embedded database': { part: 'kills', claim: 'The same with the embedded database' },
  'kills of PostgreSQL': { part: 'postgres', claim: 'Nothing confirmed is lost when PostgreSQL itself is killed' },
  'a standby that takes over': {
    part: 'standby',
    claim: 'Nothing confirmed is lost when the primary is lost and a standby takes over',
  },
  'restarts of two portals': { part: 'restarts', claim: 'No call fails while two portals are restarted one by one' },
  'power cuts': { part: 'cuts', claim: 'Nothing confirmed is lost in a power cut (embedded database)' },
  'loss of the first disk': { part: 'disks', claim: 'Nothing confirmed is lost with the first disk (`MIRROR_DIR`)' },
  'a full and a read-only disk': {
    part: 'disk',
    claim: 'A full or read-only disk gives a clear message and loses no data',
  },
  'tampering with every table': { part: 'tampering', claim: 'Changes made directly in the database are found' },
  'races, PostgreSQL': { part: 'races', claim: 'Simultaneous changes give the result of one after the other' },
  'races, embedded database': { part: 'races', claim: 'The same with the embedded database' },
  'malformed requests, PostgreSQL': { part: 'requests', claim: 'No request crashes the portal or damages the books' },
  'malformed requests, embedded database': { part: 'requests', claim: 'The same with the embedded database' },
  'wrong values in every field': { part: 'fields', claim: 'Every wrong value gets a message, never a crash' },
  'mutated files': { part: 'files', claim: 'No uploaded file crashes the portal' },
  'examples of the rules': { part: 'rules', claim: 'The accounting rules hold for random examples' },
  'two builds of the pages': { part: 'twice', claim: 'The same sources always build the same pages' },
}

export type ProofResult = {
  name: string
  figures: string[]
  isPassed: boolean
  seconds: number
  seed: number
  date: string
  release: string
  machine: string
}

const placeholder = /(<!-- figures -->\n)[\s\S]*?(<!-- end of figures -->)/

/** Replaces only the results of the proofs that ran. */
export function storeProofs(root: string, results: readonly Result[], seed: number): void {
  const [data, page] = [join(root, 'docs', 'reliability.json'), join(root, 'docs', 'reliability.md')]
  const stored = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as ProofResult[]) : []
  const names = Object.keys(proofs)
  const ran = results.filter(({ name }) => names.includes(name)).map((result) => proofOf(root, result, seed))
  const others = stored.filter(({ name }) => !ran.some((each) => each.name === name))
  const all = [...others, ...ran].toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  writeFileSync(data, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), all))
}

function proofOf(root: string, { name, seconds, outcome }: Result, seed: number): ProofResult {
  return {
    name,
    figures: outcome.figures ?? [],
    isPassed: outcome.failures.length === 0,
    seconds: Math.round(seconds),
    seed,
    date: new Date().toISOString().slice(0, 10),
    release: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`,
  }
}

export function withFigures(page: string, results: readonly ProofResult[]): string {
  const rows = results.map(({ name, figures, isPassed, seconds, seed, date, release, machine }) => {
    const { part = '', claim = name } = proofs[name] ?? {}
    const done = isPassed ? figures.join('; ') || 'passed' : `**Failed.** ${figures.join('; ')}`
    return `| ${claim} | ${done} | \`--only=${part} --seed=${seed}\` | ${seconds} s | ${date}, ${release}, ${machine} |`
  })
  const table = ['| Claim | Result | Command | Time | Date, commit, machine |', '|---|---|---|---|---|', ...rows]
  return page.replace(placeholder, (_, start: string, end: string) => `${start}${table.join('\n')}\n${end}`)
}

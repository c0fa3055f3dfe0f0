// Writes the table of docs/reliability.md from docs/reliability.json, in which `npm run soak` stores the result of each proof.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Result } from './steps.ts'

type Proof = {
  /** The part of the soak that runs it. */
  part: string
  claim: string
  /** How much of it we want to run before a release, or the limit for the measurement. */
  goal?: string
}

export const proofs: Record<string, Proof> = {
  'kills, PostgreSQL': {
    part: 'kills',
    claim: 'Nothing confirmed is lost when the portal is killed',
    goal: '2,000 kills',
  },
  'kills, embedded database': {
    part: 'kills',
    claim: 'Nothing confirmed is lost when the portal is killed (embedded database)',
    goal: '2,000 kills',
  },
  'a simulated company': {
    part: 'simulation',
    claim:
      'A company with power cuts, lost responses and jumping clocks always has the same books as an independent model',
    goal: '1,000,000 actions',
  },
  'kills of PostgreSQL': {
    part: 'postgres',
    claim: 'Nothing confirmed is lost when PostgreSQL itself is killed',
    goal: '500 kills',
  },
  'a standby that takes over': {
    part: 'standby',
    claim: 'Nothing confirmed is lost when the primary is lost and a standby takes over',
  },
  'restarts of two portals': { part: 'restarts', claim: 'No call fails while two portals are restarted one by one' },
  'a connection pooler': {
    part: 'pooler',
    claim: 'A connection pooler that would drop the settings of Talaan is refused with a message',
  },
  'a bad network': {
    part: 'network',
    claim:
      'If a recording is cut off at any byte of its request or response and is repeated, exactly one document is stored',
    goal: '100,000 documents',
  },
  'histories of six clients, PostgreSQL': {
    part: 'history',
    claim:
      'Despite kills and cut connections, simultaneous users get the same responses as if the calls were made one after another (linearizability)',
    goal: '100,000 calls',
  },
  'histories of six clients, embedded database': {
    part: 'history',
    claim:
      'Despite kills and cut connections, simultaneous users get the same responses as if the calls were made one after another (embedded database)',
    goal: '100,000 calls',
  },
  'a bad mail server': {
    part: 'mail',
    claim:
      'Each receipt is delivered through a mail server that often fails, and no receipt is sent without its document',
    goal: '10,000 messages',
  },
  'power cuts': {
    part: 'cuts',
    claim: 'Nothing confirmed is lost in a power cut (embedded database)',
    goal: '10,000 disks',
  },
  'power cuts of PostgreSQL': {
    part: 'postgres-cuts',
    claim: 'Nothing confirmed is lost in a power cut (PostgreSQL server)',
    goal: '5,000 disks',
  },
  'loss of the first disk': {
    part: 'disks',
    claim: 'Nothing confirmed is lost if the first disk is lost (`MIRROR_DIR`)',
  },
  'a restore drill, PostgreSQL': {
    part: 'restore',
    claim: 'Restored books equal the books that were backed up',
    goal: '1,000,000 journal lines within 15 minutes',
  },
  'a restore drill, embedded database': {
    part: 'restore',
    claim: 'Restored books equal the books that were backed up (embedded database)',
    goal: '1,000,000 journal lines within 15 minutes',
  },
  'a full and a read-only disk': {
    part: 'disk',
    claim: 'A full or read-only disk gives a clear message and loses no data',
  },
  'tampering with every table': {
    part: 'tampering',
    claim: 'Changes made directly in the database are found',
    goal: '10,000 changes',
  },
  'races, PostgreSQL': {
    part: 'races',
    claim: 'Simultaneous changes give the same result as changes made one after the other',
    goal: '10,000 races of each kind',
  },
  'races, embedded database': {
    part: 'races',
    claim: 'Simultaneous changes give the same result as changes made one after the other (embedded database)',
    goal: '10,000 races of each kind',
  },
  'malformed requests, PostgreSQL': {
    part: 'requests',
    claim: 'No request crashes the portal or damages the books',
    goal: '10,000,000 requests',
  },
  'malformed requests, embedded database': {
    part: 'requests',
    claim: 'No request crashes the portal or damages the books (embedded database)',
    goal: '10,000,000 requests',
  },
  'malformed calls of programs': {
    part: 'programs',
    claim: 'No call from another program to the API or the MCP server crashes the portal or damages the books',
    goal: '10,000 calls',
  },
  'wrong values in every field': {
    part: 'fields',
    claim: 'Every wrong value results in a message and never in a crash',
  },
  'mutated files': { part: 'files', claim: 'No uploaded file crashes the portal', goal: '1,000,000 files' },
  'files with malware': {
    part: 'malware',
    claim: 'With a virus scanner, a file with malware is refused, and any other file is saved',
  },
  'the time of a login': {
    part: 'timing',
    claim: 'The time of a refused login does not reveal whether the client id exists',
    goal: 'medians within 5 ms, p above 0.01, 2,000 pairs',
  },
  'scripts in stored texts': {
    part: 'scripts',
    claim: 'No stored text runs a script on a page',
    goal: '150 texts with scripts in all fields; no script runs',
  },
  'many requests from strangers': {
    part: 'overload',
    claim: 'Users can keep working while strangers send many requests',
    goal: '5,000 requests per second; 99% of recordings within 1 s, of logins within 2 s',
  },
  'an office with a fault every minute': {
    part: 'office',
    claim: 'An office can keep working with a fault every minute, and the memory of the portal does not grow',
    goal: '24 hours, less than 1 MB per hour',
  },
  'examples of the rules': { part: 'rules', claim: 'The accounting rules hold for random examples' },
  'random years of tax returns': {
    part: 'taxes',
    claim:
      'An independent program computes the same tax returns from the exported journal and the payroll registers, and the tax reconciliation shows no unexplained difference',
    goal: '2,000 years',
  },
  'coverage of the code': {
    part: 'coverage',
    claim: 'The tests run the code of the critical modules',
    goal: 'all branches',
  },
  'changes of the code': {
    part: 'mutation',
    claim: 'The tests detect small changes to the critical modules',
    goal: '85% of the changes',
  },
  'features with the rights of a second account, PostgreSQL': {
    part: 'rights',
    claim: 'Talaan works with a database account that has only the rights it needs',
  },
  'a new computer': {
    part: 'setup',
    claim: 'Talaan runs on a new computer with git and Node after one command',
    goal: '5 minutes',
  },
  'two builds of the pages': { part: 'twice', claim: 'Every build of the same sources gives the same pages' },
}

export type ProofResult = {
  name: string
  figures: string[]
  isPassed: boolean
  seconds: number
  seed: number
  minutes?: number
  date: string
  release: string
  machine: string
}

const placeholder = /(<!-- figures -->\n)[\s\S]*?(<!-- end of figures -->)/

type Options = { seed: number; minutes: number }

/** Replaces only the results of the proofs that ran. */
export function storeProofs(root: string, results: readonly Result[], options: Options): void {
  const [data, page] = [join(root, 'docs', 'reliability.json'), join(root, 'docs', 'reliability.md')]
  const stored = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as ProofResult[]) : []
  const names = Object.keys(proofs)
  const ran = results.filter(({ name }) => names.includes(name)).map((result) => proofOf(root, result, options))
  const others = stored.filter(({ name }) => !ran.some((each) => each.name === name))
  const all = [...others, ...ran].toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  writeFileSync(data, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), all))
}

function proofOf(root: string, { name, seconds, outcome }: Result, { seed, minutes }: Options): ProofResult {
  return {
    name,
    figures: outcome.figures ?? [],
    isPassed: outcome.failures.length === 0,
    seconds: Math.round(seconds),
    seed,
    minutes,
    date: new Date().toISOString().slice(0, 10),
    release: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`,
  }
}

export function withFigures(page: string, results: readonly ProofResult[]): string {
  const rows = results.map(({ name, figures, isPassed, seconds, seed, minutes, date, release, machine }) => {
    const { part = '', claim = name, goal = '' } = proofs[name] ?? {}
    const done = isPassed ? figures.join('; ') || 'passed' : `**Failed.** ${figures.join('; ')}`
    const command = `--only=${part} --seed=${seed}${minutes === undefined ? '' : ` --minutes=${minutes}`}`
    return `| ${claim} | ${goal} | ${done} | \`${command}\` | ${seconds} s | ${date}, ${release}, ${machine} |`
  })
  const headings = ['| Claim | Goal | Result | Command | Time | Date, commit, machine |', '|---|---|---|---|---|---|']
  const table = [...headings, ...rows]
  return page.replace(placeholder, (_, start: string, end: string) => `${start}${table.join('\n')}\n${end}`)
}

// Commands for the books: verify them, print the ends of their chains, and create a demo company.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { headsLine, readHeads, timestampRequest } from '@talaan/ledger/proof/heads.ts'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import { sha256 } from '../books/journal.ts'
import { headsOf, headsProblems } from '../books/verify/heads.ts'
import { sealAuditEvents } from '../platform/audit/sealing.ts'
import { timestamp, today } from '../platform/clock.ts'
import { standardCost } from '../http/passwords.ts'
import { verify as verifyBooks } from '../books/verify/verify.ts'
import type { AuditTrailState } from '../books/verify/audit-trail.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'
import { demoAccounts, demoPassword, DemoRefusal, makeDemo } from './demo/demo.ts'
import { isSmallCompany, makeSmallDemo, smallCompanies } from './demo/small-companies.ts'
import type { SmallCompanyName } from './demo/small-companies.ts'

export const verify: Command = {
  name: 'verify',
  takes: '[--json] [file]',
  does: 'Recalculates the books and lists every error. The exit code is 1 if there are errors. With a file, also compares the books with the line in it (from talaan heads, a backup e-mail or a bound book).',
  async run({ args, open, say }) {
    const saved = args.filter((arg) => arg !== '--json').map(lineIn)
    const { kysely } = await open()
    const verdict = await verifyBooks(kysely)
    const { notes, entries, head, auditTrail } = verdict
    const compared = await Promise.all(saved.map((line) => headsProblems(kysely, line)))
    const checks = [
      ...verdict.checks,
      ...(saved.length === 0 ? [] : [{ name: comparedName, problems: compared.flat() }]),
    ]
    const sound = verdict.sound && compared.flat().length === 0
    if (args.includes('--json')) {
      const { sealed, waiting } = auditTrail
      const auditSummary = { sealed: sealed.toString(), head: auditTrail.head, waiting: waiting.toString() }
      say(JSON.stringify({ sound, entries: entries.toString(), head, acts: auditSummary, checks, notes }))
    } else {
      for (const { name, problems } of checks) {
        say(`${problems.length === 0 ? 'yes' : 'NO '}  ${name}`)
        for (const problem of problems) say(`       ${problem}`)
      }
      for (const note of notes) say(`note ${note}`)
      say(`Entries: ${entries}; the last hash is ${head}.`)
      say(auditTrailLine(auditTrail))
    }
    if (!sound)
      throw new CommandMistake(
        'The books have errors. Stop recording, save a copy of the database as it is, and compare it with the last backup.',
      )
  },
}

const comparedName = 'the books match the entry count and hash saved outside Talaan'

/** Reads the line in a saved file. */
function lineIn(path: string): Heads {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandMistake(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const heads = readHeads(text)
  if (heads === null)
    throw new CommandMistake(
      `There is no line in ${path} that begins with "Talaan" and has two hashes of 64 characters.`,
    )
  return heads
}

export const heads: Command = {
  name: 'heads',
  takes: '[folder]',
  does: 'Prints one line with the last hashes of both chains, to save outside the server. With a folder, also saves the line and a time-stamp request (RFC 3161).',
  async run({ args: [folder], clock, open, say }) {
    const { kysely } = await open()
    await sealAuditEvents(kysely)
    const at = timestamp(clock.now())
    const line = headsLine(await headsOf(kysely, at))
    say(line)
    if (folder === undefined) return
    const path = join(resolve(folder), `talaan-heads-${at.slice(0, 19).replaceAll(':', '')}Z`)
    // Without a line break, because the request is for the hash of this file.
    writeFileSync(`${path}.txt`, line, { flag: 'wx' })
    writeFileSync(`${path}.tsq`, timestampRequest(sha256(line)), { flag: 'wx' })
    say(`Saved as ${path}.txt. Send ${path}.tsq to a time-stamping authority, and save its response with the line.`)
  },
}

/** Also reports unsealed events, because changes of them can't be detected until they are sealed. */
export function auditTrailLine({ sealed, head, waiting }: AuditTrailState): string {
  const sentence = `Sealed audit events: ${sealed}; their last hash is ${head}.`
  return waiting === 0n
    ? sentence
    : `${sentence} Events not sealed yet: ${waiting}. Talaan seals them automatically while it is running.`
}

function demoOptions(args: readonly string[]): {
  small: SmallCompanyName | undefined
  isLarge: boolean
  isOpen: boolean
} {
  const unknown = args.find((arg) => arg !== '--large' && arg !== '--open' && !arg.startsWith('--company='))
  if (unknown !== undefined)
    throw new CommandMistake(`Unknown option ${unknown}. The options are --large, --open and --company.`)
  const [isLarge, isOpen] = [args.includes('--large'), args.includes('--open')]
  const name = args.find((arg) => arg.startsWith('--company='))?.slice('--company='.length)
  if (name === undefined) return { small: undefined, isLarge, isOpen }
  if (!isSmallCompany(name))
    throw new CommandMistake(`There is no demo company ${name}. Choose --company=professional or --company=exporter.`)
  if (isLarge) throw new CommandMistake('Only the default demo company can be large. Leave out --large or --company.')
  return { small: name, isLarge, isOpen }
}

export const demo: Command = {
  name: 'demo',
  takes: '[--large] [--open] [--company=<name>]',
  does: 'Creates a demo company with three user accounts and a year of documents in an empty database; --large: ten thousand documents, --open: no month closed, --company=professional or --company=exporter: a smaller company.',
  async run({ args, env, clock, open, say }) {
    const { small, isLarge, isOpen } = demoOptions(args)
    const db = await open()
    const usual = small === undefined ? 'Sampaguita Office Supplies, Inc.' : smallCompanies[small].name
    const named = env.companyName === 'My Company' ? { ...env, companyName: usual } : env
    const options = { db, env: named, passwordCost: standardCost, today: today(clock), tell: say, open: isOpen }
    try {
      const folder = join(env.dataDir, 'demo-statements')
      if (small === undefined) await makeDemo({ ...options, folder, large: isLarge })
      else await makeSmallDemo({ ...options, company: small })
    } catch (error) {
      if (!(error instanceof DemoRefusal)) throw error
      throw new CommandMistake(error.message)
    }
    say('')
    for (const { clientId, role } of demoAccounts) say(`  ${clientId.padEnd(8)} ${role}`)
    say(`  Password for all three: ${demoPassword}`)
  },
}

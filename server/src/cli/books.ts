// Commands for the books: verify them, and create a demo company.
import { join } from 'node:path'
import { today } from '../platform/clock.ts'
import { standardCost } from '../http/passwords.ts'
import { verify as verifyBooks } from '../books/verify/verify.ts'
import type { AuditTrailState } from '../books/verify/audit-trail.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'
import { demoAccounts, demoPassword, DemoRefusal, makeDemo } from './demo/demo.ts'

export const verify: Command = {
  name: 'verify',
  takes: '[--json]',
  does: 'Recalculates the books and lists every error. The exit code is 1 if there are errors.',
  async run({ args, open, say }) {
    const { kysely } = await open()
    const { checks, notes, entries, head, auditTrail, sound } = await verifyBooks(kysely)
    if (args.includes('--json')) {
      const { sealed, waiting } = auditTrail
      const told = { sealed: sealed.toString(), head: auditTrail.head, waiting: waiting.toString() }
      say(JSON.stringify({ sound, entries: entries.toString(), head, acts: told, checks, notes }))
    } else {
      for (const { name, problems } of checks) {
        say(`${problems.length === 0 ? 'yes' : 'NO '}  ${name}`)
        for (const problem of problems) say(`       ${problem}`)
      }
      for (const note of notes) say(`note ${note}`)
      say(`${entries} entries; the chain ends in ${head}.`)
      say(auditTrailLine(auditTrail))
    }
    if (!sound)
      throw new CommandMistake(
        'The books have errors. Stop recording, save a copy of the database as it is, and compare it with the last backup.',
      )
  },
}

/** Unsealed events are reported too: until they are sealed, a change of them would go undetected. */
export function auditTrailLine({ sealed, head, waiting }: AuditTrailState): string {
  const told = `${sealed} sealed audit events; their chain ends in ${head}.`
  return waiting === 0n
    ? told
    : `${told} The newest ${waiting} are not sealed yet. Talaan seals them automatically while it is running.`
}

export const demo: Command = {
  name: 'demo',
  takes: '[--large] [--open]',
  does: 'Creates a demo company with three accounts and a year of documents in an empty database; --large: ten thousand documents, --open: no month closed.',
  async run({ args, env, clock, open, say }) {
    const unknown = args.find((arg) => arg !== '--large' && arg !== '--open')
    if (unknown !== undefined)
      throw new CommandMistake(`Unknown option ${unknown}. The options are --large and --open.`)
    const db = await open()
    const named = env.companyName === 'My Company' ? { ...env, companyName: 'Sampaguita Office Supplies, Inc.' } : env
    try {
      const folder = join(env.dataDir, 'demo-statements')
      await makeDemo({
        db,
        env: named,
        passwordCost: standardCost,
        today: today(clock),
        folder,
        tell: say,
        large: args.includes('--large'),
        open: args.includes('--open'),
      })
    } catch (error) {
      if (!(error instanceof DemoRefusal)) throw error
      throw new CommandMistake(error.message)
    }
    say('')
    for (const { clientId, role } of demoAccounts) say(`  ${clientId.padEnd(8)} ${role}`)
    say(`  Password for all three: ${demoPassword}`)
  },
}

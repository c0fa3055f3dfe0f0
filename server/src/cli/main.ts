// talaan <command>: the operator's command line, on the same environment and database as the portal.
import { pathToFileURL } from 'node:url'
import { sealAuditEvents } from '../platform/audit/sealing.ts'
import { wallClock } from '../platform/clock.ts'
import { DatabaseRefusal, openDatabase } from '../platform/db/db.ts'
import type { Database } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { EnvironmentMistake, readEnvironment } from '../platform/env/env.ts'
import { accounts, endAllSessions, resetAnyPassword } from './accounts.ts'
import { addAccount } from './add-account.ts'
import { backup, backupKey, prove, restore } from './backup.ts'
import { CommandMistake } from './command.ts'
import type { Command, Tools } from './command.ts'
import { demo, heads, verify } from './books.ts'
import { company } from './company.ts'
import { mcp } from './mcp.ts'
import { migrateSchema } from './migrate.ts'

const commands: readonly Command[] = [
  accounts,
  addAccount,
  resetAnyPassword,
  endAllSessions,
  company,
  verify,
  heads,
  backup,
  prove,
  restore,
  migrateSchema,
  backupKey,
  demo,
  mcp,
]

/** Runs one command and returns the exit code: 0 done, 1 refused, 2 not understood. */
export async function runCommand(
  [name = 'help', ...args]: readonly string[],
  tools: Omit<Tools, 'args'>,
): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    help().forEach(tools.say)
    return 0
  }
  const command = commands.find((each) => each.name === name)
  if (!command) {
    tools.say(`Unknown command '${name}'.`)
    help().forEach(tools.say)
    return 2
  }
  try {
    await command.run({ ...tools, args })
    if (command.writes === true) await sealAuditEvents((await tools.open()).kysely)
    return 0
  } catch (error) {
    if (!(error instanceof CommandMistake) && !(error instanceof DatabaseRefusal)) throw error
    tools.say(error.message)
    return 1
  }
}

function help(): string[] {
  const lines = commands.map(({ name, takes, does }) => [`talaan ${name} ${takes}`.trimEnd(), does] as const)
  const width = Math.max(...lines.map(([call]) => call.length))
  return ['', ...lines.map(([call, does]) => `  ${call.padEnd(width)}   ${does}`), '']
}

async function main(): Promise<void> {
  let db: Promise<Database> | undefined
  try {
    const env = readEnvironment(process.env)
    const open = async ({ bare } = { bare: false }) => {
      const opened = await (db ??= openDatabase(
        env.databaseUrl === null ? { dataDir: env.dataDir, mirror: env.mirror } : { databaseUrl: env.databaseUrl },
      ))
      if (!bare) await migrate(opened)
      return opened
    }
    process.exitCode = await runCommand(process.argv.slice(2), {
      env,
      clock: wallClock,
      open,
      say: (line) => console.log(line),
    })
  } catch (error) {
    if (!(error instanceof EnvironmentMistake)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await (await db?.catch(() => undefined))?.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()

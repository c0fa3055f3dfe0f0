// Books that outlive the process that writes them: a data directory of the test's own, or a database on the server.
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../src/platform/db/db.ts'
import { booksOnDisk, migratedTemplate, testEngine } from '../database.ts'

export type Books = {
  /** What a portal has to be told to keep these books. */
  environment: Record<string, string>
  /** Opens them past the portal. The embedded database opens only when no portal has it. */
  open(): Promise<Database>
  /** The same books once more, while nobody has them open. */
  copy(): Promise<Books>
  [Symbol.asyncDispose](): Promise<void>
}

/** Migrated and otherwise empty, which is faster than a portal that begins them. */
export async function newBooks(): Promise<Books> {
  if (testEngine === 'server') return onServer(await migratedTemplate())
  const books = inDirectory()
  await booksOnDisk(books.environment['DATA_DIR'] ?? '')
  return books
}

function inDirectory(from?: string): Books {
  const dataDir = mkdtempSync(join(tmpdir(), 'talaan-kill-'))
  if (from !== undefined) cpSync(join(from, 'database'), join(dataDir, 'database'), { recursive: true })
  return {
    environment: { DATA_DIR: dataDir },
    open: () => openDatabase({ dataDir }),
    copy: () => Promise.resolve(inDirectory(dataDir)),
    [Symbol.asyncDispose]: async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function onServer(from: string): Promise<Books> {
  const name = `talaan_kill_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} template ${from} strategy file_copy`)
  const url = new URL(process.env.TALAAN_TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: url.href },
    open: () => openDatabase({ databaseUrl: url.href }),
    copy: () => onServer(name),
    [Symbol.asyncDispose]: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TALAAN_TEST_DATABASE_URL })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

// Takes files from a watched folder into Arrivals, for scanners and other programs. A file is taken once it is complete: its size and
// time are the same at two looks. It is then moved to done/, or to refused/ with the reason beside it. A file that was stored before a
// stop, but not moved, is recognized by its digest.
import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { attachmentLimitBytes, documentProblems } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { assertHarmless } from '../../platform/malware.ts'
import { cleanName } from '../../print/file-name.ts'
import { fileOfContent } from '../documents/attachments.ts'
import { assertDayHasRoom } from './intake.ts'
import { enqueueReading } from './read.ts'
import { storeArrival } from './store.ts'
import type { NewArrival } from './store.ts'

type Context = Pick<AppContext, 'db' | 'env' | 'clock' | 'jobsAreDue'>

const everyMs = 15_000
/** Files taken in one run. */
const maxFiles = 100
/** Programs write to such names first. */
const unfinished = /^[.~]|\.(tmp|part|partial|crdownload)$/i

/** Without a folder there is no such job. */
export function readsFolder(context: Context): JobHandler[] {
  const folder = context.env.arrivalsFolder
  if (folder === null) return []
  let seen = new Map<string, string>()
  return [
    handles(plainJob('arrivals.folder'), {
      next: (after) => after + everyMs,
      retryAfter: () => everyMs,
      async run({ signal }) {
        const now = await filesIn(folder)
        const complete = [...now].filter(([name, state]) => seen.get(name) === state)
        seen = now
        for (const [name, state] of complete.slice(0, maxFiles)) {
          signal.throwIfAborted()
          await takeFile(context, folder, name, state)
        }
      },
    }),
  ]
}

/** By name, with what changes while a file is written. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  try {
    for (const inner of ['done', 'refused']) await mkdir(join(folder, inner)).catch(ignoring('EEXIST'))
    await access(folder, constants.R_OK | constants.W_OK)
    const names = await readdir(folder)
    const found = new Map<string, string>()
    for (const name of names.filter((one) => !unfinished.test(one)).sort()) {
      const state = await stateOf(join(folder, name))
      if (state !== null) found.set(name, state)
    }
    return found
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new Error(
      `The folder ${folder} can't be read or written to (${code}). Check that it exists and that Talaan has permission to use it (ARRIVALS_FOLDER).`,
      { cause: error },
    )
  }
}

const ignoring = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}

/** Null for folders, links and what is gone. */
async function stateOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(ignoring('ENOENT'))
  return stats?.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : null
}

async function takeFile(context: Context, folder: string, name: string, state: string): Promise<void> {
  const { env } = context
  const path = join(folder, name)
  await assertRoomForFiles(env)
  await assertDayHasRoom(context.db.kysely, context)
  try {
    const bytes = await contentOf(path)
    // It was written to in the meantime.
    if ((await stateOf(path)) !== state) return
    const file = fileOfContent(bytes, name)
    if (env.clamd !== null) await assertHarmless(bytes, env.clamd)
    await store(context, { ...file, bytes, sha256: sha256(bytes) })
    await rename(path, await freeName(join(folder, 'done'), name))
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status >= 500) throw error
    const reason = error.problem.sentence
    const place = await freeName(join(folder, 'refused'), name)
    await writeFile(`${place}.txt`, `${reason}\n`)
    await rename(path, place)
    const detail = { file: cleanName(name), reason }
    await context.db.kysely
      .transaction()
      .execute((trx) => audit(trx, context.clock, { actorName: 'portal', action: 'arrivals.folderRefused', detail }))
  }
}

async function store(context: Context, file: NewArrival['file']): Promise<void> {
  const { clock } = context
  await context.db.kysely.transaction().execute(async (trx) => {
    const id = crypto.randomUUID()
    const { already } = await storeArrival(trx, { id, file, by: null, cameBy: 'folder', at: timestamp(clock.now()) })
    if (already) return
    await enqueueReading(trx, id, clock.now())
    const object = { type: 'arrival', id }
    await audit(trx, clock, { actorName: 'portal', action: 'arrivals.folder', object, detail: { file: file.name } })
  })
  context.jobsAreDue()
}

/** A name that no other file has there. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let at = 1; ; at += 1) {
    const path = join(folder, at === 1 ? name : `${stem} (${at})${ext}`)
    if ((await lstat(path).catch(ignoring('ENOENT'))) === undefined) return path
  }
}

/** A link in its place is not followed. */
async function contentOf(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    if ((await file.stat()).size > attachmentLimitBytes) throw new Refusal(documentProblems.attachmentTooLarge)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

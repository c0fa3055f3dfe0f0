// The folder for restores to a moment. Each base has a folder named after the first moment it can restore; it also has the log
// files since then, each named after the last moment it can restore.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { plainEnding, sealedEnding } from './file.ts'
import { follows } from './wal.ts'

export type LogFile = { path: string; segment: string; until: number }
/** A base and the log that follows it without a gap. Any moment from `since` to `until` can be restored. */
export type Stretch = { folder: string; base: string; since: number; until: number; log: LogFile[] }

const momentName = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})Z$/
const logName = /^(.{18})-([0-9A-F]{24})\.gz(\.age)?$/

export const nameOfMoment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}Z`

export function momentOf(name: string): number | undefined {
  const [, day, hours, minutes, seconds] = momentName.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

export const endingFor = (keys: readonly string[]): string => (keys.length === 0 ? plainEnding : sealedEnding)
export const baseName = (keys: readonly string[]): string => `base${endingFor(keys)}`
export const logFileName = (file: { until: number; segment: string }, keys: readonly string[]): string =>
  `${nameOfMoment(file.until)}-${file.segment}${endingFor(keys)}`

/** The folders of bases, oldest first. */
export async function stretchFolders(archive: string): Promise<{ folder: string; since: number }[]> {
  const names = await readdir(archive).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => {
      const since = momentOf(name)
      return since === undefined ? [] : [{ folder: join(archive, name), since }]
    })
    .toSorted((a, b) => a.since - b.since)
}

/** The moments that a folder can restore; undefined if it has no base. */
export async function readStretch(folder: string, since: number): Promise<Stretch | undefined> {
  const names = await readdir(folder)
  const base = names.find((name) => name === `base${plainEnding}` || name === `base${sealedEnding}`)
  if (base === undefined) return undefined
  const files = names
    .flatMap((name) => {
      const [, moment = '', segment = ''] = logName.exec(name) ?? []
      const until = momentOf(moment)
      return until === undefined ? [] : [{ path: join(folder, name), segment, until }]
    })
    .toSorted((a, b) => (a.segment < b.segment ? -1 : 1))
  const gap = files.findIndex(({ segment }, at) => {
    const before = files[at - 1]
    return before !== undefined && !follows(before.segment, segment)
  })
  const log = gap < 0 ? files : files.slice(0, gap)
  return { folder, base: join(folder, base), since, until: log.at(-1)?.until ?? since, log }
}

export async function readArchive(archive: string): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (const { folder, since } of await stretchFolders(archive)) {
    const stretch = await readStretch(folder, since)
    if (stretch !== undefined) stretches.push(stretch)
  }
  return stretches
}

/** The newest base that can restore a moment. */
export const stretchFor = (archive: readonly Stretch[], moment: number): Stretch | undefined =>
  archive.findLast(({ since, until }) => since <= moment && moment <= until)

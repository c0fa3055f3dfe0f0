// Recognizes the errors of a full or read-only disk (from the system, PostgreSQL or the embedded database), with their messages.
import { access, constants } from 'node:fs/promises'
import { common } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { Environment } from '../env/env.ts'
import { fullBytes } from './reserve.ts'
import { isLow, spaceOf } from './space.ts'

export type DiskTrouble = 'full' | 'readOnly'

/** 53100 is PostgreSQL's "disk full". */
export function troubleOf(error: unknown): DiskTrouble | undefined {
  const { code, message = String(error) } = (error ?? {}) as { code?: unknown; message?: string }
  if (code === '53100' || code === 'ENOSPC' || /No space left on device|ENOSPC/i.test(message)) return 'full'
  if (code === 'EROFS' || /read-only file system|EROFS|readonly database/i.test(message)) return 'readOnly'
  return undefined
}

export const diskProblems: Record<DiskTrouble, Problem> = { full: common.diskFull, readOnly: common.diskReadOnly }

/** The message for the console if startup fails; undefined for other errors. */
export function startRefusal(error: unknown, folder: string): string | undefined {
  const trouble = troubleOf(error)
  if (trouble === undefined) return undefined
  return trouble === 'full'
    ? `The disk of ${folder} is full. Free some space and start Talaan again. No recorded data is lost.`
    : `The disk of ${folder} can't be written to: it is mounted read-only, which often follows a disk error. Check the disk, make it writable and start Talaan again.`
}

export type DiskState = 'ok' | 'low' | DiskTrouble

export async function diskState(env: Environment): Promise<DiskState> {
  const space = await spaceOf(env.dataDir)
  if (await isReadOnly(env.dataDir)) return 'readOnly'
  if (space.free < fullBytes) return 'full'
  return isLow(space, env) ? 'low' : 'ok'
}

/** For the health check. */
export const stateSentences: Record<Exclude<DiskState, 'ok'>, string> = {
  low: "The disk has little free space: files can't be uploaded. Free some space.",
  full: "The disk is full: files can't be uploaded, and soon nothing can be recorded. Free some space now.",
  readOnly: "The disk can't be written to: nothing can be recorded. Check the disk and make it writable.",
}

/** A missing permission is a different error and does not count. */
const isReadOnly = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => false,
    (error: unknown) => troubleOf(error) === 'readOnly',
  )

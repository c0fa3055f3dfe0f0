// Sends the ends of both chains by e-mail: after each backup, and to an external accountant at each closing. A saved line shows
// later whether entries or audit events up to these ends were removed or rewritten.
import type { Transaction } from 'kysely'
import { headsLine } from '@talaan/ledger/proof/heads.ts'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import type { Environment } from '../platform/env/env.ts'
import type { Tables } from '../platform/db/tables.ts'
import { queueNotice } from './notice.ts'

type HeadsMessage = {
  env: Environment
  /** Milliseconds. */
  now: number
  topic: 'backup' | 'closing'
  to: string | null
  subject: string
  lines: readonly string[]
  heads: Heads | null
}

export const mailHeads = (trx: Transaction<Tables>, { env, lines, heads, ...message }: HeadsMessage): Promise<void> =>
  queueNotice(trx, env, { ...message, lines: heads === null ? lines : [...lines, '', ...linesAbout(heads)] })

const linesAbout = (heads: Heads): string[] => [
  headsLine(heads),
  '',
  'Save this line so that you can check later whether entries or audit events up to this point were removed or changed.',
  'To compare the books with this line, use "npm run talaan verify" or the verifier page of an exported year.',
]

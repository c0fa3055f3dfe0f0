// A message to the operator of the portal: to the address for inquiries, or the one that the portal sends from.
import type { Transaction } from 'kysely'
import { queueNotice } from '../../books/notice.ts'
import type { Environment } from '../../platform/env/env.ts'
import type { Tables } from '../../platform/db/tables.ts'

export const writeToOperator = (
  trx: Transaction<Tables>,
  env: Pick<Environment, 'smtpUrl' | 'contactEmail' | 'mailFrom'>,
  message: { now: number; subject: string; lines: readonly string[] },
): Promise<void> => queueNotice(trx, env, { ...message, topic: 'safety', to: env.contactEmail ?? env.mailFrom })

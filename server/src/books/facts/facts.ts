// The facts for rules. A new one is a file in this folder and a line in the list.
import type { Kysely, RawBuilder } from 'kysely'
import type { AnyFactRequest, AnyFacts, FactKey, FactsOf, Request } from '@talaan/ledger/documents/facts.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { SealedAttachment } from '../seal.ts'
import type { ApprovalRule } from '../approvals.ts'
import { allocation } from './allocation.ts'
import { commonFacts } from './common.ts'
import { credited } from './credited.ts'
import type { FactOfBooks, DocumentInCheck } from './fact.ts'
import { employees } from './employees.ts'
import { fundVouchers } from './fund-vouchers.ts'
import { items } from './items.ts'
import { leaves } from './leaves.ts'
import { money } from './money.ts'
import { payeeAccount } from './payee-account.ts'
import { yearEnd } from './year-end.ts'

const factsOfBooks: { [Key in FactKey]: FactOfBooks<Key> } = {
  money,
  items,
  leaves,
  payeeAccount,
  fundVouchers,
  credited,
  allocation,
  yearEnd,
  employees,
}
const keys = Object.keys(factsOfBooks) as FactKey[]

export type Gathered = {
  facts: AnyFacts
  approvalRules: readonly ApprovalRule[]
  /** The attachments with all sealed data. */
  sealedAttachments: SealedAttachment[]
  /** An SQL condition: everything is unchanged, except for book facts, which other documents change. */
  isUnchanged: RawBuilder<boolean>
}

type Gathering = { kind: string; draftId: string; request: AnyFactRequest; today: string }

export async function gatherFacts(db: Kysely<Tables>, { kind, draftId, request, today }: Gathering): Promise<Gathered> {
  const { facts: common, ...gatheredTogether } = await commonFacts(db, { kind, draftId, request })
  const gathered: Partial<FactsOf<FactKey>> = {}
  for (const key of keys) await gatherInto(gathered, key, { db, request, document: { draftId, day: request.day } })
  return { facts: { ...common, today, ...gathered }, ...gatheredTogether }
}

async function gatherInto<Key extends FactKey>(
  gathered: Partial<FactsOf<FactKey>>,
  key: Key,
  { db, request, document }: { db: Kysely<Tables>; request: AnyFactRequest; document: DocumentInCheck },
): Promise<void> {
  const requested: Request<Key> | undefined = request[key]
  if (requested === undefined) return
  const one: Partial<FactsOf<Key>> = gathered
  one[key] = await factsOfBooks[key].gather(db, requested, document)
}

/** Whether volatile facts were requested: the document is checked again once no other recording can run. */
export const asksForBooks = (request: AnyFactRequest): boolean => keys.some((key) => isAsked(key, request))

function isAsked<Key extends FactKey>(key: Key, request: AnyFactRequest): boolean {
  const requested: Request<Key> | undefined = request[key]
  return requested !== undefined && factsOfBooks[key].isAsked(requested)
}

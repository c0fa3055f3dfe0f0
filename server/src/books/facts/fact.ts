// How the server looks up the facts that rules request by key.
import type { Kysely } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Fact, FactKey, Request } from '@talaan/ledger/documents/facts.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The document being checked. */
export type DocumentInCheck = { draftId: string; day: Day }

export type FactOfBooks<Key extends FactKey> = {
  /** Whether anything is requested: the result may differ for the next document. */
  isAsked(request: Request<Key>): boolean
  gather(db: Kysely<Tables>, request: Request<Key>, document: DocumentInCheck): Promise<Fact<Key>>
}

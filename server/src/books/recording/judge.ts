// What Yes will record, computed the same way at review and at recording; the digest says whether it is still the same.
import { z } from '@talaan/ledger/core/zod.ts'
import type { Kysely, RawBuilder } from 'kysely'
import { documentProblems, receipt as receiptSchema } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { Effect } from '@talaan/ledger/documents/effects.ts'
import type { AnyFactRequest, AnyFacts } from '@talaan/ledger/documents/facts.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { AnyDocumentType, Posting } from '@talaan/ledger/documents/type.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { sha256 } from '../journal.ts'
import type { SealedAttachment } from '../seal.ts'
import { mistakesOf } from '../../platform/mistakes.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { asksForBooks, gatherFacts } from '../facts/facts.ts'

export type Judged = {
  type: AnyDocumentType
  facts: AnyFacts
  /** The attachments with all that the seal covers. */
  sealedAttachments: SealedAttachment[]
  request: AnyFactRequest
  posting: Posting
  /** All that it does beyond its entry: what was judged, and what its fields state. */
  effects: Effect[]
  receipt: Receipt
  /** The fields as they are stored and sent. */
  fields: unknown
  digest: string
  /** Whether nothing that was judged has moved since, but for facts of the books. */
  isUnchanged: RawBuilder<boolean>
  /** Facts of the books were judged, such as money, open items or cheques: they may be others at the next document. */
  asksForBooks: boolean
  /** The document's receipt once it has its number. */
  numbered: (number: string) => Receipt
  /** What is recorded together with it once it has its number, as it would be sent; null where nothing is. */
  followedBy: (number: string) => unknown
}

type JudgeRequest = {
  typeName: DocumentTypeName
  draftId: string
  given: unknown
  today: string
  /** The facts as they will be when what stands before this in a batch is recorded. */
  after?: (facts: AnyFacts, request: AnyFactRequest) => AnyFacts
}

/** Throws the refusal that names every mistake beside its field. */
export async function judgeFields(
  db: Kysely<Tables>,
  { typeName, draftId, given, today, after = (facts) => facts }: JudgeRequest,
): Promise<Judged> {
  const type = documentTypeOf(typeName)
  const read = type.fields.safeParse(given)
  if (!read.success) throw mistakesRefusal(mistakesOf(read.error))
  const request = type.facts(read.data)
  const gathered = await gatherFacts(db, { kind: typeName, draftId, request, today })
  const { sealedAttachments, isUnchanged } = gathered
  const facts = after(gathered.facts, request)
  const judgement = type.post(read.data, facts)
  if (!judgement.ok) throw mistakesRefusal(judgement.mistakes)

  const { posting } = judgement
  const receipt = type.receipt(read.data, facts, posting, null)
  const fields = z.encode(type.fields, read.data)
  const digest = digestOf(draftId, { type, fields, posting, receipt, facts })
  return {
    type,
    facts,
    sealedAttachments,
    request,
    posting,
    effects: [...posting.effects, ...(type.stated?.(fields) ?? [])],
    receipt,
    fields,
    digest,
    isUnchanged,
    asksForBooks: asksForBooks(request),
    numbered: (number) => type.receipt(read.data, facts, posting, number),
    followedBy: (number) => type.follow?.(read.data, number) ?? null,
  }
}

/** What Yes has to send back: all that was judged, seen and attached under this draft. */
export function digestOf(
  draftId: string,
  { type, fields, posting, receipt, facts }: Pick<Judged, 'type' | 'fields' | 'posting' | 'receipt' | 'facts'>,
): string {
  const attached = facts.attachments.map(({ sha256: digest, name }) => [digest, name])
  return sha256(canonical({ draftId, kindName: type.kind, fields, posting, receipt, attached }))
}

const mistakesRefusal = (mistakes: FieldMistake[]): Refusal => {
  const [only, ...more] = mistakes
  const problem =
    only !== undefined && more.length === 0
      ? saying(documentProblems.mistakes, only.message)
      : documentProblems.mistakes
  return new Refusal(problem, mistakes)
}

/** The receipt as JSON, and back. */
export const receiptToJson = (receipt: Receipt): string => JSON.stringify(z.encode(receiptSchema, receipt))
export const receiptFromJson = (json: unknown): Receipt => receiptSchema.parse(json)

// Computes what Yes will record, in the same way at review and at recording; the digest shows whether it is still the
// same.
import { z } from '@talaan/ledger/core/zod.ts'
import type { Kysely, RawBuilder } from 'kysely'
import { documentProblems, receipt as receiptSchema } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { overdraftWarnings } from '@talaan/ledger/documents/common/posting.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { Effect } from '@talaan/ledger/documents/effects.ts'
import type { AnyFactRequest, AnyFacts } from '@talaan/ledger/documents/facts.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { AnyDocumentType, Posting } from '@talaan/ledger/documents/type.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { ruleFor } from '../approvals.ts'
import type { ApprovalRule } from '../approvals.ts'
import { sha256 } from '../journal.ts'
import type { SealedAttachment } from '../seal.ts'
import { mistakesOf } from '@talaan/contract/mistakes.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { asksForBooks, gatherFacts } from '../facts/facts.ts'

export type CheckedDocument = {
  type: AnyDocumentType
  facts: AnyFacts
  /** The attachments with all sealed data. */
  sealedAttachments: SealedAttachment[]
  request: AnyFactRequest
  posting: Posting
  /** All effects besides the entry: those of the rule, and those of the fields. */
  effects: Effect[]
  receipt: Receipt
  /** The fields as stored and sent. */
  fields: unknown
  digest: string
  /** Whether nothing has changed since, except for book facts. */
  isUnchanged: RawBuilder<boolean>
  /** The approval rule for its type and total; null if none applies. */
  approvalRule: ApprovalRule | null
  /** Volatile book facts were used, such as balances, open items or cheques: they may differ for the next document. */
  asksForBooks: boolean
  /** The receipt of the document with its number. */
  numbered: (number: string) => Receipt
  /** The following document once this has its number, as on the wire; null if none. */
  followedBy: (number: string) => unknown
}

type CheckRequest = {
  typeName: DocumentTypeName
  draftId: string
  input: unknown
  today: string
  /** The facts after the earlier documents of a batch are recorded. */
  after?: (facts: AnyFacts, request: AnyFactRequest) => AnyFacts
}

/** Throws the refusal with every error and its field. */
export async function checkFields(
  db: Kysely<Tables>,
  { typeName, draftId, input, today, after = (facts) => facts }: CheckRequest,
): Promise<CheckedDocument> {
  const type = documentTypeOf(typeName)
  const read = type.fields.safeParse(input)
  if (!read.success) throw mistakesRefusal(mistakesOf(read.error))
  const request = type.facts(read.data)
  const gathered = await gatherFacts(db, { kind: typeName, draftId, request, today })
  const { sealedAttachments, isUnchanged, approvalRules } = gathered
  const facts = after(gathered.facts, request)
  const result = type.post(read.data, facts)
  if (!result.ok) throw mistakesRefusal(result.mistakes)

  const { entry, warnings } = result.posting
  const posting = { ...result.posting, warnings: [...warnings, ...overdraftWarnings(entry, facts.money ?? new Map())] }
  const receipt = signed(type.receipt(read.data, facts, posting, null), facts)
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
    approvalRule: ruleFor(approvalRules, { kind: typeName, total: posting.total }),
    asksForBooks: asksForBooks(request),
    numbered: (number) => signed(type.receipt(read.data, facts, posting, number), facts),
    followedBy: (number) => type.follow?.(read.data, number) ?? null,
  }
}

/** The receipt with the names under its signature lines, if the company has entered any. */
function signed(receipt: Receipt, { company: { signatories } }: Pick<AnyFacts, 'company'>): Receipt {
  const isNamed = signatories !== undefined && Object.values(signatories).some((name) => name !== '')
  return isNamed ? { ...receipt, signatories } : receipt
}

/** The digest that Yes has to send back: everything validated, shown and attached under this draft. */
export function digestOf(
  draftId: string,
  { type, fields, posting, receipt, facts }: Pick<CheckedDocument, 'type' | 'fields' | 'posting' | 'receipt' | 'facts'>,
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

// The one write path: what a document does to the books happens in one transaction, once, or not at all.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { isKindName } from '@talaan/ledger/documents/kinds.ts'
import { formatDay, formatMonth, monthOf, yearOf } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { itemAccounts, normalSideOf } from '@talaan/ledger/chart.ts'
import type { Posting } from '@talaan/ledger/documents/kind.ts'
import { reversal } from '@talaan/ledger/journal.ts'
import { sum } from '@talaan/ledger/money.ts'
import type { Receipt } from '@talaan/ledger/receipt.ts'
import { displayName, formatTin } from '@talaan/ledger/party.ts'
import { audit } from '../audit.ts'
import { timestamp, today } from '../clock.ts'
import type { House } from '../house.ts'
import { entryOf, formatNumber, lockHead, nextSerial, postEntry } from '../journal.ts'
import { queueReceipt } from '../outbox.ts'
import type { Viewer } from '../session.ts'
import type { Tables } from '../tables.ts'
import { judgeFields, receiptToJson } from './judge.ts'
import { sealOf } from '../seal.ts'

type Trx = Transaction<Tables>
type Books = Pick<House, 'clock' | 'env'>
export type Recorded = { documentId: string; number: string; receiptTo: string | null; already: boolean }

/** Records what was reviewed under `digest`. The same draft recorded again answers the document of the first time. */
export async function recordDraft(
  trx: Trx,
  { clock, env }: Books,
  viewer: Viewer,
  { draftId, digest, address }: { draftId: string; digest: string; address: string },
): Promise<Recorded> {
  const head = await lockHead(trx)
  const draft = await trx
    .deleteFrom('draft')
    .where('id', '=', draftId)
    .where('user_id', '=', viewer.userId)
    .returning(['kind', 'reviewed', 'review_digest as reviewDigest'])
    .executeTakeFirst()
  if (draft === undefined) return recordedBefore(trx, viewer, draftId)
  if (!isKindName(draft.kind)) throw new Error(`Draft ${draftId} is of the unknown kind ${draft.kind}.`)
  if (draft.reviewDigest !== digest) throw new Refusal(documentProblems.reviewAgain)

  const judged = await judgeFields(trx, { kindName: draft.kind, draftId, given: draft.reviewed, today: today(clock) })
  if (judged.digest !== digest) throw new Refusal(documentProblems.reviewAgain)

  const { kind, posting, facts } = judged
  const year = yearOf(posting.day)
  const serial = await nextSerial(trx, kind.series, year)
  const number = formatNumber(kind.series, year, serial)
  const receipt = judged.numbered(number)
  const documentId = crypto.randomUUID()
  const now = clock.now()
  const at = timestamp(now)
  const document = {
    id: documentId,
    draft_id: draftId,
    kind: kind.kind,
    series: kind.series,
    year,
    serial,
    number,
    external_no: posting.externalNo,
    day: posting.day,
    due_day: posting.dueDay,
    party_id: posting.partyId,
    party_name: facts.party === undefined ? null : displayName(facts.party),
    party_tin: facts.party?.tin9 ? formatTin(facts.party.tin9, facts.party.branchCode) : null,
    memo: posting.memo,
    total: posting.total,
    fields: JSON.stringify(judged.fields),
    receipt: receiptToJson(receipt),
    digest,
    recorded_by: viewer.userId,
    recorded_at: at,
  }
  await trx
    .insertInto('document')
    .values({ ...document, search_text: searchText({ ...document, receipt }) })
    .execute()

  const seal = sealOf(
    { ...document, fields: judged.fields, receipt: JSON.parse(document.receipt) },
    facts.attachments,
    null,
  )
  const posted = await postEntry(trx, head, {
    documentId,
    seal,
    entry: posting.entry,
    reverses: null,
    postedBy: viewer.userId,
    postedAt: at,
  })
  await openAndSettle(trx, documentId, posting)
  if (posting.cheque !== null) {
    await trx
      .insertInto('cheque')
      .values({ ...posting.cheque, document_id: documentId })
      .execute()
  }
  if (facts.attachments.length > 0) {
    await trx.updateTable('attachment').set({ document_id: documentId }).where('draft_id', '=', draftId).execute()
  }
  if (posting.receiptTo !== null) {
    await queueReceipt(trx, { documentId, to: posting.receiptTo, receipt, mailFrom: env.mailFrom, now })
  }
  await audit(trx, clock, {
    viewer,
    address,
    action: 'documents.record',
    object: { type: 'document', id: documentId },
    outcome: 'done',
    detail: { number, entry: posted.lastEntry.toString(), total: posting.total.toString() },
  })
  return { documentId, number, receiptTo: posting.receiptTo, already: false }
}

/** No draft: it has become a document already, which is the same answer again, or it never was this person's. */
async function recordedBefore(trx: Trx, viewer: Viewer, draftId: string): Promise<Recorded> {
  const document = await trx
    .selectFrom('document')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.document_id', '=', 'document.id').on('outbox.topic', '=', 'receipt'),
    )
    .select(['document.id', 'document.number', 'document.recorded_by as recordedBy', 'outbox.recipient'])
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  if (document === undefined || document.recordedBy !== viewer.userId) throw new Refusal(documentProblems.draftNotThere)
  return { documentId: document.id, number: document.number, receiptTo: document.recipient, already: true }
}

/** Posts the reversal of a document. Voiding what is void already changes nothing. */
export async function voidDocument(
  trx: Trx,
  { clock }: Books,
  viewer: Viewer,
  { documentId, day, reason, address }: { documentId: string; day: Day; reason: string; address: string },
): Promise<void> {
  const head = await lockHead(trx)
  const document = await trx.selectFrom('document').selectAll().where('id', '=', documentId).executeTakeFirst()
  if (document === undefined) throw new Refusal(documentProblems.notThere)
  const before = await trx
    .selectFrom('document_void')
    .select('reversal')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (before !== undefined) return

  await refuseWhatOthersRestOn(trx, document)
  const original = await trx
    .selectFrom('entry')
    .select(['no', 'day'])
    .where('document_id', '=', documentId)
    .where('reverses', 'is', null)
    .executeTakeFirstOrThrow()
  if (day < original.day) {
    const message = `${document.number} was posted on ${formatDay(original.day)}; the void cannot come before it.`
    throw new Refusal(saying(documentProblems.mistakes, message), [{ path: ['day'], message }])
  }
  // What is posted on a later day, such as a post-dated cheque, is voided on that day.
  if (day > today(clock) && day > original.day) {
    const message = `A void is dated today or earlier, not ${formatDay(day)}.`
    throw new Refusal(saying(documentProblems.mistakes, message), [{ path: ['day'], message }])
  }
  const closed = await trx.selectFrom('period').select('month').where('month', '=', monthOf(day)).executeTakeFirst()
  if (closed !== undefined) {
    const message = `${formatMonth(closed.month)} is closed and takes no postings; choose a day in an open month.`
    throw new Refusal(saying(documentProblems.monthClosed, message), [{ path: ['day'], message }])
  }

  const undone = await entryOf(trx, original.no)
  const attachments = await trx
    .selectFrom('attachment')
    .select(['name', 'sha256'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
  const at = timestamp(clock.now())
  const { lastEntry } = await postEntry(trx, head, {
    documentId,
    seal: sealOf(document, attachments, reason),
    entry: reversal(undone, day, `Void of ${document.number}: ${reason}`),
    reverses: original.no,
    postedBy: viewer.userId,
    postedAt: at,
  })
  await trx
    .insertInto('document_void')
    .values({ document_id: documentId, reversal: lastEntry, reason, voided_by: viewer.userId, voided_at: at })
    .execute()
  await sql`
    insert into open_item (document_id, settles, party_id, account, day, amount)
    select document_id, settles, party_id, account, ${day}::date, -sum(amount)::bigint
    from open_item where document_id = ${documentId}::uuid
    group by document_id, settles, party_id, account having sum(amount) <> 0`.execute(trx)
  await audit(trx, clock, {
    viewer,
    address,
    action: 'documents.void',
    object: { type: 'document', id: documentId },
    outcome: 'done',
    detail: { number: document.number, entry: lastEntry.toString(), reason },
  })
}

async function openAndSettle(trx: Trx, documentId: string, { items, entry }: Posting): Promise<void> {
  for (const account of itemAccounts) {
    const moved = entry.lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit)
    const itemised = items.filter((item) => item.account === account).map(({ amount }) => amount)
    const onNormalSide = normalSideOf(account) === 'debit' ? sum(moved) : -sum(moved)
    if (onNormalSide !== sum(itemised))
      throw new Error(`A rule moves ${onNormalSide} on ${account} and itemises ${sum(itemised)}.`)
  }
  if (items.length === 0) return
  await trx
    .insertInto('open_item')
    .values(
      items.map(({ settles, account, partyId, amount }) => ({
        document_id: documentId,
        settles: settles === 'itself' ? documentId : settles,
        party_id: partyId,
        account,
        day: entry.day,
        amount,
      })),
    )
    .execute()
}

/** A document that a later one settles or uses stays until that one is void. */
async function refuseWhatOthersRestOn(trx: Trx, { id, number }: { id: string; number: string }): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select number from open_item join document on document.id = open_item.document_id
    where settles = ${id}::uuid and open_item.document_id <> ${id}::uuid
    group by document.id, number, account having sum(amount) <> 0
    order by number`.execute(trx)
  const numbers = [...new Set(rows.map((row) => row.number))]
  if (numbers.length === 0) return
  const named = numbers.length > 3 ? `${numbers.slice(0, 3).join(', ')} and others` : numbers.join(', ')
  const [rest, them] = numbers.length === 1 ? ['rests', 'that one'] : ['rest', 'those']
  throw new Refusal(
    saying(documentProblems.restedOn, `${named} ${rest} on ${number}; void ${them} first, then this one.`),
  )
}

/** Lower-case words and figures by which a person looks for the document. */
function searchText(document: {
  number: string
  external_no: string | null
  party_name: string | null
  party_tin: string | null
  memo: string
  receipt: Receipt
  total: bigint
}): string {
  const amount = `${document.total / 100n}.${(document.total % 100n).toString().padStart(2, '0')}`
  return [
    document.number,
    document.external_no,
    document.party_name,
    document.party_tin,
    document.party_tin?.replaceAll('-', ''),
    document.memo,
    amount,
    ...document.receipt.lines.map(({ description }) => description),
    ...(document.receipt.tables ?? []).flatMap(({ rows }) => rows.flat()),
    ...document.receipt.facts.map(({ value }) => value),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
    .toLowerCase()
    .slice(0, 10_000)
}

/** One transaction of the one write path. */
export const inBooks = <T>(db: Kysely<Tables>, write: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(write)

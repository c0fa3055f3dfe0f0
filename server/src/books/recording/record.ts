// The one write path: what a document does to the books happens in one transaction, once, or not at all.
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { documentProblems, recordersOf } from '@talaan/contract/documents.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { isKindName } from '@talaan/ledger/documents/words.ts'
import { formatDay, formatMonth, monthOf, yearOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { itemAccounts, normalSideOf } from '@talaan/ledger/accounts/chart.ts'
import type { FundChange, KindName, LeafFact, Posting } from '@talaan/ledger/documents/type.ts'
import { reversal } from '@talaan/ledger/accounts/journal.ts'
import type { Entry } from '@talaan/ledger/accounts/journal.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { displayName, formatTin } from '@talaan/ledger/core/party.ts'
import { audit, auditRow } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import {
  entryAfter,
  entryOf,
  formatNumber,
  lockHead,
  lockHeadAndSeries,
  numberTaken,
  postEntry,
  uuidOf,
} from '../journal.ts'
import { leafState, moneyFacts } from '../open-items.ts'
import { rowInto, writeTogether } from '../../platform/db/one-statement.ts'
import type { Part } from '../../platform/db/one-statement.ts'
import { messageRows } from '../../platform/outbox.ts'
import { receiptMessage } from '../mail.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { storeReview } from '../../features/documents/drafts.ts'
import { judgeFields, receiptToJson } from './judge.ts'
import type { Judged } from './judge.ts'
import { sealedWith, sealOf, sealVersion } from '../seal.ts'
import { writeInTurn } from './together.ts'

type Trx = Transaction<Tables>
type Books = Pick<AppContext, 'clock' | 'env'>
export type Recorded = { documentId: string; number: string; receiptTo: string | null; already: boolean }

/** Records what was reviewed under `digest`. The same draft recorded again answers the document of the first time. */
export async function recordDraft(
  db: Kysely<Tables>,
  books: Books,
  viewer: Viewer,
  { draftId, digest, address }: { draftId: string; digest: string; address: string },
): Promise<Recorded> {
  // Judged before the books are locked, and again from the start if anything has moved by the time they are.
  for (let tries = 0; tries < 5; tries += 1) {
    const draft = await db
      .selectFrom('draft')
      .select(['kind', 'reviewed', 'review_digest as reviewDigest'])
      .where('id', '=', draftId)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirst()
    if (draft === undefined) {
      const before = await recordedBefore(db, viewer, draftId)
      if (before === undefined) throw new Refusal(documentProblems.draftNotThere)
      return before
    }
    if (!isKindName(draft.kind)) throw new Error(`Draft ${draftId} is of the unknown kind ${draft.kind}.`)
    if (!recordersOf(draft.kind).includes(viewer.role)) throw new Refusal(common.notAllowed)
    if (draft.reviewDigest !== digest) throw new Refusal(documentProblems.reviewAgain)
    const asked = { kindName: draft.kind, draftId, given: draft.reviewed, today: today(books.clock) }
    const judge = async (handle: Kysely<Tables>) => {
      const judged = await judgeFields(handle, asked)
      if (judged.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
      return judged
    }
    try {
      const judged = await judge(db)
      const recorded = await writeInTurn(db, (trx) =>
        recordJudged(trx, books, { viewer, draftId, judged, judge, address }),
      )
      if (recorded !== undefined) return recorded
    } catch (error) {
      // What a payment settles is settled, if the same Yes came twice and the other one was quicker. A review that was
      // stored at that moment has left a draft of what is a document already.
      const wasQuicker = error instanceof Refusal || isSecondOfDraft(error)
      const before = wasQuicker ? await recordedBefore(db, viewer, draftId) : undefined
      if (before === undefined) throw error
      return before
    }
  }
  throw new Refusal(documentProblems.reviewAgain)
}

const isSecondOfDraft = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'document_draft_id_key'

/** Records what nobody has to look at first, once for a draft's id; who recorded it does not matter. */
export async function recordAtOnce(
  trx: Trx,
  books: Books,
  { viewer, address, draftId, kind: kindName, fields: given }: AtOnce,
): Promise<{ documentId: string }> {
  if (!recordersOf(kindName).includes(viewer.role)) throw new Refusal(common.notAllowed)
  const before = await trx.selectFrom('document').select('id').where('draft_id', '=', draftId).executeTakeFirst()
  if (before !== undefined) return { documentId: before.id }
  return recordWithin(trx, books, { viewer, kindName, draftId, given, address })
}

type AtOnce = {
  viewer: Viewer
  address: string
  draftId: string
  kind: KindName
  fields: Record<string, unknown>
}

type Judgement = {
  viewer: Viewer
  draftId: string
  judged: Judged
  judge: (handle: Kysely<Tables>) => Promise<Judged>
  address: string
}

/** Writes the document and all that comes with it, or nothing if what was judged is not so any more. */
async function recordJudged(
  trx: Trx,
  { clock, env }: Books,
  { viewer, draftId, judged: before, judge, address }: Judgement,
): Promise<Recorded | undefined> {
  const { series } = before.kind
  const year = yearOf(before.posting.day)
  const { head, last } = await lockHeadAndSeries(trx, { series, year })
  const judged = before.restsOnOthers ? await judge(trx) : before
  const { kind, posting, facts, digest } = judged

  const serial = last + 1
  const number = formatNumber(series, year, serial)
  const receipt = judged.numbered(number)
  const documentId = crypto.randomUUID()
  const now = clock.now()
  const at = timestamp(now)
  const paper = receiptToJson(receipt)
  const unsearched = {
    id: documentId,
    draft_id: draftId,
    kind: kind.kind,
    series,
    year,
    serial,
    number,
    external_no: posting.externalNo,
    day: posting.day,
    due_day: posting.dueDay,
    party_id: posting.partyId,
    party_name: facts.party === undefined ? posting.payee || null : displayName(facts.party),
    party_tin: facts.party?.tin9 ? formatTin(facts.party.tin9, facts.party.branchCode) : null,
    memo: posting.memo,
    total: posting.total,
    fields: JSON.stringify(judged.fields),
    receipt: paper,
    digest,
    recorded_by: viewer.userId,
    recorded_at: at,
    seal_version: sealVersion,
  }
  const document = { ...unsearched, search_text: searchText({ ...unsearched, receipt }) }
  const { receiptTo, cheque, leaf, fund } = posting
  const asStored = { ...document, fields: judged.fields, receipt: JSON.parse(paper) as unknown }
  const seal = sealOf(asStored, judged.papers, cheque, null)
  const posted = entryAfter(head, {
    documentId,
    seal,
    entry: posting.entry,
    reverses: null,
    postedBy: viewer.userId,
    postedAt: at,
  })
  const mail =
    receiptTo === null
      ? undefined
      : messageRows(receiptMessage({ documentId, to: receiptTo, receipt, mailFrom: env.mailFrom, now }))
  const isWritten = await writeTogether(
    trx,
    // The draft goes, but only as it was reviewed. Whoever would discard it at this moment waits, and finds it recorded.
    sql`delete from draft where id = ${draftId} and user_id = ${viewer.userId} and review_digest = ${digest}
      and ${judged.stillSo} returning id`,
    {
      new_number: numberTaken({ series, year, last: serial }),
      new_document: rowInto('document', document),
      ...posted.parts,
      items: itemRows(documentId, posting),
      ...(cheque !== null && { cheque_leaf: rowInto('cheque', { ...cheque, document_id: documentId }) }),
      ...(leaf !== undefined && {
        leaf_event: rowInto('cheque_event', {
          ...leaf,
          document_id: documentId,
          noted_by: viewer.userId,
          noted_at: at,
        }),
      }),
      ...(fund !== undefined && fundParts(documentId, fund)),
      attached: sql`update attachment set document_id = ${documentId} from agreed where draft_id = ${draftId}`,
      ...(mail !== undefined && {
        mail_job: rowInto('job', mail.job),
        mail: rowInto('outbox', mail.message),
      }),
      audited: rowInto(
        'audit',
        auditRow(clock, {
          viewer,
          address,
          action: 'documents.record',
          object: { type: 'document', id: documentId },
          outcome: 'done',
          detail: { number, entry: posted.next.lastEntry.toString(), total: posting.total.toString() },
        }),
      ),
    },
  )
  if (!isWritten) return undefined
  const following = judged.followedBy(number)
  if (following !== null)
    await recordWithin(
      trx,
      { clock, env },
      {
        ...{ viewer, kindName: kind.kind, address },
        ...{ draftId: uuidOf(`${draftId} followed`), given: following },
      },
    )
  return { documentId, number, receiptTo, already: false }
}

/**
 * Judges, reviews and records in a transaction of the caller's: what comes with a document, such as the voucher that takes
 * an accrual back, and what comes in numbers. All that the transaction records is written or nothing of it.
 */
export async function recordWithin(
  trx: Trx,
  books: Books,
  { viewer, kindName, draftId, given, address }: Following,
): Promise<Recorded> {
  // Nobody else records while the head is held, so that what is judged now need not be judged again.
  await lockHead(trx)
  const judged = await judgeFields(trx, { kindName, draftId, given, today: today(books.clock) })
  const judge = () => Promise.resolve(judged)
  await storeReview(trx, viewer, {
    ...{ draftId, judged, typed: {} },
    savedAt: timestamp(books.clock.now()),
  })
  const recorded = await recordJudged(trx, books, { viewer, draftId, judged, judge, address })
  // A setting that changed at this very moment takes all of it back.
  if (recorded === undefined) throw new Refusal(documentProblems.reviewAgain)
  return recorded
}

type Following = { viewer: Viewer; kindName: KindName; draftId: string; given: unknown; address: string }

/** What this person's draft has become already, which is the same answer again. */
async function recordedBefore(db: Kysely<Tables>, viewer: Viewer, draftId: string): Promise<Recorded | undefined> {
  const document = await db
    .selectFrom('document')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.document_id', '=', 'document.id').on('outbox.topic', '=', 'receipt'),
    )
    .select(['document.id', 'document.number', 'outbox.recipient'])
    .where('draft_id', '=', draftId)
    .where('recorded_by', '=', viewer.userId)
    .executeTakeFirst()
  return document && { documentId: document.id, number: document.number, receiptTo: document.recipient, already: true }
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
  const leaf = await leafLeft(trx, documentId)
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
  // On another day it would bring the income of one year into another.
  if (document.kind === 'yearend' && day !== original.day) {
    const message = `${document.number} is voided on its own day, ${formatDay(original.day)}; reopen that month first.`
    throw new Refusal(saying(documentProblems.mistakes, message), [{ path: ['day'], message }])
  }
  // What is posted on a later day, such as a post-dated cheque, is voided on that day.
  if (day > today(clock) && day > original.day) {
    const message = `A void is dated today or earlier, not ${formatDay(day)}.`
    throw new Refusal(saying(documentProblems.mistakes, message), [{ path: ['day'], message }])
  }
  const closed = await trx.selectFrom('period').select('month').where('month', '>=', monthOf(day)).executeTakeFirst()
  if (closed !== undefined) {
    const message = `${formatMonth(monthOf(day))} is closed and takes no postings; choose a day in an open month.`
    throw new Refusal(saying(documentProblems.monthClosed, message), [{ path: ['day'], message }])
  }

  const undone = await entryOf(trx, original.no)
  const { papers, leaves } = await sealedWith(trx, [documentId])
  const at = timestamp(clock.now())
  const { lastEntry } = await postEntry(trx, head, {
    documentId,
    seal: sealOf(document, papers.get(documentId) ?? [], leaves.get(documentId) ?? null, reason),
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
  await sql`
    update money_account set custodian = custodian_before, float = float_before from fund_change
    where fund_change.document_id = ${documentId}::uuid and money_account.code = fund_change.account
      and custodian = custodian_after and float = float_after`.execute(trx)
  await refuseEmptiedFund(trx, undone, day)
  if (leaf !== undefined)
    await trx
      .insertInto('cheque_event')
      .values({ ...leaf, day, reason, document_id: documentId, noted_by: viewer.userId, noted_at: at })
      .execute()
  await audit(trx, clock, {
    viewer,
    address,
    action: 'documents.void',
    object: { type: 'document', id: documentId },
    outcome: 'done',
    detail: { number: document.number, entry: lastEntry.toString(), reason },
  })
}

/** What a document opens and settles. One statement however many there are, and the same one when there are none. */
function itemRows(documentId: string, { items, entry }: Posting): Part {
  for (const account of itemAccounts) {
    const moved = entry.lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit)
    const itemised = items.filter((item) => item.account === account).map(({ amount }) => amount)
    const onNormalSide = normalSideOf(account) === 'debit' ? sum(moved) : -sum(moved)
    if (onNormalSide !== sum(itemised))
      throw new Error(`A rule moves ${onNormalSide} on ${account} and itemises ${sum(itemised)}.`)
  }
  return sql`
    insert into open_item (document_id, settles, party_id, account, day, amount)
    select ${documentId}, settles, party_id, account, ${entry.day}, amount
    from agreed, unnest(
      ${items.map(({ settles }) => (settles === 'itself' ? documentId : settles))}::uuid[],
      ${items.map(({ partyId }) => partyId)}::uuid[], ${items.map(({ account }) => account)}::text[],
      ${items.map(({ amount }) => amount)}::bigint[]
    ) as given (settles, party_id, account, amount)`
}

/** Who keeps a petty cash fund and what it is filled up to, and what was so before. */
const fundParts = (documentId: string, { account, custodian, float }: FundChange): Record<string, Part> => ({
  fund_before: sql`
    insert into fund_change (document_id, account, custodian_before, custodian_after, float_before, float_after)
    select ${documentId}::uuid, code, custodian, ${custodian}, float, ${float}::bigint from money_account, agreed
    where code = ${account} and (custodian, float) is distinct from (${custodian}::text, ${float}::bigint)`,
  fund_after: sql`
    update money_account set custodian = ${custodian}, float = ${float}::bigint from agreed where code = ${account}`,
})

/** Cash that was paid out of a fund cannot be taken out of it again by a void. */
async function refuseEmptiedFund(trx: Trx, { lines }: Entry, day: Day): Promise<void> {
  const put = lines.filter(({ debit }) => debit > 0n).map(({ account }) => account)
  for (const fund of (await moneyFacts(trx, put, day)).values()) {
    if (fund.kind !== 'petty_cash' || fund.lowest >= 0n) continue
    const message = `Without it ${fund.name} would hold ${formatMoney(fund.lowest)}: its cash has been paid out since. Void those vouchers first.`
    throw new Refusal(saying(documentProblems.restedOn, message))
  }
}

/**
 * What a void makes of the leaf that the document issued, or that it wrote back as stale: one is never used again, the
 * other is out as it was before. A stopped or returned cheque stays what it is.
 */
async function leafLeft(
  trx: Trx,
  documentId: string,
): Promise<Pick<Insertable<Tables['cheque_event']>, 'account' | 'no' | 'state'> | undefined> {
  const [found] = (
    await sql<{
      account: string
      no: string
      state: LeafFact['state']
      before: 'issued' | 'released' | null
      by: string | null
    }>`
      select asked.account, asked.no, ${leafState} as state,
        case when asked.issued then null else coalesce((
          select state from cheque_event where cheque_event.account = asked.account and cheque_event.no = asked.no
            and id < asked.event order by id desc limit 1), 'issued') end as before,
        (select number from cheque_event join document on document.id = cheque_event.document_id
          where cheque_event.account = asked.account and cheque_event.no = asked.no and state = 'stale'
          order by cheque_event.id desc limit 1) as by
      from (
        select account, no, true as issued, null::bigint as event from cheque where document_id = ${documentId}::uuid
        union all
        select account, no, false, id from cheque_event where document_id = ${documentId}::uuid and state = 'stale'
      ) as asked
      left join cheque on cheque.account = asked.account and cheque.no = asked.no`.execute(trx)
  ).rows
  if (found === undefined) return undefined
  const { account, no, state, before, by } = found
  if (before !== null) return { account, no, state: before }
  if (state === 'stale')
    throw new Refusal(
      saying(
        documentProblems.restedOn,
        `Cheque ${no} is stale and written back by ${by}; void that one first, then this one.`,
      ),
    )
  if (state === 'cleared') {
    const sentence = `Cheque ${no} has cleared, so its money is gone. Note it as not cleared first, or record what comes back as a deposit.`
    throw new Refusal(saying(documentProblems.restedOn, sentence))
  }
  return state === 'stopped' || state === 'returned' ? undefined : { account, no, state: 'cancelled' }
}

/** A document that a later one settles or uses stays until that one is void. */
async function refuseWhatOthersRestOn(
  trx: Trx,
  { id, number, party_id }: { id: string; number: string; party_id: string | null },
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select number from open_item join document on document.id = open_item.document_id
    where settles = ${id}::uuid and open_item.document_id <> ${id}::uuid
    group by document.id, number, account having sum(amount) <> 0
    union all
    select number from document
    where kind = 'journalvoucher' and fields ->> 'reverses' = ${number}
      and not exists (select from document_void where document_id = document.id)
    union all
    -- A credit of what was settled moves nothing of it, and rests on it all the same.
    select number from document
    where party_id = ${party_id}::uuid and kind in ('bill', 'creditmemo') and fields ->> 'creditOf' = ${id}
      and not exists (select from document_void where document_id = document.id)
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
export function searchText(document: {
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

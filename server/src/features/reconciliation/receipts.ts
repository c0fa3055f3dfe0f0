// A bill that is recorded from the receipt of a bank line is paid from that account and matched with the line, in the transaction that
// records it. Undoing the match voids the payment; the bill stays.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { approvalProblems } from '@talaan/contract/approvals.ts'
import { matchLines, reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { bankLineIsFree, bankLineStands } from '../../books/bank-positions.ts'
import { uuidOf } from '../../books/journal.ts'
import { openItems } from '../../books/open-items.ts'
import { recordAtOnce } from '../../books/recording/record.ts'
import type { Recorded, Within } from '../../books/recording/record.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { withdrawSent } from './acting.ts'
import { writeMatch } from './matches.ts'
import { firstOpenDay } from './month.ts'

type Trx = Transaction<Tables>
type Actor = { viewer: Viewer; address: string }
type Line = { id: string; account: string; day: Day; amount: Money; reference: string }

/** Undefined for a draft that is not the receipt of a bank line, and for people who do not reconcile. */
export async function payingFromLine(context: AppContext, draftId: string, actor: Actor): Promise<Within | undefined> {
  const { kysely: db } = context.db
  if (!accountants.includes(actor.viewer.role)) return undefined
  const line = await lineOfDraft(db, draftId)
  if (line === undefined) return undefined
  return async (trx, record) => {
    // In the order of a rule that matches and records.
    await sql`select lock_bank_account(${line.account})`.execute(trx)
    const recorded = await record()
    if (recorded !== undefined) await pay(trx, context, { ...actor, line, recorded })
    return recorded
  }
}

async function lineOfDraft(db: Kysely<Tables>, draftId: string): Promise<Line | undefined> {
  return db
    .selectFrom('arrival')
    .innerJoin('bank_line', 'bank_line.id', 'bank_line_id')
    .innerJoin('draft', 'draft.id', 'draft_id')
    .select(['bank_line.id', 'bank_line.account', 'bank_line.day', 'bank_line.amount'])
    .select(({ fn, val }) => fn.coalesce('cheque_no', 'reference', val('')).as('reference'))
    .where('draft.id', '=', draftId)
    .where('draft.kind', '=', 'bill')
    .executeTakeFirst()
}

type Paying = Actor & { line: Line; recorded: Recorded }

async function pay(trx: Trx, context: AppContext, { viewer, address, line, recorded }: Paying): Promise<void> {
  const { documentId, number } = recorded
  const { rows: free } = await sql`
    select from bank_line where id = ${line.id}::uuid and ${bankLineIsFree} and ${bankLineStands}`.execute(trx)
  if (free.length === 0) throw new Refusal(reconciliationProblems.receiptMatched)
  const [item] = await openItems(
    trx,
    sql`document.id = ${documentId}::uuid and item.account = ${accounts.payables} and item.open > 0`,
  )
  const [open, amount] = [item?.open ?? 0n, -line.amount]
  if (open !== amount) throw new Refusal(saying(reconciliationProblems.receiptUnequal, unequalWords(amount, open)))
  const from = await firstOpenDay(trx)
  const payment = await paymentOf(trx, context, {
    viewer,
    address,
    draftId: uuidOf(`payment of ${documentId} by its bank line`),
    kind: 'payment',
    fields: {
      partyId: item?.partyId,
      day: from !== null && line.day < from ? from : line.day,
      account: line.account,
      method: 'transfer',
      rows: [{ documentId, pay: amount.toString() }],
      reference: line.reference || `Bank, ${formatMoney(line.amount)}`,
    },
  })
  const matchId = uuidOf(`match of ${documentId} with its bank line`)
  const matching = {
    lines: [line.id],
    books: [],
    documents: [payment.documentId],
    how: 'hand' as const,
    reasons: [`Recorded with ${number} from the receipt of this line`],
  }
  await writeMatch(trx, {
    ...matching,
    matchId,
    month: monthOf(line.day),
    account: line.account,
    userId: viewer.userId,
    at: timestamp(context.clock.now()),
  })
  await withdrawSent(trx, context, { viewer, address, lines: matching.lines })
  const { lines, books, documents, how } = matching
  const detail = { account: line.account, lines, books, documents, how }
  const object = { type: 'bank-match', id: matchId }
  await audit(trx, context.clock, { viewer, address, action: matchLines.name, object, detail })
}

/** A mistake in the payment has no field in the form of the bill. */
async function paymentOf(trx: Trx, context: AppContext, payment: Parameters<typeof recordAtOnce>[2]) {
  try {
    return await recordAtOnce(trx, context, payment)
  } catch (error) {
    const needsApproval = error instanceof Refusal && error.problem.code === approvalProblems.needed.code
    const mistake = needsApproval
      ? 'Payments of this amount need approval. Record the bill without the bank line, then send its payment for approval.'
      : error instanceof Refusal
        ? error.fields?.[0]?.message
        : undefined
    if (mistake === undefined) throw error
    throw new Refusal(
      saying(reconciliationProblems.receiptNotPaid, `${reconciliationProblems.receiptNotPaid.sentence} ${mistake}`),
    )
  }
}

const unequalWords = (paid: Money, open: Money): string =>
  `The bank paid ${formatMoney(paid)}, but ${formatMoney(open)} of this bill is payable. Correct the bill, or remove the bank line next to the form.`

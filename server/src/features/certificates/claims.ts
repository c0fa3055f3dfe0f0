// Customer certificates: requests by e-mail, and claims in a return.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { certificateProblems } from '@talaan/contract/certificates.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { dayInManila, endOfMonth, formatLongDay } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { SawtForm } from '@talaan/ledger/tax/lists/alphalist.ts'
import { isBusinessTaxForm } from '@talaan/ledger/tax/tax-line.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { instant } from '../../platform/clock.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { companyHeader } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { expectedByCustomer } from './received.ts'

type Trx = Transaction<Tables>

/** Queues an e-mail that lists expected certificates; returns its recipient. */
export async function chase(
  trx: Trx,
  { partyId, today, now, mailFrom }: { partyId: string; today: Day; now: number; mailFrom: string },
): Promise<string> {
  // Two concurrent requests would both find none sent today.
  await sql`select from party where id = ${partyId}::uuid for update`.execute(trx)
  const [expected] = await expectedByCustomer(trx, partyId)
  if (expected === undefined) throw new Refusal(certificateProblems.nothingExpected)
  const { email, asked, items, open } = expected
  if (email === null) throw new Refusal(certificateProblems.noAddress)
  if (asked !== null && dayInManila(instant(asked.at)) === today) throw new Refusal(certificateProblems.askedToday)
  const company = await companyHeader(trx)
  const id = crypto.randomUUID()
  await queueMessage(trx, {
    id,
    topic: 'chase',
    party_id: partyId,
    recipient: email,
    subject: subjectLine(`Reminder: form 2307 - ${company.name}`),
    body: messageText([
      'We have not yet received your certificates of creditable tax withheld at source (BIR Form 2307)',
      'for the tax you withheld from these payments:',
      '',
      ...items.map(({ number, day, open: left }) => `  ${formatLongDay(day)}   ${number}   PHP ${formatMoney(left)}`),
      '',
      `Total: PHP ${formatMoney(open)}`,
      '',
      `Please send them to ${company.name}, ${company.tinLine}.`,
      'If you have already sent them, please disregard this message.',
    ]),
    message_id: messageId('chase', id, mailFrom),
    now,
  })
  return email
}

type Claiming = { documentIds: readonly string[]; form: SawtForm; period: Month; by: string; at: string }

/** Claims received certificates; repeating a claim in the same return changes nothing. */
export async function claim(trx: Trx, { documentIds, form, period, by, at }: Claiming): Promise<void> {
  const ids = [...new Set(documentIds)]
  const { rows } = await sql<{
    id: string
    number: string
    form: string | null
    period: Day | null
    to: Day
    isBusiness: boolean
  }>`
    select document.id, number, form, period, to_day as to, tax_certificate.account = ${accounts.vatWithheld} as "isBusiness"
    from tax_certificate join document on document.id = tax_certificate.document_id
    left join certificate_claim on certificate_claim.document_id = document.id
    where document.id = any(${ids}::uuid[]) and act = 'received'
      and not exists (select from document_void where document_void.document_id = document.id)
    for update of document`.execute(trx)
  const until = endOfMonth(period)
  const others = rows.filter((row) => row.form !== null && (row.form !== form || row.period !== until))
  if (rows.length < ids.length || others.length > 0) throw new Refusal(certificateProblems.notClaimable)
  const stranger = rows.find(({ isBusiness }) => isBusiness !== isBusinessTaxForm(form))
  if (stranger !== undefined) {
    const [is, where] = stranger.isBusiness
      ? ['VAT or percentage tax', '2550Q or 2551Q']
      : ['income tax', 'an income tax return']
    throw new Refusal(
      saying(certificateProblems.notClaimable, `${stranger.number} is for ${is}. Claim it in ${where}.`),
    )
  }
  const early = rows.find(({ to }) => to > until)
  if (early !== undefined) {
    const sentence = `${early.number} covers payments until ${formatLongDay(early.to)}, which is after the return period. Choose a later return.`
    throw new Refusal(saying(certificateProblems.notClaimable, sentence))
  }
  const fresh = rows.filter((row) => row.form === null)
  if (fresh.length === 0) return
  await trx
    .insertInto('certificate_claim')
    .values(fresh.map(({ id }) => ({ document_id: id, form, period: until, claimed_by: by, claimed_at: at })))
    .execute()
}

/** False if nothing was claimed. */
export async function unclaim(trx: Trx, documentId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('certificate_claim')
    .where('document_id', '=', documentId)
    .returning('document_id')
    .executeTakeFirst()
  return gone !== undefined
}

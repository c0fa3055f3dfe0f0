// What a void would do besides its reversal, and which documents have to be voided before.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { previewVoid } from '@talaan/contract/related.ts'
import { documentProblems } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accounts, nominalTypes } from '@talaan/ledger/accounts/chart.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { bookWords } from '@talaan/ledger/looseleaf/book.ts'
import { dutyWords, periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { registrationsNow } from './registrations.ts'
import { assertCanBeVoidedAlone, dependantsOf } from './effects/effects.ts'
import { receiptMailOf } from './mail.ts'
import { assertDayOfVoid } from './recording/void.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Preview = AnswerOf<typeof previewVoid>
type Voided = { id: string; number: string; kind: string; entryNo: bigint; entryDay: Day }

/** More steps are not listed; the first of them are done first anyway. */
const maxSteps = 50

/** If its bank match is undone too, the match is not a consequence. */
export async function voidPreview(
  trx: Trx,
  { documentId, day, today, matchId = null }: { documentId: string; day: Day; today: Day; matchId?: string | null },
): Promise<Preview> {
  const document = await trx
    .selectFrom('document')
    .innerJoin('entry', 'entry.document_id', 'document.id')
    .select(['document.id', 'document.number', 'document.kind', 'entry.no as entryNo', 'entry.day as entryDay'])
    .where('document.id', '=', documentId)
    .where('entry.reverses', 'is', null)
    .executeTakeFirst()
  if (document === undefined) throw new Refusal(documentProblems.notThere)
  const steps = await stepsBefore(trx, document.id)
  return {
    steps,
    // A document that others depend on is checked again once they are void.
    refusal: steps.length > 0 ? null : await refusalOf(trx, document, { day, today }),
    consequences: [
      ...(await itemsMoved(trx, document)),
      ...(await chequesMoved(trx, document)),
      ...(await bankMatches(trx, document, matchId)),
      ...(await closedMonth(trx, document, day)),
      ...(await inNoReturn(trx, document, day)),
      ...(await returnsFiled(trx, document, day)),
      ...(await certificates(trx, document)),
      ...(await boundBooks(trx, document, day)),
      ...(await receiptSent(trx, document)),
    ],
  }
}

/** Everything that depends on a document, also indirectly, in the order in which it can be voided. */
async function stepsBefore(trx: Trx, documentId: string): Promise<Preview['steps']> {
  const steps: Preview['steps'] = []
  const seen = new Set([documentId])
  const visit = async (id: string): Promise<void> => {
    for (const step of await dependantsOf(trx, id)) {
      if (seen.has(step.id) || steps.length >= maxSteps) continue
      seen.add(step.id)
      await visit(step.id)
      if (isDocumentTypeName(step.kind)) steps.push({ ...step, kind: step.kind })
    }
  }
  await visit(documentId)
  return steps
}

async function refusalOf(trx: Trx, document: Voided, { day, today }: { day: Day; today: Day }): Promise<string | null> {
  try {
    await assertCanBeVoidedAlone(trx, document.id)
    await assertDayOfVoid(trx, day, { document, posted: document.entryDay, today })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.fields?.[0]?.message ?? error.problem.sentence
    throw error
  }
}

type Consequence = Preview['consequences'][number]
const says = (words: string): Consequence => ({ words, document: null })

/** Items that are settled become open again, and its own open amount is closed. */
async function itemsMoved(trx: Trx, { id }: Voided): Promise<Consequence[]> {
  const { rows } = await sql<{ id: string; kind: string; number: string; account: string; amount: bigint }>`
    select document.id, kind, number, open_item.account, sum(amount)::bigint as amount
    from open_item join document on document.id = settles
    where open_item.document_id = ${id}::uuid
    group by document.id, kind, number, open_item.account having sum(amount) <> 0
    order by document.id = ${id}::uuid, number, open_item.account`.execute(trx)
  return rows.flatMap(({ account, amount, ...of }): Consequence[] => {
    const document = isDocumentTypeName(of.kind) ? { id: of.id, kind: of.kind, number: of.number } : null
    const size = formatMoney(amount < 0n ? -amount : amount)
    if (of.id === id) return [says(ownItem(account, size))]
    return [{ words: amount < 0n ? reopened(account, size) : `is settled again for ${size}.`, document }]
  })
}

const credits: readonly string[] = [accounts.customerAdvances, accounts.supplierAdvances]
const expected: readonly string[] = [accounts.withheldAwaitingCertificate, accounts.vatWithheld]

function ownItem(account: string, amount: string): string {
  if (credits.includes(account)) return `Its credit of ${amount} is removed.`
  if (account === accounts.undeposited) return `${amount} is removed from undeposited funds.`
  if (account === accounts.inTransit) return `${amount} is no longer in transit.`
  return expected.includes(account)
    ? `The certificate of ${amount} is no longer expected.`
    : `Its open balance of ${amount} is removed.`
}

/** Follows the number of the document. */
function reopened(account: string, amount: string): string {
  if (credits.includes(account)) return `regains a credit of ${amount}.`
  if (account === accounts.undeposited) return `can be deposited again (${amount}).`
  return expected.includes(account) ? `needs a certificate again (${amount}).` : `is open again for ${amount}.`
}

async function chequesMoved(trx: Trx, { id }: Voided): Promise<Consequence[]> {
  const issued = await trx.selectFrom('cheque').select(['no', 'account']).where('document_id', '=', id).execute()
  const noted = await trx
    .selectFrom('cheque_event')
    .select(['no', 'state'])
    .where('document_id', '=', id)
    .where('state', '=', 'stale')
    .execute()
  return [
    ...issued.map(({ no, account }) =>
      says(`Cheque ${no} of account ${account} is cancelled and can't be used again. Cross out the leaf and keep it.`),
    ),
    ...noted.map(({ no }) => says(`Cheque ${no} is outstanding again.`)),
  ]
}

async function bankMatches(trx: Trx, { entryNo }: Voided, matchId: string | null): Promise<Consequence[]> {
  const { rows } = await sql<{ name: string; day: Day; signed: boolean }>`
    select distinct account.name, bank_line.day, bank_month_signed.account is not null as signed
    from bank_matched as own
    join bank_matched as other on other.match_id = own.match_id and other.bank_line_id is not null
    join bank_line on bank_line.id = other.bank_line_id join account on account.code = bank_line.account
    left join bank_month_signed on bank_month_signed.account = bank_line.account and month = to_char(bank_line.day, 'YYYY-MM')
    where own.entry_no = ${entryNo} and own.match_id is distinct from ${matchId}::uuid order by bank_line.day, account.name limit 5`.execute(
    trx,
  )
  return rows.map(({ name, day, signed }) =>
    says(
      signed
        ? `This document is matched with a line of ${name} on ${formatDay(day)}, in a month that is signed off. The reversal stays unmatched in the reconciliation of its own month.`
        : `This document is matched with a line of ${name} on ${formatDay(day)}. Undo the match first; otherwise the reversal stays unmatched in the reconciliation.`,
    ),
  )
}

async function closedMonth(trx: Trx, { entryDay }: Voided, day: Day): Promise<Consequence[]> {
  const [posted, reversed] = [monthOf(entryDay), monthOf(day)]
  if (posted === reversed) return []
  const closed = await trx.selectFrom('period').select('month').where('month', '=', posted).executeTakeFirst()
  const stays = closed === undefined ? 'stay as they are' : 'stay as they are, because the month is closed'
  return [says(`The reports of ${formatMonth(posted)} ${stays}. The reversal is in ${formatMonth(reversed)}.`)]
}

/** A reversal that neither business tax return includes, and what to do about it. */
async function inNoReturn(trx: Trx, document: Pick<Voided, 'entryNo' | 'entryDay'>, day: Day): Promise<Consequence[]> {
  const without = await returnWithout(trx, document, day)
  if (without === null) return []
  const [is, tax, other] =
    without === '2550Q'
      ? ['not VAT-registered', 'VAT', 'VAT-registered']
      : ['VAT-registered', 'percentage tax', 'not VAT-registered']
  return [
    says(
      `Your company is ${is} on ${formatDay(day)}, so no ${tax} return includes the reversal. Choose a void date on which your company is ${other}. If you can't, claim the tax back from the BIR, and clear the amount in the books with a journal voucher.`,
    ),
  ]
}

/**
 * The return with the document that won't include its reversal, because the registration is another one on the date of the
 * void: each line counts in the return of its own date (NIRC sections 105 and 116). Null if there is none.
 */
async function returnWithout(
  trx: Trx,
  { entryNo, entryDay }: Pick<Voided, 'entryNo' | 'entryDay'>,
  day: Day,
): Promise<'2550Q' | '2551Q' | null> {
  const history = await registrationsNow(trx)
  const [posted, reversed] = [registeredOn(history, entryDay), registeredOn(history, day)]
  if (posted.vatRegistered === reversed.vatRegistered) return null
  const lines = await trx
    .selectFrom('line')
    .select(['vat_class as vatClass', 'purchase_category as category'])
    .where('entry_no', '=', entryNo)
    .where('vat_class', 'is not', null)
    .execute()
  if (posted.vatRegistered) return lines.some(({ vatClass }) => vatClass !== 'not_subject') ? '2550Q' : null
  const isTaxed = lines.some(({ vatClass, category }) => category === null && vatClass === 'not_subject')
  return isTaxed && posted.incomeTax !== 'eight_percent' ? '2551Q' : null
}

/** The returns and lists that include a kind of line. */
const dutiesOf = {
  vat: ['2550Q', '2551Q', 'SLSP'],
  ewt: ['0619-E', '1601-EQ', 'QAP', '1604-E'],
  final: ['0619-F', '1601-FQ', 'QAP-F', '1604-F'],
  vatWithheld: ['1600-VT'],
  compensation: ['1601-C', '1604-C'],
  income: ['1702Q', '1701Q', '1702-RT', '1701', '1701A', 'ITR'],
} as const satisfies Record<string, readonly Duty[]>

async function returnsFiled(trx: Trx, { entryNo, entryDay }: Voided, day: Day): Promise<Consequence[]> {
  const { rows } = await sql<Record<keyof typeof dutiesOf, boolean>>`
    select bool_or(vat_class is not null) as vat, bool_or(account = ${accounts.ewtPayable}) as ewt,
      bool_or(account = ${accounts.finalTaxPayable}) as final, bool_or(account = ${accounts.vatWithheldPayable}) as "vatWithheld",
      bool_or(account = ${accounts.compensationTaxPayable}) as compensation,
      bool_or(type = any(${[...nominalTypes]}::text[])) as income
    from line join account on code = account where entry_no = ${entryNo}`.execute(trx)
  const [has] = rows
  const affected: readonly Duty[] = Object.entries(dutiesOf).flatMap(([kind, duties]) =>
    has?.[kind as keyof typeof dutiesOf] === true ? duties : [],
  )
  if (affected.length === 0) return []
  const { fiscal_year_end: yearEnd } = await trx
    .selectFrom('company')
    .select('fiscal_year_end')
    .executeTakeFirstOrThrow()
  const without = await returnWithout(trx, { entryNo, entryDay }, day)
  const filed = await trx
    .selectFrom('filing')
    .select(['form', 'period'])
    .distinct()
    .where('form', 'in', [...affected])
    .where('period', '>=', entryDay)
    .orderBy('period')
    .orderBy('form')
    .execute()
  return filed
    .filter(({ form, period }) => periodOf(form as Duty, period, yearEnd).from <= entryDay)
    .map(({ form, period }) =>
      says(
        form === without
          ? `${form} (${dutyWords[form].title}) for the period ended ${formatDay(period)} is filed and stays as it is.`
          : day <= period
            ? `${form} (${dutyWords[form as Duty].title}) for the period ended ${formatDay(period)} is filed and includes this document. The reversal is in the same period, so the return needs an amendment.`
            : `${form} (${dutyWords[form as Duty].title}) for the period ended ${formatDay(period)} is filed and stays as it is. The reversal is included in the period of ${formatDay(day)}.`,
      ),
    )
}

/** Certificates issued to the supplier for the quarter, and the return in which a customer's certificate is claimed. */
async function certificates(trx: Trx, { id, entryNo }: Voided): Promise<Consequence[]> {
  const { rows } = await sql<{ form: string; name: string; quarter: Day }>`
    select distinct certificate_issued.form, document.party_name as name, quarter
    from line join entry on entry.no = entry_no join document on document.id = entry.document_id
    join certificate_issued on certificate_issued.party_id = line.party_id
      and line.day >= quarter and line.day < quarter + interval '3 months'
    where entry_no = ${entryNo} and atc is not null
      and account = any(${[accounts.ewtPayable, accounts.vatWithheldPayable, accounts.finalTaxPayable]}::text[])`.execute(
    trx,
  )
  const claimed = await trx
    .selectFrom('certificate_claim')
    .select(['form', 'period'])
    .where('document_id', '=', id)
    .execute()
  return [
    ...rows.map(({ form, name, quarter }) =>
      says(
        `Form ${form} of ${name} for the quarter starting on ${formatDay(quarter)} was issued and includes this tax. Issue a corrected certificate after the void.`,
      ),
    ),
    ...claimed.map(({ form, period }) =>
      says(`This certificate is claimed in ${form} for the period ended ${formatDay(period)}.`),
    ),
  ]
}

async function boundBooks(trx: Trx, { entryNo, entryDay }: Voided, day: Day): Promise<Consequence[]> {
  const { rows } = await sql<{ book: keyof typeof bookWords; first: string; last: string }>`
    select distinct book, first_month as first, last_month as last from bound_book, entry
    where entry.no = ${entryNo} and ${monthOf(entryDay)} between first_month and last_month and last_entry >= entry.no
    order by book`.execute(trx)
  const { journal } = await trx
    .selectFrom('entry')
    .select('journal')
    .where('no', '=', entryNo)
    .executeTakeFirstOrThrow()
  return rows
    .filter(({ book }) => bookWords[book].journal === null || bookWords[book].journal === journal)
    .map(({ book, first, last }) => {
      const months = first === last ? formatMonth(first) : `${formatMonth(first)} to ${formatMonth(last)}`
      return says(
        monthOf(day) <= last
          ? `The bound ${bookWords[book].title} of ${months} doesn't include the reversal. Bind it again.`
          : `The bound ${bookWords[book].title} of ${months} stays as it is. The reversal is in the book of ${formatMonth(monthOf(day))}.`,
      )
    })
}

async function receiptSent(trx: Trx, { id }: Voided): Promise<Consequence[]> {
  const mail = await receiptMailOf(trx, id)
  return mail?.status === 'sent'
    ? [says(`The receipt was e-mailed to ${mail.to}. Tell the recipient that it is void.`)]
    : []
}

// The open points before a month can be closed: each check queries the books as they are now.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { closingItems } from '@talaan/contract/closing.ts'
import type { AnyFinding, ClosingItem, Finding, FindingItem } from '@talaan/contract/closing.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { isStale } from '@talaan/ledger/banking/stale.ts'
import { gapsIn, gapWords } from '@talaan/ledger/accounts/closing.ts'
import {
  addMonths,
  endOfMonth,
  dayInManila,
  formatDay,
  formatMonth,
  parseTypedDay,
  startOfMonth,
} from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { documentWords, documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentWords } from '@talaan/ledger/documents/document-words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { skippedLeaves } from '@talaan/ledger/reports/cheques.ts'
import { accountLabel } from '../../books/account-label.ts'
import { openInMonth } from '../../books/questions.ts'
import { leavesOf } from '../../books/cheque-leaves.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { instant } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { statusOf } from '../../platform/outbox.ts'
import { brokenPromises } from '../../books/verify/verify.ts'
import { inTodaysWords } from './earlier-words.ts'
import { expectations } from './expected.ts'
import type { ItemFindings, ItemQuery as ExpectedQuery } from './expected.ts'
import { foreignOf, suggestionsOf, yearEndOf } from './month-end.ts'
import { listedParty } from '../../books/merged-parties.ts'

type Db = Kysely<Tables>
type ItemQuery = ExpectedQuery & { viewer: Pick<Viewer, 'userId'> }

/** Inconsistent books are repaired, not explained. */
const unexplainable: readonly FindingItem[] = ['invariants', 'questions', 'series', 'opening']

const questions: Record<FindingItem, (db: Db, asked: ItemQuery) => Promise<ItemFindings>> = {
  ...expectations,
  drafts,
  entries,
  banks,
  pettycash,
  cheques,
  numbers,
  receipts,
  certificates,
  suspense,
  questions: openQuestions,
  yearend,
  invariants: async (db) => ({ sentences: await brokenPromises(db) }),
}

/** The maximum number of sentences per check. */
const maxSentences = 50

type ItemsQuery<Item extends FindingItem> = {
  month: Month
  viewer: Pick<Viewer, 'userId'>
  items: readonly Item[]
  /** The result of verify, if it ran before the books were locked. */
  broken?: readonly string[]
}

type ChecklistQuery = Omit<ItemsQuery<ClosingItem>, 'items'> & {
  /** Only these checks. */
  items?: readonly ClosingItem[]
}

/** Every check of the closing with its findings, in the order of the page. */
export const findingsOf = (db: Db, { items = closingItems, ...query }: ChecklistQuery): Promise<Finding[]> =>
  itemFindings(db, { ...query, items })

/** The findings of these items, with their explanations. */
export async function itemFindings<Item extends FindingItem>(
  db: Db,
  { month, viewer, items, broken }: ItemsQuery<Item>,
): Promise<(Omit<AnyFinding, 'item'> & { item: Item })[]> {
  const asked = { month, first: startOfMonth(month), last: endOfMonth(month), viewer }
  const explanations = await explanationsOf(db, month)
  const before = await explanationsOf(db, addMonths(month, -1))
  const findings: (Omit<AnyFinding, 'item'> & { item: Item })[] = []
  for (const item of items) {
    const known = item === 'invariants' && broken !== undefined ? { sentences: [...broken] } : undefined
    const { sentences: all, places = [] }: ItemFindings = known ?? (await questions[item](db, asked))
    const more = all.length - maxSentences
    const sentences =
      more <= 0
        ? all
        : [...all.slice(0, maxSentences), more === 1 ? '1 more item like these.' : `${more} more items like these.`]
    const explainable = !unexplainable.includes(item)
    const said = explanations.get(item)
    const holds = explainable && said !== undefined && inTodaysWords(said.finding) === canonical(sentences)
    findings.push({
      item,
      sentences,
      places: places.slice(0, maxSentences),
      explainable,
      state: sentences.length === 0 ? 'fine' : holds ? 'explained' : 'open',
      explanation: said === undefined ? null : { words: said.words, by: said.by, at: said.at },
      wordsBefore: before.get(item)?.words ?? null,
    })
  }
  return findings
}

/** The last explanation of each check. */
async function explanationsOf(db: Db, month: Month) {
  const rows = await db
    .selectFrom('period_note')
    .innerJoin('users', 'users.id', 'noted_by')
    .select(['item', 'finding', 'words', 'client_id as by', 'noted_at as at'])
    .where('month', '=', month)
    .orderBy('period_note.id')
    .execute()
  return new Map(rows.map((row) => [row.item, row]))
}

/** Unfinished drafts, by their typed date; without a readable one by the date they were saved. */
async function drafts(db: Db, { last, viewer }: ItemQuery): Promise<ItemFindings> {
  const rows = await db
    .selectFrom('draft')
    .innerJoin('users', 'users.id', 'draft.user_id')
    .select(['draft.id', 'kind', 'fields', 'saved_at as savedAt', 'user_id as userId', 'client_id as owner'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('approval_waiting').select('id').whereRef('draft_id', '=', 'draft.id')).as('waits'),
    )
    .orderBy('saved_at')
    .limit(1000)
    .execute()
  const begun = rows.filter(({ fields, savedAt }) => dayTyped(fields, dayInManila(instant(savedAt))) <= last)
  return {
    sentences: begun.map(
      ({ kind, owner, savedAt, waits }) =>
        `${documentWords[kind as DocumentTypeName].words.title} started by ${owner} on ${formatDay(dayInManila(instant(savedAt)))} ${waits ? 'is waiting for approval' : 'has not been recorded'}.`,
    ),
    places: begun.flatMap(({ id, kind, userId }) =>
      userId === viewer.userId
        ? [
            {
              to: 'draft' as const,
              kind: kind as DocumentTypeName,
              id,
              words: `Open the ${documentWords[kind as DocumentTypeName].words.title}`,
            },
          ]
        : [],
    ),
  }
}

function dayTyped(fields: unknown, saved: Day): Day {
  const { day, typed } = fields as { day?: unknown; typed?: { day?: unknown } }
  const text = typed?.day ?? day
  const read = typeof text === 'string' ? parseTypedDay(text, saved) : { ok: false as const }
  return read.ok ? read.day : saved
}

/** The entries the registers suggest in the month, and changed suggestions since recording. */
async function entries(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  const unsold = await unsoldAssets(db, last)
  const suggestions = (await suggestionsOf(db, month)).filter(({ kind }) => kind === 'journalvoucher')
  return {
    sentences: [
      ...suggestions.flatMap(({ title, reference, amount, document }) => {
        const figure = formatMoney(amount ?? 0n)
        if (document === null) return [`${title}, ${figure}, is not recorded (${reference}).`]
        return document.total === amount
          ? []
          : [
              `${title} is recorded as ${formatMoney(document.total)} in ${document.number}, but the calculated amount is now ${figure}.`,
            ]
      }),
      ...unsold.map(
        ({ invoice, number, asset }) =>
          `${invoice}, the sales invoice for ${asset}, is void, but ${number} still records the asset as sold.`,
      ),
    ],
    places: [
      ...suggestions.flatMap(({ amount, document }) =>
        document !== null && document.total !== amount
          ? [{ to: 'document' as const, kind: 'journalvoucher' as const, id: document.id, words: document.number }]
          : [],
      ),
      ...unsold.map(({ id, number }) => ({
        to: 'document' as const,
        kind: 'journalvoucher' as const,
        id,
        words: number,
      })),
    ],
  }
}

/** Assets sold by a voucher, although the invoice to the buyer is void. */
async function unsoldAssets(
  db: Db,
  last: Day,
): Promise<{ id: string; number: string; invoice: string; asset: string }[]> {
  const { rows } = await sql<{ id: string; number: string; invoice: string; asset: string }>`
    select voucher.id, voucher.number, invoice.number as invoice, asset.name as asset
    from asset_disposal as disposal
    join asset on asset.id = disposal.asset_id
    join document as invoice on invoice.id = disposal.invoice_id
    join document_void as void on void.document_id = invoice.id
    join document as voucher on voucher.kind = 'journalvoucher' and voucher.external_no = 'DIS-' || disposal.no
    where voucher.day <= ${last}::date
      and not exists (select from document_void where document_void.document_id = voucher.id)
    order by disposal.no`.execute(db)
  return rows
}

async function banks(db: Db, { month }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ account: string; label: string; state: string }>`
    select account, ${accountLabel('account')} as label, state from bank_account_month_unreconciled where month = ${month} order by account`.execute(
    db,
  )
  const reconciled = rows.map(({ account, label, state }) =>
    state === 'open'
      ? `${account} ${label} is not reconciled with its bank statement for ${formatMonth(month)}.`
      : `${account} ${label} has changed since ${formatMonth(month)} was reconciled.`,
  )
  const unrated = (await foreignOf(db, month)).filter(({ rate }) => rate === null)
  return {
    sentences: [
      ...reconciled,
      ...unrated.map(
        ({ account, name, currency, held }) =>
          `${account} ${name} has a balance of ${currency} ${formatMoney(held)}, but the closing rate for ${formatMonth(month)} is missing.`,
      ),
    ],
    places: rows.length === 0 ? [] : [{ to: 'banks', words: 'Reconcile' }],
  }
}

async function pettycash(db: Db, { first, last, month }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ code: string; name: string; balance: bigint }>`
    select code, name, held.balance from money_account join account using (code)
    cross join lateral (
      select coalesce(sum(debit - credit), 0)::bigint as balance, coalesce(bool_or(day >= ${first}::date), false) as moved
      from account_day where account_day.account = code and day <= ${last}::date
    ) as held
    where kind = 'petty_cash' and (held.balance <> 0 or held.moved)
      and not exists (select from cash_count where cash_count.account = code and day between ${first}::date and ${last}::date)
      and not exists (
        select from fund_act join document on document.id = fund_act.document_id
        where fund = code and act in ('count', 'replenish', 'close') and day between ${first}::date and ${last}::date
          and not exists (select from document_void where document_void.document_id = document.id))
    order by code`.execute(db)
  return {
    sentences: rows.map(
      ({ name, balance }) =>
        `${name} was not counted in ${formatMonth(month)}. Its book balance is ${formatMoney(balance)}.`,
    ),
    places: rows.length === 0 ? [] : [{ to: 'list', kind: 'pettycashfund', words: 'Count the fund' }],
  }
}

async function cheques(db: Db, { last }: ItemQuery): Promise<ItemFindings> {
  const leaves = await leavesOf(db, sql`cheque_book.received_on <= ${last}::date`)
  const books = await db
    .selectFrom('cheque_book')
    .select(['account', 'digits', 'first_no as firstNo', 'last_no as lastNo'])
    .where('received_on', '<=', last)
    .orderBy('account')
    .orderBy('first_no')
    .execute()
  const skipped = books.flatMap(({ account, digits, firstNo, lastNo }) =>
    skippedLeaves({
      leaves: leaves.filter(
        ({ account: of, no }) =>
          of === account && no.length === digits && BigInt(no) >= firstNo && BigInt(no) <= lastNo,
      ),
    }).map((no) => `Cheque ${no} of account ${account} was skipped. It is neither used nor marked as spoiled.`),
  )
  const stale = leaves.flatMap(({ no, state, document }) =>
    document !== null && (state === 'issued' || state === 'released') && isStale(document.day, last)
      ? [`Cheque ${no} of ${formatDay(document.day)} to ${document.payee} is stale and has not been written back.`]
      : [],
  )
  const sentences = [...skipped, ...stale]
  return { sentences, places: sentences.length === 0 ? [] : [{ to: 'cheques', words: 'Cheque books' }] }
}

/** Numbers missing a month ago were reported then. */
const ownBooklets = documentTypeNames.filter((kind) => documentWords[kind].isOwnBooklet === true)

async function numbers(db: Db, { month, first, last }: ItemQuery): Promise<ItemFindings> {
  const rows = await db
    .selectFrom('document')
    .leftJoin('document_detail', 'document_detail.document_id', 'document.id')
    .select(['kind', 'external_no', 'receipt_no', 'day'])
    .where('kind', 'in', ownBooklets)
    .where('day', '>=', startOfMonth(addMonths(month, -1)))
    .where('day', '<=', last)
    .execute()
  const found = ownBooklets.flatMap((kind) => {
    const hasSerial = wordsOf(kind).serialNo !== undefined
    const own = rows.flatMap(({ kind: its, day, external_no, receipt_no }) =>
      its === kind ? [{ day, number: (hasSerial ? receipt_no : external_no) ?? '' }] : [],
    )
    const before = new Set(gapsIn(own.flatMap((row) => (row.day < first ? row.number : []))).map(gapWords))
    const now = gapsIn(own.map(({ number }) => number)).filter((gap) => !before.has(gapWords(gap)))
    return now.map((gap) => ({ kind, gap }))
  })
  const typesFound = [...new Set(found.map(({ kind }) => kind))]
  return {
    sentences: found.map(
      ({ kind, gap }) =>
        `${wordsOf(kind).serialNo ?? wordsOf(kind).externalNo} ${gapWords(gap)} ${gap.count === 1 ? 'is' : 'are'} not recorded.`,
    ),
    places: typesFound.map((kind) => ({ to: 'list' as const, kind, words: documentWords[kind].words.plural })),
  }
}

const wordsOf = (kind: DocumentTypeName): DocumentWords['words'] => documentWords[kind].words

async function receipts(db: Db, { first, last }: ItemQuery): Promise<ItemFindings> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('job', 'job.id', 'outbox.id')
    .innerJoin('document', 'document.id', 'outbox.document_id')
    .select(['document.id', 'document.kind', 'number', 'recipient', 'job.state', 'job.last_error as lastError'])
    .where('topic', '=', 'receipt')
    .where('job.state', '<>', 'done')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('number')
    .limit(1000)
    .execute()
  const failed = rows.filter(({ state }) => statusOf(state) === 'failed')
  const waiting = rows.filter(({ state }) => statusOf(state) === 'waiting')
  const waits = waiting.length === 1 ? 'receipt is waiting' : 'receipts are waiting'
  return {
    sentences: [
      ...failed.map(
        ({ number, recipient, lastError }) =>
          `The receipt for ${number} could not be sent to ${recipient}: ${lastError ?? ''}`,
      ),
      ...(waiting.length === 0
        ? []
        : [`${waiting.length} ${waits} to be sent, starting with ${waiting[0]?.number ?? ''}.`]),
    ],
    places: [...failed, ...waiting.slice(0, 1)].slice(0, 20).map(({ id, kind, number }) => ({
      to: 'document' as const,
      id,
      kind: kind as DocumentTypeName,
      words: number,
    })),
  }
}

/** Withholding tax certificates are due quarterly (RR 11-2018): they are checked at the end of a quarter. */
async function certificates(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  if (Number(month.slice(5)) % 3 !== 0) return { sentences: [] }
  const quarter = startOfMonth(addMonths(month, -2))
  const { rows: owed } = await sql<{ name: string; tax: bigint }>`
    select name, withheld.tax from (
      select ${listedParty} as party_id, case when account = ${accounts.ewtPayable} then '2307' else '2306' end as form, sum(ewt)::bigint as tax
      from line join party on party.id = party_id
      where account = any(${[accounts.ewtPayable, accounts.finalTaxPayable, accounts.vatWithheldPayable]}::text[])
        and ewt is not null and day between ${quarter}::date and ${last}::date
      group by 1, 2 having sum(ewt) <> 0
    ) as withheld join party on party.id = party_id
    where tax is distinct from (
      select tax from certificate_issued where certificate_issued.party_id = withheld.party_id and quarter = ${quarter}::date
        and certificate_issued.form = withheld.form
      order by revision desc limit 1)
    order by name`.execute(db)
  const [expected] = await sql<{ count: number; open: bigint | null }>`
    select count(*)::int as count, sum(open)::bigint as open from item_balance
    join document on document.id = document_id
    where account = ${accounts.withheldAwaitingCertificate} and open > 0 and day <= ${last}::date`
    .execute(db)
    .then(({ rows }) => rows)
  const sentences = [
    ...owed.map(({ name, tax }) => `${name} has no certificate for the ${formatMoney(tax)} withheld in the quarter.`),
    ...((expected?.count ?? 0) === 0
      ? []
      : [`Certificates for ${formatMoney(expected?.open ?? 0n)} withheld by customers have not been received.`]),
  ]
  return { sentences, places: sentences.length === 0 ? [] : [{ to: 'taxes', words: 'Certificates' }] }
}

/** A balance to resolve until it is zero. */
const suspenseAccounts = [accounts.openingBalance, accounts.unidentifiedDeposits, accounts.inTransit]

async function suspense(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ code: string; name: string; balance: bigint }>`
    select code, name, sum(debit - credit)::bigint as balance from account_month join account on code = account_month.account
    where code = any(${[...suspenseAccounts]}::text[]) and month <= ${month}
    group by code, name having sum(debit - credit) <> 0 order by code`.execute(db)
  return {
    sentences: rows.map(({ code, name, balance }) => {
      const side = balance > 0n ? 'debit' : 'credit'
      return `${code} ${name} has a ${side} balance of ${formatMoney(balance > 0n ? balance : -balance)} on ${formatDay(last)}.`
    }),
    places: rows.map(({ code, name }) => ({ to: 'account' as const, code, words: `${code} ${name}` })),
  }
}

/** Questions are settled or withdrawn, not explained. */
async function openQuestions(db: Db, asked: ItemQuery): Promise<ItemFindings> {
  const rows = await openInMonth(db, asked)
  return {
    sentences: rows.map(
      ({ words, by, to, due }) => `A question from ${by} to ${to}, due ${formatDay(due)}, is open: ${words}`,
    ),
    places: rows.map(({ id, words }) => ({
      to: 'question',
      id,
      words: words.length > 40 ? `${words.slice(0, 40)}…` : words,
    })),
  }
}

async function yearend(db: Db, { month }: ItemQuery): Promise<ItemFindings> {
  const year = await yearEndOf(db, month)
  if (year === null || year.isEmpty) return { sentences: [] }
  const closed = (await suggestionsOf(db, month)).find(({ kind }) => kind === 'yearend')?.document ?? null
  const [word, figure] = [
    year.profit >= 0n ? 'profit' : 'loss',
    formatMoney(year.profit >= 0n ? year.profit : -year.profit),
  ]
  if (closed === null) return { sentences: [`The ${word} of the year, ${figure}, is not closed to retained earnings.`] }
  return {
    sentences: [
      `A ${word} of ${figure} was recorded after ${closed.number}. Void ${closed.number} and close the year again.`,
    ],
    places: [{ to: 'document', kind: 'yearend', id: closed.id, words: closed.number }],
  }
}

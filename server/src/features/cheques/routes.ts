// Cheque books and their leaves, status changes, and cheques printed on the bank's own form.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import {
  chequeProblems,
  getCheque,
  getChequeTemplate,
  listChequeBooks,
  listLeaves,
  listStaleCheques,
  nextLeaf,
  noteLeaf,
  printCheque,
  printTestCheque,
  registerChequeBook,
  saveChequeTemplate,
} from '@talaan/contract/cheques.ts'
import type { ChequeBook, ChequeLeaf } from '@talaan/contract/cheques.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import {
  chequeTemplate,
  chequeWords,
  leafNo,
  lintCheque,
  noteMistake,
  usualTemplate,
} from '@talaan/ledger/banking/cheques.ts'
import type { ChequeTemplate, LeafState, WrittenCheque } from '@talaan/ledger/banking/cheques.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { accountLabel } from '../../books/account-label.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { lockHead } from '../../books/journal.ts'
import { leafState, leavesOf } from '../../books/cheque-leaves.ts'
import { openItems } from '../../books/open-items.ts'
import { chequeMeasure, chequeToPdf, testChequeToPdf } from '../../print/cheque.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export const cheques: Feature = ({ db: { kysely: db }, clock }) => {
  const now = () => timestamp(clock.now())
  return [
    answers(listChequeBooks, async () => ({ books: await booksOf(db), accounts: await chequeAccounts(db) })),

    answers(registerChequeBook, async ({ params: { bookId }, body, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        // Locks out issuing cheques and registering other books between the check and the insert.
        await lockHead(trx)
        const made = await registerBook(trx, { id: bookId, book: body, day: today(clock), at: now(), viewer })
        if (!made) return
        const { name: action } = registerChequeBook
        const object = { type: 'cheque-book', id: bookId }
        await audit(trx, clock, { viewer, address, action, object, detail: body })
      })
      const [book] = await booksOf(db, bookId)
      if (book === undefined) throw new Refusal(chequeProblems.noSuchBook)
      return { book }
    }),

    answers(listLeaves, async ({ params: { bookId } }) => {
      const leaves = await leavesOf(db, sql`cheque_book.id = ${bookId}::uuid`)
      if (leaves.length === 0) throw new Refusal(chequeProblems.noSuchBook)
      return { leaves }
    }),

    answers(nextLeaf, async ({ params }) => leafAfter(db, params.account)),

    answers(listStaleCheques, async () => ({ cheques: await staleCheques(db) })),

    answers(noteLeaf, ({ params, body, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        await lockHead(trx)
        const leaf = await leafOf(trx, params)
        assertNoteAllowed(leaf, body, today(clock))
        await trx
          .insertInto('cheque_event')
          .values({ ...params, ...body, noted_by: viewer.userId, noted_at: now(), document_id: null })
          .execute()
        const object = { type: 'cheque', id: `${params.account} ${params.no}` }
        await audit(trx, clock, { viewer, address, action: noteLeaf.name, object, detail: body })
        return { leaf: await leafOf(trx, params) }
      }),
    ),

    answers(getCheque, async ({ params: { documentId } }) => {
      const found = await chequeOf(db, documentId)
      if (found === undefined) return { cheque: null }
      const { template, measured } = await templateOf(db, found.account)
      const { account, accountLabel, no, state, payee, day, amount, bookId, currency } = found
      return {
        cheque: {
          account,
          accountLabel,
          no,
          state,
          payee,
          day,
          amount,
          bookId,
          measured,
          words: chequeWords(amount, { currency }),
          ...lintCheque(found, { template, today: today(clock), measure: await chequeMeasure() }),
        },
      }
    }),

    answers(printCheque, async ({ params: { documentId }, viewer, address }) => {
      const found = await chequeOf(db, documentId)
      if (found === undefined) throw new Refusal(chequeProblems.noCheque)
      const { template } = await templateOf(db, found.account)
      const { stops } = lintCheque(found, { template, today: today(clock), measure: await chequeMeasure() })
      if (stops.length > 0) throw new Refusal(saying(chequeProblems.notPrintable, stops.join(' ')))
      const bytes = await chequeToPdf(found, { template, printedAt: clock.now(), author: '' })
      const object = { type: 'document', id: documentId }
      const detail = { account: found.account, no: found.no }
      await db
        .transaction()
        .execute((trx) => audit(trx, clock, { viewer, address, action: printCheque.name, object, detail }))
      return { bytes, type: 'application/pdf', name: `cheque-${found.account}-${found.no}.pdf` }
    }),

    answers(getChequeTemplate, async ({ params: { account } }) => {
      await assertBankAccount(db, account)
      return templateOf(db, account)
    }),

    answers(saveChequeTemplate, async ({ params: { account }, body, viewer, address }) => {
      await assertBankAccount(db, account)
      const row = { layout: JSON.stringify(body), changed_by: viewer.userId, changed_at: now() }
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('cheque_template')
          .values({ account, ...row })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
          .execute()
        const object = { type: 'cheque-template', id: account }
        await audit(trx, clock, { viewer, address, action: saveChequeTemplate.name, object, detail: body })
      })
      return { template: body, measured: true }
    }),

    answers(printTestCheque, async ({ params: { account } }) => {
      const { currency } = await assertBankAccount(db, account)
      const { template } = await templateOf(db, account)
      const written = { payee: 'Name of the Payee, Inc.', day: today(clock), amount: 123_456_78n, currency }
      const bytes = await testChequeToPdf(written, { template, printedAt: clock.now(), author: '' })
      return { bytes, type: 'application/pdf', name: `cheque-${account}-test.pdf` }
    }),
  ]
}

const chequeAccounts = (db: Db) =>
  db
    .selectFrom('money_account')
    .innerJoin('account', 'account.code', 'money_account.code')
    .select(['money_account.code', accountLabel('money_account.code').as('label'), 'currency'])
    .where('money_account.kind', '=', 'bank')
    .where('account.active', '=', true)
    .orderBy('money_account.code')
    .execute()

async function assertBankAccount(db: Db, code: string): Promise<{ currency: string }> {
  const found = (await chequeAccounts(db)).find((account) => account.code === code)
  if (found === undefined) throw new Refusal(chequeProblems.noSuchAccount)
  return found
}

async function booksOf(db: Db, id?: string): Promise<ChequeBook[]> {
  const { rows } = await sql<{
    id: string
    account: string
    accountLabel: string
    first_no: bigint
    last_no: bigint
    digits: number
    receivedOn: Day
    registeredBy: string
    used: Partial<Record<LeafState, number>> | null
  }>`
    select cheque_book.id, cheque_book.account, ${accountLabel('cheque_book.account')} as "accountLabel", first_no, last_no, digits,
      received_on as "receivedOn", users.client_id as "registeredBy",
      (select json_object_agg(state, leaves) from (
        select ${leafState} as state, count(*)::int as leaves
        from (
          select account, no from cheque where cheque.account = cheque_book.account and length(no) = digits
            and no::bigint between first_no and last_no
          union
          select account, no from cheque_event where cheque_event.account = cheque_book.account and length(no) = digits
            and no::bigint between first_no and last_no
        ) as asked
        left join cheque on cheque.account = asked.account and cheque.no = asked.no
        group by 1
      ) as counted) as used
    from cheque_book join users on users.id = registered_by
    where ${id === undefined ? sql`true` : sql`cheque_book.id = ${id}::uuid`}
    order by cheque_book.account, received_on desc, first_no desc`.execute(db)
  return rows.map(({ first_no: first, last_no: last, digits, used, ...book }) => {
    const leaves = Number(last - first) + 1
    const touched = Object.values(used ?? {}).reduce((all, count) => all + count, 0)
    const counts = { unused: leaves - touched, ...used }
    return { ...book, firstNo: leafNo(first, digits), lastNo: leafNo(last, digits), leaves, counts }
  })
}

type NewBook = { id: string; book: BodyOf<typeof registerChequeBook>; day: Day; at: string; viewer: Viewer }

/** False if the same call registered it before. */
async function registerBook(trx: Trx, { id, book, day, at, viewer }: NewBook): Promise<boolean> {
  const { account, firstNo, lastNo, receivedOn } = book
  const [first, last] = [BigInt(firstNo), BigInt(lastNo)]
  const before = await trx.selectFrom('cheque_book').selectAll().where('id', '=', id).executeTakeFirst()
  if (before !== undefined) {
    const same = before.account === account && before.first_no === first && before.last_no === last
    if (same && before.digits === firstNo.length) return false
    throw mistake('firstNo', 'This form has already been used to register another cheque book. Open the form again.')
  }
  if (!(await chequeAccounts(trx)).some(({ code }) => code === account))
    throw mistake('account', chequeProblems.noSuchAccount.sentence)
  if (receivedOn > day) throw mistake('receivedOn', 'The date received cannot be in the future. Correct the date.')
  const overlapping = await trx
    .selectFrom('cheque_book')
    .selectAll()
    .where('account', '=', account)
    .where('first_no', '<=', last)
    .where('last_no', '>=', first)
    .orderBy('first_no')
    .executeTakeFirst()
  if (overlapping !== undefined) {
    const { first_no, last_no, digits, received_on } = overlapping
    const range = `${leafNo(first_no, digits)} to ${leafNo(last_no, digits)}`
    throw mistake(
      'firstNo',
      `The cheque book of ${range}, received ${formatDay(received_on)}, already has some of these cheques. Check the numbers.`,
    )
  }
  await trx
    .insertInto('cheque_book')
    .values({
      id,
      account,
      first_no: first,
      last_no: last,
      digits: firstNo.length,
      received_on: receivedOn,
      registered_by: viewer.userId,
      registered_at: at,
    })
    .execute()
  return true
}

const mistake = (field: string, message: string, problem: Problem = chequeProblems.mistakes) =>
  new Refusal(saying(problem, message), [{ path: [field], message }])

async function leafOf(db: Db, { account, no }: { account: string; no: string }): Promise<ChequeLeaf> {
  const [leaf] = await leavesOf(
    db,
    sql`cheque_book.account = ${account} and digits = ${no.length}::int and leaf = ${no}::bigint`,
  )
  if (leaf === undefined) throw new Refusal(chequeProblems.noSuchLeaf)
  return leaf
}

/** The first unused leaf: books in the order received, leaves in the order of their numbers. */
async function leafAfter(db: Db, account: string): Promise<{ no: string | null; digits: number | null; left: number }> {
  const { rows } = await sql<{ no: string; digits: number; left: number }>`
    select lpad(leaf::text, digits, '0') as no, digits, count(*) over ()::int as left
    from cheque_book cross join lateral generate_series(first_no, last_no) as leaf
    where account = ${account}
      and not exists (select from cheque where cheque.account = cheque_book.account and no = lpad(leaf::text, digits, '0'))
      and not exists (
        select from cheque_event where cheque_event.account = cheque_book.account and no = lpad(leaf::text, digits, '0'))
    order by received_on, first_no, leaf limit 1`.execute(db)
  return rows[0] ?? { no: null, digits: null, left: 0 }
}

async function staleCheques(db: Db) {
  const items = await openItems(db, sql`item.account = ${accounts.staleCheques} and item.open > 0`)
  const { rows } = await sql<{ documentId: string; chequeNo: string; payee: string }>`
    select cheque_event.document_id as "documentId", cheque.no as "chequeNo", payee
    from cheque_event join cheque on cheque.account = cheque_event.account and cheque.no = cheque_event.no
    where cheque_event.document_id = any(${items.map(({ documentId }) => documentId)}::uuid[])`.execute(db)
  const written = new Map(rows.map((row) => [row.documentId, row]))
  return items.map(({ documentId, number, day, partyId, open }) => ({
    documentId,
    number,
    day,
    partyId,
    open,
    payee: written.get(documentId)?.payee ?? '',
    chequeNo: written.get(documentId)?.chequeNo ?? '',
  }))
}

function assertNoteAllowed(leaf: ChequeLeaf, { state, day }: BodyOf<typeof noteLeaf>, todayIs: Day): void {
  const { no, document } = leaf
  const sentence = noteMistake(
    { no, state: leaf.state, usedBy: document?.number ?? null, isVoid: document?.isVoid ?? false },
    state,
  )
  if (sentence !== undefined) throw mistake('state', sentence, chequeProblems.notNow)
  if (day > todayIs) throw mistake('day', 'The date cannot be in the future. Choose today or an earlier date.')
  // Banks pay a post-dated cheque on its date or later.
  if (document && state === 'cleared' && day < document.day)
    throw mistake(
      'day',
      `Cheque ${no} is dated ${formatDay(document.day)} and cannot clear before that date. Correct the date.`,
    )
}

type Issued = WrittenCheque & {
  account: string
  accountLabel: string
  no: string
  state: LeafState
  isVoid: boolean
  usedBy: string
  bookId: string | null
}

async function chequeOf(db: Db, documentId: string): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select asked.account, ${accountLabel('asked.account')} as "accountLabel", asked.no, ${leafState} as state, cheque.payee, cheque.day,
      cheque.amount, currency, document.number as "usedBy",
      exists (select from document_void where document_void.document_id = document.id) as "isVoid",
      (select id from cheque_book where cheque_book.account = asked.account and length(asked.no) = digits
        and asked.no::bigint between first_no and last_no limit 1) as "bookId"
    from cheque as asked
    join cheque on cheque.document_id = asked.document_id
    join document on document.id = asked.document_id
    join money_account on money_account.code = asked.account
    where asked.document_id = ${documentId}::uuid`.execute(db)
  return rows[0]
}

async function templateOf(db: Db, account: string): Promise<{ template: ChequeTemplate; measured: boolean }> {
  const kept = await db.selectFrom('cheque_template').select('layout').where('account', '=', account).executeTakeFirst()
  const read = chequeTemplate.safeParse(kept?.layout)
  return read.success ? { template: read.data, measured: true } : { template: usualTemplate, measured: false }
}

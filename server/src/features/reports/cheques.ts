// The register of cheque books and the schedule of post-dated cheques, from leaves and their events.
import { sql } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { leafNo } from '@talaan/ledger/banking/cheques.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { chequeRegister, postDatedCheques } from '@talaan/ledger/reports/cheques.ts'
import type { PostDated, RegisteredBook } from '@talaan/ledger/reports/cheques.ts'
import { accountLabel } from '../../books/account-label.ts'
import { leavesOf } from '../../books/cheque-leaves.ts'
import { companyHeader, report } from './report.ts'
import { listedBasis } from './shares.ts'

export const chequeRegisterReport = report({
  query: z.strictObject(
    { account: z.optional(accountCode) },
    'The cheque register has no dates. Remove all parameters except the account.',
  ),
  async build(db, { account }, { today }) {
    const books = await db
      .selectFrom('cheque_book')
      .selectAll('cheque_book')
      .select(accountLabel('cheque_book.account').as('accountLabel'))
      .where((is) => (account === undefined ? is.lit(true) : is('cheque_book.account', '=', account)))
      .orderBy('cheque_book.account')
      .orderBy('first_no')
      .execute()
    const registered: RegisteredBook[] = []
    for (const book of books) {
      registered.push({
        account: book.account,
        accountLabel: book.accountLabel,
        receivedOn: book.received_on,
        firstNo: leafNo(book.first_no, book.digits),
        lastNo: leafNo(book.last_no, book.digits),
        leaves: await leavesOf(db, sql`cheque_book.id = ${book.id}::uuid`),
      })
    }
    return { table: chequeRegister({ company: await companyHeader(db), today, books: registered }), next: null }
  },
  basis: (_, __, cell) => Promise.resolve(listedBasis(cell, 'The cheques of the book that are not void.')),
})

export const postDatedChequesReport = report({
  dates: { kind: 'asOf', usual: 'today' },
  query: z.strictObject({ asOf: day }, 'The post-dated cheques report is as of a single date. Remove the start date.'),
  async build(db, { asOf }) {
    const { rows } = await sql<PostDated>`
      select document.id, document.kind, document.number, document.day as recorded, cheque.account, ${accountLabel('cheque.account')} as "accountLabel",
        cheque.no, cheque.payee, cheque.day, cheque.amount
      from cheque join document on document.id = cheque.document_id
      where cheque.day > ${asOf}::date and document.day <= ${asOf}::date
        and not exists (select from document_void where document_void.document_id = document.id)
      order by cheque.day, cheque.account, cheque.no`.execute(db)
    return { table: postDatedCheques({ company: await companyHeader(db), asOf, cheques: rows }), next: null }
  },
  basis: (_, __, cell) => Promise.resolve(listedBasis(cell, 'The cheques of this list.')),
})

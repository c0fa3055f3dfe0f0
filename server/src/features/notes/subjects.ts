// What a file or note is about, who may read it, and under which object the audit trail has it.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { noteProblems } from '@talaan/contract/notes.ts'
import type { NoteSubject } from '@talaan/contract/notes.ts'
import { partyProblems } from '@talaan/contract/parties.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { statementProblems } from '@talaan/contract/statements.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import { withMerged } from '../../books/merged-parties.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { assertMayReadDocument } from '../documents/read.ts'

type Db = Kysely<Tables>

/** As the page of the subject: bank statements and returns are for accountants, payroll registers are restricted. */
export async function assertMayRead(db: Db, subject: NoteSubject, viewer: Viewer): Promise<void> {
  if ('document' in subject) await assertMayReadDocument(db, subject.document, viewer)
  else if (!('party' in subject) && !accountants.includes(viewer.role)) throw new Refusal(common.notAllowed)
}

export async function assertExists(db: Db, subject: NoteSubject): Promise<void> {
  if ('duty' in subject) return
  const [found, problem] =
    'party' in subject
      ? [
          await db
            .selectFrom('party')
            .select('id')
            .where('id', '=', subject.party)
            .where((or) => or.or([or('removed_at', 'is', null), or('merged_into', 'is not', null)]))
            .executeTakeFirst(),
          partyProblems.notThere,
        ]
      : 'document' in subject
        ? [
            await db.selectFrom('document').select('id').where('id', '=', subject.document).executeTakeFirst(),
            documentProblems.notThere,
          ]
        : [
            await db.selectFrom('bank_statement').select('id').where('id', '=', subject.statement).executeTakeFirst(),
            statementProblems.notThere,
          ]
  if (found === undefined) throw new Refusal(problem)
}

/** The notes of a subject; a customer or supplier has those of the registrations merged into it. */
export function isAbout(subject: NoteSubject): RawBuilder<boolean> {
  if ('party' in subject) return sql`added_note.party_id in ${withMerged(subject.party)}`
  if ('document' in subject) return sql`added_note.document_id = ${subject.document}::uuid`
  if ('statement' in subject) return sql`added_note.bank_statement_id = ${subject.statement}::uuid`
  return sql`added_note.return_duty = ${subject.duty} and added_note.return_period = ${subject.period}::date`
}

export const columnsOf = (subject: NoteSubject) => ({
  party_id: 'party' in subject ? subject.party : null,
  document_id: 'document' in subject ? subject.document : null,
  bank_statement_id: 'statement' in subject ? subject.statement : null,
  return_duty: 'duty' in subject ? subject.duty : null,
  return_period: 'duty' in subject ? subject.period : null,
})

export async function subjectOf(db: Db, noteId: string): Promise<NoteSubject> {
  const row = await db
    .selectFrom('added_note')
    .select(['party_id', 'document_id', 'bank_statement_id', 'return_duty', 'return_period'])
    .where('id', '=', noteId)
    .executeTakeFirst()
  if (row?.party_id) return { party: row.party_id }
  if (row?.document_id) return { document: row.document_id }
  if (row?.bank_statement_id) return { statement: row.bank_statement_id }
  if (row?.return_duty && row.return_period) return { duty: row.return_duty as Duty, period: row.return_period }
  throw new Refusal(noteProblems.notThere)
}

export function auditObjectOf(subject: NoteSubject): { type: string; id: string } {
  if ('party' in subject) return { type: 'party', id: subject.party }
  if ('document' in subject) return { type: 'document', id: subject.document }
  if ('statement' in subject) return { type: 'bank_statement', id: subject.statement }
  return { type: 'tax return', id: `${subject.duty} ${subject.period}` }
}

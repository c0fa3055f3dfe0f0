// The completeness proof of a month: the findings of closing and of what is expected, their explanations, and its signature.
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import {
  completenessProblems,
  directionWords,
  procedures,
  procedureWords,
  viewCompleteness,
} from '@talaan/contract/completeness.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { endOfMonth, formatMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Section } from '@talaan/ledger/reports/annual/parts.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { sha256 } from '../../books/journal.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { companyHeader } from '../../print/company.ts'
import { printTime } from '../../print/page.ts'
import { partsToPdf } from '../../print/pdf.ts'
import { testedIn } from './expected.ts'
import { itemFindings } from './findings.ts'

type Db = Kysely<Tables>
type Completeness = AnswerOf<typeof viewCompleteness>
type Signature = NonNullable<Completeness['signed']>
type Asked = { month: Month; viewer: Pick<Viewer, 'userId'> }

/** The same moment for all findings. */
export const completenessOf = (db: Db, clock: Clock, asked: Asked): Promise<Completeness> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => completenessIn(trx, clock, asked))

async function completenessIn(trx: Db, clock: Clock, { month, viewer }: Asked): Promise<Completeness> {
  await assertBegun(trx, month)
  const tested = await testedIn(trx, { month, first: startOfMonth(month), last: endOfMonth(month) })
  const findings = await itemFindings(trx, { month, viewer, items: procedures })
  const rows = findings.map((finding) => ({ ...finding, tested: tested[finding.item] ?? 0 }))
  const digest = sha256(
    canonical({
      month,
      procedures: rows.map(({ item, state, sentences, explanation, tested: count }) => ({
        item,
        state,
        sentences,
        explanation: explanation?.words ?? null,
        tested: count,
      })),
    }),
  )
  return {
    month,
    procedures: rows,
    digest,
    signed: await signatureOf(trx, month),
    refusal: refusalOf(month, { rows, currentMonth: monthOf(today(clock)) })?.sentence ?? null,
  }
}

async function assertBegun(db: Db, month: Month): Promise<void> {
  const entry = await db
    .selectFrom('entry')
    .select('no')
    .where('day', '<=', endOfMonth(month))
    .limit(1)
    .executeTakeFirst()
  if (entry === undefined) throw new Refusal(completenessProblems.noEntries)
}

function refusalOf(
  month: Month,
  { rows, currentMonth }: { rows: Completeness['procedures']; currentMonth: Month },
): (typeof completenessProblems)[keyof typeof completenessProblems] | null {
  if (month >= currentMonth) return completenessProblems.notEnded
  return rows.some(({ state }) => state === 'open') ? completenessProblems.open : null
}

async function signatureOf(db: Db, month: Month): Promise<Signature | null> {
  const row = await db
    .selectFrom('completeness_proof')
    .innerJoin('users', 'users.id', 'signed_by')
    .select(['version', 'client_id as by', 'signed_at as at', 'digest'])
    .where('month', '=', month)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row === undefined ? null : { ...row, at: timestamp(instant(row.at)) }
}

type Signing = { month: Month; digest: string; viewer: Viewer; address: string }

export async function sign(
  trx: Transaction<Tables>,
  clock: Clock,
  { month, digest, viewer, address }: Signing,
): Promise<Signature> {
  const found = await completenessIn(trx, clock, { month, viewer })
  if (found.digest !== digest) throw new Refusal(completenessProblems.changed)
  if (found.signed?.digest === digest) return found.signed
  const refusal = refusalOf(month, { rows: found.procedures, currentMonth: monthOf(today(clock)) })
  if (refusal !== null) throw new Refusal(refusal)
  const version = (found.signed?.version ?? 0) + 1
  const at = timestamp(clock.now())
  await trx
    .insertInto('completeness_proof')
    .values({
      month,
      version,
      digest,
      procedures: JSON.stringify(found.procedures),
      signed_by: viewer.userId,
      signed_at: at,
    })
    .execute()
  await audit(trx, clock, {
    viewer,
    address,
    action: 'completeness.sign',
    object: { type: 'month', id: month },
    detail: { version, digest },
  })
  return { version, by: viewer.clientId, at, digest }
}

/** The signed page of a month; null if it is not signed. */
export async function completenessPdf(db: Db, month: Month): Promise<{ name: string; bytes: Uint8Array } | null> {
  const signed = await signatureOf(db, month)
  if (signed === null) return null
  const { procedures: stored } = await db
    .selectFrom('completeness_proof')
    .select('procedures')
    .where('month', '=', month)
    .where('version', '=', signed.version)
    .executeTakeFirstOrThrow()
  const findings = viewCompleteness.answer.shape.procedures.parse(stored)
  const explained = findings.filter(({ state }) => state !== 'fine')
  const signedAt = Date.parse(signed.at)
  const company = await companyHeader(db)
  const title = 'Completeness of the books'
  const results: Table = {
    name: 'completeness',
    title,
    period: '',
    company,
    columns: [
      { key: 'item', title: 'Expected', kind: 'text', width: 4 },
      { key: 'direction', title: 'Test', kind: 'text', width: 2 },
      { key: 'tested', title: 'Tested', kind: 'text', width: 4 },
      { key: 'result', title: 'Result', kind: 'text', width: 4 },
    ],
    rows: findings.map((finding) => rowOf(finding, explained.indexOf(finding) + 1)),
    notes: [],
  }
  const sentences = [
    `Everything expected in ${formatMonth(month)} is recorded or explained.`,
    `Signed in Talaan by ${signed.by} on ${printTime(signedAt)}${signed.version === 1 ? '' : `, signature ${signed.version} of this month`}.`,
    `SHA-256 of the findings: ${signed.digest}`,
  ]
  const sections = [
    { title: '', text: [], table: results },
    // Before the notes, so that it is always on the first page.
    { title: 'Signature', text: sentences, table: null },
    ...explained.map((finding, i) => noteOf(finding, i + 1)),
  ]
  const bytes = await partsToPdf(
    {
      title: `${title} ${formatMonth(month)}`,
      company,
      parts: [{ title, period: `For ${formatMonth(month)}`, sections }],
    },
    { printedAt: signedAt, printedBy: signed.by, verb: 'Signed' },
  )
  return { name: `completeness-${month}.pdf`, bytes }
}

type Tested = Completeness['procedures'][number]

const wordsOf = (item: Tested['item']) =>
  item in procedureWords
    ? procedureWords[item as keyof typeof procedureWords]
    : { title: item, direction: 'both' as const, unit: ['item', 'items'] as const }

function rowOf({ item, state, sentences, tested }: Tested, note: number): Row {
  const { title, direction, unit } = wordsOf(item)
  const found = `${sentences.length} ${sentences.length === 1 ? 'finding' : 'findings'}, explained in note ${note}`
  const complete = tested === 0 ? 'Nothing to test' : 'Complete'
  const counted = `${tested.toLocaleString('en')} ${tested === 1 ? unit[0] : unit[1]}`
  return { cells: [title, directionWords[direction], counted, state === 'fine' ? complete : found] }
}

const printedFindings = 10

function noteOf({ item, sentences, explanation }: Tested, note: number): Section {
  const more = sentences.length - printedFindings
  return {
    title: `Note ${note}: ${wordsOf(item).title}`,
    text: [
      [
        ...sentences.slice(0, printedFindings),
        ...(more > 0 ? [`${more} more ${more === 1 ? 'is' : 'are'} listed in Talaan.`] : []),
      ].join(' '),
      ...(explanation === null
        ? []
        : [`Explained by ${explanation.by} on ${printTime(Date.parse(explanation.at))}: ${explanation.words}`]),
    ],
    table: null,
  }
}

/** The months between two that are signed. */
export async function signedMonths(db: Db, { from, to }: { from: Month; to: Month }): Promise<Month[]> {
  const rows = await db
    .selectFrom('completeness_proof')
    .select('month')
    .distinct()
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('month')
    .execute()
  return rows.map(({ month }) => month)
}

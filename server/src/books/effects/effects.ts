// The document effects in the books. A new one is a file in this folder and a line in one of the lists.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import type { Effect, EffectName, EffectOf } from '@talaan/ledger/documents/effects.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Part } from '../../platform/db/one-statement.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bankAdjustment } from './bank-adjustment.ts'
import { certificate } from './certificate.ts'
import { chequeStatus } from './cheque-status.ts'
import { cheque } from './cheque.ts'
import { detail } from './detail.ts'
import type { EffectInBooks, Question, Recording, Stated, StatedInBooks, StatedName, Voiding } from './effect.ts'
import { fundAct } from './fund-act.ts'
import { fund } from './fund.ts'
import { item } from './item.ts'
import { link } from './link.ts'
import { payroll } from './payroll.ts'
import { transfer } from './transfer.ts'

type Trx = Transaction<Tables>

/** Effects that follow from the fields of a document alone. */
const stated: { [Name in StatedName]: StatedInBooks<Name> } = {
  link,
  detail,
  certificate,
  fundAct,
  bankAdjustment,
  transfer,
  payroll,
}

const inBooks: { [Name in EffectName]: EffectInBooks<Name> } = { item, cheque, chequeStatus, fund, ...stated }

const names = Object.keys(inBooks) as EffectName[]
const statedNames = Object.keys(stated) as StatedName[]

/** The rows that the recording statement writes for the effects of a document. */
export function effectParts(effects: readonly Effect[], recording: Recording): Record<string, Part> {
  const partsOf = <Name extends EffectName>(name: Name) => inBooks[name].write(only(effects, name), recording)
  return Object.assign({}, ...names.map(partsOf)) as Record<string, Part>
}

const only = <Name extends EffectName>(effects: readonly Effect[], name: Name): EffectOf<Name>[] =>
  effects.filter((one): one is EffectOf<Name> => one.effect === name)

/** Refuses the void of a document with dependants, or with an effect that cannot be reversed. */
export async function assertCanBeVoided(trx: Trx, { id, number }: { id: string; number: string }): Promise<void> {
  const dependants = await dependantsOf(trx, id)
  if (dependants.length > 0)
    throw dependedOn(
      number,
      dependants.map((one) => one.number),
    )
  await assertCanBeVoidedAlone(trx, id)
}

/** Refuses the void of a document with an effect that cannot be reversed. */
export async function assertCanBeVoidedAlone(trx: Trx, id: string): Promise<void> {
  for (const name of names) await inBooks[name].assertCanBeVoided?.(trx, id)
}

/** The documents that prevent the void of a document, by number. */
export async function dependantsOf(trx: Trx, id: string): Promise<{ id: string; kind: string; number: string }[]> {
  const dependants = names.flatMap((name) => inBooks[name].dependants?.(id) ?? [])
  const { rows } = await sql<{ id: string; kind: string; number: string }>`
    select id, kind, number from document
    where number in (select number from (${sql.join(dependants, sql` union `)}) as depending) order by number`.execute(
    trx,
  )
  return rows
}

function dependedOn(number: string, by: readonly string[]): Refusal {
  const named = by.length > 3 ? `${by.slice(0, 3).join(', ')} and others` : by.join(', ')
  const [depend, them] = by.length === 1 ? ['depends', 'that document'] : ['depend', 'those']
  return new Refusal(saying(documentProblems.restedOn, `${named} ${depend} on ${number}. Void ${them} first.`))
}

/** Reverses all effects of a document, in the order of the list. */
export async function undoEffects(trx: Trx, voiding: Voiding): Promise<void> {
  for (const name of names) await inBooks[name].undo?.(trx, voiding)
}

/** The verify queries for effect rows. */
export const effectQuestions: Record<string, Question> = Object.assign(
  {},
  ...names.map((name) => inBooks[name].questions),
)

/** Documents per batch. */
const chunk = 2000

/** Faults in rows derived from the fields of documents: each document is compared with its own rows. */
export async function statedProblems(db: Kysely<Tables>): Promise<string[]> {
  const problems: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  while (problems.length < 20) {
    const documents = await db
      .selectFrom('document')
      .select(['id', 'number', 'kind', 'fields'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunk)
      .execute()
    const last = documents.at(-1)
    if (last === undefined) break
    after = last.id
    const unlike = await unlikeStated(db, documents)
    problems.push(
      ...documents
        .filter(({ id }) => unlike.has(id))
        .map(({ number }) => `Links or details of document ${number} do not match its fields.`),
    )
  }
  return problems.slice(0, 20)
}

type WithFields = { id: string; kind: string; fields: unknown }

/** Documents whose stored effects differ from those of their fields. */
async function unlikeStated(db: Kysely<Tables>, documents: readonly WithFields[]): Promise<Set<string>> {
  const said = documents.map(({ id, kind, fields }) => ({
    documentId: id,
    effects: isDocumentTypeName(kind) ? (documentTypeOf(kind).stated?.(fields) ?? []) : [],
  }))
  const unlike = new Set<string>()
  const compare = async <Name extends StatedName>(name: Name) => {
    const own: Stated<Name>[] = said.map(({ documentId, effects }) => ({ documentId, effects: only(effects, name) }))
    const found = Map.groupBy(await stated[name].stored(db, own), ({ documentId }) => documentId)
    for (const { documentId, effects } of own) {
      const rows = (found.get(documentId) ?? []).map(({ effect }) => effect)
      if (textOf(effects) !== textOf(rows)) unlike.add(documentId)
    }
  }
  for (const name of statedNames) await compare(name)
  return unlike
}

const textOf = (effects: readonly Effect[]): string =>
  effects
    .map((one) => canonical(one))
    .toSorted()
    .join('\n')

// Supplier certificates: the amounts from the books, the issued certificates, and their delivery.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { certificateProblems } from '@talaan/contract/certificates.ts'
import type { OwedCertificate } from '@talaan/contract/certificates.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addMonths, endOfMonth, formatLongDay, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { finalCertificatesOf } from '@talaan/ledger/tax/certificates/form2306.ts'
import { certificatesOf } from '@talaan/ledger/tax/certificates/form2307.ts'
import type { Listed } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { byName } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { formatTin } from '@talaan/ledger/core/party.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { sha256 } from '../../books/journal.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { queueMessage, statusOf } from '../../platform/outbox.ts'
import type { DeliveryJob } from '../../platform/outbox.ts'
import { retryJob } from '../../platform/jobs/queue.ts'
import { filingCompany } from '../../print/company.ts'
import { certificateFromJson, certificateName, certificateToJson, formNo } from '../../print/certificate.ts'
import type { CertificateForm } from '../../print/certificate.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { taxLines } from '../../books/tax-lines.ts'
import { withholdingCodes } from '../../books/withholding-codes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

type Booked = { payee: Listed; form: CertificateForm; tax: bigint }

/** The current amounts of the books, for each payee of a quarter and form. */
async function booked(db: Db, quarter: Month): Promise<Booked[]> {
  const codes = await withholdingCodes(db)
  const lines = await taxLines(db, { from: startOfMonth(quarter), to: endOfMonth(addMonths(quarter, 2)) })
  const input = { quarter, filer: await filingCompany(db), lines, codes }
  return [...certificatesOf(input), ...finalCertificatesOf(input)].toSorted((a, b) => byName(a.payee, b.payee))
}

type Newest = {
  id: string
  partyId: string
  form: string
  revision: number
  tax: bigint
  digest: string
  by: string
  at: string
  recipient: string | null
  state: DeliveryJob['state'] | null
  endedAt: string | null
  lastError: string | null
  handedOn: Day | null
  note: string | null
}

const keyOf = (partyId: string, form: string): string => `${partyId} ${form}`

/** The newest certificate of each payee of a quarter and form. */
async function newestOf(db: Db, quarter: Month): Promise<ReadonlyMap<string, Newest>> {
  const { rows } = await sql<Newest>`
    select distinct on (certificate_issued.party_id, form) certificate_issued.id, certificate_issued.party_id as "partyId", form, revision, tax,
      digest, users.client_id as by, issued_at as at, recipient, job.state,
      job.ended_at as "endedAt", job.last_error as "lastError",
      certificate_handed.day as "handedOn", note
    from certificate_issued
    join users on users.id = issued_by
    left join outbox on outbox.certificate_id = certificate_issued.id
    left join job on job.id = outbox.id
    left join certificate_handed on certificate_handed.certificate_id = certificate_issued.id
    where quarter = ${startOfMonth(quarter)}::date
    order by certificate_issued.party_id, form, revision desc`.execute(db)
  return new Map(rows.map((row) => [keyOf(row.partyId, row.form), row]))
}

export async function owedOf(db: Db, quarter: Month): Promise<OwedCertificate[]> {
  const certificates = await booked(db, quarter)
  const newest = await newestOf(db, quarter)
  const emails = await emailsOf(
    db,
    certificates.map(({ payee }) => payee.id),
  )
  return certificates.map(({ payee, form, tax }): OwedCertificate => {
    const found = newest.get(keyOf(payee.id, formNo(form)))
    return {
      form: formNo(form),
      partyId: payee.id,
      name: form.payee.name,
      tin: payee.tin9 === '' ? '' : formatTin(payee.tin9, payee.branchCode),
      email: emails.get(payee.id) ?? null,
      rows: rowsOf(form).map(({ atc, description, total, tax: of }) => ({
        atc,
        description,
        total,
        tax: of,
      })),
      tax,
      issued: found === undefined ? null : issuedAnswer(found),
      state: stateOf(found, form),
    }
  })
}

const rowsOf = (form: CertificateForm) => ('rows' in form ? form.rows : [...form.income, ...form.business])

function stateOf(newest: Newest | undefined, form: CertificateForm): OwedCertificate['state'] {
  if (newest === undefined) return 'owed'
  if (newest.digest !== digestOf(form)) return 'changed'
  const isGiven = newest.handedOn !== null || newest.state === 'done'
  return isGiven ? 'delivered' : 'issued'
}

const digestOf = (form: CertificateForm): string => sha256(canonical(form))

function issuedAnswer(row: Newest): NonNullable<OwedCertificate['issued']> {
  const { id, revision, tax, by, at, recipient, state, endedAt, lastError, handedOn, note } = row
  const delivery =
    handedOn !== null
      ? { by: 'hand' as const, day: handedOn, note: note ?? '' }
      : recipient === null || state === null
        ? null
        : {
            by: 'mail' as const,
            to: recipient,
            status: statusOf(state),
            lastError,
            at: state === 'done' && endedAt !== null ? timestamp(instant(endedAt)) : null,
          }
  return { certificateId: id, revision, tax, by, at: timestamp(instant(at)), delivery }
}

async function emailsOf(db: Db, parties: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (parties.length === 0) return new Map()
  const rows = await db
    .selectFrom('party')
    .select(['id', 'email'])
    .where(({ eb }) => eb('id', '=', sql<string>`any(${[...parties]}::uuid[])`))
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

type Issuing = {
  quarter: Month
  partyIds: readonly string[]
  /** Only this form. */
  form?: '2307' | '2306' | undefined
  by: string
  at: string
}

/**
 * Issues certificates with the current amounts to these payees, unless they already have them. Returns the new ones.
 */
export async function issue(
  trx: Trx,
  { quarter, partyIds, form: only, by, at }: Issuing,
): Promise<{ id: string; digest: string }[]> {
  // Two concurrent calls would both find nothing issued.
  await sql`select pg_advisory_xact_lock(hashtext('issue of certificates'))`.execute(trx)
  if ((await filingCompany(trx)).tin9 === '') throw new Refusal(certificateProblems.companyUnknown)
  const newest = await newestOf(trx, quarter)
  const asked = new Set(partyIds)
  const rows = (await booked(trx, quarter)).flatMap(({ payee, form, tax }) => {
    const no = formNo(form)
    const before = newest.get(keyOf(payee.id, no))
    const digest = digestOf(form)
    if (!asked.has(payee.id) || (only !== undefined && only !== no) || before?.digest === digest) return []
    return [
      {
        id: crypto.randomUUID(),
        party_id: payee.id,
        quarter: startOfMonth(quarter),
        form: no,
        tax,
        digest,
        revision: (before?.revision ?? 0) + 1,
        content: certificateToJson(form),
        issued_by: by,
        issued_at: at,
      },
    ]
  })
  if (rows.length > 0) await trx.insertInto('certificate_issued').values(rows).execute()
  return rows.map(({ id, digest }) => ({ id, digest }))
}

type IssuedForm = { form: CertificateForm; at: string; name: string }

/** Certificates as issued: one, or the newest of each payee of a quarter by name. */
export async function issuedForms(
  db: Db,
  asked: { quarter: Month } | { certificateId: string },
): Promise<IssuedForm[]> {
  const rows = await db
    .selectFrom('certificate_issued')
    .select(['content', 'issued_at as at'])
    .where((eb) =>
      'certificateId' in asked
        ? eb('id', '=', asked.certificateId)
        : eb(
            'id',
            'in',
            sql<string>`(select distinct on (party_id, form) id from certificate_issued
              where quarter = ${startOfMonth(asked.quarter)}::date order by party_id, form, revision desc)`,
          ),
    )
    .execute()
  return rows
    .map(({ content, at }) => ({ form: certificateFromJson(content), at }))
    .map(({ form, at }) => ({ form, at, name: certificateName(form) }))
    .toSorted((a, b) => (a.form.payee.name < b.form.payee.name ? -1 : 1))
}

type Mailing = { certificateIds: readonly string[]; mailFrom: string; now: number }

/** Queues an e-mail for each; a failed one is retried with a fresh count. */
export async function mail(
  trx: Trx,
  { certificateIds, mailFrom, now }: Mailing,
): Promise<{ emails: { id: string; to: string }[]; withoutAddress: string[] }> {
  const rows = await trx
    .selectFrom('certificate_issued')
    .innerJoin('party', 'party.id', 'certificate_issued.party_id')
    .select(['certificate_issued.id', 'party.name', 'party.email', 'content'])
    .where(({ eb }) => eb('certificate_issued.id', '=', sql<string>`any(${[...certificateIds]}::uuid[])`))
    .orderBy('party.name')
    // Two concurrent calls would both find no message yet.
    .forUpdate('certificate_issued')
    .execute()
  if (rows.length < new Set(certificateIds).size) throw new Refusal(certificateProblems.notThere)
  const addressed = rows.flatMap(({ id, email, content }) =>
    email === null ? [] : [{ id, to: email, form: certificateFromJson(content) }],
  )
  for (const { id, to, form } of addressed) {
    const before = await trx.selectFrom('outbox').select('id').where('certificate_id', '=', id).executeTakeFirst()
    if (before === undefined) {
      await queueMessage(trx, {
        topic: 'certificate',
        certificate_id: id,
        recipient: to,
        subject: subjectLine(`Form ${formNo(form)} - ${form.payor.name}`),
        body: emailText(form),
        message_id: messageId('certificate', id, mailFrom),
        now,
      })
    } else if (await retryJob(trx, before.id, now))
      await trx.updateTable('outbox').set({ recipient: to }).where('id', '=', before.id).execute()
  }
  return {
    emails: addressed.map(({ id, to }) => ({ id, to })),
    withoutAddress: rows.filter(({ email }) => email === null).map(({ name }) => name),
  }
}

const emailText = (form: CertificateForm): string => {
  const { payor, from, to } = form
  const kind = formNo(form) === '2307' ? 'creditable tax' : 'final tax'
  return messageText([
    `Attached is your certificate of ${kind} withheld at source (BIR Form ${formNo(form)}) from ${payor.name}`,
    `for the period ${formatLongDay(from)} to ${formatLongDay(to)}.`,
  ])
}

type Handing = { certificateId: string; day: Day; note: string; today: Day; by: string; at: string }

export async function handOver(trx: Trx, { certificateId, day, note, today, by, at }: Handing): Promise<void> {
  const found = await trx
    .selectFrom('certificate_issued')
    .select(sql<Day>`(issued_at at time zone 'Asia/Manila')::date`.as('issuedOn'))
    .where('id', '=', certificateId)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(certificateProblems.notThere)
  if (day > today || day < found.issuedOn) {
    throw new Refusal(certificateProblems.tooEarly, [{ path: ['day'], message: certificateProblems.tooEarly.sentence }])
  }
  const row = { day, note, noted_by: by, noted_at: at }
  await trx
    .insertInto('certificate_handed')
    .values({ certificate_id: certificateId, ...row })
    .onConflict((conflict) => conflict.column('certificate_id').doUpdateSet(row))
    .execute()
}

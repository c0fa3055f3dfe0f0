// Customer certificates: expected, received with their claims, and written off.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CertificateInHand, ExpectedCertificate, ExpectedOf } from '@talaan/contract/certificates.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { firstDay, lastDay, monthOf } from '@talaan/ledger/core/date.ts'
import type { SawtForm } from '@talaan/ledger/tax/lists/alphalist.ts'
import { itemKey } from '@talaan/ledger/documents/facts.ts'
import { provedAccounts } from '@talaan/ledger/documents/certificate/fields.ts'
import { businessCertificateDue, certificateDue } from '@talaan/ledger/tax/certificates/form2307.ts'
import { quarterOfDay } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { tinText } from '@talaan/ledger/core/party.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { deadlineRules } from '../../books/deadline-rules.ts'
import { openItems } from '../../books/open-items.ts'
import { statusOf } from '../../platform/outbox.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { taxLines } from '../../books/tax-lines.ts'

type Db = Kysely<Tables>

/** Expected certificates by customer, oldest first; optionally of one customer. */
export async function expectedByCustomer(db: Db, partyId?: string): Promise<ExpectedOf[]> {
  const open = await openItems(
    db,
    sql`item.account = any(${[...provedAccounts]}::text[]) and item.open > 0 and ${partyId === undefined ? sql`true` : sql`item.party_id = ${partyId}::uuid`}`,
    10_000,
  )
  const taxes = await taxesOf(
    db,
    open.map(({ documentId }) => documentId),
  )
  const dated = { rules: await deadlineRules(db) }
  const items = open.flatMap(({ partyId: of, documentId, account, kind, number, day, opened, open: left }) => {
    const quarter = quarterOfDay(day)
    const due = account === accounts.vatWithheld ? businessCertificateDue(day, dated) : certificateDue(quarter, dated)
    const item: ExpectedCertificate = {
      documentId,
      account: account as ExpectedCertificate['account'],
      kind,
      number,
      day,
      quarter,
      due,
      opened,
      open: left,
      taxes: taxes.get(itemKey(documentId, account)) ?? [],
    }
    return of === null ? [] : [{ partyId: of, item }]
  })
  const parties = await customersOf(db, [...new Set(items.map((one) => one.partyId))])
  return parties.map((party) => {
    const own = items.filter((one) => one.partyId === party.partyId).map(({ item }) => item)
    return { ...party, items: own, open: sum(own.map((item) => item.open)) }
  })
}

/** The tax withheld by receipts, by code: the expected content of the certificate. */
async function taxesOf(
  db: Db,
  documents: readonly string[],
): Promise<ReadonlyMap<string, ExpectedCertificate['taxes']>> {
  if (documents.length === 0) return new Map()
  const lines = await taxLines(db, { from: firstDay, to: lastDay, documents })
  const found = lines.flatMap(({ account, document, withheld }) =>
    (provedAccounts as readonly string[]).includes(account) && withheld !== null
      ? [{ key: itemKey(document.id, account), atc: withheld.atc, base: withheld.base, tax: withheld.tax }]
      : [],
  )
  return new Map(
    [...Map.groupBy(found, ({ key }) => key)].map(([key, own]) => [
      key,
      own.map(({ atc, base, tax }) => ({ atc, base, tax })),
    ]),
  )
}

async function customersOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('party')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('outbox')
          .innerJoin('job', 'job.id', 'outbox.id')
          .select(['outbox.created_at', 'job.state'])
          .whereRef('outbox.party_id', '=', 'party.id')
          .where('outbox.topic', '=', 'chase')
          .orderBy('outbox.created_at', 'desc')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    .select(['party.id', 'name', 'tin9', 'branch_code', 'email', 'request.created_at', 'request.state'])
    .where(({ eb }) => eb('party.id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .orderBy('name')
    .orderBy('party.id')
    .execute()
  return rows.map(({ id, name, tin9, branch_code: branch, email, created_at: at, state }) => ({
    partyId: id,
    name,
    tin: tinText({ tin9, branchCode: branch }),
    email,
    asked: at === null || state === null ? null : { at: timestamp(instant(at)), status: statusOf(state) },
  }))
}

const recorded = (db: Db) =>
  db
    .selectFrom('tax_certificate')
    .innerJoin('document', 'document.id', 'tax_certificate.document_id')
    .leftJoin('certificate_claim', 'certificate_claim.document_id', 'document.id')
    .select([
      'document.id as documentId',
      'number',
      'day',
      'party_id as partyId',
      'party_name as name',
      'total',
      'memo',
      'tax_certificate.account',
      'from_day as from',
      'to_day as to',
    ])
    .select(['certificate_claim.form', 'certificate_claim.period'])
    .select(
      sql<number>`(select count(*)::int from attachment where attachment.document_id = document.id)`.as('attachments'),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_void').select('document_id').whereRef('document_void.document_id', '=', 'document.id'),
        ),
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('number', 'desc')
    .limit(1000)

export async function certificatesInHand(db: Db): Promise<CertificateInHand[]> {
  const rows = await recorded(db).where('act', '=', 'received').execute()
  return rows.flatMap(
    ({ documentId, number, day, partyId, name, total, account, from, to, attachments, form, period }) => {
      if (partyId === null || from === null || to === null) return []
      const of = account === accounts.vatWithheld ? ('business' as const) : ('income' as const)
      const claim = form === null || period === null ? null : { form: form as SawtForm, period: monthOf(period) }
      return [{ documentId, number, day, partyId, name: name ?? '', from, to, of, tax: total, attachments, claim }]
    },
  )
}

export async function writtenOff(db: Db) {
  const rows = await recorded(db).where('act', '=', 'written_off').execute()
  return rows.map(({ documentId, number, day, name, total, memo }) => ({
    documentId,
    number,
    day,
    name: name ?? '',
    tax: total,
    memo,
  }))
}

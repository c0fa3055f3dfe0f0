// The recorded sales documents of a period, also those voided in it, and the sales book to compare them with.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { eInvoiceProblems } from '@talaan/contract/einvoices.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { addressLine, displayName } from '@talaan/ledger/core/party.ts'
import { creditMemoFields } from '@talaan/ledger/documents/creditmemo/fields.ts'
import { debitMemoFields } from '@talaan/ledger/documents/debitmemo/fields.ts'
import { invoiceFields, invoiceNumbers } from '@talaan/ledger/documents/invoice/fields.ts'
import { eisDocument } from '@talaan/ledger/tax/einvoice/document.ts'
import type { EisDocument, EisFacts, EisKind, EisTotals, SalesDocument } from '@talaan/ledger/tax/einvoice/document.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { otherDutiesNow } from '../../books/other-duties.ts'
import { partyOf } from '../../books/party-facts.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { filingCompany } from '../../print/company.ts'

type Db = Kysely<Tables>
type Days = { from: Day; to: Day }
export type Exported = { kind: EisKind; isVoid: boolean; json: EisDocument; totals: EisTotals }

export async function exportedDocuments(db: Db, days: Days): Promise<Exported[]> {
  const facts = await factsOf(db, days.to)
  return (await salesIn(db, days)).map((sale) => ({
    kind: sale.kind,
    isVoid: sale.voidedOn !== null,
    ...eisDocument(sale, facts),
  }))
}

async function factsOf(db: Db, to: Day): Promise<EisFacts> {
  const filer = await filingCompany(db)
  if (filer.tin9 === '') throw new Refusal(eInvoiceProblems.noTin)
  const company = await db
    .selectFrom('company')
    .select(['name', 'branch_code as branchCode', 'address'])
    .executeTakeFirstOrThrow()
  const profile = await db
    .selectFrom('tax_profile')
    .select(['trade_name as tradeName', 'email'])
    .executeTakeFirstOrThrow()
  const rates = await db.selectFrom('vat_rate').select(['valid_from', 'valid_to', 'rate', 'source']).execute()
  return {
    seller: {
      ...company,
      ...profile,
      tin: filer.tin9,
      vatRegistered: registeredOn(await registrationsNow(db), to).vatRegistered,
    },
    permit: (await otherDutiesNow(db))?.systemPermit ?? '',
    vatRates: rates.map((row) => ({ ...row, validFrom: row.valid_from, validTo: row.valid_to })),
  }
}

type SaleRow = {
  kind: EisKind
  serial: number
  day: Day
  total: bigint
  voidedOn: Day | null
  reason: string | null
  fields: unknown
  /** The fields of the invoice of a credit memo. */
  credited: unknown
  partyId: string
  customer: boolean
  supplier: boolean
  party: unknown
}

/** Each document on the date of its entry, and again on the date of its void. */
async function salesIn(db: Db, { from, to }: Days): Promise<SalesDocument[]> {
  const { rows } = await sql<SaleRow>`
    select document.kind, document.serial, document.day, document.total, document.fields, credited.fields as credited, party.id as "partyId", customer, supplier, party.fields as party,
      case when entry.reverses is not null then entry.day end as "voidedOn", reason
    from entry join document on document.id = entry.document_id and document.kind in ('invoice', 'debitmemo', 'creditmemo')
    join party on party.id = document.party_id
    left join document_link on document_link.document_id = document.id and relation = 'credit_of'
    left join document as credited on credited.id = linked_id and credited.kind = 'invoice'
    left join document_void on document_void.document_id = document.id and entry.reverses is not null
    where entry.day between ${from}::date and ${to}::date
    order by entry.no`.execute(db)
  return rows.map(({ kind, serial, day, total, voidedOn, reason, fields: stored, credited, ...row }) => {
    const own = fieldsOf(kind, stored)
    const fields =
      credited === null ? own.fields : { ...own.fields, discountFor: invoiceFields.parse(credited).discountFor }
    const buyer = partyOf({ id: row.partyId, customer: row.customer, supplier: row.supplier, fields: row.party })
    return {
      kind,
      serial,
      day,
      voidedOn,
      reason: reason ?? own.reason,
      externalNo: own.externalNo,
      fields,
      total,
      buyer: {
        tin: buyer.tin9 ?? '',
        branchCode: buyer.tin9 === null ? '' : buyer.branchCode,
        name: displayName(buyer),
        tradeName: buyer.tradeName,
        email: buyer.email,
        address: addressLine(buyer),
      },
    }
  })
}

function fieldsOf(kind: EisKind, stored: unknown): Pick<SalesDocument, 'externalNo' | 'reason' | 'fields'> {
  if (kind === 'invoice') {
    const fields = invoiceFields.parse(stored)
    return { externalNo: invoiceNumbers(fields), reason: '', fields }
  }
  const fields = kind === 'creditmemo' ? creditMemoFields.parse(stored) : debitMemoFields.parse(stored)
  return { externalNo: fields.externalNo, reason: fields.reason, fields }
}

/** Net sales and output VAT of the sales journal in a period; the sales are lines with a VAT type. */
export async function salesBook(db: Db, { from, to }: Days): Promise<EisTotals> {
  const { rows } = await sql<{ net: bigint; vat: bigint }>`
    select coalesce(sum(credit - debit) filter (where vat_class is not null), 0)::bigint as net,
      coalesce(sum(credit - debit) filter (where account = ${accounts.outputVat}), 0)::bigint as vat
    from line join entry on entry.no = line.entry_no
    where journal = 'SJ' and entry.day between ${from}::date and ${to}::date`.execute(db)
  const { net = 0n, vat = 0n } = rows[0] ?? {}
  return { net, vat, total: net + vat }
}

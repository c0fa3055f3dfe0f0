// The write-off of an unpaid invoice: its VAT as the returns have it, and the prepared voucher.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { filingProblems } from '@talaan/contract/filings.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { periodOf, shifted } from '@talaan/ledger/tax/calendar/forms.ts'
import { hasIn, registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { claimed } from '@talaan/ledger/tax/returns/uncollected.ts'
import type { WrittenOff } from '@talaan/ledger/tax/write-off.ts'
import { divideRounded } from '@talaan/ledger/core/money.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Rules } from './rules.ts'

type Db = Kysely<Tables>

/** The open amount of an invoice, and whether its VAT was deducted in a quarter that has ended. */
export async function writtenOff(db: Db, rules: Rules, documentId: string, today: Day): Promise<WrittenOff> {
  const { rows } = await sql<{
    number: string
    customer: string
    day: Day
    dueDay: Day | null
    total: bigint
    open: bigint
    vat: bigint
  }>`
    select number, coalesce(party_name, '') as customer, day, due_day as "dueDay", total,
      (select coalesce(sum(amount), 0)::bigint from open_item
        where settles = document.id and account = ${accounts.receivables}) as open,
      (select coalesce(sum(vat), 0)::bigint from line join entry on entry.no = line.entry_no
        where entry.document_id = document.id and entry.reverses is null) as vat
    from document where id = ${documentId}::uuid and kind = 'invoice'`.execute(db)
  const [found] = rows
  if (found === undefined || found.open <= 0n) throw new Refusal(filingProblems.nothingToWriteOff)
  const { number, customer, dueDay, day, total, open, vat } = found
  const { registrations, rates } = rules
  const before = periodOf('2550Q', dueDay ?? today, registrations.fiscalYearEnd)
  const hasEnded = dueDay !== null && shifted(before, 1).to < today
  const parts = claimed(
    [
      {
        document: { id: documentId, kind: 'invoice', number, externalNo: null },
        party: null,
        day,
        dueDay: dueDay ?? today,
        total,
        vat,
        openBefore: open,
        openNow: open,
        lostBefore: 0n,
        lostNow: 0n,
      },
    ],
    {
      before,
      claimsFrom:
        registeredOn(registrations.history, day).vatRegistered &&
        hasIn(registrations.history, 'vat', 'yes', shifted(before, 1))
          ? registrations.uncollectedFrom
          : null,
      rates,
    },
  )
  return {
    documentId,
    number,
    customer,
    day: today,
    open,
    vat: total === 0n ? 0n : divideRounded(vat * open, total),
    deducted: hasEnded && parts.length > 0,
  }
}

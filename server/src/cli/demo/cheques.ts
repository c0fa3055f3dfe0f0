// The cheques of the demo company: a book of fifty leaves, monthly contributions and a retainer, one leaf spoiled in
// the printer, a post-dated cheque for the warehouse deposit, and the cleared cheques.
import { addDays, addMonths, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Database } from '../../platform/db/db.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { DemoDocument } from './purchases.ts'

const account = '1031'
const firstNo = 4501
const spoiled = '0004503'

/** The cheques of one day, called day after day. */
export function chequesFrom(first: Day, today: Day, partyOf: (name: string) => string): (day: Day) => DemoDocument[] {
  let no = firstNo
  const next = () => {
    const taken = String(no++).padStart(7, '0')
    return taken === spoiled ? String(no++).padStart(7, '0') : taken
  }
  const lastMonth = addMonths(monthOf(today), -1)
  return (day) => {
    if (day.slice(0, 7) === first.slice(0, 7) && day.slice(8) < '04') return []
    switch (day.slice(8)) {
      case '08':
        return [contributions(day, next())]
      case '12':
        return [
          retainer(day, next(), partyOf('Haligi Realty and Leasing, Inc.')),
          ...(monthOf(day) === lastMonth ? [deposit(day, next(), partyOf('Haligi Realty and Leasing, Inc.'))] : []),
        ]
      default:
        return []
    }
  }
}

const contributions = (day: Day, chequeNo: string): DemoDocument => ({
  kind: 'cheque',
  fields: {
    payee: 'Social Security System',
    day,
    account,
    chequeNo,
    pays: 'direct',
    lines: [
      line('6030', 'SSS, employer share', '418000'),
      line('6030', 'PhilHealth and Pag-IBIG, employer share', '172500'),
    ],
    memo: 'Contributions for the previous month',
  },
})

const retainer = (day: Day, chequeNo: string, partyId: string): DemoDocument => ({
  kind: 'cheque',
  fields: {
    partyId,
    payee: 'Haligi Realty and Leasing, Inc.',
    day,
    account,
    chequeNo,
    pays: 'direct',
    lines: [line('6080', 'Association dues and common area maintenance', '385000')],
  },
})

const deposit = (day: Day, chequeNo: string, partyId: string): DemoDocument => ({
  kind: 'cheque',
  fields: {
    partyId,
    payee: 'Haligi Realty and Leasing, Inc.',
    day,
    account,
    chequeNo,
    pays: 'direct',
    chequeDay: addDays(day, 90),
    lines: [line('1350', 'Security deposit, Valenzuela warehouse', '6000000')],
    memo: 'Post-dated as agreed in the lease',
  },
})

const line = (to: string, description: string, amount: string) => ({
  description,
  account: to,
  amount,
  vatClass: 'not_subject',
  category: 'services',
})

/** The cheque book, received on the first day. */
export async function registerDemoBook(db: Database, viewer: Viewer, { id, day }: { id: string; day: Day }) {
  await db.kysely
    .insertInto('cheque_book')
    .values({
      id,
      account,
      first_no: BigInt(firstNo),
      last_no: BigInt(firstNo + 49),
      digits: 7,
      received_on: day,
      registered_by: viewer.userId,
      registered_at: timestamp(morning(day)),
    })
    .execute()
}

/** The status of the leaves: one was spoiled, and those older than three weeks have cleared. */
export async function noteDemoLeaves(db: Database, viewer: Viewer, today: Day): Promise<void> {
  const written = await db.kysely.selectFrom('cheque').select(['no', 'day']).orderBy('no').execute()
  const note = (no: string, state: 'spoiled' | 'released' | 'cleared', day: Day, reason = '') => ({
    account,
    no,
    state,
    day,
    reason,
    noted_by: viewer.userId,
    noted_at: timestamp(morning(day)),
    document_id: null,
  })
  const events = written.flatMap(({ no, day }) => {
    if (addDays(day, 1) >= today) return []
    const out = [note(no, 'released', addDays(day, 1))]
    return addDays(day, 21) >= today ? out : [...out, note(no, 'cleared', addDays(day, 6))]
  })
  const at = written.find(({ no }) => no > spoiled)?.day
  const jammed = at === undefined ? [] : [note(spoiled, 'spoiled', at, 'Damaged in the printer')]
  const all = [...jammed, ...events]
  if (all.length > 0) await db.kysely.insertInto('cheque_event').values(all).execute()
}

/** Nine o'clock in Manila. */
const morning = (day: Day) => Date.parse(`${day}T01:00:00Z`)

// The facts after the previous documents of a batch are recorded, so that rows which together overdraw an account, pay
// one document twice or use one number twice are refused before any of them is recorded.
import { accounts } from '../../accounts/chart.ts'
import type { Day } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { chequeIn } from '../effects.ts'
import { emptyFacts, itemKey, leafKey } from '../facts.ts'
import type { AnyFactRequest, AnyFacts, CommonRequest, Credited, MoneyFact } from '../facts.ts'
import type { DocumentTypeName } from '../words.ts'
import type { Posting } from '../type.ts'

type Moved = { day: Day; pesos: Money; held: Money }

export type Batch = {
  /** The effects of previous rows: movements by account, settlements by item, and used numbers and leaves. */
  money: Map<string, Moved[]>
  items: Map<string, { amount: Money; by: string[] }>
  numbers: Map<string, { number: string; day: Day }>
  leaves: Map<string, string>
  /** Credits, by invoice. */
  credited: Map<string, Credited>
}

export const emptyBatch = (): Batch => ({
  money: new Map(),
  items: new Map(),
  numbers: new Map(),
  leaves: new Map(),
  credited: new Map(),
})

const numberKey = ({ externalNo, receiptNo, externalNoPerParty, partyId }: CommonRequest): string | null => {
  const no = receiptNo ?? externalNo
  return no === null ? null : `${externalNoPerParty === true ? partyId : ''} ${no}`
}

/** The facts of the next document, including the previous ones of the batch. */
export function afterBatch(facts: AnyFacts, request: AnyFactRequest, batch: Batch): AnyFacts {
  const key = numberKey(request)
  const { money, items, leaves, credited } = facts
  return {
    ...facts,
    sameExternalNo: facts.sameExternalNo ?? (key === null ? undefined : batch.numbers.get(key)),
    ...(money && {
      money: new Map([...money].map(([code, fact]) => [code, moved(fact, request.day, batch.money.get(code) ?? [])])),
    }),
    ...(items && {
      items: new Map(
        [...items].map(([item, fact]) => {
          const change = batch.items.get(item)
          if (change === undefined) return [item, fact]
          return [item, { ...fact, open: fact.open + change.amount, changedBy: [...change.by, ...fact.changedBy] }]
        }),
      ),
    }),
    ...(leaves && {
      leaves: new Map(
        [...leaves].map(([leaf, fact]) => {
          const usedBy = batch.leaves.get(leaf)
          return [leaf, usedBy === undefined ? fact : { ...fact, state: 'issued', usedBy }]
        }),
      ),
    }),
    ...(credited && { credited: together(credited, batch.credited.get(request.credited ?? '')) }),
  }
}

function together(before: Credited, now: Credited | undefined): Credited {
  if (now === undefined) return before
  return {
    total: before.total + now.total,
    vat: before.vat + now.vat,
    statutory: before.statutory + now.statutory,
    by: [...before.by, ...now.by],
    discountFor: before.discountFor,
  }
}

/**
 * Balances as of a date with the previous movements of the batch. The lowest later balance is a safe lower bound: the
 * lowest book balance on any later date plus the lowest balance of the batch.
 */
function moved(fact: MoneyFact, day: Day, moves: readonly Moved[]): MoneyFact {
  if (moves.length === 0) return fact
  const until = (last: Day, of: 'pesos' | 'held') =>
    sum(moves.filter((move) => move.day <= last).map((move) => move[of]))
  const days = [day, ...moves.map((move) => move.day).filter((later) => later > day)]
  const least = (of: 'pesos' | 'held') =>
    days.map((each) => until(each, of)).reduce((lowest, amount) => (amount < lowest ? amount : lowest))
  return {
    ...fact,
    balance: fact.balance + until(day, 'pesos'),
    lowest: fact.lowest + least('pesos'),
    held: fact.held + until(day, 'held'),
    lowestHeld: fact.lowestHeld + least('held'),
  }
}

/** Adds the effects of a document to the batch. `label` names it in messages of later rows: 'row 3'. */
export function addToBatch(batch: Batch, request: AnyFactRequest, posting: Posting, label: string): void {
  const key = numberKey(request)
  if (key !== null && !batch.numbers.has(key)) batch.numbers.set(key, { number: label, day: posting.day })
  for (const { account, debit, credit, foreign } of posting.entry.lines) {
    const pesos = debit - credit
    const held = foreign === undefined ? pesos : debit > 0n ? foreign.amount : -foreign.amount
    batch.money.set(account, [...(batch.money.get(account) ?? []), { day: posting.entry.day, pesos, held }])
  }
  for (const one of posting.effects) {
    if (one.effect !== 'item' || one.settles === 'itself') continue
    const item = itemKey(one.settles, one.account)
    const before = batch.items.get(item) ?? { amount: 0n, by: [] }
    batch.items.set(item, { amount: before.amount + one.amount, by: [label, ...before.by] })
  }
  const { credited = null } = request
  if (credited !== null) {
    const vat = -sum(posting.entry.lines.map((line) => line.tax?.vat ?? 0n))
    const statutory = sum(
      posting.entry.lines.map((line) => (line.account === accounts.statutoryDiscounts ? line.credit - line.debit : 0n)),
    )
    const own = { ...emptyFacts.credited, total: posting.total, vat, statutory, by: [label] }
    batch.credited.set(credited, together(batch.credited.get(credited) ?? emptyFacts.credited, own))
  }
  const cheque = chequeIn(posting.effects)
  if (cheque !== undefined) batch.leaves.set(leafKey(cheque.account, cheque.no), label)
}

/**
 * The control amount of a document: its grand total in pesos. A supplier's document does not show the tax withheld from
 * it.
 */
export function documentTotal({ kind, posting }: { kind: DocumentTypeName; posting: Posting }): Money {
  const foot = posting.totals.find(({ emphasis }) => emphasis === 'grand')?.amount ?? posting.total
  if (kind !== 'bill' && kind !== 'pettycash') return foot
  const withheld = sum(posting.entry.lines.map((line) => line.withheld?.tax ?? 0n))
  // A credit has the opposite sign.
  return withheld < 0n ? foot - withheld : foot + withheld
}

// A fund transfer credits one money account and debits another; foreign currency leaves at its carrying amount, and the
// difference to the received amount is a realized exchange gain or loss (RMC 12-2024).
import { accounts } from '../../accounts/chart.ts'
import { convert, functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { formatMoney } from '../../core/money.ts'
import {
  coverMistakes,
  dayMistakes,
  dayWarnings,
  inCurrency,
  missingAccounts,
  moneyAccount,
} from '../common/posting.ts'
import { details, effects, opens, transfers } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import type { FactRequest, Facts, MoneyFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import type { TransferFields, transferFields } from './fields.ts'
import { movedBy, outOf } from './figures.ts'
import type { Moved } from './figures.ts'

export type TransferFacts = Facts<'money'>

export const transferFacts = ({ day: of, from, to }: TransferFields): FactRequest<'money'> => ({
  partyId: null,
  externalNo: null,
  day: of,
  money: [from, to],
})

export const transferStated = ({ from, to, email }: StoredFields<typeof transferFields>): StatedEffect[] => [
  transfers(from, to),
  ...details({ email }),
]

export function postTransfer(fields: TransferFields, facts: TransferFacts): PostingResult {
  const sides = sidesOf(fields, facts)
  if (!sides.ok) return { ok: false, mistakes: sides.mistakes }
  const { from, to, moved } = sides
  const { out, arriving, outPesos, arrivingPesos, feePesos, gain } = moved
  const inTransit = !fields.arrived
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: null,
      externalNo: fields.reference === '' ? null : fields.reference,
      dueDay: null,
      memo: fields.memo,
      total: outPesos,
      entry: entry(
        'GJ',
        fields.day,
        fields.memo === '' ? `Transfer from ${from.name} to ${to.name}` : fields.memo,
        debit(inTransit ? accounts.inTransit : to.code, arrivingPesos, inTransit ? {} : inCurrency(to, arriving)),
        debit(accounts.bankCharges, feePesos),
        debit(accounts.fxLoss, gain < 0n ? -gain : 0n),
        credit(from.code, outPesos, inCurrency(from, out)),
        credit(accounts.fxGain, gain > 0n ? gain : 0n),
      ),
      effects: effects(inTransit ? opens(accounts.inTransit, null, arrivingPesos) : null),
      totals: totalsOf(fields, sides),
      warnings: warningsOf(fields, facts, sides),
    },
  }
}

type Sides = { ok: true; from: MoneyFact; to: MoneyFact; moved: Moved } | { ok: false; mistakes: FieldMistake[] }

export function sidesOf(fields: TransferFields, facts: TransferFacts): Sides {
  const source = moneyAccount(fields.from, facts, ['from'])
  const target = moneyAccount(fields.to, facts, ['to'])
  const mistakes = [...dayMistakes(fields.day, facts), ...source.mistakes, ...target.mistakes]
  if (source.account === undefined || target.account === undefined) return { ok: false, mistakes }
  const { account: from } = source
  const { account: to } = target
  mistakes.push(...kindMistakes(fields, from, to), ...rateMistakes(fields, from, to))
  if (mistakes.length > 0) return { ok: false, mistakes }

  const out = outOf(fields)
  const cover = coverMistakes(from, out, fields.day, ['amount'])
  if (cover.length > 0) return { ok: false, mistakes: cover }
  const moved = movedBy(fields, from, to, out)
  if (moved.arriving <= 0n) {
    return {
      ok: false,
      mistakes: [{ path: ['fee'], message: 'The fee must be less than the amount received. Check the amounts.' }],
    }
  }
  const needed = [
    ...(fields.fee > 0n ? [accounts.bankCharges] : []),
    ...(fields.arrived ? [] : [accounts.inTransit]),
    ...(moved.gain > 0n ? [accounts.fxGain] : moved.gain < 0n ? [accounts.fxLoss] : []),
  ]
  const missing = missingAccounts('Fund transfers', needed, facts)
  return missing.length > 0 ? { ok: false, mistakes: missing } : { ok: true, from, to, moved }
}

function kindMistakes(fields: TransferFields, from: MoneyFact, to: MoneyFact): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  for (const [name, account] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (account.kind === 'petty_cash')
      mistakes.push({
        path: [name],
        message: `${account.name} is a petty cash fund. Use the petty cash form to replenish it.`,
      })
    if (account.kind === 'cash')
      mistakes.push({
        path: [name],
        message:
          name === 'from'
            ? 'Undeposited funds cannot be moved by a transfer. Record a deposit instead.'
            : 'Cash taken from the bank is a withdrawal. Record a withdrawal instead.',
      })
  }
  const foreign = from.currency !== functionalCurrency || to.currency !== functionalCurrency
  if (fields.type === 'local' && foreign) {
    const [name, account] = from.currency === functionalCurrency ? (['to', to] as const) : (['from', from] as const)
    mistakes.push({
      path: [name],
      message: `${account.name} is in ${account.currency}. Choose Foreign, or choose a peso account.`,
    })
  }
  if (fields.type === 'foreign' && !foreign)
    mistakes.push({ path: ['type'], message: 'Both accounts are in pesos. Choose Local.' })
  if (!fields.arrived && foreign)
    mistakes.push({
      path: ['arrived'],
      message: 'Record a foreign transfer when the money is received, at the rate of that date.',
    })
  return mistakes
}

function rateMistakes(fields: TransferFields, from: MoneyFact, to: MoneyFact): FieldMistake[] {
  const { rate, received, amount } = fields
  if (from.currency === to.currency) {
    const mistakes: FieldMistake[] = []
    if (rate !== null && rate !== '1')
      mistakes.push({
        path: ['rate'],
        message: `Both accounts are in ${from.currency}. Clear the exchange rate.`,
      })
    if (received !== null && received !== amount)
      mistakes.push({
        path: ['received'],
        message:
          'Both accounts have the same currency. Enter the difference between the amounts sent and received as the fee.',
      })
    return mistakes
  }
  if (rate === null) {
    const message = `Enter the exchange rate: the amount in ${to.currency} received for one ${from.currency}.`
    return [{ path: ['rate'], message }]
  }
  const computed = convert(amount, rate)
  if (computed === 0n)
    return [
      {
        path: ['rate'],
        message: 'At this rate, the amount received is zero. Check the rate, and whether it is the inverse rate.',
      },
    ]
  if (received === null) return []
  const difference = received > computed ? received - computed : computed - received
  // A slip shows a rounded rate, so the bank's amount may differ slightly; a difference above 0.5% is a typing error.
  if (difference * 200n <= computed) return []
  const message = `At this rate, the amount received is ${to.currency} ${formatMoney(computed)}, not ${formatMoney(received)}. Correct the rate or the amount.`
  return [{ path: ['received'], message }]
}

function totalsOf(fields: TransferFields, { from, to, moved }: Sides & { ok: true }): Total[] {
  const unit = (account: MoneyFact) => (account.currency === functionalCurrency ? '' : `, ${account.currency}`)
  const { out, arriving, outPesos, gain, feePesos } = moved
  const foreign = from.currency !== functionalCurrency || to.currency !== functionalCurrency
  return [
    { label: `From ${from.name}${unit(from)}`, amount: out },
    ...(fields.fee > 0n ? [{ label: 'Fee', amount: foreign ? feePesos : fields.fee }] : []),
    { label: `To ${to.name}${unit(to)}`, amount: arriving },
    ...(gain === 0n ? [] : [{ label: gain > 0n ? 'Realized exchange gain' : 'Realized exchange loss', amount: gain }]),
    { label: foreign ? 'Total in pesos' : 'Total', amount: outPesos, emphasis: 'grand' },
  ]
}

function warningsOf(
  fields: TransferFields,
  { today }: TransferFacts,
  { from, to, moved }: Sides & { ok: true },
): string[] {
  const found = dayWarnings('The transfer', fields.day, today)
  // An inverted rate is detected by comparing it with the carrying rate.
  if (from.currency !== functionalCurrency && to.currency === functionalCurrency && moved.outPesos > 0n) {
    const size = moved.gain < 0n ? -moved.gain : moved.gain
    if (size * 10n > moved.outPesos)
      found.push(
        `At this rate, the exchange ${moved.gain > 0n ? 'gain' : 'loss'} is ${formatMoney(size)}, more than 10% of the amount. Check the rate.`,
      )
  }
  return found
}

// A fund transfer credits one money account and debits another; foreign money leaves at what it was carried at, and the
// difference to what arrives is a realised exchange gain or loss (RMC 12-2024).
import { z } from 'zod'
import { accounts } from '../accounts/chart.ts'
import { day } from '../core/date.ts'
import { carryingAmount, convert, exchangeRate, functionalCurrency, inverseRate } from '../accounts/exchange.ts'
import { accountCode, email, fieldSet, memo, optionalText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import { amountInWords, divideRounded, formatMoney, money } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import {
  balancesTable,
  companyHeading,
  coverMistakes,
  dayMistakes,
  dayWarnings,
  inCurrency,
  journalOf,
  missingAccounts,
  moneyAccount,
} from './common.ts'
import type { DocumentKind, Facts, FieldMistake, MoneyFact, Total } from './type.ts'
import { transferWords } from './transfer/words.ts'

export const transferTypes = ['local', 'foreign'] as const
export type TransferType = (typeof transferTypes)[number]
export const transferTypeWords = { local: 'Local', foreign: 'Foreign' } satisfies Record<TransferType, string>

export const transferFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  type: z.enum(transferTypes, 'Say whether the transfer is local or foreign.'),
  day,
  from: accountCode,
  to: accountCode,
  /** Minor units of the source account's currency, without the fee. */
  amount: money.refine((amount) => amount > 0n, 'Enter the amount that was transferred, more than zero.'),
  /** Foreign only: units of the receiving account's currency for one of the source's. */
  rate: exchangeRate.nullable().default(null),
  /** What the receiving bank credited before its fee, when its slip says so; else it is computed from the rate. */
  received: money
    .refine((amount) => amount > 0n, 'Enter what arrived, more than zero, or leave it empty.')
    .nullable()
    .default(null),
  fee: money.refine((amount) => amount >= 0n, 'A fee is entered without a minus sign.').default(0n),
  /** Whether the fee came off the source account on top, or off what arrived; in that account's currency. */
  feeFrom: z.enum(['source', 'received'], 'Say which side the fee was taken from.').default('source'),
  /** Whether the money has arrived. If not, it waits as in transit until a deposit takes it in. */
  arrived: z.boolean('Say whether the money has arrived.').default(true),
  reference: optionalText('reference', 60),
  memo,
}).refine((fields) => fields.from !== fields.to, {
  path: ['to'],
  error: 'The money would stay where it is; pick another account to transfer to.',
})

export type TransferFields = z.output<typeof transferFields>

export const transfer: DocumentKind<typeof transferFields> = {
  ...transferWords,
  fields: transferFields,
  mentions: ({ day: of, from, to }) => ({ partyId: null, externalNo: null, day: of, money: [from, to] }),

  post(fields, facts) {
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
        items: inTransit
          ? [{ settles: 'itself', account: accounts.inTransit, partyId: null, amount: arrivingPesos }]
          : [],
        cheque: null,
        totals: totalsOf(fields, sides),
        warnings: warningsOf(fields, facts, sides),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const from = facts.money.get(fields.from)
    const to = facts.money.get(fields.to)
    const sides = sidesOf(fields, facts)
    const named = (account: MoneyFact | undefined, code: string) => (account ? `${code} ${account.name}` : code)
    return {
      title: 'Fund Transfer',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: transferTypeWords[fields.type],
      company: companyHeading(facts.company),
      party: null,
      facts: [
        { label: 'From', value: named(from, fields.from) },
        { label: 'To', value: named(to, fields.to) },
        ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
        ...(fields.rate === null
          ? []
          : [
              { label: 'Rate', value: `1 ${from?.currency} = ${fields.rate} ${to?.currency}` },
              { label: 'The other way', value: `1 ${to?.currency} = ${inverseRate(fields.rate)} ${from?.currency}` },
            ]),
        ...(fields.arrived ? [] : [{ label: 'Status', value: 'On its way; a deposit takes it in' }]),
      ],
      lines: [],
      tables: sides.ok
        ? [
            balancesTable([
              { account: sides.from, amount: -sides.moved.out },
              ...(fields.arrived ? [{ account: sides.to, amount: sides.moved.arriving }] : []),
            ]),
          ]
        : [],
      totals: posting.totals,
      amountInWords: amountInWords(fields.amount, from?.currency),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

type Moved = {
  /** Out of the source and into the receiving account, in their currencies, fees taken into account. */
  out: Money
  arriving: Money
  /** The same in pesos: what the source carried it at, and what is booked at the other side. */
  outPesos: Money
  arrivingPesos: Money
  feePesos: Money
  /** Realised exchange gain, below zero a loss. */
  gain: Money
}

type Sides = { ok: true; from: MoneyFact; to: MoneyFact; moved: Moved } | { ok: false; mistakes: FieldMistake[] }

/**
 * What a transfer comes to, for its form: what leaves and arrives, and the gain or loss. Null while the source does not
 * hold enough, since nobody can say what the rest was carried at.
 */
export function transferFigures(fields: Moving, from: MoneyFact, to: MoneyFact): Moved | null {
  const out = outOf(fields)
  return from.currency !== functionalCurrency && out > from.held ? null : movedBy(fields, from, to, out)
}

type Moving = Pick<TransferFields, 'amount' | 'rate' | 'received' | 'fee' | 'feeFrom'>

/** What leaves the source: the amount, and the fee if it was taken there on top. */
const outOf = ({ amount, fee, feeFrom }: Pick<Moving, 'amount' | 'fee' | 'feeFrom'>): Money =>
  amount + (feeFrom === 'source' ? fee : 0n)

function sidesOf(fields: TransferFields, facts: Facts): Sides {
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
    return { ok: false, mistakes: [{ path: ['fee'], message: 'The fee takes all that arrives; check the amounts.' }] }
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
        message: `${account.name} is filled up and emptied by its own counts; record that in the petty cash form.`,
      })
    if (account.kind === 'cash')
      mistakes.push({
        path: [name],
        message:
          name === 'from'
            ? 'Money in the till goes to the bank by a deposit; record a deposit instead.'
            : 'Money out of the bank into the till is a withdrawal; record a withdrawal instead.',
      })
  }
  const foreign = from.currency !== functionalCurrency || to.currency !== functionalCurrency
  if (fields.type === 'local' && foreign) {
    const [name, account] = from.currency === functionalCurrency ? (['to', to] as const) : (['from', from] as const)
    mistakes.push({
      path: [name],
      message: `${account.name} is in ${account.currency}; choose Foreign, or pick a peso account.`,
    })
  }
  if (fields.type === 'foreign' && !foreign)
    mistakes.push({ path: ['type'], message: 'Both accounts are in pesos; choose Local.' })
  if (!fields.arrived && foreign)
    mistakes.push({
      path: ['arrived'],
      message: 'A foreign transfer is recorded when it has arrived, at the rate it arrived with; record it then.',
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
        message: `Both accounts are in ${from.currency}, so there is no rate; clear it.`,
      })
    if (received !== null && received !== amount)
      mistakes.push({
        path: ['received'],
        message:
          'Both accounts are in one currency: what arrives is what was sent, less the fee; enter the difference as the fee.',
      })
    return mistakes
  }
  if (rate === null) {
    const message = `Enter the rate: how many ${to.currency} arrive for one ${from.currency}.`
    return [{ path: ['rate'], message }]
  }
  const computed = convert(amount, rate)
  if (computed === 0n)
    return [{ path: ['rate'], message: 'At this rate nothing arrives; check the rate and which way round it is.' }]
  if (received === null) return []
  const difference = received > computed ? received - computed : computed - received
  // A slip shows a rounded rate, so a figure of the bank may be a little off; half of a hundredth is a slip of the pen.
  if (difference * 200n <= computed) return []
  const message = `At this rate ${formatMoney(computed)} ${to.currency} arrive, not ${formatMoney(received)}; correct the rate or the amount.`
  return [{ path: ['received'], message }]
}

function movedBy(fields: Moving, from: MoneyFact, to: MoneyFact, out: Money): Moved {
  const { fee, feeFrom } = fields
  const gross = fields.received ?? (fields.rate === null ? fields.amount : convert(fields.amount, fields.rate))
  const arriving = gross - (feeFrom === 'received' ? fee : 0n)
  const outPesos = from.currency === functionalCurrency ? out : carryingAmount(from, out)
  if (to.currency === functionalCurrency) {
    // Pesos arrive: they are what the foreign money was worth, fee included.
    const feePesos =
      feeFrom === 'received' ? fee : from.currency === functionalCurrency ? fee : convert(fee, fields.rate ?? '1')
    return { out, arriving, outPesos, arrivingPesos: arriving, feePesos, gain: arriving + feePesos - outPesos }
  }
  // Foreign money arrives: it is carried on at what was given for it, and the fee is its share of that.
  const feePesos = feeFrom === 'source' ? share(outPesos, fee, out) : share(outPesos, fee, gross)
  return { out, arriving, outPesos, arrivingPesos: outPesos - feePesos, feePesos, gain: 0n }
}

const share = (whole: Money, part: Money, of: Money): Money => (part === 0n ? 0n : divideRounded(whole * part, of))

function totalsOf(fields: TransferFields, { from, to, moved }: Sides & { ok: true }): Total[] {
  const unit = (account: MoneyFact) => (account.currency === functionalCurrency ? '' : `, ${account.currency}`)
  const { out, arriving, outPesos, gain, feePesos } = moved
  const foreign = from.currency !== functionalCurrency || to.currency !== functionalCurrency
  return [
    { label: `Leaves ${from.name}${unit(from)}`, amount: out },
    ...(fields.fee > 0n ? [{ label: 'Fee', amount: foreign ? feePesos : fields.fee }] : []),
    { label: `Arrives at ${to.name}${unit(to)}`, amount: arriving },
    ...(gain === 0n ? [] : [{ label: gain > 0n ? 'Realised exchange gain' : 'Realised exchange loss', amount: gain }]),
    { label: foreign ? 'Total in pesos' : 'Total', amount: outPesos, emphasis: 'grand' },
  ]
}

function warningsOf(fields: TransferFields, { today }: Facts, { from, to, moved }: Sides & { ok: true }): string[] {
  const found = dayWarnings('The transfer', fields.day, today)
  // A rate the wrong way round shows itself by what the money was carried at.
  if (from.currency !== functionalCurrency && to.currency === functionalCurrency && moved.outPesos > 0n) {
    const size = moved.gain < 0n ? -moved.gain : moved.gain
    if (size * 10n > moved.outPesos)
      found.push(
        `At this rate the exchange ${moved.gain > 0n ? 'gain' : 'loss'} is ${formatMoney(size)}, more than a tenth; check the rate.`,
      )
  }
  return found
}

// The bank's own transactions, recognized by their words: charges, interest and its tax, returned cheques; transfers
// from other accounts of ours; and, without other explanation, unidentified deposits.
import { functionalCurrency } from '../../accounts/exchange.ts'
import { finalTaxOn } from '../../tax/final-tax.ts'
import type { Money } from '../../core/money.ts'
import { multiplyRate } from '../../core/money.ts'
import { nearest } from './book-index.ts'
import type { Index, IndexedBank } from './book-index.ts'
import { candidate, confirmations } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import type { ElsewhereLine, Memory, Recording, WithheldFromUs } from './lines.ts'
import { absolute } from './pairs.ts'
import { because } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { fits, recordsItself } from './rules.ts'
import type { RuleFields } from './rule.ts'
import { transactionTypeOf, descriptionKey, plainNumber } from './text.ts'

type Account = { code: string; currency: string }

/** Adjustments suggested by the words of a line, or by earlier lines like it. */
export function adjustmentsByWords(
  line: IndexedBank,
  index: Index,
  memory: Memory,
  { account, taxes }: { account: Account; taxes: WithheldFromUs },
): Candidate[] {
  const type = transactionTypeOf(line.line)
  switch (type) {
    case 'charge':
    case 'stampTax':
      return line.line.amount < 0n ? [charged(line, memory, account, type)] : []
    case 'interest':
      return line.line.amount > 0n ? interest(line, index, memory, { account, taxes }) : []
    case 'returned':
      return line.line.amount < 0n ? [returned(line, account)] : []
    default:
      return usualAdjustment(line, memory, account)
  }
}

function charged(line: IndexedBank, memory: Memory, account: Account, type: 'charge' | 'stampTax'): Candidate {
  const stamps = type === 'stampTax'
  const reasons: Reason[] = [
    because('words', stamps ? 'Bank description: documentary stamps' : 'Bank description: a charge'),
  ]
  addUsual(reasons, line, memory, 'record:charge')
  return candidate({
    lines: [line],
    books: [],
    reasons,
    record: adjustment(line, account, 'charge', {
      description: stamps ? 'Documentary stamp tax on cheques' : '',
      ...(stamps && { counter: '6240' }),
    }),
  })
}

/** Banks print interest and tax on two lines, or the net on one. */
function interest(
  line: IndexedBank,
  index: Index,
  memory: Memory,
  { account, taxes }: { account: Account; taxes: WithheldFromUs },
): Candidate[] {
  const { amount, day } = line.line
  const rate = finalTaxOn(day, account.currency, taxes.rates)
  const tax = -multiplyRate(amount, rate ?? '0')
  const withheld = nearest(index.bankByAmount.get(tax) ?? [], line.day, 4).find(
    (other) => Math.abs(other.day - line.day) <= 1 && transactionTypeOf(other.line) === 'interestTax',
  )
  if (withheld !== undefined) {
    const reasons = [
      because('words', 'Bank description: interest'),
      because('tax', 'The final tax is on the next or previous line'),
    ]
    const fields = { amount: amount.toString(), tax: (-tax).toString() }
    return [
      candidate({ lines: [line, withheld], books: [], reasons, record: adjustment(line, account, 'interest', fields) }),
    ]
  }
  const gross = rate === undefined ? undefined : grossOf(amount, rate)
  const reasons: Reason[] = [because('words', 'Bank description: interest')]
  if (gross !== undefined) reasons.push(because('oldest', 'Net of final tax'))
  addUsual(reasons, line, memory, 'record:interest')
  const fields: Record<string, string> =
    gross === undefined ? { tax: '0' } : { amount: gross.toString(), tax: (gross - amount).toString() }
  return [candidate({ lines: [line], books: [], reasons, record: adjustment(line, account, 'interest', fields) })]
}

/** The amount before a tax; undefined if no whole number of centavos gives the net. */
function grossOf(net: Money, rate: string): Money | undefined {
  const about = (net * 1_000_000n) / (1_000_000n - multiplyRate(1_000_000n, rate))
  for (const gross of [about, about + 1n, about - 1n]) if (gross - multiplyRate(gross, rate) === net) return gross
  return undefined
}

const returned = (line: IndexedBank, account: Account): Candidate =>
  candidate({
    lines: [line],
    books: [],
    reasons: [because('words', 'Bank description: returned cheque')],
    record: adjustment(line, account, 'returned', {
      ...(line.line.chequeNo !== null && { description: `Returned cheque ${line.line.chequeNo}` }),
    }),
  })

/** Lines of the same words were recorded as such an adjustment twice or more. */
function usualAdjustment(line: IndexedBank, { confirmed }: Memory, account: Account): Candidate[] {
  const before = confirmed.get(descriptionKey(line.line.description))
  if (before === undefined) return []
  return [...before].flatMap(([what, times]): Candidate[] => {
    const [, type, counter] = /^record:(debit|direct)(?::(\d{4}))?$/.exec(what) ?? []
    if (type === undefined || times < 2 || line.line.amount > 0n !== (type === 'direct')) return []
    const reasons = [
      because('words', 'Recorded the same way before'),
      because('usual', `Confirmed ${times} times before`),
    ]
    return [
      candidate({
        lines: [line],
        books: [],
        reasons,
        record: adjustment(line, account, type, counter === undefined ? {} : { counter }),
      }),
    ]
  })
}

/** Unexplained money in: it stays an unidentified deposit until its payer is known. */
export const unidentified = (line: IndexedBank, account: Account): Candidate[] =>
  line.line.amount > 0n && transactionTypeOf(line.line) === undefined
    ? [
        candidate({
          lines: [line],
          books: [],
          reasons: [because('unknown', 'No matching receipt in the books')],
          record: adjustment(line, account, 'direct', {}),
        }),
      ]
    : []

/** The statement of another account has the opposite amount: an unrecorded transfer. */
export function mirrored(
  line: IndexedBank,
  elsewhere: ReadonlyMap<Money, readonly (ElsewhereLine & { at: number })[]>,
  account: Account,
): Candidate[] {
  const { amount, day, reference } = line.line
  return (elsewhere.get(-amount) ?? []).flatMap((other): Candidate[] => {
    const gap = Math.abs(other.at - line.day)
    if (gap > 3) return []
    const reasons: Reason[] = [because('mirror', `Opposite amount on ${other.account} ${other.name}`)]
    if (gap === 0) reasons.push(because('sameDay', 'Same day'))
    else reasons.push(because('soon', `${gap} ${gap === 1 ? 'day' : 'days'} apart`))
    if (other.reference !== null && line.numbers.includes(plainNumber(other.reference)))
      reasons.push(because('reference', `Same number ${other.reference}`))
    const [from, to] = amount < 0n ? [account.code, other.account] : [other.account, account.code]
    const fields = { type: 'local', day: amount < 0n ? day : other.day, from, to, amount: absolute(amount).toString() }
    return [
      candidate({
        lines: [line],
        books: [],
        takes: [other.id],
        reasons,
        record: {
          kind: 'transfer',
          what: `${from} ${to}`,
          fields: { ...fields, reference: reference ?? other.reference ?? '' },
        },
      }),
    ]
  })
}

/** The recording of a rule for a line; nothing if the rule does not apply, or only confirms suggestions. */
export function recordedBy(
  rule: RuleFields,
  line: IndexedBank,
  index: Index,
  memory: Memory,
  { account, taxes }: { account: Account; taxes: WithheldFromUs },
): Candidate[] {
  const { amount, day, reference, chequeNo } = line.line
  if (!recordsItself(rule) || !fits(rule, line.line)) return []
  const why = because('rule', `Rule “${rule.name}”`)
  const says = (record: Recording) => [candidate({ lines: [line], books: [], reasons: [why], record, by: rule })]
  const counter: Record<string, string> = rule.counter === null ? {} : { counter: rule.counter }
  switch (rule.does) {
    case 'charge':
    case 'debit':
      return amount < 0n ? says(adjustment(line, account, rule.does, counter)) : []
    case 'interest':
      return amount > 0n
        ? interest(line, index, memory, { account, taxes }).map(({ lines, reasons, record }) =>
            candidate({ lines, books: [], reasons: [why, ...reasons], record, by: rule }),
          )
        : []
    case 'transfer': {
      const [from, to] = amount < 0n ? [account.code, rule.other] : [rule.other, account.code]
      if (from === null || to === null) return []
      const fields = { type: 'local', day, from, to, amount: absolute(amount).toString(), email: rule.email }
      return says({
        kind: 'transfer',
        what: `${from} ${to}`,
        fields: { ...fields, reference: reference ?? chequeNo ?? '' },
      })
    }
    case 'match':
      return []
  }
}

function addUsual(reasons: Reason[], line: IndexedBank, memory: Memory, what: string): void {
  const times = confirmations(memory, line.line.description, what)
  if (times >= 2) reasons.push(because('usual', `Confirmed ${times} times before`))
}

function adjustment(line: IndexedBank, account: Account, type: string, more: Record<string, string>): Recording {
  const { day, amount, reference, chequeNo, description } = line.line
  const { description: said, ...fields } = more
  return {
    kind: 'bankadjustment',
    what: type,
    fields: {
      type,
      account: account.code,
      day,
      amount: absolute(amount).toString(),
      reference: reference ?? chequeNo ?? '',
      description: said === undefined || said === '' ? description.slice(0, 200) : said,
      // Entered at recording: the bank does not give the rate.
      ...(account.currency !== functionalCurrency && { rate: null }),
      ...fields,
    },
  }
}

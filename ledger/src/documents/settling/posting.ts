// The movements, checks and warnings shared by collections and payments.
import { carryingAmount, convert, functionalCurrency } from '../../accounts/exchange.ts'
import type { Withheld } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, largestMoney, multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { businessTaxCode, withholdingOn } from '../../tax/withholding.ts'
import { coverMistakes, dayMistakes, dayWarnings, moneyAccount } from '../common/posting.ts'
import { opens, settles } from '../effects.ts'
import type { ItemEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { Facts, MoneyFact, WithholdingCode } from '../facts.ts'
import type { FieldMistake } from '../type.ts'
import type { SettledRow, SettlingFields } from './fields.ts'
import { payeeOf } from './figures.ts'
import type { Settlement, Side } from './figures.ts'

/** The facts for both sides. */
export type SettlingFacts = Facts<'money' | 'items'>

/** Rents are often paid by cheques for a whole year, issued at once. */
const furthestCheque = 400

/** The posting date: that of a post-dated cheque. */
export const postingDay = ({ day: of, method, chequeDay }: Pick<SettlingFields, 'day' | 'method' | 'chequeDay'>): Day =>
  method === 'cheque' && chequeDay !== null && chequeDay > of ? chequeDay : of

/** The open items of rows, credits and excess, the same on both sides. */
export const settlingItems = (
  { settled, credits, refunds, credited }: Settlement,
  side: Side,
  partyId: string,
): ItemEffect[] => [
  ...settled.map(({ item, reduction }) => settles(item.documentId, side.owed, partyId, reduction)),
  ...credits.map(({ item, amount }) => settles(item.documentId, side.credit, partyId, amount)),
  ...refunds.map(({ item, amount }) => settles(item.documentId, side.refunded, partyId, amount)),
  opens(side.credit, partyId, credited),
]

/** In foreign currency: the movement of the account, its value in pesos, and its carrying amount in pesos. */
export function moneyMoved(
  fields: Pick<SettlingFields, 'moved' | 'rate'>,
  account: MoneyFact | undefined,
  cash: Money,
  side: Side,
): { moved: Money; worth: Money; carried: Money } {
  if (account === undefined || account.currency === functionalCurrency || fields.moved === null || fields.rate === null)
    return { moved: cash, worth: cash, carried: cash }
  const worth = convert(fields.moved, fields.rate)
  const carried = side.incoming || fields.moved > account.held ? worth : carryingAmount(account, fields.moved)
  return { moved: fields.moved, worth, carried }
}

/** Errors of the header and the rows of either side. */
export function settlingMistakes(
  fields: SettlingFields,
  facts: SettlingFacts,
  side: Side,
  settlement: Settlement,
): FieldMistake[] {
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts)]
  const mistake = (path: (string | number)[], message: string) => mistakes.push({ path, message })
  const { party } = facts
  if (postingDay(fields) !== fields.day)
    mistakes.push(...dayMistakes(postingDay(fields), facts, ['chequeDay'], furthestCheque))
  if (party === undefined)
    mistake(
      ['partyId'],
      `This ${side.words.party} is no longer registered. Choose another one, or register this one again.`,
    )

  if (party !== undefined && party.tin9 === null) {
    const message = `${displayName(party)} has no TIN, so there is no certificate for tax withheld. Enter 0.00.`
    fields.rows.forEach(({ withheld, vatWithheld }, i) => {
      if (withheld > 0n) mistake(['rows', i, 'withheld'], message)
      if (vatWithheld > 0n) mistake(['rows', i, 'vatWithheld'], message)
    })
    if (fields.advanceWithheld > 0n) mistake(['advanceWithheld'], message)
  }
  fields.rows.forEach((row, i) => mistakes.push(...rowMistakes(row, i, fields, facts, side)))
  for (const [group, account] of [
    ['credits', side.credit],
    ['refunds', side.refunded],
  ] as const) {
    fields[group].forEach((row, i) => {
      const found = facts.items.get(itemKey(row.documentId, account))
      if (found === undefined || found.partyId !== fields.partyId) {
        mistake([group, i, 'amount'], 'This credit is void or belongs to another customer or supplier. Deselect it.')
      } else if (row.amount > found.open) {
        const by = found.changedBy[0] === undefined ? '' : ` after ${found.changedBy[0]}`
        mistake(
          [group, i, 'amount'],
          `${found.number} has only ${formatMoney(found.open)} of credit left${by}. Use at most that amount.`,
        )
      }
    })
  }
  mistakes.push(...advanceMistakes(fields, facts, side))

  const { cash, credits } = settlement
  const byCredit = sum(credits.map((used) => used.amount))
  const paidOnRows = sum(fields.rows.map(({ pay }) => pay))
  if (byCredit > paidOnRows) {
    mistake(
      ['credits', 0, 'amount'],
      `The credits used, ${formatMoney(byCredit)}, are more than the ${formatMoney(paidOnRows)} paid on the selected documents. Use less credit.`,
    )
  } else if (cash < 0n) {
    mistake(['charge'], 'The bank charge is more than the amount received. Check the amounts.')
  }
  if (fields.rows.length === 0 && fields.refunds.length === 0 && fields.advance === 0n)
    mistake(['rows'], `Select the ${side.words.document}s that are paid, or enter an advance.`)
  if (sum(settlement.settled.map(({ reduction }) => reduction)) + settlement.credited > largestMoney)
    mistake(['rows'], `The total is more than ${formatMoney(largestMoney)}. Check the amounts.`)
  // The totals are known only if the rows are valid.
  return mistakes.length > 0 && fields.account !== null
    ? mistakes
    : [...mistakes, ...accountMistakes(fields, facts, side, cash)]
}

function rowMistakes(
  row: SettledRow,
  i: number,
  fields: SettlingFields,
  facts: SettlingFacts,
  side: Side,
): FieldMistake[] {
  const at = (name: keyof SettledRow, message: string): FieldMistake[] => [{ path: ['rows', i, name], message }]
  const found = facts.items.get(itemKey(row.documentId, side.owed))
  if (found === undefined) return at('pay', `This ${side.words.document} is void or does not exist. Deselect it.`)
  const { number, open, partyId, changedBy } = found
  const by = changedBy[0] === undefined ? '' : ` by ${changedBy[0]}`
  if (partyId !== fields.partyId) return at('pay', `${number} belongs to another ${side.words.party}. Deselect it.`)
  if (open === 0n) return at('pay', `${number} is already paid${by}. Deselect it, or record the money as an advance.`)
  if (found.day > fields.day)
    return at('pay', `${number} is dated ${formatDay(found.day)}, after this date. Correct the date or deselect it.`)
  const other = row.withheld + row.vatWithheld + row.discount
  if (row.pay + other === 0n) return at('pay', `Enter the amount paid on ${number}, or deselect it.`)
  if (other > open) {
    const left = by === '' ? '' : `, partly paid${by}`
    return at(
      row.withheld > 0n ? 'withheld' : 'discount',
      `The tax and discount, ${formatMoney(other)}, are more than the open balance of ${number}${left} (${formatMoney(open)}). Lower them.`,
    )
  }
  if (row.withheld > 0n && row.atc === null) return at('atc', 'Choose the ATC for the tax withheld.')
  if (row.atc === null) return []
  if (row.withheld === 0n) return at('withheld', `Enter the tax withheld under ${row.atc}, or clear the ATC.`)
  return isInForce(row.atc, fields.day, facts, side) ? [] : at('atc', notInForce(row.atc, fields.day))
}

function advanceMistakes(fields: SettlingFields, facts: SettlingFacts, side: Side): FieldMistake[] {
  const { advance, advanceWithheld, advanceAtc } = fields
  const at = (name: keyof SettlingFields, message: string): FieldMistake[] => [{ path: [name], message }]
  if (advanceWithheld > 0n && advance === 0n) return at('advance', 'Enter the advance that the tax was withheld from.')
  if (advanceWithheld > 0n && advanceAtc === null) return at('advanceAtc', 'Choose the ATC for the tax withheld.')
  if (advanceAtc === null) return []
  if (advanceWithheld === 0n)
    return at('advanceWithheld', `Enter the tax withheld under ${advanceAtc}, or clear the ATC.`)
  return isInForce(advanceAtc, fields.day, facts, side) ? [] : at('advanceAtc', notInForce(advanceAtc, fields.day))
}

/** Final tax is withheld with the bill, and never creditable. */
function isInForce(code: string, of: Day, facts: SettlingFacts, side: Side): boolean {
  const payee = payeeOf(side, facts)
  const row = payee === undefined ? undefined : withholdingOn(of, payee, code, facts.withholdingCodes)
  return row !== undefined && row.tax !== 'final'
}

const notInForce = (code: string, of: Day) =>
  `${code} is not in force on ${formatDay(of)} for this payee. Choose another ATC.`

function accountMistakes(fields: SettlingFields, facts: SettlingFacts, side: Side, cash: Money): FieldMistake[] {
  if (fields.account === null) {
    return cash > 0n
      ? [
          {
            path: ['account'],
            message: `Choose the account the money ${side.incoming ? 'was received into' : 'was paid from'}.`,
          },
        ]
      : []
  }
  const { account, mistakes } = moneyAccount(fields.account, facts, ['account'])
  if (account === undefined) return mistakes
  const wrong = (path: (string | number)[], message: string): FieldMistake[] => [{ path, message }]
  if (account.kind === 'petty_cash') {
    return wrong(
      ['account'],
      `${account.name} can be used only by petty cash vouchers. Choose undeposited funds, a bank or an e-wallet.`,
    )
  }
  if (cash === 0n) return wrong(['account'], 'No money is received or paid. Clear the account.')
  const foreign = account.currency !== functionalCurrency
  if (foreign && fields.moved === null)
    return wrong(['moved'], `Enter the ${account.currency} amount that ${side.incoming ? 'was received' : 'was paid'}.`)
  if (foreign && fields.rate === null) return wrong(['rate'], `Enter the exchange rate (PHP per ${account.currency}).`)
  if (!foreign && (fields.moved !== null || fields.rate !== null))
    return wrong([fields.moved === null ? 'rate' : 'moved'], 'The account is in pesos. Clear the exchange rate.')
  if (side.incoming) return []
  return coverMistakes(account, foreign ? (fields.moved ?? 0n) : cash, postingDay(fields), ['account'])
}

/** Warnings of either side. */
export function settlingWarnings(
  fields: SettlingFields,
  facts: SettlingFacts,
  side: Side,
  { settled, credited }: Settlement,
): string[] {
  const found = dayWarnings(side.words.what, fields.day, facts.today)
  const { party } = facts
  const name = party === undefined ? `the ${side.words.party}` : displayName(party)
  if (postingDay(fields) !== fields.day) {
    found.push(
      `The cheque is post-dated. Hold it until ${formatDay(postingDay(fields))}; Talaan posts it on that date.`,
    )
  }
  if (credited > 0n)
    found.push(
      `The total exceeds the selected documents by ${formatMoney(credited)}, which will be credited to ${ended(name)}`,
    )
  for (const { row, item: of, base } of settled) {
    const code = rowCode(row, fields, facts, side)
    if (row.withheld === 0n || code === undefined) continue
    const expected = multiplyRate(base, code.rate)
    const off = row.withheld > expected ? row.withheld - expected : expected - row.withheld
    if (off > 5n) {
      found.push(
        `Tax under ${code.code} on ${of.number} should be ${formatMoney(expected)}, not ${formatMoney(row.withheld)}. Check the amount withheld.`,
      )
    }
  }
  return found
}

/** The row of the code of a row's withheld tax, in force on the date. */
export function rowCode(
  { atc }: Pick<SettledRow, 'atc'>,
  { day: of }: Pick<SettlingFields, 'day'>,
  facts: SettlingFacts,
  side: Side,
): WithholdingCode | undefined {
  const payee = payeeOf(side, facts)
  return atc === null || payee === undefined ? undefined : withholdingOn(of, payee, atc, facts.withholdingCodes)
}

/** The frozen withheld tax: one per code, as on certificates. */
export function taxesWithheld(
  fields: SettlingFields,
  facts: SettlingFacts,
  { settled }: Settlement,
  side: Side,
): Withheld[] {
  const rate = (atc: string) => rowCode({ atc }, fields, facts, side)?.rate ?? '0'
  const ofRows = settled.flatMap(({ row, base }) =>
    row.withheld === 0n || row.atc === null ? [] : [{ atc: row.atc, rate: rate(row.atc), base, tax: row.withheld }],
  )
  const { advance, advanceWithheld: tax, advanceAtc: atc } = fields
  const all = atc === null || tax === 0n ? ofRows : [...ofRows, { atc, rate: rate(atc), base: advance + tax, tax }]
  return onceForEachCode(all)
}

/** VAT or percentage tax withheld by a government office, one per code. */
export function businessTaxesWithheld(
  { day: of }: Pick<SettlingFields, 'day'>,
  facts: SettlingFacts,
  { settled }: Settlement,
): Withheld[] {
  const { vatRegistered } = facts.company
  const all = settled.flatMap(({ row, base }) => {
    const code = businessTaxCode({ day: of, vatRegistered, incomeAtc: row.atc }, facts.withholdingCodes)
    return row.vatWithheld === 0n
      ? []
      : [{ atc: code?.code ?? '', rate: code?.rate ?? '0', base, tax: row.vatWithheld }]
  })
  return onceForEachCode(all)
}

const onceForEachCode = (all: readonly Withheld[]): Withheld[] =>
  [...Map.groupBy(all, ({ atc }) => atc)].map(([atc, same]) => ({
    atc,
    rate: same[0]?.rate ?? '0',
    base: sum(same.map(({ base }) => base)),
    tax: sum(same.map(({ tax }) => tax)),
  }))

/** A sentence that ends in a name gets only one full stop, also after 'Inc.'. */
const ended = (name: string) => (name.endsWith('.') ? name : `${name}.`)

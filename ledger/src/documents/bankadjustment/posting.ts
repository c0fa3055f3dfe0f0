// Movements known only from the bank statement: charges, interest with its final tax, returned cheques, credits and
// debits, and our own errors; and the payer of an unidentified deposit. An overdraft never blocks it, because the bank
// has booked the movement already.
import { accounts, itemAccounts } from '../../accounts/chart.ts'
import { carryingAmount, convert, functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line, LineExtras } from '../../accounts/journal.ts'
import { divideRounded, formatMoney, largestMoney, multiplyRate, parseDecimal } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { finalTaxOn } from '../../tax/final-tax.ts'
import { withholdingOn } from '../../tax/withholding.ts'
import { dayMistakes, dayWarnings, inCurrency, missingAccounts, moneyAccount } from '../common/posting.ts'
import { adjustsBank, effects, opens, settles } from '../effects.ts'
import type { ItemEffect, StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, MoneyFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { comesIn } from './fields.ts'
import type { BankAdjustmentFields, bankAdjustmentFields } from './fields.ts'

/**
 * Accounts a debit or correction may be offset against: not sales, not money, not accounts with documents of their own.
 */
const takesAdjustment = ({ code, control, type }: { code: string; control: boolean; type: string }): boolean =>
  !control && !itemAccounts.includes(code) && type !== 'revenue'

/** Control accounts a correction may change, through an open document. */
const corrected: readonly string[] = [accounts.receivables, accounts.payables]

export type BankAdjustmentFacts = Facts<'money' | 'items'>

export const bankAdjustmentFacts = ({
  day: of,
  account,
  partyId,
  settles,
  source,
}: BankAdjustmentFields): FactRequest<'money' | 'items'> => ({
  partyId,
  externalNo: null,
  day: of,
  money: account === null ? [] : [account],
  items: [settles, source].flatMap((id) => id ?? []),
})

export const bankAdjustmentStated = ({
  type,
  counter = null,
}: StoredFields<typeof bankAdjustmentFields>): StatedEffect[] => [adjustsBank(type, counter)]

export function postBankAdjustment(fields: BankAdjustmentFields, facts: BankAdjustmentFacts): PostingResult {
  const bank = fields.account === null ? undefined : moneyAccount(fields.account, facts, ['account'])
  const mistakes = [...dayMistakes(fields.day, facts), ...(bank?.mistakes ?? []), ...mistakesOf(fields, facts)]
  if (mistakes.length > 0) return { ok: false, mistakes }
  const made = linesOf(fields, facts, bank?.account)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: fields.partyId,
      externalNo: fields.reference === '' ? null : fields.reference,
      dueDay: null,
      memo: fields.memo,
      total: made.total,
      entry: entry('GJ', fields.day, fields.description, ...made.lines),
      effects: effects(...made.items),
      totals: [
        ...(fields.tax > 0n
          ? [
              { label: 'Interest', amount: fields.amount },
              { label: 'Less final tax', amount: -fields.tax },
            ]
          : []),
        {
          label: comesIn(fields)
            ? 'Received in the bank'
            : fields.account === null
              ? 'Identified'
              : 'Paid from the bank',
          amount: moved(fields),
          emphasis: 'grand',
        },
      ],
      warnings: [
        ...dayWarnings('The adjustment', fields.day, facts.today),
        ...warningsOf(fields, bank?.account, facts),
      ],
    },
  }
}

type Made = { lines: Line[]; items: ItemEffect[]; total: Money }

/** The movement of the account in its currency: interest less its tax. */
const moved = ({ amount, tax }: Pick<BankAdjustmentFields, 'amount' | 'tax'>): Money => amount - tax

/** The lines of the entry, following the list of reconciliation adjustments (R1 to R7). */
function linesOf(fields: BankAdjustmentFields, facts: BankAdjustmentFacts, bank: MoneyFact | undefined): Made {
  const { type, amount, tax, counter, partyId } = fields
  const party: LineExtras = partyId === null ? {} : { partyId }
  const net = moved(fields)
  const pesos = bank === undefined ? net : worthOf(fields, bank, net)
  const into = bank === undefined ? [] : [debit(bank.code, pesos, { ...party, ...inCurrency(bank, net) })]
  const spent = spentOf(fields, net, pesos)
  const gain = spent - pesos
  const outOf =
    bank === undefined
      ? []
      : [
          debit(accounts.fxLoss, gain < 0n ? -gain : 0n),
          credit(bank.code, pesos, { ...party, ...inCurrency(bank, net) }),
          credit(accounts.fxGain, gain > 0n ? gain : 0n),
        ]
  switch (type) {
    case 'charge':
    case 'debit': {
      const [against, extras] = type === 'charge' ? [counter ?? accounts.bankCharges, {}] : [counter ?? '', party]
      return { lines: [debit(against, spent, extras), ...outOf], items: [], total: spent }
    }
    case 'interest': {
      const kept = bank === undefined ? tax : worthOf(fields, bank, tax)
      const gross = pesos + kept
      return {
        lines: [...into, debit(accounts.finalTax, kept), credit(accounts.interestIncome, gross)],
        items: [],
        total: gross,
      }
    }
    case 'direct':
      return {
        lines: [...into, credit(accounts.unidentifiedDeposits, pesos)],
        items: [opens(accounts.unidentifiedDeposits, null, pesos)],
        total: pesos,
      }
    case 'returned':
      return returnedCheque(fields, facts, outOf, party)
    case 'correction':
      return correction(fields, { into, outOf, pesos: spent, party })
    case 'identified':
      return {
        lines: [debit(accounts.unidentifiedDeposits, amount), credit(accounts.receivables, amount, party)],
        items: [
          settles(fields.source ?? '', accounts.unidentifiedDeposits, null, amount),
          settles(fields.settles ?? '', accounts.receivables, partyId, amount),
        ],
        total: amount,
      }
  }
}

/** The customer owes it again; and the expected certificate of the receipt is cancelled. */
function returnedCheque(
  fields: BankAdjustmentFields,
  facts: BankAdjustmentFacts,
  outOf: Line[],
  party: LineExtras,
): Made {
  const { source, partyId, amount } = fields
  const tax = certificateOf(fields, facts)?.open ?? 0n
  const awaited = accounts.withheldAwaitingCertificate
  const code = fields.atc === null ? undefined : withholdingOn(fields.day, 'either', fields.atc, facts.withholdingCodes)
  const frozen = code && { withheld: { atc: code.code, rate: code.rate, base: -baseOf(tax, code.rate), tax: -tax } }
  return {
    lines: [debit(accounts.receivables, amount + tax, party), credit(awaited, tax, { ...party, ...frozen }), ...outOf],
    items: [
      opens(accounts.receivables, partyId, amount + tax),
      ...(source === null ? [] : [settles(source, awaited, partyId, tax)]),
    ],
    total: amount + tax,
  }
}

const certificateOf = ({ source }: BankAdjustmentFields, { items }: BankAdjustmentFacts) =>
  source === null ? undefined : items.get(itemKey(source, accounts.withheldAwaitingCertificate))

/** The base of a tax. */
function baseOf(tax: Money, rate: string): Money {
  const { units, scale } = parseDecimal(rate)
  return units === 0n ? 0n : divideRounded(tax * scale, units)
}

type Moved = { into: Line[]; outOf: Line[]; pesos: Money; party: LineExtras }

function correction(
  { side, counter, settles: documentId, partyId }: BankAdjustmentFields,
  { into, outOf, pesos, party }: Moved,
): Made {
  const isIn = side === 'in'
  const against = counter ?? ''
  const lines = isIn ? [...into, credit(against, pesos, party)] : [debit(against, pesos, party), ...outOf]
  if (!corrected.includes(against) || documentId === null) return { lines, items: [], total: pesos }
  const lessened = isIn === (against === accounts.receivables) ? pesos : -pesos
  return { lines, items: [settles(documentId, against, partyId, lessened)], total: pesos }
}

/** The movement of the account in pesos: inflows at their rate, outflows at the carrying amount. */
function worthOf(fields: BankAdjustmentFields, bank: MoneyFact, amount: Money): Money {
  if (bank.currency === functionalCurrency) return amount
  if (comesIn(fields)) return fields.rate === null ? 0n : convert(amount, fields.rate)
  return amount > bank.held ? 0n : carryingAmount(bank, amount)
}

/** An outflow is an expense at the rate of its date, if given (PFRS for SMEs 30.7). */
const spentOf = (fields: BankAdjustmentFields, amount: Money, carried: Money): Money =>
  fields.rate === null || comesIn(fields) ? carried : convert(amount, fields.rate)

function mistakesOf(fields: BankAdjustmentFields, facts: BankAdjustmentFacts): FieldMistake[] {
  const found: FieldMistake[] = []
  const mistake = (path: string, message: string) => found.push({ path: [path], message })
  const { type, counter, partyId, settles, amount, side } = fields
  const bank = fields.account === null ? undefined : facts.money.get(fields.account)
  const foreign = bank !== undefined && bank.currency !== functionalCurrency
  if (bank !== undefined && bank.kind !== 'bank' && bank.kind !== 'ewallet')
    mistake('account', `${bank.name} is not a bank account or e-wallet. Choose one that has statements.`)
  if (foreign && comesIn(fields) && fields.rate === null)
    mistake('rate', `Enter the exchange rate (PHP per ${bank.currency}) on this date.`)
  if (foreign && !comesIn(fields) && amount > bank.held)
    mistake(
      'amount',
      `The book balance of ${bank.name} is only ${bank.currency} ${formatMoney(bank.held)}. Record missing receipts first.`,
    )
  if (!foreign && fields.rate !== null) mistake('rate', 'This account is in pesos. Clear the exchange rate.')
  if (foreign && (type === 'returned' || (counter !== null && corrected.includes(counter))))
    mistake('account', 'Receivables and payables are in pesos. Record this as a collection or payment instead.')
  if (amount > largestMoney)
    mistake(
      'amount',
      `The largest amount that can be recorded at once is ${formatMoney(largestMoney)}. Check the amount.`,
    )
  if (partyId !== null && facts.party === undefined)
    mistake('partyId', 'This customer or supplier is no longer registered. Choose another one.')

  if (type === 'returned') {
    if (partyId === null) mistake('partyId', 'Choose the customer whose cheque was returned.')
    const certificate = certificateOf(fields, facts)
    if (fields.source !== null && (certificate === undefined || certificate.open === 0n))
      mistake('source', 'This receipt has no outstanding certificate. Clear this field.')
    else if (certificate !== undefined && certificate.partyId !== partyId)
      mistake('source', `${certificate.number} belongs to another customer. Choose a receipt of this customer.`)
    else if (
      certificate !== undefined &&
      (fields.atc === null || withholdingOn(fields.day, 'either', fields.atc, facts.withholdingCodes) === undefined)
    )
      mistake('atc', 'Choose the ATC for the tax withheld.')
  }
  if (counter !== null && (type === 'debit' || type === 'correction' || type === 'charge')) {
    const against = facts.accounts.get(counter)
    if (against === undefined)
      mistake(
        'counter',
        `Account ${counter} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      )
    else if (type === 'correction' && corrected.includes(counter))
      found.push(...settledMistakes(counter, fields, facts))
    else if (!takesAdjustment(against))
      mistake(
        'counter',
        `${against.code} ${against.name} cannot be used in a bank adjustment. Choose another account, or record the document that posts to this one, such as an invoice or bill.`,
      )
    else if (settles !== null) mistake('settles', `${against.code} has no open items. Clear this field.`)
  }
  if (type === 'identified') {
    const deposit = facts.items.get(itemKey(fields.source ?? '', accounts.unidentifiedDeposits))
    if (deposit === undefined) mistake('source', 'This deposit is void or already identified. Choose another one.')
    else if (deposit.open < amount)
      mistake(
        'amount',
        `Only ${formatMoney(deposit.open)} of ${deposit.number} is still unidentified. Lower the amount.`,
      )
    found.push(...settledMistakes(accounts.receivables, { ...fields, side: side ?? 'in' }, facts))
  }
  if (found.length > 0) return found
  const used = {
    charge: accounts.bankCharges,
    interest: accounts.interestIncome,
    direct: accounts.unidentifiedDeposits,
  }
  const needed = [
    ...(type === 'charge' && counter === null ? [used.charge] : []),
    ...(type === 'interest' ? [used.interest, ...(fields.tax > 0n ? [accounts.finalTax] : [])] : []),
    ...(type === 'direct' || type === 'identified' ? [used.direct] : []),
    ...(type === 'returned' || type === 'identified' ? [accounts.receivables] : []),
    ...(foreign && fields.rate !== null && !comesIn(fields) ? [accounts.fxGain, accounts.fxLoss] : []),
  ]
  return missingAccounts('Bank adjustments', needed, facts)
}

/** The document on a control account that a correction changes, or a deposit pays. */
function settledMistakes(
  control: string,
  { settles, partyId, amount, side }: Pick<BankAdjustmentFields, 'settles' | 'partyId' | 'amount' | 'side'>,
  { items }: BankAdjustmentFacts,
): FieldMistake[] {
  const noun = control === accounts.receivables ? 'invoice' : 'bill'
  const item = settles === null ? undefined : items.get(itemKey(settles, control))
  if (item === undefined)
    return [{ path: ['settles'], message: `Choose the ${noun} that this adjustment changes. It must not be void.` }]
  if (item.partyId !== partyId)
    return [
      {
        path: ['partyId'],
        message: `${item.number} belongs to another customer or supplier. Choose that customer or supplier.`,
      },
    ]
  const lessens = (side === 'in') === (control === accounts.receivables)
  if (lessens && amount > item.open)
    return [
      {
        path: ['amount'],
        message: `Only ${formatMoney(item.open)} of ${item.number} is still open. Lower the amount.`,
      },
    ]
  if (!lessens && item.open + amount > item.opened)
    return [
      {
        path: ['amount'],
        message: `The total of ${item.number} is ${formatMoney(item.opened)}, of which ${formatMoney(item.open)} is still open. Lower the amount.`,
      },
    ]
  return []
}

function warningsOf(
  fields: BankAdjustmentFields,
  bank: MoneyFact | undefined,
  { rates }: BankAdjustmentFacts,
): string[] {
  const { type, amount, tax, day: of } = fields
  if (bank === undefined) return []
  const found: string[] = []
  if (type === 'interest') {
    const rate = finalTaxOn(of, bank.currency, rates)
    const due = multiplyRate(amount, rate ?? '0')
    if (rate !== undefined && due !== tax)
      found.push(
        `Final tax of ${multiplyRate(100n, rate)}% on ${formatMoney(amount)} is ${formatMoney(due)}, but you entered ${formatMoney(tax)}. Check it against the bank statement.`,
      )
  }
  if (!comesIn(fields) && bank.overLimit === 'refuse' && amount > bank.lowestHeld + bank.overdraft)
    found.push(`This makes the balance of ${bank.name} negative. Check for receipts that are not recorded yet.`)
  return found
}

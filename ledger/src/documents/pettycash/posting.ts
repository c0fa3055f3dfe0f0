// A petty cash voucher debits purchases and input VAT, and credits the fund with the cash paid out. An advance is paid
// out first and liquidated by a later voucher, which records the expenses and the returned cash.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { dayMistakes, dayWarnings, missingAccounts, moneyAccount, partyMistakes } from '../common/posting.ts'
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import { purchaseDebits, purchaseMistakes, purchaseWarnings, withheldCredits } from '../purchase-lines/posting.ts'
import { details, effects, linksTo, opens, settles } from '../effects.ts'
import type { ItemEffect, StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, MoneyFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import type { Expense, PettyCashFields, pettyCashFields } from './fields.ts'

export type PettyCashFacts = Facts<'money' | 'items'>

export function pettyCashFacts(fields: PettyCashFields): FactRequest<'money' | 'items'> {
  const expense = fields.nature === 'expense' ? fields : undefined
  const numbered = expense?.partyId !== null && expense?.externalNo !== ''
  return {
    partyId: expense?.partyId ?? null,
    externalNo: numbered ? (expense?.externalNo ?? null) : null,
    externalNoPerParty: true,
    day: fields.day,
    money: [fields.fund],
    items: expense?.advance ? [expense.advance] : [],
  }
}

export const pettyCashStated = (fields: StoredFields<typeof pettyCashFields>): StatedEffect[] => [
  ...linksTo('accounts_for', 'advance' in fields ? fields.advance : null),
  ...details({ email: fields.email }),
]

export function postPettyCash(fields: PettyCashFields, facts: PettyCashFacts): PostingResult {
  const parts = fields.nature === 'expense' ? spent(fields, facts) : handedOut(fields, facts)
  const fund = moneyAccount(fields.fund, facts, ['fund'])
  const mistakes = [
    ...dayMistakes(fields.day, facts),
    ...fund.mistakes,
    ...parts.mistakes,
    ...(fund.account === undefined ? [] : fundMistakes(fields, facts, fund.account, parts.fromFund)),
  ]
  if (mistakes.length > 0) return { ok: false, mistakes }
  const { lines, items, total, totals, warnings } = parts
  const named = fields.nature === 'expense' ? `Petty cash, ${payee(fields, facts)}` : `Cash advance, ${fields.paidTo}`
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: fields.nature === 'expense' ? fields.partyId : null,
      payee: fields.paidTo,
      externalNo: fields.nature === 'expense' && fields.externalNo !== '' ? fields.externalNo : null,
      dueDay: null,
      memo: fields.memo,
      total,
      entry: entry('CDJ', fields.day, fields.memo === '' ? named : fields.memo, ...lines),
      effects: effects(...items),
      totals,
      warnings: [...dayWarnings('The voucher', fields.day, facts.today), ...warnings],
    },
  }
}

type Parts = {
  mistakes: FieldMistake[]
  lines: Line[]
  items: ItemEffect[]
  total: Money
  totals: Total[]
  warnings: string[]
  /** The cash leaving the fund; negative is returned cash. */
  fromFund: Money
}

/** The advance reduces the cash paid out now; any unspent rest returns to the fund. */
function spent(fields: Expense, facts: PettyCashFacts): Parts {
  const computed = computePurchase(fields, facts, true)
  const advance = advanceOf(fields, facts)
  const cleared = advance?.open ?? 0n
  const fromFund = computed.payable - cleared
  const { partyId } = fields
  return {
    mistakes: [...whoMistakes(fields, facts), ...purchaseMistakes(fields, facts, computed, 'voucher')],
    lines: [
      ...purchaseDebits(fields, computed, facts, partyId),
      ...withheldCredits(computed, partyId, facts),
      debit(fields.fund, fromFund < 0n ? -fromFund : 0n),
      credit(accounts.employeeAdvances, cleared),
      credit(fields.fund, fromFund > 0n ? fromFund : 0n),
    ],
    items: fields.advance === null ? [] : [settles(fields.advance, accounts.employeeAdvances, null, cleared)],
    total: computed.payable,
    totals: [
      ...purchaseTotals(fields, computed, advance === undefined ? 'Paid' : 'Spent'),
      ...(advance === undefined
        ? []
        : [
            { label: 'Cash advance', amount: -cleared },
            { label: fromFund < 0n ? 'Returned to the fund' : 'Paid from the fund', amount: absolute(fromFund) },
          ]),
    ],
    warnings: purchaseWarnings(fields, facts, computed),
    fromFund,
  }
}

/** An employee holds the cash until a voucher liquidates it. */
function handedOut(fields: Extract<PettyCashFields, { nature: 'advance' }>, facts: PettyCashFacts): Parts {
  const { amount } = fields
  return {
    mistakes: missingAccounts('Cash advances', [accounts.employeeAdvances], facts),
    lines: [debit(accounts.employeeAdvances, amount, { memo: fields.paidTo }), credit(fields.fund, amount)],
    items: [opens(accounts.employeeAdvances, null, amount)],
    total: amount,
    totals: [{ label: 'Cash advance', amount, emphasis: 'grand' }],
    warnings: [],
    fromFund: amount,
  }
}

export const advanceOf = ({ advance }: Expense, { items }: PettyCashFacts) =>
  advance === null ? undefined : items.get(itemKey(advance, accounts.employeeAdvances))

const payee = (fields: Expense, { party }: PettyCashFacts): string =>
  party === undefined || fields.partyId === null ? fields.paidTo : displayName(party)

const absolute = (amount: Money): Money => (amount < 0n ? -amount : amount)

function whoMistakes(fields: Expense, facts: PettyCashFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof Expense, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts
  mistakes.push(...partyMistakes(fields.partyId, facts, 'supplier'))
  if (sameExternalNo !== undefined) {
    mistake(
      'externalNo',
      `Receipt no. ${fields.externalNo} of this supplier is already recorded as ${sameExternalNo.number}. Void that document first, or correct the number.`,
    )
  }
  if (fields.advance !== null) {
    const item = advanceOf(fields, facts)
    if (item === undefined) mistake('advance', 'This cash advance is no longer available. Choose another one.')
    else if (item.open === 0n) {
      mistake('advance', `${item.number} is already liquidated${item.changedBy[0] ? ` in ${item.changedBy[0]}` : ''}.`)
    }
  }
  fields.lines.forEach(({ category }, i) => {
    if (category === 'importation')
      mistakes.push({
        path: ['lines', i, 'category'],
        message: 'Record an importation as a bill, not in petty cash.',
      })
  })
  return mistakes
}

/** A fund holds cash, so its balance cannot be negative on any date. */
function fundMistakes(
  { day: on, nature }: PettyCashFields,
  { today }: PettyCashFacts,
  fund: MoneyFact,
  fromFund: Money,
): FieldMistake[] {
  if (fund.kind !== 'petty_cash') {
    return [
      { path: ['fund'], message: `${fund.code} ${fund.name} is not a petty cash fund. Choose one from the list.` },
    ]
  }
  if (on > today)
    return [
      {
        path: ['day'],
        message: `Petty cash cannot be dated in the future; ${formatDay(on)} is after today. Choose today or an earlier date.`,
      },
    ]
  if (fromFund <= fund.lowestHeld) return []
  const later = fund.lowestHeld < fund.held && fromFund <= fund.held
  const holds = later
    ? `${formatMoney(fund.held)} on ${formatDay(on)}, reduced to ${formatMoney(fund.lowestHeld)} by later documents`
    : `${formatMoney(fund.held)} on ${formatDay(on)}`
  const what = nature === 'advance' ? 'advance' : 'voucher'
  return [
    {
      path: ['fund'],
      message: `${fund.name} has only ${holds}, but this ${what} needs ${formatMoney(fromFund)}. Replenish the fund first, or pay in another way.`,
    },
  ]
}

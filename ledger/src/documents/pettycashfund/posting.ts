// A petty cash fund has a fixed target amount. Its cash is counted by denomination; a shortage or overage is posted,
// and a replenishment fills the fund up from the counted cash, never by the sum of vouchers.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { coverMistakes, dayMistakes, dayWarnings, missingAccounts, moneyAccount } from '../common/posting.ts'
import { recordsFundAction, changesFund, details, effects, issuesCheque } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { leafKey } from '../facts.ts'
import type { FactRequest, Facts, MoneyFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import { fundActionWords } from './fields.ts'
import type { PettyCashFundFields, pettyCashFundFields } from './fields.ts'
import { countedCash, differs, overOrShort } from './figures.ts'

export type PettyCashFundFacts = Facts<'money' | 'leaves' | 'fundVouchers'>

export const pettyCashFundFacts = ({
  act,
  fund,
  account,
  chequeNo,
  day: of,
}: PettyCashFundFields): FactRequest<'money' | 'leaves' | 'fundVouchers'> => ({
  partyId: null,
  externalNo: null,
  day: of,
  money: account === null ? [fund] : [fund, account],
  leaves: account === null || chequeNo === '' ? [] : [{ account, no: chequeNo }],
  fundVouchers: act === 'replenish' ? fund : null,
})

export const pettyCashFundStated = ({
  fund,
  act,
  count,
  countedBy = '',
  witness = '',
  custodian = '',
  email,
}: StoredFields<typeof pettyCashFundFields>): StatedEffect[] => [
  recordsFundAction({ fund, act, count: count ?? null, countedBy, witness, custodian }),
  ...details({ email }),
]

export function postPettyCashFund(fields: PettyCashFundFields, facts: PettyCashFundFacts): PostingResult {
  const { fund, bank, mistakes } = moneyOf(fields, facts)
  if (fund === undefined) return { ok: false, mistakes: [...mistakes, ...dayMistakes(fields.day, facts)] }
  const difference = fields.count === null ? 0n : overOrShort(fields.count, fund.held)
  const moved = movedBy(fields)
  const all = [
    ...dayMistakes(fields.day, facts),
    ...mistakes,
    ...actionMistakes(fields, facts, { fund, difference, moved }),
    ...bankMistakes(fields, facts, { bank, moved }),
  ]
  if (all.length > 0) return { ok: false, mistakes: all }

  const keeper = fields.custodian === '' ? fund.custodian : fields.custodian
  const total = moved === 0n ? absolute(difference) : absolute(moved)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: null,
      payee: keeper,
      externalNo: null,
      dueDay: null,
      memo: fields.memo,
      total,
      entry: entry(
        'CDJ',
        fields.day,
        fields.memo === '' ? `${fundActionWords[fields.act]}, ${fund.name}` : fields.memo,
        ...differenceLines(fund.code, difference),
        ...(bank === undefined ? [] : movedLines(fund.code, bank.code, moved)),
      ),
      effects: effects(
        bank === undefined || fields.chequeNo === ''
          ? null
          : issuesCheque({ account: bank.code, no: fields.chequeNo, payee: keeper, day: fields.day, amount: moved }),
        changesFund({ account: fund.code, custodian: keeper, float: floatAfter(fields, fund) }),
      ),
      totals: totals(fields, fund, difference, moved),
      warnings: warnings(fields, facts, { fund, difference, moved }),
    },
  }
}

/** The amount from the bank into the fund; negative is returned to the bank. */
export function movedBy({ act, amount, count }: PettyCashFundFields): Money {
  if (act === 'count') return 0n
  if (act === 'close') return -countedCash(count ?? [])
  return amount ?? 0n
}

function floatAfter({ act, amount }: PettyCashFundFields, fund: MoneyFact): Money {
  if (act === 'establish') return amount ?? 0n
  if (act === 'increase') return fund.float + (amount ?? 0n)
  return act === 'close' ? 0n : fund.float
}

const differenceLines = (fund: string, difference: Money): Line[] =>
  difference < 0n
    ? [debit(accounts.cashOverShort, -difference), credit(fund, -difference)]
    : [debit(fund, difference), credit(accounts.cashOverShort, difference)]

const movedLines = (fund: string, bank: string, moved: Money): Line[] =>
  moved < 0n ? [debit(bank, -moved), credit(fund, -moved)] : [debit(fund, moved), credit(bank, moved)]

const absolute = (amount: Money): Money => (amount < 0n ? -amount : amount)

function moneyOf(
  fields: PettyCashFundFields,
  facts: PettyCashFundFacts,
): { fund: MoneyFact | undefined; bank: MoneyFact | undefined; mistakes: FieldMistake[] } {
  const fund = moneyAccount(fields.fund, facts, ['fund'])
  const wanted = fields.act === 'count' ? null : fields.account
  const bank = wanted === null ? undefined : moneyAccount(wanted, facts, ['account'])
  const mistakes: FieldMistake[] = [...fund.mistakes, ...(bank?.mistakes ?? [])]
  if (fund.account !== undefined && fund.account.kind !== 'petty_cash') {
    const { code, name } = fund.account
    mistakes.push({ path: ['fund'], message: `${code} ${name} is not a petty cash fund. Choose one from the list.` })
  }
  if (bank?.account !== undefined && bank.account.kind !== 'bank' && bank.account.kind !== 'ewallet') {
    mistakes.push({
      path: ['account'],
      message: `Cash for a fund must come from a bank account or e-wallet, not from ${bank.account.name}.`,
    })
  } else if (bank?.account !== undefined && bank.account.currency !== 'PHP') {
    mistakes.push({
      path: ['account'],
      message: `${bank.account.name} is in ${bank.account.currency}. Choose a peso account.`,
    })
  }
  return { fund: fund.account, bank: bank?.account, mistakes }
}

type FundState = { fund: MoneyFact; difference: Money; moved: Money }

function actionMistakes(
  fields: PettyCashFundFields,
  facts: PettyCashFundFacts,
  { fund, difference, moved }: FundState,
): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof PettyCashFundFields, message: string) => mistakes.push({ path: [name], message })
  const { act, day: on } = fields

  if (on > facts.today)
    mistake(
      'day',
      `A cash count cannot be dated in the future; ${formatDay(on)} is after today. Choose today or an earlier date.`,
    )
  if (act === 'establish') {
    if (fund.float > 0n) {
      mistake('act', `${fund.name} is already established with ${formatMoney(fund.float)}. Increase or replenish it.`)
    }
    if (fields.custodian === '' && fund.custodian === '') mistake('custodian', 'Enter the custodian.')
  } else if (fund.float === 0n && act !== 'count') {
    mistake('act', `${fund.name} is not established yet. Establish it first.`)
  }
  if (act === 'replenish' && fund.float > 0n && moved > 0n) {
    const missing = fund.float - (fund.held + difference)
    if (missing <= 0n)
      mistake(
        'amount',
        `The cash counted already equals the fund amount of ${fund.name}. There is nothing to replenish.`,
      )
    else if (moved > missing) {
      mistake(
        'amount',
        `After the count, there is ${formatMoney(missing)} to replenish. Lower the amount or increase the fund.`,
      )
    }
  }
  if (act === 'close' && moved === 0n && difference === 0n) {
    mistake('count', 'The fund has no cash, so there is nothing to return.')
  }
  if (act === 'count' && difference === 0n) {
    mistake('count', 'The cash counted equals the book balance, so nothing is posted. Save the count instead.')
  }
  if (difference !== 0n) {
    if (fields.reason === '') mistake('reason', `Explain why the cash ${differs(difference)}.`)
    mistakes.push(...missingAccounts('Cash differences', [accounts.cashOverShort], facts))
  }
  const lowest = fund.lowestHeld + difference + moved
  if (lowest < 0n && (difference < 0n || moved < 0n)) {
    const already = `Later documents reduce ${fund.name} to ${formatMoney(fund.lowestHeld)}`
    mistake('count', `${already}. This count would make it ${formatMoney(lowest)}. Use a later date.`)
  }
  return mistakes
}

function bankMistakes(
  { chequeNo, day: on, account, act }: PettyCashFundFields,
  { leaves }: PettyCashFundFacts,
  { bank, moved }: { bank: MoneyFact | undefined; moved: Money },
): FieldMistake[] {
  if (bank === undefined) return []
  const mistakes = moved > 0n ? coverMistakes(bank, moved, on, ['amount']) : []
  if (chequeNo === '' || account === null) return mistakes
  const cheque = (message: string) => mistakes.push({ path: ['chequeNo'], message })
  const leaf = leaves.get(leafKey(account, chequeNo))
  if (moved <= 0n || act === 'count')
    cheque('The cheque number applies only to cash taken from a bank account. Clear this field.')
  else if (leaf === undefined) cheque(`Cheque ${chequeNo} is not in a cheque book of ${bank.name}. Check the number.`)
  else if (leaf.usedBy !== null) cheque(`Cheque ${chequeNo} was used for ${leaf.usedBy}. Use the next cheque.`)
  else if (leaf.state !== 'unused') cheque(`Cheque ${chequeNo} is ${leaf.state}. Use the next cheque.`)
  return mistakes
}

function totals(fields: PettyCashFundFields, fund: MoneyFact, difference: Money, moved: Money): Total[] {
  const counted: Total[] =
    fields.count === null
      ? []
      : [
          { label: 'Balance per books', amount: fund.held },
          { label: 'Cash counted', amount: fund.held + difference },
          ...(difference === 0n ? [] : [{ label: difference < 0n ? 'Short' : 'Over', amount: difference }]),
        ]
  if (moved === 0n) return [...counted.slice(0, 2), ...grand(difference < 0n ? 'Short' : 'Over', absolute(difference))]
  const label =
    moved < 0n ? 'Returned' : { establish: 'Established with', increase: 'Increased by' }[fields.act as string]
  return [...counted, ...grand(label ?? 'Replenished with', absolute(moved))]
}

const grand = (label: string, amount: Money): Total[] => [{ label, amount, emphasis: 'grand' }]

function warnings(
  fields: PettyCashFundFields,
  { today }: PettyCashFundFacts,
  { fund, difference, moved }: FundState,
): string[] {
  const found = dayWarnings('The count', fields.day, today)
  if (difference !== 0n) {
    found.push(`The cash ${differs(difference)}; the difference is posted to ${accounts.cashOverShort}.`)
  }
  if (fields.act === 'replenish') {
    const left = fund.float - (fund.held + difference) - moved
    if (left > 0n)
      found.push(`The fund remains ${formatMoney(left)} below its fund amount of ${formatMoney(fund.float)}.`)
  }
  if (fields.custodian !== '' && fund.custodian !== '' && fields.custodian !== fund.custodian) {
    found.push(`The custodian changes from ${fund.custodian} to ${fields.custodian}.`)
  }
  if (fields.count !== null && fields.witness === '') found.push('No witness is entered for the count.')
  return found
}

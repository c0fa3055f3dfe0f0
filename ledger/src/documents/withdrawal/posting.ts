// A withdrawal credits the bank and debits its purpose: undeposited funds, an owner, an expense, a loan.
import { accounts } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, largestMoney, sum } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { notVatRegistered } from '../../tax/registrations.ts'
import { rateOn } from '../../tax/vat.ts'
import {
  coverMistakes,
  dayMistakes,
  dayWarnings,
  inCurrency,
  missingAccounts,
  moneyAccount,
} from '../common/posting.ts'
import { details, effects, opens } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { takesWithdrawal } from './fields.ts'
import type { WithdrawalFields, withdrawalFields } from './fields.ts'
import { computeWithdrawal, withdrawalTotals } from './figures.ts'
import type { ComputedWithdrawal } from './figures.ts'

export type WithdrawalFacts = Facts<'money'>

export const withdrawalFacts = ({ day: of, account, partyId }: WithdrawalFields): FactRequest<'money'> => ({
  partyId,
  externalNo: null,
  day: of,
  money: [account],
})

export const withdrawalStated = ({ email }: StoredFields<typeof withdrawalFields>): StatedEffect[] => details({ email })

export function postWithdrawal(fields: WithdrawalFields, facts: WithdrawalFacts): PostingResult {
  const { account, mistakes: unknown } = moneyAccount(fields.account, facts, ['account'])
  const computed = computeWithdrawal(fields, facts)
  const mistakes = [...dayMistakes(fields.day, facts), ...unknown, ...mistakesOf(fields, facts, computed)]
  if (mistakes.length > 0 || account === undefined) return { ok: false, mistakes }

  const { taken, lines, vat, outPesos, gain } = computed
  const toTill = sum(lines.filter((line) => line.account === accounts.undeposited).map(({ net }) => net))
  const onlyToTill = lines.every((line) => line.account === accounts.undeposited)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: fields.partyId,
      externalNo: fields.reference === '' ? null : fields.reference,
      dueDay: null,
      memo: fields.memo,
      total: sum(lines.map(({ net }) => net)) + vat,
      entry: entry(
        // Money that only moves between accounts is not in the cash disbursements book.
        onlyToTill ? 'GJ' : 'CDJ',
        fields.day,
        fields.memo === '' ? (fields.lines[0]?.description ?? 'Withdrawal') : fields.memo,
        ...lines.map(({ account: code, net, extras }) => debit(code, net, extras)),
        debit(accounts.inputVat, vat, fields.partyId === null ? {} : { partyId: fields.partyId }),
        debit(accounts.fxLoss, gain < 0n ? -gain : 0n),
        credit(account.code, outPesos, inCurrency(account, taken)),
        credit(accounts.fxGain, gain > 0n ? gain : 0n),
      ),
      effects: effects(opens(accounts.undeposited, null, toTill)),
      totals: withdrawalTotals(computed),
      warnings: warningsOf(fields, facts),
    },
  }
}

function mistakesOf(
  fields: WithdrawalFields,
  facts: WithdrawalFacts,
  { taken, vat, gain, lines }: ComputedWithdrawal,
): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const account = facts.money.get(fields.account)
  if (account !== undefined && account.kind !== 'bank' && account.kind !== 'ewallet')
    mistakes.push({
      path: ['account'],
      message: `${account.name} is not a bank account or e-wallet. Choose where the money was withdrawn from.`,
    })
  const foreign = account !== undefined && account.currency !== functionalCurrency
  if (foreign && fields.rate === null)
    mistakes.push({
      path: ['rate'],
      message: `${account.name} is in ${account.currency}. Enter the exchange rate (PHP per ${account.currency}).`,
    })
  if (!foreign && fields.rate !== null)
    mistakes.push({ path: ['rate'], message: 'The account is in pesos. Clear the exchange rate.' })

  const taxed = fields.lines.findIndex(({ vatClass }) => vatClass === 'vatable')
  if (taxed >= 0 && fields.partyId === null)
    mistakes.push({
      path: ['partyId'],
      message: 'Input VAT can be recorded only with a supplier. Choose the supplier, or choose No VAT invoice.',
    })
  if (fields.partyId !== null && facts.party === undefined)
    mistakes.push({
      path: ['partyId'],
      message: 'This supplier is no longer registered. Choose another one, or register the supplier again.',
    })
  fields.lines.forEach((line, i) => {
    const chosen = facts.accounts.get(line.account)
    if (chosen === undefined) {
      mistakes.push({
        path: ['lines', i, 'account'],
        message: `Account ${line.account} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      })
    } else if (!takesWithdrawal(chosen)) {
      mistakes.push({
        path: ['lines', i, 'account'],
        message: `${chosen.code} ${chosen.name} cannot be used here, because other types of documents post to it. Choose an account for the purpose of the withdrawal.`,
      })
    }
    if (line.vatClass === 'vatable' && chosen?.code === accounts.undeposited)
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: 'Money moved to cash on hand has no VAT. Choose No VAT invoice.',
      })
    else if (line.vatClass === 'vatable' && !facts.company.vatRegistered)
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: notVatRegistered(facts.company, 'No VAT invoice'),
      })
    else if (line.vatClass === 'vatable' && facts.party && facts.party.vatStatus !== 'vat')
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: `${displayName(facts.party)} is not VAT-registered. Choose No VAT invoice, or correct the registration.`,
      })
  })
  if (taken > largestMoney || sum(lines.map(({ net }) => net)) > largestMoney)
    mistakes.push({
      path: ['lines'],
      message: `The withdrawal is more than ${formatMoney(largestMoney)}. Check the amounts.`,
    })
  if (taxed >= 0 && rateOn(fields.day, facts.vatRates) === undefined)
    mistakes.push({
      path: ['day'],
      message: `No VAT rate is in force on ${formatDay(fields.day)}. Check the date or add the rate in the company settings.`,
    })
  if (mistakes.length > 0 || account === undefined) return mistakes
  const needed = [
    ...(vat > 0n ? [accounts.inputVat] : []),
    ...(gain > 0n ? [accounts.fxGain] : gain < 0n ? [accounts.fxLoss] : []),
  ]
  return [
    ...coverMistakes(account, taken, fields.day, ['lines', fields.lines.length - 1, 'amount']),
    ...missingAccounts('Withdrawals', needed, facts),
  ]
}

function warningsOf(fields: WithdrawalFields, facts: WithdrawalFacts): string[] {
  const expensed = fields.lines.filter(({ account }) => facts.accounts.get(account)?.type === 'expense')
  return [
    ...dayWarnings('The withdrawal', fields.day, facts.today),
    ...(expensed.some(({ vatClass }) => vatClass === 'vatable')
      ? [
          'Record an expense with a VAT invoice as a bill and pay the bill, so that the expense appears in the purchases journal.',
        ]
      : []),
  ]
}

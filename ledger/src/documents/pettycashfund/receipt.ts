// The document of a petty cash fund as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney, sum } from '../../core/money.ts'
import type { FundVouchers } from '../facts.ts'
import { balancesTable, companyHeading, journalOf } from '../common/receipt.ts'
import type { Receipt, ReceiptTable } from '../receipt.ts'
import type { Posting } from '../type.ts'
import { denominations, denominationWord } from './fields.ts'
import type { FundAction, PettyCashFundFields } from './fields.ts'
import { countedCash, overOrShort } from './figures.ts'
import { movedBy } from './posting.ts'
import type { PettyCashFundFacts } from './posting.ts'

const papers = {
  establish: 'Petty Cash Fund',
  count: 'Petty Cash Count',
  replenish: 'Petty Cash Replenishment',
  increase: 'Petty Cash Fund Increase',
  close: 'Petty Cash Fund Closing',
} satisfies Record<FundAction, string>

export function pettyCashFundReceipt(
  fields: PettyCashFundFields,
  facts: PettyCashFundFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const fund = facts.money.get(fields.fund)
  const bank = fields.account === null ? undefined : facts.money.get(fields.account)
  const moved = movedBy(fields)
  const difference = fields.count === null || fund === undefined ? 0n : overOrShort(fields.count, fund.held)
  return {
    title: papers[fields.act],
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: null,
    facts: [
      { label: 'Fund', value: `${fields.fund} ${fund?.name ?? ''}`.trim() },
      ...posting.effects
        .filter((one) => one.effect === 'fund')
        .flatMap(({ float, custodian }) => [
          { label: 'Fund amount', value: formatMoney(float) },
          ...(custodian === '' ? [] : [{ label: 'Custodian', value: custodian }]),
        ]),
      ...(fields.countedBy === '' ? [] : [{ label: 'Counted by', value: fields.countedBy }]),
      ...(fields.witness === '' ? [] : [{ label: 'Witnessed by', value: fields.witness }]),
      ...(fields.reason === '' ? [] : [{ label: 'Reason', value: fields.reason }]),
      ...(fields.chequeNo === '' ? [] : [{ label: 'Cheque no.', value: fields.chequeNo }]),
    ],
    lines: [],
    tables: [
      ...voucherTables(facts.fundVouchers),
      ...(fields.count === null ? [] : [countTable(fields.count)]),
      balancesTable([
        ...(fund === undefined ? [] : [{ account: fund, amount: difference + moved }]),
        ...(bank === undefined ? [] : [{ account: bank, amount: -moved }]),
      ]),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

/** What a replenishment pays for: each voucher, and their sums by account. */
function voucherTables({ vouchers, accounts }: FundVouchers): ReceiptTable[] {
  if (vouchers.length === 0) return []
  return [
    {
      title: 'Vouchers replenished',
      columns: [
        { label: 'Voucher', numeric: false },
        { label: 'Date', numeric: false },
        { label: 'Paid to', numeric: false },
        { label: 'Amount', numeric: true },
      ],
      rows: [
        ...vouchers.map(({ number, day, paidTo, amount }) => [number, formatDay(day), paidTo, formatMoney(amount)]),
        ['Total', '', '', formatMoney(sum(vouchers.map(({ amount }) => amount)))],
      ],
    },
    {
      title: 'Sums by account',
      columns: [
        { label: 'Account', numeric: false },
        { label: 'Amount', numeric: true },
      ],
      rows: [
        ...accounts.map(({ account, name, amount }) => [`${account} ${name}`, formatMoney(amount)]),
        ['Total', formatMoney(sum(accounts.map(({ amount }) => amount)))],
      ],
    },
  ]
}

/** The printed count sheet; denominations without pieces are left out. */
export function countTable(count: readonly number[]): ReceiptTable {
  const found = denominations.flatMap((value, i) => {
    const number = count[i] ?? 0
    return number === 0
      ? []
      : [[denominationWord(value), number.toLocaleString('en-US'), formatMoney(value * BigInt(number))]]
  })
  return {
    title: 'Cash count',
    columns: [
      { label: 'Denomination', numeric: true },
      { label: 'Pieces', numeric: true },
      { label: 'Amount', numeric: true },
    ],
    rows: [...found, ['Cash counted', '', formatMoney(countedCash(count))]],
  }
}
